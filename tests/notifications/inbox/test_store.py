"""A mail is kept once, as it came, before anybody says yes."""

from datetime import datetime
from threading import Barrier, Thread
from unittest.mock import Mock

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import limits
from games.models import Seat
from games.privacy.forgetting import forget_user
from notifications.delivery_status.bounce_address import bounce_address
from notifications.inbox import store
from notifications.inbox.recipients import UnknownRecipient
from notifications.inbox.store import MailTooLarge
from notifications.mail_text.parse import LONGEST_SUBJECT, message_of
from notifications.models import Channel, IncomingMail, OutgoingMail, Reading
from notifications.outbox.new_mail import message_id_for
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import Receive, a_mail


def test_a_mail_is_kept_as_it_came(take: Receive, seat: Seat, now: datetime) -> None:
    source = a_mail()
    (mail,) = take(source, sender="bounces@example.org")
    mail.refresh_from_db()
    path = b"Return-Path: <bounces@example.org>\r\n"
    assert bytes(mail.source) == path + source
    assert (mail.seat, mail.user) == (seat, seat.user)
    assert mail.recipient == reply_address(seat)
    assert mail.sender == "alice@example.org"
    assert mail.subject == "Re: your turn"
    assert mail.message_id == "<one@example.org>"
    assert (mail.channel, mail.reading) == (Channel.SMTP, Reading.WAITING)
    assert mail.received_at == mail.due_at == now
    assert mail.is_authenticated


def test_who_vouches_is_noted(take: Receive, settings: Settings) -> None:
    settings.AUTHSERV_ID = "mx.stoneage.example"
    verdict = "mx.stoneage.example; dmarc=pass header.from=example.org"
    signed = a_mail(message_id="<2@x>", Authentication_Results=verdict)
    stranger = a_mail(message_id="<3@x>", sender="mallory@example.org")
    assert not take(a_mail(), is_trusted=False)[0].is_authenticated
    assert take(signed, is_trusted=False)[0].is_authenticated
    (mail,) = take(stranger, is_trusted=True)
    assert mail.is_authenticated
    assert not mail.is_by_player, "vouched for, and nobody's at this table"


@pytest.mark.both_databases
def test_what_comes_twice_is_kept_once(take: Receive) -> None:
    (first,) = take(a_mail())
    (second,) = take(a_mail("something else\n"))
    assert first == second
    assert b"forest 3" in bytes(IncomingMail.objects.get().source)


def test_without_a_message_id_the_content_tells(take: Receive) -> None:
    one, other = a_mail(message_id=""), a_mail("hut\n", message_id="")
    for source in (one, other, one, other):
        take(source)
    names = IncomingMail.objects.values_list("message_id", flat=True)
    assert len(set(names)) == 2
    assert all(name.endswith("@content>") for name in names)


def test_a_message_id_that_fits_no_column_is_none(take: Receive) -> None:
    (mail,) = take(a_mail(message_id=f"<{'x' * 600}@example.org>"))
    assert mail.message_id.endswith("@content>")


def test_the_mail_that_is_answered_is_found(
    take: Receive, seat: Seat, bob: object
) -> None:
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    others = OutgoingMail.objects.exclude(user=seat.user).first()
    assert hers is not None
    assert others is not None
    thread = f"{hers.message_id} {others.message_id}"
    (mail,) = take(a_mail(In_Reply_To=others.message_id, References=thread))
    assert mail.replies_to == hers, "another's mail is none of her business"


def test_the_address_says_which_mail_is_answered(take: Receive, seat: Seat) -> None:
    """Servers on the way may have renamed the mail, or a phone left its name out."""
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    assert hers is not None
    renamed = a_mail(message_id="<2@x>", In_Reply_To="<0102@renamed.example>")
    (mail,) = take(renamed, recipients=[reply_address(seat, answered=hers)])
    assert mail.replies_to == hers
    assert mail.recipient == reply_address(seat)


def test_two_addresses_of_a_seat_are_one(take: Receive, seat: Seat) -> None:
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    first, again = (
        take(a_mail(), recipients=[reply_address(seat, answered=mail)])
        for mail in (hers, None)
    )
    assert first == again


