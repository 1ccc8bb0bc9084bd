// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Runs scenes of the sweep and prints a line about each; exit 1 if one of them has a finding.
#include "tests/sweep/sweep.h"

#include <plump/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: sweep [--seed N] [--only KIND[.NUMBER]] [--count N] [--keep FOLDER] [--quick] "
    "[--print]\n"
    "  --seed N        where scenes come from; default 1\n"
    "  --only KIND     calm, walls, far, stiff, heavy, fast, tiny, bag, events or extreme; "
    "walls.07\n"
    "                  is one scene alone\n"
    "  --count N       scenes of each kind, default 20, at most 100\n"
    "  --keep FOLDER   writes every scene with a finding there, for 'plump run'\n"
    "  --patience S    gives a scene up after S s of CPU time, which is a finding; default 60\n"
    "  --quick         one thread, no snapshots\n"
    "  --scene FILE    judges a scene file of your own instead, at most 64 bodies; energy and "
    "momentum\n"
    "                  only where it has no pins, events, fields, attachments and muscles\n"
    "  --print         writes the scenes to standard output and runs nothing\n"
    "Figures: lowest vertex under a plane at any time and at the end, deepest overlap (shares of "
    "the\n"
    "size), energy gained (share of the largest in play), volume error without a reason, drift of\n"
    "momentum and spin in free flight. A star marks what is beyond its bound.\n";

typedef struct wishes {
    uint64_t seed;
    const char *only, *keep, *scene;
    uint32_t count;
    double patience;
    bool quick, print;
} wishes;

static _Noreturn void tell_usage(bool asked) {
    fputs(usage, asked ? stdout : stderr);
    exit(asked ? 0 : 2);
}

static bool is(const char* a, const char* b) {
    return strcmp(a, b) == 0;
}

// Options that take a value; false: another one.
static bool read_value(wishes* w, const char* name, const char* value) {
    if (is(name, "--seed")) {
        w->seed = strtoull(value, NULL, 10);
    } else if (is(name, "--only")) {
        w->only = value;
    } else if (is(name, "--keep")) {
        w->keep = value;
    } else if (is(name, "--patience")) {
        w->patience = strtod(value, NULL);
    } else if (is(name, "--scene")) {
        w->scene = value;
    } else if (is(name, "--count")) {
        w->count = (uint32_t)strtoul(value, NULL, 10);
    } else {
        return false;
    }
    return true;
}

static wishes read_wishes(int argc, char** argv) {
    wishes w = {.seed = 1, .count = 20, .patience = 60};
    for (int i = 1; i < argc; ++i) {
        if (is(argv[i], "--quick")) {
            w.quick = true;
        } else if (is(argv[i], "--print")) {
            w.print = true;
        } else if (i + 1 < argc && read_value(&w, argv[i], argv[i + 1])) {
            ++i;
        } else {
            tell_usage(is(argv[i], "--help"));
        }
    }
    if (w.count > 100) w.count = 100;
    return w;
}

// "walls" or "walls.07".
static bool is_wanted(const wishes* w, const char* kind, const char* name) {
    return !w->only || is(w->only, kind) || is(w->only, name);
}

// --- verdicts ---

typedef struct check {
    const char* name;
    double value, bound;
} check;

enum { CHECKS = 13 };

// In the order of the table's columns, then those that have none.
static void list_checks(const sweep_figures* f, check out[CHECKS]) {
    const check all[CHECKS] = {
        {"below", f->below, 0.05},     {"end below", f->below_end, 0.01},
        {"overlap", f->overlap, 0.05}, {"energy", f->energy, 0.02},
        {"volume", f->volume, 1e-6},   {"momentum", f->momentum, 1e-5},
        {"spin", f->spin, 1e-4},       {"not finite", !f->finite, 0},
        {"mended", f->mended, 0},      {"dropped", (double)f->dropped, 0},
        {"hash", !f->same_hash, 0},    {"snapshot", !f->same_after_snapshot, 0},
        {"given up", f->given_up, 0},
    };
    memcpy(out, all, sizeof all);
}

// NaN is a finding.
static bool is_beyond(const check* c) {
    return !(c->value <= c->bound);
}

