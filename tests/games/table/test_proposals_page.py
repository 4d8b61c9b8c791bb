"""Proposals at the table: who sees them, who has a say, what comes of them."""

import re

import pytest
from django.test import Client

from games.clocks import PRESETS, with_site_takeback
from games.deadlines import expire_turn
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, StoredEvent, User
from games.presentation.proposal_text import rule_in_words
from games.seats.offers import offer_to_play, return_to_seat
from games.table.table_page import earlier_decisions
from games.table.votes import cast_vote
from stoneage_core.events.proposals import ProposalKind, ProposalMade
from stoneage_core.match.votes import votes_needed
from stoneage_core.state import EndReason
from tests.games.table.table import act, arranged, asked, last_decision, offered
from tests.support.pages import (
    Dump,
    html_of,
    markup_of,
    page,
    play_path,
    seat_of,
    seat_path,
    text_of,
    values_of,
)
from tests.support.play import against_automatic, event_types, play_on, play_to_hunger
from tests.support.proposals import propose_takeback
from tests.support.standing_time import StandingTime
from tests.support.words import alert_on, event_sentence

pytestmark = pytest.mark.django_db


def public(client: Client, game: Game) -> str:
    return text_of(page(client, f"/games/{game.slug}/?sheet=about"))


def votes_offered(client: Client, game: Game, number: int) -> list[str]:
    return values_of(page(client, seat_path(game, number)), "says")


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


def test_page_says_how_to_get_a_substitute_until_somebody_offers(
    client: Client, autopilot_game: Game, outsider: User, time_stands: StandingTime
) -> None:
    path = seat_path(autopilot_game, 1)
    assert 'id="no-offers"' in html_of(client.get(path))
    offer_to_play(seat=seat_of(autopilot_game, 0), user=outsider, now=time_stands.now)
    shown = html_of(client.get(path))
    assert 'id="no-offers"' not in shown
    assert 'value="propose-substitute"' in shown


def test_proposal_to_end_needs_confirmation(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    before = dump()
    answer = act(client, two_player_game, 0, "propose-end")
    assert answer.status_code == 400
    assert alert_on(answer)
    assert '<details class="care" open><summary>' in markup_of(html_of(answer))
    assert dump() == before
    assert act(client, two_player_game, 0, "propose-end", sure="yes").status_code == 303
    assert event_types(two_player_game)[-1] == "ProposalMade"


def test_all_see_a_proposal_and_the_players_vote(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "propose-end", sure="yes")
    watched = page(client, f"/games/{two_player_game.slug}/?sheet=about")
    made = ProposalMade(1, 0, ProposalKind.END)
    assert event_sentence(made, "Alice", "Bob") in text_of(watched)
    (votes,) = re.findall(r'<ul class="votes">(.*?)</ul>', watched, re.DOTALL)
    assert re.findall(r'class="(badge[^"]*)"', votes) == ["badge badge-good", "badge"]
    assert values_of(watched, "says") == []
    assert votes_offered(client, two_player_game, 0) == ["no"]
    assert votes_offered(client, two_player_game, 1) == ["yes", "no"]
    answer = act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    assert answer["Location"] == play_path(two_player_game, 1)  # it tells the result
    assert fresh(two_player_game).status == "finished"
    assert event_types(two_player_game).count("ProposalSettled") == 1
    assert positions.state_of(fresh(two_player_game)).end_reason == EndReason.AGREED


def test_one_no_rejects_the_proposal(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "propose-end", sure="yes")
    act(client, two_player_game, 1, "vote", proposal=1, says="no")
    assert "vote" not in offered(client, two_player_game, 1)
    answer = act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    assert answer.status_code == 409
    assert event_types(two_player_game)[-1] == "ProposalSettled"
    assert fresh(two_player_game).status == "active"


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
    unknown = act(client, two_player_game, 0, "propose-clock", clock="?")
    assert unknown.status_code == 400
    act(client, two_player_game, 0, "propose-clock", clock="live")
    (open_one,) = fresh(two_player_game).table_state.proposals
    assert event_sentence(open_one.made, "Alice", "Bob") in public(
        client, two_player_game
    )
    answer = act(client, two_player_game, 1, "propose-clock", clock="relaxed")
    assert answer.status_code == 409
    act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    assert fresh(two_player_game).time_control == with_site_takeback(PRESETS["live"])


def test_substitute_is_chosen_from_the_offers(
    client: Client, autopilot_game: Game, outsider: User, time_stands: StandingTime
) -> None:
    game = autopilot_game
    assert act(client, game, 1, "propose-substitute", offer=1).status_code == 409
    offer_to_play(seat=seat_of(game, 0), user=outsider, now=time_stands.now)
    offers = re.search(
        r'<select id="propose-offer".*?</select>',
        page(client, seat_path(game, 1)),
        re.DOTALL,
    )
    assert offers
    assert "Oscar" in offers[0]
    act(client, game, 1, "propose-substitute", offer=1)
    text = arranged(client, game, 2)
    (proposal,) = fresh(game).table_state.proposals
    assert event_sentence(proposal.made, *["Alice", "Bob", "Carol", "Dave"]) in text
    assert rule_in_words(proposal) in text
    assert votes_needed(proposal.made.kind, len(proposal.voters)) == 2
    act(client, game, 2, "vote", proposal=1, says="yes")
    assert seat_of(game, 0).user == outsider
    assert "Oscar" in arranged(client, game, 1)


def test_absent_player_has_no_vote(
    client: Client, autopilot_game: Game, time_stands: StandingTime
) -> None:
    act(client, autopilot_game, 1, "propose-end", sure="yes")
    assert votes_offered(client, autopilot_game, 0) == []
    answer = act(client, autopilot_game, 0, "vote", proposal=1, says="yes")
    assert answer.status_code == 409
    assert "VoteCast" not in event_types(autopilot_game)


def test_the_seat_is_taken_back_by_one_click(
    client: Client, autopilot_game: Game, time_stands: StandingTime
) -> None:
    assert asked(client, autopilot_game, 0) == ""
    assert "return" in offered(client, autopilot_game, 0)
    answer = act(client, autopilot_game, 0, "return")
    assert answer.status_code == 303
    assert not seat_of(autopilot_game, 0).is_on_autopilot
    assert "return" not in offered(client, autopilot_game, 0)


def test_only_player_needs_no_agreement(
    client: Client, alice: User, time_stands: StandingTime
) -> None:
    game = against_automatic(alice, now=time_stands.now).game
    act(client, game, 0, "propose-end", sure="yes")
    assert fresh(game).status == "finished"


def test_a_guest_only_sees_the_game(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    seat = Seat.objects.get(bot="")
    actions = offered(client, seat.game, seat.number)
    assert actions.isdisjoint({"orders", "away", "propose-clock"})
    assert "propose-end" in actions
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
