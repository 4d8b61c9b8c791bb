"""The staff: what they may do, what they did, and the database's word for it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import append_only_1, append_only_2, groups_1


def unguard_events(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.remove(editor.connection)


def guard_events(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.install(editor.connection)


def guard_acts(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_2.install(editor.connection)


def unguard_acts(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_2.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0006_who_decides"),
    ]

    operations = [
        # SQLite makes the table anew, and would lose its triggers.
        migrations.RunPython(unguard_events, guard_events),
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
                    ("staff", "the staff"),
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
                        [
                            "page",
                            "orders",
                            "automatic",
                            "timeout",
                            "steward",
                            "staff",
                            "system",
                        ],
                    )
                ),
                name="event_decided_how_known",
            ),
        ),
        migrations.RunPython(guard_events, unguard_events),
        migrations.CreateModel(
            name="StaffAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "act",
                    models.CharField(
                        choices=[
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
                        ],
                        max_length=10,
                        verbose_name="act",
                    ),
                ),
                (
                    "seat_number",
                    models.PositiveSmallIntegerField(null=True, verbose_name="seat"),
                ),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                (
                    "sequence",
                    models.PositiveIntegerField(null=True, verbose_name="event"),
                ),
                ("acted_at", models.DateTimeField(verbose_name="when")),
            ],
            options={
                "verbose_name": "act of the staff",
                "verbose_name_plural": "acts of the staff",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="held_at",
            field=models.DateTimeField(null=True, verbose_name="held"),
        ),
        migrations.AddField(
            model_name="substituteoffer",
            name="invited_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="invited by",
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="staff_acts",
                to=settings.AUTH_USER_MODEL,
                verbose_name="by",
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="staff_acts",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "act__in",
                        [
                            "pause",
                            "resume",
                            "grant",
                            "clock",
                            "links",
                            "invite",
                            "withdraw",
                            "entrust",
                            "give_back",
                            "play",
                            "roll_back",
                            "end",
                            "hold",
                            "release",
                            "note",
                            "ban",
                            "unban",
                            "mute",
                            "unmute",
                        ],
                    )
                ),
                name="staff_act_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffact",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="staff_act_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seat_number__isnull", True),
                    ("seat_number__lt", 4),
                    _connector="OR",
                ),
                name="staff_act_seat_valid",
            ),
        ),
        migrations.AlterModelOptions(
            name="game",
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "permissions": list(groups_1.MODERATION.items()),
            },
        ),
        migrations.RunPython(guard_acts, unguard_acts),
        migrations.RunPython(groups_1.make, groups_1.remove),
    ]
