"""How Celery is set up here, for those who ask and those who play: one queue, one task name."""

from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

from celery import Celery

QUEUE: Final = "bots"
MOVE_TASK: Final = "bots.move"
"""Task names are permanent, like event names."""

VISIBILITY_TIMEOUT_S: Final = 60
"""A task that was taken and not acknowledged for this long is given to another worker."""


def bot_app(cache_url: str) -> Celery:
    """A Celery app whose broker is the cache server at ``cache_url``. Connects on first use.

    No result backend, no ETA, no events: a task is a hint, the log is the truth, and a lost or
    doubled hint has no effect but time.
    """
    app = Celery("greffier", broker=broker_url(cache_url), set_as_current=False)
    app.conf.update(
        accept_content=["msgpack"],
        task_serializer="msgpack",
        task_default_queue=QUEUE,
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_publish_retry=False,
        task_store_errors_even_if_ignored=False,
        worker_prefetch_multiplier=1,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=True,
        broker_connection_retry_on_startup=True,
        broker_transport_options={
            "visibility_timeout": VISIBILITY_TIMEOUT_S,
            "socket_timeout": 5.0,
            "socket_connect_timeout": 5.0,
            "max_retries": 0,
        },
    )
    return app


def broker_url(cache_url: str) -> str:
    """The URL as kombu reads it: its own form for a unix socket, the same otherwise."""
    parts = urlsplit(cache_url)
    if parts.scheme != "unix":
        return cache_url
    login = ""
    if parts.username is not None:
        login = f"{quote(parts.username, '')}:{quote(parts.password or '', '')}@"
    database = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{login}{parts.path}?virtual_host={database}"
