"""A club's own copy: exported with a chain of its facts, and taken into an empty club where it must give the same."""
