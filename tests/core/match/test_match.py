"""Decisions around the board: clocks, time-outs, take-backs, freezes, sources."""

from datetime import UTC, datetime, timedelta

import pytest

from stoneage_core import SealedChance, commitment
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import TimeControlSet, TimeSpent, TurnTimedOut
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    ProposalKind,
    ProposalSettled,
)
from stoneage_core.events.seats import (
    AutopilotSeated,
    GameCancelled,
    OfferWithdrawn,
    SeatOffered,
    SeatTaken,
)
from stoneage_core.events.service import HoursSet
from stoneage_core.events.setup import GameCreated
from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    TimeGranted,
)
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import JsonCommand, PlayMove
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.decide import decide_match
from stoneage_core.match.evolve import replay_match
from stoneage_core.match.families import FACTS, RULES
from stoneage_core.match.lifecycle import Join, RevealSeed
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import EntrustSeat, ReclaimSeat
from stoneage_core.match.state import Authorship, History, Match, Source, decode, encode
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import EndReason
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl, Window
from tests.core.match.match_play import FRIDAY, QUICK, SAVER, SEED, MatchPlay, refused

HOURS = TimeControl(PerMove(HOUR), weekends=True)
NOON = write_moment(FRIDAY)
TOMORROW = write_moment(FRIDAY + timedelta(days=1))
K = ProposalKind


def test_every_command_has_a_rule():
    assert RULES.keys() - FACTS == {PlayMove, *JsonCommand.__subclasses__()}


def test_replay_and_encoding_reproduce_the_state():
    play = MatchPlay(SAVER)
    play.moves()
    play.does(1, Propose(K.TIME_CONTROL, control=QUICK))
    play.does(0, CastVote(1, True))
    play.does(2, CastVote(1, True))
    play.by_staff(GamePaused(write_moment(play.now + timedelta(days=1))))
    play.does(1, DeclareAbsence(play.now, play.now + timedelta(days=2)))
    play.moves()
    assert replay_match(play.steps, History()) == play.match
    assert decode(encode(play.match.table)) == play.match.table


def test_a_move_is_charged_for_the_time_inside_the_players_window():
    control = TimeControl(Bank(DAY, 0, DAY), window=Window(8 * 60, 20 * 60))
    play = MatchPlay(control)
    play.is_ahead(0, hours=9)  # it is nine there
    play.passes(hours=12)
    assert play.moves()[-1] is TimeSpent
    assert play.status(0).bank == DAY - HOUR - 60


def test_a_time_out_waits_for_the_players_own_weekend():
    play = MatchPlay(TimeControl(PerMove(2 * HOUR), weekends=True))
    play.is_ahead(1, hours=9)
    play.passes(hours=3)  # midnight: Saturday
    play.moves()
    due = deadline_of(play.match.table, play.asked)
    assert due == datetime(2026, 11, 22, 17, tzinfo=UTC)  # two hours of Monday
    play.now = due - timedelta(seconds=1)
    refused(Code.IRREGULAR, play, 1, play.time_out(1), Source.TIMEOUT)
    play.now = due
    assert TurnTimedOut in play.times_out()


def test_practice_has_no_deadline():
    play = MatchPlay(bots=(1, 2))
    play.passes(days=300)
    assert deadline_of(play.match.table, 0) is None
    with pytest.raises(Irregular):
        play.times_out()


def test_practice_takes_nothing_out_of_a_bank():
    play = MatchPlay(SAVER, players=2, bots=(1,))
    bank = play.status(0).bank
    play.passes(days=300)
    play.moves()
    assert play.status(0).bank >= bank > 0


@pytest.mark.parametrize(
    "terms", [{"bots": (2,)}, {"bots": (1, 2), "rated": True}], ids=["people", "rated"]
)
def test_games_of_several_people_and_rated_games_have_deadlines(terms):
    play = MatchPlay(**terms)
    assert not play.match.table.is_practice
    assert deadline_of(play.match.table, 0) == play.now + timedelta(hours=1)


