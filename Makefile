# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The short way in. CMake does the work; see CMakePresets.json for the other builds.

MAKEFLAGS += --no-print-directory
BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || echo 2)
STAMP = $(BUILD)/configured

.PHONY: all test golden demo demo-mesh scenes meshes sweep bench gallery install help setup format lint sanitize matrix fuzz coverage blender clean

all: $(STAMP)  ## build the library and the tools into build/
	@cmake --build $(BUILD) --parallel $(JOBS)

test: all  ## build, then run every test
	@cd $(BUILD) && ctest --output-on-failure --parallel $(JOBS)

golden: all  ## the golden scenes: each compiler, level, instruction set and number of threads
	@cd $(BUILD) && PLUMP_TEST_LONG=1 ctest --output-on-failure -R golden --parallel $(JOBS)

demo: $(STAMP)  ## build, then simulate a small scene: a picture, an animated GLB, a plot of the volume
	@cmake --build $(BUILD) --parallel $(JOBS) --target plump_cli
	@tools/demo.sh $(BUILD)/plump $(BUILD)/demo

demo-mesh: $(STAMP)  ## build, then break a mesh, say what is wrong with it, mend it, and draw both
	@cmake --build $(BUILD) --parallel $(JOBS) --target plump_cli
	@tools/demo_mesh.sh $(BUILD)/plump $(BUILD)/demo

scenes: $(STAMP)  ## run the built-in scenes in full and print a table (minutes)
	@cmake --build $(BUILD) --parallel $(JOBS) --target plump_cli
	@tools/run_scenes.sh $(BUILD)/plump

meshes: $(STAMP)  ## sixty meshes through 'plump run', and those of MODELS=FOLDER, in one table (minutes)
	@cmake --build $(BUILD) --parallel $(JOBS) --target plump_cli plump_frames
	@MODELS="$(MODELS)" tools/run_meshes.sh $(BUILD)/plump $(BUILD)/bench/plump_frames

sweep: $(STAMP)  ## 200 generated scenes, judged, in one table (SEED=2, ONLY=walls, KEEP=FOLDER; minutes)
	@cmake --build $(BUILD) --parallel $(JOBS) --target sweep
	@$(BUILD)/tests/sweep --seed $(or $(SEED),1) $(if $(ONLY),--only $(ONLY)) $(if $(KEEP),--keep "$(KEEP)")

gallery: all  ## draw the pictures of docs/gallery.md
	@tools/make_gallery.sh $(abspath $(BUILD))/plump

bench: all  ## time the intake on a large mesh, the task pool, and the papers' scenes
	@$(BUILD)/bench/bench_intake && $(BUILD)/bench/bench_task && $(BUILD)/plump bench

install: all  ## install into PREFIX (default /usr/local)
	@cmake --install $(BUILD) $(if $(PREFIX),--prefix "$(PREFIX)")

format:  ## rewrite the sources in the project's format
	@tools/check_format.sh --fix

lint:  ## formatting, include direction, clang-tidy and cppcheck
	@tools/setup.sh ci && tools/check_format.sh && tools/check_includes.sh && tools/check_static.sh

sanitize:  ## run the tests under address+undefined and thread sanitizers
	@tools/setup.sh ci && tools/check_presets.sh asan tsan

matrix:  ## build and test with gcc, clang, tcc and musl, and without vectors
	@tools/setup.sh ci && tools/check_presets.sh clang debug scalar tcc musl

fuzz:  ## fuzz every reader for SECONDS each (default 60)
	@tools/setup.sh ci && tools/fuzz.sh $(or $(SECONDS),60)

coverage:  ## line coverage of the tests, by file
	@tools/setup.sh ci && tools/coverage.sh 95

blender: $(STAMP)  ## films as Blender reads them, where it is installed
	@cmake --build $(BUILD) --parallel $(JOBS) --target film_samples
	@tools/check_blender.sh $(BUILD)

setup:  ## install what the build needs (Debian packages; root or sudo)
	@tools/setup.sh test

clean:  ## remove build/
	@rm -rf $(BUILD)

help:  ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

# only touched when all went well, so that a failed try is tried again
$(STAMP): tools/setup.sh
	@tools/setup.sh test
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DPLUMP_GOLDEN_BUILDS=ON
	@touch $@
