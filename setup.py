"""Build script: the C core and the Cython layer as one extension module.

Environment: ``CFLAGS`` and ``LDFLAGS`` have the last word, ``GPSCORE_ABI3=1`` builds for
the limited API of Python 3.12, and with ``SOURCE_DATE_EPOCH`` the same files make the same sdist
and the same wheel, byte for byte.
"""

import gzip
import os
import shlex
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ABI3 = os.environ.get("GPSCORE_ABI3") == "1"
MACROS: list[tuple[str, str | None]] = [("Py_LIMITED_API", "0x030C0000")] if ABI3 else []
if sys.platform == "win32" and sysconfig.get_config_var("Py_GIL_DISABLED"):
    # One set of headers serves both builds there, and nothing else tells which it is.
    MACROS += [("Py_GIL_DISABLED", "1")]
PUBLIC_HEADERS = sorted(Path("include/gpscore").glob("*.h"))


def paths(*patterns: str) -> list[str]:
    """Files that match, relative and with forward slashes, as setuptools wants them."""
    return sorted(path.as_posix() for pattern in patterns for path in Path().glob(pattern))


class BuildExt(build_ext):
    """Add the compiler flags once the compiler is known."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            flags = ["/O2", "/std:c11"]
        else:
            flags = ["-O3", "-std=c11", "-fvisibility=hidden", "-pthread"]
            # setuptools puts CFLAGS before these; once more after them, so that they override.
            flags += shlex.split(os.environ.get("CFLAGS", ""))
        for extension in self.extensions:
            extension.extra_compile_args += flags
            if sys.platform.startswith("linux"):
                extension.extra_link_args += ["-pthread"]
        super().build_extensions()


class BuildPy(build_py):
    """Copy the public headers into the package as gpscore/include/gpscore."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "gpscore", "include", "gpscore")
            target.mkdir(parents=True, exist_ok=True)
            for header in PUBLIC_HEADERS:
                shutil.copy2(header, target / header.name)


class Sdist(sdist):
    """Pack without what differs between machines: times, owners, the order of folders."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **who):
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar" or root_dir is not None:
            return super().make_archive(base_name, format, root_dir, base_dir, **who)

        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime = int(epoch)
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        archive = f"{base_name}.tar.gz"
        with (
            Path(archive).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for path in sorted([Path(base_dir), *Path(base_dir).rglob("*")]):
                tar.add(path, path.as_posix(), recursive=False, filter=plain)
        return archive


# One module holds the whole core: two would each have a core of their own.
core = Extension(
    "gpscore._core",
    ["python/gpscore/_core.pyx", *paths("src/gpscore/*.c", "src/gpscore/hosted/*.c")],
    include_dirs=["include", "src/gpscore"],
    # Without these, a changed header or included file would leave the old module in place.
    depends=paths(
        "include/gpscore/*.h",
        "src/gpscore/*.h",
        "src/gpscore/hosted/*.h",
        "python/gpscore/*.pxi",
        "python/gpscore/*.pxd",
    ),
    define_macros=MACROS,
    py_limited_api=ABI3,
)

setup(
    ext_modules=cythonize([core], include_path=["python"], build_dir="build/cython"),
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy, "sdist": Sdist},
    options={"bdist_wheel": {"py_limited_api": "cp312"}} if ABI3 else {},
)
