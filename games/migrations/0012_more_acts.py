"""More that the staff do leaves a row; what they ended stays open for a while."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import append_only_2

_ACTS = [
    ("pause", "paused the game"),
    ("resume", "let the game go on"),
    ("grant", "gave more time"),
    ("clock", "changed the clock"),
    ("links", "made old links useless"),
    ("invite", "invited another player"),
    ("withdraw", "withdrew an invitation"),
    ("entrust", "gave the seat to the steward"),
    ("give_back", "gave the seat back to its player"),
    ("play", "decided for a seat"),
    ("roll_back", "took the game back"),
    ("end", "ended the game"),
    ("hold", "put the game in quarantine"),
    ("release", "released the game from quarantine"),
    ("note", "left a note"),
    ("ban", "banned the player"),
    ("unban", "lifted the ban"),
    ("mute", "muted the player"),
    ("unmute", "let the player talk again"),
    ("resend", "sent mails again"),
    ("hide", "hid a message"),
    ("unhide", "showed a message again"),
    ("answer", "answered a report"),
]


def guard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_2.install(editor.connection)


def unguard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_2.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0011_known_languages")]

    operations = [
        # SQLite makes the table anew, and would lose its triggers.
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(model_name="staffact", name="staff_act_known"),
        migrations.AlterField(
            model_name="staffact",
            name="act",
            field=models.CharField(choices=_ACTS, max_length=10, verbose_name="act"),
        ),
        migrations.AddConstraint(
            model_name="staffact",
            constraint=models.CheckConstraint(
                condition=models.Q(act__in=[act for act, _ in _ACTS]),
                name="staff_act_known",
            ),
        ),
        migrations.RunPython(guard, unguard),
        migrations.AddField(
            model_name="game",
            name="reveal_at",
            field=models.DateTimeField(null=True, verbose_name="final from"),
        ),
        migrations.AlterField(
            model_name="game",
            name="held_at",
            field=models.DateTimeField(null=True, verbose_name="in quarantine since"),
        ),
        migrations.AlterField(
            model_name="game",
            name="quarantined_at",
            field=models.DateTimeField(null=True, verbose_name="time-out failed"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(reveal_at__isnull=False),
                fields=["reveal_at"],
                name="game_reveal",
            ),
        ),
    ]
