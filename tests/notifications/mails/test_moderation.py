"""Actions of the staff are announced once to each person, with the reason."""

from datetime import datetime, timedelta

import pytest

from games.accounts.users import update_user
from games.lobby.new_games import create_practice_game
from games.models import Game, ModerationAction, User
from games.moderation_log import act_headlines, public_log_of
from games.seats.offers import accept_offer
from games.talk.reports import make_report
from notifications.models import Kind, MailStatus, OutgoingMail
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON
from tests.games.moderation.doing import close_case, do_action, invite
from tests.games.talk.test_talk import say
from tests.notifications.news import last_pk, newest_since, recipients_of
from tests.support.mails import Send, mails
from tests.support.refusals import refuses


def test_all_players_are_notified_once(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    since = last_pk()
    until = now + timedelta(days=2)
    do_action(
        "pause", by=moderator, game=two_player_game, until=until, reason=REASON, now=now
    )
    assert newest_since(since) == [("Alice", "staff_acted"), ("Bob", "staff_acted")]
    *_, mail = send(now)
    assert REASON in mail.body
    assert str(act_headlines()["pause"]) in mail.subject
    assert f"{until:%A} {until.day} {until:%B %Y}" in mail.body
    assert "Mona" not in mail.body


def test_only_the_player_of_a_seat_is_told_that_its_links_were_replaced(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    seat = two_player_game.seats.get(number=1)
    do_action("links", by=moderator, seat=seat, reason=REASON, now=now)
    assert recipients_of(Kind.STAFF_ACTED) == ["Bob"]


def test_mail_refers_to_its_action_and_invitation(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    seat = two_player_game.seats.get(number=1)
    offer = invite(
        by=moderator, seat=seat, email="carol@example.org", reason=REASON, now=now
    )
    act = ModerationAction.objects.get()
    assert {mail.act for mail in mails(Kind.STAFF_ACTED)} == {act}
    assert mails(Kind.SEAT_OFFER)[0].offer == offer
    # The key only distinguishes mails; nothing is read from it.
    for mail in OutgoingMail.objects.filter(status=MailStatus.PENDING):
        OutgoingMail.objects.filter(pk=mail.pk).update(dedupe_key=f"{mail.pk}")
    bodies = [mail.body for mail in send(now)[-3:]]
    assert sum(REASON in body for body in bodies) == 2
    assert sum("/take-seat/" in body for body in bodies) == 1


def test_end_by_the_staff_is_announced_once(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    since = last_pk()
    do_action(
        "end",
        by=moderator,
        game=two_player_game,
        how=EndReason.DRAWN,
        reason=REASON,
        now=now,
    )
    assert newest_since(since) == [("Alice", "staff_acted"), ("Bob", "staff_acted")]
    *_, mail = send(now)
    assert "/result/" in mail.body


def test_returned_seat_is_announced_once(
    two_player_game: Game,
    moderator: User,
    now: datetime,
) -> None:
    seat = two_player_game.seats.get(number=1)
    do_action("entrust", by=moderator, seat=seat, reason=REASON, now=now)
    since = last_pk()
    do_action("give_back", by=moderator, seat=seat, reason=REASON, now=now)
    assert newest_since(since) == [("Alice", "staff_acted"), ("Bob", "staff_acted")]


def test_banned_player_and_the_others_are_notified(
    two_player_game: Game,
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    assert recipients_of(Kind.STAFF_ACTED) == ["Alice", "Bob"]
    to_alice, to_bob = sorted(send(now)[-2:], key=lambda mail: mail.to)
    assert to_bob.to == ["bob@example.org"]
    assert "closed" in to_bob.subject
    assert REASON in to_bob.body
    assert REASON not in to_alice.body
    assert "Bob" in to_alice.subject


@pytest.mark.parametrize("act", ["mute", "unmute", "unban"])
def test_actions_on_people_are_announced_to_them(
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
    act: str,
) -> None:
    if act == "unban":
        do_action("ban", by=administrator, user=bob, reason="Before.", now=now)
        do_action("unban", by=administrator, user=bob, reason=REASON, now=now)
    else:
        until = now + timedelta(days=1)
        do_action(
            "mute", by=administrator, user=bob, until=until, reason=REASON, now=now
        )
    if act == "unmute":
        do_action("unmute", by=administrator, user=bob, reason="After.", now=now)
    bodies = [mail.body for mail in send(now)]
    assert sum(REASON in body for body in bodies) == 1


def test_warning_is_only_a_mail(
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    before = User.objects.filter(pk=bob.pk).values().get()
    do_action("warn", by=administrator, user=bob, reason=REASON, now=now)
    (mail,) = send(now)
    assert mail.to == [bob.email]
    assert REASON in mail.body
    assert User.objects.filter(pk=bob.pk).values().get() == before
    guest = create_practice_game(now=now).user
    with refuses("too_late"):
        do_action("warn", by=administrator, user=guest, reason=REASON, now=now)


def test_invited_person_reads_how_to_answer(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    offer = invite(
        by=moderator,
        seat=two_player_game.seats.get(number=1),
        email="carol@example.org",
        reason=REASON,
        now=now,
    )
    (mail,) = [mail for mail in send(now) if mail.to == ["carol@example.org"]]
    assert "/take-seat/" in mail.body
    assert mails(Kind.SEAT_OFFER)[0].user == offer.user


def test_withdrawn_invitation_is_skipped(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    offer = invite(
        by=moderator,
        seat=two_player_game.seats.get(number=1),
        email="carol@example.org",
        reason=REASON,
        now=now,
    )
    do_action("withdraw", by=moderator, game=offer.seat.game, reason=REASON, now=now)
    send(now)
    (mail,) = OutgoingMail.objects.filter(kind=Kind.SEAT_OFFER)
    assert mail.status == MailStatus.SKIPPED


def test_only_reporters_read_the_result_of_a_report(
    two_player_game: Game,
    alice: User,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    rude = say(two_player_game, 1, "You cheat!")
    report = make_report(reporter=alice, message=rude, reason="Rude", now=now)
    since = last_pk()
    close_case(case=report.case, by=moderator, outcome=REASON, hide=True, now=now)
    answered, hidden = ModerationAction.objects.order_by("pk")
    assert (answered.kind, answered.case, answered.reason) == (
        "answer",
        report.case,
        REASON,
    )
    assert (hidden.kind, hidden.user, hidden.reason) == ("hide", rude.user, REASON)
    assert newest_since(since) == [
        ("Alice", "staff_acted"),
        ("Alice", "staff_acted"),
        ("Bob", "staff_acted"),
    ]
    (to_bob,) = (mail for mail in send(now)[-3:] if mail.to == ["bob@example.org"])
    assert str(act_headlines()["hide"]) in to_bob.subject
    assert "report" not in to_bob.body
    assert [deed.kind for deed in public_log_of(two_player_game)] == ["hide"]


def test_all_learn_who_has_the_seat(
    two_player_game: Game,
    moderator: User,
    send: Send,
    now: datetime,
) -> None:
    """The others, the former player, and the staff member who invited the new one."""
    seat = two_player_game.seats.get(number=1)
    offer = invite(
        by=moderator, seat=seat, email="carol@example.org", reason=REASON, now=now
    )
    send(now)
    since = last_pk()
    update_user(user=offer.user, name="Carol")
    accept_offer(offer=offer, user=offer.user, now=now)
    assert newest_since(since) == [
        ("Alice", "seat_taken"),
        ("Bob", "seat_taken"),
        ("Mona", "seat_taken"),
    ]
    to_alice, to_bob, to_mona = sorted(send(now)[-3:], key=lambda mail: mail.to)
    for mail in (to_alice, to_bob, to_mona):
        assert "Carol" in mail.body
    assert "/play/" in to_alice.body
    assert "your seat" in to_bob.body
    for mail in (to_bob, to_mona):
        assert "/play/" not in mail.body
        assert f"/games/{two_player_game.slug}/" in mail.body
    assert "your seat" not in to_mona.body
