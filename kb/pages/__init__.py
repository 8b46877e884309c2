"""The web pages: views, and the functions that prepare their contents. Also feeds, and preview pictures of links."""
