"""Subscriptions to topics, in words too: overall, and otherwise in single games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, User
from notifications.models import Topic, TopicSubscription
from notifications.models.preferences import ON_REQUEST

#: Topics that one game has a switch of its own for.
OF_A_GAME = (*(Topic.TURNS, Topic.REMINDERS, Topic.TABLE, Topic.RESULTS), Topic.TALK)

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

_HAS_CHOSEN = "SELECT 1 FROM notifications_topicsubscription WHERE user_id = %s"


@dataclass(frozen=True)
class Subscriptions:
    """
    What a player has chosen, by topic and by game and topic.

    ``overall`` holds for what is not said of a game. What is said nowhere is on, but
    for topics that come on request.
    """

    overall: Mapping[str, bool]
    games: Mapping[tuple[int, str], bool]

    def is_on(self, topic: Topic, game_id: int | None = None) -> bool:
        """Whether a mail on a topic is wanted; that of a game beats the overall."""
        if game_id is not None and (game_id, topic) in self.games:
            return self.games[game_id, topic]
        return self.overall.get(topic, is_on_unasked(topic))

    def of_game(self, topic: Topic, game_id: int) -> bool | None:
        """Return what was chosen for one game, None if nothing was."""
        return self.games.get((game_id, topic))


@dataclass(frozen=True)
class Change:
    """A topic is turned on or off, overall or in a game; None there: as overall."""

    topic: Topic
    is_on: bool | None
    game: Game | None = None


def is_on_unasked(topic: Topic) -> bool:
    """Whether mails on a topic come to whoever has said nothing of it."""
    return topic not in ON_REQUEST


def subscriptions_of(user: User) -> Subscriptions:
    """Return what a player has chosen."""
    rows = TopicSubscription.objects.filter(user=user)
    return Subscriptions(
        overall={row.topic: row.is_on for row in rows if row.game_id is None},
        games={(row.game_id, row.topic): row.is_on for row in rows if row.game_id},
    )


def is_on(user: User, topic: Topic, game_id: int | None) -> bool:
    """Whether a player wants a mail on a topic, in a game if one is given."""
    return subscriptions_of(user).is_on(topic, game_id)


def muted_notice(user: User, game: Game) -> str:
    """Say it, if a player gets no mail when they are to decide in a game."""
    return "" if is_on(user, Topic.TURNS, game.pk) else str(SILENCES[Topic.TURNS])


def save_change(user: User, change: Change) -> None:
    """Turn a topic on or off."""
    topic, is_on, game = change.topic, change.is_on, change.game
    TopicSubscription.objects.filter(user=user, topic=topic, game=game).delete()
    is_said = game is not None or is_on is not is_on_unasked(topic)
    if is_on is not None and is_said:
        TopicSubscription.objects.create(user=user, topic=topic, game=game, is_on=is_on)


def unsubscribe(user: User, topics: Iterable[Topic]) -> None:
    """Turn topics off everywhere, also in games for which they were chosen."""
    for topic in topics:
        TopicSubscription.objects.filter(user=user, topic=topic).delete()
        TopicSubscription.objects.create(user=user, topic=topic, is_on=False)
