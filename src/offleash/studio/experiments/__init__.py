"""The Lab in the browser: starting experiments, watching them and reading their reports."""
