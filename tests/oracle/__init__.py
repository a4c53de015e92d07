"""Plain Python twins of the games: slow, obvious, and written from the rules alone."""
