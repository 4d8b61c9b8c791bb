"""Mails about a seat's new player: recipients and content."""

from games import queries
from games.links.purposes import PLAY_LINK, TAKE_SEAT_LINK
from games.models import User
from games.seats.offers import decline_offer, return_to_seat
from notifications.mails.seat_offers import NO_OFFERS, OFFER_CLOSED
from notifications.models import Kind, MailStatus
from tests.games.moderation.doing import invite
from tests.notifications.absence import leave, offer, replace, seat_at, vote
from tests.notifications.mails.test_contents import (
    assert_links_once,
    assert_says,
    only,
    written,
)
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import Left, last_pk, newest_since, recipients_of
from tests.support.mails import Send, mails
from tests.support.proposals import propose_substitute
from tests.support.refusals import refuses

SITE = "http://127.0.0.1:8000"


def test_offers_are_announced_to_voters_at_most_once_an_hour(
    left: Left, outsider: User
) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    assert recipients_of(Kind.SUBSTITUTE_OFFERED) == ["Bob", "Carol", "Dave"]
    decline_offer(offer=made, user=outsider, now=late)
    offer(game, 0, outsider, late)
    assert len(mails(Kind.SUBSTITUTE_OFFERED)) == 3
    message = written(mails(Kind.SUBSTITUTE_OFFERED)[0], late)
    assert_says(
        message,
        "Oscar offers to play for Alice until Alice is back.",
        "Propose it on the page",
    )


def test_withdrawn_offer_is_skipped(left: Left, outsider: User, send: Send) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    decline_offer(offer=made, user=outsider, now=late)
    send(late)
    (mail, *_) = mails(Kind.SUBSTITUTE_OFFERED)
    assert fate(mail) == (MailStatus.SKIPPED, NO_OFFERS)
    (own,) = mails(Kind.SEAT_OFFER)
    assert fate(own) == (MailStatus.SKIPPED, OFFER_CLOSED)


def test_volunteer_gets_a_link_to_the_offer(left: Left, outsider: User) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    message = only(Kind.SEAT_OFFER, late)
    assert message.to == [outsider.email]
    assert_says(message, "The others vote on it.", "until Alice is back")
    link = TAKE_SEAT_LINK.url(seat_at(game, 0), outsider, made, now=late)
    assert_links_once(message, link)


def test_substitute_is_announced_to_all(left: Left, outsider: User) -> None:
    game, late = left
    made = offer(game, 0, outsider, late)
    propose_substitute(seat=seat_at(game, 1), offer=made, now=late)
    before = last_pk()
    vote(game, 2, True, late)
    assert newest_since(before) == [
        ("Alice", "seat_taken"),
        ("Bob", "proposal_settled"),
        ("Dave", "proposal_settled"),
        ("Oscar", "substitute_seated"),
    ], "Carol, whose vote it was, sees it"


def test_mails_about_a_substitute(
    left: Left, outsider: User, alice: User, send: Send
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    own = seat_at(game, 0)
    back = only(Kind.SEAT_TAKEN, late)
    assert back.to == ["alice@example.org"]
    assert_links_once(back, TAKE_SEAT_LINK.url(own, alice, None, now=late))
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
    assert fate(*mails(Kind.SEAT_TAKEN))[0] == MailStatus.SENT


def test_substitutes_play_link_is_only_in_their_mail(
    left: Left, outsider: User, alice: User
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    return_to_seat(seat=seat_at(game, 0), user=alice, now=late)
    for user in (alice, outsider):
        assert "/play/" not in str(only(Kind.SEAT_TAKEN, late, user).body)


def test_leaving_substitute_is_thanked(
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
        ("Oscar", "seat_taken"),
    ]
    message = only(Kind.SEAT_TAKEN, late, outsider)
    assert_links_once(message, f"{SITE}/games/{game.slug}/")
    assert_says(message, "Alice is back and plays on from here.")
    send(late)
    assert fate(*mails(Kind.SEAT_TAKEN, outsider))[0] == MailStatus.SENT
    assert fate(*mails(Kind.SEAT_TAKEN, alice))[0] == MailStatus.SKIPPED


def test_former_substitute_learns_of_the_next_one(
    left: Left, outsider: User, alice: User
) -> None:
    game, late = left
    replace(game, 0, outsider, late)
    late = leave(game, 0, late)
    next_one = User.objects.create(email="nina@example.org", name="Nina")
    replace(game, 0, next_one, late)
    told_last = mails(Kind.SEAT_TAKEN, outsider)[-1]
    assert_says(
        written(told_last, late),
        "The others agreed on Nina as a substitute. Thanks for playing!",
    )
    seat = seat_at(game, 0)
    assert (seat.user, seat.absent_user) == (next_one, alice)


def test_table_does_not_vote_on_people_asked_by_the_staff(
    left: Left,
    moderator: User,
) -> None:
    game, late = left
    made = invite(
        by=moderator, seat=seat_at(game, 0), email="erin@example.org", now=late
    )
    assert recipients_of(Kind.SUBSTITUTE_OFFERED) == []
    assert queries.offers_to_vote_on(game) == []
    with refuses("too_late"):
        propose_substitute(seat=seat_at(game, 1), offer=made, now=late)
