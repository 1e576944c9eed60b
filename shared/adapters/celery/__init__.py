"""Celery on the cache server: it carries hints to bots, never the log."""
