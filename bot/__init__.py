"""The running program: services, store, UI and the Discord application."""
