"""What is pressed on the directors' panel."""
