"""Projects and who may open them: their list, overview, history, drafts and links."""
