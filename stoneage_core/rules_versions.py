"""The versions of the rules, and what each of them changed.

``GameCreated`` records the version by which a game begins, ``RulesChanged`` each later
one by which it goes on; ``GameState.rules_version`` is the one that holds now. A rule
that is mended asks the state, and keeps its old way for games of older versions: so a
record is verified by the rules that it was played by.
"""

from stoneage_core.phrases import Sentences

#: What each version after the first changed, as players are told: a sentence for each.
CHANGES: tuple[Sentences, ...] = ()

#: The version by which games begin now, and by which running games go on.
RULES_VERSION = 1 + len(CHANGES)
