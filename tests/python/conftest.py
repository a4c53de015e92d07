"""What all tests share: Hypothesis without time limits, and a line on what is tested with what."""

import os
import shutil

from hypothesis import settings

import gpscore

# A deadline would fail on a busy machine. Where a failure has to be the fault of the change that is
# tested, the examples are the same in every run.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_report_header() -> str:
    compilers = [name for name in ("cc", "c++") if shutil.which(name)]
    return f"gpscore {gpscore.__version__} from {gpscore.__file__}; {' and '.join(compilers)} found"
