"""Where things are in a picture: the outlines of its texts, pieces and other figures.

The outline of a text is a bound: it takes every character to be as wide as in DejaVu Sans Bold, one
of the widest of the usual fonts, and reach from a descender to above a capital.
"""

from __future__ import annotations

import math
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from typing import NamedTuple

# Thousandths of the font size, from the blank on.
_WIDTHS = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
    1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
]  # fmt: skip
_ASCENT, _DESCENT = 0.76, 0.16
_SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


class Outline(NamedTuple):
    """A convex polygon, what it is, and its place in the document."""

    kind: str  # "text", "piece", "figure"
    name: str
    points: tuple[Point, ...]


def parsed(svg: str) -> ET.Element:
    """The picture, which must be XML."""
    return ET.fromstring(svg)


def outlines(svg: str) -> list[Outline]:
    """Every text, piece, badge, chip, planet and small square of the picture.

    What belongs together counts once: a piece with its number, a chip with its letter.
    """
    return list(_walk(parsed(svg), (1, 0, 0, 1, 0, 0), ""))


def text_width(text: str) -> float:
    """The width of a text in units of its font size."""
    return sum(_WIDTHS[ord(c) - 32] for c in text) / 1000


def overlap(a: Outline, b: Outline) -> bool:
    """Whether two convex polygons have more than an edge in common."""
    for one, other in ((a.points, b.points), (b.points, a.points)):
        for (x0, y0), (x1, y1) in zip(one, one[1:] + one[:1], strict=True):
            nx, ny = y1 - y0, x0 - x1
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            if max(first) <= min(second) + 1e-6 or max(second) <= min(first) + 1e-6:
                return False
    return True


def within(inner: Outline, outer: Outline) -> bool:
    """Whether a convex polygon contains another one."""
    box = outer.points
    turn = _turn(box)
    return all(
        turn * ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) >= -1e-6
        for (x0, y0), (x1, y1) in zip(box, box[1:] + box[:1], strict=True)
        for x, y in inner.points
    )


def collisions(found: list[Outline]) -> list[tuple[str, str]]:
    """The pairs that overlap."""
    boxes = [
        (min(x for x, _ in o.points), min(y for _, y in o.points),
         max(x for x, _ in o.points), max(y for _, y in o.points), o)
        for o in found
    ]  # fmt: skip
    boxes.sort(key=lambda box: box[0])
    pairs = []
    for i, (_, top, right, bottom, one) in enumerate(boxes):
        for left2, top2, _, bottom2, other in boxes[i + 1 :]:
            if left2 >= right:
                break
            if top2 < bottom and top < bottom2 and overlap(one, other):
                pairs.append((one.name, other.name))
    return pairs


def outside(svg: str, found: list[Outline]) -> list[str]:
    """What leaves the picture."""
    _, _, width, height = map(float, parsed(svg).attrib["viewBox"].split())
    return [
        o.name
        for o in found
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in o.points)
    ]


def text_sizes(svg: str, shown: float) -> Iterator[tuple[float, str]]:
    """How large each text is, in px, when the picture is so many px wide."""
    root = parsed(svg)
    unit = shown / float(root.attrib["viewBox"].split()[2])

    def walk(element: ET.Element, matrix: Matrix) -> Iterator[tuple[float, str]]:
        matrix = _times(matrix, _transform(element.attrib.get("transform", "")))
        if element.tag == f"{_SVG}text":
            scale = math.hypot(matrix[0], matrix[1])
            yield float(element.attrib["font-size"]) * scale * unit, element.text or ""
        for child in element:
            yield from walk(child, matrix)

    return walk(root, (1, 0, 0, 1, 0, 0))


