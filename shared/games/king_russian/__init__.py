"""Russian King (King♠): fourteen rounds in a fixed order, seven to shun and the same to seek."""
