"""How bots play Russian King: they shun what costs, then seek the same."""