def largest_blank(svg: str, columns: int = 72) -> float:
    """The share of the picture that the largest rectangle has where nothing is shown.

    Texts, pieces and figures are shown, and all of the round board; the face of a card is blank.
    """
    root = parsed(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    step = width / columns
    rows = round(height / step)
    shown = outlines(svg)
    for element in root.iter(f"{_SVG}circle"):
        if set(element.attrib.get("class", "").split()) & {"ring-of-stars", "track"}:
            shown.append(Outline("board", "board", tuple(_of_circle(element))))
    used = [[False] * columns for _ in range(rows)]
    for outline in shown:
        xs, ys = zip(*outline.points, strict=True)
        for row in range(max(0, int(min(ys) / step)), min(rows, int(max(ys) / step) + 1)):
            for column in range(max(0, int(min(xs) / step)), min(columns, int(max(xs) / step) + 1)):
                left, top = column * step, row * step
                box = _of_box(left, top, step, step)
                used[row][column] |= overlap(outline, Outline("cell", "", tuple(box)))
    best = 0
    free = [0] * columns  # how many cells up from here are blank
    for row in range(rows):
        free = [0 if used[row][i] else free[i] + 1 for i in range(columns)]
        for left in range(columns):
            lowest = rows
            for right in range(left, columns):
                lowest = min(lowest, free[right])
                best = max(best, lowest * (right - left + 1))
    return best / (columns * rows)


def colours_of_png(data: bytes) -> set[bytes]:
    """The colours of the pixels of a PNG of 8 bits RGBA, without their alpha."""
    width, height = struct.unpack(">2I", data[16:24])
    assert data[24:29] == b"\x08\x06\0\0\0"
    packed, at = b"", 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    raw = zlib.decompress(packed)
    above = bytes(4 * width)
    found = set()
    for row in range(height):
        begin = row * (4 * width + 1)
        line = bytearray(raw[begin + 1 : begin + 1 + 4 * width])
        for i, up in enumerate(above):
            left, corner = (line[i - 4], above[i - 4]) if i >= 4 else (0, 0)
            guess = (0, left, up, (left + up) // 2, _nearest(left, up, corner))[raw[begin]]
            line[i] = (line[i] + guess) & 255
        above = bytes(line)
        found |= {above[i : i + 3] for i in range(0, 4 * width, 4)}
    return found


def _nearest(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


def _turn(points: tuple[Point, ...]) -> int:
    area = sum(
        x0 * y1 - x1 * y0
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
    )
    return 1 if area > 0 else -1


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip


def _transform(text: str) -> Matrix:
    result: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", inside)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0)
        elif name == "scale":
            step = (numbers[0], 0, 0, numbers[0], 0, 0)
        else:
            assert name == "rotate", name
            assert len(numbers) == 1
            angle = math.radians(numbers[0])
            step = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        result = _times(result, step)
    return result


def _placed(points: list[Point], m: Matrix) -> tuple[Point, ...]:
    return tuple((m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in points)


def _round(x: float, y: float, radius: float) -> list[Point]:
    reach = radius / math.cos(math.pi / 16)
    return [
        (x + reach * math.cos(math.pi * k / 8), y + reach * math.sin(math.pi * k / 8))
        for k in range(16)
    ]


def _of_circle(element: ET.Element) -> list[Point]:
    place = element.attrib
    return _round(float(place.get("cx", 0)), float(place.get("cy", 0)), float(place["r"]))


def _of_rect(element: ET.Element) -> list[Point]:
    return _of_box(*(float(element.attrib[key]) for key in ("x", "y", "width", "height")))


def _of_box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _of_path(element: ET.Element) -> list[Point]:
    """The corners of a shape of straight lines, or a polygon around a circle of arcs."""
    path = element.attrib["d"]
    if "A" in path:
        return _round(0, 0, float(path.split("A")[1].split()[0]))
    points: list[Point] = []
    for command, inside in re.findall(r"([MLHVZ])([^MLHVZ]*)", path):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", inside)]
        if command == "H":
            points.append((numbers[0], points[-1][1]))
        elif command == "V":
            points.append((points[-1][0], numbers[0]))
        elif command != "Z":
            points.append((numbers[0], numbers[1]))
    return points


def text_outline(element: ET.Element) -> list[Point]:
    """The rectangle around a text, in its own coordinates."""
    font = float(element.attrib["font-size"])
    width = text_width(element.text or "") * font
    x, y = float(element.attrib.get("x", 0)), float(element.attrib.get("y", 0))
    classes = element.attrib.get("class", "").split()
    left = x if "start" in classes else x - width if "end" in classes else x - width / 2
    top, bottom = y - _ASCENT * font, y + _DESCENT * font
    return [(left, top), (left + width, top), (left + width, bottom), (left, bottom)]


# Classes of what holds a text, and the element that bounds it.
_WITH_TEXT = {
    "piece": "path",
    "icon": "circle",
    "ring": "circle",
    "tech-of": "circle",
    "token": "circle",
}
_LEFT_ASIDE = {"legal", "arrow", "trail", "mark", "ghost"}


def _walk(element: ET.Element, matrix: Matrix, path: str) -> Iterator[Outline]:
    tag = element.tag.removeprefix(_SVG)
    classes = set(element.attrib.get("class", "").split())
    if classes & _LEFT_ASIDE or tag in ("title", "desc", "style"):
        return
    name = f"{path}/{element.attrib.get('id') or element.attrib.get('class') or tag}"
    matrix = _times(matrix, _transform(element.attrib.get("transform", "")))
    for kind, shape in _WITH_TEXT.items():
        if kind in classes:
            if kind == "piece":
                (element,) = element
                matrix = _times(matrix, _transform(element.attrib["transform"]))
            body = element.find(_SVG + shape)
            assert body is not None, name
            corners = _of_circle(body) if shape == "circle" else _of_path(body)
            whole = Outline("piece", name, _placed(corners, matrix))
            yield whole
            text = element.find(_SVG + "text")
            if text is not None:
                # Digits and capitals reach from the line to 0.73 of the font size.
                own = text_outline(text)
                font = float(text.attrib["font-size"])
                line = own[0][1] + _ASCENT * font
                top, bottom = line - 0.73 * font, line
                rows = [(x, top if y < line else bottom) for x, y in own]
                inner = Outline("text", name, _placed(rows, matrix))
                assert within(inner, whole), f"{name}: {text.text!r} is wider"
            return
    if tag == "text":
        told = f"{name} {element.text!r}"
        yield Outline("text", told, _placed(text_outline(element), matrix))
    elif tag == "circle" and "planet" in classes and len(classes) > 1:
        # Not that of GPS, which the pointer lies on.
        yield Outline("figure", name, _placed(_of_circle(element), matrix))
    elif tag == "path" and "start-flag" in classes:
        yield Outline("figure", name, _placed(_of_path(element), matrix))
    elif tag == "rect" and classes & {"back-of-tile"}:
        yield Outline("figure", name, _placed(_of_rect(element), matrix))
    for child in element:
        yield from _walk(child, matrix, name)
