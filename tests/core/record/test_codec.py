"""Events and states as canonical JSON; older schema versions."""

import msgspec
import pytest

from stoneage_core import CorruptStream
from stoneage_core.components.places import Place
from stoneage_core.events.actions import DiceRolled, PeoplePlaced
from stoneage_core.events.catalogue import EVENT_TYPES
from stoneage_core.events.purchases import CardTaken, DiePicked
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.record import codec
from stoneage_core.record.codec import UPCASTERS, latest_version, upcast
from tests.core.samples import EVENTS
from tests.core.scenario import busy, opened, resources, starving


def test_every_event_can_be_decoded_from_its_json():
    for event in EVENTS:
        data = codec.encode(event)
        name = event.type_name()
        version = latest_version(name)
        assert codec.decode(name, version, data) == event
        assert codec.decode(name, version, data.decode()) == event


def test_every_type_of_event_has_a_sample():
    assert {type(event) for event in EVENTS} == set(EVENT_TYPES.values())


def test_json_is_canonical():
    taken = CardTaken(1, Place.CARD_2, 7, resources("wood gold"))
    assert codec.encode(taken) == (
        b'{"card":7,"payment":{"gold":1,"wood":1},"place":"card_2","player":1,'
        b'"type":"CardTaken"}'
    )


def test_stored_type_names_never_change():
    assert sorted(EVENT_TYPES) == [
        "AbsenceDeclared",
        "AbsenceEnded",
        "ActionDeclined",
        "AutopilotSeated",
        "BeaconMissed",
        "BeaconRevealed",
        "BeaconRoundNamed",
        "BuildingBuilt",
        "BuildingRevealed",
        "CardDrawn",
        "CardKeptOpen",
        "CardRevealed",
        "CardTaken",
        "CardsSlid",
        "DecisionTakenBack",
        "DiceForAllRolled",
        "DiceOffered",
        "DiceRolled",
        "DiePicked",
        "FinalScored",
        "FoodGained",
        "FoodProduced",
        "FoodRanShort",
        "FoodTrackRaised",
        "GameAdjudicated",
        "GameCancelled",
        "GameCreated",
        "GameEnded",
        "GameFrozen",
        "GamePaused",
        "GameRestored",
        "GameResumed",
        "GameRolledBack",
        "GameStarted",
        "GameUnfrozen",
        "GoodsGathered",
        "HoursSet",
        "NothingGained",
        "OfferWithdrawn",
        "OutageRecorded",
        "PeoplePlaced",
        "PersonBorn",
        "PhaseStarted",
        "PlayerJoined",
        "PlayerReturned",
        "PlayerWithdrew",
        "PointsScored",
        "PositionSetUp",
        "ProposalMade",
        "ProposalSettled",
        "ReplyReceived",
        "ResourcesGained",
        "ResourcesTaken",
        "RoundStarted",
        "RulesChanged",
        "SeatEntrusted",
        "SeatOffered",
        "SeatTaken",
        "SeedRevealed",
        "StaffActed",
        "TimeAsked",
        "TimeControlSet",
        "TimeGiven",
        "TimeGranted",
        "TimeSpent",
        "ToolMade",
        "ToolsUsed",
        "TribeFed",
        "TribeStarved",
        "TurnStarted",
        "TurnTimedOut",
        "VoteCast",
    ]


@pytest.mark.parametrize(
    ("type_name", "version", "data"),
    [
        pytest.param("TurnStarted", 1, b"", id="nothing"),
        pytest.param("TurnStarted", 1, b"not json", id="no JSON"),
        pytest.param("TurnStarted", 1, b'{"player":1}', id="no type"),
        pytest.param("TurnStarted", 1, b'{"type":"TurnStarted"}', id="a field short"),
        pytest.param(
            *("TurnStarted", 1, b'{"type":"TurnStarted","player":1,"x":2}'),
            id="an unknown field",
        ),
        pytest.param(
            *("TurnStarted", 1, b'{"type":"TurnStarted","player":"1"}'),
            id="a field of another kind",
        ),
        pytest.param("Flown", 1, b'{"type":"Flown"}', id="an unknown type"),
        pytest.param(
            *("TurnStarted", 2, b'{"type":"TurnStarted","player":1}'),
            id="a version to come",
        ),
        pytest.param(
            *("TurnStarted", 0, b'{"type":"TurnStarted","player":1}'),
            id="no version at all",
        ),
        pytest.param("TurnStarted", 1, b'{"type":"\xff"}', id="no UTF-8"),
        pytest.param("TurnStarted", 1, '{"type":"\ud800"}', id="no Unicode"),
        pytest.param(
            *("DiePicked", 1, b'{"type":"TurnStarted","player":1}'),
            id="another type than it says",
        ),
    ],
)
def test_unreadable_events_are_corrupt(type_name, version, data):
    with pytest.raises(CorruptStream) as refused:
        codec.decode(type_name, version, data)
    assert refused.value.code == "bad_stream"
    start = f"An event of type {type_name}, schema version {version}, is unreadable"
    assert str(refused.value).startswith(start)


