"""What every answer is built on: replies, views, pages, errors, text."""
