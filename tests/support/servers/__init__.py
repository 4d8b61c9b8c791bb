"""Local servers that stand in for foreign ones."""
