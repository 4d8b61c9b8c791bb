"""The language of typed commands: English words and those of the reader's language."""
