"""The use cases, written over ports alone."""
