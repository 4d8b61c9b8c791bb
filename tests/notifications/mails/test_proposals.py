"""Mails about proposals and their outcomes: recipients and content."""

from datetime import datetime, timedelta

from django.test import Client

from games.clocks import PRESETS
from games.log import positions
from games.models import Game, User
from games.presentation.result import agreement_in_words
from games.seats.leaving import give_up_seat
from games.seats.offers import decline_offer
from notifications.models import Kind, MailStatus
from stoneage_core.state import EndReason
from tests.notifications.absence import advised, offer, seat_at, vote
from tests.notifications.mails.test_contents import assert_says, only, written
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import Left, last_pk, newest_since, recipients_of
from tests.support.mails import Send, mails
from tests.support.pages import page, text_of
from tests.support.proposals import (
    propose_end,
    propose_substitute,
    propose_takeback,
    propose_time_control,
)

DAY = timedelta(days=1)


def test_proposal_is_sent_to_the_other_voters(left: Left) -> None:
    game, late = left
    before = last_pk()
    propose_end(seat=seat_at(game, 1), now=late)
    assert newest_since(before) == [
        (name, kind)
        for name in ("Alice", "Carol", "Dave")
        for kind in ("proposal_made", "vote_reminder")
    ]
    absent, message, _ = (written(mail, late) for mail in mails(Kind.PROPOSAL_MADE))
    assert message.subject.startswith("Bob asks for your vote · round 1")
    assert_says(
        message,
        "Bob proposed to end the game as it stands (proposal 1).",
        "If it’s accepted, the tribes are scored as they are then",
        "Everyone who is asked has to agree.",
        "Votes so far: yes: Bob; not voted: Alice, Carol and Dave.",
        "The vote is open until",
        "Without enough votes by then, everything stays as it is.",
        "Or just reply “yes” or “no”.",
    )
    assert_says(
        absent,
        "Autopilot is playing for you. Take your seat back to vote.",
        "Or just reply “return”, and vote then.",
    )


def test_player_who_has_voted_is_not_asked(
    started_game: Game, now: datetime, send: Send
) -> None:
    propose_end(seat=seat_at(started_game, 0), now=now)
    vote(started_game, 1, True, now)
    send(now)
    fates = {
        mail.user.name: fate(mail)[0] for mail in mails(Kind.PROPOSAL_MADE) if mail.user
    }
    assert fates == {
        "Bob": MailStatus.SKIPPED,
        "Carol": MailStatus.SENT,
        "Dave": MailStatus.SENT,
    }


def test_rejection_is_sent_to_the_others(started_game: Game, now: datetime) -> None:
    propose_end(seat=seat_at(started_game, 0), now=now)
    vote(started_game, 1, False, now)
    assert recipients_of(Kind.PROPOSAL_SETTLED) == ["Alice", "Carol", "Dave"]
    message = written(mails(Kind.PROPOSAL_SETTLED)[0], now)
    assert message.subject.startswith("Not agreed · round 1")
    assert_says(
        message,
        "Alice proposed to end the game as it stands (proposal 1).",
        "Proposal 1 didn’t get enough votes (yes: Alice; no: Bob; not voted: Carol and "
        "Dave).",
        "Everything stays as it is.",
    )


def test_agreed_end_is_announced_only_by_the_result(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    propose_end(seat=seat_at(two_player_game, 0), now=now)
    before = last_pk()
    vote(two_player_game, 1, True, now)
    assert newest_since(before) == [("Alice", "game_over"), ("Bob", "game_over")]
    message = only(Kind.GAME_OVER, now, alice)
    assert message.subject.startswith("Alice and Bob share the victory")
    assert_says(
        message,
        "A vote ended the game as it stood. Proposal 1 is accepted (yes: "
        "Alice and Bob). Alice and Bob share the victory",
    )


def test_result_does_not_claim_an_agreement_if_one_player_decided_alone(
    client: Client, two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    give_up_seat(seat=seat_at(two_player_game, 1), now=now)
    propose_end(seat=seat_at(two_player_game, 0), now=now)
    game = Game.objects.get(pk=two_player_game.pk)
    assert positions.state_of(game).end_reason is EndReason.AGREED
    said = agreement_in_words(game, ["Alice", "Bob"])
    assert "Alice" in said
    assert "Bob" not in said
    result = text_of(page(client, f"/games/{game.slug}/result/"))
    for text in (
        result,
        *(only(Kind.GAME_OVER, now, one).body for one in (alice, bob)),
    ):
        assert said in " ".join(text.split())


def test_new_clock_is_announced_with_the_new_deadline(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    propose_time_control(
        seat=seat_at(two_player_game, 0), control=PRESETS["saver"], now=now
    )
    asked = only(Kind.PROPOSAL_MADE, now)
    proposed = "Alice proposed a different pace (proposal 1): a bank of 4 days"
    assert_says(asked, proposed)
    vote(two_player_game, 1, True, now + DAY)
    message = only(Kind.PROPOSAL_SETTLED, now)
    assert message.to == ["alice@example.org"]
    assert_says(
        message,
        proposed,
        "Proposal 1 is accepted (yes: Alice and Bob).",
        "The pace of this table: a bank of 4 days",
        "The clock starts afresh for this turn.",
        "You have until Wednesday 25 November 2026, 20:00 (UTC).",
    )


def test_mail_shows_what_would_be_undone(two_player_game: Game, now: datetime) -> None:
    advised(two_player_game, 0, now)
    decision = two_player_game.events.moves().latest("sequence").sequence
    propose_takeback(seat=seat_at(two_player_game, 0), decision=decision, now=now)
    message = only(Kind.PROPOSAL_MADE, now)
    assert_says(
        message,
        f"Alice proposed to go back to event {decision - 1} (proposal 1).",
        "To be decided anew: Alice sent",
    )
    assert "WHAT WOULD BE UNDONE" in str(message.body)
    assert_says(message, "Alice sent")


def test_lapsed_proposal_is_announced(left: Left, outsider: User) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    propose_substitute(seat=seat_at(game, 1), offer=made, now=late)
    decline_offer(offer=made, user=outsider, now=late)
    assert recipients_of(Kind.PROPOSAL_SETTLED) == ["Bob", "Carol", "Dave"]
    assert_says(
        written(mails(Kind.PROPOSAL_SETTLED)[0], late),
        "Bob proposed a substitute for Alice (proposal 1).",
        "Proposal 1 is no longer open (yes: Bob; not voted: Alice, Carol and Dave).",
        "Everything stays as it is. The game has moved on since",
    )
