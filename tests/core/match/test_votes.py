"""
Votes: the voters, the voting term, and the outcome. Time alone never carries a
proposal.
"""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stoneage_core.errors import Code, GameError
from stoneage_core.events.proposals import Outcome, ProposalKind, ProposalSettled
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.seats import AutopilotSeated
from stoneage_core.events.service import OutageRecorded
from stoneage_core.events.staff import GameFrozen, GamePaused, GameUnfrozen
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.proposals import CastVote, ExpireProposals, Propose
from stoneage_core.match.seats import EntrustSeat, ReclaimSeat
from stoneage_core.match.state import Source
from stoneage_core.match.votes import expires_at, vote_kept_until
from stoneage_core.time_control import (
    DAY,
    HOUR,
    MINUTE,
    Bank,
    PerMove,
    TimeControl,
    Window,
)
from tests.core.match.match_play import QUICK, MatchPlay, refused

K = ProposalKind
TERM = timedelta(seconds=QUICK.voting_term)
DECIDED = (Outcome.CARRIED, Outcome.REJECTED)


def is_over(play: MatchPlay) -> bool:
    return any(isinstance(step.events[0], GameEnded) for step in play.steps)


def settled(play: MatchPlay) -> list[ProposalSettled]:
    events = (event for step in play.steps for event in step.events)
    return [event for event in events if isinstance(event, ProposalSettled)]


def loses_seat(play: MatchPlay, player: int) -> None:
    """Let a player miss decisions until autopilot takes the seat."""
    while not play.status(player).is_on_autopilot:
        while play.asked != player:
            on_autopilot = play.status(play.asked).is_on_autopilot
            play.moves(Source.AUTOPILOT if on_autopilot else Source.PAGE)
        play.passes(hours=1)
        play.times_out()


@pytest.fixture
def one_vote_missing() -> MatchPlay:
    """Three of four agree to end the game; the fourth loses the seat by the clock."""
    play = MatchPlay(players=4)
    play.does(0, Propose(K.END))
    play.does(1, CastVote(1, True))
    play.does(2, CastVote(1, True))
    loses_seat(play, 3)
    return play


def test_losing_a_seat_does_not_end_the_game(one_vote_missing):
    play = one_vote_missing
    (proposal,) = play.match.table.proposals
    assert proposal.votes == {0: True, 1: True, 2: True}
    assert proposal.voters == (0, 1, 2, 3)
    assert expires_at(play.match.table, proposal) == play.now + TERM
    assert not is_over(play)


def test_a_player_who_comes_back_has_the_last_word(one_vote_missing):
    play = one_vote_missing
    play.passes(hours=5)
    play.does(3, ReclaimSeat())
    assert not settled(play)
    assert play.does(3, CastVote(1, False))[-1] is ProposalSettled
    assert settled(play) == [ProposalSettled(1, Outcome.REJECTED, (0, 1, 2), (3,))]


def test_votes_on_an_expired_proposal_are_refused(one_vote_missing):
    play = one_vote_missing
    play.passes(hours=TERM / timedelta(hours=1))
    refused(Code.TOO_LATE, play, 0, CastVote(1, True))
    assert play.by_itself(ExpireProposals()) == [ProposalSettled]
    assert settled(play) == [ProposalSettled(1, Outcome.EXPIRED, (0, 1, 2), (), (3,))]
    refused(Code.IRREGULAR, play, None, ExpireProposals(), Source.SERVICE)


def test_an_open_proposal_cannot_expire_early(one_vote_missing):
    play = one_vote_missing
    play.now += TERM - timedelta(seconds=1)
    refused(Code.IRREGULAR, play, None, ExpireProposals(), Source.SERVICE)


def test_remaining_players_decide_after_the_absent_players_term(
    one_vote_missing,
):
    play = one_vote_missing
    play.now += TERM
    play.does(1, Propose(K.END))  # the first one has expired
    assert settled(play)[0].outcome is Outcome.EXPIRED
    assert play.match.table.proposals[0].voters == (0, 1, 2)
    play.does(0, CastVote(2, True))
    assert GameEnded in play.does(2, CastVote(2, True))
    assert settled(play)[1] == ProposalSettled(2, Outcome.CARRIED, (0, 1, 2), (), (3,))


