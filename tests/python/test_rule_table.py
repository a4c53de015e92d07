"""Every rule of docs/rules has a test that cites it, and nothing cites a rule that is not there.

Python tests cite rules with ``@pytest.mark.rule("G5", "R3")``, C tests with a comment
``/* rule: G5 R3 */`` directly above a test function.

Each game has its own ids, in docs/rules/<game>.md. An id belongs to the game of the file that
cites it: the solar system's where the file's name says so, else GPS's, or the only game that has
it. Where another one is meant, "solar:R7" or "gps:R7" says so.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULE = r"[A-Z]{1,2}\d{1,3}"
# Files and statuses of the solar system by their names; all others are GPS's.
SOLAR_FILE = re.compile(r"solar|effects|board")
SOLAR_STATUS = re.compile(
    r"(SOLAR|BOARD)_|RULES_(HOST|ROUNDS|PLUTO|ORGANISATION|POINTS|PUSH_TECH2)$"
)


class Citation(tuple[str, str]):
    """A rule id, with its game before it ("solar:R7") where it was said, and the place."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self[0]} at {self[1]}"


def rules_in(table: str) -> list[str]:
    """The ids of all rows of the tables in a Markdown text."""
    return re.findall(rf"^\| *({RULE})(?: \(option\))? *\|", table, re.MULTILINE)


def cited_in_python(source: str, name: str) -> list[Citation]:
    """What the rule markers of a module cite: above a test, in pytestmark, in a param."""
    found = []
    for node in ast.walk(ast.parse(source, name)):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"):
            continue
        where = f"{name}:{node.lineno}"
        for argument in node.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise ValueError(f"{where}: rule ids are written out, as strings")
            found.append(Citation((argument.value, where)))
        if not node.args:
            raise ValueError(f"{where}: the marker names no rule")
    return found


def cited_in_c(source: str, name: str) -> list[Citation]:
    """What the rule comments of a C file cite."""
    found = []
    for match in re.finditer(r"/\* *rules?:(.*?)\*/(.*)\n(.*)", source):
        where = f"{name}:{source.count(chr(10), 0, match.start()) + 1}"
        if match[2].strip() or not re.match(r"(static )?(void|int) \w+\(", match[3]):
            raise ValueError(f"{where}: a rule comment stands directly above a test function")
        ids = match[1].replace(",", " ").split()
        if not ids:
            raise ValueError(f"{where}: the comment names no rule")
        found += [Citation((rule, where)) for rule in ids]
    return found


def cited_in_words(text: str, name: str) -> list[Citation]:
    """Rule ids in parentheses, "(G5)" or "(G4, R1)", as comments and docstrings give them."""
    found = []
    for match in re.finditer(rf"\(({RULE}(?:, {RULE})*)\)", text):
        where = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
        found += [Citation((rule, where)) for rule in match[1].split(", ")]
    return found


def cited_in_lists(header: str, name: str) -> list[Citation]:
    """The rule of each row of the X-macro lists of a header: the first string of an X(...)."""
    found = []
    for match in re.finditer(r'\bX\(\s*(\w+),[^"()]*"([^"]*)",[\s\\]*"', header):
        where = f"{name}:{header.count(chr(10), 0, match.start()) + 1}"
        game = "solar" if SOLAR_STATUS.match(match[1]) else "gps"
        found += [Citation((f"{game}:{rule}", where)) for rule in match[2].split()]
    return found


def told_apart(citation: Citation, rules: set[str]) -> str:
    """The id with its game before it."""
    rule, where = citation
    if ":" in rule:
        return rule
    if SOLAR_FILE.search(Path(where.rsplit(":", 1)[0]).name):
        return f"solar:{rule}"
    only = [r for r in rules if r.partition(":")[2] == rule]
    return only[0] if len(only) == 1 else f"gps:{rule}"


def read(*patterns: str) -> dict[str, str]:
    """The text of every file that matches, by its path in the tree."""
    found = (path for pattern in patterns for path in ROOT.glob(pattern))
    files = sorted(path for path in found if path.parent.name != "__pycache__")
    return {p.relative_to(ROOT).as_posix(): p.read_text(encoding="utf-8") for p in files}


@pytest.fixture(scope="module")
def rules() -> set[str]:
    """Every id of the rule tables, with its game before it."""
    ids = [
        f"{Path(name).stem}:{rule}"
        for name, text in read("docs/rules/*.md").items()
        for rule in rules_in(text)
    ]
    assert {rule.partition(":")[0] for rule in ids} == {"gps", "solar"}, "a game has no rule table"
    twice = sorted({rule for rule in ids if ids.count(rule) > 1})
    assert not twice, f"defined twice in docs/rules: {', '.join(twice)}"
    return set(ids)


@pytest.fixture(scope="module")
def citations() -> list[Citation]:
    """What the tests cite."""
    python = [c for n, text in read("tests/python/*.py").items() for c in cited_in_python(text, n)]
    return python + [c for n, text in read("tests/c/*.c").items() for c in cited_in_c(text, n)]


