"""Actions on table talk, and announcements to a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Game, TalkMessage
from games.moderation.action import Action, ActionContext, ReasonForm, obstacle_unless
from games.talk.messages import hide_message, unhide_message


class AnnouncementForm(ReasonForm):
    reason_label = "Announcement to the table"
    reason_help = (
        "Public: it appears on the page of the game, and all players get it by email."
    )


class _MessageField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.text)


class MessageForm(ReasonForm):
    message = _MessageField(TalkMessage.objects.none(), widget=forms.RadioSelect)
    are_hidden = False

    def adapt(self) -> None:
        said = _said(self.context.game, are_hidden=self.are_hidden)
        self.fields["message"].queryset = said  # type: ignore[attr-defined]


class HiddenMessageForm(MessageForm):
    are_hidden = True


def _said(game: Game, *, are_hidden: bool) -> Any:
    said = game.talk.filter(hidden_at__isnull=not are_hidden)
    return said.exclude(text="").order_by("-pk")


def _nothing_said(game: Game, *, are_hidden: bool) -> str:
    is_there = _said(game, are_hidden=are_hidden).exists()
    return obstacle_unless(is_there, "There is no such message.")


def _message(act: ActionContext, *, is_hidden: bool) -> TalkMessage:
    """Write into the log whose it is."""
    message: TalkMessage = act.data["message"]
    message.refresh_from_db()
    if is_hidden is not (message.hidden_at is not None):
        raise Refused("too_late", "Somebody else has done that already.")
    act.row.user = message.user
    if message.seat is not None:
        act.row.seat_number = message.seat.number
        act.row.user = message.user or message.seat.user
    return message


NOTE = Action(
    key="note",
    title="Announce to the table",
    explains="Public: all players get it by email, and everybody sees it at the game.",
    headline=_("A note from the moderators"),
    form=AnnouncementForm,
)
HIDE = Action(
    key="hide",
    title="Hide a message",
    explains="A message of the table talk. Afterwards only the staff can read it.",
    headline=_("The moderators hid a message at the table"),
    means=_("Only the moderators can read it."),
    form=MessageForm,
    may_be_appealed=True,
    obstacle=lambda game, now: _nothing_said(game, are_hidden=False),
    perform=lambda act: hide_message(
        message=_message(act, is_hidden=False), by=act.by, now=act.now
    ),
)
UNHIDE = Action(
    key="unhide",
    title="Show a message again",
    explains="One that was hidden.",
    headline=_("The moderators showed a hidden message again"),
    means=_("Everyone at the table can read it."),
    form=HiddenMessageForm,
    obstacle=lambda game, now: _nothing_said(game, are_hidden=True),
    perform=lambda act: unhide_message(message=_message(act, is_hidden=True)),
)
ACTIONS = (NOTE, HIDE, UNHIDE)
