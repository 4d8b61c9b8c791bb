"""
A transparency log: one Merkle tree over the heads of all games of a site.

It forces a site to show everybody the same history. The parts are the tree and its
leaves (``merkle``, ``logged_heads``), signed checkpoints of its size and root
(``notes``, ``checkpoints``), proofs that a leaf is in the tree and that the tree only
grew (``proofs``), and what a monitor has seen of it (``monitor``). Nothing here reads a
clock, a file or the network.
"""
