"""The groups of the staff, and what each of them may do.

Migration 0001 runs this: it stays as it is. The admin can change who may do what.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

#: By code name, of the model of games.
MODERATION = {
    "pause_game": "Can pause and resume games, and give more time",
    "set_clock": "Can change the pace of a game",
    "manage_links": "Can make links useless, and send emails again",
    "replace_player": "Can replace players, and put seats on autopilot",
    "play_for_seat": "Can play for a seat",
    "roll_back_game": "Can take a game back to an event",
    "end_game": "Can end a game",
    "freeze_game": "Can freeze and unfreeze games",
    "note_game": "Can leave notes at a game, and answer reports",
    "warn_user": "Can warn and mute players, and keep them from new games",
    "ban_user": "Can ban players",
    "manage_accounts": "Can change addresses, and have people’s data deleted",
    "audit_game": "Can read the whole record of a running game",
}
#: What is left to administrators.
RESERVED = ("ban_user", "manage_accounts", "play_for_seat", "audit_game")
#: Models that all of the staff may look at, and what these are called.
VIEWS = {
    "game": "game",
    "seat": "seat",
    "storedevent": "stored event",
    "moderationaction": "act of the staff",
    "user": "user",
}
#: The same, of the app that sends and receives emails.
MAIL_VIEWS = {"outgoingmail": "outgoing mail", "incomingmail": "incoming mail"}
#: Not for auditors: what people say to each other is no part of the record.
PRIVATE_VIEWS = {"talkmessage": "table talk", "report": "report"}

MODERATORS, AUDITORS, ADMINISTRATORS = "Moderators", "Auditors", "Administrators"


def make(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the groups; permissions are made here, for Django does so only later."""
    groups = apps.get_model("auth", "Group").objects
    views = [*_views(apps, "games", VIEWS), *_views(apps, "notifications", MAIL_VIEWS)]
    private = _views(apps, "games", PRIVATE_VIEWS)
    powers = {
        code: _permission(apps, "games", "game", code, words)
        for code, words in MODERATION.items()
    }
    shared = [power for code, power in powers.items() if code not in RESERVED]
    may = {
        MODERATORS: [*views, *private, *shared],
        AUDITORS: [*views, powers["audit_game"]],
        ADMINISTRATORS: [*views, *private, *powers.values()],
    }
    for name, permissions in may.items():
        groups.create(name=name).permissions.set(permissions)


def remove(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the groups."""
    names = (MODERATORS, AUDITORS, ADMINISTRATORS)
    apps.get_model("auth", "Group").objects.filter(name__in=names).delete()


def _views(apps: StateApps, app: str, models: dict[str, str]) -> list[object]:
    return [
        _permission(apps, app, model, f"view_{model}", f"Can view {words}")
        for model, words in models.items()
    ]


def _permission(
    apps: StateApps, app: str, model: str, code: str, words: str
) -> object:
    types = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = types.get_or_create(app_label=app, model=model)
    permissions = apps.get_model("auth", "Permission").objects
    permission, _ = permissions.get_or_create(
        content_type=kind, codename=code, defaults={"name": words}
    )
    return permission
