"""WebSockets: the endpoint, connections, messages, keepalive and the protocol."""
