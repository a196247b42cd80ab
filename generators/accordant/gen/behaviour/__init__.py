"""What generated code does with documents beyond reading them."""
