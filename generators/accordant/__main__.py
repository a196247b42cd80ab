"""`python -m accordant` is the command `registry`."""

from accordant.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
