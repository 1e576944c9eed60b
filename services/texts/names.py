"""What codes are called: games, suits, cards, contracts, bids, primes, words of the auction.

A name is a message id: English, translated by the catalogues. A game's codes are told apart by
nothing but themselves, so no code stands for two things in one game.
"""

from functools import cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.texts.languages import Language, translated
from shared.cards.packs import TAROCKS, suit_of

TITLES: Final = {
    "call_break": "Call Break",
    "king_russian": "Russian King",
    "king_turkish": "Turkish King",
    "appel_au_roi": "Appel au roi",
}
"""Rules -> what the game is called."""

SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", TAROCKS: "tarocks"}


class Form(Struct, frozen=True):
    """How a card is called: by itself, and where a sentence speaks of it."""

    alone: str
    spoken: str


def _form(alone: str) -> Form:
    return Form(alone, f"the {alone}")


RANKS: Final = {
    rank: _form(f"{name} of {{suit}}")
    for rank, name in (
        *((pip, pip) for pip in "123456789"),
        ("T", "10"),
        ("J", "jack"),
        ("N", "knight"),
        ("Q", "queen"),
        ("K", "king"),
        ("A", "ace"),
    )
}
"""One message a rank: languages differ in more than the order of rank and suit."""

TAROCK: Final = _form("tarock {number}")
NAMED_TAROCKS: Final = {
    "T1": _form("Petit"),
    "T21": _form("tarock XXI"),
    "EX": _form("Excuse"),
}
_ROMAN: Final = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)

RUSSIAN_CONTRACTS: Final = {
    "no_tricks": "No Tricks",
    "no_kings": "No Kings",
    "no_queens": "No Queens",
    "no_hearts": "No Hearts",
    "no_king": "No King of Hearts",
    "no_last_two": "No Last Two",
    "eralash_negative": "Negative Eralash",
    "tricks": "Tricks",
    "kings": "Kings",
    "queens": "Queens",
    "hearts": "Hearts",
    "king": "King of Hearts",
    "last_two": "Last Two",
    "eralash_positive": "Positive Eralash",
}
TURKISH_CONTRACTS: Final = {
    "el_almaz": "El Almaz (no tricks)",
    "kupa_almaz": "Kupa Almaz (no hearts)",
    "erkek_almaz": "Erkek Almaz (no kings or jacks)",
    "kiz_almaz": "Kız Almaz (no queens)",
    "rifki": "Rıfkı (king of hearts)",
    "son_iki": "Son İki (last two tricks)",
    "koz": "Koz (trump)",
}
BIDS: Final = {
    "appel": "King Call",
    "trischaken": "Trischaken",
    "seul_chien_complet": "Solo with the Whole Talon",
    "piccolo": "Piccolo",
    "appel_contre_chien": "King Call against the Talon",
    "appel_petit": "King Call with the Petit",
    "misere": "Misère",
    "appel_ii": "King Call with the II",
    "seul_sans_atout": "Solo without Trump",
    "seul": "Solo",
    "piccolo_ouvert": "Open Piccolo",
    "appel_iii": "King Call with the III",
    "misere_ouverte": "Open Misère",
    "appel_iv": "King Call with the IV",
    "seul_contre_chien_sans_atout": "Solo against the Talon without Trump",
    "seul_contre_chien": "Solo against the Talon",
}
"""Appel au roi, the bids of Table 1: forehand's own first, then ascending."""
PRIMES: Final = {
    "petit": "Petit",
    "ii": "II",
    "iii": "III",
    "iv": "IV",
    "roi_ultimo": "King Ultimo",
    "prise_xxi": "Capture of the XXI",
    "prise_roi": "Capture of the King",
    "oudlers": "Three Oudlers",
    "quatre_rois": "Four Kings",
    "honneurs": "Honours",
    "absolu": "Absolute",
    "chelem": "Slam",
}
"""Appel au roi, the primes of Table 2."""
WORDS: Final = {
    "pass": "pass",
    "fourth": "the fourth king",
    "abandon": "abandon",
    "bien": "bien",
    "game": "the game",
    "contre": "contre",
    "re_contre": "re-contre",
    "sur_contre": "sur-contre",
}
"""Appel au roi, what is said beside bids and primes."""

NAMES: Final[dict[str, dict[str, str]]] = {
    "call_break": {},
    "king_russian": RUSSIAN_CONTRACTS,
    "king_turkish": TURKISH_CONTRACTS,
    "appel_au_roi": {**BIDS, **PRIMES, **WORDS},
}
"""Rules -> code -> name, beside suits and cards, which every game has."""


def card(code: str, language: Language) -> Form:
    """What the card ``code`` is called: ``KH``, ``T14``, ``EX`` (CO-CARD-1, -2)."""
    if code in NAMED_TAROCKS:
        form, filled = NAMED_TAROCKS[code], {}
    elif suit_of(code) == TAROCKS:
        form, filled = TAROCK, {"number": _ROMAN[int(code[1:]) - 1]}
    else:
        form, filled = RANKS[code[0]], {"suit": translated(SUITS[code[1]], language)}
    alone, spoken = (translated(text, language) for text in (form.alone, form.spoken))
    return Form(alone.format_map(filled), spoken.format_map(filled))


@cache
def names(rules: str, deck: tuple[str, ...], language: Language) -> MappingProxyType[str, str]:
    """What each code that the game shows is called by itself, for buttons and tables."""
    cards = {code: card(code, language).alone for code in deck}
    return MappingProxyType({**_uncarded(rules, deck, language), **cards})


@cache
def spoken(rules: str, deck: tuple[str, ...], language: Language) -> MappingProxyType[str, str]:
    """What each code that the game shows is called within a sentence."""
    cards = {code: card(code, language).spoken for code in deck}
    return MappingProxyType({**_uncarded(rules, deck, language), **cards})


def _uncarded(rules: str, deck: tuple[str, ...], language: Language) -> dict[str, str]:
    """The game's codes that are not cards."""
    suits = dict.fromkeys(suit_of(code) for code in deck)
    called = {suit: SUITS[suit] for suit in suits} | NAMES.get(rules, {})
    return {code: translated(name, language) for code, name in called.items()}
