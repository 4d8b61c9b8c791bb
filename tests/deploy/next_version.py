"""A next version of the service, with a column that the present one ignores."""

from pathlib import Path

#: A change that a version might have, with a database default.
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("games", "{last}")]
    operations = [
        migrations.AddField("seat", "next_note", models.TextField(db_default="")),
    ]
"""


def add_column(root: Path) -> Path:
    """Write the next version's migration into a copy; return its file."""
    last = max((root / "games" / "migrations").glob("[0-9]*.py"))
    file = last.with_name(f"{int(last.name[:4]) + 1:04}_next.py")
    file.write_text(MIGRATION.format(last=last.stem))
    return file
