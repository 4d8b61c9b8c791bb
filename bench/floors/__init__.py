"""The least that any way of ours must do."""
