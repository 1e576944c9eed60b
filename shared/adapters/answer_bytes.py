"""An answer's bytes, as every store of answers keeps them: the fingerprint, then msgpack."""

from typing import Final

import msgspec

from shared.ports import Given, KeptAnswer

FINGERPRINT_BYTES: Final = 16

encode_answer: Final = msgspec.msgpack.Encoder().encode
"""The bytes of an answer alone."""

decode_answer: Final = msgspec.msgpack.Decoder[KeptAnswer](KeptAnswer).decode
"""The answer in bytes that :data:`encode_answer` made."""


def name_of(actor: str, command_id: str) -> bytes:
    """Under which name the answer to a command is kept, in a game."""
    return actor.encode() + b"\0" + command_id.encode()


def encode_given(given: Given) -> bytes:
    """The bytes kept of an answer and of the content that got it."""
    assert len(given.fingerprint) == FINGERPRINT_BYTES
    return given.fingerprint + encode_answer(given.answer)


def decode_given(raw: bytes) -> Given:
    """What :func:`encode_given` kept."""
    return Given(raw[:FINGERPRINT_BYTES], decode_answer(raw[FINGERPRINT_BYTES:]))
