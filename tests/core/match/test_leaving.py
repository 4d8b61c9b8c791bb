"""Leaving a seat: before the start, to autopilot, or to a person whom one asks."""

import pytest

from stoneage_core.errors import Code, IllegalMove, Irregular
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.seats import OfferWithdrawn, SeatEntrusted, SeatOffered
from stoneage_core.events.setup import PlayerWithdrew
from stoneage_core.match.lifecycle import Join, Start, Withdraw
from stoneage_core.match.proposals import Propose
from stoneage_core.match.seats import EntrustSeat, OfferSeat, ReclaimSeat, TakeSeat
from stoneage_core.match.state import Source
from tests.core.match.match_play import MatchPlay, WaitingMatch, refused


def test_player_who_leaves_before_the_start_frees_the_seat():
    play = WaitingMatch()
    play.does(0, Join())
    assert play.does(0, Withdraw()) == [PlayerWithdrew]
    assert play.match.board.joined == (False, False)
    play.does(1, Join())
    play.does(0, Join())
    play.by_itself(Start())
    assert play.match.table.pending


def test_only_a_player_who_joined_can_leave_before_the_start():
    play = WaitingMatch()
    with pytest.raises(IllegalMove):
        play.does(0, Withdraw())
    refused(Code.STARTED, MatchPlay(), 0, Withdraw())


def test_nobody_leaves_a_game_that_is_about_to_start():
    play = WaitingMatch()
    play.does(0, Join())
    play.does(1, Join())
    with pytest.raises(IllegalMove) as refusal:
        play.does(0, Withdraw())
    assert refusal.value.code is Code.STARTED


@pytest.mark.parametrize("source", [Source.PAGE, Source.API, Source.REPLY])
def test_player_can_leave_the_seat_to_autopilot_and_come_back(source):
    play = MatchPlay()
    assert play.does(0, EntrustSeat(), source) == [SeatEntrusted]
    assert play.match.table.seats[0].is_on_autopilot
    play.does(0, ReclaimSeat(), source)
    assert play.match.table.seats[0].is_played


def test_person_whom_the_player_asked_takes_the_seat_for_good():
    play = MatchPlay()
    play.does(0, OfferSeat(for_good=True))
    assert play.match.table.seats[0].is_played  # nothing changes before the answer
    play.does(0, TakeSeat(1))
    assert not play.match.table.seats[0].is_substituted
    assert play.match.table.offers == ()


def test_person_asked_in_a_rated_game_plays_until_the_player_is_back():
    play = MatchPlay(rated=True)
    with pytest.raises(Irregular, match="for good"):
        play.does(0, OfferSeat(for_good=True))
    play.does(0, OfferSeat(for_good=False))
    play.does(0, TakeSeat(1))
    assert play.match.table.seats[0].is_substituted
    play.does(0, ReclaimSeat())
    assert not play.match.table.seats[0].is_substituted


def test_player_asks_one_person_at_a_time():
    play = MatchPlay()
    play.does(0, OfferSeat(for_good=True))
    refused(Code.TOO_LATE, play, 0, OfferSeat(for_good=True))
    play.by_itself(OfferWithdrawn(1))
    play.does(0, OfferSeat(for_good=True))


def test_offer_by_the_player_lapses_when_the_player_is_back():
    play = MatchPlay()
    play.does(0, OfferSeat(for_good=True))
    play.does(0, EntrustSeat())
    play.does(0, ReclaimSeat())
    assert play.match.table.offers == ()


def test_the_table_does_not_vote_on_an_offer_by_the_player():
    play = MatchPlay()
    play.does(0, OfferSeat(for_good=False))
    play.does(0, EntrustSeat())
    refused(Code.TOO_LATE, play, 1, Propose(ProposalKind.SUBSTITUTE, seat=0, offer=1))


def test_the_staff_cannot_accept_for_the_person_whom_a_player_asked():
    play = MatchPlay()
    play.does(0, OfferSeat(for_good=True))
    with pytest.raises(Irregular):
        play.does(0, TakeSeat(1), Source.STAFF)
    play = MatchPlay()
    play.invites(0)
    with pytest.raises(Irregular):
        play.does(0, TakeSeat(1))


def test_only_a_player_makes_an_offer_in_their_own_name():
    with pytest.raises(Irregular, match="by name"):
        MatchPlay().by_itself(SeatOffered(1, 0, for_good=False, by_player=True))
