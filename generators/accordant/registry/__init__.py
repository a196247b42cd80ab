"""A registry folder and its values: find, load, lock, release, bump, init."""
