"""
Automatic players that search: a compact board, playouts, and a ladder of characters.

`ladder` has the opponents, `choosing` what they decide, `judging` chances of winning.
"""
