"""The types of the fields of events and commands.

Patterns end in ``\\Z``, because ``$`` would accept a trailing newline.
"""

from typing import Annotated

from msgspec import Meta

#: The number of players.
FEWEST_SEATS, MOST_SEATS = 2, 4
SEAT_COUNTS = range(FEWEST_SEATS, MOST_SEATS + 1)
SeatCount = Annotated[int, Meta(ge=FEWEST_SEATS, le=MOST_SEATS)]

#: A player's number, and a number of things.
Number = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Count = Annotated[int, Meta(ge=0)]

#: The ids of the 36 cards and the 28 buildings.
CardId = Annotated[int, Meta(ge=1, le=36)]
BuildingId = Annotated[int, Meta(ge=1, le=28)]

#: The number of a proposal or an offer, from 1 in each game.
ProposalNumber = Annotated[int, Meta(ge=1)]

#: The stored names of acts of the staff and of bots.
ActName = Annotated[str, Meta(pattern=r"^[a-z_]+\Z", max_length=10)]
BotName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=31)]

#: The name of a game.
GameName = Annotated[str, Meta(pattern=r"^[0-9a-z]{1,32}\Z")]

#: A SHA-256 in hex.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]

#: A round of a public beacon, and its signature in hex.
BeaconRound = Annotated[int, Meta(ge=1, lt=2**53)]
BeaconSignature = Annotated[str, Meta(pattern=r"^[0-9a-f]{96}\Z")]

#: A recorded moment: UTC, to the microsecond.
MomentText = Annotated[
    str, Meta(pattern=r"^\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\d\d\d\dZ\Z")
]

#: An offset from UTC in minutes.
Minutes = Annotated[int, Meta(ge=-24 * 60, le=24 * 60)]

#: The stored name of a resource or food.
GoodName = Annotated[str, Meta(pattern=r"^(food|wood|brick|stone|gold)\Z")]

#: The sequence of an event.
Sequence = Annotated[int, Meta(ge=1)]
