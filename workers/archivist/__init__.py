"""The worker that closes finished games and trims what all have read."""
