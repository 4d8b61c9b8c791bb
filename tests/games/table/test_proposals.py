"""What players decide by votes: takebacks, substitutes, the end, the clock."""

from datetime import datetime, timedelta

import pytest

from games import queries
from games.clocks import PRESETS
from games.deadlines import expire_turn
from games.history.stream_check import check_stream
from games.lobby.new_games import create_practice_game
from games.log import positions
from games.models import Game, Seat, SeatOffer, StoredEvent, User
from games.seats.offers import decline_offer, offer_to_play, return_to_seat
from games.table.submit import take_back_decision
from games.table.votes import cast_vote
from stoneage_core.state import EndReason
from tests.support import proposals
from tests.support.play import against_automatic, submit
from tests.support.proposals import propose_takeback, propose_time_control
from tests.support.refusals import refuses

MOMENT = timedelta(seconds=1)
TEN_MINUTES = timedelta(minutes=10)


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def vote(
    game: Game, player: int, agrees: bool, now: datetime, proposal: int = 1
) -> Game:
    return cast_vote(
        seat=seat_of(game, player), proposal=proposal, agrees=agrees, now=now
    )


def propose_end(game: Game, player: int, now: datetime) -> Game:
    return proposals.propose_end(seat=seat_of(game, player), now=now)


def last_types(game: Game, count: int) -> list[str]:
    rows = StoredEvent.objects.filter(game=game).order_by("-sequence")
    return list(rows.values_list("type", flat=True)[:count])[::-1]


def decision_of(game: Game, player: int) -> int:
    made = StoredEvent.objects.filter(game=game, decided_by=player).moves()
    return made.latest("sequence").sequence


# Ending the game


def test_players_can_end_the_game_together(started_game: Game, now: datetime) -> None:
    propose_end(started_game, 0, now)
    vote(started_game, 1, True, now)
    vote(started_game, 2, True, now)
    assert fresh(started_game).status == "active"
    game = vote(started_game, 3, True, now)
    assert game.status == "finished"
    assert positions.state_of(game).end_reason is EndReason.AGREED
    assert last_types(game, 2) == ["GameEnded", "SeedRevealed"]
    assert not Seat.objects.filter(game=game, awaited_at__isnull=False).exists()
    assert check_stream(game.pk)[1] == []


def test_one_vote_against_rejects_a_unanimous_proposal(
    started_game: Game, now: datetime
) -> None:
    propose_end(started_game, 0, now)
    game = vote(started_game, 2, False, now)
    assert last_types(game, 2) == ["VoteCast", "ProposalSettled"]
    assert '"rejected"' in StoredEvent.objects.get(type="ProposalSettled").data
    assert game.table_state.proposals == ()
    with refuses("too_late"):
        vote(game, 1, True, now)


def test_open_vote_can_be_changed(started_game: Game, now: datetime) -> None:
    propose_end(started_game, 0, now)
    vote(started_game, 1, True, now)
    vote(started_game, 1, True, now)
    (proposal,) = fresh(started_game).table_state.proposals
    assert proposal.votes == {0: True, 1: True}
    assert StoredEvent.objects.filter(type="VoteCast").count() == 1
    vote(started_game, 0, False, now)
    assert fresh(started_game).table_state.proposals == ()


def test_votes_do_not_change_questions_or_clocks(
    started_game: Game, now: datetime
) -> None:
    before = Seat.objects.filter(game=started_game).order_by("number")
    columns = ("awaited_at", "awaited_version", "deadline_at")
    kept = list(before.values_list(*columns))
    propose_end(started_game, 0, now + TEN_MINUTES)
    vote(started_game, 1, True, now + TEN_MINUTES)
    assert list(before.values_list(*columns)) == kept
    submit(started_game, 0, "hut", now=now + TEN_MINUTES)


def test_page_from_before_the_votes_remains_valid(
    started_game: Game, now: datetime
) -> None:
    seen = fresh(started_game).version
    propose_end(started_game, 1, now)
    submit(started_game, 0, "hut", now=now, expected_version=seen)


def test_only_one_proposal_of_a_kind_at_a_time(
    started_game: Game, now: datetime
) -> None:
    propose_end(started_game, 0, now)
    with refuses("too_late"):
        propose_end(started_game, 1, now)


def test_strangers_and_bots_have_no_vote(alice: User, now: datetime) -> None:
    own = against_automatic(alice, now=now)
    with refuses("forbidden"):
        propose_end(own.game, 1, now)


def test_only_remaining_player_can_end_the_game_alone(
    alice: User, now: datetime
) -> None:
    own = against_automatic(alice, now=now)
    assert propose_end(own.game, 0, now).status == "finished"
    with refuses("game_over"):
        propose_end(own.game, 0, now)


# Taking back


