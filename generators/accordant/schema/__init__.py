"""What JSON Schema says: documents with positions, dialects, references, bundles, and the one validator wrapper."""
