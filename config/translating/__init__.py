"""For developers: what is to be translated, and whether it is. Needs the test group."""
