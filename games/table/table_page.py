"""The page of a table: the bar above, the dock below, and decisions to take back."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.live.live_page import live_page
from games.live.live_talk import REPORTS, live_talk
from games.log import positions
from games.log.lookups import mark_of
from games.log.positions import past_events
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, Status, StoredEvent, User
from games.people.reachability import lost_mails, silence_of
from games.presentation import labels
from games.presentation.attendance import (
    attendance_of,
    autopilots_of,
    own_time_notes,
    standstill_of,
    turn_notice,
)
from games.presentation.dates import duration_in_words
from games.presentation.event_text import (
    OutcomeSentence,
    outcome_sentences,
    undone_sequences,
)
from games.presentation.league_text import dropped_out_in_words
from games.presentation.proposal_text import proposals_of
from games.presentation.replay import load_since_turn, replay_since_turn
from games.presentation.result import result_in_words, standings_of
from games.presentation.table_view import Mode, TableView, ToolLink, table_of
from games.presentation.text import join_list, join_names, names_of, say
from games.table.choices import AskedDecision, Entered, Pane
from games.table.form_input import FormError
from games.table.hints import first_note, hint_for, is_practice, may_coach
from games.table.opponent_reasons import has_reasons
from games.table.orders_form import (
    due_order,
    missed_before_autopilot,
    next_order,
    preference,
)
from games.table.questions import UseDecision, decision_for
from games.table.sheets import may_hear, may_hear_spectators, sheet_context
from games.talk.page import unread_of
from games.watching.following import follow_button
from games.web.numbers import read_number
from games.web.seat_access import SeatAccess
from stoneage_core import awaited
from stoneage_core.events.clocks import TimeGiven, TurnTimedOut
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.match.commands import is_move
from stoneage_core.match.more_time import may_give
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.record import codec
from stoneage_core.state import GameState, Phase, Question
from stoneage_core.wording.sentences import describe_event, describe_to

_QUESTIONS = {
    Question.PLACE: gettext_lazy("to place people"),
    Question.USE: gettext_lazy("to use the people placed"),
    Question.TOOLS: gettext_lazy("to add tools to a roll"),
    Question.DIE: gettext_lazy("to pick a die"),
    Question.FEED: gettext_lazy("to feed the tribe"),
}


@dataclass(frozen=True)
class Awaited:
    """
    Who has to decide what, since when, and until when.

    A bot has no times; while it searches it ``is_thinking``. ``away_until`` is the end
    of an absence, in which the clock stops. ``gift`` is how much more time the reader
    can give, in words, or '', and ``given`` says that they gave it. ``is_silent`` tells
    players at the table that an awaited player gets no email from us.
    """

    seat: int
    name: str
    question: str
    since: datetime | None = None
    deadline: datetime | None = None
    is_thinking: bool = False
    away_until: datetime | None = None
    is_silent: bool = False
    wants_time: bool = False
    gift: str = ""
    given: str = ""


def awaited_of(
    state: GameState,
    seats: Sequence[Seat],
    names: Sequence[str],
    now: datetime,
    reader: Seat | None = None,
) -> tuple[Awaited, ...]:
    """
    Return who has to decide, for a spectator or for the ``reader`` in a seat.

    A reader who waits costs a query for each of them.
    """
    table = seats[0].game.table_state
    question = str(_QUESTIONS[state.question]) if state.question else ""
    rows = []
    for player in sorted(awaited(state)):
        seat, name = seats[player], names[player]
        if seat.is_automatic:
            rows.append(Awaited(player, name, _("is thinking"), is_thinking=True))
        else:
            can_give = reader is not None and may_give(table, reader.number, player)
            given = ""
            if reader is not None and reader.number in table.seats[player].givers:
                gift = TimeGiven(reader.number, player, table.control.portion)
                given = say(describe_to(gift, reader.number), names)
            away = table.seats[player].away_at(now)
            waits = reader is not None and not reader.is_awaited
            silence = silence_of(seat.user, seat.game) if waits and seat.user else None
            rows.append(
                Awaited(
                    player,
                    name,
                    question,
                    seat.awaited_at,
                    seat.deadline_at,
                    away_until=None if away is None else away.ends,
                    is_silent=silence is not None,
                    wants_time=table.seats[player].wants_time,
                    gift=duration_in_words(table.control.portion) if can_give else "",
                    given=given,
                )
            )
    return tuple(rows)


def heading_of(
    state: GameState, names: Sequence[str], reader: int | None = None
) -> str:
    if state.phase is Phase.ENDED:
        return _("The game is over")
    waiting = sorted(awaited(state))
    if reader in waiting:
        return _("Your turn")
    if not waiting:
        return _("Waiting for the dice")
    others = join_list([names[player] for player in waiting])
    return _("Waiting for %(names)s") % {"names": others}


def table_tools(
    game: Game,
    table: TableView,
    *,
    unread: int | None,
    may_plan: bool,
    may_ask_coach: bool,
    hears_spectators: bool = False,
) -> tuple[ToolLink, ...]:
    """
    Return the links in the bar above a table.

    ``unread`` counts messages for the reader. It is None if they have no access to the
    talk.
    """
    kept = table.kept
    tools = [ToolLink("replay", _("History"), reverse("games:jump", args=[game.slug]))]
    if table.mode is Mode.PLAN:
        tools.append(ToolLink("close", _("Leave the plan"), "?"))
    elif may_plan:
        tools.append(ToolLink("plan", _("Plan"), "?plan="))
    if unread is not None:
        talk = f"?{kept}sheet=talk"
        tools.append(ToolLink("talk", _("Talk"), talk, unread, is_sheet=True))
    if hears_spectators:
        talk = f"?{kept}sheet=spectators"
        tools.append(ToolLink("eye", _("Spectators"), talk, is_sheet=True))
    if may_ask_coach:
        coach = f"?{kept}sheet=coach"
        tools.append(ToolLink("explain", _("Coach"), coach, is_sheet=True))
    tools.append(ToolLink("menu", _("Menu"), f"?{kept}sheet=menu", is_sheet=True))
    return tuple(tools)


def around_table(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
    sheet: str,
) -> dict[str, Any]:
    game, own = access.game, access.seat
    unread = 0 if own is None and may_hear(access) else None
    if own is not None:
        unread = unread_of(own, seats)
    hears_spectators = may_hear_spectators(access)
    return {
        "game": game,
        "zone": access.zone,
        "heading": heading_of(state, names_of(seats), access.number),
        "game_title": game_title(game, seats, own),
        "game_url": reverse("games:game", args=[game.slug]),
        "seat_url": access.seat_url,
        "standstill": standstill_of(game, access.now),
        **(_rematch_of(access) if state.phase is Phase.ENDED else {}),
        "tools": table_tools(
            game,
            table,
            unread=unread,
            may_plan=own is not None and game.status == Status.ACTIVE,
            may_ask_coach=own is not None and may_coach(own, state),
            hears_spectators=hears_spectators,
        ),
        "bot_faces": faces_of(seats),
        "autopilots": tuple(one.number for one in seats if one.is_on_autopilot),
        "live_talk": live_talk(access, unread, hears_spectators=hears_spectators),
        "here_every": REPORTS if _shows_presence(own) else 240,
        "shows_presence": _shows_presence(own),
        "hosts": own is not None and own.user_id == game.host_id,
        **sheet_context(sheet, access, seats, state, table),
    }


def game_title(game: Game, seats: Sequence[Seat], own: Seat | None) -> str:
    """Return a game's league and who plays it, for one of them or for others."""
    names = join_names([seat for seat in seats if seat != own])
    players = _("With %(names)s") % {"names": names} if own is not None else names
    return players if game.league is None else f"{game.league.name} · {players}"


