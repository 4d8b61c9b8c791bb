"""The service and the audit agree on what can be taken back."""

from games import undoing
from stoneage_core.audit import proceedings


def test_what_reveals_something_closes_an_undo_for_both() -> None:
    assert set(undoing.REVEALING) == set(proceedings.REVEALING)
