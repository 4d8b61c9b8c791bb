"""The page that checks records in a browser is one file without connections."""

from django.test import Client

from games.history.views.proofs import VERIFIER

PAGE = "/check/verifier.html"


def test_verifier_is_served_as_it_is_on_disk(client: Client) -> None:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    assert answer.content == VERIFIER.read_bytes()
    assert answer["Content-Type"].startswith("text/html")
    assert "attachment" in client.get(f"{PAGE}?save")["Content-Disposition"]


def test_policy_allows_only_its_own_script_and_style(client: Client) -> None:
    policy = client.get(PAGE)["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy
    assert "default-src 'none'" in VERIFIER.read_text("utf-8")


def test_check_page_links_to_the_verifier(db: None, client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/check/").content.decode()
