"""The groups of the staff, and what each of them may do.

Migration 0007 runs this: it stays as it is. The admin can change who may do what.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

#: By code name, of the model of games.
MODERATION = {
    "pause_game": "Can pause and resume games, and give more time",
    "set_clock": "Can change the clock of a game",
    "manage_links": "Can make links useless, and send mails again",
    "replace_player": "Can replace players, and give seats to the steward",
    "play_for_seat": "Can decide for a seat",
    "roll_back_game": "Can take a game back to an event",
    "end_game": "Can end a game",
    "hold_game": "Can put a game in quarantine and release it",
    "note_game": "Can leave notes at a game, and answer reports",
    "ban_user": "Can ban and mute players",
    "audit_game": "Can read the whole record of a running game",
}
VIEWS = ("game", "seat", "storedevent", "staffact", "outage", "user")
#: What is left to administrators.
RESERVED = ("ban_user", "play_for_seat", "audit_game")

MODERATORS, AUDITORS, ADMINISTRATORS = "Moderators", "Auditors", "Administrators"


def make(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the groups; permissions are made here, for Django does so only later."""
    groups = apps.get_model("auth", "Group").objects
    views = [
        _permission(apps, name, f"view_{name}", f"Can view {name}") for name in VIEWS
    ]
    powers = {
        code: _permission(apps, "game", code, words)
        for code, words in MODERATION.items()
    }
    shared = [power for code, power in powers.items() if code not in RESERVED]
    groups.create(name=MODERATORS).permissions.set([*views, *shared])
    groups.create(name=AUDITORS).permissions.set([*views, powers["audit_game"]])
    groups.create(name=ADMINISTRATORS).permissions.set([*views, *powers.values()])


def remove(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the groups."""
    names = (MODERATORS, AUDITORS, ADMINISTRATORS)
    apps.get_model("auth", "Group").objects.filter(name__in=names).delete()


def _permission(apps: StateApps, model: str, code: str, words: str) -> object:
    types = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = types.get_or_create(app_label="games", model=model)
    permissions = apps.get_model("auth", "Permission").objects
    permission, _ = permissions.get_or_create(
        content_type=kind, codename=code, defaults={"name": words}
    )
    return permission
