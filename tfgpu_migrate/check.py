"""One file: bytes to findings, bytes to fixed bytes. Pure: no disk, no processes."""
