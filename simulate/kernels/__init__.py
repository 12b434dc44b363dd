"""Compiled loops: arrays and scalars in, arrays and scalars out."""
