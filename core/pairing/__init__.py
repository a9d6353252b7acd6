"""Who plays whom: pairing methods, each a function of the facts of the rounds before.

FIDE handbook: C.04.1 and C.04.2 (Swiss rules from 1 February 2026), C.04.5.1 (Baku acceleration), C.05 annex 1 (Berger
tables). The Scrabble methods go by the words of John Chew's tsh: KOTH, InitFontes. FIDE (Dutch) Swiss, C.04.3, is
paired by the engine of bot.services.pairing from the text that trf26 writes here.

Nothing here draws lots: what is drawn, the caller draws once and gives, so that the same facts give the same pairing.
"""
