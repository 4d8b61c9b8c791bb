"""The desk in the admin: two steps, and nothing happens before the second."""

import pytest

from games.models import Game, User
from tests.games.staff.conftest import desk, do


@pytest.mark.parametrize(
    "key",
    [
        "note",
        "pause",
        "clock",
        "grant",
        "play",
        "roll-back",
        "end",
        "hold",
        "entrust",
        "invite",
        "links",
    ],
)
def test_smoke(two_player_game: Game, administrator: User, at_desk, key: str) -> None:
    client = at_desk(administrator)
    assert client.get("/admin/games/desk/").status_code == 200
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/games/desk/?q=alice").status_code == 200
    page = client.get(desk(two_player_game))
    assert page.status_code == 200
    page = client.get(desk(two_player_game, key))
    assert page.status_code == 200
    fields = {
        "pause": {"until": "2026-12-01T12:00"},
        "clock": {"preset": "live"},
        "grant": {"seat": 0, "amount": 86400},
        "play": {"choice": "0 forest 3"},
        "roll-back": {"sequence": 5},
        "end": {"how": "decided"},
        "entrust": {"seat": 0},
        "links": {"seat": 1},
        "invite": {"seat": 1, "email": "zoe@example.org"},
    }
    if key == "roll-back":
        do(client, desk(two_player_game, "play"), choice="0 forest 3")
        two_player_game.refresh_from_db()
        from games.models import StoredEvent

        fields["roll-back"]["sequence"] = (
            StoredEvent.objects.get(game=two_player_game, command="forest 3").sequence
            - 1
        )
    answer = do(client, desk(two_player_game, key), **fields.get(key, {}))
    assert answer.status_code == 303, answer.content.decode()
    assert client.get(desk(two_player_game)).status_code == 200
