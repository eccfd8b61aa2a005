"""HTTP: routes, pages, models, identity, and what every request passes."""
