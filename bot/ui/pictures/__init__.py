"""Pictures: reports laid out as scenes of a few primitives, and scenes drawn as PNG."""
