"""The page that checks records in a browser is served as it is, and reaches nothing."""

from django.test import Client

from games.history.views.proofs import VERIFIER

PAGE = "/check/verifier.html"


def test_it_is_served_as_it_works_from_a_disk(client: Client) -> None:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    assert answer.content == VERIFIER.read_bytes()
    assert answer["Content-Type"].startswith("text/html")
    assert "attachment" in client.get(f"{PAGE}?save")["Content-Disposition"]


def test_its_policy_allows_what_is_in_it_and_no_network(client: Client) -> None:
    policy = client.get(PAGE)["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy
    assert "default-src 'none'" in VERIFIER.read_text("utf-8")


def test_whoever_checks_an_old_mail_is_shown_the_way_to_it(
    db: None, client: Client
) -> None:
    assert f'href="{PAGE}"' in client.get("/check/").content.decode()
