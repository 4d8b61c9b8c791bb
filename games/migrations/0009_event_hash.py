"""Events are found by the hash that an old mail quotes, in whatever game they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_talk"),
    ]

    operations = [
        # An index alone: SQLite keeps the table, and with it the triggers.
        migrations.AddIndex(
            model_name="storedevent",
            index=models.Index(fields=["hash"], name="event_hash"),
        ),
    ]
