"""What the names of versions and releases look like, in files, folders and acknowledgements."""

from __future__ import annotations

import re
from typing import Final

VERSION: Final = re.compile(r"v[1-9][0-9]{0,5}")
RELEASE: Final = re.compile(r"([1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})")
"""Major and minor number; the bound on digits keeps every number one that is quickly read."""
