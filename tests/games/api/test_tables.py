"""Programs vote, go away, stand in for others, and report, as users do on pages."""

from datetime import timedelta

import pytest

from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, Report, SeatOffer, StoredEvent, TalkMessage, User
from games.seats.leaving import give_up_seat
from games.talk.messages import say_at_table
from stoneage_core.match.state import Source
from tests.games.api.conftest import Programs, read, refused
from tests.support.pages import seat_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def sources_of(game: Game, event: str) -> list[str]:
    made = StoredEvent.objects.filter(game=game, type=event).order_by("sequence")
    return list(made.values_list("source", flat=True))


def test_bot_agrees_to_end_the_game(
    two_player_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    """A proposal that needs every vote was blocked by a bot."""
    bob.program = "Grog 1"
    bob.save()
    alices, bots = program_of(alice), program_of(bob)
    path = f"/games/{two_player_game.slug}/proposals"
    read(alices.send(path, {"kind": "end"}))
    (proposal,) = read(bots.get(path))["open"]
    assert (proposal["kind"], proposal["seat"], proposal["own"]) == ("end", 0, None)
    assert [vote["agrees"] for vote in proposal["votes"]] == [True, None]
    vote = f"{path}/{proposal['number']}/vote"
    assert read(bots.send(vote, {"agrees": True}))["open"] == []
    over = read(alices.get(f"/games/{two_player_game.slug}"))
    assert over["status"] == "finished"
    assert sources_of(two_player_game, "VoteCast") == [Source.API]
    assert check_stream(two_player_game.pk).findings == []


def test_proposals_name_what_can_be_proposed(
    two_player_game: Game, alice: User, bob: User, outsider: User, program_of: Programs
) -> None:
    program, game = program_of(alice), f"/games/{two_player_game.slug}"
    read(
        program.send(
            f"{game}/commands",
            {
                "command": "hunting grounds 5",
                "expected_version": two_player_game.version,
                "request_id": "5f0c3c6e-6f1b-4a55-9d6e-2f1f2f7f6a10",
            },
        )
    )
    before = read(program.get(f"{game}/proposals"))
    assert before["may_end"]
    paces = {choice["pace"] for choice in before["paces"]}
    assert "unhurried" not in paces
    assert "relaxed" in paces
    after = read(
        program.send(f"{game}/proposals", {"kind": "time_control", "pace": "relaxed"})
    )
    assert after["paces"] == []
    (proposal,) = after["open"]
    rejected = read(
        program_of(bob).send(
            f"{game}/proposals/{proposal['number']}/vote", {"agrees": False}
        )
    )
    assert rejected["open"] == []
    watched = read(program_of(outsider).get(f"{game}/proposals"))
    assert (watched["may_end"], watched["paces"]) == (False, [])


def test_proposal_needs_the_field_of_its_kind(
    two_player_game: Game, alice: User, outsider: User, program_of: Programs
) -> None:
    path, program = f"/games/{two_player_game.slug}/proposals", program_of(alice)
    for kind, field in [
        ("time_control", "pace"),
        ("take_back", "decision"),
        ("substitute", "offer"),
    ]:
        told = refused(program.send(path, {"kind": kind}), 400, "invalid")
        assert f"“{field}”" in told
    lost = {"kind": "end", "expected_version": 3, "expected_head": "0" * 64}
    refused(program.send(path, lost), 409, "position_lost")
    refused(program_of(outsider).send(path, {"kind": "end"}), 403, "forbidden")
    refused(program.send(f"{path}/7/vote", {"agrees": True}), 409, "too_late")


def test_absence_holds_in_all_games_or_in_one(
    two_player_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}/absence"
    ends = (NOW + timedelta(days=3)).isoformat()
    for way, method in (("/absences", "post"), (path, "put")):
        (told,) = read(program.send(way, {"ends": ends}, method))["absences"]
        assert (told["game"], told["is_away"]) == (two_player_game.slug, True)
        back = read(program.send("/absences", {}, "delete"))["absences"]
        assert [one["is_away"] for one in back] == [False]
    read(program.send(path, {}, "delete"))
    assert sources_of(two_player_game, "AbsenceDeclared") == [Source.API] * 2
    too_long = (NOW + timedelta(days=300)).isoformat()
    (why,) = read(program.send("/absences", {"ends": too_long}))["refused"]
    assert why["game"] == two_player_game.slug
    assert check_stream(two_player_game.pk).findings == []


def test_substitute_plays_until_the_player_is_back(
    started_game: Game, alice: User, bob: User, outsider: User, program_of: Programs
) -> None:
    give_up_seat(seat=seat_of(started_game, 0), now=NOW)
    path, substitute = f"/games/{started_game.slug}", program_of(outsider)
    (wanted,) = read(substitute.get("/substitutes-wanted"))
    assert (wanted["slug"], wanted["number"]) == (started_game.slug, 0)
    (made,) = read(substitute.send(f"{path}/seats/0/offer", {}))
    assert (made["needs_vote"], made["name"]) == (True, "Alice")
    bobs = program_of(bob)
    (choice,) = read(bobs.get(f"{path}/proposals"))["offers"]
    wish = {"kind": "substitute", "offer": choice["offer"]}
    (proposal,) = read(bobs.send(f"{path}/proposals", wish))["open"]
    carol = program_of(seat_of(started_game, 2).user)
    read(carol.send(f"{path}/proposals/{proposal['number']}/vote", {"agrees": True}))
    assert seat_of(started_game, 0).user == outsider
    read(program_of(alice).send(f"{path}/return", {}))
    assert seat_of(started_game, 0).user == alice
    assert read(substitute.get("/offers")) == []
    assert check_stream(started_game.pk).findings == []


def test_player_asks_somebody_to_take_their_seat(
    two_player_game: Game, alice: User, carol: User, program_of: Programs
) -> None:
    path, program = f"/games/{two_player_game.slug}", program_of(alice)
    for email, method in [("carol@example.org", "put"), ("", "delete")]:
        read(program.send(f"{path}/substitute", {"email": email}, method))
    assert SeatOffer.objects.get().state == SeatOffer.State.WITHDRAWN
    read(program.send(f"{path}/substitute", {"email": "carol@example.org"}, "put"))
    (asked,) = read(program_of(carol).get("/offers"))
    answer = f"{path}/offers/{asked['number']}"
    refused(program.send(answer, {"answer": "accept"}), 404, "not_there")
    assert read(program_of(carol).send(answer, {"answer": "accept"})) == []
    assert seat_of(two_player_game, 0).user == carol
    assert check_stream(two_player_game.pk).findings == []


def test_messages_players_and_games_are_reported(
    two_player_game: Game, alice: User, bob: User, outsider: User, program_of: Programs
) -> None:
    said = say_at_table(seat=seat_of(two_player_game, 1), text="Fool!", now=NOW)
    path, program = f"/games/{two_player_game.slug}/reports", program_of(alice)
    for about in ({"message": said.pk}, {"seat": 1}, {}):
        made = program.send(path, {"reason": "Look.", "kind": "abuse"} | about)
        assert made.status_code == 204
    reports = Report.objects.order_by("pk")
    assert [one.message for one in reports] == [said, None, None]
    assert {one.case.kind for one in reports} == {"abuse"}
    assert reports[1].seat == seat_of(two_player_game, 1)
    unread = {"reason": "I can’t read that.", "message": said.pk}
    refused(program_of(outsider).send(path, unread), 404, "not_there")
    refused(program.send(path, {"reason": "x", "seat": 0}), 403, "forbidden")


def test_tables_and_players_are_muted(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    path, program = f"/games/{two_player_game.slug}", program_of(alice)
    assert read(program.send(f"{path}/mute", {}, "put"))["table"]
    assert read(program.send(f"{path}/seats/1/mute", {}, "put"))["seats"] == [1]
    assert read(program.get(f"{path}/mutes")) == {"table": True, "seats": [1]}
    read(program.send(f"{path}/mute", {}, "delete"))
    none = read(program.send(f"{path}/seats/1/mute", {}, "delete"))
    assert none == {"table": False, "seats": []}
    refused(program.send(f"{path}/seats/0/mute", {}, "put"), 404, "not_there")


def test_spectators_talk_unless_the_host_switches_it_off(
    two_player_game: Game, alice: User, outsider: User, program_of: Programs
) -> None:
    path = f"/games/{two_player_game.slug}/spectators-talk"
    spectator, host = program_of(outsider), program_of(alice)
    read(spectator.send(path, {"text": "What a move!"}))
    assert [line["text"] for line in read(spectator.get(path))] == ["What a move!"]
    refused(host.get(path), 403, "forbidden")
    refused(spectator.send(path, {"allowed": False}, "put"), 403, "forbidden")
    assert host.send(path, {"allowed": False}, "put").status_code == 204
    refused(spectator.send(path, {"text": "Hello?"}), 403, "forbidden")
    assert TalkMessage.objects.count() == 1


def test_finished_and_public_games_come_in_pages(
    finished_game: Game,
    alice: User,
    program_of: Programs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Game.objects.filter(pk=finished_game.pk).update(audience="everyone")
    monkeypatch.setattr("games.lobby.lists.GAMES_FINISHED", 1)
    program = program_of(alice)
    for path in ("/finished-games", "/public-games?finished=true"):
        found = read(program.get(path))
        assert [row["slug"] for row in found["games"]] == [finished_game.slug]
        assert (found["page"], found["pages"], found["count"]) == (1, 1, 1)
    assert read(program.get("/public-games"))["games"] == []
    rematch = read(program.send(f"/games/{finished_game.slug}/rematch", {}))
    assert (rematch["status"], rematch["seat"]) == ("inviting", 0)


def test_host_cancels_hands_over_and_reminds(
    alice: User, bob: User, program_of: Programs
) -> None:
    game = create_game(host=alice, players=[alice, bob], now=NOW)
    path, host = f"/games/{game.slug}", program_of(alice)
    read(host.send(f"{path}/seats/1/remind", {}))
    refused(host.send(f"{path}/seats/1/remind", {}), 429, "too_many")
    refused(host.send(f"{path}/hand-over", {"seat": 1}), 400, "invalid")
    read(host.send(f"{path}/seats/1", {"fill": "link"}))
    read(host.send(f"{path}/seats/1/link", {}, "delete"))
    refused(program_of(bob).send(f"{path}/cancel", {}), 403, "forbidden")
    assert read(host.send(f"{path}/cancel", {}))["status"] == "cancelled"


def test_settings_are_changed_one_by_one(alice: User, program_of: Programs) -> None:
    program = program_of(alice)
    zone = {"time_zone": "Europe/Madrid", "shows_presence": True}
    told = read(program.send("/me", zone, "patch"))
    assert (told["name"], told["time_zone"]) == ("Alice", "Europe/Madrid")
    alice.refresh_from_db()
    assert alice.shows_presence
    refused(program.send("/me", {"time_zone": "Moon/Sea"}, "patch"), 400, "invalid")
    shown = read(program.send("/profile", {"shows_games": True}, "put"))
    assert (shown["shows_games"], shown["shows_results"]) == (True, False)
    assert program.send("/profile", {}, "delete").status_code == 204
    refused(program.get(f"/players/{shown['slug']}"), 404, "not_there")
