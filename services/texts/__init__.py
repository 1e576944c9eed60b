"""What people read, in their language; codes, clauses and parameters become sentences here."""
