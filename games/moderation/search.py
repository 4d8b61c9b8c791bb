"""Search for games and people by anything known about them, and for events.

Each way to find a game is a query of its own, which uses an index. A single query for
all of them would read every game.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.functional import cached_property

from games.history.event_index import games_with
from games.history.hash_lookup import HashMatch, find_game, find_hash
from games.log.lookups import find_event
from games.log.positions import PastEvent, past_events
from games.log.table_rows import read_seats
from games.models import Game, Seat, Status, User
from games.moderation import conflicts
from games.moderation.dashboard import DashboardRow, Section, dashboard_row
from games.moderation.subjects import url_of
from games.presentation.event_text import (
    KIND_LABELS,
    EventText,
    HistoryKind,
    SourceMask,
    event_text,
    history_kind_of,
    undone_sequences,
)
from games.presentation.text import clean_line, join_names, names_of
from stoneage_core.audit import head_in

MOST = 30
#: How many matching people are considered when searching for their games.
MOST_PEOPLE = 100


def search_desk(words: str, by: User) -> tuple[Section, ...]:
    word = clean_line(words)
    _before, is_link, rest = word.partition("/games/")
    if is_link:
        word = rest.split("/")[0]
    fitting = User.objects.filter(Q(email__icontains=word) | Q(name__icontains=word))
    with _with_custom_plans():
        people = list(fitting.order_by("-created_at")[:MOST_PEOPLE])
        return _games(word, people), _people(people[:MOST], by)


@contextmanager
def _with_custom_plans() -> Iterator[None]:
    """
    Make PostgreSQL plan each query for its values, within a transaction. The generic
    plan, which it uses for repeated queries, would read all users.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        yield


def _games(word: str, people: list[User]) -> Section:
    keys = {
        *_latest(Game.objects.filter(slug__startswith=word.lower()), "pk"),
        *_latest(Seat.objects.filter(user__in=people), "game_id"),
        *_latest(Seat.objects.filter(absent_user__in=people), "game_id"),
        *_latest(Game.objects.filter(host__in=people), "pk"),
    }
    digits = head_in(word)
    if digits and (event := find_event(digits)):
        keys.add(event[0].pk)
    games = Game.objects.filter(pk__in=keys).with_seats().without_positions()
    rows = (
        dashboard_row(game, str(Status(game.status).label), game.created_at)
        for game in games.order_by("-created_at")[:MOST]
    )
    return Section("games", "Games", "No game matches.", tuple(rows))


def _latest(rows: "QuerySet[Game] | QuerySet[Seat]", column: str) -> list[int]:
    return list(rows.order_by(f"-{column}").values_list(column, flat=True)[:MOST])


def _people(people: list[User], by: User) -> Section:
    sees_people = by.has_perm("games.view_report")
    rows = (
        DashboardRow(
            str(user),
            url_of(user) if sees_people else "",
            user.email or "",
            user.created_at,
            "" if user.is_active else "banned",
        )
        for user in people
    )
    return Section("people", "People", "No person matches.", tuple(rows))


#: How many games are read for one page, and how many events of each are shown.
GAMES, EVENTS = 25, 40


class EventSearchForm(forms.Form):
    """Empty fields do not filter."""

    who = forms.CharField(label="Player", required=False, max_length=100)
    game = forms.CharField(label="Game, or its link", required=False, max_length=300)
    since = forms.DateField(
        label="From", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label="Until", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    kind = forms.ChoiceField(
        label="About",
        required=False,
        choices=[("", "everything"), *KIND_LABELS.items()],
    )
    words = forms.CharField(
        label="English words, or a command", required=False, max_length=100
    )
    hash = forms.CharField(label="Hash, all of it", required=False, max_length=300)

    def clean_game(self) -> Game | None:
        """Raise ValidationError if it is unknown."""
        named = self.cleaned_data["game"]
        found = find_game(named) if named else None
        if named and found is None:
            raise forms.ValidationError("There is no game of that name or link.")
        return found

    def clean_hash(self) -> str:
        """Return the 64 digits of a hash, which may contain line breaks."""
        typed = self.cleaned_data["hash"]
        digits = head_in(typed) if typed else ""
        if typed and not digits:
            raise forms.ValidationError("A hash has 64 digits, 0 to 9 and a to f.")
        return digits


class EventSearch:
    """
    A search by a member of the staff, in English. It leaves out their own running
    games. ``words`` have to occur in an event's sentence or command, in any order.
    """

    def __init__(self, wanted: Mapping[str, Any], by: User) -> None:
        self.wanted, self.by = wanted, by

    def page(self, number: str) -> Page[Game]:
        return Paginator(self._games(), GAMES).get_page(number)

    def found_in(self, page: Page[Game]) -> Iterator[dict[str, Any]]:
        """``more`` counts those not shown."""
        for game in page.object_list:
            with translation.override("en"):
                fitting = list(self._events_of(game))
            if fitting:
                title = join_names(read_seats(game))
                more = max(0, len(fitting) - EVENTS)
                events = tuple(fitting[:EVENTS])
                yield {"game": game, "title": title, "events": events, "more": more}

    def _games(self) -> QuerySet[Game]:
        own = conflicts.open_games_of(self.by)
        games = Game.objects.exclude(pk__in=own).order_by("-created_at")
        if self._hashed is not None:
            return games.filter(pk=self._hashed.game.pk)
        if self.wanted["hash"]:
            return games.none()
        if self.wanted["game"] is not None:
            games = games.filter(pk=self.wanted["game"].pk)
        if who := self.wanted["who"]:
            plays = Q(seats__user__name__icontains=who) | Q(seats__user__email=who)
            games = games.filter(plays).distinct()
        if words := self.wanted["words"]:
            games = games.filter(games_with(words)).distinct()
        if self.wanted["until"] is not None:
            ended = self.wanted["until"] + timedelta(days=1)
            games = games.filter(created_at__lt=_midnight(ended))
        return games

    @cached_property
    def _hashed(self) -> HashMatch | None:
        return find_hash(self.wanted["hash"]) if self.wanted["hash"] else None

    def _events_of(self, game: Game) -> Iterator[EventText]:
        happened = past_events(game, limit=game.version)
        names = names_of(read_seats(game))
        mask, undone = SourceMask(game), undone_sequences(happened)
        for one in happened:
            if not self._matches_filters(one):
                mask.read_past([one])
                continue
            text = event_text(one, names, mask, undone)
            if self._contains_words(text.text, one.command):
                yield text

    def _matches_filters(self, one: PastEvent) -> bool:
        """Return whether an event passes the filters that do not need its sentence."""
        since, until = self.wanted["since"], self.wanted["until"]
        day = one.recorded_at.date()
        is_then = (since is None or day >= since) and (until is None or day <= until)
        kind = self.wanted["kind"]
        is_kind = not kind or history_kind_of(one.event) is HistoryKind(kind)
        is_hashed = self._hashed is None or self._hashed.sequence == one.sequence
        return is_then and is_kind and is_hashed

    def _contains_words(self, sentence: str, command: str) -> bool:
        said = f"{sentence} {command}".casefold()
        return all(word in said for word in self.wanted["words"].casefold().split())


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)
