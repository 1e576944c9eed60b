"""The container image, and the secrets that docker-compose.yml reads."""
