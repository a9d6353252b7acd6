"""Pure calculators: no I/O, no clock, no random, no Discord, no SQL."""
