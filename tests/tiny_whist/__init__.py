"""Tiny Whist: one card laid away face down, seven tricks without trumps, high score wins."""
