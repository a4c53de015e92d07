"""Bars on a logarithmic scale, as plain SVG that is readable on light and dark ground."""

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH = 800
_LABEL, _RIGHT, _BAR, _GAP, _HEAD, _TOP = 340, 70, 16, 6, 30, 34

_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.head { font-weight: 600 }
.title { font-size: 14px; font-weight: 600 }
.own { fill: #1a7f37 }
.peer { fill: #8c959f }
.grid { stroke: #d0d7de }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .own { fill: #3fb950 }
  .peer { fill: #6e7681 }
  .grid { stroke: #30363d }
}
"""


class Bar(NamedTuple):
    """One engine: *value* in units of the axis, *own* for gpscore."""

    name: str
    value: float
    own: bool


def spelled(value: float) -> str:
    """Three digits or so: 0.0567, 3.4, 812."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def chart(title: str, groups: Sequence[tuple[str, Sequence[Bar]]]) -> str:
    """An SVG document with the bars of every group under its heading."""
    values = [bar.value for _, bars in groups for bar in bars]
    low = math.floor(math.log10(min(values)))
    high = math.log10(max(values))
    scale = (WIDTH - _LABEL - _RIGHT) / (high - low)
    drawn: list[str] = []
    y = _TOP
    for heading, bars in groups:
        y += _HEAD
        drawn.append(f'<text class="head" x="0" y="{y - 8}">{escape(heading)}</text>')
        for bar in sorted(bars, key=lambda bar: -bar.value):
            length = max(1.0, (math.log10(bar.value) - low) * scale)
            middle = y + _BAR - 4
            side = "own" if bar.own else "peer"
            name = escape(bar.name)
            drawn += [
                f'<text x="{_LABEL - 8}" y="{middle}" text-anchor="end">{name}</text>',
                f'<rect class="{side}" x="{_LABEL}" y="{y}" width="{length:.1f}" height="{_BAR}"/>',
                f'<text x="{_LABEL + length + 6:.1f}" y="{middle}">{spelled(bar.value)}</text>',
            ]
            y += _BAR + _GAP
    grid = [
        f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{y}"/>'
        for x in (_LABEL + (power - low) * scale for power in range(low, math.floor(high) + 1))
    ]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="0" y="18">{escape(title)}</text>',
        *grid,
        *drawn,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
