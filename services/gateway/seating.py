"""Taking a seat: the one that was asked for, or any that is free."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from services.gateway.desk import Desk, wish
from services.gateway.games import Games
from services.gateway.problems import malformed
from services.gateway.sight import free_seats, seat_of
from services.gateway.wire import NewSeat
from shared.ports import Answer, GameId, Player, Refused
from shared.table.commands import Sit
from shared.table.refusals import SEAT_TAKEN

RIGHT: Final = (
    "`seat` with its `commitment`, or no seat and in `commitments` one for each of the four"
)


class Seating(Struct, frozen=True):
    """What came of a request for a seat."""

    seat: int
    command_id: str
    answer: Answer | None
    """None: not yet known."""


class Usher:
    """Seats players. Calls may raise Unavailable or Busy, and Problem."""

    def __init__(self, games: Games, desk: Desk) -> None:
        self._games: Final = games
        self._desk: Final = desk

    async def seat(self, text: str, player: Player, asked: NewSeat) -> Seating:
        """Take the seat asked for; without one, the first free seat that nobody else takes."""
        if (asked.seat is None) != (asked.commitment is None) or (asked.seat is None) != (
            asked.commitments is not None
        ):
            raise malformed("body at $.commitment", "the commitment does not fit the seat", RIGHT)
        await self._games.rules(text)
        game = GameId(text)
        if asked.seat is not None and asked.commitment is not None:
            return await self._sit(game, player, asked.seat, asked.commitment, asked.command_id)
        assert asked.commitments is not None
        return await self._sit_anywhere(game, player, asked.command_id, asked.commitments)

    async def _sit_anywhere(
        self, game: GameId, player: Player, command_id: str, commitments: tuple[str, ...]
    ) -> Seating:
        """Try one seat after the other; each try has an id of its own, derived from the request's.

        A repeated request thus finds the seat it was given the first time.
        """
        facts = (await self._games.look(game, player.player)).facts
        own = seat_of(facts, player.player)
        wanted = list(free_seats(facts)) if own is None else [own]
        tried: set[int] = set()
        seating = None
        while wanted:
            seat = wanted.pop(0)
            tried.add(seat)
            seating = await self._sit(
                game, player, seat, commitments[seat], f"{command_id}:{seat}"
            )
            if not _taken(seating.answer):
                return seating
            wanted = _still_free(seating.answer, tried)
        # Nothing is free: let the rules say so.
        return seating or await self._sit(game, player, 0, commitments[0], f"{command_id}:0")

    async def _sit(
        self, game: GameId, player: Player, seat: int, commitment: str, command_id: str
    ) -> Seating:
        sit = wish(Sit(seat, bytes.fromhex(commitment)))
        answer = await self._desk.submit(game, player.player, command_id, sit)
        return Seating(seat, command_id, answer)


def _taken(answer: Answer | None) -> bool:
    return isinstance(answer, Refused) and answer.refusal.code == SEAT_TAKEN.code


def _still_free(answer: Answer | None, tried: Iterable[int]) -> list[int]:
    """The free seats that the refusal named, less those tried already."""
    assert isinstance(answer, Refused)
    free = answer.refusal.params.get("free", ())
    assert isinstance(free, tuple | list)
    return [int(seat) for seat in free if int(seat) not in tried]