def test_players_can_take_back_dice_together(
    two_player_game: Game, now: datetime
) -> None:
    before = positions.state_of(two_player_game)
    submit(two_player_game, 0, "forest 5", now=now)
    decision = decision_of(two_player_game, 0)
    submit(two_player_game, 1, "quarry 5", now=now)
    late = now + timedelta(days=1)
    propose_takeback(seat=seat_of(two_player_game, 0), decision=decision, now=late)
    game = vote(two_player_game, 1, True, late)
    assert last_types(game, 3) == ["VoteCast", "ProposalSettled", "DecisionTakenBack"]
    state = positions.state_of(game)
    assert state.players == before.players
    alice, bob = game.seats.order_by("number")
    assert (alice.awaited_at, alice.awaited_version) == (late, game.version)
    assert bob.awaited_at is None
    assert check_stream(game.pk)[1] == []


def test_decision_taken_back_cannot_be_taken_back_again(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    first = decision_of(two_player_game, 0)
    take_back_decision(seat=seat_of(two_player_game, 0), sequence=first, now=now)
    with refuses("too_late", match="already"):
        propose_takeback(seat=seat_of(two_player_game, 1), decision=first, now=now)


def test_takeback_proposal_lapses_when_its_decision_is_taken_back(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    decision = decision_of(two_player_game, 0)
    propose_takeback(seat=seat_of(two_player_game, 1), decision=decision, now=now)
    game = take_back_decision(
        seat=seat_of(two_player_game, 0), sequence=decision, now=now
    )
    assert game.table_state.proposals == ()
    assert '"lapsed"' in StoredEvent.objects.get(type="ProposalSettled").data


@pytest.mark.parametrize("sequence", [1, 3, 999])
def test_only_decisions_can_be_taken_back(
    two_player_game: Game, now: datetime, sequence: int
) -> None:
    with refuses("invalid"):
        propose_takeback(seat=seat_of(two_player_game, 0), decision=sequence, now=now)


def test_bots_agree_to_nothing(alice: User, now: datetime) -> None:
    """Otherwise somebody could repeat a roll until they like the dice."""
    own = against_automatic(alice, now=now)
    submit(own.game, 0, "forest 5", now=now)
    with refuses("forbidden"):
        propose_takeback(seat=own, decision=decision_of(own.game, 0), now=now)


# The clock


def test_players_can_change_the_clock_together(
    two_player_game: Game, now: datetime
) -> None:
    late = now + timedelta(days=2)
    propose_time_control(
        seat=seat_of(two_player_game, 0), control=PRESETS["saver"], now=late
    )
    game = vote(two_player_game, 1, True, late)
    assert game.time_control == PRESETS["saver"]
    own = seat_of(game, 0)
    assert own.awaited_at == late
    assert own.deadline_at == late + timedelta(days=4, hours=8)
    assert check_stream(game.pk)[1] == []


def test_proposing_the_same_clock_is_refused(
    two_player_game: Game, now: datetime
) -> None:
    with refuses("invalid"):
        propose_time_control(
            seat=seat_of(two_player_game, 0), control=PRESETS["unhurried"], now=now
        )


# Substitutes


@pytest.fixture
def left_game(started_game: Game, now: datetime) -> Game:
    """Alice's seat is on autopilot. Bob, Carol and Dave play on."""
    for _ in range(2):
        while not seat_of(started_game, 0).awaited_at:
            play_others(started_game, now)
        deadline = seat_of(started_game, 0).deadline_at
        assert deadline is not None
        expire_turn(seat_id=seat_of(started_game, 0).pk, now=deadline)
    assert seat_of(started_game, 0).is_on_autopilot
    return fresh(started_game)


def play_others(game: Game, now: datetime) -> None:
    from tests.support.play import play_on

    play_on(fresh(game), now=now, decisions=1)


def offer(game: Game, user: User, now: datetime) -> SeatOffer:
    return offer_to_play(seat=seat_of(game, 0), user=user, now=now)


def propose_substitute(game: Game, made: SeatOffer, now: datetime) -> Game:
    return proposals.propose_substitute(seat=seat_of(game, 1), offer=made, now=now)


def test_majority_accepts_a_substitute(
    left_game: Game, now: datetime, alice: User, outsider: User
) -> None:
    made = offer(left_game, outsider, now)
    epoch = seat_of(left_game, 0).link_epoch
    propose_substitute(left_game, made, now)
    game = vote(left_game, 2, True, now)
    own = seat_of(game, 0)
    assert (own.user, own.absent_user, own.is_on_autopilot) == (outsider, alice, False)
    assert own.link_epoch > epoch
    assert last_types(game, 1) == ["SeatTaken"]
    assert queries.open_offers(game) == []
    assert check_stream(game.pk)[1] == []


def test_half_of_the_votes_against_reject_a_proposal(
    left_game: Game, now: datetime, outsider: User
) -> None:
    propose_substitute(left_game, offer(left_game, outsider, now), now)
    vote(left_game, 2, False, now)
    assert fresh(left_game).table_state.proposals
    vote(left_game, 3, False, now)
    assert fresh(left_game).table_state.proposals == ()
    assert seat_of(left_game, 0).is_on_autopilot


def test_absent_player_returns_to_a_substituted_seat(
    left_game: Game, now: datetime, alice: User, outsider: User
) -> None:
    propose_substitute(left_game, offer(left_game, outsider, now), now)
    vote(left_game, 2, True, now)
    game = return_to_seat(seat=seat_of(left_game, 0), user=alice, now=now)
    own = seat_of(game, 0)
    assert (own.user, own.absent_user) == (alice, None)
    assert last_types(game, 1) == ["PlayerReturned"]
    assert check_stream(game.pk)[1] == []


def test_offer_lapses_when_the_player_returns(
    left_game: Game, now: datetime, alice: User, outsider: User
) -> None:
    made = offer(left_game, outsider, now)
    propose_substitute(left_game, made, now)
    return_to_seat(seat=seat_of(left_game, 0), user=alice, now=now)
    assert fresh(left_game).table_state.proposals == ()
    assert fresh(left_game).table_state.offers == ()
    made.refresh_from_db()
    assert made.state == SeatOffer.State.LAPSED
    with refuses("too_late"):
        propose_substitute(left_game, made, now)


def test_offer_can_be_withdrawn(left_game: Game, now: datetime, outsider: User) -> None:
    made = offer(left_game, outsider, now)
    propose_substitute(left_game, made, now)
    decline_offer(offer=made, user=outsider, now=now)
    assert fresh(left_game).table_state.proposals == ()
    assert queries.open_offers(left_game) == []
    again = offer(left_game, outsider, now)
    assert (again.number, offer(left_game, outsider, now)) == (2, again)


def test_players_and_guests_cannot_be_substitutes(
    left_game: Game, started_game: Game, now: datetime, alice: User, bob: User
) -> None:
    for user in (alice, bob):
        with refuses("already_seated"):
            offer(left_game, user, now)
    guest = create_practice_game(now=now).user
    assert guest is not None
    with refuses("address_needed"):
        offer(left_game, guest, now)


def test_seat_with_a_player_needs_no_substitute(
    started_game: Game, now: datetime, outsider: User
) -> None:
    with refuses("too_late"):
        offer(started_game, outsider, now)


def test_player_on_autopilot_has_no_vote(left_game: Game, now: datetime) -> None:
    with refuses("on_autopilot"):
        propose_end(left_game, 0, now)
    late = now + timedelta(days=20)  # she had her time to come back
    propose_end(left_game, 1, late)
    vote(left_game, 2, True, late)
    assert vote(left_game, 3, True, late).status == "finished"


def test_proposal_lapses_when_its_proposer_leaves(
    two_player_game: Game, now: datetime
) -> None:
    propose_end(two_player_game, 0, now)
    for _ in range(2):
        while not seat_of(two_player_game, 0).awaited_at:
            play_others(two_player_game, now)
        deadline = seat_of(two_player_game, 0).deadline_at
        assert deadline is not None
        expire_turn(seat_id=seat_of(two_player_game, 0).pk, now=deadline)
    assert fresh(two_player_game).table_state.proposals == ()
    assert fresh(two_player_game).status == "active"


def test_votes_of_a_former_player_do_not_bind_the_next(
    left_game: Game, now: datetime, alice: User, outsider: User
) -> None:
    return_to_seat(seat=seat_of(left_game, 0), user=alice, now=now)
    propose_end(left_game, 1, now)
    vote(left_game, 0, True, now)
    for _ in range(2):
        while not seat_of(left_game, 0).awaited_at:
            play_others(left_game, now)
        deadline = seat_of(left_game, 0).deadline_at
        assert deadline is not None
        expire_turn(seat_id=seat_of(left_game, 0).pk, now=deadline)
    propose_substitute(left_game, offer(left_game, outsider, deadline), deadline)
    vote(left_game, 2, True, deadline, proposal=2)
    assert seat_of(left_game, 0).user == outsider
    for player in (2, 3):
        game = vote(left_game, player, True, deadline)
    assert game.status == "active"
    assert vote(left_game, 0, True, deadline).status == "finished"


def test_takeback_proposal_lapses_with_the_round(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    decision = decision_of(two_player_game, 0)
    propose_takeback(seat=seat_of(two_player_game, 0), decision=decision, now=now)
    late = now + TEN_MINUTES
    while fresh(two_player_game).round < 2:
        play_others(two_player_game, late)
    game = vote(two_player_game, 1, True, late)
    assert (game.table_state.proposals, game.round) == ((), 2)
    assert '"lapsed"' in StoredEvent.objects.get(type="ProposalSettled").data


def test_substitutes_other_offers_at_the_table_lapse(
    left_game: Game, now: datetime, outsider: User
) -> None:
    """Two seats are left, and one person offers to play both."""
    for _ in range(2):
        while not seat_of(left_game, 1).awaited_at:
            play_others(left_game, now)
        deadline = seat_of(left_game, 1).deadline_at
        assert deadline is not None
        expire_turn(seat_id=seat_of(left_game, 1).pk, now=deadline)
    offers = [
        offer_to_play(seat=seat_of(left_game, number), user=outsider, now=deadline)
        for number in (0, 1)
    ]
    proposals.propose_substitute(
        seat=seat_of(left_game, 2), offer=offers[0], now=deadline
    )
    vote(left_game, 3, True, deadline)
    assert seat_of(left_game, 0).user == outsider
    with refuses("too_late"):
        proposals.propose_substitute(
            seat=seat_of(left_game, 2), offer=offers[1], now=deadline
        )
