"""Why orders were put aside is kept as facts, to be worded in the reader's language."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep_sentences(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    orders = apps.get_model("games", "StandingOrders").objects
    for row in orders.exclude(disarmed_why="").iterator():
        row.disarmed_for = {"type": "said", "sentence": row.disarmed_why.rstrip(".")}
        row.save(update_fields=["disarmed_for"])


class Migration(migrations.Migration):
    dependencies = [("games", "0012_more_acts")]

    operations = [
        migrations.AddField(
            model_name="standingorders",
            name="disarmed_for",
            field=models.JSONField(null=True, verbose_name="why put aside"),
        ),
        migrations.RunPython(keep_sentences, migrations.RunPython.noop),
        migrations.RemoveField(model_name="standingorders", name="disarmed_why"),
    ]
