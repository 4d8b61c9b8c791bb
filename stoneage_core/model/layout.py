"""The layout of a board: offsets into one flat list of integers."""

#: A board: SIZE integers. Those before TRIBES are common to all players.
Board = list[int]

#: The weights for decisions: a row for each seat.
Weights = list[float]

COUNT = 0  # players
ROUND = 1
START = 2  # the start player
TURN = 3  # whose turn it is, -1 for nobody's
PHASE = 4
SUM_TIES = 5  # 1 if ties are broken by the sum
ASKED = 6  # the open question about dice: none, a roll or dice for all
ROLL_PLACE = 7
ROLL_GOOD = 8
PIPS = 9
PICKER = 10  # the player who picks the next of the dice for all
DICE_LEFT = 11
FACES = 12  # how many dice for all show each face: FACES + face
CHANCE = 19  # the state of the generator, 32 bits and never 0
SLOTS = 20  # four cards, 0 for an empty slot
DECK = 24  # how many cards are unseen, then these in order
TOPS = 61  # four buildings face up, 0 for none
LEFT = 65  # how many are left in each stack, including the one face up
TILES = 69  # how many buildings are unseen, then these in order
CROWD = 98  # people on each place
GUESTS = 114  # tribes on each place
PAY = 130  # four numbers: the current payment
TRIBES = 134  # the first tribe
TRIBE = 52  # the length of a tribe
SIZE = TRIBES + 4 * TRIBE

# Within a tribe.
PEOPLE = 0
HOME = 1  # people who are not on the board
TRACK = 2
SCORE = 3
GOODS = 4  # food, wood, brick, stone, gold
TOOLS = 9  # the values of three tiles, 0 for none
USED = 12  # 1 for each tile that was used in this round
ONCE = 15  # the one-use tools of value 2, 3 and 4, 0 for none
ANY = 18  # how many resources the open card still gives
SYMBOLS = 19  # how many of each of eight symbols
FIGURES = 27  # farmers, hut builders, shamans, tool makers
BUILT = 31
OWING = 32
PLACED = 33  # people on each of sixteen places
BUSY = 49  # how many places have people of the tribe
SETS = 50  # how many symbols the first and the second set have

# Phases.
PLACEMENT = 0
ACTIONS = 1
FEEDING = 2
ENDED = 3

# Open questions about dice.
NO_DICE = 0
ROLL = 1
DICE_FOR_ALL = 2

# Places, by their numbers.
HUNTING = 0
RIVER = 4
TOOL_MAKER = 5
HUT = 6
FIELD = 7
CARD = 8
BUILDING = 12

# Limits of the rules.
RINGS = 7
MOST_PEOPLE = 10
MOST_TRACK = 10
MOST_TOOL = 4
HUNGER = 10

#: Playouts end here, because players who never buy would play for ever.
LAST_ROUND = 60
