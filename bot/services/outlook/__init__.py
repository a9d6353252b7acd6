"""What a paired evening may still bring: chances, norms, titles."""
