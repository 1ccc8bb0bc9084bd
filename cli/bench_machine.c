// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The machine a benchmark runs on, and two figures about it that let runs on different machines be
// compared: how fast it adds, and how fast it reads what lies in its second cache.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // -std=c17 hides setenv and the monotonic clock without it
#endif
#include "cli/bench.h"
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_clock(void) {
    struct timespec t;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// --- instruction sets ---

// NULL takes the variable away.
static void set_isa_variable(const char* value) {
#ifdef _WIN32
    _putenv_s("PLUMP_ISA", value ? value : "");
#else
    if (value)
        setenv("PLUMP_ISA", value, 1);
    else
        unsetenv("PLUMP_ISA");
#endif
}

plump_result bench_create_world(uint32_t threads, const char* isa, plump_world** world,
                                plump_error* error) {
    const char* was = getenv("PLUMP_ISA");
    char kept[32];
    if (was) snprintf(kept, sizeof kept, "%s", was);
    if (isa) set_isa_variable(isa);
    plump_world_def def = plump_default_world_def();
    def.worker_count = threads;
    memset(def.gravity, 0, sizeof def.gravity);
    plump_result result = plump_world_create(&def, world, error);
    if (isa) set_isa_variable(was ? kept : NULL);
    return result;
}

// A wish that cannot be granted ends in another set: so the name tells what can be had.
static int find_isas(bench_machine* machine) {
    static const char* const names[BENCH_ISA_MOST] = {"wasm", "neon", "avx512",
                                                      "avx2", "sse2", "scalar"};
    for (int i = -1; i < BENCH_ISA_MOST; ++i) {
        plump_error error;
        plump_world* world = NULL;
        plump_result result = bench_create_world(0, i < 0 ? NULL : names[i], &world, &error);
        if (result != PLUMP_OK) {
            cli_complain("bench", "%s", error.text);
            return cli_exit_code(result);
        }
        const char* got = plump_world_isa(world);
        if (i >= 0 && !strcmp(got, names[i])) machine->isas[machine->isa_count++] = names[i];
        if (i < 0) machine->isa = got, machine->cores = plump_world_worker_count(world);
        plump_world_destroy(world);
    }
    return CLI_DONE;
}

// --- names ---

static void read_cpu_name(char* name, size_t size) {
    snprintf(name, size, "unknown");
    FILE* file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        const char* colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10) != 0) continue;
        const char* text = colon + 1 + strspn(colon + 1, " \t");
        snprintf(name, size, "%.*s", (int)strcspn(text, "\n"), text);
        break;
    }
    fclose(file);
}

static void name_compiler(char* name, size_t size) {
#if defined(__clang__)
    snprintf(name, size, "%s", __VERSION__);  // begins with its name
#elif defined(__TINYC__)
    snprintf(name, size, "tcc %d", __TINYC__);
#elif defined(__GNUC__)
    snprintf(name, size, "gcc %s", __VERSION__);
#elif defined(_MSC_VER)
    snprintf(name, size, "msvc %d", _MSC_VER);
#else
    snprintf(name, size, "unknown");
#endif
}

int bench_look_at_machine(bench_machine* machine) {
    memset(machine, 0, sizeof *machine);
    read_cpu_name(machine->cpu, sizeof machine->cpu);
    name_compiler(machine->compiler, sizeof machine->compiler);
    return find_isas(machine);
}

// --- calibration ---

// Eight vectors of four: enough to keep two adders with four cycles of delay busy.
enum { LANES = 32, L1_FLOATS = 4096, L2_FLOATS = 128 * 1024 };

static float add_up(const float* data, size_t count) {
    float sums[LANES] = {0};
    for (size_t i = 0; i + LANES <= count; i += LANES) {
        for (size_t k = 0; k < LANES; ++k) sums[k] += data[i + k];
    }
    float total = 0;
    for (size_t k = 0; k < LANES; ++k) total += sums[k];
    return total;
}

// Floats added per second, at best, in blocks of `count`.
static double adding_rate(const float* data, size_t count) {
    volatile float sink = 0;
    double best = 0, end = bench_clock() + 0.15;
    size_t rounds = 8 * L2_FLOATS / count;
    double now = bench_clock();
    while (now < end) {
        for (size_t i = 0; i < rounds; ++i) sink = sink + add_up(data, count);
        double then = now;
        now = bench_clock();
        double rate = (double)(rounds * count) / (now - then);
        if (rate > best) best = rate;
    }
    return best;
}

void bench_calibrate(bench_machine* machine) {
    float* data = malloc(L2_FLOATS * sizeof *data);
    if (!data) return;  // figures stay 0
    for (size_t i = 0; i < L2_FLOATS; ++i) data[i] = (float)(i % 7);
    machine->add_gflops = adding_rate(data, L1_FLOATS) * 1e-9;
    machine->l2_gbps = adding_rate(data, L2_FLOATS) * sizeof *data * 1e-9;
    free(data);
}
