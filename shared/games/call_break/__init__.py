"""The rules of Call Break, the "Maître d'appel" text."""
