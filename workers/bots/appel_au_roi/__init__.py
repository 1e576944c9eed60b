"""How bots play Appel au roi: they weigh their hands, count tarocks and play deals out."""
