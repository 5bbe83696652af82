"""Pictures of the README and what makes them."""
