"""QURSH: the history and rankings against it."""
