"""What is pressed about people and their reports: claims, roster, set-up, the directors' queue."""
