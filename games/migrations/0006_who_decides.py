"""Orders and the steward decide too; the time per move is a matter of clocks now."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import append_only_1


def guard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.install(editor.connection)


def unguard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_clocks_of_older_games")]

    operations = [
        # SQLite makes the table anew, and would lose its triggers.
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(
            model_name="storedevent",
            name="event_decided_how_known",
        ),
        migrations.AlterField(
            model_name="storedevent",
            name="decided_how",
            field=models.CharField(
                choices=[
                    ("page", "on the page"),
                    ("orders", "standing orders"),
                    ("automatic", "automatic player"),
                    ("timeout", "time ran out"),
                    ("steward", "the steward"),
                    ("system", "the service"),
                ],
                max_length=10,
                verbose_name="decided how",
            ),
        ),
        migrations.AddConstraint(
            model_name="storedevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "decided_how__in",
                        ["page", "orders", "automatic", "timeout", "steward", "system"],
                    )
                ),
                name="event_decided_how_known",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_seconds_per_move_valid",
        ),
        migrations.RemoveField(
            model_name="game",
            name="seconds_per_move",
        ),
        migrations.RunPython(guard, unguard),
    ]
