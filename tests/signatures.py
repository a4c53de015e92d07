"""Compare the signature of every compiler that is here, for every target that runs here.

    python tests/signatures.py

Compilers: gcc, clang and ``zig cc`` (a zig on PATH, or the package ziglang of this interpreter),
the last for every target in ``TARGETS``, among them one that is big-endian and two of 32 bits. A
target that nothing runs here (an emulator is qemu-user, for WebAssembly node) is compiled all the
same; warnings are errors. A compiler that is not here is named and left out. Exit status: 1 when
something does not compile, when a signature is not that of ``tests/data/signature.txt``, or when
there is no compiler at all.
"""

import importlib.util
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [ROOT / "tests" / "c" / "signature.c", *sorted((ROOT / "src" / "gpscore").glob("*.c"))]
INCLUDES = [f"-I{ROOT / folder}" for folder in ("include", "src/gpscore")]
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", *INCLUDES]
WASI = """
const { WASI } = require("wasi"), wasi = new WASI({ version: "preview1" });
WebAssembly.instantiate(require("fs").readFileSync(process.argv[1]), wasi.getImportObject())
    .then(({ instance }) => wasi.start(instance));
"""
# Targets of zig, and what runs them here; None for those that nothing runs.
TARGETS: dict[str, list[str] | None] = {
    "x86_64-linux-gnu": [],
    "x86_64-linux-musl": [],
    "x86-linux-musl": [],
    "aarch64-linux-gnu": None,
    "aarch64-linux-musl": ["qemu-aarch64"],
    "riscv64-linux-musl": ["qemu-riscv64"],
    "arm-linux-musleabihf": ["qemu-arm"],
    "s390x-linux-musl": ["qemu-s390x"],
    "wasm32-wasi": ["node", "--no-warnings", "-e", WASI],
    "x86_64-macos": None,
    "aarch64-macos": None,
    "x86_64-windows-gnu": None,
    "aarch64-windows-gnu": None,
}


class Build(NamedTuple):
    """A compiler with its options, and the command that runs what it makes, if there is one."""

    name: str
    compiler: list[str]
    runner: list[str] | None


def builds() -> Iterator[Build]:
    """All that can be built here; what cannot is named."""
    for name in ("gcc", "clang"):
        if shutil.which(name):
            for level in ("-O0", "-O2", "-O3 -march=native"):
                yield Build(f"{name} {level}", [name, *level.split()], [])
        else:
            print(f"{name}: not here")
    if shutil.which("zig"):
        zig = ["zig"]
    elif importlib.util.find_spec("ziglang"):
        zig = [sys.executable, "-m", "ziglang"]
    else:
        print("zig: not here (pip install ziglang)")
        return
    for target, runner in TARGETS.items():
        command = [*zig, "cc", "-O2", "-target", target]
        here = runner is not None and (not runner or shutil.which(runner[0]))
        yield Build(f"zig {target}", command, runner if here else None)


def run(command: list[str | Path]) -> str:
    """What a command prints; RuntimeError with what it said when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    pinned = (ROOT / "tests" / "data" / "signature.txt").read_text(encoding="ascii").splitlines()
    parts, whole = pinned[:-1], pinned[-1].split()[0]
    wrong = compared = compiled = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "signature")
        for build in builds():
            try:
                run([*build.compiler, *FLAGS, *SOURCES, "-o", program])
                compiled += 1
                if build.runner is None:
                    print(f"{build.name}: compiled; nothing here runs it", flush=True)
                    continue
                lines = run([*build.runner, program]).splitlines()
            except RuntimeError as failure:
                print(f"{build.name}: failed\n{failure}")
                wrong += 1
                continue
            compared += 1
            told = [line for line in lines if " signature, " in line]
            differ = [line for line in lines if line not in parts and line.split()[0] != whole]
            kernels = ", ".join(line.rpartition(" ")[2] for line in told)
            print(f"{build.name}: {'differs' if differ else whole} ({kernels})", flush=True)
            for line in differ:
                print(f"  {line}")
            wrong += bool(differ) or not told
    print(f"{compiled} builds without a warning, {compared} compared with {whole}, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
