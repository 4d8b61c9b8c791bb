"""Talk at the table, reports to the staff, and people who were muted or forgotten."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import groups_2


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    groups_2.allow(apps)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_staff"),
    ]

    operations = [
        migrations.CreateModel(
            name="TalkRead",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="talk_read",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                (
                    "upto",
                    models.PositiveBigIntegerField(
                        default=0, verbose_name="read up to"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="user",
            name="forgotten_at",
            field=models.DateTimeField(
                editable=False, null=True, verbose_name="forgotten"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="muted_until",
            field=models.DateTimeField(
                blank=True, null=True, verbose_name="muted until"
            ),
        ),
        migrations.CreateModel(
            name="TalkMessage",
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
                    "text",
                    models.TextField(blank=True, max_length=1000, verbose_name="text"),
                ),
                ("said_at", models.DateTimeField(verbose_name="said")),
                ("hidden_at", models.DateTimeField(null=True, verbose_name="hidden")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="talk",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "hidden_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="hidden by",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="talk",
                        to="games.seat",
                        verbose_name="seat",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="talk",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "table talk",
                "verbose_name_plural": "table talk",
            },
        ),
        migrations.CreateModel(
            name="Report",
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
                    "reason",
                    models.TextField(
                        blank=True, max_length=1000, verbose_name="reason"
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
                (
                    "outcome",
                    models.TextField(
                        blank=True, default="", max_length=1000, verbose_name="outcome"
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="closed by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reporter",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.seat",
                        verbose_name="about the seat",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.talkmessage",
                        verbose_name="about the message",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.AddConstraint(
            model_name="talkmessage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("hidden_at__isnull", False),
                    ("hidden_by__isnull", True),
                    _connector="OR",
                ),
                name="talk_hidden_by_somebody_then",
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["made_at"],
                name="report_open",
            ),
        ),
        migrations.RunPython(allow, migrations.RunPython.noop),
    ]
