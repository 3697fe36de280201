"""A spider that visits every page of a site once, whatever its links look like."""
