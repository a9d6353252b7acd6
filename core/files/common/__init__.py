"""What several readers share."""
