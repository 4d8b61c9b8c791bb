"""What the groups of the staff may read of talk and reports.

Migration 0008 runs this: it stays as it is. The admin can change who may do what.
"""

from django.db.migrations.state import StateApps

#: Not for auditors: what people say to each other is no part of the record.
READERS = ("Moderators", "Administrators")
VIEWS = ("talkmessage", "report")


def allow(apps: StateApps) -> None:
    """Let the groups read, as far as they are still called so."""
    views = [_view(apps, name) for name in VIEWS]
    groups = apps.get_model("auth", "Group").objects
    for group in groups.filter(name__in=READERS):
        group.permissions.add(*views)


def _view(apps: StateApps, model: str) -> object:
    """Permissions are made here, for Django does so only later."""
    types = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = types.get_or_create(app_label="games", model=model)
    permissions = apps.get_model("auth", "Permission").objects
    names = {
        "talkmessage": "Can view table talk",
        "report": "Can view report",
    }
    permission, _ = permissions.get_or_create(
        content_type=kind,
        codename=f"view_{model}",
        defaults={"name": names[model]},
    )
    return permission
