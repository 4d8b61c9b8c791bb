"""Facts about a person that the staff see wherever one is named."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from games.accounts.attendance import attendance_of
from games.accounts.reliability import Reliability, reliability_of
from games.models import ModerationAction, Seat, Status, User
from games.models.cases import Case
from games.presentation.dates import moment_in_words


@dataclass(frozen=True)
class PersonCard:
    """Somebody in a case, by their part in it, with what is known against them."""

    user: User
    role: str
    url: str
    badges: tuple[str, ...]
    cases: int
    acts: int


@dataclass(frozen=True)
class PlayFacts:
    """How somebody plays: how many games of each kind, and how they keep to time."""

    running: int
    finished: int
    left: int
    lost_to_clock: int
    record: Reliability


def person_url(user: User) -> str:
    """Return the address of the staff's page of a person."""
    return reverse("moderation:person", args=[user.pk])


def person_card(user: User, role: str, now: datetime) -> PersonCard:
    """Return what a case says of somebody. Two queries."""
    return PersonCard(
        user=user,
        role=role,
        url=person_url(user),
        badges=tuple(standing_of(user, now)),
        cases=Case.objects.filter(about=user, act=None).count(),
        acts=acts_upon(user).count(),
    )


def standing_of(user: User, now: datetime) -> Iterator[str]:
    """Say what holds against somebody at this moment, and what mails they get."""
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
        yield "no mail reaches them"
    if user.is_staff:
        yield "staff"
    if user.is_guest:
        yield "a guest, without an address"


def acts_upon(user: User) -> "QuerySet[ModerationAction]":
    """Return what the staff did about somebody, their seats included."""
    return ModerationAction.objects.filter(user=user)


def play_facts(user: User) -> PlayFacts:
    """Count the games of somebody, and the seats that they lost to the clock."""
    seats = Seat.objects.filter(user=user)
    return PlayFacts(
        running=seats.filter(game__status=Status.ACTIVE).count(),
        finished=seats.filter(game__status=Status.FINISHED).count(),
        left=seats.filter(game__status=Status.ACTIVE, is_on_autopilot=True).count(),
        lost_to_clock=attendance_of(user.pk).lost,
        record=reliability_of(user.pk),
    )
