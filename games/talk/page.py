"""The talk of a table as a page shows it to one reader."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import queries
from games.log.table_rows import read_seats
from games.models import Game, Seat, TalkMessage, User
from games.presentation.text import name_of
from games.talk import messages
from games.talk.messages import why_cannot_write
from games.web.seat_access import SeatAccess

#: How many messages are shown by default.
LATEST = 30


@dataclass(frozen=True)
class TalkLine:
    """``report_url`` is '' if the reader cannot report it."""

    pk: int
    seat: int
    name: str
    text: str
    said_at: datetime
    is_own: bool
    is_hidden: bool
    is_muted: bool
    report_url: str


@dataclass(frozen=True)
class Talk:
    """
    ``action`` is the URL of the talk. ``silence`` says why the reader cannot write, or
    ''. ``earlier`` is how many messages precede the ``lines``.
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
    own = access.seat is not None and message.user_id == access.seat.user_id
    is_hidden = message.hidden_at is not None
    may_be_reported = not own and not is_hidden and message.text and message.user_id
    return TalkLine(
        pk=message.pk,
        seat=message.seat.number,
        name=name_of(Seat(number=message.seat.number, user=message.user)),
        text="" if is_hidden else message.text,
        said_at=message.said_at,
        is_own=own,
        is_hidden=is_hidden,
        is_muted=message.user_id in muted,
        report_url=f"{access.report_url}?message={message.pk}"
        if may_be_reported
        else "",
    )


def unread_of(seat: Seat, seats: Sequence[Seat]) -> int | None:
    """Return how many messages a seat's player has not read, or None without talk."""
    return messages.unread(seat) if messages.has_company(seat, seats) else None
