"""The life of a game around its rules: seats, options, stakes, clocks."""
