"""Answers about Schafkopf from simulated or recorded hands, each with its uncertainty."""
