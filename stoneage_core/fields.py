"""The types of fields that events and commands are made of.

Patterns end in ``\\Z``: ``$`` would let a line end through behind what it allows.
"""

from typing import Annotated

from msgspec import Meta

#: How many play.
FEWEST_SEATS, MOST_SEATS = 2, 4
SEAT_COUNTS = range(FEWEST_SEATS, MOST_SEATS + 1)
SeatCount = Annotated[int, Meta(ge=FEWEST_SEATS, le=MOST_SEATS)]

#: A player's number, and a number of things; others are unreadable in a log.
Number = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Count = Annotated[int, Meta(ge=0)]

#: The ids of the 36 cards and of the 28 buildings, which are ours.
CardId = Annotated[int, Meta(ge=1, le=36)]
BuildingId = Annotated[int, Meta(ge=1, le=28)]

#: Proposals and offers are counted from 1 in each game.
ProposalNumber = Annotated[int, Meta(ge=1)]

#: What the staff did, and which automatic player sits somewhere, by stable names.
ActName = Annotated[str, Meta(pattern=r"^[a-z_]+\Z", max_length=10)]
BotName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=31)]

#: How a game may be called, in whatever installation it was played.
GameName = Annotated[str, Meta(pattern=r"^[0-9a-z]{1,32}\Z")]

#: A SHA-256 in hex.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]

#: A round of a public beacon, and the signature it is known by, in hex.
BeaconRound = Annotated[int, Meta(ge=1, lt=2**53)]
BeaconSignature = Annotated[str, Meta(pattern=r"^[0-9a-f]{96}\Z")]

#: A moment as it is recorded: in UTC, to the microsecond.
MomentText = Annotated[
    str, Meta(pattern=r"^\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\d\d\d\dZ\Z")
]

#: What clocks can be ahead of UTC.
Minutes = Annotated[int, Meta(ge=-24 * 60, le=24 * 60)]

#: What dice bring, by its stable name.
GoodName = Annotated[str, Meta(pattern=r"^(food|wood|brick|stone|gold)\Z")]

#: The sequence of an event.
Sequence = Annotated[int, Meta(ge=1)]
