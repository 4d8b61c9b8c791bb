"""Programs that act for users: access tokens, and accounts of bots."""

import re
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.locks import lock_user
from games.models import Seat, Status, User
from games.models.tokens import AccessToken, Scope
from games.models.users import LONGEST_PROGRAM
from games.signals import AccountSecured, publish

#: Identifies our tokens wherever somebody has left one.
PREFIX = "sabm_"
#: Random bytes of a token. Nobody can guess one, so a plain hash is sufficient.
TOKEN_BYTES = 32
#: How many tokens a user can have.
MOST_TOKENS = 20
#: For how many days a token can work.
LIVES = (30, 90, 365)
LONGEST_LIFE = max(LIVES)
#: The resolution of a token's last use.
USE_NOTED_EVERY = timedelta(hours=1)
#: The same pattern as in ``stoneage_core.fields.BotName``.
_NAME = re.compile(rf"[a-z][a-z0-9_]{{0,{LONGEST_PROGRAM - 1}}}")
BAD_NAME = _(
    "A program’s name is made of a to z, 0 to 9 and _, and begins with a to z."
)
PLAYS_NOW = _(
    "You have games that aren’t over. The others there sat down with you as you were: "
    "finish them first."
)

NO_SCOPE = _("Choose at least one thing that it may do.")


class NewToken(NamedTuple):
    """A new token with its text, which is shown once and not stored."""

    token: AccessToken
    text: str


@transaction.atomic
def make_token(
    *,
    user: User,
    name: str,
    scopes: Collection[Scope],
    now: datetime,
    days: int = LONGEST_LIFE,
) -> NewToken:
    """
    Make a token that allows ``scopes`` for so many days, and tell the user by email.
    Locks the user.

    Raise Refused: (address_needed) for guests, (invalid) if there are no scopes, if the
    user has too many tokens, or if a bot's token is wanted for a person's account.
    """
    owner = lock_user(user.pk)
    if owner.is_guest:
        raise Refused("address_needed")
    if not scopes:
        raise Refused("invalid", NO_SCOPE)
    if Scope.BOT in scopes and not owner.program:
        raise Refused("invalid", _("First say that a program plays for this account."))
    if owner.tokens.count() >= MOST_TOKENS:
        raise Refused("invalid", _("You can’t have more tokens. Revoke an unused one."))
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = AccessToken.objects.create(
        user=owner,
        name=name,
        digest=_digest(text),
        scopes=[str(scope) for scope in Scope if scope in scopes],
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    publish(AccountSecured(owner, "token_made", now=now))
    return NewToken(token, text)


def tokens_of(user: User) -> list[AccessToken]:
    """Return the tokens of a user, latest first."""
    return list(AccessToken.objects.filter(user=user).order_by("-pk"))


def revoke_token(*, user: User, pk: int) -> None:
    AccessToken.objects.filter(user=user, pk=pk).delete()


def use_token(text: str, now: datetime) -> AccessToken | None:
    """
    Return the token with this text if it has not expired and its owner is active, or
    None. Records the use at most once an hour.
    """
    if not text.startswith(PREFIX):
        return None
    found = AccessToken.objects.select_related("user").filter(digest=_digest(text))
    token = found.filter(user__is_active=True, expires_at__gt=now).first()
    if token and (token.used_at is None or token.used_at <= now - USE_NOTED_EVERY):
        AccessToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@transaction.atomic
def declare_program(*, user: User, name: str) -> User:
    """
    Set which program plays for an account; '' means that a person does.

    Locks the user. Revokes all tokens, because they were made for somebody else.
    Setting the same name again changes nothing. Raise Refused: (address_needed) for
    guests, (invalid) for a bad name, or while the account plays or waits to play with
    others.
    """
    owner = lock_user(user.pk)
    if owner.is_guest:
        raise Refused("address_needed")
    if name and not _NAME.fullmatch(name):
        raise Refused("invalid", BAD_NAME)
    if name == owner.program:
        return owner
    going_on = (Status.ACTIVE, Status.INVITING)
    if Seat.objects.reached_by(owner).filter(game__status__in=going_on).exists():
        raise Refused("invalid", PLAYS_NOW)
    AccessToken.objects.filter(user=owner).delete()
    owner.program = name
    owner.save(update_fields=["program"])
    return owner
