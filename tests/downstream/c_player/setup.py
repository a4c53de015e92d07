"""An extension module in plain C that plays with an installed gpscore."""

from setuptools import Extension, setup

import gpscore

setup(ext_modules=[Extension("c_player", ["c_player.c"], include_dirs=[gpscore.get_include()])])