def test_a_proposal_made_while_somebody_may_come_back_waits_for_them():
    play = MatchPlay(players=3)
    loses_seat(play, 2)
    play.passes(hours=1)
    play.does(0, Propose(K.END))
    play.does(1, CastVote(1, True))
    assert not settled(play)
    assert vote_kept_until(play.match.table, 2) == play.now + TERM - timedelta(hours=1)


def test_a_vote_after_the_absent_players_term_can_carry():
    play = MatchPlay(players=3)
    loses_seat(play, 2)
    play.now += TERM / 2
    play.does(0, Propose(K.END))
    play.now += TERM / 2
    assert GameEnded in play.does(1, CastVote(1, True))


def test_a_proposal_lapses_when_a_voter_leaves_deliberately():
    play = MatchPlay(players=4)
    play.does(0, Propose(K.END))
    play.does(1, CastVote(1, True))
    play.does(2, CastVote(1, True))
    assert play.does(3, EntrustSeat())[-1] is ProposalSettled
    assert settled(play) == [ProposalSettled(1, Outcome.LAPSED, (0, 1, 2), (), (3,))]
    assert not is_over(play)
    play.does(0, Propose(K.END))
    assert play.match.table.proposals[0].voters == (0, 1, 2)


def test_a_vote_for_a_substitute_lapses_when_a_voter_loses_the_seat():
    play = MatchPlay(players=3)
    play.does(2, EntrustSeat())
    play.offers(2)
    play.does(0, Propose(K.SUBSTITUTE, seat=2, offer=1))
    loses_seat(play, 1)
    assert settled(play)[-1].outcome is Outcome.LAPSED
    play.does(0, Propose(K.SUBSTITUTE, seat=2, offer=1))  # nobody else is asked
    assert settled(play)[-1].outcome is Outcome.CARRIED


def test_a_returning_player_votes_on_open_proposals():
    play = MatchPlay(players=3)
    play.does(2, EntrustSeat())
    play.does(0, Propose(K.END))
    play.does(2, ReclaimSeat())
    assert play.match.table.proposals[0].voters == (0, 1, 2)
    play.does(1, CastVote(1, True))
    assert not settled(play)


def test_the_votes_of_a_substitute_do_not_bind_the_player_who_comes_back():
    play = MatchPlay(players=3)
    play.does(2, EntrustSeat())
    play.offers(2)
    play.does(0, Propose(K.SUBSTITUTE, seat=2, offer=1))
    play.does(1, CastVote(1, True))
    play.does(0, Propose(K.END))
    play.does(2, CastVote(2, True))  # the substitute
    play.does(2, ReclaimSeat())
    assert play.match.table.proposals[0].votes == {0: True}


def test_pauses_freezes_and_outages_prolong_a_proposal():
    play = MatchPlay(players=3)
    play.does(0, Propose(K.END))
    began = play.now
    play.passes(hours=1)
    play.by_itself(OutageRecorded(write_moment(began), write_moment(play.now)))
    play.by_staff(GamePaused(write_moment(play.now + timedelta(hours=2))))
    play.passes(hours=3)
    play.by_staff(GameFrozen())
    play.now += TERM
    refused(Code.FROZEN, play, None, ExpireProposals(), Source.SERVICE)
    play.by_staff(GameUnfrozen())
    assert not settled(play)
    (proposal,) = play.match.table.proposals
    assert expires_at(play.match.table, proposal) - began == 2 * TERM + timedelta(
        hours=3
    )


