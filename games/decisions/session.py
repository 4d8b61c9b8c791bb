"""A game session: open a game, decide, and save everything in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import wraps
from typing import ParamSpec
from uuid import UUID

from django.conf import settings
from django.db import transaction
from msgspec import UNSET

from games import clocks
from games.background.debounced_task import DebouncedTask
from games.background.thinker import call_thinker
from games.clocks import are_current, offsets_of
from games.decisions import seating
from games.errors import Refused, refusals
from games.log import positions, seeds
from games.log.positions import history_of
from games.log.read_model import Changes, project, thinks, update_seats
from games.log.stream import NewEvent, append, load_records
from games.log.table_rows import (
    game_of_seat,
    lock_game_with_seed,
    read_moments,
    read_seats,
)
from games.models import Game, Seat
from games.now import zone_of_seat
from games.signals import (
    GameAdvanced,
    GameWasRestored,
    SeatPassed,
    milestones_of,
    publish,
)
from stoneage_core import Chance, GameState, Phase, autopilot, awaited, commitment
from stoneage_core.commands import Command
from stoneage_core.events.base import Event
from stoneage_core.events.chance import BeaconRoundNamed
from stoneage_core.events.seats import OfferWithdrawn, SeatTaken
from stoneage_core.events.service import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    ReplyReceived,
)
from stoneage_core.events.staff import StaffActed
from stoneage_core.match import decide as match_rules
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.commands import CommandOrFact, PlayMove
from stoneage_core.match.deadlines import takeback_open_until, unrecorded_outages
from stoneage_core.match.decide import decide_match
from stoneage_core.match.lifecycle import Join, Start
from stoneage_core.match.state import (
    Authorship,
    History,
    Match,
    MatchStep,
    SeatStatus,
    Source,
    TableState,
)
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS


def due_facts(
    game: Game, seats: Sequence[Seat], table: TableState, outages: Sequence[Span]
) -> Iterator[OutageRecorded | OfferWithdrawn]:
    """
    Yield what to record before a decision: outages, and offers that were closed. Takes
    one query if the log has an open offer.
    """
    for span in unrecorded_outages(table, outages):
        yield OutageRecorded(write_moment(span.begins), write_moment(span.ends))
    if table.offers:
        still_open = {offer.number for offer in seating.open_offers(game, seats)}
        for offer in table.offers:
            if offer.number not in still_open:
                yield OfferWithdrawn(offer.number)


def due_utc_offsets(
    seats: Sequence[Seat], table: TableState, now: datetime
) -> Iterator[HoursSet]:
    """
    Yield players' UTC offsets that the clock depends on and that are not recorded.
    """
    is_over = table.finished_at is not None or table.cancelled_at is not None
    if is_over or not table.control.has_hours:
        return
    for seat in seats:
        recorded, zone = table.seats[seat.number].offsets, zone_of_seat(seat)
        if seat.user is not None and not are_current(recorded, zone, now):
            offsets = [
                (write_moment(each.since), each.minutes)
                for each in offsets_of(zone, now)
            ]
            yield HoursSet(seat.number, tuple(offsets))


def needs_restore_fact(game: Game, match: Match, restored_at: datetime | None) -> bool:
    if restored_at is None or game.created_at >= restored_at:
        return False
    if match.board.seed or match.table.cancelled_at is not None:
        return False
    recorded = match.table.restored_at
    return recorded is None or recorded < restored_at


#: Where a decision came from: a source, or the email reply that contained it.
Provenance = Source | ReplyReceived

#: Lets witnesses sign that a round of the beacon was named before it is published.
PUSHING = DebouncedTask("games.tasks.push_checkpoints")


class GameSession:
    """
    A locked game with its seats, and the decisions made in this transaction. ``save``
    writes the events and the read columns, and publishes signals. ``now`` is the
    current time. ``moment`` is what gets recorded; it is later than ``now`` if the
    clock was set back.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        before: GameState,
        now: datetime,
        outages: Sequence[Span] = (),
        *,
        restored_at: datetime | None = None,
        moment: datetime | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.before = before
        self.now, self.moment = now, moment or now
        self.outages, self.restored_at = outages, restored_at
        self._is_restored = False
        self.first_sequence = game.version + 1
        self.entries: list[NewEvent] = []
        self.match = Match(before, game.table_state)
        self._offers_before = {offer.number for offer in self.table.offers}
        self._taken: list[tuple[Match, MatchStep, Match]] = []
        #: Signals about seats that changed hands, published by ``save``.
        self.passed: list[SeatPassed] = []
        self._history: History | None = None
        #: The index of the entry with which the decision begins: facts, the reply
        #: and acts of the staff precede it. None until the facts are recorded.
        self._decision_at: int | None = None

    @property
    def state(self) -> GameState:
        return self.match.board

    @property
    def table(self) -> TableState:
        return self.match.table

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries)

    @property
    def chance(self) -> Chance:
        return seeds.chance_of(self.game)

    def seat(self, number: int) -> Seat:
        return self.seats[number]

    def status(self, number: int) -> SeatStatus:
        return self.table.seats[number]

    @property
    def present(self) -> frozenset[int]:
        """The players who play themselves: no bots, and nobody on autopilot."""
        return self.table.present

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.ENDED

    @property
    def is_frozen(self) -> bool:
        return self.table.frozen_since is not None

    def history(self) -> History:
        """The first call reads the stream."""
        if self._history is None:
            records = load_records(self.game)
            self._history = history_of(record for record, _ in records)
        while self._taken:
            self._history.note(*self._taken.pop(0))
        return self._history

    def decide(
        self,
        command: CommandOrFact,
        player: int | None,
        how: Provenance,
        *,
        request_id: UUID | None = None,
    ) -> None:
        """
        Records due facts of the service first, then the email reply that contained the
        command, and afterwards the players' UTC offsets if they matter now. Raises
        Refused if the rules around the board forbid it, and the engine's GameError if
        the rules of the board do.
        """
        self.record_facts()
        with refusals():
            if isinstance(how, ReplyReceived):
                self._decide(how, None, Source.SERVICE)
                self._decision_at = len(self.entries)  # a reply is not news
                how = Source.REPLY
            self._decide(command, player, how, request_id)
        self.record_utc_offsets()

    def record_facts(self) -> None:
        """
        Record outages that matter now, offers that have ended, and a restore.
        Idempotent. Takes a query if there are open offers.
        """
        if self._decision_at is not None:
            return
        for fact in due_facts(self.game, self.seats, self.table, self.outages):
            self._decide(fact, None, Source.SERVICE)
        if needs_restore_fact(self.game, self.match, self.restored_at):
            secret = seeds.new_seed()
            restored = GameRestored(self.chance.reveal(), commitment(secret))
            self._decide(restored, None, Source.SERVICE)
            seeds.replace_secret(self.game, secret)
            self._is_restored = True
        self._decision_at = len(self.entries)

    def record_act(self, act: StaffActed) -> int:
        """Record an act of the staff before its consequences. Return its sequence."""
        self.record_facts()
        self._decide(act, None, Source.STAFF)
        self._decision_at = len(self.entries)
        return self.match.board.version

    def record_utc_offsets(self) -> None:
        """Record players' UTC offsets that the clock depends on and does not know."""
        for fact in due_utc_offsets(self.seats, self.table, self.moment):
            self._decide(fact, None, Source.SERVICE)

    def _decide(
        self,
        command: CommandOrFact,
        player: int | None,
        source: Source,
        request_id: UUID | None = None,
    ) -> None:
        by = Authorship(player, source, self.moment)
        before, past = self.match, self.history
        decision = decide_match(before, command, by, chance=self.chance, past=past)
        for step, after in zip(decision.steps, decision.matches, strict=True):
            (first, *others), author = step.events, (step.by.player, step.by.source)
            self.entries.append(NewEvent(first, *author, step.command, request_id))
            self.entries += [NewEvent(event, *author) for event in others]
            self._taken.append((before, step, after))
            if isinstance(first, SeatTaken):
                passed = seating.seat_person(self.game, self.seats, first, self.now)
                self.passed.append(passed)
            before, request_id = after, None
        self.match = decision.match

    def save(self) -> None:
        changes, news = self._project(), self._news()
        append(self.game, self.entries, self.moment, changes)
        self._close_offers()
        if any(seat.thinks_at and seat.thinks_at <= self.now for seat in self.seats):
            transaction.on_commit(lambda: call_thinker(), robust=True)
        if any(isinstance(each, BeaconRoundNamed) for each in self.events):
            transaction.on_commit(PUSHING.enqueue, robust=True)
        for signal in (news, *milestones_of(news), *self.passed):
            publish(signal)
        if self._is_restored:
            publish(GameWasRestored(self.seats, self.first_sequence, now=self.now))

    def _close_offers(self) -> None:
        numbers = {offer.number for offer in self.table.offers if not self.is_over}
        if self._offers_before - numbers:
            seating.close_lapsed_offers(self.game, numbers, self.now)

    def _news(self) -> GameAdvanced:
        # Facts that precede a decision are not news, unless there is no decision.
        first = self._decision_at or 0
        if first == len(self.entries):
            first = 0
        began = self.entries[first]
        until = takeback_open_until(self.table, self.first_sequence)
        return GameAdvanced(
            game=self.game,
            seats=self.seats,
            before=self.before,
            state=self.state,
            events=self.events[first:],
            first_sequence=self.first_sequence + first,
            decided_by=began.decided_by,
            source=began.source,
            open_until=until and until - (self.moment - self.now),
            now=self.now,
        )

    def refresh(self) -> None:
        """Write the read columns of seats whose clocks changed without an event."""
        update_seats(self._project())

    def _project(self) -> Changes:
        return project(
            self.game, self.seats, self.match, outages=self.outages, now=self.now
        )


