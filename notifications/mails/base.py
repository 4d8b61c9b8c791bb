"""The base of all kinds of mail: recipients, topic, when a mail is stale, and content.

Each module of this folder has a family of kinds. Defining a class registers it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.models import Seat, Status
from games.signals import GameSignal
from games.table.numbered_choices import NumberedChoice
from notifications.mails.blocks.numbered_choices import answer_with_choice
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import new_mail
from stoneage_core.events.base import Event

NO_LONGER_INVITED = "the invitation was answered, withdrawn or given to somebody else"
NOT_WAITING = "the game no longer waits for players"
NOT_RUNNING = "the game is no longer being played"
ON_AUTOPILOT = "autopilot plays the seat now"
NO_LONGER_THEIRS = "somebody else has the seat now"

#: Each returns why a mail is stale, or ''.
Checks = tuple[Callable[[MailContext], str], ...]

#: All kinds by name, in the order of definition.
KINDS: dict[str, "MailKind"] = {}


class MailKind:
    """
    A kind of mail; its instance has no state.

    ``template`` is the stem of its three templates; the default is the kind's name. A
    kind without ``topic`` cannot be turned off and never waits.
    """

    kind: ClassVar[Kind]
    template: ClassVar[str] = ""
    topic: ClassVar[Topic | None] = None
    #: The signals and game events that cause it.
    on: ClassVar[tuple[type[GameSignal] | type[Event], ...]] = ()
    #: Whether its reader can play their seat by replying.
    is_answerable: ClassVar[bool] = False
    #: Whether anybody can have it sent to an address just by typing that address.
    can_be_requested_by_anybody: ClassVar[bool] = False
    #: Whether to send it even if mails to its reader bounce.
    sends_to_unreachable: ClassVar[bool] = False
    sends_to_banned: ClassVar[bool] = False
    #: Called in this order right before sending. They may query.
    checks: ClassVar[Checks] = ()

    def __init_subclass__(cls) -> None:
        if "kind" in cls.__dict__:
            assert cls.kind not in KINDS, f"{cls.kind} is defined twice"
            cls.template = cls.template or cls.kind.value
            KINDS[cls.kind] = cls()

    def mails(self, signal: Any) -> Iterable[OutgoingMail]:
        """Return the unsaved mails that a signal causes. May query."""
        return ()

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Return rows for other channels that accompany a mail sent now. May query."""
        return ()

    def why_stale(self, case: MailContext) -> str:
        """Return why a mail is no longer useful, or ''. May query."""
        return next(filter(None, (check(case) for check in self.checks)), "")

    def why_unneeded(self, case: MailContext) -> str:
        """Return why a reader who is on the page does not need it, or ''. May query."""
        return ""

    def defer_until(self, case: MailContext) -> datetime | None:
        """Return until when another mail may replace this one, or None. May query."""
        return None

    def is_unsolicited(self, mail: OutgoingMail) -> bool:
        """Return whether somebody other than its reader caused a mail."""
        return self.can_be_requested_by_anybody

    def can_be_answered(self, mail: OutgoingMail) -> bool:
        """Return whether a mail's reader can play their seat by replying."""
        seat = mail.seat
        if not (self.is_answerable and settings.REPLY_TO) or seat is None:
            return False
        return seat.user_id is not None and seat.user_id == mail.user_id

    def answering(
        self, mail: OutgoingMail, choices: Sequence[NumberedChoice] = ()
    ) -> str:
        """Return a sentence or two about how to reply, or '' if one cannot."""
        return self.how_to_answer(choices) if self.can_be_answered(mail) else ""

    def how_to_answer(self, choices: Sequence[NumberedChoice]) -> str:
        """Return a sentence about what can be written in a reply."""
        if choices:
            return answer_with_choice(choices)
        return _("Reply “board” to see the board, “help” for more.")

    def context(self, case: MailContext) -> Context:
        """Return the templates' context in the reader's language and time zone."""
        raise NotImplementedError

    def shared_subject(self, case: MailContext) -> str:
        """Return the subject of the mail's conversation, or '' for its own subject."""
        return ""

    def new(self, occasion: object, now: datetime, **fields: Any) -> OutgoingMail:
        """Return an unsaved mail; ``occasion`` makes it unique among its kind."""
        return new_mail(self.kind, occasion, now, topic=self.topic or "", **fields)

    def to_seat(
        self, seat: Seat, now: datetime, occasion: object = "", **fields: Any
    ) -> OutgoingMail:
        """Return an unsaved mail to a seat's player about their game."""
        key = f"{seat.pk}:{occasion}".rstrip(":")
        whose = {"user_id": seat.user_id, "seat_id": seat.pk, "game_id": seat.game_id}
        return self.new(key, now, **(whose | fields))


class Notice(MailKind):
    """A heading, some sentences and one link; all notices share their templates."""

    template = "notice"

    def context(self, case: MailContext) -> Context:
        own = self._seat_link(case) if case.is_readers_seat else {}
        return case.common | own | self.notice(case)

    def _seat_link(self, case: MailContext) -> Context:
        """Return the link to the seat and how to reply, for the seat's player."""
        return {
            "answering": self.answering(case.mail),
            **link_to(PLAY_LINK.url(case.seat, now=case.now), _("Go to the game")),
        }

    def notice(self, case: MailContext) -> Context:
        """Return heading, lead and notes, and any link other than to the seat."""
        raise NotImplementedError


def kind_of(mail: OutgoingMail) -> MailKind:
    return KINDS[mail.kind]


def mails_for(signal: GameSignal) -> list[OutgoingMail]:
    """Return the unsaved mails that a signal causes."""
    called_for = kinds_on(frozenset({type(signal)}))
    return [mail for kind in called_for for mail in kind.mails(signal)]


@lru_cache(maxsize=1024)
def kinds_on(happened: frozenset[type]) -> tuple[MailKind, ...]:
    """Return the kinds that any of these signals and events cause."""
    return tuple([kind for kind in KINDS.values() if not happened.isdisjoint(kind.on)])


def why_not_theirs(case: MailContext) -> str:
    """Return the reason if the seat no longer belongs to the reader, or ''."""
    return "" if case.seat.user_id == case.mail.user_id else NO_LONGER_THEIRS


def why_on_autopilot(case: MailContext) -> str:
    """Return the reason if autopilot plays the seat, or ''."""
    return ON_AUTOPILOT if case.seat.is_on_autopilot else ""


def why_not_running(case: MailContext) -> str:
    """Return the reason if the game is not being played, or ''."""
    return "" if case.game.status == Status.ACTIVE else NOT_RUNNING


def why_not_playing(case: MailContext) -> str:
    """Return the reason if the reader does not play in the game, or ''."""
    return why_not_running(case) or why_not_theirs(case)
