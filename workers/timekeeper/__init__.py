"""The worker that notices when time is up."""