@pytest.mark.parametrize(
    ("control", "days"),
    [
        (TimeControl(PerMove(3 * DAY)), 7),
        (TimeControl(PerMove(5 * DAY), weekends=True), 14),
        (TimeControl(PerMove(DAY), grace=12 * HOUR), 7),
        (TimeControl(Bank(4 * DAY, DAY, 6 * DAY), grace=8 * HOUR), 12 + 2 / 3),
        (
            TimeControl(
                Bank(DAY, 4 * HOUR, 2 * DAY), window=Window(420, 1320), weekends=True
            ),
            8.96,
        ),
        (TimeControl(Bank(30 * MINUTE, 120, 45 * MINUTE), grace=30), 1),
    ],
)
def test_the_voting_term_is_at_least_twice_the_longest_decision(control, days):
    assert control.voting_term == pytest.approx(days * DAY)
    assert control.voting_term >= 2 * control.longest_decision


deeds = st.lists(
    st.tuples(
        st.sampled_from(
            ["move", "time out", "vote", "propose", "return", "leave", "wait", "sweep"]
        ),
        st.integers(0, 2),
        st.sampled_from([True, True, True, False]),
        st.sampled_from(K),
    ),
    max_size=60,
)


def attempt(play: MatchPlay, deed: str, player: int, says: bool, kind: K) -> None:
    """Do something, if the rules allow it."""
    table = play.match.table
    open_ones = [each.number for each in table.proposals]
    try:
        match deed:
            case "move":
                on_autopilot = play.status(play.asked).is_on_autopilot
                play.moves(Source.AUTOPILOT if on_autopilot else Source.PAGE)
            case "time out" if table.present:
                while play.status(play.asked).is_on_autopilot:
                    play.moves(Source.AUTOPILOT)
                play.passes(hours=1)
                play.times_out()
            case "vote" if open_ones:
                play.does(player, CastVote(open_ones[player % len(open_ones)], says))
            case "propose":
                play.does(player, proposal_of(play, kind))
            case "return" | "leave":
                play.does(player, ReclaimSeat() if deed == "return" else EntrustSeat())
            case "wait":
                play.passes(hours=15)
            case "sweep":
                play.by_itself(ExpireProposals())
    except GameError:
        pass


def proposal_of(play: MatchPlay, kind: K) -> Propose:
    match kind:
        case K.TIME_CONTROL:
            other = TimeControl(PerMove((2 + len(play.steps)) * HOUR), misses=1)
            return Propose(kind, control=other)
        case K.TAKE_BACK:
            last = play.match.table.last_move
            return Propose(kind, sequence=1 if last is None else last.sequence - 1)
        case K.SUBSTITUTE:
            left = [
                number
                for number, seat in enumerate(play.match.table.seats)
                if seat.is_on_autopilot
            ]
            seat = left[0] if left else 0
            play.offers(seat)
            return Propose(kind, seat=seat, offer=play.match.table.offer_count)
    return Propose(kind)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(deeds, st.integers(0, 2), st.sampled_from([K.END, K.TIME_CONTROL]))
def test_only_the_command_of_a_voter_carries_a_proposal(script, proposer, kind):
    play = MatchPlay(TimeControl(PerMove(HOUR), misses=1), players=3)
    attempt(play, "propose", proposer, True, kind)
    for deed in script:
        if play.match.board.phase.value == "ended":
            break
        attempt(play, *deed)
    command, by = "", None
    for step in play.steps:
        if step.command:
            command, by = step.command, step.by
        for event in step.events:
            if isinstance(event, ProposalSettled) and event.outcome in DECIDED:
                assert command.endswith(('"type":"Propose"}', '"type":"CastVote"}'))
                assert by.source.is_by_hand
                voted = event.agreed if event.outcome is DECIDED[0] else event.opposed
                assert by.player in voted
    if play.match.table.proposals and not is_over(play):
        play.now = max(
            expires_at(play.match.table, each) for each in play.match.table.proposals
        )
        play.by_itself(ExpireProposals())
        assert play.match.table.proposals == ()


def test_a_proposal_expires_after_all_others_lost_their_seats():
    play = MatchPlay(players=4)
    play.does(0, Propose(K.END))
    for player in (1, 2, 3):
        loses_seat(play, player)
        assert AutopilotSeated in [type(step.events[-1]) for step in play.steps[-2:]]
    play.now += TERM
    play.by_itself(ExpireProposals())
    assert GameEnded in play.does(0, Propose(K.END))
