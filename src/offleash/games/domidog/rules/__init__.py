"""The rules of Dömidög, compiled."""
