"""Pictures: layouts make scenes of a few primitives, which are drawn as PNG."""
