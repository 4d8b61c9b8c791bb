"""Accounts of bots: a program plays for them, under a name that logs tell."""

import re

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import queries
from games.errors import AddressNeeded, InvalidChoice
from games.models import Status, User
from games.models.tokens import AccessToken
from games.models.users import LONGEST_PROGRAM
from games.store.locks import lock_user

#: As ``stoneage_core.facts.BotName`` has it.
_NAME = re.compile(rf"[a-z][a-z0-9_]{{0,{LONGEST_PROGRAM - 1}}}")
BAD_NAME = _(
    "A program’s name is made of a to z, 0 to 9 and _, and begins with a to z."
)
PLAYS_NOW = _(
    "You have games that aren’t over. The others there sat down with you as you were: "
    "finish them first."
)


@transaction.atomic
def declare_program(*, user: User, name: str) -> User:
    """
    Say which program plays for an account from now on; '' for a person again.

    Locks the user. All tokens are revoked, for they were made for somebody else. The
    same name again changes nothing. Raise AddressNeeded for guests, InvalidChoice for a
    name that is none, and while the account plays or waits to play with others.
    """
    owner = lock_user(user.pk)
    if owner.is_guest:
        raise AddressNeeded
    if name and not _NAME.fullmatch(name):
        raise InvalidChoice(BAD_NAME)
    if name == owner.program:
        return owner
    going_on = (Status.ACTIVE, Status.INVITING)
    if queries.seats_reached_by(owner).filter(game__status__in=going_on).exists():
        raise InvalidChoice(PLAYS_NOW)
    AccessToken.objects.filter(user=owner).delete()
    owner.program = name
    owner.save(update_fields=["program"])
    return owner
