"""Configuration of the two Redis servers, and examples of their users."""
