"""`python -m accordant` is the command `registry`, and this is its entry point.

Nothing is imported outside of the functions: Ctrl-C while modules load ends the command as it does later.
"""


def main() -> int:
    """Run the command line of this process and return its exit code."""
    try:
        from accordant.cli import main as run

        return run()
    except KeyboardInterrupt:
        import sys

        sys.stderr.write("registry: interrupted\n")
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
