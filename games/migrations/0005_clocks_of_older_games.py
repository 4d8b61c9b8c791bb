"""Games that had a time per move get the clock that says the same."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.migrations.sql import conduct_1


def write_down(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    model = apps.get_model("games", "Game")
    rows = model.objects.values_list("seat_count", "seconds_per_move").distinct()
    for seats, seconds in rows.iterator():
        model.objects.filter(seat_count=seats, seconds_per_move=seconds).update(
            conduct=conduct_1.conduct_of(seats, seconds)
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0004_clocks")]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
