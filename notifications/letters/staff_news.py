"""What the staff did, told to a player: what, why, and what it means for them."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from games import positions, queries
from games.dates import long_moment_in_words
from games.links.purposes import DATA_LINK, PLAY_LINK, game_url, home_url, result_url
from games.models import Game, ModerationAction, Seat, Status
from games.moderation.action import Action
from games.moderation.actions.people import BAN
from games.moderation.registry import all_actions
from games.pages.result import result_in_words
from games.text import name_of
from notifications.models import OutgoingMail
from notifications.parts.context import Context, common
from notifications.subjects import about, act_of


def context_of(mail: OutgoingMail, now: datetime) -> Context:
    """Return what the templates need."""
    act = act_of(mail)
    if mail.seat is None:
        return _to_person(act, now)
    seat, game = about(mail)
    own = seat if seat.user_id == mail.user_id else None
    context = common(game, own)
    if act.kind == BAN.key:
        return context | _of_a_ban(act, game, own, now)
    return context | _to_table(act, game, own, context["names"], now)


def _to_person(act: ModerationAction, now: datetime) -> Context:
    action = all_actions()[act.kind]
    return {
        "heading": action.heading,
        "reason": act.reason,
        "meaning": action.meaning_of(act, long_moment_in_words),
        "contact": settings.CONTACT_EMAIL if action.is_grave else "",
        **_way_of(action, act, now),
    }


def _way_of(action: Action, act: ModerationAction, now: datetime) -> Context:
    if act.user is None or not action.ends_sign_in:
        return {"link": home_url(), "link_label": "Stone Age by Mail"}
    return {
        "is_to_data": True,
        "link": DATA_LINK.url(act.user, now=now),
        "link_label": _("What is stored about you"),
    }


def _to_table(
    act: ModerationAction,
    game: Game,
    own: Seat | None,
    names: tuple[str, ...],
    now: datetime,
) -> Context:
    action = all_actions()[act.kind]
    return {
        "heading": action.heading or _("The staff %(what)s") % {"what": action.done},
        "whose": "" if act.seat_number is None else names[act.seat_number],
        "reason": act.reason,
        "meaning": action.meaning_of(act, long_moment_in_words),
        "result": result_in_words(positions.state_of(game), names),
        "until": _deadline(own),
        **_way(game, own, now),
    }


def _of_a_ban(
    act: ModerationAction, game: Game, own: Seat | None, now: datetime
) -> Context:
    """To the others: who plays the seat from now on. Why is not theirs to know."""
    seat = next(s for s in queries.seats_of(game) if s.user_id == act.user_id)
    name = name_of(seat)
    return {
        "heading": _("The steward plays for %(name)s") % {"name": name},
        "meaning": _(
            "The staff have given the seat of %(name)s to the steward, a decent "
            "automatic player, so that the game goes on."
        )
        % {"name": name},
        **_way(game, own, now),
    }


def _deadline(own: Seat | None) -> str:
    if own is None or own.deadline_at is None:
        return ""
    return long_moment_in_words(own.deadline_at)


def _way(game: Game, own: Seat | None, now: datetime) -> Context:
    if game.status == Status.FINISHED:
        return {"link": result_url(game), "link_label": _("See how it ended")}
    if own is None or game.status != Status.ACTIVE:
        return {"link": game_url(game), "link_label": _("See the game")}
    return {
        "link": PLAY_LINK.url(own, now=now),
        "link_label": _("Go to the game"),
    }
