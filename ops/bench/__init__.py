"""What Greffier reaches on this machine, measured side by side with what the machine allows."""
