"""What the staff see of a game, a person and a league."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.accounts.profile_page import pace_in_words
from games.accounts.reliability import attendance_of, reliability_of
from games.leagues.page import division_tables
from games.log import positions
from games.log.positions import begins_step, past_event
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import (
    SOURCE_NAMES,
    Game,
    League,
    ModerationAction,
    Season,
    Seat,
    Status,
    User,
)
from games.models.leagues import GOING_ON
from games.models.moderation import Case
from games.moderation import conflicts
from games.moderation.casework import CaseRow, case_rows, notes_on, with_people
from games.moderation.dashboard import (
    LONGEST,
    CollectGameSections,
    DashboardRow,
    Section,
    dashboard_row,
)
from games.moderation.registry import actions_for, acts_done
from games.moderation.second_accounts import second_account_hints
from games.moderation.subjects import act_url, name_game, url_of
from games.presentation import labels, time_control_text
from games.presentation.board import board_of
from games.presentation.dates import moment_in_words
from games.presentation.event_text import (
    EventText,
    SourceMask,
    event_text,
    undone_sequences,
)
from games.presentation.league_text import league_url, progress_of_season, season_name
from games.presentation.seat_clocks import seat_clocks
from games.presentation.text import name_in, names_of, say
from games.presentation.tribes import tribes_of
from games.ratings.rows import rating_rows
from games.sanctions import sanctions_in_words
from games.seats.offers import staff_offer
from games.signals import Survey, collect
from stoneage_core import awaited
from stoneage_core.events.setup import GameStarted, PositionSetUp
from stoneage_core.match.state import Source
from stoneage_core.wording.sentences import describe_event

#: How many events of the timeline are shown. The history has all of them.
RECENT = 40
#: How many are read: those before tell how the first ones shown were decided.
READ = 400


def describe_game(game: Game, by: User, now: datetime) -> dict[str, Any]:
    seats, state = read_seats(game), positions.state_of(game)
    names = names_of(seats)
    cases = with_people(conflicts.cases_for(by).filter(game=game))
    if not by.has_perm("games.view_report"):
        cases = cases.none()
    clocks = {clock.seat: clock for clock in seat_clocks(game, seats, now)}
    acts = {
        one.key: (one, act_url(game, one.key)) for one in actions_for(game, by, now)
    }
    where = str(Status(game.status).label)
    if game.is_active:
        where = labels.round_and_phase(game)
    return {
        "game": game,
        "title": name_game(game),
        "where": where,
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
        "places": [
            (seat, names[seat.number], clocks.get(seat.number)) for seat in seats
        ],
        "clock_name": time_control_text.preset_name_of(game.time_control),
        "clock_terms": time_control_text.term_list(game.time_control),
        "pauses": [pause for pause in game.table_state.pauses if pause.ends > now],
        "proposals": [
            say(describe_event(proposal.made), names)
            for proposal in game.table_state.proposals
        ],
        "invitation": staff_offer(game),
        "timeline": timeline(game, names),
        "done": acts_done(ModerationAction.objects.filter(game=game)),
        "notes": notes_on(game=game),
        "cases": case_rows(cases.order_by("-opened_at"), now),
        "sections": collect(CollectGameSections(game)),
        "why_not": conflicts.conflict_of(by, game),
        "acts": list(acts.values()),
        "roll_back_url": acts["roll_back"][1] if "roll_back" in acts else "",
    }


def timeline(game: Game, names: Sequence[str]) -> list[tuple[EventText, bool]]:
    """
    Return the last events, latest first, and whether the game can go back to each. Each
    says who decided it and how, because nothing is hidden from the staff.
    """
    unread = max(0, game.version - READ)
    records = [record for record, _hash in load_records(game, after=unread)]
    happened = [past_event(record) for record in records]
    undone = undone_sequences(happened, unread)
    following = [*records[1:], None]
    began, mask = unread > 0 and game.started_at is not None, SourceMask(game)
    rows = []
    for one, record, after in zip(happened, records, following, strict=True):
        began = began or isinstance(one.event, GameStarted | PositionSetUp)
        text = event_text(one, names, mask, undone)
        ends = began and after is not None and begins_step(after, record)
        how = str(SOURCE_NAMES[Source(one.source)])
        if one.decided_by is not None:
            how = f"{name_in(names, one.decided_by)}, {how}"
        rows.append((replace(text, how=how), ends))
    return rows[: -RECENT - 1 : -1]


#: How many games, cases and acts are listed, latest first.
MOST = 12


class CollectPersonSections(Survey[Section], frozen=True):
    user: User
    now: datetime


def describe_person(user: User, by: User, now: datetime) -> dict[str, Any]:
    return {
        "person": user,
        "title": str(user),
        "badges": tuple(badges_of(user, now)),
        "facts": play_facts(user),
        "pace": pace_in_words(user),
        "ratings": rating_rows(user),
        "games": _latest_games(user),
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
    return {
        "user": user,
        "role": role,
        "url": url_of(user),
        "badges": tuple(badges_of(user, now)),
        "facts": play_facts(user),
        "pace": pace_in_words(user),
        "cases": Case.objects.filter(person=user, act=None).count(),
        "acts": ModerationAction.objects.filter(user=user).count(),
    }


def badges_of(user: User, now: datetime) -> Iterator[str]:
    if user.forgotten_at is not None:
        yield "forgotten"
    yield from sanctions_in_words(user, now)
    if user.forget_at is not None:
        yield f"will be forgotten on {moment_in_words(user.forget_at)}"
    if user.unreachable_since is not None:
        yield "no email reaches them"
    if user.is_staff:
        yield "staff"
    if user.is_guest:
        yield "a guest, without an address"


def play_facts(user: User) -> dict[str, Any]:
    seats = Seat.objects.filter(user=user)
    running = seats.in_active_games()
    return {
        "running": running.count(),
        "finished": seats.in_finished_games().count(),
        "left": running.filter(is_on_autopilot=True).count(),
        "lost_to_clock": attendance_of(user.pk).lost,
        "record": reliability_of(user.pk),
    }


def _latest_games(user: User) -> list[tuple[DashboardRow, bool]]:
    seats = Seat.objects.filter(user=user).with_tables()
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


def leagues_section() -> Section:
    going_on = Season.objects.filter(status__in=GOING_ON).values("league")
    leagues = League.objects.filter(pk__in=going_on).order_by("-pk")
    rows = []
    for league in leagues[:LONGEST]:
        season = league.current_season()
        season.league = league
        where = f"{season_name(season)}: {progress_of_season(season)}"
        rows.append(DashboardRow(league.name, url_of(league), where, season.started_at))
    return Section("leagues", "Leagues", "No league is running.", tuple(rows))


def describe_league(league: League, by: User, now: datetime) -> dict[str, Any]:
    season = league.current_season()
    entrants = list(season.entrants.select_related("user").order_by("pk"))
    return {
        "league": league,
        "title": league.name,
        "where": f"{season_name(season)}: {progress_of_season(season)}",
        "page_url": league_url(league),
        "entrants": entrants,
        "divisions": tuple(division_tables(season, entrants)),
        "hosts": [user for user in (league.host, league.second_host) if user],
        "host_acts": league.acts.select_related("by", "user").order_by("-pk")[:LONGEST],
        "done": acts_done(ModerationAction.objects.filter(league=league)),
        "why_not": conflicts.conflict_of(by, league),
        "acts": [
            (one, act_url(league, one.key)) for one in actions_for(league, by, now)
        ],
    }
