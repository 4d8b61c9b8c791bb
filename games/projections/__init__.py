"""From events to read columns: step by step, in play as in rebuilding all."""
