"""Who is told what when somebody else sits down, and what they read."""

from games.links.purposes import PLAY_LINK, RETURN_LINK
from games.match.offers import withdraw_offer
from games.match.returning import return_to_seat
from games.models import User
from notifications.models import Kind, MailStatus
from tests.notifications.absence import offer, replace, seat_at, vote
from tests.notifications.mails.test_contents import (
    assert_links_once,
    assert_says,
    only,
    written,
)
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import Left, last_pk, newest_since, told
from tests.support.mails import Send, mails
from tests.support.proposals import propose_substitute

SITE = "http://127.0.0.1:8000"


def test_an_offer_is_told_to_those_who_vote_once_an_hour(
    left: Left, outsider: User
) -> None:
    game, late = left
    offer(game, 0, outsider, late)
    assert told(Kind.SUBSTITUTE_OFFERED) == ["Bob", "Carol", "Dave"]
    withdraw_offer(seat=seat_at(game, 0), user=outsider, now=late)
    offer(game, 0, outsider, late)
    assert len(mails(Kind.SUBSTITUTE_OFFERED)) == 3
    message = written(mails(Kind.SUBSTITUTE_OFFERED)[0], late)
    assert message.subject.startswith(
        "Someone offers to play for an absent player · round 1"
    )
    assert_says(
        message,
        "Oscar offers to play for Alice until Alice is back.",
        "Propose it on the page",
    )


def test_an_offer_that_was_withdrawn_is_not_told(
    left: Left, outsider: User, send: Send
) -> None:
    game, late = left
    offer(game, 0, outsider, late)
    withdraw_offer(seat=seat_at(game, 0), user=outsider, now=late)
    send(late)
    (mail, *_) = mails(Kind.SUBSTITUTE_OFFERED)
    assert fate(mail) == (MailStatus.SKIPPED, "no offer stands any more")


def test_a_substitute_is_told_to_all(left: Left, outsider: User) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    propose_substitute(seat=seat_at(game, 1), offer=made, now=late)
    before = last_pk()
    vote(game, 2, True, late)
    assert newest_since(before) == [
        ("Alice", "replaced"),
        ("Bob", "proposal_settled"),
        ("Dave", "proposal_settled"),
        ("Oscar", "substitute_seated"),
    ], "Carol, whose vote it was, sees it"


def test_what_is_read_of_a_substitute(
    left: Left, outsider: User, alice: User, send: Send
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    own = seat_at(game, 0)
    back = only(Kind.REPLACED, late)
    assert back.to == ["alice@example.org"]
    assert_links_once(back, RETURN_LINK.url(own, alice, now=late))
    assert_says(back, "the others let Oscar play for you", "Take your seat back")
    seated = only(Kind.SUBSTITUTE_SEATED, late)
    assert_links_once(seated, PLAY_LINK.url(own, now=late))
    assert_says(seated, "you’re playing for Alice from now on.", "See the board")
    assert "THE TRIBES" not in str(seated.body), "the mail of their first turn has it"
    agreed = written(mails(Kind.PROPOSAL_SETTLED)[-1], late)
    assert agreed.subject.startswith("Agreed · round 1")
    assert_says(
        agreed,
        "Bob proposed a substitute for Alice (proposal 1).",
        "Proposal 1 is accepted",
        "Oscar plays as a substitute.",
    )
    send(late)
    assert fate(*mails(Kind.REPLACED))[0] == MailStatus.SENT


def test_the_play_link_of_a_substitute_is_in_nobody_elses_mail(
    left: Left, outsider: User
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    return_to_seat(seat=seat_at(game, 0), user=mails(Kind.REPLACED)[0].user, now=late)
    for kind in (Kind.REPLACED, Kind.SUBSTITUTE_RELIEVED):
        assert "/play/" not in str(only(kind, late).body)


def test_a_substitute_who_gets_up_is_thanked(
    left: Left, outsider: User, alice: User, send: Send
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    before = last_pk()
    return_to_seat(seat=seat_at(game, 0), user=alice, now=late)
    assert newest_since(before) == [
        ("Bob", "player_returned"),
        ("Carol", "player_returned"),
        ("Dave", "player_returned"),
        ("Oscar", "substitute_relieved"),
    ]
    message = only(Kind.SUBSTITUTE_RELIEVED, late)
    assert_links_once(message, f"{SITE}/games/{game.slug}/")
    assert_says(message, "Alice is back and plays on from here.")
    send(late)
    assert fate(*mails(Kind.SUBSTITUTE_RELIEVED))[0] == MailStatus.SENT
    assert fate(*mails(Kind.REPLACED))[0] == MailStatus.SKIPPED
