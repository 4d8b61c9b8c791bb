"""Mails of table talk, sent after a short delay so that one mail has several lines."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.models import Game, Seat, Status, TalkMessage
from games.presentation.text import join_list
from games.signals import TalkSaid
from games.table.numbered_choices import NumberedChoice
from games.talk import messages
from games.talk.page import name_of_writer
from notifications.mails.base import (
    Context,
    MailContext,
    MailKind,
    link_to,
    why_not_theirs,
)
from notifications.models import Kind, OutgoingMail, Topic
from notifications.models.outgoing import OutgoingMails
from notifications.outbox.rows import is_reachable

HEARD = "the player has read it on the page or muted it"
#: People say one thing in several messages; one mail collects what comes in this time.
COLLECTED = timedelta(minutes=2)
#: After the end no turn email brings what is said. So all players get it, unless they
#: want no results, soon at first and then once a day.
FAREWELLS, LATER = timedelta(minutes=10), timedelta(days=1)
#: Limits of a mail: messages, and characters of each; the page has everything.
MOST_MESSAGES, LONGEST_QUOTE = 12, 600


def _why_heard(case: MailContext) -> str:
    fresh = _messages_of(case).filter(pk__gt=messages.last_read(case.seat))
    return "" if fresh.exists() else HEARD


class TalkMail(MailKind):
    """To the others at a table, if they want it or the game is over: what was said."""

    kind = Kind.TALK
    topic = Topic.TALK
    on = (TalkSaid,)
    is_answerable = True
    quotes_people = True
    checks = (why_not_theirs, _why_heard)

    def mails(self, signal: TalkSaid) -> Iterable[OutgoingMail]:
        """Yield a mail to each reader, unless a waiting one will include this."""
        now = signal.now
        for seat in signal.seats:
            topic = _topic_of(seat.game)
            if not is_reachable(seat) or _mails_to(seat, topic).pending().exists():
                continue
            version = seat.game.version
            mail = self.to_seat(seat, now, signal.message.pk, about_version=version)
            mail.topic, mail.due_at = topic, now + COLLECTED
            mail.details = {"first": signal.message.pk}
            if seat.game.is_finished:
                was_told = _mails_to(seat, topic).exists()
                mail.due_at = now + (LATER if was_told else FAREWELLS)
            yield mail

    def shared_subject(self, case: MailContext) -> str:
        return _("Table talk: %(title)s") % {"title": case.title}

    def how_to_answer(self, choices: Sequence[NumberedChoice]) -> str:
        return _(
            "Just reply, and we’ll post it at the table. To play a move, reply to your "
            "turn email."
        )

    def context(self, case: MailContext) -> Context:
        said = _messages_of(case).filter(said_at__lte=case.now)
        latest = list(said.order_by("-pk")[:MOST_MESSAGES])[::-1]
        is_invited = case.seat.is_invited
        link = INVITATION_LINK if is_invited else PLAY_LINK
        play = link.url(case.seat, now=case.now)
        # Who has not joined has nothing to mute.
        muting = "" if is_invited else f"{play}mute/"
        lines = [_said(message, muting) for message in latest]
        names = join_list(list(dict.fromkeys(name for name, _text, _url in lines)))
        return case.common | {
            "heading": _("Table talk"),
            "lead": _("%(names)s said something at the table.") % {"names": names},
            "said": lines,
            "notes": [f"{name}: “{text}”" for name, text, _url in lines],
            "left_out": said.count() - len(lines),
            "mute_table_url": muting,
            "answering": self.answering(case.mail),
            **(
                link_to(play, _("Join or decline"))
                if is_invited
                else link_to(f"{play}talk/", _("Go to the table"))
            ),
        }


def _topic_of(game: Game) -> Topic:
    """No turn email brings what is said before a game and after it."""
    if game.status == Status.INVITING:
        return Topic.INVITATIONS
    return Topic.RESULTS if game.is_finished else Topic.TALK


def _mails_to(seat: Seat, topic: Topic) -> OutgoingMails:
    mails = OutgoingMail.objects.filter(kind=Kind.TALK, topic=topic)
    return mails.filter(seat=seat, user=seat.user)


def _messages_of(case: MailContext) -> QuerySet[TalkMessage]:
    return case.messages_heard().filter(pk__gte=case.mail.details["first"])


def _said(message: TalkMessage, muting: str) -> tuple[str, str, str]:
    # Only players' messages are mailed.
    assert message.seat is not None
    text = Truncator(message.text).chars(LONGEST_QUOTE)
    mute = f"{muting}?seat={message.seat.number}" if muting else ""
    return name_of_writer(message), text, mute
