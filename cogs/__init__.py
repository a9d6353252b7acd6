"""The commands: one noun a file. They parse, call one use case, and show its answer."""