def faces_of(seats: Sequence[Seat]) -> dict[int, int]:
    """
    Return the number of each bot's face by seat. A bot has the face of its step of the
    ladder, counted from 1; a second one of its kind has the next face that is free.
    """
    faces: dict[int, int] = {}
    steps = [*OPPONENTS]
    for seat in seats:
        if seat.is_automatic:
            own = steps.index(seat.bot) if seat.bot in steps else 0
            wanted = (1 + (own + more) % len(steps) for more in range(len(steps)))
            faces[seat.number] = next(n for n in wanted if n not in faces.values())
    return faces


def _shows_presence(own: Seat | None) -> bool:
    return own is not None and own.user is not None and own.user.shows_presence


WAITING, AUTOPILOT = "games/dock/waiting.html", "games/dock/autopilot.html"


@dataclass(frozen=True)
class Dock:
    """
    The question to a seat's player. ``decision`` is None if they are not awaited.

    ``question`` is its stable name, or ''. ``pane`` is the place that is looked at,
    None for the question itself. ``order`` has the keys of places, joined by commas.
    With ``sends_at_once`` a tap on a number of people sends them.
    """

    template: str
    question: str
    decision: AskedDecision | None
    pane: Pane | None
    order: str
    sends_at_once: bool

    @property
    def panes(self) -> tuple[Pane, ...]:
        return () if self.decision is None else self.decision.panes

    @property
    def is_waiting(self) -> bool:
        return self.template == WAITING

    @property
    def at(self) -> str:
        return "" if self.pane is None else self.pane.key


