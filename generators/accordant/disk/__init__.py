"""Files are read and written in one safe way: below a folder, through no link, whole or not at all."""
