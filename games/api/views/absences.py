"""Operations on absences: days during which the caller's clocks stand still."""

from dataclasses import dataclass

from django.http import HttpRequest
from ninja import Body, Router
from pydantic import AwareDatetime

from games import queries
from games.absences import (
    away_rows,
    declare_absence,
    declare_absences,
    end_absence,
)
from games.api.caller import PLAY, READ, Caller, caller_of, own_seat_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.errors import Refused
from games.presentation.error_text import error_sentence
from stoneage_core.match.state import Source

router = Router(auth=PLAY, tags=["absences"])


@dataclass(frozen=True)
class AbsenceResource:
    """
    The caller's absence in one running game, the current or the next one.

    ``begins`` and ``ends`` are null if there is none. ``days_left`` are the days of
    vacation that are left this year, null at a pace without vacation.
    """

    game: str
    begins: AwareDatetime | None
    ends: AwareDatetime | None
    is_away: bool
    days_left: int | None


@dataclass(frozen=True)
class AbsenceRefusal:
    """Why an absence was not recorded in a ``game``."""

    game: str
    code: str
    detail: str


@dataclass(frozen=True)
class AbsencesResource:
    """The caller's absences in all running games, and where one was ``refused``."""

    absences: tuple[AbsenceResource, ...]
    refused: tuple[AbsenceRefusal, ...] = ()


@with_example(begins="2030-07-01T08:00:00Z", ends="2030-07-08T08:00:00Z")
@dataclass(frozen=True)
class AbsenceRequest:
    """An absence until ``ends``. Without ``begins`` it begins now."""

    ends: AwareDatetime
    begins: AwareDatetime | None = None


@router.get("/absences", auth=READ, response={200: AbsencesResource} | PROBLEMS)
def list_absences(request: HttpRequest) -> AbsencesResource:
    """Return the caller's absences in their running games."""
    return _absences(caller_of(request))


@router.post("/absences", response={200: AbsencesResource} | PROBLEMS)
def go_away(request: HttpRequest, wanted: Body[AbsenceRequest]) -> AbsencesResource:
    """Stop the caller's clocks in all running games that have the vacation for it."""
    caller = caller_of(request)
    _held, refused = declare_absences(
        user=caller.user,
        begins=wanted.begins,
        ends=wanted.ends,
        now=caller.now,
        source=Source.API,
    )
    reasons = tuple(
        AbsenceRefusal(seat.game.slug, refusal.code, error_sentence(refusal))
        for seat, refusal in refused
    )
    return _absences(caller, reasons)


@router.delete("/absences", response={200: AbsencesResource} | PROBLEMS)
def come_back(request: HttpRequest) -> AbsencesResource:
    """End the caller's absences in all games, also those that have not begun."""
    caller = caller_of(request)
    refused = []
    for seat in queries.active_seats(caller.user):
        try:
            end_absence(seat=seat, now=caller.now, source=Source.API)
        except Refused as refusal:
            sentence = error_sentence(refusal)
            refused.append(AbsenceRefusal(seat.game.slug, refusal.code, sentence))
    return _absences(caller, tuple(refused))


@router.put("/games/{slug}/absence", response={200: AbsencesResource} | PROBLEMS)
def go_away_from_game(
    request: HttpRequest, slug: Slug, wanted: Body[AbsenceRequest]
) -> AbsencesResource:
    """Stop the caller's clock in one game."""
    caller = caller_of(request)
    declare_absence(
        seat=own_seat_of(caller, slug),
        begins=None if wanted.begins is None else max(wanted.begins, caller.now),
        ends=wanted.ends,
        now=caller.now,
        source=Source.API,
    )
    return _absences(caller)


@router.delete("/games/{slug}/absence", response={200: AbsencesResource} | PROBLEMS)
def come_back_to_game(request: HttpRequest, slug: Slug) -> AbsencesResource:
    """End the caller's absence in one game, also one that has not begun."""
    caller = caller_of(request)
    end_absence(seat=own_seat_of(caller, slug), now=caller.now, source=Source.API)
    return _absences(caller)


def _absences(
    caller: Caller, refused: tuple[AbsenceRefusal, ...] = ()
) -> AbsencesResource:
    absences = tuple(
        AbsenceResource(
            game=row["slug"],
            begins=row["span"] and row["span"].begins,
            ends=row["span"] and row["span"].ends,
            is_away=row["is_away"],
            days_left=row["days_left"],
        )
        for row in away_rows(caller.user, caller.now)
    )
    return AbsencesResource(absences, refused)
