"""Types that name the values of an argument, for annotations."""

from typing import Literal, TypeAlias

Autoreset: TypeAlias = Literal["next_step", "same_step", "disabled"]
"""When the next game begins in a lane of a batch; the names are Gymnasium's."""

Kernel: TypeAlias = Literal["scalar", "avx2", "neon"]
"""Who does the work of a batch."""

Policy: TypeAlias = Literal["uniform", "greedy", "steady"]
"""A bundled player."""

Phase: TypeAlias = Literal["setup", "spin", "choose", "reveal", "shuffle", "over"]
"""Where in its course a game of GPS is."""

SolarPhase: TypeAlias = Literal[
    "setup_discs",
    "setup_sectors",
    "setup_tiles",
    "setup_income",
    "turn",
    "choose_tech",
    "choose_income",
    "choose_trace",
    "org_moves",
    "settle",
    "turn_tile",
    "round_end",
    "over",
]
"""Where in its course a game of the solar system is."""

Organisation: TypeAlias = Literal[
    "orbital_dynamics", "fenwick", "turing", "sentinel", "xenolab", "helion"
]
"""What a player of the solar system may play as."""

Resource: TypeAlias = Literal[
    "credit",
    "energy",
    "card",
    "publicity",
    "data",
    "score",
    "red_trace",
    "yellow_trace",
    "blue_trace",
    "signal",
    "income_credit",
    "income_energy",
    "income_card",
]
"""What a player of the solar system has; the last three are cards tucked for income."""

Colour: TypeAlias = Literal["red", "yellow", "blue"]
"""The colour of a trace."""
