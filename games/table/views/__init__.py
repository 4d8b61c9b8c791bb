"""The pages at which somebody plays."""
