"""
A transparency log: one Merkle tree over the heads of all games of a site.

What a site has shown to one it has to show to all: a tree of leaves (``merkle``,
``logged_heads``), its size and root signed as a checkpoint (``notes``,
``checkpoints``), proofs that a leaf is in it and that it only grew (``proofs``), and
witnesses who sign what they saw grow (``witness``). Nothing here reads a clock, a file
or the network.
"""
