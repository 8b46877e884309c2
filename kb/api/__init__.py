"""The interfaces for programs: the JSON API and the MCP server. Both are imported only when they are used."""
