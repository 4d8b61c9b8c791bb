"""Benchmarks: how fast it is, as ratios to a floor or a peer, never as bare figures.

``python -m bench`` runs everything side by side on this machine and prints one table.
It needs what ``requirements/bench.txt`` lists. CI runs ``--quick`` to see that it runs;
its figures mean nothing.

An absolute figure is true of one machine at one moment. So each of ours is taken beside
a named peer or floor, in turn, round after round, and what counts is the ratio of the
medians. A peer is somebody else's way to do the same; a floor is the least that any way
of ours must do. ``bench.goals`` says which ratio must be reached.
"""
