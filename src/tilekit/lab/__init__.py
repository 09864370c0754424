"""The lab: many games, and how they went."""
