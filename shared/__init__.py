"""What two processes must agree on: pure below, I/O only in the adapters."""
