"""The routes under ``/v1``: what each takes, whom it serves and what it answers."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from litestar import Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.gateway.callers import players_only
from services.gateway.desk import parse, wish
from services.gateway.display_names import RIGHT, display_name
from services.gateway.house import House, TheHouse
from services.gateway.languages import language_of, spoken_in
from services.gateway.lobby import PAGE_MAX, Wanted
from services.gateway.problems import malformed, not_found
from services.gateway.replying import readable, reply, reply_json
from services.gateway.rulebook import TABLE_COMMANDS, kinds
from services.gateway.wire import (
    RULES_PATTERN,
    SEQ_MAX,
    Accepted,
    EventPage,
    GamePage,
    NewCommand,
    NewGame,
    NewPlayer,
    NewSeat,
    Opened,
    Pending,
    PlayerCreated,
    RulesList,
    Seated,
    ShownGame,
)
from shared.flows.showing import show_entries
from shared.ports import Answer, GameId, Player, Refused, is_game_id

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
AnyRequest: TypeAlias = Request[Any, Any, Any]

CLIENT: Final = "default"
"""The one front-end there is so far: every player is its player."""
EVENTS_MAX: Final = 1_000
PENDING: Final = 202
RULES_NAME: Final = QueryParameter(pattern=RULES_PATTERN, max_length=64)


@post("/players")
async def create_player(
    request: AnyRequest, data: JSONBody[NewPlayer], house: TheHouse
) -> Response[PlayerCreated]:
    """Register a player. The token in the answer is shown once and kept nowhere."""
    name = display_name(data.name)
    if name is None:
        raise malformed("body at $.name", "the name cannot be shown", RIGHT)
    player, token = await house.callers.register(CLIENT, name)
    return reply(request, PlayerCreated(player, name, token), 201)


@get("/rules")
async def list_rules(request: AnyRequest) -> Response[RulesList]:
    """The kinds of games: options (JSON Schema), deck, how moves are written, what codes mean.

    Names are in the language that ``Accept-Language`` prefers: en, fr, de or tr.
    """
    language = language_of(request.headers.get("accept-language"))
    headers = spoken_in(language) | {"Vary": "Accept, Accept-Language"}
    return reply(request, RulesList(kinds(language), TABLE_COMMANDS), headers=headers)


@post("/games", guards=[players_only])
async def open_game(
    request: AnyRequest, data: JSONBody[NewGame], house: TheHouse
) -> Response[Any]:
    """Open a table, once for each request id: a retry gets the game of the first try."""
    player: Player = request.user
    opening = await house.openings.open(player, data)
    location = {"Location": f"/v1/games/{opening.game}"}
    match opening.answer:
        case None:
            ask = f"/v1/games/{opening.game}/commands/{opening.command_id}"
            return reply(request, Pending(ask, game=opening.game), PENDING, {"Location": ask})
        case Refused(refusal):
            raise await house.games.refused(opening.game, player.player, refusal)
        case accepted:
            opened = Opened(opening.game, (accepted.first, accepted.last))
            return reply(request, opened, 201, location)


@get("/games")
async def list_games(  # noqa: PLR0913, PLR0917 - one argument a query parameter
    request: AnyRequest,
    house: TheHouse,
    rules: Annotated[str | None, RULES_NAME] = None,
    phase: FromQuery[Literal["open", "ended"] | None] = None,
    mine: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)] = 50,
    before: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Response[GamePage]:
    """Games, newest first; ``mine``: those in which the caller sits."""
    if mine:
        players_only(request, request.route_handler)
    player = _caller(request)
    page = await house.lobby.page(player, Wanted(rules, phase, mine, limit, before))
    return reply(request, page)


@get("/games/{game:str}")
async def show_game(
    request: AnyRequest, house: TheHouse, game: FromPath[str]
) -> Response[ShownGame]:
    """One game: its options, its seats, where it stands."""
    player = _caller(request)
    row = await house.games.row(game)
    if row.phase == "reserved":
        await house.games.look(game, player)
    shown = await house.lobby.one(player, row)
    if shown is None:
        raise not_found()
    return reply(request, shown)


@post("/games/{game:str}/seats", guards=[players_only])
async def take_seat(
    request: AnyRequest, data: JSONBody[NewSeat], house: TheHouse, game: FromPath[str]
) -> Response[Any]:
    """Take a seat and commit to a client seed. The seat is the token's from then on."""
    player: Player = request.user
    seating = await house.usher.seat(game, player, data)
    match seating.answer:
        case None:
            ask = f"/v1/games/{game}/commands/{seating.command_id}"
            return reply(request, Pending(ask, seat=seating.seat), PENDING, {"Location": ask})
        case Refused(refusal):
            raise await house.games.refused(game, player.player, refusal)
        case accepted:
            return reply(request, Seated(seating.seat, (accepted.first, accepted.last)), 201)


