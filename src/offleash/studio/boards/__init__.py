"""Drawing a board: the editor, its lights, two boards compared, games while one draws."""
