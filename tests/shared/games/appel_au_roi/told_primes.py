"""Told deals in which each prime is made, missed and lost, and the words that double it."""

from typing import Final

from tests.shared.games.appel_au_roi.examples import Moved

VALUES: Final = {
    "petit": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "roi_ultimo": 1,
    "prise_xxi": 1,
    "prise_roi": 1,
    "oudlers": 1,
    "quatre_rois": 1,
    "honneurs": 1,
    "absolu": 1,
}

KINGS_LOST: Final[Moved] = {"KH": (8, 2), "KS": (8, 0)}
XXI_LOST: Final[Moved] = {"EX": (5, 3)}
POOR: Final[Moved] = {"EX": (5, 3), "QH": (8, 0), "KH": (8, 2)}

MADE: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (12, 0), "3D": (12, 1), "JD": (12, 3), "EX": (8, 3)}),
    "ii": (2, {"T2": (11, 2), "QH": (11, 0), "3D": (11, 1), "T19": (8, 3)}),
    "iii": (2, {"T3": (10, 2), "QH": (10, 0), "3D": (10, 1), "JD": (10, 3)}),
    "iv": (2, {"T4": (9, 2), "2D": (9, 0)}),
    "roi_ultimo": (2, {"KH": (12, 2)}),
    "prise_xxi": (0, {"T21": (7, 3)}),
    "oudlers": (2, {"T1": (5, 1)}),
    "quatre_rois": (0, {"KC": (7, 1), "KD": (9, 3)}),
    "honneurs": (2, {"KC": (7, 1)}),
    "absolu": (0, {"KC": (7, 1)}),
}
"""Declarer's side makes the prime: who may announce it, and how the deal is told."""

LOST_TO_OTHERS: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (12, 0)}),
    "ii": (2, {"T2": (11, 2), "T19": (11, 3)}),
    "iii": (2, {"T3": (10, 2)}),
    "iv": (2, {"T4": (9, 2)}),
    "roi_ultimo": (2, {"KH": (12, 2), "T20": (10, 0)}),
    "prise_xxi": (2, XXI_LOST),
    "oudlers": (2, XXI_LOST),
    "quatre_rois": (0, KINGS_LOST),
    "honneurs": (2, KINGS_LOST),
    "absolu": (0, POOR),
}
"""The opponents make it instead."""

MADE_BY_NOBODY: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (8, 0)}),
    "ii": (2, {}),
    "iii": (2, {"T3": (8, 2)}),
    "iv": (2, {}),
    "roi_ultimo": (2, {}),
    "prise_xxi": (2, {"T21": (10, 1)}),
    "oudlers": (0, {}),
    "quatre_rois": (0, {}),
    "honneurs": (0, {}),
    "absolu": (2, {}),
}

BY_OPPONENTS: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (1, {"T1": (12, 1), "QH": (12, 0), "KD": (12, 3)}),
    "ii": (3, {"T2": (11, 3), "2D": (11, 0), "3D": (11, 1), "1D": (11, 2)}),
    "iii": (1, {"T3": (10, 1), "2D": (10, 0), "1D": (10, 2), "KD": (10, 3)}),
    "iv": (3, {"T4": (9, 3), "2D": (9, 0)}),
    "prise_xxi": (1, XXI_LOST),
    "prise_roi": (3, {"KH": (8, 2)}),
    "oudlers": (3, XXI_LOST),
    "quatre_rois": (1, KINGS_LOST),
    "honneurs": (3, KINGS_LOST),
    "absolu": (1, POOR),
}
"""The opponents make it, and one of them may announce it."""


def contred(item: str, announcer: int, level: int) -> list[str]:
    """The words that announce a prime and double it to ``level``."""
    words = [f"{announcer}:announce:{item}"]
    doubled = level.bit_length() - 1
    return words + [f"{(announcer + turn) % 4}:contre:{item}" for turn in range(1, doubled + 1)]


BIDS: Final = {"appel": 1, "appel_contre_chien": 2}
"""The games of these tables, and how often each prime counts in them."""

SLAM: Final[Moved] = {
    "T5": (2, 2),
    "KD": (4, 0),
    "KC": (6, 0),
    "T12": (8, 2),
    "T16": (10, 2),
}
"""Seats 0 and 2 win every trick, and with them oudlers, four kings, honneurs and absolu."""
ALL_PRIMES: Final = {"oudlers": 1, "quatre_rois": 1, "honneurs": 1, "absolu": 1}
SLAM_MISSED: Final[Moved] = {"T14": (2, 3)}
"""Seat 3 trumps the second trick, as it must."""
SLAM_STOPPED: Final[Moved] = {"9S": (1, 3)}
"""Seat 0 takes the first trick, in which everyone follows suit."""
