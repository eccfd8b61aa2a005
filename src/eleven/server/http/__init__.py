"""HTTP: routes, models, limits, identity, links."""
