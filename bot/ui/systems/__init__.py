"""How each rating system's answers look."""
