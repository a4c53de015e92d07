# gpscore: build, test, measure. `make help` lists the targets.
#
# Needs GNU make, a C11 compiler and Python 3.11 or newer with its headers; the rest goes into .venv. Every
# step leaves a stamp there when it has succeeded, so an interrupted one is simply done again.

PYTHON ?= python3
# For the C tests; empty for a compiler that has no sanitizers.
SANITIZERS ?= address,undefined
PYTEST_ARGS ?=
# Processes for the Python tests.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

WARNINGS := -Wall -Wextra -Werror
INCLUDES := -Iinclude -Isrc/gpscore
CORE := $(sort $(wildcard src/gpscore/*.c))
HOSTED := $(sort $(wildcard src/gpscore/hosted/*.c))
PACKAGE := setup.py pyproject.toml MANIFEST.in LICENSE $(wildcard README.md) $(sort $(shell \
    find include src python -type f \( -name '*.[ch]' -o -name '*.py' -o -name '*.py[xi]' -o -name '*.px[di]' \
    -o -name '*.schema.json' -o -name '*.html' -o -name py.typed \)))

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	    while IFS='|' read -r target text; do printf '  make %-16s %s\n' "$$target" "$$text"; done

# ---- The environment --------------------------------------------------------------------------------------

# Scripts in a virtual environment hold its path, so one that was copied or moved here belongs elsewhere; and
# one of another Python than the one that is named does not do either.
NAMED := $(if $(filter-out file,$(origin PYTHON)),$(PYTHON))
ifneq ($(shell grep -sqxF 'path $(CURDIR)' $(STAMP)-venv && \
    grep -qxF $(if $(NAMED),'python $(NAMED)',-e '') $(STAMP)-venv && echo right),right)
$(STAMP)-venv: FORCE
endif

.PHONY: FORCE
FORCE:

$(STAMP)-venv:
	@command -v $(PYTHON) >/dev/null || { echo "error: '$(PYTHON)' is not there. Install Python 3.11" \
	    "or newer, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c "$$CHECK_PYTHON"
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@$(PIP) install 'pip>=25.1'
	@$(PIP) install --group build
	@printf '%s\n' 'path $(CURDIR)' 'python $(PYTHON)' '' > $@

define CHECK_PYTHON
import importlib.util, os, pathlib, shlex, shutil, sys, sysconfig
def stop(*lines):
    sys.exit("error: " + "\n       ".join(lines))
if sys.version_info < (3, 11):
    stop(f"{sys.executable} is Python {sys.version.split()[0]}; gpscore needs 3.11 or newer.",
         "Name another one: make PYTHON=/path/to/python3")
if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
    stop(f"{sys.executable} cannot make virtual environments.",
         "On Debian and Ubuntu: apt install python3-venv")
header = pathlib.Path(sysconfig.get_path("include"), "Python.h")
if not header.is_file():
    stop(f"the headers of {sys.executable} are missing ({header}).",
         "On Debian and Ubuntu: apt install python3-dev; on Fedora: dnf install python3-devel")
for compiler in (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc", "$(CC)"):
    if not shutil.which(shlex.split(compiler)[0]):
        stop(f"there is no C compiler '{compiler}'.",
             "On Debian and Ubuntu: apt install build-essential; on macOS: xcode-select --install",
             "Or name one: make CC=/path/to/cc")
endef
export CHECK_PYTHON

# Rewritten only when a file comes or goes, which a time stamp on the files would not show.
$(STAMP)-files: $(STAMP)-venv FORCE
	@echo '$(PACKAGE)' | cmp -s - $@ || echo '$(PACKAGE)' > $@

# Not editable: what is used and tested is the installed package. build/lib is removed since setuptools would
# install again what an earlier build left there.
$(STAMP)-install: $(STAMP)-venv $(STAMP)-files $(PACKAGE)
	@echo "building and installing gpscore into $(VENV)"
	@rm -rf build/lib*
	@$(PIP) install --no-build-isolation '.[cli]'
	@touch $@

$(STAMP)-test: $(STAMP)-install pyproject.toml
	@$(PIP) install --group test
	@touch $@

$(STAMP)-lint: $(STAMP)-install pyproject.toml
	@$(PIP) install --group lint
	@touch $@

.PHONY: demo install
install: $(STAMP)-install ## the package and its command in .venv
demo: $(STAMP)-install ## a game of each kind, played and shown in the terminal
	@$(BIN)/gpscore demo

# ---- Tests ------------------------------------------------------------------------------------------------

.PHONY: test test-c test-python
test: test-c test-python ## everything that has to hold

test-python: $(STAMP)-test ## the Python tests, against the installed package
	$(BIN)/python -m pytest -p no:benchmark -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

C_BUILD := build/c
C_TESTS := $(patsubst tests/c/%.c,$(C_BUILD)/%,$(sort $(wildcard tests/c/test_*.c)))
C_OBJECTS := $(patsubst src/gpscore/%.c,$(C_BUILD)/core/%.o,$(CORE) $(HOSTED))
C_DEPENDS = -MMD -MP -MF $@.d -MT $@
C_FLAGS = -std=c11 -g -O1 -pthread $(WARNINGS) $(INCLUDES) $(SANITIZE) $(CFLAGS)
SANITIZE = $(if $(SANITIZERS),-fsanitize=$(SANITIZERS) -fno-sanitize-recover=all -fno-omit-frame-pointer)

test-c: $(C_BUILD)/.flags $(C_TESTS) ## the C tests, with sanitizers
	@failed=; for test in $(C_TESTS); do \
	    if ASAN_OPTIONS=detect_leaks=0 $$test; then echo "ok   $$test"; \
	    else echo "FAIL $$test"; failed="$$failed $$test"; fi; \
	done; [ -z "$$failed" ] || { echo "error: failed:$$failed" >&2; exit 1; }

# The flags are part of what the objects are made from. Rewritten only when they change.
$(C_BUILD)/.flags: FORCE
	@mkdir -p $(C_BUILD)/core/hosted
	@echo '$(CC) $(C_FLAGS) $(LDFLAGS)' | cmp -s - $@ || { \
	    echo 'int main(void) { return 0; }' > $(C_BUILD)/probe.c; \
	    $(CC) $(C_FLAGS) $(LDFLAGS) $(C_BUILD)/probe.c -o $(C_BUILD)/probe || { \
	        echo "error: $(CC) cannot build with $(SANITIZE)." >&2; \
	        echo "       Without sanitizers: make $(MAKECMDGOALS) SANITIZERS=" >&2; exit 1; }; \
	    echo '$(CC) $(C_FLAGS) $(LDFLAGS)' > $@; }

.SECONDARY: $(C_OBJECTS)
$(C_BUILD)/core/%.o: src/gpscore/%.c $(C_BUILD)/.flags
	@echo "cc   $<"
	@$(CC) $(C_FLAGS) $(C_DEPENDS) -c $< -o $@

$(C_BUILD)/test_%: tests/c/test_%.c $(C_OBJECTS) $(C_BUILD)/.flags
	@echo "cc   $<"
	@$(CC) $(C_FLAGS) $(C_DEPENDS) $(LDFLAGS) $< $(C_OBJECTS) -o $@

-include $(wildcard $(C_BUILD)/*.d $(C_BUILD)/core/*.d $(C_BUILD)/core/hosted/*.d)

# What else compilers and processors make of it; qemu-user, where it is installed, runs other processors.
$(STAMP)-compilers: $(STAMP)-venv pyproject.toml
	@$(PIP) install --group compilers
	@touch $@

.PHONY: signature
signature: $(STAMP)-compilers ## the signature by every compiler and processor that is here
	$(BIN)/python tests/signatures.py

# The Python tests on a build with sanitizers, which lies beside the normal one and goes before it.
SANITIZED := build/sanitize
SANITIZED_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1

# It limits the address space, of which the address sanitizer itself reserves terabytes.
UNSANITIZED := --deselect tests/python/test_api.py::test_no_memory_leaves_the_state_as_it_was

# The C tests of threads, with the sanitizer for races, which does not go together with the others.
.PHONY: tsan
tsan: ## the C tests of threads with the thread sanitizer
	@$(MAKE) --no-print-directory C_BUILD=build/tsan SANITIZERS=thread build/tsan/test_threads build/tsan/test_pool
	build/tsan/test_threads
	build/tsan/test_pool

.PHONY: sanitize
sanitize: $(SANITIZED)/.stamp ## the Python tests on a build with sanitizers (Linux)
	PYTHONPATH=$(SANITIZED)/lib PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
	    UBSAN_OPTIONS=print_stacktrace=1 \
	    LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	    $(BIN)/python -m pytest $(UNSANITIZED) $(PYTEST_ARGS)

$(SANITIZED)/.stamp: $(STAMP)-test $(PACKAGE)
	@rm -rf $(SANITIZED)
	CFLAGS="$(SANITIZED_FLAGS) $(CFLAGS)" LDFLAGS="$(SANITIZED_FLAGS) $(LDFLAGS)" $(BIN)/python setup.py \
	    --quiet build --build-base $(SANITIZED)/build --build-lib $(SANITIZED)/lib
	@touch $@

# ---- The core without Python ------------------------------------------------------------------------------

LIB := build/lib
PREFIX ?= /usr/local
LIB_FLAGS = -std=c11 -O3 -fPIC -ffunction-sections -fdata-sections $(WARNINGS) $(INCLUDES) $(DEFINES) \
    $(patsubst gps,-DGPSCORE_NO_GPS,$(patsubst solar,-DGPSCORE_NO_SOLAR,$(NO_GAMES))) $(CFLAGS)
VERSION := $(shell sed -n 's/^.define GPSCORE_VERSION_STRING "\(.*\)"/\1/p' include/gpscore/gpscore.h)
ABI := $(shell sed -n 's/^.define GPSCORE_ABI \([0-9]*\)$$/\1/p' include/gpscore/gpscore.h)
ifeq ($(shell uname -s),Darwin)
SHARED := .dylib
SONAME = -Wl,-install_name,@rpath/libgpscore.$(ABI).dylib -Wl,-exported_symbols_list,$(LIB)/exports
EXPORT = s/.*/_&/p
else
SHARED := .so
SONAME = -Wl,-soname,libgpscore.so.$(ABI) -Wl,--version-script,$(LIB)/exports -Wl,--gc-sections
EXPORT = s/.*/    &;/p
endif
# make lib GAMES=gps, or GAMES=solar: a library of one game.
GAMES ?= gps solar
NO_GAMES = $(filter-out $(GAMES),gps solar)
LIB_CORE = $(filter-out $(foreach game,$(NO_GAMES),src/gpscore/$(game)%) $(if $(NO_GAMES),%/signature.c),$(CORE))
LIB_OBJECTS = $(patsubst src/gpscore/%.c,$(LIB)/obj/%.o,$(LIB_CORE))

.PHONY: lib install-lib amalgamation
lib: $(LIB)/libgpscore.a $(LIB)/libgpscore$(SHARED) $(LIB)/gpscore.pc ## the core as a C library, in build/lib (DEFINES=-D... for options)

$(LIB)/.flags: FORCE
	@mkdir -p $(LIB)/obj
	@echo '$(CC) $(LIB_FLAGS) $(LDFLAGS) $(LIB_CORE)' | cmp -s - $@ || echo '$(CC) $(LIB_FLAGS) $(LDFLAGS) $(LIB_CORE)' > $@

$(LIB)/obj/%.o: src/gpscore/%.c $(LIB)/.flags
	@echo "cc   $<"
	@$(CC) $(LIB_FLAGS) $(C_DEPENDS) -c $< -o $@

-include $(wildcard $(LIB)/obj/*.d)

$(LIB)/libgpscore.a: $(LIB_OBJECTS) $(LIB)/.flags
	@rm -f $@
	@$(AR) rcs $@ $(LIB_OBJECTS)

# The functions that the headers declare, which is what capi.h and capi_unstable.h list.
$(LIB)/exports: include/gpscore/capi.h include/gpscore/capi_unstable.h $(LIB)/.flags
	@names=$$(sed -n 's/^    X(.*, \([a-z_0-9]*\), (.*/\1/p' $(filter %.h,$^); echo gps_game; echo solar_game); \
	    { [ "$(SHARED)" = .dylib ] || echo '{ global:'; \
	      printf '%s\n' $$names | sed -n '$(EXPORT)'; \
	      [ "$(SHARED)" = .dylib ] || echo '  local: *; };'; } > $@

$(LIB)/libgpscore$(SHARED): $(LIB_OBJECTS) $(LIB)/exports
	@$(CC) -shared $(SONAME) $(LDFLAGS) $(LIB_OBJECTS) -o $@

$(LIB)/gpscore.pc: src/lib/*.in $(LIB)/.flags
	@for file in src/lib/*.in; do sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@SHARED@|$(SHARED)|' \
	    -e 's|@MAJOR_MINOR@|$(basename $(VERSION))|' $$file > $(LIB)/$$(basename $$file .in); done

install-lib: lib ## the library, headers, pkg-config file and CMake package, below PREFIX
	install -d '$(DESTDIR)$(PREFIX)/include/gpscore' '$(DESTDIR)$(PREFIX)/lib/pkgconfig' \
	    '$(DESTDIR)$(PREFIX)/lib/cmake/gpscore'
	install -m 644 include/gpscore/*.h '$(DESTDIR)$(PREFIX)/include/gpscore'
	install -m 644 $(LIB)/libgpscore.a '$(DESTDIR)$(PREFIX)/lib'
	install -m 755 $(LIB)/libgpscore$(SHARED) '$(DESTDIR)$(PREFIX)/lib/$(SONAME_FILE)'
	ln -sf '$(SONAME_FILE)' '$(DESTDIR)$(PREFIX)/lib/libgpscore$(SHARED)'
	sed 's|^prefix=.*|prefix=$(PREFIX)|' $(LIB)/gpscore.pc > '$(DESTDIR)$(PREFIX)/lib/pkgconfig/gpscore.pc'
	install -m 644 $(LIB)/gpscoreConfig.cmake $(LIB)/gpscoreConfigVersion.cmake \
	    '$(DESTDIR)$(PREFIX)/lib/cmake/gpscore'

SONAME_FILE = $(if $(filter .dylib,$(SHARED)),libgpscore.$(ABI).dylib,libgpscore.so.$(ABI))

amalgamation: ## the core as two files, gpscore.c and gpscore.h, in build/amalgamation
	@$(PYTHON) src/tools/amalgamate.py build/amalgamation
	@ls -l build/amalgamation

.PHONY: wheels
wheels: $(STAMP)-venv ## sdist and wheels for each Python here, audited and tested where there are no sources
	$(BIN)/python src/tools/wheels.py $(addprefix --python ,$(PYTHONS))

# ---- Measuring --------------------------------------------------------------------------------------------

.PHONY: bench bench-downstream bench-peers bench-sizes
bench: $(STAMP)-test ## speed: the C core, then the Python layer
	$(BIN)/python bench/micro.py
	$(BIN)/python -m pytest bench --benchmark-only --benchmark-quiet $(PYTEST_ARGS)

bench-downstream: $(STAMP)-test ## loops of other programs (Cython, C, cffi, numba) beside the engine's own
	$(BIN)/python bench/downstream.py

bench-sizes: $(STAMP)-venv ## bytes of the library, and what each option saves
	$(BIN)/python bench/sizes.py

# Makes environments of its own under build/peers, for each Python that the peers need.
bench-peers: $(STAMP)-venv ## speed beside other engines from PyPI, for the README
	$(BIN)/python bench/peers/run.py --readme

# ---- Style ------------------------------------------------------------------------------------------------

C_STYLED := $(sort $(wildcard include/gpscore/*.h src/gpscore/*.[ch] src/gpscore/hosted/*.[ch] tests/c/*.[ch] \
    bench/*.[ch]))
PY_STYLED := setup.py python src tests bench examples

.PHONY: lint format
lint: $(STAMP)-lint ## style and types
	$(BIN)/ruff check $(PY_STYLED)
	$(BIN)/ruff format --check $(PY_STYLED)
	$(BIN)/clang-format --dry-run -Werror $(C_STYLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint python
	$(BIN)/codespell
	$(BIN)/mypy
	$(BIN)/mypy $(sort $(wildcard bench/*.py bench/peers/*.py))
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m mypy.stubtest gpscore._core

format: $(STAMP)-lint ## put C and Python into shape
	$(BIN)/ruff check --fix $(PY_STYLED)
	$(BIN)/ruff format $(PY_STYLED)
	$(BIN)/clang-format -i $(C_STYLED)

.PHONY: clean
clean: ## remove everything that make made, .venv too
	rm -rf $(VENV) build dist python/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find python tests bench -type d \( -name __pycache__ -o -name '.*_cache' \) -prune -exec rm -rf {} +
