"""The sections of a report, a module for each question that they answer."""
