"""A mail is stored once, unchanged, before it is acknowledged."""

from datetime import datetime
from threading import Barrier, Thread
from unittest.mock import Mock

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import limits
from games.models import Seat
from games.privacy.forgetting import forget_user
from notifications.delivery_status.bounces import bounce_address
from notifications.inbox import store
from notifications.inbox.store import MailTooLarge, UnknownRecipient
from notifications.mail_text.parse import LONGEST_SUBJECT, message_of
from notifications.models import Channel, IncomingMail, OutgoingMail, Reading
from notifications.outbox.rows import message_id_for
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import Receive, a_mail


def test_mail_is_stored_unchanged(take: Receive, seat: Seat, now: datetime) -> None:
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


def test_authentication_is_stored(take: Receive, settings: Settings) -> None:
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
def test_repeated_mail_is_stored_once(take: Receive) -> None:
    (first,) = take(a_mail())
    (second,) = take(a_mail("something else\n"))
    assert first == second
    assert b"forest 3" in bytes(IncomingMail.objects.get().source)


def test_mail_without_message_id_is_named_by_its_content(take: Receive) -> None:
    one, other = a_mail(message_id=""), a_mail("hut\n", message_id="")
    for source in (one, other, one, other):
        take(source)
    names = IncomingMail.objects.values_list("message_id", flat=True)
    assert len(set(names)) == 2
    assert all(name.endswith("@content>") for name in names)


def test_oversized_message_id_is_ignored(take: Receive) -> None:
    (mail,) = take(a_mail(message_id=f"<{'x' * 600}@example.org>"))
    assert mail.message_id.endswith("@content>")


def test_answered_mail_is_found(take: Receive, seat: Seat, bob: object) -> None:
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    others = OutgoingMail.objects.exclude(user=seat.user).first()
    assert hers is not None
    assert others is not None
    thread = f"{hers.message_id} {others.message_id}"
    (mail,) = take(a_mail(In_Reply_To=others.message_id, References=thread))
    assert mail.replies_to == hers, "another's mail is none of her business"


def test_address_names_the_answered_mail(take: Receive, seat: Seat) -> None:
    """Servers may change a Message-ID, and phones may omit the reference."""
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    assert hers is not None
    renamed = a_mail(message_id="<2@x>", In_Reply_To="<0102@renamed.example>")
    (mail,) = take(renamed, recipients=[reply_address(seat, answered=hers)])
    assert mail.replies_to == hers
    assert mail.recipient == reply_address(seat)


def test_two_addresses_of_a_seat_are_one_recipient(take: Receive, seat: Seat) -> None:
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    first, again = (
        take(a_mail(), recipients=[reply_address(seat, answered=mail)])
        for mail in (hers, None)
    )
    assert first == again