@post("/games/{game:str}/commands", status_code=200, guards=[players_only])
async def send_command(
    request: AnyRequest, data: JSONBody[NewCommand], house: TheHouse, game: FromPath[str]
) -> Response[Any]:
    """Make a move or ask something of the table; answered once it is committed."""
    player: Player = request.user
    rules = await house.games.rules(game)
    command = parse(rules, data.move)
    if command is None:
        right = f"a move of {rules.NAME} or a table command, see GET /v1/rules"
        raise malformed("body at $.move", "there is no such move", right)
    wanted = wish(command, data.turn)
    answer = await house.desk.submit(GameId(game), player.player, data.command_id, wanted)
    if answer is None:
        ask = f"/v1/games/{game}/commands/{data.command_id}"
        return reply(request, Pending(ask), PENDING, {"Location": ask})
    return await _answered(request, house, game, answer)


@get("/games/{game:str}/commands/{command_id:str}", guards=[players_only])
async def show_answer(
    request: AnyRequest, house: TheHouse, game: FromPath[str], command_id: FromPath[str]
) -> Response[Any]:
    """The answer to one of the caller's own commands, as it was or would have been given."""
    if not is_game_id(game):
        raise not_found()
    actor = f"player:{request.user.player}"
    answer = await house.history.answer(GameId(game), actor, command_id)
    if answer is None:
        raise not_found()
    return await _answered(request, house, game, answer)


@get("/games/{game:str}/view")
async def show_view(request: AnyRequest, house: TheHouse, game: FromPath[str]) -> Response[Any]:
    """The table as the caller may see it: their own cards, or the public's view."""
    look = await house.games.look(game, _caller(request))
    return reply_json(request, look.raw)


@get("/games/{game:str}/events")
async def list_events(
    request: AnyRequest,
    house: TheHouse,
    game: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=SEQ_MAX)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=EVENTS_MAX)] = EVENTS_MAX,
) -> Response[EventPage]:
    """The game's public events with seq above ``after``, up to what the caller may see."""
    look = await house.games.look(game, _caller(request))
    last = look.stored.seq
    raws = await house.history.entries(GameId(game), after, min(last, after + limit))
    rules = await house.games.rules(game)
    return reply(request, EventPage(tuple(show_entries(rules, raws)), after, last))


async def _answered(
    request: AnyRequest, house: House, game: str, answer: Answer
) -> Response[Accepted]:
    if isinstance(answer, Refused):
        raise await house.games.refused(game, request.user.player, answer.refusal)
    return reply(request, Accepted((answer.first, answer.last)))


def _caller(request: AnyRequest) -> str | None:
    player: Player | None = request.user
    return None if player is None else player.player


def router(house: House) -> Router:
    """Everything under ``/v1``."""

    async def identify(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
        header = connection.headers.get("authorization")
        connection.scope["user"] = await house.callers.identify(header)

    return Router(
        "/v1",
        route_handlers=[
            create_player,
            list_rules,
            open_game,
            list_games,
            show_game,
            take_seat,
            send_command,
            show_answer,
            show_view,
            list_events,
        ],
        guards=[identify, readable],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
    )
