"""The confidence level of every interval unless a question sets another one."""

LEVEL = 0.95
