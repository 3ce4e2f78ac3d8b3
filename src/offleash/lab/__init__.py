"""The lab: experiments that answer a designer."""
