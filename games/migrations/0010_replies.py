"""Players decide by answering mails; addresses may turn out to be unreachable."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import append_only_1

_HOW = [
    ("page", "on the page"),
    ("reply", "by answering a mail"),
    ("orders", "standing orders"),
    ("automatic", "automatic player"),
    ("timeout", "time ran out"),
    ("steward", "the steward"),
    ("staff", "the staff"),
    ("system", "the service"),
]


def guard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.install(editor.connection)


def unguard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_event_hash")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="unreachable_since",
            field=models.DateTimeField(null=True, verbose_name="unreachable since"),
        ),
        migrations.AddField(
            model_name="user",
            name="unreachable_why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("bounced", "mails come back"),
                    ("complained", "marked as unwanted"),
                ],
                default="",
                max_length=10,
                verbose_name="why unreachable",
            ),
        ),
        # SQLite makes the table anew, and would lose its triggers.
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(
            model_name="storedevent", name="event_decided_how_known"
        ),
        migrations.AlterField(
            model_name="storedevent",
            name="decided_how",
            field=models.CharField(
                choices=_HOW, max_length=10, verbose_name="decided how"
            ),
        ),
        migrations.AddConstraint(
            model_name="storedevent",
            constraint=models.CheckConstraint(
                condition=models.Q(decided_how__in=[how for how, _ in _HOW]),
                name="event_decided_how_known",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
