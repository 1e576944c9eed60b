"""What a client says over a socket, read strictly, and what its commands get for an answer."""

from typing import Final

from msgspec import DecodeError
from msgspec.json import Decoder

from services.gateway.desk import parse, wish
from services.gateway.house import House
from services.gateway.messages import (
    Answered,
    CloseCode,
    Declined,
    FromClient,
    ServerMessage,
    SocketCommand,
    Unanswered,
)
from services.gateway.watcher import Ending
from services.texts.languages import Language
from services.texts.refusals import sentence
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, Busy, GameId, Player, Refused, Unavailable
from shared.table.refusals import MALFORMED

_read: Final = Decoder[FromClient](FromClient).decode


class Hangup(Exception):
    """Close the connection: what the client said cannot be gone on from."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.ending: Final = Ending(code, reason)


def read_message(text: str | None) -> FromClient:
    """The message in a text frame; None: the frame was binary. Raises Hangup."""
    if text is None:
        raise Hangup(CloseCode.MALFORMED, "messages are JSON in text frames")
    try:
        return _read(text)
    except RecursionError:
        raise Hangup(CloseCode.MALFORMED, "the values are nested too deeply") from None
    except (DecodeError, UnicodeEncodeError) as error:
        raise Hangup(CloseCode.MALFORMED, str(error)) from error


async def answer_command(
    house: House, game: GameId, player: Player | None, asked: SocketCommand, language: Language
) -> ServerMessage:
    """What a command over the socket gets: the same as over HTTP; a refusal in ``language``."""
    if player is None:
        raise Hangup(CloseCode.UNAUTHENTICATED, "only players send commands")
    rules = await house.games.rules(game)
    command = parse(rules, asked.move)
    if command is None:
        return _declined(asked, MALFORMED(reason="there is no such move"), language)
    try:
        answer = await house.desk.submit(
            game, player.player, asked.command_id, wish(command, asked.turn)
        )
    except (Busy, Unavailable):
        answer = None
    if isinstance(answer, Refused):
        return _declined(asked, answer.refusal, language)
    return _answered(game, asked, answer)


def _answered(game: GameId, asked: SocketCommand, answer: Accepted | None) -> ServerMessage:
    if answer is None:
        ask = f"/v1/games/{game}/commands/{asked.command_id}"
        return Unanswered(asked.command_id, ask)
    return Answered(asked.command_id, (answer.first, answer.last))


def _declined(asked: SocketCommand, refusal: Refusal, language: Language) -> Declined:
    text, params = sentence(refusal, language), dict(refusal.params)
    return Declined(asked.command_id, refusal.code, refusal.clause, text, params)
