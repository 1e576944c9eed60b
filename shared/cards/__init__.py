"""The packs, the trick primitives and the repeatable shuffle."""
