"""Subscriptions to topics, with their sentences: for all games and for single ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, User
from notifications.models import Topic, TopicSubscription
from notifications.models.preferences import ON_REQUEST

#: Topics that can be switched for a single game.
OF_A_GAME = (*(Topic.TURNS, Topic.REMINDERS, Topic.TABLE, Topic.RESULTS), Topic.TALK)

#: Stands for all topics, which a digest covers.
EVERYTHING = "everything"

#: What the mails of each topic contain.
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
#: The sentence for each topic that is off.
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


@dataclass(frozen=True)
class Subscriptions:
    """
    A player's choices, by topic, and by game and topic.

    ``overall`` applies to games without a choice of their own. A topic without any
    choice is on by default, except those in ``ON_REQUEST``.
    """

    overall: Mapping[str, bool]
    games: Mapping[tuple[int, str], bool]

    def is_on(self, topic: Topic, game_id: int | None = None) -> bool:
        """Return whether a topic is on; a game's own choice takes precedence."""
        if game_id is not None and (game_id, topic) in self.games:
            return self.games[game_id, topic]
        return self.overall.get(topic, is_on_by_default(topic))

    def of_game(self, topic: Topic, game_id: int) -> bool | None:
        """Return the choice for one game, or None."""
        return self.games.get((game_id, topic))


@dataclass(frozen=True)
class Change:
    """A topic turned on or off for all games or one; None removes a game's choice."""

    topic: Topic
    is_on: bool | None
    game: Game | None = None


def is_on_by_default(topic: Topic) -> bool:
    """Return whether a topic is on for players who have not chosen."""
    return topic not in ON_REQUEST


def subscriptions_of(user: User) -> Subscriptions:
    rows = TopicSubscription.objects.filter(user=user)
    return Subscriptions(
        overall={row.topic: row.is_on for row in rows if row.game_id is None},
        games={(row.game_id, row.topic): row.is_on for row in rows if row.game_id},
    )


def is_on(user: User, topic: Topic, game_id: int | None) -> bool:
    """Return whether a player wants mails on a topic, perhaps in a certain game."""
    return subscriptions_of(user).is_on(topic, game_id)


def muted_notice(user: User, game: Game) -> str:
    """Return a warning if a player gets no mail at their turn in a game, or ''."""
    return "" if is_on(user, Topic.TURNS, game.pk) else str(SILENCES[Topic.TURNS])


def save_change(user: User, change: Change) -> None:
    topic, is_on, game = change.topic, change.is_on, change.game
    TopicSubscription.objects.filter(user=user, topic=topic, game=game).delete()
    is_said = game is not None or is_on is not is_on_by_default(topic)
    if is_on is not None and is_said:
        TopicSubscription.objects.create(user=user, topic=topic, game=game, is_on=is_on)


def unsubscribe(user: User, topics: Iterable[Topic]) -> None:
    """Turn topics off everywhere, even in games for which they were chosen."""
    for topic in topics:
        TopicSubscription.objects.filter(user=user, topic=topic).delete()
        TopicSubscription.objects.create(user=user, topic=topic, is_on=False)
