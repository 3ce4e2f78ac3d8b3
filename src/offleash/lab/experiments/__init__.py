"""The kinds of experiment, and the files and functions that ask for one."""
