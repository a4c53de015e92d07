"""Types that name the values of an argument, for annotations."""

from typing import Literal, TypeAlias

Policy: TypeAlias = Literal["uniform", "greedy", "steady"]
"""A bundled player."""

Phase: TypeAlias = Literal["setup", "spin", "choose", "reveal", "shuffle", "over"]
"""Where in its course a game of GPS is."""
