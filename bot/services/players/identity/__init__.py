"""Who is who: found by name or number, claimed, linked, merged and parted."""
