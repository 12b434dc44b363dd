"""Datasets on disk: what the columns mean, how parts are written, where they come from, how they are read."""
