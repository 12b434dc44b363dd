"""Players: who bids what and plays which card."""
