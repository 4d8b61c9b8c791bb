"""What is stored about somebody, and forgetting it."""
