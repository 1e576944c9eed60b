"""The ports in memory: every adapter's twin for fast tests."""
