"""Pages of docs/ that say what the code says: written by hand, with parts that are generated."""
