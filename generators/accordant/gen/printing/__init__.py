"""Text, expressions and templates for the printers of all languages."""