def unknown(citations: list[Citation], rules: set[str]) -> list[str]:
    return [str(citation) for citation in citations if told_apart(citation, rules) not in rules]


def test_every_rule_has_a_test(rules: set[str], citations: list[Citation]) -> None:
    untested = sorted(rules - {told_apart(citation, rules) for citation in citations})
    assert not untested, f"no test cites {', '.join(untested)}"


def test_every_cited_rule_exists(rules: set[str], citations: list[Citation]) -> None:
    assert unknown(citations, rules) == []


def test_every_status_and_problem_names_a_rule_that_exists(rules: set[str]) -> None:
    named = [c for n, text in read("include/gpscore/*.h").items() for c in cited_in_lists(text, n)]
    read_from = {rule for rule, _ in named}
    assert {"gps:G1", "gps:R7", "solar:S5", "solar:R7"} <= read_from, "the lists were not read"
    assert unknown(named, rules) == []


def test_comments_and_docstrings_name_rules_that_exist(rules: set[str]) -> None:
    c_files = ("include/gpscore/*.h", "src/gpscore/*.[ch]")
    texts = read(*c_files, "python/gpscore/**/*.p[yx]*", "docs/**/*.md")
    named = [c for n, text in texts.items() for c in cited_in_words(text, n)]
    assert "G10" in {rule for rule, _ in named}, "the ids in parentheses were not read"
    assert unknown(named, rules) == []


class TestReaders:
    """The readers above on known texts: one that finds nothing would hide everything."""

    def test_tables(self) -> None:
        rows = (
            "| id | rule |",
            "|---|---|",
            "| G5 | a |",
            "| R2 (option) | b |",
            "|G6|c|",
            "x | G7 |",
        )
        assert rules_in("\n".join(rows)) == ["G5", "R2", "G6"]

    def test_python_markers(self) -> None:
        source = (
            'pytestmark = pytest.mark.rule("G1")\n'
            '@pytest.mark.rule("G5", "R3")\ndef test_a(): ...\n'
            'pytest.param(1, marks=pytest.mark.rule("G6"))\n'
        )
        assert cited_in_python(source, "t.py") == [
            ("G1", "t.py:1"),
            ("G5", "t.py:2"),
            ("R3", "t.py:2"),
            ("G6", "t.py:4"),
        ]

    @pytest.mark.parametrize("call", ["pytest.mark.rule(RULE)", "pytest.mark.rule()"])
    def test_python_markers_that_cannot_be_read(self, call: str) -> None:
        with pytest.raises(ValueError, match=r"^t\.py:1: "):
            cited_in_python(f"@{call}\ndef test_a(): ...\n", "t.py")

    def test_c_comments(self) -> None:
        source = (
            "\n/* rule: G5 R3 */\nstatic void test_a(void) {\n}\n/* rule: G6 */\nint test_b(void)\n"
        )
        assert cited_in_c(source, "t.c") == [("G5", "t.c:2"), ("R3", "t.c:2"), ("G6", "t.c:5")]

    @pytest.mark.parametrize(
        "comment", ["/* rule: G5 */\n", "/* rule: */", "/* rule: G5 */ int x;"]
    )
    def test_c_comments_that_cannot_be_read(self, comment: str) -> None:
        with pytest.raises(ValueError, match=r"^t\.c:1: "):
            cited_in_c(f"{comment}\nvoid test_a(void)\n", "t.c")

    def test_lists(self) -> None:
        rows = (
            'X(A, 1, USAGE, "", "a (G9)")',
            'X(RULES_B, 2, RULES, "R2",',
            '"b") X(SOLAR_C, 3, "S3", "c")',
            'X(RULES_PLUTO, 4, "S4", "d") X(RULES_POINTLESS, "G5", "e")',
        )
        header = " \\\n    ".join(("#define L(X)", *rows))
        found = [rule for rule, _ in cited_in_lists(header, "h")]
        assert found == ["gps:R2", "solar:S3", "solar:S4", "gps:G5"]

    @pytest.mark.parametrize(
        ("rule", "where", "expected"),
        [
            ("R1", "tests/c/test_gps_rules.c:7", "gps:R1"),
            ("R1", "tests/c/test_solar_rules.c:7", "solar:R1"),
            ("R1", "docs/effects.md:7", "solar:R1"),
            ("R1", "docs/solar/other.md:7", "gps:R1"),
            ("gps:R1", "src/gpscore/solar.c:7", "gps:R1"),
            ("solar:R1", "docs/formats.md:7", "solar:R1"),
            ("S1", "docs/formats.md:7", "solar:S1"),
            ("G1", "src/gpscore/solar.c:7", "solar:G1"),
            ("S9", "docs/formats.md:7", "gps:S9"),
        ],
    )
    def test_games(self, rule: str, where: str, expected: str) -> None:
        rules = {"gps:G1", "gps:R1", "solar:S1", "solar:R1"}
        assert told_apart(Citation((rule, where)), rules) == expected

    def test_words(self) -> None:
        found = cited_in_words("see (G4, R1)\nand (R14), not R5 or G6()", "w")
        assert found == [("G4", "w:1"), ("R1", "w:1"), ("R14", "w:2")]
