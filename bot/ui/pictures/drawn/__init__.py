"""The pictures themselves, as scenes of primitives."""
