"""What the rules around the board refuse."""

from datetime import timedelta

import pytest

from stoneage_core import commitment
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.seats import GameCancelled, OfferWithdrawn, SeatOffered
from stoneage_core.events.service import GameRestored, ReplyReceived
from stoneage_core.events.setup import GameCreated, Origin, PositionSetUp
from stoneage_core.events.staff import (
    GameAdjudicated,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
)
from stoneage_core.match.absences import DeclareAbsence
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.deadlines import due_by
from stoneage_core.match.decide import (
    require_inviting,
    require_not_cancelled,
    require_running,
)
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.lifecycle import Join, RevealSeed
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import EntrustSeat, TakeSeat
from stoneage_core.match.state import Authorship, History, MatchStep, Source
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import EndReason
from stoneage_core.terms import Terms
from tests.core.match.match_play import (
    BOT,
    FRIDAY,
    QUICK,
    SEED,
    MatchPlay,
    WaitingMatch,
    refused,
)

K = ProposalKind
ORIGIN = Origin("another", 9, "0" * 64)


def bot_and_person():
    """Return a game in which a bot has the first seat and a person the second."""
    play = WaitingMatch()
    play.does(0, Join(bot=BOT), Source.AUTOMATIC)
    play.does(1, Join())
    position = MatchPlay(players=2).match.board.position
    play.by_itself(PositionSetUp(ORIGIN, position))
    return play


def cancelled() -> MatchPlay:
    play = WaitingMatch()
    play.by_itself(GameCancelled())
    return play


def ended() -> MatchPlay:
    play = MatchPlay()
    play.by_staff(GameAdjudicated(EndReason.DRAWN, write_moment(play.now)))
    return play


@pytest.mark.parametrize(
    ("play", "require", "code"),
    [
        (WaitingMatch, require_not_cancelled, None),
        (cancelled, require_not_cancelled, Code.CANCELLED),
        (WaitingMatch, require_inviting, None),
        (cancelled, require_inviting, Code.CANCELLED),
        (MatchPlay, require_inviting, Code.STARTED),
        (MatchPlay, require_running, None),
        (cancelled, require_running, Code.CANCELLED),
        (WaitingMatch, require_running, Code.NOT_STARTED),
        (ended, require_running, Code.GAME_OVER),
    ],
)
def test_a_game_that_is_not_in_the_required_state_is_refused(play, require, code):
    if code is None:
        require(play().match)
        return
    with pytest.raises(Refusal) as refusal:
        require(play().match)
    assert refusal.value.code is code


def test_a_game_cannot_be_created_twice():
    create = GameCreated(
        "game", commitment(SEED), RULES_VERSION, Terms(2, first_player=0)
    )
    with pytest.raises(Irregular, match="created already"):
        MatchPlay().by_itself(create)


def test_only_bots_join_as_automatic_players():
    play = WaitingMatch()
    for bot, source in ((BOT, Source.PAGE), (None, Source.AUTOMATIC)):
        with pytest.raises(Irregular, match="join as automatic players"):
            play.does(0, Join(bot=bot), source)


def test_a_bot_cannot_be_played_by_a_program():
    join = Join(bot=BOT, program="ash")
    with pytest.raises(Irregular, match="cannot be played by a program"):
        WaitingMatch().does(0, join, Source.AUTOMATIC)


def test_proposals_before_the_start_after_the_end_and_by_bots_are_refused():
    refused(Code.NOT_STARTED, WaitingMatch(), 0, Propose(K.END))
    over = MatchPlay()
    over.by_staff(
        GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY + timedelta(days=3)))
    )
    refused(Code.GAME_OVER, over, 0, Propose(K.END))
    assert due_by(over.match, over.now) == FRIDAY + timedelta(days=3)
    with pytest.raises(Irregular, match="does not play that seat"):
        bot_and_person().does(0, Propose(K.END))


def test_a_player_on_autopilot_cannot_propose():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    refused(Code.ON_AUTOPILOT, play, 0, Propose(K.END))


def test_the_staff_withdraw_an_offer_only_after_the_matching_act():
    play = MatchPlay()
    play.invites(1)
    by = Authorship(None, Source.STAFF, play.now)
    for seat, fits in ((0, False), (1, True)):
        play._decide(StaffActed("withdraw", seat, "0" * 64), by)
        if fits:
            assert play._decide(OfferWithdrawn(1), by) == [OfferWithdrawn]
        else:
            with pytest.raises(Irregular, match="cannot have led to this"):
                play._decide(OfferWithdrawn(1), by)
            play = MatchPlay()
            play.invites(1)
    play._decide(StaffActed("withdraw", 1, "0" * 64), by)
    with pytest.raises(Irregular, match="cannot have led to this"):
        play._decide(OfferWithdrawn(1), by)


@pytest.mark.parametrize(
    ("propose", "code"),
    [
        (Propose(K.TIME_CONTROL), Code.IRREGULAR),
        (Propose(K.TIME_CONTROL, control=QUICK), Code.INVALID),
        (Propose(K.SUBSTITUTE, seat=1, offer=1), Code.TOO_LATE),
        (Propose(K.TAKE_BACK, sequence=999), Code.INVALID),
    ],
)
def test_invalid_proposals_are_refused(propose, code):
    refused(code, MatchPlay(), 0, propose)


