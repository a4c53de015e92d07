"""What all tests share: Hypothesis without time limits, Ctrl-C, and a line on what is tested."""

import os
import shutil
import signal

from hypothesis import settings

import gpscore

# A deadline would fail on a busy machine. Where a failure has to be the fault of the change that is
# tested, the examples are the same in every run.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# A shell that starts the tests in the background switches Ctrl-C off, for what the tests start too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    compilers = [name for name in ("cc", "c++") if shutil.which(name)]
    return f"gpscore {gpscore.__version__} from {gpscore.__file__}; {' and '.join(compilers)} found"
