"""Events that are supposed and stored nowhere."""
