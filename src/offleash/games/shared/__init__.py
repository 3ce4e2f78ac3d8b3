"""Plain Python that the texts and pictures of several games use."""
