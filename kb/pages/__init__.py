"""What people see: views, and what draws their pages. Feeds and pictures of links are here too."""
