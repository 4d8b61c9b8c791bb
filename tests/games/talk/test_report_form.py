"""The form for reports to the staff, by link or signed in."""

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.lobby.new_games import create_game
from games.models import Game, Report, TalkMessage, User
from games.talk.messages import hide_message
from tests.games.talk.test_talk import say
from tests.support.pages import Dump, offences_of, page, play_path, signed_in, text_of
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db

WHY = {"kind": "abuse", "reason": "This is\nno way to talk."}


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    return say(two_player_game, 1, "You <b>cheat</b>!")


def report_path(game: Game) -> str:
    return f"/games/{game.slug}/play/report/"


def test_message_is_reported_by_the_link_of_a_seat(
    client: Client, two_player_game: Game, rude: TalkMessage, alice: User, dump: Dump
) -> None:
    path = play_path(two_player_game, 0)
    form = f"{path}report/?message={rude.pk}"
    assert form in page(client, f"{path}talk/")
    before = dump()
    html = page(client, form)
    assert dump() == before
    assert "You &lt;b&gt;cheat" in html
    answer = client.post(form, WHY)
    assert answer.status_code == 303
    assertTemplateUsed(client.get(answer["Location"]), "games/reported.html")
    report = Report.objects.get()
    assert (report.reporter, report.message) == (alice, rude)
    assert report.reason == WHY["reason"]


def test_player_is_reported_from_the_game_page(
    two_player_game: Game, alice: User, outsider: User, bob: User
) -> None:
    for user in (alice, outsider):
        client = signed_in(user)
        html = page(client, f"/games/{two_player_game.slug}/?sheet=about")
        assert f"{report_path(two_player_game)}?seat=1" in html
        own = f"{report_path(two_player_game)}?seat=0" in html
        assert own is (user is outsider)
        answer = client.post(f"{report_path(two_player_game)}?seat=1", WHY)
        assert answer.status_code == 303
    assert [report.case.person for report in Report.objects.all()] == [bob, bob]


def test_visitors_are_asked_to_sign_in(client: Client, two_player_game: Game) -> None:
    assert "report" not in page(client, f"/games/{two_player_game.slug}/?sheet=about")
    answer = client.post(f"{report_path(two_player_game)}?seat=1", WHY)
    assert answer.status_code == 302
    assert client.post("/play/nonsense/report/?seat=1", WHY).status_code == 403
    assert not Report.objects.exists()


def test_unreadable_message_cannot_be_reported(
    two_player_game: Game, rude: TalkMessage, alice: User, outsider: User
) -> None:
    form = f"{report_path(two_player_game)}?message={rude.pk}"
    assert signed_in(outsider).get(form).status_code == 404
    other = create_game(
        host=alice, players=["alice@example.org", "carol@example.org"], now=NOW
    )
    elsewhere = f"{report_path(other)}?message={rude.pk}"
    assert signed_in(alice).get(elsewhere).status_code == 404
    hide_message(message=rude, by=outsider, now=NOW)
    assert signed_in(alice).get(form).status_code == 404


@pytest.mark.parametrize(
    "about", ["?seat=", "?seat=7", "?seat=x", "?message=0", "?message=" + "9" * 18]
)
def test_unknown_subject_answers_404(
    two_player_game: Game, alice: User, about: str
) -> None:
    client = signed_in(alice)
    assert client.get(report_path(two_player_game) + about).status_code == 404


def test_bots_cannot_be_reported(client: Client) -> None:
    path = client.post("/practice/", follow=True).redirect_chain[-1][0]
    assert client.get(f"{path}report/?seat=1").status_code == 404


def test_refused_text_is_kept(
    two_player_game: Game, rude: TalkMessage, alice: User, bob: User
) -> None:
    form = f"{report_path(two_player_game)}?message={rude.pk}"
    client = signed_in(alice)
    answer = client.post(form, {**WHY, "reason": "z" * 1001})
    assert answer.status_code == 400
    assert "z" * 1001 in answer.content.decode()
    assert client.post(form, WHY).status_code == 303
    answer = client.post(form, WHY)
    assert answer.status_code == 409
    assert alert_on(answer)
    answer = signed_in(bob).post(form, WHY)
    assert answer.status_code == 403
    assert Report.objects.count() == 1


def test_reports_are_limited(started_game: Game, bob: User) -> None:
    client, statuses = signed_in(bob), []
    for number in range(6):
        said = say(started_game, 2, f"Message {number}")
        form = f"{report_path(started_game)}?message={said.pk}"
        statuses.append(client.post(form, WHY).status_code)
    assert statuses == [303] * 5 + [429]


def test_reported_player_learns_nothing(
    two_player_game: Game, rude: TalkMessage, alice: User, bob: User
) -> None:
    client = signed_in(bob)
    addresses = [
        f"/games/{two_player_game.slug}/play/",
        f"/games/{two_player_game.slug}/play/talk/",
        "/account/",
        "/games/",
    ]
    before = [text_of(page(client, address)) for address in addresses]
    signed_in(alice).post(f"{report_path(two_player_game)}?message={rude.pk}", WHY)
    assert [text_of(page(client, address)) for address in addresses] == before
    assert "no way to talk" not in page(client, "/account/my-data.json")
    assert Report.objects.exists()


def test_pages_have_one_heading_and_no_inline_code(
    two_player_game: Game, rude: TalkMessage, alice: User
) -> None:
    client = signed_in(alice)
    for about in (f"?message={rude.pk}", "?seat=1", "?made"):
        html = page(client, report_path(two_player_game) + about)
        assert offences_of(html) == []
        assert html.count("<h1") == 1


def test_whole_game_is_reported_from_its_page(
    two_player_game: Game, alice: User, outsider: User
) -> None:
    path = report_path(two_player_game)
    for user in (alice, outsider):
        client = signed_in(user)
        about = page(client, f"/games/{two_player_game.slug}/?sheet=about")
        assert f'href="{path}"' in about
        assert client.post(path, WHY).status_code == 303
        assert client.post(path, WHY).status_code == 409
    for report in Report.objects.all():
        assert (report.game, report.seat) == (two_player_game, None)
        assert report.case.person is None
