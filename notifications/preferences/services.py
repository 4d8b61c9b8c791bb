"""What people want: which mails, when, and who never wants any."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.accounts.users import refreshing_deadlines, update_user
from games.clocks import Quiet
from games.limits import UNASKED_MAILS, TooMany
from games.models import Game, User
from games.now import zone_of
from games.people.recipients import recipient_of
from games.signals import AccountSecured, publish
from notifications.models import (
    MailPreferences,
    MailStatus,
    OutgoingMail,
    Pace,
    Suppression,
    Topic,
    TopicSubscription,
)
from notifications.models.preferences import ON_REQUEST
from notifications.preferences.schedule import Schedule

#: Topics that can be switched for a single game.
OF_A_GAME = (*(Topic.TURNS, Topic.REMINDERS, Topic.TABLE, Topic.RESULTS), Topic.TALK)

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
    Topic.LEAGUES: _("When a season starts, how it ended, and where you play next."),
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
    Topic.LEAGUES: _("You get no news of your leagues."),
    Topic.FOLLOWING: _("You get no news of what you follow."),
}


@dataclass(frozen=True)
class Subscriptions:
    """
    A player's choices, by topic, and by game and topic. ``overall`` applies to games
    without a choice of their own. A topic without any choice is on by default, except
    those in ``ON_REQUEST``.
    """

    overall: Mapping[str, bool]
    games: Mapping[tuple[int, str], bool]

    def is_on(self, topic: Topic, game_id: int | None = None) -> bool:
        """Return whether a topic is on; a game's own choice takes precedence."""
        if game_id is not None and (game_id, topic) in self.games:
            return self.games[game_id, topic]
        return self.overall.get(topic, is_on_by_default(topic))

    def of_game(self, topic: Topic, game_id: int) -> bool | None:
        return self.games.get((game_id, topic))


@dataclass(frozen=True)
class Change:
    """A topic turned on or off for all games or one; None removes a game's choice."""

    topic: Topic
    is_on: bool | None
    game: Game | None = None


def is_on_by_default(topic: Topic) -> bool:
    return topic not in ON_REQUEST


def subscriptions_of(user: User) -> Subscriptions:
    rows = TopicSubscription.objects.filter(user=user)
    return Subscriptions(
        overall={row.topic: row.is_on for row in rows if row.game_id is None},
        games={(row.game_id, row.topic): row.is_on for row in rows if row.game_id},
    )


def is_on(user: User, topic: Topic, game_id: int | None) -> bool:
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


HOUR = timedelta(hours=1)


def preferences_of(user: User) -> MailPreferences:
    """Return a player's preferences; unsaved defaults if they have none."""
    saved = MailPreferences.objects.filter(user=user).first()
    return saved or MailPreferences(user=user)


def schedule_of(user: User, preferences: MailPreferences) -> Schedule:
    quiet = Quiet(user.quiet_from, user.quiet_until)
    return Schedule(
        zone=zone_of(user.time_zone),
        apart=HOUR if preferences.pace == Pace.HOURLY else None,
        daily_at=preferences.daily_at if preferences.pace == Pace.DAILY else None,
        quiet=quiet if preferences.quiet else None,
        defers_while_online=preferences.defers_while_online,
    )


def lock_preferences(user: User) -> MailPreferences:
    """Code that adds to a digest holds this lock, too."""
    MailPreferences.objects.get_or_create(user=user)
    return MailPreferences.objects.select_for_update().get(user=user)


def save_preferences(
    *,
    user: User,
    now: datetime,
    changes: Iterable[Change] = (),
    quiet_from: int | None = None,
    quiet_until: int | None = None,
    **preferences: Any,
) -> None:
    """
    Save a player's preferences in one transaction; missing arguments stay unchanged. A
    saved pace counts as chosen, even if it is the same.

    Deadlines and reminders are recomputed afterwards. Raises Refused (invalid) for an
    invalid time.
    """
    if "pace" in preferences:
        preferences["pace_is_chosen"] = True
    with refreshing_deadlines(user, now=now), transaction.atomic():
        update_user(user=user, quiet_from=quiet_from, quiet_until=quiet_until)
        saved = lock_preferences(user)
        before = subscriptions_of(user)
        for field, value in preferences.items():
            setattr(saved, field, value)
        saved.save(update_fields=preferences)
        for change in changes:
            save_change(user, change)
        _decide_again(user, now)
        _tell_of_silence(user, before, now)


def _tell_of_silence(user: User, before: Subscriptions, now: datetime) -> None:
    """
    Tell a player by email when their turn emails were turned off, because a person to
    whom an email was forwarded can do it for its game.
    """
    after = subscriptions_of(user)
    if before.is_on(Topic.TURNS) and not after.is_on(Topic.TURNS):
        publish(AccountSecured(user, "turns_off", now=now))
        return
    chosen = {game_id for game_id, topic in after.games if topic == Topic.TURNS}
    for game in Game.objects.filter(pk__in=chosen):
        was_on = before.is_on(Topic.TURNS, game.pk)
        if was_on and not after.is_on(Topic.TURNS, game.pk):
            publish(AccountSecured(user, "turns_off", game, now=now))


def _decide_again(user: User, now: datetime) -> None:
    """Parts of a digest that is being sent are left out."""
    mails = OutgoingMail.objects.pending().filter(user=user)
    mails = mails.exclude(topic="")
    put_off = Q(part_of=None, claimed_at__isnull=False, attempts=0, due_at__gt=now)
    in_digest = Q(part_of__isnull=False) & ~Q(part_of__status=MailStatus.SENDING)
    pks = list(mails.filter(put_off | in_digest).values_list("pk", flat=True))
    mails.filter(pk__in=pks).update(part_of=None, due_at=now)


def is_suppressed(hashes: list[str]) -> bool:
    return Suppression.objects.filter(recipient__in=hashes).exists()


def is_within_limit(mail: OutgoingMail, *, now: datetime) -> bool:
    """Count an unsolicited mail once; return whether it is allowed."""
    try:
        with transaction.atomic():
            fresh = OutgoingMail.objects.filter(pk=mail.pk, is_counted=False)
            if fresh.update(is_counted=True):
                UNASKED_MAILS.spend(recipient_of(mail.address), now=now)
    except TooMany:
        return False
    return True


def suppress(hashes: list[str], *, now: datetime) -> None:
    """Block mails that others request. Idempotent."""
    Suppression.objects.get_or_create(recipient=hashes[0], defaults={"since": now})


def lift(hashes: list[str]) -> bool:
    dropped, _by_table = Suppression.objects.filter(recipient__in=hashes).delete()
    return dropped > 0
