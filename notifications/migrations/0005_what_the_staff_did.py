"""Mails name the act of the staff, or the invitation, that they are about."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

#: What a mail is about stood in its key only, right after its kind.
_FIELDS = {
    "staff_acted": ("act_id", "StaffAct"),
    "replacement": ("offer_id", "SubstituteOffer"),
}


def name(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    mails = apps.get_model("notifications", "OutgoingMail").objects
    for kind, (field, model) in _FIELDS.items():
        known = set(
            apps.get_model("games", model).objects.values_list("pk", flat=True)
        )
        for mail in mails.filter(kind=kind).iterator():
            about = int(mail.dedupe_key.split(":")[1])
            if about in known:
                mails.filter(pk=mail.pk).update(**{field: about})


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_more_acts"),
        ("notifications", "0004_wishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="act",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.staffact",
                verbose_name="act of the staff",
            ),
        ),
        migrations.AddField(
            model_name="outgoingmail",
            name="offer",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.substituteoffer",
                verbose_name="invitation",
            ),
        ),
        migrations.RunPython(name, migrations.RunPython.noop, elidable=True),
    ]
