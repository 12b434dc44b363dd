"""A vectorised Schafkopf dealer, engine and rule-based players."""
