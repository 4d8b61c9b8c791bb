"""The mails, one small function each: what their three templates are given.

Each stem ``emails/<kind>`` has a subject, a text and an HTML template. All links come
from ``games.links``; a mail has one, and below it those of its choices. Language and
time zone are the reader's already when these functions are called.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from games import clock_words, labels, links, selectors
from games.models import Game, Invitation, Seat, User
from games.pages.pinch import pinch_of
from games.pages.tribes import Tribe, tribes_of
from notifications.letters import (
    address_news,
    asked,
    digest_news,
    notices,
    reach_news,
    reply_news,
    staff_news,
)
from notifications.letters.answering import how_to_answer
from notifications.letters.invitees import invitee_of
from notifications.models import Kind, OutgoingMail
from notifications.parts.context import Context, common
from notifications.parts.position import position_of
from notifications.parts.recap import recap_of
from notifications.subjects import about
from stoneage_core import GameState


def context_for(mail: OutgoingMail, *, now: datetime) -> Context:
    """Return what the mail's templates need; ``now`` is when its link is signed."""
    return _CONTEXTS[Kind(mail.kind)](mail, now)


def stem_of(kind: Kind) -> str:
    """Return the stem of a mail's templates; notices differ by their words alone."""
    return "notice" if kind in notices.NOTICES else kind.value


def invitation(mail: OutgoingMail, now: datetime) -> Context:
    """Who invites whom to what, and how the dice are sealed."""
    seat, game = about(mail)
    return (
        common(game, seat)
        | _settings(game)
        | {
            "inviter": _inviter(game),
            "players": _players(game, seat),
            "answering": how_to_answer(mail),
            "link": links.invitation_url(seat, now=now),
            "link_label": _("Accept or decline"),
        }
    )


def invitation_declined(mail: OutgoingMail, now: datetime) -> Context:
    """To the host: somebody does not want to play."""
    seat, game = about(mail)
    return common(game, None) | {
        "invitee": invitee_of(seat),
        "seat_number": seat.number + 1,
        "link": links.game_url(game),
        "link_label": _("Fill the seat"),
    }


def game_started(mail: OutgoingMail, now: datetime) -> Context:
    """To those who are not first: all have joined."""
    seat, game = about(mail)
    state = selectors.state_of(game)
    context = common(game, seat) | _settings(game)
    awaited = [seat for seat in context["seats"] if seat.awaited_at is not None]
    return (
        context
        | position_of(state, context["names"], seat.number)
        | {
            "answering": how_to_answer(mail),
            "pinch": pinch_of(seat),
            "first": labels.join_list([selectors.name_of(seat) for seat in awaited]),
            "link": links.play_url(seat, now=now),
            "link_label": _("See the board"),
        }
    )


def game_cancelled(mail: OutgoingMail, now: datetime) -> Context:
    """The host called the game off before it began."""
    seat, game = about(mail)
    return common(game, seat) | {
        "inviter": _inviter(game),
        "link": links.game_url(game),
        "link_label": _("See what was planned"),
    }


def game_over(mail: OutgoingMail, now: datetime) -> Context:
    """The result line by line, and how the dice can be checked."""
    seat, game = about(mail)
    state = selectors.state_of(game)
    context = common(game, seat)
    events = selectors.events_of(game, after=seat.seen_version)
    return context | {
        "state": state,
        "recap": recap_of(events, context["names"], context["absent"]),
        "standing": _standing(state, context["names"], seat.number),
        "winners": labels.join_list([context["names"][n] for n in state.winners]),
        "has_won": seat.number in state.winners,
        "is_shared": len(state.winners) > 1,
        "link": links.result_url(game),
        "link_label": _("See the final board"),
    }


