"""Which mails belong to which topic, and how topics are called."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.models import Kind, Topic

#: Kinds that are missing here have no switch: their reader asked for them, or has to
#: know.
TOPICS: dict[Kind, Topic] = {
    Kind.YOUR_TURN: Topic.TURNS,
    Kind.CHOICE_WANTED: Topic.TURNS,
    Kind.ORDERS_DISARMED: Topic.TURNS,
    Kind.REMINDER: Topic.REMINDERS,
    **dict.fromkeys(
        (
            Kind.GAME_STARTED,
            Kind.GAME_CANCELLED,
            Kind.INVITATION_DECLINED,
            Kind.TIME_RAN_OUT,
            Kind.STEWARD_SEATED,
            Kind.SEAT_LEFT,
            Kind.PLAYER_RETURNED,
            Kind.SUBSTITUTE_OFFERED,
            Kind.SUBSTITUTE_SEATED,
            Kind.SUBSTITUTE_RELIEVED,
            Kind.REPLACED,
            Kind.SEAT_TAKEN,
            Kind.MOTION_MADE,
            Kind.MOTION_SETTLED,
            Kind.UNREACHABLE,
        ),
        Topic.TABLE,
    ),
    Kind.GAME_OVER: Topic.RESULTS,
    Kind.INVITATION: Topic.INVITATIONS,
    Kind.REPLACEMENT: Topic.INVITATIONS,
}
#: Those that ask for a decision which has a deadline.
ASKING = frozenset(
    kind for kind, topic in TOPICS.items() if topic in (Topic.TURNS, Topic.REMINDERS)
)
#: Those that can wait, and that a digest tells of.
PATIENT = frozenset(TOPICS)
#: Topics that one game has a switch of its own for.
OF_A_GAME = (Topic.TURNS, Topic.REMINDERS, Topic.TABLE, Topic.RESULTS)

#: What is in the mails of a topic.
MEANINGS: dict[Topic, Promise] = {
    Topic.TURNS: _("A mail each time you are to decide something."),
    Topic.REMINDERS: _("Once more at half time, and when little is left."),
    Topic.TABLE: _("Proposals, missed turns, who is away, back or plays on."),
    Topic.RESULTS: _("Who has won, and with how many points."),
    Topic.INVITATIONS: _("Somebody asks you to play, or to play on for another."),
}
#: How it is said that a topic is off.
SILENCES: dict[Topic, Promise] = {
    Topic.TURNS: _("You get no mail when it is your turn."),
    Topic.REMINDERS: _("You get no reminders."),
    Topic.TABLE: _("You get no mails about what happens at the table."),
    Topic.RESULTS: _("You get no mails with results."),
    Topic.INVITATIONS: _("You get no invitations."),
}


def topic_of(kind: str) -> Topic | None:
    """Return the topic of a kind of mail, None for one that always comes."""
    return TOPICS.get(Kind(kind)) if kind in Kind.values else None
