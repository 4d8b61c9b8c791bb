"""The pages of seats that change hands."""
