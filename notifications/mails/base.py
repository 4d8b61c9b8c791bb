"""What every kind of mail is made of: its context, its class, and which one is sent."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.links.tokens import absolute_url
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, Status, TalkMessage, User
from games.presentation.attendance import (
    attendance_of,
    autopilots_of,
    standstill_of,
)
from games.presentation.text import game_name, name_of, names_of
from games.presentation.timeline import load_timeline
from games.signals import GameAdvanced, GameSignal
from games.table.numbered_choices import NumberedChoice
from games.table.opponent_reasons import reasons_since
from games.talk import messages
from games.talk.page import name_of_writer
from notifications.mails.blocks.position import position_of
from notifications.mails.blocks.question import answer_with_choice
from notifications.mails.blocks.recap import Recap, recap_of
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.rows import is_reachable, new_mail
from notifications.queries import other_mail_may_announce
from stoneage_core import GameState
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source

Context = dict[str, Any]

#: Limits for table talk in a turn's mail: messages, and characters of each.
MOST_TALK, LONGEST_TALK = 6, 300


@dataclass
class MailContext:
    """
    A mail that is checked or rendered; ``now`` dates its links. Without ``sees_talk``
    what people wrote is left out.
    """

    mail: OutgoingMail
    now: datetime
    sees_talk: bool = True

    @cached_property
    def seat(self) -> Seat:
        seat = self.mail.seat
        assert seat is not None
        seat.game = self.game
        return seat

    @property
    def game(self) -> Game:
        assert self.mail.game is not None
        return self.mail.game

    @property
    def reader(self) -> User:
        assert self.mail.user is not None
        return self.mail.user

    @property
    def is_readers_seat(self) -> bool:
        return self.seat.user_id == self.mail.user_id

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return read_seats(self.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names_of(self.seats)

    @cached_property
    def absent(self) -> dict[int, str]:
        """The names of players who have a substitute, by number."""
        return {
            seat.number: name_of(Seat(number=seat.number, user=seat.absent_user))
            for seat in self.seats
            if seat.absent_user_id is not None
        }

    @cached_property
    def title(self) -> str:
        """The game's name from the reader's point of view."""
        return game_name(self.seats, self.seat if self.is_readers_seat else None)

    @cached_property
    def state(self) -> GameState:
        return positions.state_of(self.game)

    @property
    def sequence(self) -> int:
        assert self.mail.about_version is not None
        return self.mail.about_version

    @cached_property
    def event(self) -> Event:
        return event_of(self.mail)

    @cached_property
    def other_mail_may_announce(self) -> bool:
        """Takes one query."""
        return other_mail_may_announce(self.mail)

    @property
    def player(self) -> int:
        player: int = self.event.player  # type: ignore[attr-defined]
        return player

    @property
    def common(self) -> Context:
        check = absolute_url("games:check")
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat if self.is_readers_seat else None,
            "names": self.names,
            "absent": self.absent,
            "title": self.title,
            "proof_link": f"{check}?game={self.game.slug}&head={self.game.head}",
        }

    def recap(self, *, after: int) -> Recap:
        reader = self.seat.number if self.is_readers_seat else None
        if not any(seat.is_automatic for seat in self.seats):
            events = load_stream(self.game, after=after, upto=self.game.version)
            return recap_of(events, self.names, self.absent, reader)
        timeline = load_timeline(self.game, start=after)
        events = [one.event for one in timeline.happened]
        reasons = reasons_since(self.seats, timeline)
        recap = recap_of(events, self.names, self.absent, reader)
        return replace(recap, reasons=tuple(map(str, reasons)))

    def messages_heard(self) -> QuerySet[TalkMessage]:
        return messages.messages_heard_by(self.seat)

    def talk(self, *, after: int) -> list[str]:
        if not messages.has_messages(self.game):
            return []
        heard = list(self.messages_heard().order_by("-pk")[:MOST_TALK])
        for past in positions.past_events(self.game, after=after - 1, limit=1):
            heard = [each for each in heard if each.said_at >= past.recorded_at]
        return [talk_line(each) for each in heard[::-1]]

    def words_at(self, sequence: int) -> list[str]:
        """Return what was said at the table at the very moment of an event."""
        (event,) = positions.past_events(self.game, after=sequence - 1, limit=1)
        heard = self.messages_heard().filter(said_at=event.recorded_at)
        return [talk_line(each) for each in heard]

    def position(self, *, since: int | None = None) -> Context:
        before = None if since is None else positions.state_at(self.game, since)
        return position_of(self.state, self.names, self.seat.number, before)

    def position_and_attendance(self, *, since: int | None = None) -> Context:
        reader = self.seat if self.is_readers_seat else None
        attendance = [
            *standstill_of(self.game, self.now),
            *autopilots_of(self.game, self.seats),
            *attendance_of(self.game, self.seats, self.now, reader),
        ]
        return self.position(since=since) | {"attendance": attendance}


def talk_line(message: TalkMessage) -> str:
    name = name_of_writer(message)
    text = Truncator(" ".join(message.text.split())).chars(LONGEST_TALK)
    return _("%(name)s says: “%(text)s”") % {"name": name, "text": text}


def turns_subject(case: MailContext) -> str:
    return _("Your turn: %(title)s") % {"title": case.title}


def link_to(url: str, label: object) -> Context:
    return {"link": url, "link_label": label}


def event_of(mail: OutgoingMail) -> Event:
    """Takes queries."""
    upto = mail.about_version
    assert mail.game is not None
    assert upto is not None
    (event,) = load_stream(mail.game, after=upto - 1, upto=upto)
    return event


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
    #: Whether it repeats what a person wrote.
    quotes_people: ClassVar[bool] = False
    #: Called in this order right before sending. They may query.
    checks: ClassVar[Checks] = ()

    def __init_subclass__(cls) -> None:
        if "kind" in cls.__dict__:
            assert cls.kind not in KINDS, f"{cls.kind} is defined twice"
            cls.template = cls.template or cls.kind.value
            KINDS[cls.kind] = cls()

    def mails(self, signal: Any) -> Iterable[OutgoingMail]:
        """May query."""
        return ()

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """May query."""
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
        return self.can_be_requested_by_anybody

    def can_be_answered(self, mail: OutgoingMail) -> bool:
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
        return {
            "answering": self.answering(case.mail),
            **link_to(PLAY_LINK.url(case.seat, now=case.now), _("Go to the game")),
        }

    def notice(self, case: MailContext) -> Context:
        raise NotImplementedError


def kind_of(mail: OutgoingMail) -> MailKind:
    return KINDS[mail.kind]


def mails_for(signal: GameSignal) -> list[OutgoingMail]:
    called_for = kinds_on(frozenset({type(signal)}))
    return [mail for kind in called_for for mail in kind.mails(signal)]


@lru_cache(maxsize=1024)
def kinds_on(happened: frozenset[type]) -> tuple[MailKind, ...]:
    return tuple([kind for kind in KINDS.values() if not happened.isdisjoint(kind.on)])


def why_not_theirs(case: MailContext) -> str:
    return "" if case.seat.user_id == case.mail.user_id else NO_LONGER_THEIRS


def why_on_autopilot(case: MailContext) -> str:
    return ON_AUTOPILOT if case.seat.is_on_autopilot else ""


def why_not_running(case: MailContext) -> str:
    return "" if case.game.status == Status.ACTIVE else NOT_RUNNING


def why_not_playing(case: MailContext) -> str:
    return why_not_running(case) or why_not_theirs(case)


class AfterMove(MailKind):
    """
    A kind of mail after a decision. A reachable seat gets at most one of these: that of
    the kind with the lowest ``rank`` whose ``mail_after`` returns a mail.
    """

    rank: ClassVar[int]

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        raise NotImplementedError


class EventNotice(AfterMove, Notice):
    """
    A notice about an event: to the player concerned if ``is_own``, otherwise to all.
    The player who caused it gets none. If the staff caused it, nobody does, because the
    mail about the staff's action reports it.
    """

    topic = Topic.TABLE
    checks: ClassVar[Checks] = (why_not_playing,)
    is_own: ClassVar[bool] = False

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        by_reader = news.decided_by == seat.number and news.source.is_by_hand
        if by_reader or news.source == Source.STAFF:
            return None
        if not self.is_own and seat.is_on_autopilot:
            return None
        for sequence, event in numbered_events(news):
            is_meant = not self.is_own or getattr(event, "player", None) == seat.number
            if type(event) in self.on and is_meant:
                return self.to_seat(seat, news.now, sequence, about_version=sequence)
        return None


def mails_after(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """
    Runs in the move's transaction. Takes one query if a round begins, two if a game
    ends, and otherwise none.
    """
    called_for = kinds_on(frozenset({GameAdvanced, *map(type, news.events)}))
    ranked = [kind for kind in called_for if isinstance(kind, AfterMove)]
    ranked.sort(key=lambda kind: kind.rank)
    reason = news.state.end_reason
    # otherwise the mail about the staff's action reports it
    if reason is None or not reason.is_by_staff:
        for seat in filter(is_reachable, news.seats):
            mails = (kind.mail_after(news, seat) for kind in ranked)
            if mail := next(filter(None, mails), None):
                yield mail
    for kind in called_for:
        yield from kind.mails(news)


def numbered_events(news: GameAdvanced) -> Iterator[tuple[int, Event]]:
    return enumerate(news.events, news.first_sequence)