def dock_of(
    seat: Seat,
    state: GameState,
    names: tuple[str, ...],
    entered: Entered,
) -> Dock:
    """Return the dock with what was ``entered``. Nothing is asked during autopilot."""
    decision = (
        None
        if seat.is_on_autopilot
        else decision_for(state, seat.number, names, entered)
    )
    idle = AUTOPILOT if seat.is_on_autopilot else WAITING
    return Dock(
        template=idle if decision is None else decision.template,
        question="" if decision is None else str(state.question),
        decision=decision,
        pane=None if decision is None else pane_at(decision, entered.at),
        order=",".join(entered.order),
        sends_at_once=seat.user is not None and seat.user.sends_at_once,
    )


def unasked_place(context: Mapping[str, Any]) -> str:
    """Return the place that is looked at if nothing is asked about it, or ''."""
    table, dock = context["table"], context["dock"]
    return table.at if dock.pane is None else ""


def pane_at(decision: AskedDecision, at: str) -> Pane | None:
    """Return the pane of a place. A single use is always shown."""
    if isinstance(decision, UseDecision) and decision.is_single:
        return decision.use_actions[0]
    return next((pane for pane in decision.panes if pane.key == at), None)


#: How many decisions are offered for going back.
MOST = 8


@dataclass(frozen=True)
class Undo:
    """A decision that its player can take back, with the end of that time."""

    sequence: int
    until: datetime
    seconds: int


def undo_of(seat: Seat, now: datetime) -> Undo | None:
    if seat.game.status != Status.ACTIVE:
        return None
    made = queries.open_decision(seat.game, seat.number, now)
    if made is None:
        return None
    until = made.recorded_at + timedelta(seconds=seat.game.time_control.takeback_window)
    return Undo(made.sequence, until, int((until - now).total_seconds()))


def earlier_decisions(
    seat: Seat, seats: Sequence[Seat], undo: Undo | None
) -> list[tuple[int, str]]:
    """
    Return a seat's decisions of this and the last round, for a proposal to go back.

    Empty if nobody else is there to agree, and while such a proposal is open.
    """
    game = seat.game
    if game.status != Status.ACTIVE or not _can_ask(seat, seats):
        return []
    happened = past_events(game, after=_version_before_last_round(game))
    undone, own = undone_sequences(happened), undo.sequence if undo else None
    names = names_of(seats)
    made = [
        (one.sequence, say(describe_event(one.event), names))
        for one in happened
        if one.decided_by == seat.number
        and (is_move(one.command) or isinstance(one.event, TurnTimedOut))
        and one.sequence not in undone | {own}
    ]
    return made[: -MOST - 1 : -1]


