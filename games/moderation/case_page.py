"""The page of a case: what was said, the game at that time, and the people in it.

It also offers every act that is possible now, with its form filled in.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, Q

from games.log import positions
from games.log.lookups import last_before
from games.log.table_rows import read_seats
from games.models import Entrant, League, Report, Seat, TalkMessage, User
from games.models.moderation import Case, ReportKind
from games.moderation import conflicts
from games.moderation.action import Action, ActionContext
from games.moderation.actions.cases import cannot_lift, shown_messages
from games.moderation.actions.people import BanForm
from games.moderation.casework import (
    HELP,
    OPEN,
    CaseRow,
    QueueForm,
    case_rows,
    next_case,
    notes_on,
    with_people,
)
from games.moderation.kinds import (
    ACT_AND_CLOSE,
    RESERVED_ACTS,
    SHORT_NAMES,
    fitting_acts,
    usual_outcome,
)
from games.moderation.registry import actions_for, acts_done, all_actions
from games.moderation.subject_pages import person_card
from games.moderation.subjects import Subject, act_url, name_case, name_game, url_of
from games.presentation import labels
from games.presentation.board import board_of
from games.presentation.ready_reasons import OUTCOMES
from games.presentation.text import name_of, names_of
from games.presentation.time_control_text import preset_name_of
from games.presentation.tribes import tribes_of
from games.talk import messages
from stoneage_core import awaited

#: How many tables and leagues of somebody who asks are offered, the newest first.
MOST_TABLES = 8
#: How many messages before and after a reported one are shown.
AROUND = 6


def describe_case(
    case: Case, by: User, now: datetime, wanted: QueueForm
) -> dict[str, Any]:
    reports = list(
        case.reports.select_related("reporter", "message", "seat").order_by("pk")
    )
    then = _game_when_reported(case, reports)
    defaults = _defaults(case, reports, then)
    following = next_case(case, by, now, wanted)
    is_beyond_list = following is None
    if is_beyond_list:
        following = _next_of_all(case, by, now)
    return {
        "case": case,
        "title": name_case(case),
        "next_url": url_of(following) if following else "",
        "next_title": name_case(following) if following else "",
        "is_beyond_list": is_beyond_list,
        "is_waiting": case.is_waiting(now),
        "against": all_actions()[case.act.kind].title if case.act else "",
        "reports": reports,
        "said": _talk_around(case, reports),
        "then": then,
        "clock_name": preset_name_of(case.game.time_control) if case.game else "",
        "awaited": _awaited_now(case),
        "leagues": [
            (league.name, url_of(league)) for league in _leagues(case, _askers(reports))
        ],
        "people": _people(case, reports, now),
        "earlier": _related_cases(case, reports, by, now),
        "is_mine": case.assignee_id == by.pk,
        "kinds": SHORT_NAMES,
        "kind": SHORT_NAMES[ReportKind(case.kind)],
        "done": acts_done(case.acts.all()),
        "conversation": case.messages.select_related("user", "by").order_by("pk"),
        "notes": notes_on(case=case),
        "why_not": conflicts.conflict_of(by, case),
        "colleagues": conflicts.colleagues_for(case, by),
        "reserved": _reserved_act(case, by),
        "cannot_lift": cannot_lift(case, by, now) if case.is_open else "",
        "form": BanForm(context=ActionContext(by, now, case, case=case)),
        "defaults": defaults,
        "may_hide": bool(shown_messages(case)),
        **_acts(case, reports, by, now, defaults),
    }


def _next_of_all(case: Case, by: User, now: datetime) -> Case | None:
    """Return the next case of the whole queue: reports and appeals, then requests."""
    for show in (OPEN, HELP):
        whole = QueueForm({"show": show})
        whole.is_valid()
        if following := next_case(case, by, now, whole):
            return following
    return None


def _talk_around(case: Case, reports: list[Report]) -> list[tuple[TalkMessage, bool]]:
    """Return the talk around reported messages, or its end, and mark those."""
    if case.game is None:
        return []
    said = list(messages.all_messages_of(case.game))
    marked = {report.message_id for report in reports if report.message_id}
    at = [index for index, message in enumerate(said) if message.pk in marked]
    first, last = (min(at), max(at)) if at else (len(said), len(said))
    shown = said[max(0, first - AROUND) : last + AROUND + 1]
    return [(message, message.pk in marked) for message in shown]


def _game_when_reported(case: Case, reports: list[Report]) -> dict[str, Any] | None:
    """Return the game when the first reported thing was said or done, or None."""
    if case.game is None or not reports:
        return None
    first = reports[0]
    at = first.message.said_at if first.message else first.made_at
    sequence = last_before(case.game, at)
    if sequence is None:
        return None
    state = positions.state_at(case.game, sequence)
    if not state.round:
        return None
    names = names_of(read_seats(case.game))
    return {
        "sequence": sequence,
        "where": labels.round_and_phase(state),
        "board": board_of(state, names),
        "tribes": tuple(tribes_of(state, names, awaited(state))),
    }


def _awaited_now(case: Case) -> list[tuple[str, Seat]]:
    """Return the names and seats of those who have to decide in a running game."""
    if case.game is None or not case.game.is_active:
        return []
    seats = read_seats(case.game)
    return [(name_of(seat), seat) for seat in seats if seat.awaited_at is not None]


def _people(case: Case, reports: list[Report], now: datetime) -> list[dict[str, Any]]:
    roles: dict[User, str] = {}
    if case.person is not None:
        roles[case.person] = "appeals" if case.act_id else "reported"
    for report in reports:
        if report.reporter is not None:
            role = "asks" if case.is_request else "reported it"
            roles.setdefault(report.reporter, role)
    return [person_card(user, role, now) for user, role in roles.items()]


def _related_cases(
    case: Case, reports: list[Report], by: User, now: datetime
) -> list[CaseRow]:
    """
    Return the other cases about the people of a case: about the reported person, what
    that person asks or reported of these reporters, and whatever is about or from
    people who ask for help. Open cases at the same table belong to it, too. Open ones
    come first.
    """
    reporters = [one.reporter_id for one in reports if one.reporter_id]
    if case.person_id is not None:
        back = Q(person__in=reporters, reports__reporter=case.person_id)
        asked = Q(person=None, reports__reporter=case.person_id)
        related = Q(person=case.person_id) | back | asked
    else:
        related = Q(person=None, reports__reporter__in=reporters)
        if case.is_request:
            related |= Q(person__in=reporters)
    if case.game_id is not None:
        related |= Q(game=case.game_id, closed_at=None)
    others = conflicts.cases_for(by).filter(related).exclude(pk=case.pk).distinct()
    newest = with_people(others).order_by(F("closed_at").desc(nulls_first=True), "-pk")
    return case_rows(newest[:AROUND], now)


def _defaults(
    case: Case, reports: list[Report], then: dict[str, Any] | None
) -> dict[str, str]:
    """Return initial values for the form of an act, by field name."""
    filled = {"seconds": "86400", "how": "called_off"}
    seats = [one.seat for one in reports if one.seat is not None]
    if not seats and case.game is not None and ReportKind(case.kind).asks_for_help:
        seats = [
            seat
            for seat in read_seats(case.game)
            if any(one.reporter_id == seat.user_id for one in reports)
        ]
    said = [one.message for one in reports if one.message and not one.message.hidden_at]
    if seats:
        filled["seat"] = str(seats[-1].number)
    if said:
        filled["message"] = str(said[-1].pk)
    if then is not None:
        filled["sequence"] = str(then["sequence"])
    return filled


#: An act, its URL, and whether the case fills in its whole form. If it does, one press
#: shows what the act would do.
_Offer = tuple[Action, str, bool]


def _askers(reports: list[Report]) -> set[User]:
    return {one.reporter for one in reports if one.reporter is not None}


def _subjects(case: Case, askers: Collection[User]) -> list[tuple[str, Subject | None]]:
    """Return what can be acted on in a case, under headings."""
    wanted: list[tuple[str, Subject | None]] = [("This case", case)]
    if case.is_request:
        wanted += [(str(user), user) for user in askers]
    for league in _leagues(case, askers):
        wanted.append((f"{league.host}, host of {league.name}", league.host))
        wanted.append((f"The league {league.name}", league))
    return [*wanted, (str(case.person), case.person), ("The game", case.game)]


def _leagues(case: Case, people: Collection[User]) -> list[League]:
    """
    Return which leagues a case about leagues may mean: the one of its game, or else the
    open ones that people host or have entered, the newest first.
    """
    if ReportKind(case.kind) is not ReportKind.TOURNAMENT:
        return []
    leagues = League.objects.select_related("host").order_by("-pk")
    of_game = leagues.filter(seasons__games__game=case.game_id)
    if case.game_id is not None and (own := of_game.first()):
        return [own]
    entered = Entrant.objects.filter(user__in=people).values("season__league")
    theirs = Q(pk__in=entered) | Q(host__in=people)
    return list(leagues.filter(theirs, closed_at=None)[:MOST_TABLES])


def _acts_at_tables(
    case: Case, askers: Collection[User], by: User, now: datetime
) -> list[tuple[str, list[_Offer]]]:
    """
    Return the fitting acts at the tables of people who asked without naming one, each
    with its form filled in by its address.
    """
    usual = ACT_AND_CLOSE.get(ReportKind(case.kind))
    found = []
    seats = Seat.objects.filter(user__in=askers).in_active_games().with_tables()
    for seat in seats.order_by("-game_id")[:MOST_TABLES]:
        offers: list[_Offer] = []
        for action in actions_for(seat.game, by, now):
            if action.key not in fitting_acts(case):
                continue
            filled = {"seat": str(seat.number)}
            if usual is not None and usual.act == action.key:
                filled |= {"ready": usual.reason, "close": usual.outcome}
            url = f"{act_url(seat.game, action.key, case)}&{urlencode(filled)}"
            offers.append((action, url, False))
        if offers:
            found.append((f"{name_game(seat.game)}, {seat.game.slug}", offers))
    return found


def _reserved_act(case: Case, by: User) -> tuple[Action, list[User]] | None:
    """
    Return the act that the kind of a case usually needs, and which colleagues may do
    it, if ``by`` may not.
    """
    key = RESERVED_ACTS.get(ReportKind(case.kind))
    if key is None or case.act_id is not None or not case.is_open:
        return None
    action = all_actions()[key]
    right = f"games.{action.permission}"
    if by.has_perm(right):
        return None
    able = [user for user in conflicts.colleagues_for(case, by) if user.has_perm(right)]
    return action, able


def _acts(
    case: Case, reports: list[Report], by: User, now: datetime, defaults: dict[str, str]
) -> dict[str, Any]:
    """
    Return the possible acts under headings: those that fit the kind, and others; and
    which one usually closes the case in the same step.
    """
    if not case.is_open:
        return {"groups": [], "other_groups": []}
    askers = _askers(reports)
    groups: list[tuple[str, list[_Offer]]] = []
    other_groups: list[tuple[str, list[_Offer]]] = []
    for heading, subject in _subjects(case, askers):
        if subject is None:
            continue
        fitting: list[_Offer] = []
        others: list[_Offer] = []
        for action in actions_for(subject, by, now):
            context = ActionContext(by, now, subject, case=case)
            filled_in = {**defaults, "ready": "acted", "days": "7"}
            is_ready = action.form(filled_in, context=context).is_valid()
            fits = subject is case or action.key in fitting_acts(case)
            offer = (action, act_url(subject, action.key, case), is_ready)
            (fitting if fits else others).append(offer)
        if fitting:
            groups.append((heading, fitting))
        if others:
            other_groups.append((heading, others))
    close_as = usual_outcome(case)
    if case.is_request and case.game is None:
        groups += _acts_at_tables(case, askers, by, now)
    return {
        "groups": groups,
        "other_groups": other_groups,
        "close_as": close_as,
        "close_words": OUTCOMES[close_as].text,
        "and_close": ACT_AND_CLOSE.get(ReportKind(case.kind))
        if case.act_id is None
        else None,
    }
