"""The language of typed commands: English, and the reader's own."""
