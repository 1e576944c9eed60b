"""The processes that consume streams and tasks."""
