"""The buttons, menus and forms of a paired evening."""
