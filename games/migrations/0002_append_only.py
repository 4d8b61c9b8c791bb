"""From here on the database refuses to change or remove stored events."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import append_only_1


def guard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.install(editor.connection)


def unguard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
