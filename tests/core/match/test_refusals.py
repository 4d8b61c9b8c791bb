"""What the rules around the board refuse."""

from datetime import timedelta

import pytest

from stoneage_core import commitment
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.seats import OfferWithdrawn, SeatOffered
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
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.history import History
from stoneage_core.match.lifecycle import Join, RevealSeed
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import EntrustSeat, TakeSeat
from stoneage_core.match.state import Authorship, MatchStep, Source
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


def beside_a_bot():
    """A game in which a bot has the first seat and a person the second."""
    play = WaitingMatch()
    play.does(0, Join(bot=BOT), Source.AUTOMATIC)
    play.does(1, Join())
    position = MatchPlay(players=2).match.board.position
    play.by_itself(PositionSetUp(ORIGIN, position))
    return play


def test_a_game_is_created_once():
    create = GameCreated(
        "game", commitment(SEED), RULES_VERSION, Terms(2, first_player=0)
    )
    with pytest.raises(Irregular, match="created before"):
        MatchPlay().by_itself(create)


def test_bots_and_nobody_else_come_by_themselves():
    play = WaitingMatch()
    for bot, source in ((BOT, Source.PAGE), (None, Source.AUTOMATIC)):
        with pytest.raises(Irregular, match="and nobody else is"):
            play.does(0, Join(bot=bot), source)


def test_no_program_of_a_player_plays_for_a_bot():
    join = Join(bot=BOT, program="ash")
    with pytest.raises(Irregular, match="No program plays"):
        WaitingMatch().does(0, join, Source.AUTOMATIC)


def test_nothing_is_proposed_before_the_game_after_it_or_by_bots():
    refused(Code.NOT_STARTED, WaitingMatch(), 0, Propose(K.END))
    over = MatchPlay()
    over.by_staff(
        GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY + timedelta(days=3)))
    )
    refused(Code.GAME_OVER, over, 0, Propose(K.END))
    assert due_by(over.match, over.now) == FRIDAY + timedelta(days=3)
    with pytest.raises(Irregular, match="not for them to decide"):
        beside_a_bot().does(0, Propose(K.END))


def test_who_is_on_autopilot_takes_the_seat_back_first():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    refused(Code.ON_AUTOPILOT, play, 0, Propose(K.END))


def test_an_invitation_of_the_staff_is_withdrawn_by_an_act():
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
def test_what_cannot_be_proposed(propose, code):
    refused(code, MatchPlay(), 0, propose)


def test_a_move_is_taken_back_once_and_with_somebody_who_can_agree():
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


def test_nobody_waits_for_who_is_not_asked():
    play = MatchPlay()
    play.passes(hours=9)
    with pytest.raises(Irregular, match="Nobody waited for"):
        play.does(1, TimeOut(("forest 1",)), Source.TIMEOUT)


def test_what_if_is_for_one_person_alone():
    play = WaitingMatch()
    for player in (0, 1):
        play.does(player, Join())
    position = MatchPlay(players=2).match.board.position
    with pytest.raises(Irregular, match="One person alone"):
        play.by_itself(PositionSetUp(ORIGIN, position))


def test_only_people_write_mails():
    play = WaitingMatch()
    play.does(0, Join(bot=BOT), Source.AUTOMATIC)
    play.does(1, Join())
    for player in (0, 2):
        with pytest.raises(Irregular, match="Nobody there decides by themselves"):
            play.by_itself(ReplyReceived(player, "0" * 64, is_signed=False))


def test_after_the_end_nobody_leaves():
    play = MatchPlay()
    play.by_staff(
        GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY + timedelta(days=3)))
    )
    refused(Code.GAME_OVER, play, 1, EntrustSeat())


def test_nobody_goes_back_once_the_seed_is_known():
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


def test_an_end_that_is_returned_to_is_as_long_from_final_as_at_first():
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


def test_a_restore_reveals_the_seed_of_before():
    with pytest.raises(Irregular, match="the seed that was used so far"):
        MatchPlay().by_itself(GameRestored("1" * 64, "1" * 64))


def test_offers_are_counted_in_order():
    play = MatchPlay()
    play.does(0, EntrustSeat())
    play.offers(0)
    for number in (1, 3):
        with pytest.raises(Irregular, match="counted in order"):
            play.by_itself(SeatOffered(number, 0, for_good=False))
    play.by_itself(SeatOffered(2, 0, for_good=False))


def test_a_restored_service_draws_from_another_seed():
    with pytest.raises(Irregular, match="another seed"):
        MatchPlay().by_itself(GameRestored(SEED.hex(), commitment(SEED)))


def test_an_absence_comes_too_late_once_time_is_over():
    play = MatchPlay()
    play.passes(hours=2)
    refused(
        Code.TOO_LATE, play, 0, DeclareAbsence(play.now, play.now + timedelta(days=1))
    )


def test_acts_of_the_staff_are_about_what_is_there():
    play = MatchPlay()
    by = Authorship(None, Source.STAFF, play.now)
    with pytest.raises(Irregular, match="no such thing"):
        play._decide(StaffActed("bribe", None, "0" * 64), by)
    with pytest.raises(Irregular, match="no such seat"):
        play._decide(StaffActed("entrust", 7, "0" * 64), by)
    with pytest.raises(Irregular, match="was not paused"):
        play.by_staff(GameResumed())
    with pytest.raises(Irregular, match="end after it begins"):
        play.by_staff(GamePaused(write_moment(play.now)))


def test_the_votes_of_who_is_replaced_go_with_them():
    play = MatchPlay()
    play.does(1, Propose(K.END))
    play.does(0, CastVote(1, agrees=True))
    play.invites(0)
    play._decide(TakeSeat(1), Authorship(0, Source.STAFF, play.now))
    assert play.match.table.proposals[0].votes == {1: True}


def test_the_clock_is_set_by_all_or_by_the_staff_while_the_game_is_played():
    with pytest.raises(Refusal, match="hasn’t started yet"):
        WaitingMatch().by_staff(TimeControlSet(QUICK))


def test_what_was_not_frozen_thaws_without_a_trace():
    play = MatchPlay()
    by = Authorship(None, Source.STAFF, play.now)
    step = MatchStep((GameUnfrozen(),), by)
    after = evolve_match(play.match, step, History)
    assert after.table.freezes == ()