def _can_ask(seat: Seat, seats: Sequence[Seat]) -> bool:
    table_state = seat.game.table_state
    asked = any(
        proposal.made.kind is ProposalKind.TAKE_BACK
        for proposal in table_state.proposals
    )
    others = (other for other in seats if other.number != seat.number)
    return not asked and any(
        not (other.is_automatic or other.is_on_autopilot) for other in others
    )


def _version_before_last_round(game: Game) -> int:
    """Return the version before the previous round began, or 0."""
    begun = StoredEvent.objects.filter(game=game, type=RoundStarted.type_name())
    rows = begun.order_by("sequence").values_list(
        "sequence", "type", "schema_version", "data"
    )
    # If a round began again after a taking back, the later start counts.
    starts = {
        event.round: sequence
        for sequence, name, version, data in rows
        if isinstance(event := codec.decode(name, version, data), RoundStarted)
    }
    return starts.get(game.round - 1, 1) - 1


def watch_context(
    game: Game, reader: User | None, now: datetime, *, at: str, sheet: str
) -> dict[str, Any]:
    """
    Return the context of a game's table for spectators.

    ``at`` is the place that is looked at, ``sheet`` the open sheet.
    """
    seats, state = read_seats(game), positions.state_of(game)
    names = names_of(seats)
    own = None if reader is None else queries.own_seat(game, reader)
    access = SeatAccess(game, own, reader, now)
    is_over = state.phase is Phase.ENDED
    mode = Mode.OVER if is_over else Mode.WATCH
    table = table_of(state, names, mode=mode, at=at)
    return {
        "table": table,
        "own_seat": own,
        "live": live_page(game, state.version, own),
        "awaited": awaited_of(state, seats, names, now),
        "attendance": [
            *attendance_of(game, seats, now, own, with_awaited=False),
            *autopilots_of(game, seats),
        ],
        "follow": None
        if own or is_over
        else follow_button(
            reader, reverse("games:follow_game", args=[game.slug]), game=game
        ),
        "dock_template": quiet_dock(is_over=is_over),
        **(over_context(state, names, own) if is_over else {}),
        **around_table(access, seats, state, table, sheet or table.at),
    }


def _rematch_of(access: SeatAccess) -> dict[str, Any]:
    """Return where a player asks for a rematch, and who has done so already."""
    own = access.seat
    host = queries.host_of_rematch(access.game) if own is not None else None
    is_other = host is not None and own is not None and host.pk != own.user_id
    return {
        "rematch_url": access.rematch_url,
        "rematch_wanted_by": host.name if host is not None and is_other else "",
    }


def quiet_dock(*, is_over: bool) -> str:
    return f"games/table/_dock_{'over' if is_over else 'watch'}.html"


def over_context(
    state: GameState, names: tuple[str, ...], own: Seat | None = None
) -> dict[str, Any]:
    return {
        "has_won": own is not None and own.number in state.winners,
        "result": result_in_words(state, names),
        "standings": standings_of(state, names),
    }


DOCK = "games/dock/dock.html"


@dataclass(frozen=True)
class Turn:
    """
    The head of the page.

    ``deadline`` and ``time_notes`` are the reader's own, if they are awaited.
    """

    action: str
    version: int
    head: str
    request_id: str
    seat: int
    name: str
    colour: str
    shape: str
    round: int
    zone: str
    deadline: datetime | None
    awaited: tuple[Awaited, ...]
    is_over: bool
    is_on_autopilot: bool
    refusal: str
    is_guest: bool
    time_notes: tuple[str, ...] = ()

    @property
    def asker(self) -> str:
        """The name of the first player who wants time from the reader, or ''."""
        asking = (each.name for each in self.awaited if each.wants_time and each.gift)
        return next(asking, "")