def test_mail_to_many_addresses_of_a_seat_is_parsed_once(
    take: Receive, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Mock(return_value=True)
    monkeypatch.setattr(store, "is_authenticated", witness)
    name, _at, domain = address.partition("@")
    many = [f"{name}-{number}-0123abcd@{domain}" for number in range(1, 21)]
    assert len(take(a_mail(), recipients=many)) == 1
    assert witness.call_count == 1


def test_address_cannot_name_another_players_mail(
    take: Receive, seat: Seat, bob: object
) -> None:
    others = OutgoingMail.objects.exclude(user=seat.user).first()
    assert others is not None
    (mail,) = take(a_mail(), recipients=[reply_address(seat, answered=others)])
    assert mail.replies_to is None


def test_id_of_a_lost_mail_may_be_reused(take: Receive, seat: Seat) -> None:
    """A restored database reuses ids, but not Message-IDs."""
    hers = OutgoingMail.objects.filter(user=seat.user).first()
    assert hers is not None
    address = reply_address(seat, answered=hers)
    OutgoingMail.objects.filter(pk=hers.pk).update(message_id=message_id_for("lost"))
    (mail,) = take(a_mail(In_Reply_To=hers.message_id), recipients=[address])
    assert (mail.replies_to, mail.answers_lost) == (None, True)


def test_earlier_mail_does_not_replace_a_lost_one(take: Receive, seat: Seat) -> None:
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
def test_other_addresses_are_unknown(take: Receive, address: str, change: str) -> None:
    unknown = change.format(address, address.partition("@")[0])
    with pytest.raises(UnknownRecipient):
        take(a_mail(), recipients=[unknown])
    assert not IncomingMail.objects.exists()


def test_revoked_address_is_unknown(take: Receive, seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(link_epoch=seat.link_epoch + 1)
    with pytest.raises(UnknownRecipient):
        take(a_mail())


def test_only_our_recipients_are_stored(
    take: Receive, address: str, seat: Seat
) -> None:
    bobs = reply_address(Seat.objects.exclude(pk=seat.pk).get(game=seat.game))
    every = [address.upper(), "x@example.org", bobs, address]
    kept = take(a_mail(), recipients=every)
    by_player = {mail.recipient: mail.is_by_player for mail in kept}
    assert by_player == {address: True, bobs: False}


def test_bounce_is_stored(take: Receive, seat: Seat) -> None:
    sent = OutgoingMail.objects.filter(user=seat.user).first()
    assert sent is not None
    (mail,) = take(a_mail(), recipients=[bounce_address(sent)], sender="")
    assert (mail.seat, mail.replies_to) == (None, sent)
    assert not mail.is_authenticated
    assert bytes(mail.source).startswith(b"Return-Path: <>\r\n")


def test_return_path_is_left_out_if_the_sender_is_unknown(take: Receive) -> None:
    source = a_mail()
    (mail,) = take(source, channel=Channel.PROVIDER, sender=None)
    assert bytes(mail.source) == source


def test_sender_cannot_inject_headers(take: Receive) -> None:
    (mail,) = take(a_mail(), sender="a>\r\nX-Injected: yes\r\n\r\n<b")
    head = bytes(mail.source).partition(b"\r\n")[0]
    assert head == b"Return-Path: <aX-Injected:yesb>"


def test_large_mail_is_refused(take: Receive, settings: Settings) -> None:
    settings.INCOMING_MAIL_BYTES = 1000
    with pytest.raises(MailTooLarge):
        take(a_mail("x" * 1000))
    assert not IncomingMail.objects.exists()


@pytest.mark.both_databases
def test_nul_and_lone_surrogates_are_removed_from_texts(take: Receive) -> None:
    source = (
        b"From: \0alice@example.org\r\nSubject: a\0b\xed\xa0\x80\r\n"
        b"Message-ID: <\0\xed\xa0\x80@x>\r\n\r\nfor\0est 3"
    )
    (mail,) = take(source)
    mail.refresh_from_db()
    assert bytes(mail.source).endswith(source)
    assert "\0" not in mail.subject + mail.message_id


@pytest.mark.both_databases
def test_mails_per_address_are_limited(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limits.Limit("few", most=2, seconds=60)
    monkeypatch.setattr(limits, "MAILS_IN_HOUR", few)
    for number in (1, 2):
        take(a_mail(message_id=f"<{number}@x>"))
    with pytest.raises(limits.TooMany):
        take(a_mail(message_id="<3@x>"))
    assert IncomingMail.objects.count() == 2


def test_limit_is_checked_before_parsing(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_IN_DAY", limits.Limit("one", 1, 60))
    take(a_mail())
    for name in ("is_plain", "head_of"):
        monkeypatch.setattr(store.bounds, name, Mock(side_effect=AssertionError))
    with pytest.raises(limits.TooMany):
        take(a_mail())


def test_only_headers_are_parsed_on_receipt(
    take: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Mock(side_effect=message_of)
    monkeypatch.setattr(store, "message_of", seen)
    (mail,) = take(a_mail("forest 3\n"))
    ((head,),) = [call.args for call in seen.call_args_list]
    assert bytes(mail.source).startswith(head)
    assert b"forest" not in head


def test_reader_is_woken_after_the_commit(
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
def test_concurrent_deliveries_are_stored_once(take: Receive) -> None:
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


def test_deleted_player_is_unknown(take: Receive, seat: Seat, now: datetime) -> None:
    assert seat.user is not None
    forget_user(user=seat.user, now=now)
    with pytest.raises(UnknownRecipient):
        take(a_mail())


@pytest.mark.both_databases
def test_long_subject_is_truncated(take: Receive) -> None:
    (mail,) = take(a_mail(subject="Re: " + "long " * 100))
    assert len(mail.subject) == LONGEST_SUBJECT
