# Builds everything into $(BUILD); `make help` lists what there is to make.

CONFIG ?= release
BUILD ?= build
# Targets have no blanks in their names, but the folder of all this may. `make clean` removes all of $(BUILD).
ifneq ($(word 2,$(BUILD))$(findstring <<<$(abspath $(BUILD))/,<<<$(CURDIR)/),)
$(error BUILD=$(BUILD): a folder of its own is wanted, without a blank in its name)
endif
# One name for one folder: what files depend on is noted by their names.
override BUILD := $(subst <<<,,$(subst <<<$(CURDIR)/,,<<<$(abspath $(BUILD))))
ifneq ($(filter $(addsuffix /%,cli lib schemas samples tests .ci .debian .git),$(BUILD)/),)
$(error BUILD=$(BUILD): a folder of its own is wanted, without sources in it)
endif
FUZZ_TIME ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# The answers are the same; what clang makes of the scans is faster (README.md, at CONFIG).
ifeq ($(origin CC),default)
CC := $(firstword $(foreach compiler,clang gcc,$(if $(shell command -v $(compiler) 2>/dev/null),$(compiler))) clang)
endif

prefix ?= /usr/local
PREFIX ?= $(prefix)
bindir ?= $(PREFIX)/bin
libdir ?= $(PREFIX)/lib
includedir ?= $(PREFIX)/include
pkgconfigdir ?= $(libdir)/pkgconfig
datarootdir ?= $(PREFIX)/share
mandir ?= $(datarootdir)/man
bashcompletiondir ?= $(datarootdir)/bash-completion/completions
zshcompletiondir ?= $(datarootdir)/zsh/site-functions
fishcompletiondir ?= $(datarootdir)/fish/vendor_completions.d
INSTALL ?= install

release := -O3 -DNDEBUG
debug := -Og -g
asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
coverage := -O1 -g --coverage -fprofile-update=atomic
tsan := -O1 -g -fno-omit-frame-pointer -fsanitize=thread
fuzz := $(asan) -fsanitize=fuzzer-no-link
ifeq ($(filter $(CONFIG),release debug asan tsan coverage fuzz),)
$(error CONFIG must be release, debug, asan, tsan, coverage or fuzz, got "$(CONFIG)")
endif

VERSION := $(shell sed -n 's/.*define CLD_VERSION "\(.*\)"/\1/p' lib/collide/collide.h)
SOVERSION := 0
out := $(BUILD)/$(CONFIG)

