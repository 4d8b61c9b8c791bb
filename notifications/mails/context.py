"""The context of a mail, loaded once, and what all mails about a game share."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.links.tokens import absolute_url
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, TalkMessage, User
from games.presentation.dates import long_moment_in_words
from games.presentation.text import game_name, name_of, names_of
from games.presentation.timeline import load_timeline
from games.table.opponent_reasons import reasons_since
from games.talk import messages
from games.transparency.log_proofs import find_entry
from notifications.mails.blocks.position import position_of
from notifications.mails.blocks.recap import Recap, recap_of
from notifications.models import OutgoingMail
from notifications.queries import other_mail_may_announce
from stoneage_core import GameState
from stoneage_core.events.base import Event

Context = dict[str, Any]

#: Limits for table talk in a turn's mail: messages, and characters of each.
MOST_TALK, LONGEST_TALK = 6, 300


@dataclass
class MailContext:
    """A mail that is checked or rendered; ``now`` dates its links."""

    mail: OutgoingMail
    now: datetime

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
        """Whether the mail's reader has the seat that it is about."""
        return self.seat.user_id == self.mail.user_id

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return read_seats(self.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by number."""
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
        """The sequence number of the event that the mail is about."""
        assert self.mail.about_version is not None
        return self.mail.about_version

    @cached_property
    def event(self) -> Event:
        return event_of(self.mail)

    @cached_property
    def other_mail_may_announce(self) -> bool:
        """Whether another mail announces this turn, or still may. Takes one query."""
        return other_mail_may_announce(self.mail)

    @property
    def player(self) -> int:
        """The player of that event."""
        player: int = self.event.player  # type: ignore[attr-defined]
        return player

    @property
    def common(self) -> Context:
        """The context shared by all mails about a game."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat if self.is_readers_seat else None,
            "names": self.names,
            "absent": self.absent,
            "title": self.title,
            "entry": find_entry(self.game),
            # Without its scheme, so that mail programs do not make it a second link.
            "check_page": absolute_url("games:check").partition("://")[2],
        }

    def recap(self, *, after: int) -> Recap:
        """Return what happened since a version of the game, and the bots' reasons."""
        reader = self.seat.number if self.is_readers_seat else None
        if not any(seat.is_automatic for seat in self.seats):
            events = load_stream(self.game, after=after)
            return recap_of(events, self.names, self.absent, reader)
        timeline = load_timeline(self.game, start=after)
        events = [one.event for one in timeline.happened]
        reasons = reasons_since(self.seats, timeline)
        recap = recap_of(events, self.names, self.absent, reader)
        return replace(recap, reasons=tuple(map(str, reasons)))

    def talk(self, *, after: int) -> list[str]:
        """Return what the reader heard at the table since a version of the game."""
        if not messages.has_messages(self.game):
            return []
        heard = list(messages.messages_heard_by(self.seat).order_by("-pk")[:MOST_TALK])
        for past in positions.past_events(self.game, after=after - 1, limit=1):
            heard = [each for each in heard if each.said_at >= past.recorded_at]
        return [talk_line(each) for each in heard[::-1]]

    def position(self, *, since: int | None = None) -> Context:
        """Return the present position, marking what changed ``since`` a version."""
        before = None if since is None else positions.state_at(self.game, since)
        return position_of(self.state, self.names, self.seat.number, before)

    def attendance(self) -> list[str]:
        """Return sentences about absent players and seats on autopilot."""
        lines = []
        statuses = self.game.table_state.seats
        for name, status in zip(self.names, statuses, strict=True):
            span = status.away_at(self.now)
            if status.is_on_autopilot:
                lines.append(_("Autopilot plays for %(name)s.") % {"name": name})
            elif span is not None:
                until = long_moment_in_words(span.ends)
                sentence = _("%(name)s is away until %(until)s.")
                lines.append(sentence % {"name": name, "until": until})
        return lines

    def position_and_attendance(self, *, since: int | None = None) -> Context:
        """Return the present position, and which players are absent."""
        return self.position(since=since) | {"attendance": self.attendance()}


def talk_line(message: TalkMessage) -> str:
    """Return a message as a line of a mail."""
    name = name_of(Seat(number=message.seat.number, user=message.user))
    text = Truncator(" ".join(message.text.split())).chars(LONGEST_TALK)
    return _("%(name)s says: “%(text)s”") % {"name": name, "text": text}


def turns_subject(case: MailContext) -> str:
    """Return the subject that all mails about a game's turns share."""
    return _("Your turn: %(title)s") % {"title": case.title}


def link_to(url: str, label: object) -> Context:
    """Return the context of a mail's link and its label."""
    return {"link": url, "link_label": label}


def event_of(mail: OutgoingMail) -> Event:
    """Return the event that a mail is about. Takes queries."""
    upto = mail.about_version
    assert mail.game is not None
    assert upto is not None
    (event,) = load_stream(mail.game, after=upto - 1, upto=upto)
    return event
