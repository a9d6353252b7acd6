"""Paper: sheets and slips as HTML and PDF."""
