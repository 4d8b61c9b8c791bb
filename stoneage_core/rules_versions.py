"""The versions of the rules, and what each of them changed.

``GameCreated`` records the version of a new game, ``RulesChanged`` each later one, and
``GameState.rules_version`` is the current one. If a rule is corrected, its function
asks the state and keeps the old behaviour for older versions, so that a record is
verified by the rules that it was played by.
"""

from stoneage_core.phrases import Sentences

#: For each version after the first, the sentence that tells players what changed.
CHANGES: tuple[Sentences, ...] = ()

#: The current version; running games are switched to it.
RULES_VERSION = 1 + len(CHANGES)