def play_automatic(session: GameSession) -> None:
    """
    Let bots and autopilot decide until only people are awaited. If no person plays any
    more, they stop at the end of the round, and the next round waits for a while so
    that players can come back. Bots that search are left to ``games.thinking``, so that
    no request waits for them. If the operator has switched thinking off, autopilot
    decides for them.
    """
    if session.is_frozen:
        return
    # Automatic decisions never change who is present.
    present, played_round = session.present, session.before.round
    while waiting := sorted(_ready_to_play(session)):
        if not present and session.state.round > max(1, played_round):
            return
        session.record_facts()  # first, so that a replay of the decision sees them, too
        player = waiting[0]
        command, source = _choose(session, player)
        session.decide(PlayMove(command), player, source)


def _ready_to_play(session: GameSession) -> set[int]:
    automatic = awaited(session.state) - session.present
    return {number for number in automatic if not thinks(session.seat(number))}


def _choose(session: GameSession, player: int) -> tuple[Command, Source]:
    opponent = OPPONENTS.get(session.seat(player).bot)
    if opponent is None or opponent.thinks:
        return autopilot.choose(session.state, player), Source.AUTOPILOT
    choice = choose(opponent, session.state, player, session.chance.reveal())
    return choice.command, Source.AUTOMATIC


_START = Start()


