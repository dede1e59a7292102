"""A class that builds its graph when an object of it is made, and runs it in its methods."""