@pytest.mark.parametrize(
    "event",
    [
        TurnStarted(-1),
        TurnStarted(4),
        PeoplePlaced(-1, Place.FOREST, 2),
        DiceRolled(4, Place.FOREST, "wood", (1,)),
    ],
)
def test_numbers_out_of_range_are_unreadable(event):
    with pytest.raises(CorruptStream):
        codec.decode(event.type_name(), 1, codec.encode(event))


@pytest.fixture
def placed_in_three_versions(monkeypatch):
    """Register two upcasters for PeoplePlaced, as if its fields had changed twice."""

    def people_placed_v1_v2(data):
        data["people"] = data.pop("meeples")
        return data

    def people_placed_v2_v3(data):
        return data | {"place": data["place"].lower()}

    steps = (people_placed_v1_v2, people_placed_v2_v3)
    monkeypatch.setitem(UPCASTERS, "PeoplePlaced", steps)


@pytest.mark.parametrize(
    ("version", "data"),
    [
        (1, b'{"type":"PeoplePlaced","player":1,"place":"HUT","meeples":2}'),
        (2, b'{"type":"PeoplePlaced","player":1,"place":"HUT","people":2}'),
        (3, b'{"type":"PeoplePlaced","player":1,"place":"hut","people":2}'),
    ],
)
@pytest.mark.usefixtures("placed_in_three_versions")
def test_older_versions_are_upcast_step_by_step(version, data):
    expected = PeoplePlaced(1, Place.HUT, 2)
    assert codec.decode("PeoplePlaced", version, data) == expected


@pytest.mark.usefixtures("placed_in_three_versions")
def test_the_schema_version_counts_the_upcasters():
    assert latest_version("PeoplePlaced") == 3
    assert latest_version("TurnStarted") == 1


@pytest.mark.parametrize(
    ("version", "data"),
    [
        pytest.param(1, b'{"type":"PeoplePlaced"}', id="a step finds no field"),
        pytest.param(1, b"[1]", id="no object"),
        pytest.param(1, b"{", id="no JSON"),
        pytest.param(
            *(2, b'{"type":"PeoplePlaced","player":1,"place":"MOON","people":2}'),
            id="unreadable after the steps",
        ),
        pytest.param(
            *(2, b'{"type":"PeoplePlaced","player":1,"place":7,"people":2}'),
            id="a step finds another kind",
        ),
        pytest.param(
            *(4, b'{"type":"PeoplePlaced","player":1,"place":"hut","people":2}'),
            id="a version to come",
        ),
        pytest.param(
            *(2, b'{"type":"TurnStarted","player":1,"place":"hut","people":2}'),
            id="another type than it says",
        ),
    ],
)
@pytest.mark.usefixtures("placed_in_three_versions")
def test_unreadable_events_of_older_versions_are_corrupt(version, data):
    with pytest.raises(CorruptStream, match=f"schema version {version}"):
        codec.decode("PeoplePlaced", version, data)


def test_upcasting_the_latest_version_changes_nothing():
    data = {"type": "TurnStarted", "player": 1}
    assert upcast("TurnStarted", 1, data) == data


@pytest.mark.parametrize(
    "state",
    [
        opened(3),
        starving(busy(tools="1 2*", resources="gold", cards=(36,)), owing=(1, 0)),
    ],
)
def test_a_state_can_be_decoded_from_its_json(state):
    assert codec.decode_state(codec.encode_state(state)) == state
    assert codec.decode_state(codec.encode_state(state).decode()) == state


@pytest.mark.parametrize("data", [b"", b"[]", b'{"version":"x"}'])
def test_an_unreadable_state_is_an_error(data):
    with pytest.raises(msgspec.MsgspecError):
        codec.decode_state(data)


def stored(*events):
    return [(e.type_name(), 1, codec.encode(e).decode()) for e in events]


def test_a_whole_stream_is_decoded_at_once():
    events = [TurnStarted(1), DiePicked(1, 5)]

    assert codec.decode_all(stored(*events)) == events
    assert codec.decode_all([]) == []


def test_one_unreadable_event_of_a_stream_is_named():
    rows = [*stored(TurnStarted(1)), ("DiePicked", 1, '{"type":"DiePicked"}')]

    with pytest.raises(CorruptStream, match="DiePicked"):
        codec.decode_all(rows)


def test_a_row_with_another_type_than_its_data_is_refused():
    (row,) = stored(TurnStarted(1))

    with pytest.raises(CorruptStream, match="holds a TurnStarted"):
        codec.decode_all([("DiePicked", *row[1:])])


def test_a_stream_with_an_older_event_is_decoded_one_by_one(monkeypatch):
    steps = (lambda old: {**old, "face": old["face"] + 1},)
    monkeypatch.setitem(UPCASTERS, "DiePicked", steps)

    assert codec.decode_all(stored(DiePicked(1, 4))) == [DiePicked(1, 5)]