def test_one_mail_to_many_addresses_of_a_seat_is_looked_at_once(
    take: Receive, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Mock(return_value=True)
    monkeypatch.setattr(store, "is_authenticated", witness)
    name, _at, domain = address.partition("@")
    many = [f"{name}-{number}-0123abcd@{domain}" for number in range(1, 21)]
    assert len(take(a_mail(), recipients=many)) == 1
    assert witness.call_count == 1


def test_another_players_mail_is_none_that_the_address_can_name(
    take: Receive, seat: Seat, bob: object
) -> None:
    others = OutgoingMail.objects.exclude(user=seat.user).first()
    assert others is not None
    (mail,) = take(a_mail(), recipients=[reply_address(seat, answered=others)])
    assert mail.replies_to is None


def test_the_number_of_a_lost_mail_may_be_anothers(take: Receive, seat: Seat) -> None:
    """A restored database hands it out again; a Message-ID it does not."""
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    assert hers is not None
    address = reply_address(seat, answered=hers)
    OutgoingMail.objects.filter(pk=hers.pk).update(message_id=message_id_for("lost"))
    (mail,) = take(a_mail(In_Reply_To=hers.message_id), recipients=[address])
    assert (mail.replies_to, mail.answers_lost) == (None, True)


def test_of_a_thread_no_earlier_mail_stands_for_a_lost_one(
    take: Receive, seat: Seat
) -> None:
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    assert hers is not None
    lost = message_id_for("your_turn")
    thread = f"{hers.message_id} {lost}"
    (mail,) = take(a_mail(In_Reply_To=lost, References=thread))
    assert (mail.replies_to, mail.answers_lost) == (None, True)
    strange = a_mail(message_id="<3@x>", In_Reply_To="<5@x>", References=thread)
    (mail,) = take(strange)
    assert mail.answers_lost, "the nearest of ours is the lost one"


@pytest.mark.parametrize(
    "change",
    ["{0}x", "x{0}", "{1}@evil.example", "", "\0@", "@"],
)
def test_nobody_is_at_another_address(take: Receive, address: str, change: str) -> None:
    unknown = change.format(address, address.partition("@")[0])
    with pytest.raises(UnknownRecipient):
        take(a_mail(), recipients=[unknown])
    assert not IncomingMail.objects.exists()


def test_a_revoked_address_is_nobodys(take: Receive, seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(link_epoch=seat.link_epoch + 1)
    with pytest.raises(UnknownRecipient):
        take(a_mail())


def test_of_several_recipients_ours_are_kept(
    take: Receive, address: str, seat: Seat
) -> None:
    bobs = reply_address(Seat.objects.exclude(pk=seat.pk).get(game=seat.game))
    every = [address.upper(), "x@example.org", bobs, address]
    kept = take(a_mail(), recipients=every)
    by_player = {mail.recipient: mail.is_by_player for mail in kept}
    assert by_player == {address: True, bobs: False}


def test_a_mail_of_ours_that_comes_back_is_kept(take: Receive, seat: Seat) -> None:
    sent = OutgoingMail.objects.filter(user=seat.user).first()
    assert sent is not None
    (mail,) = take(a_mail(), recipients=[bounce_address(sent)], sender="")
    assert (mail.seat, mail.replies_to) == (None, sent)
    assert not mail.is_authenticated
    assert bytes(mail.source).startswith(b"Return-Path: <>\r\n")


def test_the_door_that_knows_no_sender_writes_none(take: Receive) -> None:
    source = a_mail()
    (mail,) = take(source, channel=Channel.PROVIDER, sender=None)
    assert bytes(mail.source) == source


def test_nothing_gets_into_the_headers(take: Receive) -> None:
    (mail,) = take(a_mail(), sender="a>\r\nX-Injected: yes\r\n\r\n<b")
    head = bytes(mail.source).partition(b"\r\n")[0]
    assert head == b"Return-Path: <aX-Injected:yesb>"


def test_too_large_is_refused(take: Receive, settings: Settings) -> None:
    settings.INCOMING_MAIL_BYTES = 1000
    with pytest.raises(MailTooLarge):
        take(a_mail("x" * 1000))
    assert not IncomingMail.objects.exists()


@pytest.mark.both_databases
def test_nul_and_halves_of_pairs_are_kept_out_of_texts(take: Receive) -> None:
    source = (
        b"From: \0alice@example.org\r\nSubject: a\0b\xed\xa0\x80\r\n"
        b"Message-ID: <\0\xed\xa0\x80@x>\r\n\r\nfor\0est 3"
    )
    (mail,) = take(source)
    mail.refresh_from_db()
    assert bytes(mail.source).endswith(source)
    assert "\0" not in mail.subject + mail.message_id


@pytest.mark.both_databases
def test_one_address_cannot_set_off_any_number(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limits.Limit("few", most=2, seconds=60)
    monkeypatch.setattr(limits, "MAILS_IN_HOUR", few)
    for number in (1, 2):
        take(a_mail(message_id=f"<{number}@x>"))
    with pytest.raises(limits.TooMany):
        take(a_mail(message_id="<3@x>"))
    assert IncomingMail.objects.count() == 2


def test_a_limit_is_asked_before_the_mail_is_looked_at(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_IN_DAY", limits.Limit("one", 1, 60))
    take(a_mail())
    for name in ("is_plain", "head_of"):
        monkeypatch.setattr(store.bounds, name, Mock(side_effect=AssertionError))
    with pytest.raises(limits.TooMany):
        take(a_mail())


def test_the_door_reads_the_headers_alone(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Mock(side_effect=message_of)
    monkeypatch.setattr(store, "message_of", seen)
    (mail,) = take(a_mail("forest 3\n"))
    ((head,),) = [call.args for call in seen.call_args_list]
    assert bytes(mail.source).startswith(head)
    assert b"forest" not in head


def test_the_reader_is_woken_after_the_commit(
    take: Receive,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    wake = Mock()
    monkeypatch.setattr(store.READING, "enqueue", wake)
    with django_capture_on_commit_callbacks(execute=True):
        take(a_mail())
        wake.assert_not_called()
    wake.assert_called_once_with()
    with django_capture_on_commit_callbacks(execute=True):
        take(a_mail())
    wake.assert_called_once_with()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_doors_at_once_keep_it_once(take: Receive) -> None:
    start, kept = Barrier(4), list[int]()

    def work() -> None:
        start.wait()
        try:
            kept.append(take(a_mail())[0].pk)
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept) == 4
    assert set(kept) == {IncomingMail.objects.get().pk}


def test_a_forgotten_player_is_nobody(take: Receive, seat: Seat, now: datetime) -> None:
    assert seat.user is not None
    forget_user(user=seat.user, now=now)
    with pytest.raises(UnknownRecipient):
        take(a_mail())


@pytest.mark.both_databases
def test_of_a_long_subject_the_beginning_is_kept(take: Receive) -> None:
    (mail,) = take(a_mail(subject="Re: " + "long " * 100))
    assert len(mail.subject) == LONGEST_SUBJECT
