"""The HTTP and WebSocket door to every game."""