def sign_in(mail: OutgoingMail, now: datetime) -> Context:
    """A link instead of a password; who is banned still comes to their data by it."""
    assert mail.user is not None
    if not mail.user.is_active:
        return {
            "is_banned": True,
            "link": links.data_url(mail.user, now=now),
            "link_label": _("What is stored about you"),
        }
    return {
        "hours": labels.duration(int(links.Purpose.SIGN_IN.lifetime.total_seconds())),
        "link": links.sign_in_url(mail.user, now=now, next=mail.next_page),
        "link_label": _("Sign in"),
    }


def fresh_link(mail: OutgoingMail, now: datetime) -> Context:
    """The same door with a new key."""
    seat, game = about(mail)
    invited = seat.invitation == Invitation.INVITED
    url = links.invitation_url if invited else links.play_url
    return common(game, seat) | {
        "link": url(seat, now=now),
        "link_label": _("Accept or decline") if invited else _("Go to the game"),
    }


def keep(mail: OutgoingMail, now: datetime) -> Context:
    """Whether a guest's games are to be theirs; no word of the guest's own in it."""
    assert mail.seat is not None
    assert mail.user is not None
    return {
        "days": labels.duration(int(links.Purpose.KEEP.lifetime.total_seconds())),
        "link": links.keep_url(mail.seat, mail.user, now=now),
        "link_label": _("Keep the game"),
    }


def _players(game: Game, reader: Seat) -> list[str]:
    """Return who sits where, in words, by number of seat."""
    return [
        _("%(name)s (you)") % {"name": selectors.name_of(seat)}
        if seat.pk == reader.pk
        else _("%(name)s, %(role)s")
        % {"name": selectors.name_of(seat), "role": _role(game, seat)}
        for seat in selectors.seats_of(game)
    ]


def _role(game: Game, seat: Seat) -> str:
    if seat.is_automatic:
        return _("an automatic player")
    if seat.user_id is not None and seat.user_id == game.host_id:
        return _("who invites")
    return str(labels.ANSWERS[seat.invitation])


def _settings(game: Game) -> Context:
    """How the game is played."""
    state = selectors.state_of(game)
    start = game.start_choice
    return {
        "clock_name": clock_words.name_of(game.clock),
        "clock_terms": clock_words.terms_of(game.clock),
        "tie_break": labels.TIE_BREAKS[game.tie_break],
        "start_seat": None if start is None else start + 1,
        "commitment": state.commitment,
    }


def _standing(
    state: GameState, names: tuple[str, ...], reader: int
) -> list[tuple[int, Tribe]]:
    """Return rank and tribe of all players, the winners first."""
    tribes = tribes_of(state, names, reader=reader)
    ranked = [(state.ranks[tribe.seat], tribe) for tribe in tribes]
    return sorted(ranked, key=lambda place: place[0])


def _inviter(game: Game) -> str:
    """Name the host; nobody's address is told to others."""
    host: User | None = game.host
    return (host and host.name) or _("Somebody")


_CONTEXTS: dict[Kind, Callable[[OutgoingMail, datetime], Context]] = {
    Kind.INVITATION: invitation,
    Kind.INVITATION_DECLINED: invitation_declined,
    Kind.GAME_STARTED: game_started,
    Kind.GAME_CANCELLED: game_cancelled,
    Kind.YOUR_TURN: asked.your_turn,
    Kind.CHOICE_WANTED: asked.choice_wanted,
    Kind.REMINDER: asked.reminder,
    Kind.ORDERS_DISARMED: asked.your_turn,
    **dict.fromkeys(notices.NOTICES, notices.context_of),
    Kind.GAME_OVER: game_over,
    Kind.SIGN_IN: sign_in,
    Kind.FRESH_LINK: fresh_link,
    Kind.KEEP: keep,
    Kind.STAFF_ACTED: staff_news.context_of,
    Kind.ADDRESS_TRIED: reach_news.address_tried,
    Kind.ADDRESS_CHANGE: address_news.address_change,
    Kind.ADDRESS_CHANGED: address_news.address_changed,
    Kind.REPLY_READ: reply_news.reply_read,
    Kind.DIGEST_READ: digest_news.digest_read,
}
