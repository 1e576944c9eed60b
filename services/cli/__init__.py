"""The command line: run, watch, replay and verify games."""