def turn_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    action: str,
    error: FormError,
) -> dict[str, Any]:
    """
    Return the context of the turn page of a started game.

    ``action`` is the page's own URL. ``error`` also has the place that is looked at.
    """
    seat, names = seats[access.own.number], names_of(seats)
    since = load_since_turn(seat)
    proposals = proposals_of(seat.game, seats, seat)
    undo = undo_of(seat, access.now)
    is_over = state.phase is Phase.ENDED
    dock = dock_of(seat, state, names, error.entered)
    # After a refused press nothing is looked at if nothing is asked any more.
    is_looking = dock.pane is not None or not error.sentence
    left = queries.league_left_by(seat) if seat.is_on_autopilot else None
    return {
        "turn": turn_of(
            seat,
            seats,
            state,
            action=action,
            refusal=error.sentence,
            now=access.now,
        ),
        "dock": dock,
        "decision": dock.decision,
        "replay": replay_since_turn(seat, names, since),
        "has_reasons": has_reasons(seats, since),
        "undo": undo,
        "next_order": next_order(seat, state),
        "due_order": due_order(seat, state),
        "preference": preference(seat, state),
        "offers_hints": is_practice(seat),
        "wants_hints": seat.user is not None and seat.user.wants_hints,
        "hint": hint_for(seat, seats, state),
        "first_note": first_note(seat, state, has_undo=undo is not None),
        "missed": missed_before_autopilot(seat) if seat.is_on_autopilot else 0,
        "dropped_out": "" if left is None else dropped_out_in_words(left),
        "votes_wanted": sum(one.may_vote and one.own is None for one in proposals),
        "lost_mails": lost_mails(seat.user),
        **({} if seat.is_awaited else waiting_context(seat, seats, access.now)),
        "table": table_of(
            state,
            names,
            mode=Mode.OVER if is_over else Mode.PLAY,
            reader=seat.number,
            before=since.states[0],
            at=error.entered.at if is_looking else "",
        ),
        "dock_template": quiet_dock(is_over=True) if is_over else DOCK,
        **(over_context(state, names, seat) if is_over else {}),
    }


def waiting_context(seat: Seat, seats: Sequence[Seat], now: datetime) -> dict[str, Any]:
    """Return what a player reads who waits for others."""
    if seat.game.status != Status.ACTIVE or seat.is_on_autopilot:
        return {}
    return {
        "attendance": [
            *attendance_of(seat.game, seats, now, seat, with_awaited=False),
            *autopilots_of(seat.game, seats, besides=seat),
        ],
        "turn_notice": turn_notice(seat.user, seat.game),
    }


def turn_of(
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    *,
    now: datetime,
    action: str,
    refusal: str = "",
) -> Turn:
    names = names_of(seats)
    mark = labels.SEATS[seat.number]
    return Turn(
        action=action,
        version=state.version,
        head=mark_of(seat.game.head),
        request_id=str(uuid.uuid4()),
        seat=seat.number,
        name=names[seat.number],
        colour=str(mark.colour),
        shape=str(mark.shape_label),
        round=state.round,
        zone=seat.user.time_zone if seat.user else "UTC",
        deadline=seats[seat.number].deadline_at,
        awaited=awaited_of(state, seats, names, now, seat),
        is_over=seat.game.status == Status.FINISHED,
        is_on_autopilot=seat.is_on_autopilot and seat.game.status == Status.ACTIVE,
        refusal=refusal,
        is_guest=seat.user is not None and seat.user.is_guest,
        time_notes=own_time_notes(seats[seat.number], names, now),
    )


def outcome_since(seat: Seat, first_sequence: str) -> tuple[OutcomeSentence, ...]:
    """
    Return the result of the decision whose first event is ``first_sequence``.

    That comes from a query string and may be invalid.
    """
    after, upto = (read_number(first_sequence) or 0) - 1, seat.game.version
    if not 0 <= after < upto:
        return ()
    events = load_stream(seat.game, after=after, upto=upto)
    return outcome_sentences(tuple(events), seat.number)
