"""Proposals at the table: who sees them, who has a say, what comes of them."""

import pytest
from django.test import Client

from games.deadlines import expire_turn
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, StoredEvent, User
from games.seats.offers import offer_to_play, return_to_seat
from games.table.table_page import earlier_decisions
from games.table.votes import cast_vote
from tests.games.table.table import act, arranged, last_decision, shown
from tests.support.pages import Dump, markup_of, page, play_path, seat_of, text_of
from tests.support.play import against_automatic, event_types, play_on, play_to_hunger
from tests.support.proposals import propose_takeback
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db


def public(client: Client, game: Game) -> str:
    return text_of(page(client, f"/games/{game.slug}/?sheet=about"))


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def autopilot_game(started_game: Game, time_stands: StandingTime) -> Game:
    """Autopilot plays Alice's seat; Bob, Carol and Dave play."""
    while not seat_of(started_game, 0).is_on_autopilot:
        waiting = started_game.seats.filter(awaited_at__isnull=False)
        for seat in waiting:
            assert seat.deadline_at
            time_stands.now = max(time_stands.now, seat.deadline_at)
            expire_turn(seat_id=seat.pk, now=time_stands.now)
    for seat in started_game.seats.filter(is_on_autopilot=True).exclude(number=0):
        return_to_seat(seat=seat, user=None, now=time_stands.now)
    return started_game


