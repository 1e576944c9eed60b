"""The only I/O in shared: what stands behind the ports."""
