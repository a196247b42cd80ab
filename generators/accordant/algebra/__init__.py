"""Is there a document in A and not in B? Normal forms, emptiness, numbers, regular languages, witnesses.

    from accordant.algebra import Budget, Contained, Counterexample, Found, Nothing, Session, Undecided, Unsure
    from accordant.algebra import check_containment, find, witness
    from accordant.schema.references import Resources

    writer, reader = Resources.of(new_schema), Resources.of(old_schema)    # root nodes; any drafts
    check_containment(writer, reader)         # Contained() | Counterexample(document) | Undecided(reason, where)
    witness(writer)                   # Found(document) | Nothing() | Unsure(reason, where)
    find([a, b], [c])                 # a document valid under a and b and not under c

    session = Session(Budget(steps=90_000))  # many questions about the same schemas share their work
    session.check_containment(writer, reader)
    session.find([writer.child("properties", "x")], [reader.child("properties", "x")])

A node is a root, a place inside a schema (`node.child(...)`), or a schema made for the question
(`Resources.of({"allOf": [{"$ref": "urn:x:old"}, {"required": ["a"]}]}, {"urn:x:old": old})`).
`Contained` and `Nothing` are proofs; a real validator has confirmed the document of `Counterexample` and `Found`.
"""

from accordant.algebra.budget import STEPS_A_SECOND, Budget
from accordant.algebra.contain import (
    Answer,
    Contained,
    Counterexample,
    Session,
    Undecided,
    check_containment,
    find,
    witness,
)
from accordant.algebra.outcomes import Found, Nothing, Outcome, Unsure

__all__ = [
    "STEPS_A_SECOND",
    "Answer",
    "Budget",
    "Contained",
    "Counterexample",
    "Found",
    "Nothing",
    "Outcome",
    "Session",
    "Undecided",
    "Unsure",
    "check_containment",
    "find",
    "witness",
]
