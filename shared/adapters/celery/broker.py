"""How Celery uses the cache server as its broker: one application, the same on both ends.

A task is a hint. Celery on Redis is neither at least once nor at most once: a worker that dies
between taking a message and noting it loses it, and a message held for too long is given to a
second worker. So tasks are repeatable, and the sweep of the timekeeper asks again.
"""

import ssl
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from celery import Celery

BOTS_QUEUE: Final = "bots"
MOVE_TASK: Final = "bots.move"
"""The task's permanent name; its one argument is a :class:`~shared.ports.BotTask` in msgpack."""

VISIBILITY_S: Final = 60
"""A message not acknowledged for this long goes to another worker."""
TASK_S_MAX: Final = 30
"""A pool process is killed when a task takes longer: well before it would be run twice."""
TIMEOUT_S: Final = 5.0
"""How long a reply may take. Longer than the second for which workers block."""
LOOK_FOR_LOST_S: Final = 10
"""How often workers look for messages whose time is over."""

# A publication gives up within a second of connections refused: the sweep repeats it.
_BRIEFLY: Final = {
    "max_retries": 2,
    "interval_start": 0.0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}

_SETTINGS: Final[dict[str, Any]] = {
    "accept_content": ["msgpack"],
    "task_serializer": "msgpack",
    "result_backend": None,
    "task_ignore_result": True,
    # Publications name their queue, not an exchange: no binding is missed after a flush.
    "task_default_queue": BOTS_QUEUE,
    "task_create_missing_queues": False,
    "task_acks_late": True,
    # A task that killed its process would only kill the next one; the sweep asks again, slower.
    "task_reject_on_worker_lost": False,
    "task_time_limit": TASK_S_MAX,
    "task_publish_retry_policy": _BRIEFLY,
    "worker_prefetch_multiplier": 1,
    "worker_enable_remote_control": False,
    "worker_send_task_events": False,
    "worker_hijack_root_logger": False,
    "worker_redirect_stdouts": False,
    "worker_cancel_long_running_tasks_on_connection_loss": True,
    "worker_enable_prefetch_count_reduction": False,
    "broker_connection_timeout": TIMEOUT_S,
    # A worker waits for its server for as long as it takes.
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
}


def celery_app(cache_url: str, *, visibility_s: int = VISIBILITY_S) -> Celery:
    """Celery on the server at ``cache_url``, as redis-py writes it. Connects on first use."""
    app = Celery("greffier", set_as_current=False, broker=broker_url(cache_url))
    app.conf.update(_SETTINGS)
    app.conf.broker_transport_options = {
        "visibility_timeout": visibility_s,
        # Once every interval, and not at every tenth: a lost message is found in time.
        "unacked_restore_interval": min(LOOK_FOR_LOST_S, visibility_s),
        "unacked_restore_throttle": 1,
        "socket_timeout": TIMEOUT_S,
        "socket_connect_timeout": TIMEOUT_S,
        **_BRIEFLY,
    }
    if urlsplit(cache_url).scheme == "rediss":
        # Kombu alone would take any certificate.
        app.conf.broker_use_ssl = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
    return app


def broker_url(url: str) -> str:
    """``url`` as kombu writes it: ``unix://USER@/PATH?db=1`` is a ``redis+socket://`` there."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = dict(parse_qsl(parts.query)).get("db", "0")
    return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={database}"
