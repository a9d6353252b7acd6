"""Pictures: layouts make scenes of few primitives, drawn as PNG."""
