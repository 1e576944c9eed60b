"""The worker that plays for the seats without a human."""
