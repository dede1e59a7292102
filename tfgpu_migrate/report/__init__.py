"""What a run prints: one module per format."""
