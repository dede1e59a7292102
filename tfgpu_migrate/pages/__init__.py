"""HTML pages, each one file that needs nothing else, and the data that they are made of."""
