"""Benchmarks, as ratios to a floor or a peer, never as absolute figures.

``python -m bench`` runs everything interleaved on this machine and prints one table. It
needs the packages in ``requirements/bench.txt``. CI runs ``--quick`` only to see that
it runs; its figures mean nothing.

An absolute figure holds for one machine at one moment. So each of our cases is timed
alternately with a named peer or floor, and the result is the ratio of the medians. A
peer is another implementation of the same task; a floor is the least that any
implementation must do. ``bench.goals`` has the ratios to reach.
"""
