"""A form sent twice at the same moment: the second one has no effect."""

import pytest

from games.models import Game, Report, TalkMessage, User
from games.talk import messages, reports
from games.talk.reports import make_report
from tests.games.talk.test_talk import say
from tests.support.concurrently import Concurrently
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has only one writer at a time
]


def test_same_message_sent_twice_is_stored_once(
    two_player_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Concurrently(messages.publish, lambda: say(two_player_game, 0, "Hello"))
    monkeypatch.setattr(messages, "publish", both)
    say(two_player_game, 0, "Hello")
    both.finish()
    assert TalkMessage.objects.count() == 1


def test_same_report_sent_twice_is_made_once(
    two_player_game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def report() -> None:
        make_report(reporter=alice, reason="Slow", game=two_player_game, now=NOW)

    both = Concurrently(reports._case_of, report)
    monkeypatch.setattr(reports, "_case_of", both)
    report()
    with refuses("too_late"):
        both.finish()
    assert Report.objects.count() == 1
