"""The processes that speak to people."""
