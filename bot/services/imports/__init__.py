"""Events that come in as files."""
