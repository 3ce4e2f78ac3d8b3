"""The box of hex-domino tiles that Puppy Park, Dömidög and Secret Mission share."""
