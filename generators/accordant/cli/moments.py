"""The states in the history of a contract, each with the one that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from accordant.compat.acknowledgements import Acknowledgement
    from accordant.contract import ContractState, Release, Version

UNRELEASED: Final = "unreleased"


@dataclass(frozen=True, slots=True)
class Moment:
    """A state in the history of a contract: a release, or the working state after the last one."""

    version: Version
    release: Release | None

    @property
    def name(self) -> str:
        """``1.0``, or ``unreleased``."""
        return self.release.name if self.release else UNRELEASED

    @property
    def date(self) -> str:
        """The day of the release; empty where its file does not say, and for a working state."""
        from accordant.contract import releases

        return releases.date_of(self.release.document()) if self.release else ""

    def accepted(self) -> list[Acknowledgement]:
        """The breaks that the release was accepted with; none for a working state."""
        from accordant.cli.acknowledged import accepted_with

        return accepted_with(self.release) if self.release else []

    @property
    def follows(self) -> str:
        """The release of an older version that the first one of a version came after, where its file says it."""
        from accordant.contract import releases

        return releases.followed(self.release.document()) if self.release else ""

    def state(self) -> ContractState:
        """What was promised then."""
        return self.release.read() if self.release else self.version.state


Pair: TypeAlias = tuple[Moment | None, Moment]
"""A moment with the one that it is compared with; with None for the first."""


def pairs_of(versions: Sequence[Version]) -> list[Pair]:
    """Every state of these versions, oldest first, with the one before it.

    The first release of a version is compared with the release of the older version that it came after; that one
    stays the same, whatever the older version releases later.
    """
    pairs: list[Pair] = []
    for version in versions:
        moments = _moments_of(version)
        before = _before([moment for _, moment in pairs], moments[0]) if moments else None
        pairs += zip([before, *moments], moments, strict=False)  # the last one is nobody's predecessor here
    return pairs


def _moments_of(version: Version) -> list[Moment]:
    """Every state of a version, oldest first; a working state that is its last release is not one."""
    from accordant.contract import releases

    moments = [Moment(version, release) for release in version.releases]
    if not version.releases or not releases.same(version.releases[-1].read(), version.state):
        moments.append(Moment(version, None))
    return moments


def _before(older: Sequence[Moment], first: Moment) -> Moment | None:
    """The state of the older versions that the first one of a version is compared with.

    Where no file says it, that is the last release that is not of a later day; one without a day is older than all.
    """
    if first.release is None:
        return older[-1] if older else None
    frozen = [moment for moment in older if moment.release]
    named = [moment for moment in frozen if moment.name == first.follows]
    nearest = [moment for moment in frozen if moment.version is frozen[-1].version]
    earlier = [moment for moment in nearest if moment.date <= first.date]
    return next(iter([*named, *earlier[::-1], *nearest]), None)
