"""The one answer that each mail gets: a row of the outbox, shown when it is sent."""

from datetime import datetime

from games.models import StoredEvent
from notifications import outbox
from notifications.drafts import about_seat
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.replies.running import request_id_of
from notifications.replies.shown import shown_to


def settle(mail: IncomingMail, reading: Reading, *, now: datetime) -> None:
    """Note that a mail was read, and owe its player the answer."""
    mail.reading, mail.read_at = reading, now
    mail.save(update_fields=["reading", "read_at"])
    outbox.post([_answer(mail, now)], now=now)


def ignore(mail: IncomingMail, why: str, *, now: datetime) -> None:
    """Note that a mail is not answered, and why."""
    mail.reading, mail.why, mail.read_at = Reading.IGNORED, why, now
    mail.save(update_fields=["reading", "why", "read_at"])


def _answer(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return the answer; it goes to the player's address, whoever had written."""
    assert mail.seat is not None
    answer = about_seat(Kind.REPLY_READ, mail.seat, now, f"{mail.pk}")
    answer.about_version = _since(mail)
    answer.incoming = mail
    return answer


def _since(mail: IncomingMail) -> int:
    """Return the version that its player knew: the answer tells what came after it."""
    shown = shown_to(mail)
    if shown is not None:
        return shown.version
    assert mail.seat is not None
    requests = [request_id_of(mail, number) for number in range(len(mail.steps))]
    played = StoredEvent.objects.filter(game=mail.seat.game_id, request_id__in=requests)
    first = played.order_by("sequence").values_list("sequence", flat=True).first()
    return mail.seat.game.version if first is None else first - 1
