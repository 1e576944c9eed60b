"""Call Break (Callbreak, Lakdi, Lakadi): everyone calls a number of tricks, spades are trump."""
