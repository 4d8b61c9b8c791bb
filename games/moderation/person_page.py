"""The staff's page of a person: how they play, and what was done about them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games import queries
from games.accounts.profile_page import pace_in_words
from games.models import ModerationAction, Seat, Status, User
from games.models.cases import Case, StaffNote
from games.moderation import conflicts
from games.moderation.case_queue import CaseRow, case_rows, with_people
from games.moderation.dashboard import Section, name_game, url_of
from games.moderation.person_facts import acts_upon, play_facts, standing_of
from games.moderation.registry import act_url, all_actions, offered
from games.moderation.second_accounts import second_account_hints
from games.ratings.rows import rating_rows
from games.signals.bus import Survey, collect

#: How many games, cases and acts are listed, the latest first.
MOST = 12


@dataclass(frozen=True)
class CollectPersonSections(Survey[Section]):
    """Lists for the page of one person."""

    user: User
    now: datetime


@dataclass(frozen=True)
class PersonGame:
    """One game of a person, and how they have their seat there."""

    url: str
    title: str
    state: str
    is_left: bool
    at: datetime


def describe_person(user: User, by: User, now: datetime) -> dict[str, Any]:
    """Return the context of the staff's page of a person."""
    acts = [(action, act_url(user, action)) for action in offered(user, by, now)]
    return {
        "person": user,
        "title": str(user),
        "standing": tuple(standing_of(user, now)),
        "facts": play_facts(user),
        "pace": pace_in_words(user),
        "ratings": rating_rows(user),
        "games": _games(user),
        "about": _cases(user.cases.filter(act=None), by, now),
        "appeals": _cases(user.cases.exclude(act=None), by, now),
        "reported": _cases(
            Case.objects.filter(reports__reporter=user, act=None), by, now
        ),
        "done": _done(user),
        "hints": second_account_hints(user, now),
        "notes": _notes(user),
        "sections": collect(CollectPersonSections(user, now)),
        "why_not": conflicts.why_not(by, user),
        "acts": acts,
    }


def _games(user: User) -> list[PersonGame]:
    seats = queries.with_tables(Seat.objects.filter(user=user))
    return [_game(seat) for seat in seats.order_by("-game_id")[:MOST]]


def _game(seat: Seat) -> PersonGame:
    game = seat.game
    return PersonGame(
        url=url_of(game),
        title=name_game(game),
        state=str(Status(game.status).label),
        is_left=seat.is_on_autopilot,
        at=game.created_at,
    )


def _cases(cases: "QuerySet[Case]", by: User, now: datetime) -> list[CaseRow]:
    """Return those cases that the reader may look into, the latest first."""
    shown = cases.filter(pk__in=conflicts.cases_for(by).values("pk")).distinct()
    return case_rows(with_people(shown).order_by("-opened_at")[:MOST], now)


def _notes(user: User) -> "QuerySet[StaffNote]":
    notes = StaffNote.objects.filter(person=user).select_related("by", "case")
    return notes.order_by("-pk")


def _done(user: User) -> list[tuple[str, ModerationAction]]:
    """Return what the staff did about somebody, in words, the latest first."""
    actions = all_actions()
    rows = (
        acts_upon(user)
        .select_related("by", "confirmed_by", "game")
        .order_by("-pk")[:MOST]
    )
    return [(actions[row.kind].title, row) for row in rows]
