"""Who won: tie-breaks, pairing, chances and prizes."""
