"""Notebooks, each of which asks one question; ``python -m notebooks.run`` runs them and stores what they show."""
