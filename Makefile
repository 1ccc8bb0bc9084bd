# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The short way in. CMake does the work; see CMakePresets.json for the other builds.

MAKEFLAGS += --no-print-directory
BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || echo 2)
# What has been made ready, in a build folder: only what is there already, what building needs, and what
# tests need. Each is touched only when all went well, so that a failed try is tried again.
CHECKED = $(BUILD)/checked
BUILDS  = $(BUILD)/set_up
TESTS   = $(BUILD)/set_up_tests
COMPILE = @cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: all test golden demo demo-mesh scenes meshes sweep bench gallery install help setup format lint sanitize matrix fuzz coverage blender clean

all: $(CHECKED)  ## build the library and the tools into build/; installs nothing, and says what is missing
	$(COMPILE) --target products

test: $(TESTS)  ## set up, build, then run every test
	$(COMPILE)
	@cd $(BUILD) && ctest --output-on-failure --parallel $(JOBS)

golden: $(TESTS)  ## the golden scenes: each compiler, level, instruction set and number of threads
	$(COMPILE)
	@cd $(BUILD) && PLUMP_TEST_LONG=1 ctest --output-on-failure -R golden --parallel $(JOBS)

demo: $(BUILDS)  ## set up, build, then simulate a small scene: a picture, an animated GLB, a plot of the volume
	$(COMPILE) --target plump_cli
	@tools/demo.sh $(BUILD)/plump $(BUILD)/demo

demo-mesh: $(BUILDS)  ## set up, build, then break a mesh, say what is wrong with it, mend it, and draw both
	$(COMPILE) --target plump_cli
	@tools/demo_mesh.sh $(BUILD)/plump $(BUILD)/demo

scenes: all  ## run the built-in scenes in full and print a table (minutes)
	@tools/run_scenes.sh $(BUILD)/plump

meshes: $(TESTS)  ## sixty meshes through 'plump run', and those of MODELS=FOLDER, in one table (minutes)
	@cmake --build $(BUILD) --parallel $(JOBS) --target plump_cli plump_frames
	@MODELS="$(MODELS)" tools/run_meshes.sh $(BUILD)/plump $(BUILD)/bench/plump_frames

sweep: $(TESTS)  ## 200 generated scenes, judged, in one table (SEED=2, ONLY=walls, KEEP=FOLDER; minutes)
	@cmake --build $(BUILD) --parallel $(JOBS) --target sweep
	@$(BUILD)/tests/sweep --seed $(or $(SEED),1) $(if $(ONLY),--only $(ONLY)) $(if $(KEEP),--keep "$(KEEP)")

gallery: all  ## draw the pictures of docs/gallery.md
	@tools/make_gallery.sh $(abspath $(BUILD))/plump

bench: all  ## time the intake on a large mesh, the task pool, and the papers' scenes
	$(COMPILE) --target bench_intake --target bench_task
	@$(BUILD)/bench/bench_intake && $(BUILD)/bench/bench_task && $(BUILD)/plump bench

install: all  ## build, then install into PREFIX (default /usr/local); packages it needs are told, not installed
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

blender: $(TESTS)  ## films as Blender reads them, where it is installed
	$(COMPILE) --target film_samples
	@tools/check_blender.sh $(BUILD)

setup:  ## install what building and testing need (Debian packages; root or sudo)
	@tools/setup.sh test

clean:  ## remove build/
	@rm -rf $(BUILD)

help:  ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

CONFIGURE = @cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release

$(CHECKED): tools/setup.sh
	@tools/setup.sh build --check
	$(CONFIGURE) $(if $(wildcard $(BUILD)/CMakeCache.txt),,-DPLUMP_TESTS=OFF)
	@touch $@

$(BUILDS): tools/setup.sh
	@tools/setup.sh build
	$(CONFIGURE) $(if $(wildcard $(BUILD)/CMakeCache.txt),,-DPLUMP_TESTS=OFF)
	@touch $@ $(CHECKED)

$(TESTS): tools/setup.sh
	@tools/setup.sh test
	$(CONFIGURE) -DPLUMP_TESTS=ON -DPLUMP_GOLDEN_BUILDS=ON
	@touch $@ $(BUILDS) $(CHECKED)
