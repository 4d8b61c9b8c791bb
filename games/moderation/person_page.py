"""What the staff see of a person, in a case and on the person's own page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games import queries
from games.accounts.profile_page import pace_in_words
from games.accounts.reliability import attendance_of, reliability_of
from games.models import ModerationAction, Seat, Status, User
from games.models.cases import Case
from games.moderation import conflicts
from games.moderation.case_queue import CaseRow, case_rows, with_people
from games.moderation.casework import notes_on
from games.moderation.dashboard import DashboardRow, Section, dashboard_row
from games.moderation.registry import actions_for, acts_done
from games.moderation.second_accounts import second_account_hints
from games.moderation.subjects import act_url, url_of
from games.presentation.dates import moment_in_words
from games.ratings.rows import rating_rows
from games.signals import Survey, collect

#: How many games, cases and acts are listed, latest first.
MOST = 12


class CollectPersonSections(Survey[Section], frozen=True):
    """Asks other apps for lists for the page of one person."""

    user: User
    now: datetime


def describe_person(user: User, by: User, now: datetime) -> dict[str, Any]:
    return {
        "person": user,
        "title": str(user),
        "standing": tuple(badges_of(user, now)),
        "facts": play_facts(user),
        "pace": pace_in_words(user),
        "ratings": rating_rows(user),
        "games": _games(user),
        "cases": _cases(user.cases.filter(act=None), by, now),
        "appeals": _cases(user.cases.exclude(act=None), by, now),
        "reported": _cases(
            Case.objects.filter(reports__reporter=user, act=None), by, now
        ),
        "done": acts_done(ModerationAction.objects.filter(user=user), MOST),
        "hints": second_account_hints(user, now),
        "notes": notes_on(person=user),
        "sections": collect(CollectPersonSections(user, now)),
        "why_not": conflicts.conflict_of(by, user),
        "acts": [(one, act_url(user, one.key)) for one in actions_for(user, by, now)],
    }


def person_card(user: User, role: str, now: datetime) -> dict[str, Any]:
    """Return what a case shows of a person who is involved (two queries)."""
    return {
        "user": user,
        "role": role,
        "url": url_of(user),
        "badges": tuple(badges_of(user, now)),
        "cases": Case.objects.filter(person=user, act=None).count(),
        "acts": ModerationAction.objects.filter(user=user).count(),
    }


def badges_of(user: User, now: datetime) -> Iterator[str]:
    """Yield current sanctions and other facts about an account, in words."""
    if user.forgotten_at is not None:
        yield "forgotten"
    elif not user.is_active:
        until = user.banned_until
        yield f"banned until {moment_in_words(until)}" if until else "banned"
    if user.muted_until is not None and user.muted_until > now:
        yield f"muted until {moment_in_words(user.muted_until)}"
    if user.no_games_until is not None and user.no_games_until > now:
        yield f"no new games until {moment_in_words(user.no_games_until)}"
    if user.forget_at is not None:
        yield f"will be forgotten on {moment_in_words(user.forget_at)}"
    if user.unreachable_since is not None:
        yield "no email reaches them"
    if user.is_staff:
        yield "staff"
    if user.is_guest:
        yield "a guest, without an address"


def play_facts(user: User) -> dict[str, Any]:
    """Count the games of a person, and the seats that they lost to the clock."""
    seats = Seat.objects.filter(user=user)
    running = seats.filter(game__status=Status.ACTIVE)
    return {
        "running": running.count(),
        "finished": seats.filter(game__status=Status.FINISHED).count(),
        "left": running.filter(is_on_autopilot=True).count(),
        "lost_to_clock": attendance_of(user.pk).lost,
        "record": reliability_of(user.pk),
    }


def _games(user: User) -> list[tuple[DashboardRow, bool]]:
    """Return the latest games of a person, and whether autopilot has their seat."""
    seats = queries.with_tables(Seat.objects.filter(user=user))
    return [
        (
            dashboard_row(
                seat.game, str(Status(seat.game.status).label), seat.game.created_at
            ),
            seat.is_on_autopilot,
        )
        for seat in seats.order_by("-game_id")[:MOST]
    ]


def _cases(cases: "QuerySet[Case]", by: User, now: datetime) -> list[CaseRow]:
    shown = cases.filter(pk__in=conflicts.cases_for(by).values("pk")).distinct()
    return case_rows(with_people(shown).order_by("-opened_at")[:MOST], now)
