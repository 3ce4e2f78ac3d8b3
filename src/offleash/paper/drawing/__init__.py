"""SVG pictures drawn into a PDF: all of a picture, or a sentence that says what can't be."""
