"""What the topics of mails are called, and what they mean."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.models import Topic

#: Topics that one game has a switch of its own for.
OF_A_GAME = (
    *(Topic.TURNS, Topic.REMINDERS, Topic.TABLE, Topic.RESULTS),
    Topic.TALK,
)

#: Stands for all topics: what a digest belongs to.
EVERYTHING = "everything"

#: What is in the mails of a topic.
MEANINGS: dict[Topic, Promise] = {
    Topic.TURNS: _("A mail each time you are to decide something."),
    Topic.REMINDERS: _("Once more at half time, and when little is left."),
    Topic.TABLE: _("Proposals, missed turns, who is away, back or plays on."),
    Topic.RESULTS: _("Who has won, and with how many points."),
    Topic.INVITATIONS: _("Somebody asks you to play, or to play on for another."),
    Topic.TALK: _(
        "What the others say at the table; what you reply is said there. The mail of "
        "your turn tells it in any case."
    ),
}
#: How it is said that a topic is off.
SILENCES: dict[Topic, Promise] = {
    Topic.TURNS: _("You get no mail when it is your turn."),
    Topic.REMINDERS: _("You get no reminders."),
    Topic.TABLE: _("You get no mails about what happens at the table."),
    Topic.RESULTS: _("You get no mails with results."),
    Topic.INVITATIONS: _("You get no invitations."),
    Topic.TALK: _("You get no mails of what is said at the table."),
}
