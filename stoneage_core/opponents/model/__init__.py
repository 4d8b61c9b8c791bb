"""
The position as one list of numbers, and the rules over it, for playouts alone.

The functions here are plain Python on integers, floats and lists, so that the same
source runs as it stands and is compiled where a C compiler is (`opponents.compiling`).
What the rules are is decided in `stoneage_core.rules`; tests hold this model to it,
decision by decision.
"""
