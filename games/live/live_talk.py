"""What an open page needs to hear what is said, and to show who else has it open."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.live.live_page import live_key
from games.models import Game, Seat, TalkMessage
from games.web.seat_access import SeatAccess

#: How often the page of a player who shows it reports that it is open, in seconds.
REPORTS = 30
#: Who has not reported for so long has closed the page.
IS_HERE = timedelta(seconds=75)


@dataclass(frozen=True)
class LiveTalk:
    """
    ``url`` tells the reader what is new since a message; ``last`` is the latest one's
    id. ``key`` is '' for spectators, who hear each other. ``here`` has the numbers of
    the seats whose players show that they have the table open, joined by commas.
    """

    url: str
    last: int
    key: str
    unread: int
    here: str


def live_talk(
    access: SeatAccess, unread: int | None, *, hears_spectators: bool
) -> LiveTalk | None:
    """
    Return what the page of a reader needs, or None if they hear no talk.

    ``unread`` counts messages for a player and is None if nobody else is there.
    """
    game, seat = access.game, access.seat
    if seat is not None and unread is not None:
        return LiveTalk(
            url=access.talk_url,
            last=last_message(game, of_players=True),
            key=live_key(game.slug),
            unread=unread,
            here=here_in_words(game, access.now),
        )
    if seat is None and hears_spectators:
        last = last_message(game, of_players=False)
        return LiveTalk(access.spectators_url, last, key="", unread=0, here="")
    return None


def last_message(game: Game, *, of_players: bool) -> int:
    """Return the id of the latest message, or 0."""
    said = TalkMessage.objects.filter(game=game)
    heard = said.by_players() if of_players else said.by_spectators()
    return heard.order_by("-pk").values_list("pk", flat=True).first() or 0


def here_in_words(game: Game, now: datetime) -> str:
    """Return the seats whose players have the table open and show it."""
    here = Seat.objects.filter(
        game=game, looked_at__gt=now - IS_HERE, user__shows_presence=True
    )
    return ",".join(map(str, here.order_by("number").values_list("number", flat=True)))
