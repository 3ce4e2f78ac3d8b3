"""The Lab in the browser: experiments that the owner asks for, watches and reads."""
