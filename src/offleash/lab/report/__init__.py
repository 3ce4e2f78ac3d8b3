"""The report: one self-contained HTML file, built from a few kinds of parts."""
