"""The topics of mails in words."""

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
    Topic.TURNS: _("An email each time it’s your turn."),
    Topic.REMINDERS: _("One halfway, and one when little time is left."),
    Topic.TABLE: _("Proposals, missed turns, who’s away or back, substitutes."),
    Topic.RESULTS: _("Who won, and with how many points."),
    Topic.INVITATIONS: _("Someone asks you to play, or to take over a game."),
    Topic.TALK: _(
        "What the others say at the table; your reply is posted there. Your turn email "
        "tells you in any case."
    ),
    Topic.LEAGUES: _("The table at a season’s end, and where you play next."),
    Topic.FOLLOWING: _(
        "Games and players that you follow: at most one email a day, and one at the "
        "end of a game."
    ),
}
#: How it is said that a topic is off.
SILENCES: dict[Topic, Promise] = {
    Topic.TURNS: _("You get no email when it’s your turn."),
    Topic.REMINDERS: _("You get no reminders."),
    Topic.TABLE: _("You get no news from the table."),
    Topic.RESULTS: _("You get no results."),
    Topic.INVITATIONS: _("You get no invitations."),
    Topic.TALK: _("You get no emails about table talk."),
    Topic.LEAGUES: _("You get no tables of leagues."),
    Topic.FOLLOWING: _("You get no news of what you follow."),
}
