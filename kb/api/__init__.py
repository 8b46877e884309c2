"""What programs ask: the JSON API and the tools of the MCP server. Nothing of it is imported before it is asked for."""
