"""Games in web pages without a server: WebAssembly modules, what describes them, and pages."""
