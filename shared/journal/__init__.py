"""How events become the bytes of a log, and how those bytes are proved."""
