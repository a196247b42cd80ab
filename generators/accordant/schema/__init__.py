"""What JSON Schema says: documents with positions, dialects, references, the walk over subschemas, validation.

One word for one thing here: a schema declares *properties* (and *items*), an object in a document has *members*; an
``enum`` lists *values*; a *tag* is a property whose string selects a branch, its *values* are these strings.
"""
