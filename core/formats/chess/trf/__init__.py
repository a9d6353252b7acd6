"""TRF, FIDE's tournament report file, in every edition (TRF06, TRF16, TRF26)."""
