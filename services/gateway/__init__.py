"""The gateway: people and their programs in front, streams and views behind."""
