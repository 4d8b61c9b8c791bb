"""The command line for players and auditors, and its exit codes."""
