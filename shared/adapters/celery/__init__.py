"""Tasks that are heavy, parallel and repeatable, through Celery on the cache server."""
