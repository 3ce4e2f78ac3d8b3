"""The rules as pages, next to a table or by themselves."""
