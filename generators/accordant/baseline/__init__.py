"""An older state of a registry as bytes: out of git, a folder, or an archive."""
