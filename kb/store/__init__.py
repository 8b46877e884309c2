"""What visitors leave in the database, votes and reports, and how the site does without one."""
