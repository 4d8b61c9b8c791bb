"""
A compact model of the game for playouts: the position as one list of numbers.

The functions only use integers, floats and lists, so that the same source runs as plain
Python and can be compiled to C (``opponents.compiling``). The rules of the game are in
``stoneage_core.rules``; tests compare this model with them, decision by decision.
``boards`` turns positions and commands into boards and moves of the model, ``styles``
has the weights by which it decides.
"""

#: Rises with every change of what is decided by the same weights in a position.
ESTIMATES = 1
