"""What people say at a table, and reports of it."""
