// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench: the papers' tables and what plump itself costs, on this machine.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // for isatty
#endif
#include "cli/bench.h"
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

typedef struct {
    const char* name;
    int (*run)(bench* b);
    const char* summary;
} benchmark;

static const benchmark benchmarks[] = {
    {"detail", bench_detail, "a fine mesh of 100,000 vertices on a coarse body"},
    {"diziol-scenes", bench_diziol_scenes,
     "the paper's scenes with collisions; a knot; many bodies"},
    {"diziol-sums", bench_diziol_sums, "region sums, naive against fast, omega 1 to 5"},
    {"diziol-table1", bench_diziol_table1, "the paper's scenes, bodies kept deforming"},
    {"diziol-table2", bench_diziol_table2, "a cube of 30,000 particles, every vector width"},
    {"hong-table1", bench_hong_table1, "what keeping the volume of a squeezed ball costs"},
    {"hong-table2", bench_hong_table2, "volume errors and frames per second of Hong et al."},
    {"physical", bench_physical, "physical mode by radius, 32,442 particles"},
    {"scaling", bench_scaling, "time and memory per particle, 1 thousand to 4 million"},
    {"vonfunck", bench_vonfunck, "characters with secondary motion, of von Funck et al."},
    {"models", bench_models, "your own meshes: needs --models DIR"},
};
enum { BENCHMARK_COUNT = sizeof benchmarks / sizeof benchmarks[0], MODELS = BENCHMARK_COUNT - 1 };

static const char* benchmark_name(size_t index, const void* list) {
    return ((const benchmark*)list)[index].name;
}

static const char* isa_name(size_t index, const void* list) {
    return ((const bench_machine*)list)->isas[index];
}

static int list_benchmarks(bool json) {
    json_t* list = json ? json_array() : NULL;
    for (int i = 0; i < BENCHMARK_COUNT; ++i) {
        const benchmark* each = &benchmarks[i];
        if (json) {
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "name", each->name, "summary", each->summary));
        } else {
            printf("  %-14s %s\n", each->name, each->summary);
        }
    }
    return json ? cli_print_json(json_pack("{s:o}", "benches", list), "bench") : CLI_DONE;
}

// --- what is wished for ---

// Marks the benchmarks to run: those named; without names all, models only if there are any.
static int choose(char** names, int count, const bench_wishes* wish, bool chosen[]) {
    for (int i = 0; i < BENCHMARK_COUNT; ++i) chosen[i] = count == 0 && i != MODELS;
    for (int k = 0; k < count; ++k) {
        int i = 0;
        while (i < BENCHMARK_COUNT && strcmp(names[k], benchmarks[i].name) != 0) ++i;
        if (i < BENCHMARK_COUNT) {
            chosen[i] = true;
            continue;
        }
        const char* nearest = cli_nearest(names[k], benchmark_name, benchmarks, BENCHMARK_COUNT);
        if (nearest) {
            cli_complain("bench", "there is no benchmark '%s'; did you mean '%s'?", names[k],
                         nearest);
        } else {
            cli_complain("bench", "there is no benchmark '%s'; 'plump bench --list' names them",
                         names[k]);
        }
        return CLI_REFUSED;
    }
    if (chosen[MODELS] && !wish->models) {
        cli_complain("bench", "models needs a folder of meshes: --models DIR");
        return CLI_REFUSED;
    }
    if (wish->models) chosen[MODELS] = true;
    return CLI_DONE;
}

static int check_numbers(const bench_wishes* wish) {
    if (!(wish->seconds > 0 && wish->seconds <= 3600)) {
        cli_complain("bench", "--seconds is a time per row from above 0 to 3600");
        return CLI_REFUSED;
    }
    if (wish->particles && wish->particles < 100) {
        cli_complain("bench", "--particles is at least 100");
        return CLI_REFUSED;
    }
    return cli_check_threads("bench", wish->threads);
}

static int check_isa(const bench_machine* machine, const char* isa) {
    char names[96] = "";
    for (uint32_t i = 0; i < machine->isa_count; ++i) {
        if (!isa || !strcmp(isa, machine->isas[i])) return CLI_DONE;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", machine->isas[i]);
    }
    const char* nearest = cli_nearest(isa, isa_name, machine, machine->isa_count);
    cli_complain("bench", "--isa %s cannot be had here%s%s%s; there are: %s", isa,
                 nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "",
                 names);
    return CLI_REFUSED;
}

