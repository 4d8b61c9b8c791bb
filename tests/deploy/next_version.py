"""A next version of the service: with a column more, which this one ignores."""

from pathlib import Path

#: What a version might bring along, with a default that the database knows.
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.AddField("seat", "next_note", models.TextField(db_default="")),
    ]
"""


def add_column(root: Path) -> Path:
    """Write the migration of the next version into a copy; return its file."""
    file = root / "games" / "migrations" / "0002_next.py"
    file.write_text(MIGRATION)
    return file
