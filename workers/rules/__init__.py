"""The worker that turns commands into events."""