// --- running ---

static void say_machine(const bench* b) {
    const bench_machine* m = &b->machine;
    bench_say(b, "%s, %u core%s, %s, %s\n", m->cpu, m->cores, m->cores == 1 ? "" : "s", m->isa,
              m->compiler);
    bench_say(b, "calibration: %.1f billion float adds per second, L2 %.1f GB/s (one thread)\n",
              m->add_gflops, m->l2_gbps);
}

static int run_chosen(bench* b, const bool chosen[]) {
    int worst = CLI_DONE;
    for (int i = 0; i < BENCHMARK_COUNT && worst < CLI_REFUSED; ++i) {
        if (!chosen[i]) continue;
        b->name = benchmarks[i].name;
        bench_say(b, "\n== %s: %s\n", b->name, benchmarks[i].summary);
        int code = benchmarks[i].run(b);
        if (code > worst) worst = code;
    }
    bench_progress(b, "done\n");
    return worst;
}

static int print_json(const bench* b, const bool chosen[]) {
    char names[256] = "";
    for (int i = 0; i < BENCHMARK_COUNT; ++i) {
        size_t used = strlen(names);
        if (!chosen[i]) continue;
        snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "", benchmarks[i].name);
    }
    const bench_machine* m = &b->machine;
    json_t* machine = json_pack("{s:o, s:I, s:s, s:s}", "cpu", cli_json_text(m->cpu), "cores",
                                (json_int_t)m->cores, "compiler", m->compiler, "isa", m->isa);
    json_t* calibration =
        json_pack("{s:f, s:f}", "add_gflops", m->add_gflops, "l2_gbps", m->l2_gbps);
    return cli_print_json(json_pack("{s:s, s:o, s:o, s:O}", "bench", names, "machine", machine,
                                    "calibration", calibration, "rows", b->rows),
                          "bench");
}

static int run_bench(const bench_wishes* wish, const bool chosen[]) {
    bench b = {.wish = *wish, .shows_progress = isatty(2) != 0};
    int code = bench_look_at_machine(&b.machine);
    if (code == CLI_DONE) code = check_isa(&b.machine, wish->isa);
    if (code != CLI_DONE) return code;
    b.rows = json_array();
    bench_calibrate(&b.machine);
    say_machine(&b);
    code = run_chosen(&b, chosen);
    if (wish->json && code < CLI_REFUSED) {
        int printed = print_json(&b, chosen);
        if (printed > code) code = printed;
    }
    json_decref(b.rows);
    return code;
}

int plump_cli_bench(int argc, char** argv) {
    bench_wishes wish = {.seconds = 0.5};
    const cli_option options[] = {
        {"list", 'l', CLI_FLAG, &wish.list, NULL, "the benchmarks there are"},
        {"seconds", 's', CLI_NUMBER, &wish.seconds, "S", "time per row, default 0.5"},
        {"threads", 't', CLI_COUNT, &wish.threads, "N", "this many instead of 1 and 2"},
        {"isa", 0, CLI_TEXT, &wish.isa, "NAME", "only this instruction set: scalar, avx2, ..."},
        {"models", 0, CLI_TEXT, &wish.models, "DIR", "also time every mesh in this folder"},
        {"full", 0, CLI_FLAG, &wish.full, NULL, "scaling goes up to 4 million particles"},
        {"particles", 0, CLI_COUNT, &wish.particles, "N",
         "shrink scenes to about N particles, for a quick look"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "bench", "[NAME...] [options]",
        "Times plump on this machine, with the papers' figures beside its own. Without a NAME all\n"
        "benchmarks are run, which takes some minutes. A figure is the least of many short\n"
        "batches; other work on the machine shows in the median.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (wish.list) return list_benchmarks(wish.json);
    bool chosen[BENCHMARK_COUNT];
    code = check_numbers(&wish);
    if (code == CLI_DONE) code = choose(argv + 1, rest, &wish, chosen);
    return code == CLI_DONE ? run_bench(&wish, chosen) : code;
}
