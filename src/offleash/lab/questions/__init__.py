"""What the lab can be asked: the fields of each question, from which every door is made."""
