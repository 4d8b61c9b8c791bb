"""The page of a rematch: who plays, who has agreed, how it is played."""

from dataclasses import dataclass
from typing import Any

from games import queries
from games.lobby.rematch import find_rematch, next_start_player
from games.models import Game, Invitation, Seat, Status
from games.presentation import labels, time_control_text
from games.presentation.text import join_list, name_of, names_of
from games.store import positions


@dataclass(frozen=True)
class RematchPlayer:
    """A player of the rematch; ``answer_key`` is '' for whoever was not asked yet."""

    number: int
    name: str
    answer_key: str
    answer: str
    is_reader: bool


def rematch_context(over: Game, own: Seat) -> dict[str, Any]:
    """Return the context of the page; ``own`` is the reader's seat in either game."""
    rematch = find_rematch(over)
    seats = queries.seats_of(over if rematch is None else rematch)
    names = names_of(seats)
    start = next_start_player(positions.state_of(over))
    players = [
        _player(seat, names[seat.number], own, is_asked=rematch is not None)
        for seat in seats
    ]
    mine = next((each for each in players if each.is_reader), None)
    return {
        "game": over,
        "rematch": rematch,
        "players": players,
        "own": mine,
        "others": join_list(
            [name_of(seat) for seat in seats if seat.user_id != own.user_id]
        ),
        "starts": names[start],
        "is_rated": over.is_rated,
        "clock_name": time_control_text.name_of(over.time_control),
        "clock_terms": time_control_text.terms_of(over.time_control),
        "has_begun": rematch is not None and rematch.status != Status.INVITING,
    }


def _player(seat: Seat, name: str, own: Seat, *, is_asked: bool) -> RematchPlayer:
    is_reader = seat.user_id is not None and seat.user_id == own.user_id
    key = seat.invitation if is_asked or seat.is_automatic else ""
    return RematchPlayer(
        number=seat.number,
        name=name,
        answer_key=key,
        answer=_answer(seat, key),
        is_reader=is_reader,
    )


def _answer(seat: Seat, key: str) -> str:
    if seat.is_automatic:
        return str(labels.AUTOMATIC)
    return str(labels.ANSWERS[Invitation(key)]) if key else ""
