"""A next version of the service, with a column that the present one ignores."""

from pathlib import Path

#: A change that a version might have, with a database default.
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.AddField("seat", "next_note", models.TextField(db_default="")),
    ]
"""


def add_column(root: Path) -> Path:
    """Write the next version's migration into a copy; return its file."""
    file = root / "games" / "migrations" / "0002_next.py"
    file.write_text(MIGRATION)
    return file
