# Builds everything into $(BUILD); `make help` lists what there is to make.

CONFIG ?= release
BUILD ?= build
WERROR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# `make` at its own default of "cc" must not beat a CC from the environment.
ifeq ($(origin CC),default)
CC := gcc
endif

prefix ?= /usr/local
PREFIX ?= $(prefix)
bindir ?= $(PREFIX)/bin
libdir ?= $(PREFIX)/lib
includedir ?= $(PREFIX)/include
pkgconfigdir ?= $(libdir)/pkgconfig
INSTALL ?= install

release := -O2 -DNDEBUG
debug := -Og -g
asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
tsan := -O1 -g -fno-omit-frame-pointer -fsanitize=thread
ifeq ($(filter $(CONFIG),release debug asan tsan),)
$(error CONFIG must be release, debug, asan or tsan, got "$(CONFIG)")
endif

VERSION := $(shell sed -n 's/.*define CLD_VERSION "\(.*\)"/\1/p' lib/collide/collide.h)
SOVERSION := 0
out := $(BUILD)/$(CONFIG)

lib_sources := $(wildcard lib/*/*.c)
cli_sources := $(wildcard cli/*.c)
test_sources := $(wildcard tests/test_*.c tests/support/*.c)
public_headers := $(wildcard lib/collide/*.h)
objects_of = $(patsubst %.c,$(out)/%.o,$(1))

static_library := libcollide.a
shared_library := libcollide.so.$(VERSION)
products := $(static_library) $(shared_library) $(if $(cli_sources),collide)

# Asked only when a recipe needs it, then kept: `make deps` runs before there is a pkg-config to ask.
library_packages := libcjson qhull_r
test_packages := $(library_packages) criterion gmp
ask = $(eval $(1) := $(shell pkg-config $(2) || echo failed))$(if $(filter failed,$($(1))),\
    $(error pkg-config does not find all of "$(library_packages)"; `make deps` installs what is missing),$($(1)))
library_cflags = $(call ask,library_cflags,--cflags $(library_packages))
library_libs = $(call ask,library_libs,--libs $(library_packages))
test_cflags = $(call ask,test_cflags,--cflags $(test_packages))
test_libs = $(call ask,test_libs,--libs $(test_packages))

# Contraction to fused multiply-adds would make the answers differ between compilers and processors.
flags := -std=c17 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -Ilib -Wall -Wextra -Wpedantic -Wshadow \
    -Wstrict-prototypes -Wvla $(if $(WERROR),-Werror) $($(CONFIG)) $(CPPFLAGS) $(CFLAGS)
library_flags := $(flags) -Wconversion -fPIC -fno-semantic-interposition -fvisibility=hidden
test_flags := $(flags) -Itests
compile = $(CC) -MMD -MP -c -o $@ $<
link = $(CC) $($(CONFIG)) $(CFLAGS) $(LDFLAGS) -o $@

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all demo test deps deps-test install uninstall clean help FORCE

all: $(addprefix $(BUILD)/,$(products)) ## the command build/collide and the library beside it (default)

demo: deps ## install what is missing, build, and answer a pair
	@$(MAKE) --no-print-directory all
	$(BUILD)/collide samples/tetrahedron.json samples/cube.json
	$(BUILD)/collide --format text samples/tetrahedron.json samples/cube.json

test: deps-test ## install what is missing, build, and run every test
	@$(MAKE) --no-print-directory all $(out)/run-tests
	@status=0; \
	$(out)/run-tests --jobs $(JOBS) || status=1; \
	for script in $(wildcard tests/run-*); do \
	    COLLIDE=$(abspath $(BUILD)/collide) $$script || { echo "$$script failed" >&2; status=1; }; \
	done; \
	exit $$status

deps: ## install what building needs
	@CC='$(CC)' .ci/install-deps build

deps-test:
	@CC='$(CC)' .ci/install-deps build test

clean: ## remove all that was built
	rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18
	@echo
	@echo '  CONFIG=release|debug|asan|tsan, CC=gcc|clang, WERROR=1, BUILD=DIR, PREFIX=DIR, DESTDIR=DIR'

# What $(BUILD) shows is that of the configuration built last.
$(BUILD)/%: $(out)/% FORCE
	@ln -sfn $(CONFIG)/$* $@

$(BUILD)/$(shared_library): $(out)/$(shared_library) FORCE
	@ln -sfn $(CONFIG)/$(shared_library) $@
	@ln -sfn $(shared_library) $(BUILD)/libcollide.so.$(SOVERSION)
	@ln -sfn $(shared_library) $(BUILD)/libcollide.so

# The folders are among the prerequisites so that a file taken away is noticed too.
$(out)/$(static_library): $(call objects_of,$(lib_sources)) $(wildcard lib/*)
	rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

$(out)/$(shared_library): $(call objects_of,$(lib_sources)) $(wildcard lib/*)
	$(link) -shared -Wl,-soname,libcollide.so.$(SOVERSION) $(filter %.o,$^) $(library_libs) -lm

$(out)/collide: $(call objects_of,$(cli_sources)) $(out)/$(static_library) cli
	$(link) $(filter %.o %.a,$^) $(library_libs) -lm

$(out)/run-tests: $(call objects_of,$(test_sources)) $(out)/$(static_library) $(wildcard tests tests/support)
	$(link) $(filter %.o %.a,$^) $(test_libs) -lm

$(out)/tests/%.o: tests/%.c $(out)/flags
	@mkdir -p $(@D)
	$(compile) $(test_flags) $(test_cflags)

$(out)/%.o: %.c $(out)/flags
	@mkdir -p $(@D)
	$(compile) $(library_flags) $(library_cflags)

# Changes only when the compiler or its flags do, and then everything is compiled again.
$(out)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(library_flags)' | cmp -s - $@ || echo '$(CC) $(library_flags)' >$@

-include $(patsubst %.o,%.d,$(call objects_of,$(lib_sources) $(cli_sources) $(test_sources)))
