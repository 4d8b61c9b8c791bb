"""Invitations to a league by email: inviting, reminding, withdrawing, declining.

Entering answers an invitation: `enter_league` deletes it.
"""

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.errors import INVITATION_CLOSED, Refused
from games.leagues.hosting import note_act, require_host
from games.limits import INVITATION_REMINDERS, INVITATIONS
from games.locks import lock_league
from games.models import HostAct, League, LeagueInvitation, Season, User
from games.sanctions import require_may_begin
from games.signals import HostActed, publish

#: How many people can be invited at once.
MOST_INVITED = INVITATIONS.most

TOO_MANY_INVITED = _("Invite at most 30 people at once.")


def addresses_in(text: str) -> list[str]:
    """
    Return the addresses in a text, separated by white space, commas or semicolons, or
    as address books copy them: "Cleo Hill <cleo@example.org>". Raise Refused (invalid)
    for anything else, and for too many.
    """
    found = []
    for part in re.split(r"[,;\n]", text):
        words = part.split()
        if any(word.startswith("<") for word in words):
            words = [word for word in words if "@" in word or word.startswith("<")]
        found += [users.clean_email(word.strip("<>")) for word in words]
    if len(found) > MOST_INVITED:
        raise Refused("invalid", TOO_MANY_INVITED)
    return list(dict.fromkeys(found))


@transaction.atomic
def invite_people(
    *, league: League, by: User, emails: Iterable[str], now: datetime
) -> int:
    """
    Invite people by email to enter the season that is open. They may enter even if a
    host has taken them out before. Return how many are invited who had not entered.

    Raise Refused: (forbidden) to others than the hosts and if the host is barred,
    (too_late) if nobody can enter, and TooMany.
    """
    require_may_begin(by, now)
    invited = [
        users.user_for_email(email=each, now=now, guess=by.language) for each in emails
    ]
    league, season = _lock_inviting(league, by)
    entered = set(season.entrants.values_list("user", flat=True))
    invited = [user for user in invited if user.pk not in entered]
    for user in invited:
        INVITATIONS.spend(by.pk, now=now)
        league.kept_out.remove(user)
        LeagueInvitation.objects.update_or_create(
            league=league, user=user, defaults={"invited_at": now, "declined_at": None}
        )
        act = note_act(league, by, now, HostAct.What.INVITED, user=user)
        publish(HostActed(act, season, (user,), now=now))
    return len(invited)


@transaction.atomic
def remind_invited(*, league: League, by: User, number: int, now: datetime) -> None:
    """
    Email the invitation with the id ``number`` once more, at most once a day. Raise
    Refused like ``invite_people``, (taken) if it was answered or withdrawn, and
    TooMany.
    """
    require_may_begin(by, now)
    league, season = _lock_inviting(league, by)
    waiting = league.invitations.select_related("user").filter(declined_at=None)
    invitation = waiting.filter(pk=number).first()
    if invitation is None:
        raise Refused("taken", INVITATION_CLOSED)
    INVITATION_REMINDERS.spend("league", invitation.pk, now=now)
    act = note_act(league, by, now, HostAct.What.REMINDED, user=invitation.user)
    publish(HostActed(act, season, (invitation.user,), now=now))


@transaction.atomic
def withdraw_invitation(
    *, league: League, by: User, number: int, now: datetime
) -> None:
    """
    Withdraw the invitation with the id ``number``. The person may still enter by the
    league's own link. Idempotent. Raise Refused (forbidden) to others than the hosts.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    invitation = league.invitations.filter(pk=number).first()
    if invitation is not None:
        note_act(league, by, now, HostAct.What.WITHDREW, user=invitation.user)
        invitation.delete()


@transaction.atomic
def decline_invitation(*, league: League, user: User, now: datetime) -> None:
    """Tell the host on their page that one does not want to enter. Idempotent."""
    invitations = lock_league(league.pk).invitations.filter(user=user)
    invitations.filter(declined_at=None).update(declined_at=now)


def _lock_inviting(league: League, by: User) -> tuple[League, Season]:
    """Return the locked league of a host, and the season that people can enter."""
    league = lock_league(league.pk)
    require_host(league, by)
    season = league.open_season()
    if season is None:
        raise Refused("too_late")
    return league, season
