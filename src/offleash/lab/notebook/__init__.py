"""The lab from Python: functions that play experiments, and runs that show themselves."""
