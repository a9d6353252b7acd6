"""Who gets which prize, in whole cents, and why.

Rules are those of US Chess, rulebook, 7th edition, 32B with the amendment of 32B3 of 2014, as threads of its forum
quote them. Sharing by places alone is the other way. Tie-breaks never decide about money but for cents that are left
over (34); things go by them.
"""
