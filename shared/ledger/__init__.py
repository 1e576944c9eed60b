"""Who owes whom: accounts, transfers and settlements, as values."""
