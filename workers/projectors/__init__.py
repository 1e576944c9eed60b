"""The workers that fold events into views, archive and ledger."""
