"""Migrations of older databases to the present schema."""
