"""Invitations by reply: accepted, with a name, or declined."""

from django.utils.translation import gettext as _

from games.accounts.users import clean_name, update_user
from games.errors import InvalidChoice
from games.lobby.seats import accept_seat, decline_seat
from games.models import User
from notifications.replies.reply_context import Handled, ReplyContext


def accept_invitation(context: ReplyContext) -> Handled:
    """Join; who has no name yet is called as in their mails from now on."""
    user = context.seat.user
    name = _name_for(user, context.writer)
    game = accept_seat(
        seat=context.seat, name=name, now=context.now, source=context.reply
    )
    if user is not None and not user.language_known:
        # Keep the language for good in which they were asked: they understood it.
        update_user(user=user, language=user.language)
    if not name:
        return Handled(_("You’re in. Have a good game!"), game.version)
    sentence = _("You’re in, and the others see you as %(name)s. Have a good game!")
    return Handled(sentence % {"name": name}, game.version)


def _name_for(user: User | None, writer: str) -> str:
    """
    Return the name for somebody who has none, '' if there is none to be had.

    ``writer`` is how their mail program calls them: never their address.
    """
    if user is None or user.name or "@" in writer:
        return ""
    try:
        return clean_name(writer)
    except InvalidChoice:
        return ""


def decline_invitation(context: ReplyContext) -> Handled:
    """Leave the seat to others."""
    decline_seat(seat=context.seat, now=context.now)
    return Handled(_("You’ve declined the invitation."))
