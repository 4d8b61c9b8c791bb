"""What every test shares. Fixtures of one part live in that part's own conftest."""
