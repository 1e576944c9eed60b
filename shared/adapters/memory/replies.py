"""Answers on their way to the gateways that wait for them, in this process."""

from collections.abc import Sequence

from shared.ports import Reply


class MemoryReplies:
    """The port ``Replies``. ``pushed`` holds every reply with its address, oldest first."""

    def __init__(self) -> None:
        self.pushed: list[tuple[str, Reply]] = []

    def push(self, replies: Sequence[tuple[str, Reply]], /) -> None:
        self.pushed += replies