def join_player(session: GameSession, own: Seat, source: Provenance) -> None:
    program = own.user.program if own.user else ""
    session.decide(Join(program=program or UNSET), own.number, source)


def join_bot(session: GameSession, own: Seat) -> None:
    bot = OPPONENTS[own.bot].bot
    session.decide(Join(bot=bot), own.number, Source.AUTOMATIC)


def start_when_full(session: GameSession, start: CommandOrFact = _START) -> None:
    """A game with a beacon waits for its round instead."""
    state = session.state
    is_gathered = state.phase is Phase.INVITATION and state.is_full
    if is_gathered and state.terms.beacon is None:
        session.decide(start, None, Source.SERVICE)
        play_automatic(session)


P = ParamSpec("P")


def open_session(
    game_id: int, *, now: datetime, skip_locked: bool = False
) -> GameSession:
    """
    Raise Game.DoesNotExist if there is no such game or, with ``skip_locked``, if
    another transaction holds the lock (which never happens on SQLite, with its one
    writer).
    """
    game = lock_game_with_seed(game_id, skip_locked=skip_locked)
    seats, moments = read_seats(game), read_moments(game)
    # ``now`` was read before we waited for the lock, so the log or a restore may be
    # slightly ahead of it. Then we go on from the later time. If the log is far ahead,
    # it was written while the database's clock was wrong. Then events are still
    # recorded in order, but deadlines are computed by the current clock.
    moment = max(now, moments.recorded_at or now, moments.restored_at or now)
    if moment - now <= timedelta(seconds=settings.OUTAGE_SECONDS):
        now = moment
    away = clocks.outages_until(now, latest=moments.outage, beat_at=moments.beat_at)
    return GameSession(
        game,
        seats,
        positions.state_of(game),
        now,
        away,
        restored_at=moments.restored_at,
        moment=moment,
    )


def attempt_on_game(act: Callable[P, bool]) -> Callable[P, bool]:
    """
    Decorate a function that a sweep calls for one game: run it in a transaction. The
    decorated function returns False if the game is gone or another transaction holds
    its lock.
    """

    @wraps(act)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            with transaction.atomic():
                return act(*args, **kwargs)
        except Game.DoesNotExist:
            return False

    return attempt


def open_session_of(
    seat_id: int, *, now: datetime, skip_locked: bool
) -> tuple[GameSession, Seat]:
    """Raise like ``open_session``."""
    game_id = game_of_seat(seat_id)
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    return session, next(seat for seat in session.seats if seat.pk == seat_id)


def require_running(session: GameSession) -> None:
    """Raise Refused unless the game is running and not frozen."""
    with refusals():
        match_rules.require_running(session.match)
        match_rules.require_not_frozen(session.match)


def open_own_session(seat: Seat, now: datetime) -> tuple[GameSession, Seat]:
    """
    Raise Refused: (forbidden) for an automatic player, (on_autopilot) if autopilot has
    the seat, and like ``require_running``.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    own = session.seat(seat.number)
    if own.is_automatic:
        raise Refused("forbidden")
    with refusals():
        match_rules.require_seated(session.match, own.number)
    return session, own