def test_a_game_does_not_become_practice_when_autopilot_plays_for_all_but_one():
    play = MatchPlay()
    play.does(1, EntrustSeat())
    play.does(2, EntrustSeat())
    assert not play.match.table.is_practice
    assert deadline_of(play.match.table, 0) is not None


def test_the_last_miss_and_the_lapse_of_proposals_are_one_decision():
    play = MatchPlay()
    play.does(0, Propose(K.END))
    for missed in (1, 2):
        while play.asked:
            play.moves()
        play.passes(hours=1)
        events = play.times_out()
        assert (AutopilotSeated in events) is (missed == 2)
    assert events[-2:] == [AutopilotSeated, ProposalSettled]
    assert play.match.table.proposals == ()


def test_a_player_can_return_after_autopilot_replaced_their_substitute():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    play.offers(0)
    play.does(1, Propose(K.SUBSTITUTE, seat=0, offer=1))
    assert play.does(2, CastVote(1, True))[-1] is SeatTaken
    play.by_staff(EntrustSeat(), 0)
    play.does(0, ReclaimSeat())  # the substitute
    play.does(0, ReclaimSeat())  # whose seat it was
    refused(Code.IRREGULAR, play, 0, ReclaimSeat())


def test_a_proposal_lapses_when_its_offer_is_withdrawn():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    play.offers(0)
    play.does(1, Propose(K.SUBSTITUTE, seat=0, offer=1))
    came = play.by_itself(OfferWithdrawn(1))
    assert came == [OfferWithdrawn, ProposalSettled]
    refused(Code.TOO_LATE, play, 2, CastVote(1, True))
    refused(Code.IRREGULAR, play, None, OfferWithdrawn(1), Source.SERVICE)


def test_new_offsets_count_from_now_on():
    """Otherwise players could gain time by changing their zone."""
    play = MatchPlay(TimeControl(PerMove(2 * HOUR), window=Window(12 * 60, 14 * 60)))
    play.is_ahead(0, hours=0)
    play.passes(hours=1)
    play.is_ahead(0, hours=6)  # seven in the evening there: the window is shut
    due = deadline_of(play.match.table, 0)
    assert due == datetime(2026, 11, 21, 7, tzinfo=UTC)
    assert [each.minutes for each in play.status(0).offsets] == [0, 360]
    play.moves()
    play.is_ahead(0, hours=1)
    assert [each.minutes for each in play.status(0).offsets] == [60]


@pytest.mark.parametrize(
    ("control", "command", "reason"),
    [
        (QUICK, HoursSet(0, ((NOON, 60),)), "depends on the time of day"),
        (HOURS, HoursSet(3, ((NOON, 60),)), "no such seat"),
        (HOURS, HoursSet(0, ((TOMORROW, 60),)), "in effect now"),
        (HOURS, HoursSet(0, ((NOON, 60), (NOON, 0))), "in order"),
        (HOURS, HoursSet(0, (("2026-02-30T00:00:00.000000Z", 0),)), "not a valid date"),
        (HOURS, HoursSet(0, (("1999-12-31T00:00:00.000000Z", 0),)), "not a valid date"),
        (HOURS, HoursSet(0, (("2026-11-20T12:00:00Z", 0),)), "not a valid date"),
        (HOURS, SeatOffered(1, 3, for_good=False), "no such seat"),
        (HOURS, SeatOffered(1, 0, for_good=False), "Autopilot does not play this seat"),
        (HOURS, SeatOffered(1, 0, for_good=True), "Only the staff"),
    ],
)
def test_invalid_facts_of_the_service_are_refused(control, command, reason):
    with pytest.raises(Irregular, match=reason):
        MatchPlay(control).by_itself(command)


def test_an_end_by_the_staff_is_final_from_its_date_on():
    play = MatchPlay()
    final_from = FRIDAY + timedelta(days=3)
    play.by_staff(GameAdjudicated(EndReason.DRAWN, write_moment(final_from)))
    play.now = final_from - timedelta(seconds=1)
    with pytest.raises(Irregular, match="can still reverse"):
        play.by_itself(RevealSeed())
    play.now = final_from
    play.by_itself(RevealSeed())
    early = MatchPlay()
    with pytest.raises(Irregular, match="cannot be final before"):
        early.by_staff(
            GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY - timedelta(days=1)))
        )


