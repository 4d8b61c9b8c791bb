"""Which round an event belongs to, also where a game went back."""

from games.presentation.event_text import rounds_of
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.rounds import RoundStarted, TurnStarted


def test_going_back_returns_to_the_earlier_round() -> None:
    events = (
        TurnStarted(player=0),
        RoundStarted(round=1, start_player=0),
        TurnStarted(player=0),
        RoundStarted(round=2, start_player=1),
        DecisionTakenBack(player=0, sequence=3, agreed=True),
        TurnStarted(player=0),
        DecisionTakenBack(player=0, sequence=4, agreed=True),
        DecisionTakenBack(player=0, sequence=1, agreed=True),
    )
    assert tuple(rounds_of(events)) == (0, 1, 1, 2, 1, 1, 2, 0)
