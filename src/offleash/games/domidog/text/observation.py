def observe(*a):
    return None
