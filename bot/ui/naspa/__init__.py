"""NASPA in Discord."""
