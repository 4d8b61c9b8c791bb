"""What lifts an act, so that granting an appeal undoes what it is about."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import ModerationAction, TalkMessage
from games.moderation.action import Action
from games.moderation.actions import game, leagues, people, talk
from games.moderation.subjects import Subject

#: The act that lifts each act against which one can appeal.
LIFTED_BY: dict[str, Action] = {
    people.WARN.key: people.UNWARN,
    people.MUTE.key: people.UNMUTE,
    people.NO_GAMES.key: people.NEW_GAMES,
    people.BAN.key: people.UNBAN,
    talk.HIDE.key: talk.UNHIDE,
    leagues.EXCLUDE.key: leagues.READMIT,
    **dict.fromkeys(("play", game.ROLL_BACK.key, game.END.key), game.ROLL_BACK),
}


@dataclass(frozen=True)
class Lifting:
    """An act that lifts another one, and what its form would hold."""

    action: Action
    subject: Subject
    data: dict[str, Any]


def lifting_of(act: ModerationAction, now: datetime) -> Lifting | None:
    """
    Return what would lift an act, or None if nothing of it is left: it is over, was
    lifted, cannot be undone any more, or a later act of its kind stands.
    """
    action = LIFTED_BY[act.kind]
    subject = act.league or act.game or act.user
    if subject is None or action.obstacle(subject, now):
        return None
    if act.league is not None:
        season = act.league.current_season()
        excluded = season.entrants.exclude(excluded_at=None)
        entrant = excluded.select_related("user").filter(user=act.user).first()
        return Lifting(action, subject, {"entrant": entrant}) if entrant else None
    if action is talk.UNHIDE:
        hidden = TalkMessage.objects.filter(game=act.game, hidden_at=act.acted_at)
        message = hidden.first()
        return Lifting(action, subject, {"message": message}) if message else None
    if action is game.ROLL_BACK:
        assert act.sequence is not None
        return Lifting(action, subject, {"sequence": act.sequence - 1})
    later = ModerationAction.objects.filter(user=act.user, kind=act.kind)
    if later.filter(pk__gt=act.pk).exists() and action is not people.UNWARN:
        return None
    return Lifting(action, subject, {})