static bool print_figures(const sweep_plan* p, const sweep_figures* f) {
    check checks[CHECKS];
    list_checks(f, checks);
    bool found = false;
    printf("%-11s %2u %5u", p->name, f->body_count, f->vertex_count);
    for (uint32_t i = 0; i < 7; ++i) {
        printf(" %8.1e%c", checks[i].value, is_beyond(&checks[i]) ? '*' : ' ');
    }
    printf(" %6.2f  ", f->cpu_seconds);
    for (uint32_t i = 0; i < CHECKS; ++i) {
        if (!is_beyond(&checks[i])) continue;
        printf("%s%s", found ? ", " : "FOUND ", checks[i].name);
        found = true;
    }
    if (*f->sentence) printf("%s%s", found ? ": " : "FOUND ", f->sentence);
    found = found || *f->sentence;
    puts(found ? "" : "good");
    fflush(stdout);
    return found;
}

static bool run_one(sweep_plan* p, const wishes* w) {
    sweep_figures f;
    p->patience = w->patience;
    if (sweep_run(p, w->quick, &f)) return print_figures(p, &f);
    printf("%-11s %s: %s\n", p->name, p->may_be_refused ? "refused" : "FOUND refused", f.sentence);
    return !p->may_be_refused;
}

static void keep(const sweep_plan* p, const wishes* w) {
    char path[4096];
    plump_error error;
    snprintf(path, sizeof path, "%s/%s.%llu.json", w->keep, p->name, (unsigned long long)w->seed);
    if (plump_file_write_bytes(path, p->text, p->size, &error) == PLUMP_OK) return;
    fprintf(stderr, "sweep: %s\n", error.text);
    exit(3);
}

// What acts on bodies from outside the judge's sight.
static bool is_acted_on(const char* text) {
    static const char* const keys[] = {"\"pins\"",   "\"events\"",       "\"attachments\"",
                                       "\"fields\"", "\"volume_scale\"", "\"muscles\""};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (strstr(text, keys[i])) return true;
    }
    return false;
}

static void read_scene(const char* path, sweep_plan* p) {
    plump_error error;
    plump_scene* scene = NULL;
    plump_scene_info info;
    FILE* file = fopen(path, "rb");
    p->size = file ? fread(p->text, 1, sizeof p->text - 1, file) : 0;
    if (file) fclose(file);
    if (plump_scene_read_memory(p->text, p->size, path, NULL, &scene, &error) != PLUMP_OK) {
        fprintf(stderr, "sweep: %s\n", file ? error.text : "the scene cannot be opened");
        exit(2);
    }
    plump_scene_get_info(scene, &info);
    p->dt = (double)info.dt;
    p->seconds = info.seconds;
    snprintf(p->name, sizeof p->name, "%s", info.name);
    p->energy_until = p->momentum_until = is_acted_on(p->text) ? 0 : INFINITY;
    p->overlap_until = p->wind_from = p->wind_until = INFINITY;
    plump_scene_destroy(scene);
}

static void print_head(const wishes* w) {
    if (!w->scene) printf("seed %llu\n", (unsigned long long)w->seed);
    printf("scene   bodies verts    below       end   overlap    energy    volume  momentum      "
           "spin    CPU s  verdict\n");
    fflush(stdout);
}

int main(int argc, char** argv) {
    wishes w = read_wishes(argc, argv);
    uint32_t ran = 0, found = 0;
    static sweep_plan plan;
    if (!w.print) print_head(&w);
    if (w.scene) {
        read_scene(w.scene, &plan);
        return run_one(&plan, &w);
    }
    for (uint32_t kind = 0; kind < sweep_kind_count(); ++kind) {
        for (uint32_t i = 0; i < w.count; ++i) {
            sweep_make(w.seed, kind, i, &plan);
            if (!is_wanted(&w, sweep_kind_name(kind), plan.name)) continue;
            ++ran;
            if (w.print) {
                fputs(plan.text, stdout);
                continue;
            }
            if (!run_one(&plan, &w)) continue;
            ++found;
            if (w.keep) keep(&plan, &w);
        }
    }
    if (!w.print) printf("%u of %u scenes with a finding\n", found, ran);
    return ran == 0 ? 2 : found > 0;
}
