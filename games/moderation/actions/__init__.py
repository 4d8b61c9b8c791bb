"""All that the staff can do, a module for each family."""
