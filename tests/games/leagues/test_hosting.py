"""Hosts of leagues: nothing final in one press, closing with a word, handing over."""

import pytest

from games.models import User
from notifications.models import Kind
from tests.notifications.mails.test_contents import written
from tests.support.leagues import league_of
from tests.support.mails import mails
from tests.support.pages import page, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_the_host_is_asked_before_a_season_starts_or_a_league_closes(
    alice: User, bob: User
) -> None:
    league = league_of(alice, [alice, bob])
    html = page(signed_in(alice), f"/leagues/{league.slug}/")
    for form in ("start/", "close/", "hand-over/"):
        before, _action, after = html.partition(f"/leagues/{league.slug}/{form}")
        assert after
        assert before.count("<details") > before.count("</details>")


def test_the_others_learn_that_a_league_closes(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link, word = f"/leagues/{league.slug}/", "I move to Mars."
    signed_in(alice).post(f"{link}close/", {"word": word})
    (mail,) = mails(Kind.LEAGUE_CLOSED)
    assert mail.user == bob
    assert word in str(written(mail, NOW).body)
    assert word in text_of(page(signed_in(bob), link))


def test_host_hands_a_league_over(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link, other = f"/leagues/{league.slug}/", league.current_season().entrants.last()
    assert other is not None
    refused = signed_in(bob).post(f"{link}hand-over/", {"entrant": other.pk})
    assert refused.status_code == 403
    nobody = signed_in(alice).post(f"{link}hand-over/", {"entrant": "0"})
    assert nobody.status_code == 400
    signed_in(alice).post(f"{link}hand-over/", {"entrant": other.pk})
    league.refresh_from_db()
    assert league.host == bob
    (mail,) = mails(Kind.LEAGUE_PASSED)
    assert mail.user == bob
    assert link in str(written(mail, NOW).body)
