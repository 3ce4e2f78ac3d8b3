"""The site's frame: application, headers, keys, jobs, and what keeps it running."""
