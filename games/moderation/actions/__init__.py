"""All actions of the staff, a module for each family."""