def test_a_take_back_needs_another_voter_and_a_move_not_yet_undone():
    play = MatchPlay(players=2)
    play.moves()
    sequence = play.match.table.last_move.sequence
    made = Propose(K.TAKE_BACK, sequence=sequence - 1)
    alone = MatchPlay(players=2)
    alone.moves()
    alone.does(1, EntrustSeat())
    refused(Code.FORBIDDEN, alone, 0, made)
    play.does(0, TakeBack(sequence))
    refused(Code.TOO_LATE, play, 0, made)


def test_a_player_who_is_not_awaited_cannot_time_out():
    play = MatchPlay()
    play.passes(hours=9)
    with pytest.raises(Irregular, match="was not awaited"):
        play.does(1, TimeOut(("forest 1",)), Source.TIMEOUT)


def test_only_one_person_can_start_from_another_games_position():
    play = WaitingMatch()
    for player in (0, 1):
        play.does(player, Join())
    position = MatchPlay(players=2).match.board.position
    with pytest.raises(Irregular, match="Only one person"):
        play.by_itself(PositionSetUp(ORIGIN, position))


def test_a_reply_of_a_seat_without_a_person_is_refused():
    play = WaitingMatch()
    play.does(0, Join(bot=BOT), Source.AUTOMATIC)
    play.does(1, Join())
    for player in (0, 2):
        with pytest.raises(Irregular, match="No person plays that seat"):
            play.by_itself(ReplyReceived(player, "0" * 64, is_signed=False))


def test_a_seat_cannot_be_entrusted_after_the_end():
    play = MatchPlay()
    play.by_staff(
        GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY + timedelta(days=3)))
    )
    refused(Code.GAME_OVER, play, 1, EntrustSeat())


def test_roll_back_and_restore_are_refused_once_the_seed_is_known():
    play = MatchPlay()
    version = play.match.board.version
    refused(Code.NOT_STARTED, WaitingMatch(), None, GameRolledBack(1), Source.STAFF)
    play.by_staff(GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY)))
    play.by_itself(RevealSeed())
    with pytest.raises(Irregular, match="seed of its dice is known"):
        play.by_staff(GameRolledBack(version))
    with pytest.raises(Irregular, match="seed of its dice is known"):
        play.by_itself(GameRestored(SEED.hex(), "1" * 64))
    assert due_by(play.match, play.now) is None


def test_a_restored_end_by_the_staff_gets_its_full_delay_again():
    play = MatchPlay()
    began = play.match.board.version
    play.by_staff(
        GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY + timedelta(days=3)))
    )
    ended = play.match.board.version
    play.passes(days=1)
    play.by_staff(GameRolledBack(began))
    assert play.asked == 0
    play.passes(days=1)
    play.by_staff(GameRolledBack(ended))
    assert play.match.table.final_from == play.now + timedelta(days=3)


def test_a_restore_has_to_reveal_the_old_seed():
    with pytest.raises(Irregular, match="the seed that was used so far"):
        MatchPlay().by_itself(GameRestored("1" * 64, "1" * 64))


def test_offers_have_to_be_numbered_in_order():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    play.offers(0)
    for number in (1, 3):
        with pytest.raises(Irregular, match="numbered in order"):
            play.by_itself(SeatOffered(number, 0, for_good=False))
    play.by_itself(SeatOffered(2, 0, for_good=False))


def test_a_restore_has_to_commit_to_another_seed():
    with pytest.raises(Irregular, match="another seed"):
        MatchPlay().by_itself(GameRestored(SEED.hex(), commitment(SEED)))


def test_an_absence_is_refused_after_time_has_run_out():
    play = MatchPlay()
    play.passes(hours=2)
    refused(
        Code.TOO_LATE, play, 0, DeclareAbsence(play.now, play.now + timedelta(days=1))
    )


def test_acts_of_the_staff_that_do_not_fit_the_game_are_refused():
    play = MatchPlay()
    by = Authorship(None, Source.STAFF, play.now)
    with pytest.raises(Irregular, match="no such act"):
        play._decide(StaffActed("bribe", None, "0" * 64), by)
    with pytest.raises(Irregular, match="no such seat"):
        play._decide(StaffActed("entrust", 7, "0" * 64), by)
    with pytest.raises(Irregular, match="is not paused"):
        play.by_staff(GameResumed())
    with pytest.raises(Irregular, match="end after it begins"):
        play.by_staff(GamePaused(write_moment(play.now)))


def test_the_votes_of_a_replaced_player_are_dropped():
    play = MatchPlay()
    play.does(1, Propose(K.END))
    play.does(0, CastVote(1, agrees=True))
    play.invites(0)
    play._decide(TakeSeat(1), Authorship(0, Source.STAFF, play.now))
    assert play.match.table.proposals[0].votes == {1: True}


def test_the_time_control_cannot_be_changed_before_the_start():
    with pytest.raises(Refusal, match="hasn’t started yet"):
        WaitingMatch().by_staff(TimeControlSet(QUICK))


def test_unfreezing_a_game_that_is_not_frozen_changes_no_clock():
    play = MatchPlay()
    by = Authorship(None, Source.STAFF, play.now)
    step = MatchStep((GameUnfrozen(),), by)
    after = evolve_match(play.match, step, History)
    assert after.table.freezes == ()