lib_sources := $(wildcard lib/*/*.c)
# Documents, maps and reports are the command's: no public header offers them, and what is installed does without.
public_sources := $(filter-out $(wildcard lib/json/*.c lib/map/*.c lib/report/*.c),$(lib_sources))
cli_sources := $(wildcard cli/*.c)
program_sources := $(wildcard cli/*/*.c)
manual_sources := $(wildcard cli/manual/*.c)
support_sources := $(wildcard tests/support/*.c)
test_sources := $(wildcard tests/test_*.c) $(support_sources)
# What of drawing needs no cairo.
scene_sources := $(addprefix cli/draw/,body.c difference.c layer.c paint.c picture.c shadow.c steps.c tessellate.c view.c)
soak_sources := tests/soak/soak.c $(support_sources)
fuzz_targets := read documents pair batch
fuzz_sources := $(wildcard tests/fuzz/*.c)
bench_sources := $(addprefix tests/bench/,bench.cpp costs.cpp heap.cpp pairs.cpp peer_collide.cpp world.cpp)
public_headers := $(wildcard lib/collide/*.h)
schemas := $(sort $(wildcard schemas/*.schema.json))
all_code := $(wildcard lib/*/*.[ch] cli/*.[ch] cli/*/*.[ch] cli/draw/viewer/*.js tests/*.[ch] tests/*/*.[ch] tests/*/*.cpp)
scripts = $(shell grep -lE '^\#!.*\b(ba)?sh$$' .ci/* $(wildcard tests/run-*) tests/lint/* tests/fuzz/run cli/embed.sh cli/draw/make-page.sh)

# Criterion does not start under the thread sanitizer: its own memory lies where the sanitizer wants its shadow.
runner := $(if $(filter tsan,$(CONFIG)),,$(out)/run-tests)

objects_of = $(patsubst %.c,$(out)/%.o,$(1))
objects := $(call objects_of,$(lib_sources) $(cli_sources) $(program_sources) $(test_sources) tests/soak/soak.c tests/bench/scene.c tests/bench/records.c $(fuzz_sources) $(wildcard tests/faults/*.c))

# What the command and the tests are linked with, and the part of it that is installed.
whole_library := libwhole.a
static_library := libcollide.a
shared_library := libcollide.so.$(VERSION)
# What needs further libraries is a program of its own in a folder of its own, which the command becomes when asked for it.
programs := collide $(patsubst cli/%/main.c,collide-%,$(wildcard cli/*/main.c))
pages := $(patsubst cli/manual/%.mdoc,manual/%.1,$(wildcard cli/manual/*.mdoc))
completions := $(addprefix completions/,collide _collide collide.fish)
products := $(static_library) $(shared_library) $(programs)

# Asked only when a recipe needs it, then kept: `make deps` runs before there is a pkg-config to ask.
library_packages := libcjson
test_packages := $(library_packages) criterion gmp qhull_r
bench_packages := $(library_packages) qhull_r
ask = $(eval $(1) := $(shell pkg-config $(2) || echo failed))$(if $(filter failed,$($(1))),\
    $(error "pkg-config $(2)" failed; `make deps` installs what building needs),$($(1)))
library_cflags = $(call ask,library_cflags,--cflags $(library_packages))
library_libs = $(call ask,library_libs,--libs $(library_packages))
packages_of_draw := cairo
defines_of_draw := -DCLI_VIEWER='"$(out)/viewer.html"'
# Where Debian's libjs-three puts it.
THREE ?= /usr/share/javascript/three
packages_of_import := assimp expat
program_cflags = $(call ask,$(1)_cflags,--cflags $(packages_of_$(1)))
program_libs = $(call ask,$(1)_libs,--libs $(packages_of_$(1)))
test_cflags = $(call ask,test_cflags,--cflags $(test_packages))
test_libs = $(call ask,test_libs,--libs $(test_packages))
bench_libs = $(call ask,bench_libs,--libs $(bench_packages))

# The benchmark compares with whichever of these is installed. Bullet has two builds, of which we want the double one.
peers = $(foreach p,ccd bullet-float64 fcl,$(if $(shell pkg-config --exists $(p) 2>/dev/null && echo yes),$(p)))
peer_names = $(patsubst ccd,libccd,$(patsubst bullet%,bullet,$(peers)))
peer_cflags = $(patsubst -I%,-isystem %,$(if $(peers),$(shell pkg-config --cflags $(peers)))) \
    $(foreach p,$(peer_names),-DHAVE_$(shell echo $(p) | tr a-z A-Z))
bench_objects = $(patsubst %.cpp,$(out)/%.o,$(bench_sources) $(peer_names:%=tests/bench/peer_%.cpp))

# Contraction to fused multiply-adds would make the answers differ between compilers and processors.
flags := -std=c17 -D_XOPEN_SOURCE=700 -ffp-contract=off -fno-math-errno -Ilib -Wall -Wextra -Wpedantic -Wshadow \
    -Wstrict-prototypes -Wvla $(if $(WERROR),-Werror) $($(CONFIG)) $(CPPFLAGS) $(CFLAGS)
library_flags := $(flags) -Wconversion -fPIC -fno-semantic-interposition -fvisibility=hidden
test_flags := $(flags) -Itests -Icli
say = $(if $(V),,@echo '  $(1) $@';)
compile = $(call say,CC) $(CC) -MMD -MP -c -o $@ $<
tidy = $(call say,TIDY) clang-tidy --quiet $< -- $(1) >$@ 2>&1 || { cat $@; false; }
compile_bench = $(CXX) -O3 -Ilib -Wall -Wextra -Wshadow $(if $(WERROR),-Werror) $(CPPFLAGS) $(peer_cflags) -std=c++17 \
    $(CXXFLAGS)
link = $(call say,LD) $(CC) $($(CONFIG)) $(CFLAGS) $(LDFLAGS) -o $@
system_libs := -pthread -lm

lints := lint-format lint-rooms lint-scripts lint-cppcheck lint-tidy

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all build-tests demo test coverage sanitize fuzz soak same bench bench-peers bench-scene bench-batch bench-page lint $(lints) pictures format deps deps-test deps-bench deps-lint install uninstall dist deb clean help FORCE

# For targets that build only after they have installed what building needs.
build_now = +@$(MAKE) $(if $(V),,--silent) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

all: $(addprefix $(BUILD)/,$(products)) $(addprefix $(out)/,$(pages) $(completions)) ## the command build/collide and the library beside it (default)

build-tests: all $(runner) $(addprefix $(out)/replay-,$(fuzz_targets))

demo: deps ## install what is missing, build, and answer a pair
	$(build_now) all
	$(BUILD)/collide samples/tetrahedron.json samples/cube.json
	$(BUILD)/collide --format text samples/tetrahedron.json samples/cube.json

test: deps-test ## install what is missing, build, and run every test
	$(build_now) build-tests
	@status=0; \
	$(if $(runner),[ -n "$$($(runner) --list)" ] && $(runner) --jobs $(JOBS) || { echo 'the unit tests failed' >&2; status=1; };) \
	export COLLIDE='$(abspath $(BUILD)/collide)' BUILD=$(BUILD) CONFIG=$(CONFIG) CC='$(CC)'; \
	for script in $(wildcard tests/run-*); do \
	    $$script || { echo "$$script failed" >&2; status=1; }; \
	done; \
	exit $$status

coverage: CC := gcc
coverage: ## what the tests reach of lib/ and cli/; fails below 95 % of lines
	@CC='$(CC)' .ci/install-deps build test coverage
	$(build_now) CONFIG=coverage CC='$(CC)' build-tests
	BUILD=$(BUILD) CC='$(CC)' .ci/coverage

sanitize: ## every test under the sanitizers of addresses, undefined behaviour, leaks and threads, and what is short under valgrind
	@CC='$(CC)' .ci/install-deps build test sanitize
	BUILD=$(BUILD) .ci/sanitize

fuzz: ## try hostile input for FUZZ_TIME seconds each: documents, pairs, streams
	@CC=clang .ci/install-deps build test fuzz
	+@$(MAKE) --no-print-directory CONFIG=fuzz CC=clang $(addprefix $(BUILD)/fuzz/fuzz-,$(fuzz_targets))
	BUILD=$(BUILD) FUZZ_TIME=$(FUZZ_TIME) tests/fuzz/run $(fuzz_targets)

soak: deps-test ## build/soak: random pairs against exact arithmetic, for as long as it is given
	$(build_now) $(BUILD)/soak

same: ## compare answers between compilers, optimisation levels and processors
	@CC='$(CC)' .ci/install-deps build same
	BUILD=$(BUILD) tests/same/run

bench: deps-bench ## build/bench, run: how fast the answers are, beside what peers are installed
	$(build_now) $(BUILD)/bench
	$(BUILD)/bench

bench-peers: ## the same with libccd, FCL and Bullet, which it installs
	@CC='$(CC)' .ci/install-deps peers
	+@$(MAKE) --no-print-directory bench

bench-scene: deps-test ## how the check of a scene grows with its objects
	$(build_now) $(BUILD)/bench-scene
	$(BUILD)/bench-scene

bench-batch: deps ## how fast records are answered, beside cJSON, which only parses them
	$(build_now) all $(BUILD)/bench-batch
	$(BUILD)/bench-batch $(BUILD)/collide

lint: deps-lint ## check format, code, scripts, and who includes whom
	$(build_now) --keep-going $(lints)

lint-format:
	clang-format --dry-run -Werror $(all_code)

lint-rooms: $(out)/$(whole_library)
	tests/lint/rooms
	tests/lint/globals $<
	tests/lint/libm $<

lint-scripts:
	shellcheck $(scripts)

# An unknown macro is one of a foreign header; cppcheck reads ours only. Vectors are indexed from their first component.
lint-cppcheck:
	cppcheck --quiet --std=c11 --library=posix --enable=warning,performance,portability --inline-suppr \
	    --suppress=unknownMacro --suppress=objectIndex --error-exitcode=1 -Ilib -Icli $(lib_sources) $(cli_sources) $(program_sources)

lint-tidy: $(objects:.o=.tidy)

bench-page: deps-test ## how fluid the page of a large level is, in a browser without a graphics card
	$(build_now) all
	COLLIDE=$(BUILD)/collide tests/browser/measure.py

pictures: deps-test ## draw the pictures of README.md anew
	$(build_now) all
	COLLIDE=$(BUILD)/collide tests/run-draw --renew
	COLLIDE=$(BUILD)/collide tests/run-browser --renew

format: deps-lint ## put all code into the house's form
	clang-format -i $(all_code)

deps: ## install what building needs
	@CC='$(CC)' .ci/install-deps build

deps-test:
	@CC='$(CC)' .ci/install-deps build test

deps-bench:
	@CC='$(CC)' .ci/install-deps build bench

deps-lint:
	@CC='$(CC)' .ci/install-deps build test lint

# A word of the shell, whatever is in it.
quote = '$(subst ','\'',$(1))'
in_root = $(call quote,$(DESTDIR)$(1))
# What collide.pc says of a folder below PREFIX; the word-wise functions of make would lose its spaces.
below_prefix = $(subst <<<,,$(subst <<<$(PREFIX)/,$${prefix}/,<<<$(1)))

# Whatever the umask: what is installed is for everybody to read.
install: all ## install the command, its manual and completions, the library and its headers below $(DESTDIR)$(PREFIX)
	$(INSTALL) -d -m 755 $(call in_root,$(bindir)) $(call in_root,$(libdir)) $(call in_root,$(pkgconfigdir)) \
	    $(call in_root,$(includedir)/collide) $(call in_root,$(mandir)/man1) $(call in_root,$(bashcompletiondir)) \
	    $(call in_root,$(zshcompletiondir)) $(call in_root,$(fishcompletiondir))
	$(INSTALL) -m 755 $(programs:%=$(out)/%) $(call in_root,$(bindir))/
	$(INSTALL) -m 644 $(out)/$(static_library) $(call in_root,$(libdir))/
	$(INSTALL) -m 755 $(out)/$(shared_library) $(call in_root,$(libdir))/
	ln -sfn $(shared_library) $(call in_root,$(libdir))/libcollide.so.$(SOVERSION)
	ln -sfn $(shared_library) $(call in_root,$(libdir))/libcollide.so
	$(INSTALL) -m 644 $(public_headers) $(call in_root,$(includedir))/collide/
	printf '%s\n' $(call quote,prefix=$(PREFIX)) $(call quote,includedir=$(call below_prefix,$(includedir))) \
	    $(call quote,libdir=$(call below_prefix,$(libdir))) '' 'Name: collide' \
	    'Description: How two convex shapes collide, exactly' 'Version: $(VERSION)' \
	    'Libs: -L"$${libdir}" -lcollide' 'Libs.private: $(system_libs)' \
	    'Cflags: -I"$${includedir}"' >$(out)/collide.pc
	$(INSTALL) -m 644 $(out)/collide.pc $(call in_root,$(pkgconfigdir))/
	$(INSTALL) -m 644 $(pages:%=$(out)/%) $(call in_root,$(mandir))/man1/
	$(INSTALL) -m 644 $(out)/completions/collide $(call in_root,$(bashcompletiondir))/
	$(INSTALL) -m 644 $(out)/completions/_collide $(call in_root,$(zshcompletiondir))/
	$(INSTALL) -m 644 $(out)/completions/collide.fish $(call in_root,$(fishcompletiondir))/

# Folders that only programs with completions have go too, once they are empty.
uninstall: ## remove what install put there
	rm -f $(foreach p,$(programs),$(call in_root,$(bindir)/$(p))) $(call in_root,$(pkgconfigdir)/collide.pc) \
	    $(foreach l,$(static_library) $(shared_library) libcollide.so.$(SOVERSION) libcollide.so,$(call in_root,$(libdir)/$(l))) \
	    $(foreach h,$(public_headers:lib/%=%),$(call in_root,$(includedir)/$(h))) \
	    $(foreach p,$(pages:manual/%=%),$(call in_root,$(mandir)/man1/$(p))) $(call in_root,$(bashcompletiondir)/collide) \
	    $(call in_root,$(zshcompletiondir)/_collide) $(call in_root,$(fishcompletiondir)/collide.fish)
	@rmdir $(call in_root,$(includedir)/collide) 2>/dev/null || :
	@for folder in $(call in_root,$(bashcompletiondir)) $(call in_root,$(zshcompletiondir)) $(call in_root,$(fishcompletiondir)); do \
	    rmdir "$$folder" 2>/dev/null && rmdir "$$(dirname "$$folder")" 2>/dev/null || :; \
	done

dist: ## build/collide-VERSION.tar.gz: the sources, packed to the same bytes whenever and wherever
	.ci/dist $(BUILD)/collide-$(VERSION)

deb: ## build/deb: Debian packages made from that, and what lintian says of them
	@CC='$(CC)' .ci/install-deps build deb
	.ci/deb $(BUILD)/deb

clean: ## remove all that was built
	rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18
	@echo
	@echo '  CONFIG=release|debug|asan|tsan|coverage|fuzz, CC=gcc|clang, WERROR=1, BUILD=DIR, PREFIX=DIR, DESTDIR=DIR, FUZZ_TIME=SECONDS'

# What $(BUILD) shows is that of the configuration built last.
$(BUILD)/%: $(out)/% FORCE
	@ln -sfn $(CONFIG)/$* $@

$(BUILD)/$(shared_library): $(out)/$(shared_library) FORCE
	@ln -sfn $(CONFIG)/$(shared_library) $@
	@ln -sfn $(shared_library) $(BUILD)/libcollide.so.$(SOVERSION)
	@ln -sfn $(shared_library) $(BUILD)/libcollide.so

# The folders are among the prerequisites so that a file taken away is noticed too.
$(out)/$(whole_library): $(call objects_of,$(lib_sources)) $(wildcard lib/*)
	$(call say,AR) rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(out)/$(static_library): $(call objects_of,$(public_sources)) $(wildcard lib/*)
	$(call say,AR) rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(out)/$(shared_library): $(call objects_of,$(public_sources)) $(wildcard lib/*)
	$(link) -shared -Wl,-soname,libcollide.so.$(SOVERSION) $(filter %.o,$^) $(system_libs)

# What the programs share. Each takes of it what it needs.
$(out)/libcommand.a: $(call objects_of,$(filter-out cli/main.c,$(cli_sources))) $(out)/schemas.o cli
	$(call say,AR) rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

# Code beside constants in one segment: fewer pages to map, another 0.04 ms.
$(out)/collide: $(out)/cli/main.o $(out)/libcommand.a $(out)/$(whole_library)
	$(link) -Wl,-z,noseparate-code $^ $(library_libs) $(system_libs)

define program_rule
$(out)/collide-$(1): $(call objects_of,$(wildcard cli/$(1)/*.c)) $(out)/libcommand.a $(out)/$(whole_library) cli/$(1)
	$$(link) $$(filter %.o %.a,$$^) $$(call program_libs,$(1)) $$(library_libs) $(system_libs)
$(out)/cli/$(1)/%.o $(out)/cli/$(1)/%.tidy: own_cflags = $$(call program_cflags,$(1)) -Icli $$(defines_of_$(1))
endef
$(foreach p,$(filter collide-%,$(programs)),$(eval $(call program_rule,$(p:collide-%=%))))

# Made while building, by a program that knows the tables of commands and options.
$(out)/write-manual: $(call objects_of,$(manual_sources)) $(out)/libcommand.a $(out)/$(whole_library) cli/manual
	$(link) $(filter %.o %.a,$^) $(library_libs) $(system_libs)

$(manual_sources:%.c=$(out)/%.o) $(manual_sources:%.c=$(out)/%.tidy): own_cflags := -Icli

$(out)/manual/%.1: cli/manual/%.mdoc $(out)/write-manual
	@mkdir -p $(@D)
	$(call say,MAN) $(out)/write-manual page $< >$@

completions_of_collide := bash
completions_of__collide := zsh
completions_of_collide.fish := fish
$(out)/completions/%: $(out)/write-manual
	@mkdir -p $(@D)
	$(call say,SH) $< $(completions_of_$*) >$@

# The page of collide-draw, all in one, which the program then holds.
$(out)/viewer.html: cli/draw/make-page.sh $(wildcard cli/draw/viewer/*) cli/draw/viewer
	@mkdir -p $(@D)
	$(call say,PAGE) cli/draw/make-page.sh $(THREE) cli/draw/viewer >$@

$(out)/cli/draw/html.o: $(out)/viewer.html

$(out)/run-tests: $(call objects_of,$(test_sources) $(scene_sources)) $(out)/$(whole_library) $(wildcard tests tests/support)
	$(link) $(filter %.o %.a,$^) $(test_libs) $(system_libs)

# What a target needs beside itself: the library, and the commands without main.
fuzz_objects = $(call objects_of,tests/fuzz/bytes.c tests/fuzz/use.c tests/support/kinds.c tests/support/random.c \
    $(filter-out cli/main.c,$(cli_sources))) $(out)/schemas.o

.SECONDARY: $(call objects_of,$(fuzz_sources))

$(out)/fuzz-%: $(out)/tests/fuzz/%.o $(fuzz_objects) $(out)/$(whole_library)
	$(link) -fsanitize=fuzzer $(filter %.o %.a,$^) $(library_libs) $(system_libs)

$(out)/replay-%: $(out)/tests/fuzz/%.o $(out)/tests/fuzz/replay.o $(fuzz_objects) $(out)/$(whole_library)
	$(link) $(filter %.o %.a,$^) $(library_libs) $(system_libs)

$(out)/soak: $(call objects_of,$(soak_sources)) $(out)/$(whole_library) $(wildcard tests/support)
	$(link) $(filter %.o %.a,$^) $(test_libs) $(system_libs)

$(out)/bench: $(bench_objects) $(out)/$(whole_library) tests/bench
	$(call say,LD) $(CXX) $($(CONFIG)) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) \
	    $(if $(peers),$(shell pkg-config --libs $(peers))) $(bench_libs) $(system_libs)

$(out)/bench-scene: $(call objects_of,tests/bench/scene.c tests/support/random.c) $(out)/$(whole_library)
	$(link) $(filter %.o %.a,$^) $(library_libs) $(system_libs)

$(out)/bench-batch: $(call objects_of,tests/bench/records.c tests/support/random.c)
	$(link) $^ $(library_libs) $(system_libs)

$(out)/schemas.c: cli/embed.sh $(schemas) schemas
	@mkdir -p $(@D)
	$(call say,EMBED) cli/embed.sh $(schemas) >$@

$(out)/schemas.o: $(out)/schemas.c $(out)/flags
	$(compile) $(library_flags) -Icli

# The one room that sees cJSON: the others are built without.
$(out)/lib/json/%.o $(out)/lib/json/%.tidy: own_cflags = $(library_cflags)

# Coordinates that were written one by one are slow to be read in pairs.
$(addprefix $(out)/lib/,narrow/decide.o narrow/query.o narrow/walk.o proof/bounds.o): own_cflags := -fno-tree-slp-vectorize

$(out)/tests/%.o: tests/%.c $(out)/flags
	@mkdir -p $(@D)
	$(compile) $(test_flags) $(test_cflags)

$(out)/tests/bench/%.o: tests/bench/%.cpp $(out)/bench-flags
	@mkdir -p $(@D)
	$(call say,CXX) $(compile_bench) -MMD -MP -c -o $@ $<

$(out)/%.o: %.c $(out)/flags
	@mkdir -p $(@D)
	$(compile) $(library_flags) $(own_cflags)

$(out)/tests/%.tidy: tests/%.c $(out)/tests/%.o .clang-tidy
	$(call tidy,$(test_flags) $(test_cflags))

$(out)/%.tidy: %.c $(out)/%.o .clang-tidy
	$(call tidy,$(library_flags) $(own_cflags))

# Change only when a compiler or its flags do, and then everything, or all of the benchmark, is compiled again.
$(out)/flags: compiled_with = $(CC) $(library_flags)
$(out)/bench-flags: compiled_with = $(compile_bench)
$(out)/flags $(out)/bench-flags: FORCE
	@mkdir -p $(@D)
	@echo '$(compiled_with)' | cmp -s - $@ || echo '$(compiled_with)' >$@

-include $(objects:.o=.d) $(wildcard $(out)/tests/bench/*.d)
