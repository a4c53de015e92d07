"""An extension module in Cython that plays with an installed gpscore."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import gpscore

setup(
    ext_modules=cythonize(
        [Extension("cython_player", ["cython_player.pyx"], include_dirs=[gpscore.get_include()])]
    )
)
