"""The answers of the lab as text: a file for each kind of question, which asks nothing itself."""
