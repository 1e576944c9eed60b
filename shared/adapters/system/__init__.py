"""The ports on this machine: clock, entropy, settings, embedded servers."""
