"""The ports on SQL: archive, ledger and witness, on SQLite or PostgreSQL."""
