"""Pairing methods: functions of the earlier rounds, without chance; lots are given.

FIDE C.04.1, C.04.2 (1 February 2026), C.04.5.1 (Baku), C.05 annex 1 (Berger). Scrabble methods: John Chew's tsh,
KOTH and InitFontes. Dutch Swiss (C.04.3) is paired by bot.services.framework.pairing's engine from trf26.
"""
