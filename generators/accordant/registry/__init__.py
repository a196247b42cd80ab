"""A folder and the values it stands for: find it, read it, lock it, release, bump, begin."""
