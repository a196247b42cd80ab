"""Talks to an OCI registry through the library ``oras``, which finds credentials in Docker's store and gets tokens."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import urljoin

from accordant.errors import InputError
from accordant.findings import Place
from accordant.oci.artifact import LARGEST_LAYER, LARGEST_MANIFEST, MANIFEST, digest_of
from accordant.oci.reference import Reference

SECONDS: Final = 60
"""How long a server may take to answer."""
AT_ONCE: Final = 8
"""Requests at the same time."""
_NOT_SECURE: Final = "no secure connection could be made"
_EXTRA: Final = "pip install 'accordant[oci]'"


@dataclass
class Client:
    """One repository of one server."""

    reference: Reference
    plain_http: bool = False
    _session: Any = field(default=None, init=False)

    @cached_property
    def _oras(self) -> Any:
        try:
            import oras.provider  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError as error:
            reason = "the library that speaks to OCI registries is not installed"
            raise InputError(reason, next_step=f"run: {_EXTRA}", rule="usage") from error
        scheme = self._scheme()
        provider = oras.provider.Registry(self.reference.host, insecure=self._is_plain, auth_backend=scheme)
        send = provider.session.request
        provider.session.request = lambda *words, **more: send(*words, **{"timeout": SECONDS, **more})
        container = oras.container.Container(f"{self.reference.host}/{self.reference.repository}")
        provider.auth.load_configs(container)
        if scheme == "basic" and not getattr(provider.auth, "_basic_auth", None):
            raise self._explain_failure("the server asks for a password, and docker login has stored none for it")
        return provider

    def _scheme(self) -> str:
        """How the server checks who asks: by a token that it gives, or by a password each time."""
        import requests  # type: ignore[import-untyped, unused-ignore]

        try:
            address = f"{'http' if self._is_plain else 'https'}://{self.reference.host}/v2/"
            asked = requests.get(address, timeout=SECONDS, allow_redirects=False).headers.get("WWW-Authenticate", "")
        except requests.RequestException as error:
            raise self._explain_failure(said_plainly(error)) from error
        return "basic" if asked.lower().startswith("basic") else "token"

    @property
    def _is_plain(self) -> bool:
        return self.plain_http or self.reference.is_local

    @property
    def _base(self) -> str:
        return f"{'http' if self._is_plain else 'https'}://{self.reference.host}/v2/{self.reference.repository}"

    def manifest(self, name: str) -> bytes | None:
        """The bytes of a manifest by tag or digest; None where there is none.

        Raises:
            InputError: the server cannot be reached, refuses, or sends content that does not match the digest.
        """
        response = self._send("GET", f"{self._base}/manifests/{name}", {"Accept": MANIFEST}, stream=True)
        if response.status_code == 404:
            return None
        self._require(response, 200)
        data = self._read_bounded(response, LARGEST_MANIFEST)
        self._require_digest(data, name)
        return data

    def blob(self, digest: str) -> bytes:
        """The bytes of a blob; it raises as :meth:`manifest` does, and where there is none."""
        data = self.find_blob(digest)
        if data is None:
            raise self._explain_failure(f"the server has no part {digest}")
        return data

    def find_blob(self, digest: str) -> bytes | None:
        """The bytes of a blob; None where there is none. It raises as :meth:`manifest` does."""
        response = self._send("GET", f"{self._base}/blobs/{digest}", {}, stream=True)
        if response.status_code == 404:
            return None
        self._require(response, 200)
        data = self._read_bounded(response, LARGEST_LAYER)
        self._require_digest(data, digest)
        return data

    def upload(self, digest: str, data: bytes) -> bool:
        """Upload a blob unless the server has it; whether it was missing."""
        if self._send("HEAD", f"{self._base}/blobs/{digest}", {}).status_code == 200:
            return False
        begun = self._send("POST", f"{self._base}/blobs/uploads/", {"Content-Length": "0"})
        self._require(begun, 202)
        place = urljoin(f"{self._base}/blobs/uploads/", begun.headers["Location"])
        place += ("&" if "?" in place else "?") + f"digest={digest}"
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(len(data))}
        self._require(self._send("PUT", place, headers, data=data), 201)
        return True

    def publish(self, tag: str, manifest: bytes) -> None:
        """Point a tag at a manifest whose blobs the server has."""
        response = self._send("PUT", f"{self._base}/manifests/{tag}", {"Content-Type": MANIFEST}, data=manifest)
        self._require(response, 201)

    def _send(self, method: str, address: str, headers: dict[str, str], **more: Any) -> Any:
        import requests  # type: ignore[import-untyped, unused-ignore]

        try:
            ask = type(self._oras).do_request.__wrapped__  # without the repeats of the library, which take minutes
            return ask(self._oras, address, method, headers=headers, **more)
        except (requests.RequestException, ValueError, OSError) as error:
            raise self._explain_failure(said_plainly(error)) from error

    def _require(self, response: Any, status: int) -> None:
        if response.status_code != status:
            raise self._explain_failure(f"the server answers {response.status_code}: {response.text[:200].strip()}")

    def _explain_failure(self, reason: str) -> InputError:
        step = "check the address and the network; to log in: docker login, whose credentials are used"
        if reason.startswith(_NOT_SECURE):
            step = "where the server has no TLS, and you trust the network: --plain-http with push and pull"
        return InputError(reason, Place(str(self.reference)), next_step=step, rule="registry-unreachable")

    def _read_bounded(self, response: Any, most: int) -> bytes:
        parts, size = [], 0
        for part in response.iter_content(1 << 16):
            size += len(part)
            if size > most:
                raise self._explain_failure(f"the server sends more than {most:,} bytes")
            parts.append(part)
        return b"".join(parts)

    def _require_digest(self, data: bytes, name: str) -> None:
        if name.startswith("sha256:") and digest_of(data) != name:
            raise self._explain_failure(f"the server sends {hashlib.sha256(data).hexdigest()[:12]}... for {name}")


def said_plainly(error: Exception) -> str:
    """Why a server could not be reached, without the words of the libraries around it."""
    cause = getattr(error.args[0] if error.args else None, "reason", None) or error
    words = str(cause).split("\n")[0]
    match type(cause).__name__:
        case "NameResolutionError":
            return "no server is known by this name"
        case "ConnectTimeoutError" | "ReadTimeoutError" | "ConnectTimeout" | "ReadTimeout":
            return f"the server has not answered for {SECONDS} seconds"
        case "SSLError":
            return f"{_NOT_SECURE}: {words[:200]}"
        case "NewConnectionError":
            return f"nothing answers there: {words.rpartition('] ')[2] or words}"[:200]
        case _:
            return words[:200]
