"""What runs Greffier beside its processes: configuration, images, benches, decisions."""