def test_a_move_can_be_taken_back_within_the_window_and_the_deadline():
    for late, code in ((0, None), (119, None), (120, Code.TOO_LATE)):
        play = MatchPlay()
        play.moves()
        sequence = play.match.table.last_move.sequence
        play.passes(seconds=late)
        if code is None:
            assert play.does(0, TakeBack(sequence)) == [DecisionTakenBack]
            assert play.asked == 0
        else:
            refused(code, play, 0, TakeBack(sequence))
    play = MatchPlay()
    play.passes(minutes=58, seconds=30)
    play.moves()
    play.passes(seconds=30)  # the hour for it is over
    refused(Code.TOO_LATE, play, 0, TakeBack(play.match.table.last_move.sequence))


def test_a_move_can_be_taken_back_after_a_bot_moved_but_not_after_a_person():
    play = MatchPlay()
    play.by_staff(EntrustSeat(), 1)
    play.moves()
    sequence = play.match.table.last_move.sequence
    play.moves(Source.AUTOPILOT)
    assert play.match.table.last_move.sequence == sequence
    play.moves()
    assert play.match.table.last_move.player == 2


@pytest.mark.parametrize(
    ("player", "command", "source"),
    [
        (0, CastVote(1, True), Source.PAGE),
        (0, EndAbsence(), Source.PAGE),
        (None, GameResumed(), Source.STAFF),
        (None, TimeGranted(0, 60), Source.STAFF),
        (0, ReclaimSeat(), Source.REPLY),
        (0, TakeBack(1), Source.PAGE),
    ],
)
def test_players_and_clocks_wait_while_a_game_is_frozen(player, command, source):
    play = MatchPlay()
    play.by_staff(GameFrozen())
    refused(Code.FROZEN, play, player, command, source)


def test_seats_clock_and_position_can_change_while_a_game_is_frozen():
    play = MatchPlay()
    version = play.match.board.version
    play.moves()
    play.by_staff(GameFrozen())
    play.does(0, EntrustSeat())
    play.by_staff(ReclaimSeat(), 0)
    play.by_staff(TimeControlSet(SAVER))
    play.by_staff(GameRolledBack(version))
    play.by_staff(GameUnfrozen())
    assert play.match.table.frozen_since is None
    assert play.asked == 0


@pytest.mark.parametrize(
    ("player", "command", "source"),
    [
        (None, CastVote(1, True), Source.PAGE),
        (7, EndAbsence(), Source.PAGE),
        (0, GameFrozen(), Source.STAFF),
        (None, GameFrozen(), Source.SERVICE),
        (0, EndAbsence(), Source.ORDERS),
        (None, TimeControlSet(QUICK), Source.SERVICE),
    ],
)
def test_commands_from_the_wrong_player_or_source_are_refused(player, command, source):
    refused(Code.IRREGULAR, MatchPlay(), player, command, source)


def test_a_cancelled_game_accepts_no_command():
    match = Match()
    by = Authorship(None, Source.SERVICE, FRIDAY)
    sealed = commitment(SEED)
    for command in (
        GameCreated("game", sealed, RULES_VERSION, Terms(2, QUICK)),
        GameCancelled(),
    ):
        match = decide_match(
            match, command, by, chance=SealedChance(SEED), past=History
        ).match
    assert match.table.cancelled_at == FRIDAY
    for command, player in ((GameCancelled(), None), (Join(), 0)):
        source = Source.PAGE if player is not None else Source.SERVICE
        with pytest.raises(Refusal) as refused:
            decide_match(
                match,
                command,
                Authorship(player, source, FRIDAY),
                chance=SealedChance(SEED),
                past=History,
            )
        assert refused.value.code is Code.CANCELLED


def test_a_started_game_cannot_be_cancelled():
    with pytest.raises(Refusal) as refused:
        MatchPlay().by_itself(GameCancelled())
    assert refused.value.code is Code.STARTED
