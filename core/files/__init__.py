"""Text or bytes to facts: what people type and what their files hold.

Readers and writers raise InputError for invalid input.
"""
