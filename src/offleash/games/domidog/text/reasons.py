def why_illegal(*a):
    return ""
