"""Turkish King (King, Rıfkı): twenty deals, each under a contract that a player chooses."""
