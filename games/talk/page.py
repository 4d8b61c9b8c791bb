"""The talk of a table as a page shows it to one reader."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games import queries
from games.log.table_rows import read_seats
from games.models import Game, Seat, TalkMessage, User
from games.presentation.text import name_of, name_of_user
from games.talk import messages, spectators
from games.talk.messages import why_cannot_write
from games.web.seat_access import SeatAccess

#: How many messages are shown by default, and how many an open page tells at once.
LATEST, MOST_TOLD = 30, 3


@dataclass(frozen=True)
class TalkLine:
    """``report_url`` is '' if the reader cannot report it."""

    pk: int
    seat: int | None
    name: str
    text: str
    said_at: datetime
    is_own: bool
    is_hidden: bool
    is_muted: bool
    report_url: str
    mute_url: str = ""


@dataclass(frozen=True)
class Talk:
    """
    ``action`` is the URL of the talk. ``silence`` says why the reader cannot write, or
    ''. ``earlier`` is how many messages precede the ``lines``. ``is_seated`` is set for
    players, whose reading is noted. ``of_spectators`` is set if spectators talk.
    """

    action: str
    lines: tuple[TalkLine, ...]
    earlier: int
    last: int
    silence: str
    is_seated: bool
    mute_url: str = ""
    is_muted: bool = False
    refusal: str = ""
    text: str = ""
    of_spectators: bool = False

    @property
    def sheet(self) -> str:
        """The key of the sheet in which a table shows this talk."""
        return "spectators" if self.of_spectators else "talk"

    @property
    def heading(self) -> str:
        return _("Spectators’ talk") if self.of_spectators else _("Table talk")


def talk_of(
    access: SeatAccess,
    *,
    everything: bool = False,
    refusal: str = "",
    text: str = "",
) -> Talk:
    """``text`` is a refused message, for the form."""
    said = list(messages.messages_of(access.game))
    shown = said if everything else said[-LATEST:]
    reader = access.reader if access.seat else None
    muted = messages.muted_people(reader)
    return Talk(
        action=access.talk_url,
        lines=tuple(line_of(message, access, muted) for message in shown),
        earlier=len(said) - len(shown),
        last=said[-1].pk if said else 0,
        silence=why_cannot_write(access.seat, access.now) if access.seat else "",
        is_seated=access.seat is not None,
        mute_url=access.mute_url,
        is_muted=messages.is_table_muted(reader, access.game),
        refusal=refusal,
        text=text,
    )


def spectators_talk_of(
    access: SeatAccess,
    *,
    everything: bool = False,
    refusal: str = "",
    text: str = "",
) -> Talk:
    """Return the talk of a game's spectators, as ``talk_of`` does that of players."""
    said = list(spectators.messages_of(access.game))
    shown = said if everything else said[-LATEST:]
    muted = messages.muted_people(access.reader)
    return Talk(
        action=access.spectators_url,
        lines=tuple(line_of(message, access, muted) for message in shown),
        earlier=len(said) - len(shown),
        last=said[-1].pk if said else 0,
        silence=spectators.why_cannot_write(
            access.game, access.reader, access.seat, access.now
        ),
        is_seated=False,
        refusal=refusal,
        text=text,
        of_spectators=True,
    )


@dataclass(frozen=True)
class TalkNews:
    """
    What a reader has not read. ``said`` are the latest messages in words, '' if they
    heard none since a message that they know. ``last`` is the latest message's id.
    """

    last: int
    unread: int
    said: str


def talk_news(access: SeatAccess, after: int) -> TalkNews:
    """Return what was said after a message, to a reader who may hear it."""
    if access.seat is not None:
        heard = messages.messages_heard_by(access.seat)
        unread = messages.unread(access.seat)
    else:
        mutes = messages.muted_people(access.reader)
        said = spectators.messages_of(access.game).readable()
        heard = said.exclude(user__in={*mutes, access.reader and access.reader.pk})
        unread = heard.filter(pk__gt=after).count()
    fresh = list(heard.filter(pk__gt=after))
    latest = [f"{name_of_writer(one)}: “{one.text}”" for one in fresh[-MOST_TOLD:]]
    return TalkNews(
        last=max([after, *(one.pk for one in fresh)]),
        unread=unread,
        said=" ".join(latest),
    )


def talk_context(game: Game, reader: User, now: datetime) -> dict[str, Any]:
    access = SeatAccess(game, queries.own_seat(game, reader), reader, now)
    people = people_of(access, read_seats(game))
    heard = messages.has_talk(game) and messages.may_read(game, reader)
    return {
        "people": people,
        "report_url": access.report_url,
        "talk": talk_of(access) if heard else None,
    }


def people_of(access: SeatAccess, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    reader = access.reader
    if reader is None:
        return []
    muted = messages.muted_people(reader)
    return [
        {
            "seat": seat.number,
            "name": name_of(seat),
            "report_url": f"{access.report_url}?seat={seat.number}",
            "mute_url": f"{access.mute_url}?seat={seat.number}" if access.seat else "",
            "is_muted": seat.user_id in muted,
        }
        for seat in seats
        if seat.user is not None
        and seat.user_id != reader.pk
        and seat.user.is_active
        and seat.has_joined
    ]


def line_of(
    message: TalkMessage, access: SeatAccess, muted: Collection[int] = ()
) -> TalkLine:
    reader = access.seat.user if access.seat else access.reader
    own = reader is not None and message.user_id == reader.pk
    is_hidden = message.hidden_at is not None
    may_be_reported = not own and not is_hidden and message.text and message.user_id
    return TalkLine(
        pk=message.pk,
        seat=None if message.seat is None else message.seat.number,
        name=name_of_writer(message),
        text="" if is_hidden else message.text,
        said_at=message.said_at,
        is_own=own,
        is_hidden=is_hidden,
        is_muted=message.user_id in muted,
        report_url=f"{access.report_url}?message={message.pk}"
        if may_be_reported
        else "",
        mute_url=f"{access.mute_url}?seat={message.seat.number}"
        if may_be_reported and access.seat and message.seat is not None
        else "",
    )


def name_of_writer(message: TalkMessage) -> str:
    if message.seat is not None:
        return name_of(Seat(number=message.seat.number, user=message.user))
    if message.user is None or not message.user.name:
        return _("A spectator")
    return name_of_user(message.user)


def unread_of(seat: Seat, seats: Sequence[Seat]) -> int | None:
    """Return how many messages a seat's player has not read, or None without talk."""
    return messages.unread(seat) if messages.has_company(seat, seats) else None
