"""Kinds of mail: each says who gets it, its topic, when it is stale, and its text.

A module of this folder holds a family of kinds. Each is a class, which is known to the
others by being defined.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.models import Seat, Status
from games.signals.bus import GameSignal
from games.table.numbered_choices import NumberedChoice
from notifications.mails.blocks.numbered_choices import answer_with_choice
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import new_mail
from stoneage_core.events.base import Event

NO_LONGER_INVITED = "the invitation was answered, withdrawn or given to somebody else"
NOT_WAITING = "the game is not waiting for players any more"
NOT_RUNNING = "the game is not being played any more"
ON_AUTOPILOT = "autopilot plays the seat now"
NO_LONGER_THEIRS = "somebody else has the seat now"

#: Each says why a mail is of no use any more, or ''.
Checks = tuple[Callable[[MailContext], str], ...]

#: All kinds by their names, in the order of definition.
KINDS: dict[str, "MailKind"] = {}


class MailKind:
    """
    One kind of mail; its instance has no state.

    ``template`` is the stem of its three templates, by default the name of its kind.
    Without a ``topic`` nobody can turn it off, and it never waits.
    """

    kind: ClassVar[Kind]
    template: ClassVar[str] = ""
    topic: ClassVar[Topic | None] = None
    #: The signals that call for it, and the events of a game.
    on: ClassVar[tuple[type[GameSignal] | type[Event], ...]] = ()
    #: Whether its reader can answer it in place of their seat.
    is_answerable: ClassVar[bool] = False
    #: Whether others have it sent to an address by typing that, or an old link.
    is_unasked: ClassVar[bool] = False
    #: Whether it is tried though mails to its reader come back.
    reaches_lost: ClassVar[bool] = False
    reaches_banned: ClassVar[bool] = False
    #: Asked in this order, right before it is sent. They may query.
    checks: ClassVar[Checks] = ()

    def __init_subclass__(cls) -> None:
        if "kind" in cls.__dict__:
            assert cls.kind not in KINDS, f"{cls.kind} is defined twice"
            cls.template = cls.template or cls.kind.value
            KINDS[cls.kind] = cls()

    def mails(self, signal: Any) -> Iterable[OutgoingMail]:
        """Return the mails, not yet saved, that a signal calls for. May query."""
        return ()

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Return what another channel owes beside a mail that goes now. May query."""
        return ()

    def why_stale(self, case: MailContext) -> str:
        """Say why a mail is of no use any more, or return ''. May query."""
        return next(filter(None, (check(case) for check in self.checks)), "")

    def why_spared(self, case: MailContext) -> str:
        """Say why a reader who is online does not need it, or return ''. May query."""
        return ""

    def defer_until(self, case: MailContext) -> datetime | None:
        """Return until when another mail may make this one needless. May query."""
        return None

    def comes_unasked(self, mail: OutgoingMail) -> bool:
        """Whether others alone caused a mail, not its reader."""
        return self.is_unasked

    def can_be_answered(self, mail: OutgoingMail) -> bool:
        """Whether its reader can answer a mail in place of their seat."""
        seat = mail.seat
        if not (self.is_answerable and settings.REPLY_TO) or seat is None:
            return False
        return seat.user_id is not None and seat.user_id == mail.user_id

    def answering(
        self, mail: OutgoingMail, choices: Sequence[NumberedChoice] = ()
    ) -> str:
        """Say in a sentence or two how a mail is answered, '' if it cannot be."""
        return self.how_to_answer(choices) if self.can_be_answered(mail) else ""

    def how_to_answer(self, choices: Sequence[NumberedChoice]) -> str:
        """Say what can be written in an answer."""
        if choices:
            return answer_with_choice(choices)
        return _("Reply “board” to see the board, “help” for more.")

    def context(self, case: MailContext) -> Context:
        """Return what the templates need, in the reader's language and time zone."""
        raise NotImplementedError

    def shared_subject(self, case: MailContext) -> str:
        """Return the subject of the conversation that it belongs to, '' for its own."""
        return ""

    def new(self, occasion: object, now: datetime, **fields: Any) -> OutgoingMail:
        """Return a mail; ``occasion`` tells it from all others of its kind."""
        return new_mail(self.kind, occasion, now, topic=self.topic or "", **fields)

    def to_seat(
        self, seat: Seat, now: datetime, occasion: object = "", **fields: Any
    ) -> OutgoingMail:
        """Return a mail to a seat's player about their game."""
        key = f"{seat.pk}:{occasion}".rstrip(":")
        whose = {"user_id": seat.user_id, "seat_id": seat.pk, "game_id": seat.game_id}
        return self.new(key, now, **(whose | fields))


class Notice(MailKind):
    """A headline, some sentences and one link: all notices share their templates."""

    template = "notice"

    def context(self, case: MailContext) -> Context:
        own = self._way_to_seat(case) if case.is_readers_seat else {}
        return case.common | own | self.notice(case)

    def _way_to_seat(self, case: MailContext) -> Context:
        """Return what is for whoever has the seat: the way to it, and how to answer."""
        return {
            "answering": self.answering(case.mail),
            **link_to(PLAY_LINK.url(case.seat, now=case.now), _("Go to the game")),
        }

    def notice(self, case: MailContext) -> Context:
        """Return heading, lead, notes, and the link unless it leads to the seat."""
        raise NotImplementedError


def kind_of(mail: OutgoingMail) -> MailKind:
    """Return the kind of a mail."""
    return KINDS[mail.kind]


def mails_for(signal: GameSignal) -> list[OutgoingMail]:
    """Return the mails, not yet saved, that a signal calls for."""
    called_for = kinds_on(frozenset({type(signal)}))
    return [mail for kind in called_for for mail in kind.mails(signal)]


@lru_cache(maxsize=1024)
def kinds_on(happened: frozenset[type]) -> tuple[MailKind, ...]:
    """Return the kinds that any of some signals and events call for."""
    return tuple([kind for kind in KINDS.values() if not happened.isdisjoint(kind.on)])


def why_not_theirs(case: MailContext) -> str:
    """Say that the seat has another player than the mail's reader, or return ''."""
    return "" if case.seat.user_id == case.mail.user_id else NO_LONGER_THEIRS


def why_on_autopilot(case: MailContext) -> str:
    """Say that autopilot plays the seat, or return ''."""
    return ON_AUTOPILOT if case.seat.is_on_autopilot else ""


def why_not_running(case: MailContext) -> str:
    """Say that the game is not being played, or return ''."""
    return "" if case.game.status == Status.ACTIVE else NOT_RUNNING


def why_not_playing(case: MailContext) -> str:
    """Say why its reader does not play in the game, or return ''."""
    return why_not_running(case) or why_not_theirs(case)
