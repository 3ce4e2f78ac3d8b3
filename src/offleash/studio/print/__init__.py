"""Paper from the page: a project to print and its rulebook, made in a process of their own."""
