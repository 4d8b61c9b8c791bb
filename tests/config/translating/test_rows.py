"""config/translating/rows.py: names of columns stay English, choices do not."""

from config.translating.rows import without_names

SOURCE = """
class Pace(models.TextChoices):
    SLOW = "slow", _("once a day")

class Wish(models.Model):
    pace = models.CharField(
        _("pace"), choices=Pace.choices
    )
    class Meta:
        verbose_name = _("wish")

    def __str__(self):
        return _("a wish")
"""


def test_only_what_players_may_read_is_left():
    left = without_names(SOURCE)
    assert [word for word in ("once a day", "a wish") if word not in left] == []
    assert [word for word in ('_("pace")', '_("wish")') if word in left] == []
    assert len(left.splitlines()) == len(SOURCE.splitlines())