def test_proposal_to_end_needs_confirmation(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    before = dump()
    answer = act(client, two_player_game, 0, "propose-end")
    assert answer.status_code == 400
    assert "Tick the box" in answer.content.decode()
    html = markup_of(answer.content.decode())
    assert '<details class="care" open><summary>Make a proposal' in html
    assert dump() == before
    assert act(client, two_player_game, 0, "propose-end", sure="yes").status_code == 303
    assert event_types(two_player_game)[-1] == "ProposalMade"


def test_all_see_a_proposal_and_the_players_vote(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "propose-end", sure="yes")
    watched = page(client, f"/games/{two_player_game.slug}/?sheet=about")
    assert "Alice proposed to end the game as it stands" in watched
    assert "Alice: yes Bob: not voted yet" in text_of(watched)
    assert 'name="says"' not in watched
    assert "No, I’ve changed my mind" in arranged(client, two_player_game, 0)
    assert "Yes, I agree" in arranged(client, two_player_game, 1)
    answer = act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    assert answer["Location"] == play_path(two_player_game, 1)  # it tells the result
    assert fresh(two_player_game).status == "finished"
    result = text_of(page(client, f"/games/{two_player_game.slug}/result/"))
    assert "The players agreed to end the game as it stood." in result
    assert "Proposal 1 is accepted (yes: Alice and Bob)." in result


def test_one_no_rejects_the_proposal(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "propose-end", sure="yes")
    act(client, two_player_game, 1, "vote", proposal=1, says="no")
    assert "To be decided together" not in arranged(client, two_player_game, 1)
    answer = act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    assert answer.status_code == 409
    assert "That proposal is already settled." in answer.content.decode()


def test_vote_has_to_be_yes_or_no(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    act(client, two_player_game, 0, "propose-end", sure="yes")
    before = dump()
    answer = act(client, two_player_game, 1, "vote", proposal=1, says="perhaps")
    assert answer.status_code == 400
    assert dump() == before


def test_another_clock_can_be_proposed(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    assert "Unhurried" in public(client, two_player_game)
    assert (
        act(client, two_player_game, 0, "propose-clock", clock="?").status_code == 400
    )
    act(client, two_player_game, 0, "propose-clock", clock="live")
    assert "Alice proposed a different pace" in public(client, two_player_game)
    answer = act(client, two_player_game, 1, "propose-clock", clock="relaxed")
    assert answer.status_code == 409
    act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    text = public(client, two_player_game)
    assert "Live" in text
    assert "Bank: 30 minutes" in text


def test_substitute_is_chosen_from_the_offers(
    client: Client, autopilot_game: Game, outsider: User, time_stands: StandingTime
) -> None:
    game = autopilot_game
    assert act(client, game, 1, "propose-substitute", offer=1).status_code == 409
    offer_to_play(seat=seat_of(game, 0), user=outsider, now=time_stands.now)
    assert "Oscar for Alice" in arranged(client, game, 1)
    act(client, game, 1, "propose-substitute", offer=1)
    text = arranged(client, game, 2)
    assert "Bob proposed a substitute for Alice" in text
    assert "Oscar offers to play for Alice until Alice is back." in text
    assert "It needs 2 of 3 votes." in text
    act(client, game, 2, "vote", proposal=1, says="yes")
    assert seat_of(game, 0).user == outsider
    text = arranged(client, game, 1)
    assert "Oscar plays for an absent player" in text


def test_absent_player_has_no_vote(
    client: Client, autopilot_game: Game, time_stands: StandingTime
) -> None:
    act(client, autopilot_game, 1, "propose-end", sure="yes")
    assert "Yes, I agree" not in arranged(client, autopilot_game, 0)
    answer = act(client, autopilot_game, 0, "vote", proposal=1, says="yes")
    assert answer.status_code == 409
    assert "Autopilot is playing for you." in answer.content.decode()


def test_the_seat_is_taken_back_by_one_click(
    client: Client, autopilot_game: Game, time_stands: StandingTime
) -> None:
    text = shown(client, autopilot_game, 0)
    assert "Autopilot is playing for you" in text
    assert "You missed 2 turns in a row" in text
    assert "Place people" not in text
    assert "Alice on autopilot" in public(client, autopilot_game)
    answer = act(client, autopilot_game, 0, "return")
    assert answer.status_code == 303
    assert not seat_of(autopilot_game, 0).is_on_autopilot
    assert "Take my seat back" not in shown(client, autopilot_game, 0)


def test_only_player_needs_no_agreement(
    client: Client, alice: User, time_stands: StandingTime
) -> None:
    game = against_automatic(alice, now=time_stands.now).game
    assert "No one else has to agree: it ends at once." in arranged(client, game, 0)
    act(client, game, 0, "propose-end", sure="yes")
    assert fresh(game).status == "finished"


def test_a_guest_only_sees_the_game(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    seat = Seat.objects.get(bot="")
    text = arranged(client, seat.game, seat.number)
    for word in (
        "Pace and clocks",
        "Orders",
        "Going away",
        "A different pace",
    ):
        assert word not in text
    assert "End the game" in text
    assert positions.state_of(seat.game).round == 1


def test_one_may_go_back_by_a_round_after_the_present_one_began_twice(
    two_player_game: Game, time_stands: StandingTime
) -> None:
    now = time_stands.now
    hungry = play_to_hunger(two_player_game, now=now)
    begun = StoredEvent.objects.filter(game=hungry, type="RoundStarted")
    own = StoredEvent.objects.filter(game=hungry, decided_by=0).moves()
    of_round = own.filter(sequence__gt=begun.latest("sequence").sequence)
    wanted = set(of_round.values_list("sequence", flat=True))
    fed = play_on(hungry, now=now, decisions=2)
    by = StoredEvent.objects.filter(game=fed).moves().latest("sequence").decided_by
    assert by is not None
    last = last_decision(fed, by)
    propose_takeback(seat=seat_of(fed, by), decision=last, now=now)
    cast_vote(seat=seat_of(fed, 1 - by), proposal=1, agrees=True, now=now)
    again = play_on(fed, now=now, decisions=1)
    assert again.round == fed.round == hungry.round + 1
    assert event_types(again).count("RoundStarted") == again.round + 1
    seats = read_seats(again)
    assert wanted
    assert wanted <= {
        sequence for sequence, _ in earlier_decisions(seats[0], seats, None)
    }
