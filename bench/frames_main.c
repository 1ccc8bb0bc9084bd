// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Judges frames that 'plump run MESH -o out.ply' has written, on a floor at y = 0, against the
// first of them: how rough the surface became, how low it went, how many pairs of triangles cut
// each other at the end. Knows files only. usage: plump_frames FIRST.ply FRAME.ply...
#include "bench/surface_measure.h"

#include <plump/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The share of edges that may be folded by more than 60 degrees: where a surface touches itself it
// is creased, but what has burst into shards has a quarter of its edges folded. The edges of coarse
// meshes, a tenth of the size long, turn as far in a smooth dent.
#define FOLDED_MOST          0.001
#define FOLDED_MOST_TOUCHING 0.01
#define FOLDED_MOST_COARSE   0.05
#define COARSE               1500  // vertices

typedef struct verdict {
    surface_roughness worst;
    double lowest, lowest_end;  // m
    uint64_t cuts_end;
    bool finite, rough;
} verdict;

static _Noreturn void fail(const char* what, const char* why) {
    fprintf(stderr, "plump_frames: %s: %s\n", what, why);
    exit(2);
}

static plump_soup* read_frame(const char* path) {
    plump_error error;
    plump_soup* soup = NULL;
    if (plump_file_read(path, NULL, &soup, &error) != PLUMP_OK) fail(path, error.text);
    return soup;
}

static uint64_t count_cuts(plump_triangles triangles) {
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = triangles;
    def.weld_tolerance = 0;
    plump_mesh_report report;
    plump_mesh* mesh = NULL;
    plump_mesh_create(&def, &mesh, &report, NULL);
    plump_mesh_destroy(mesh);
    return report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
}

// fmax() would hide a NaN.
static double larger(double a, double b) {
    return isnan(a) || a > b ? a : b;
}

static void keep_worst(surface_roughness* worst, const surface_roughness* now) {
    worst->rms = larger(worst->rms, now->rms);
    worst->bend = larger(worst->bend, now->bend);
    worst->folded = larger(worst->folded, now->folded);
    worst->most = larger(worst->most, now->most);
}

static double find_lowest(const double* positions, uint32_t count) {
    double lowest = positions[1];
    for (uint32_t i = 0; i < count; ++i) lowest = fmin(lowest, positions[3 * (size_t)i + 1]);
    return lowest;
}

static void judge_frame(const surface_edges* edges, plump_triangles frame, bool last, verdict* v) {
    surface_roughness now = surface_roughness_measure(edges, frame.positions, 0.01 * edges->size);
    keep_worst(&v->worst, &now);
    v->finite = v->finite && isfinite(now.rms);
    v->lowest_end = find_lowest(frame.positions, frame.vertex_count);
    v->lowest = fmin(v->lowest, v->lowest_end);
    bool is_coarse = frame.vertex_count < COARSE;
    bool creased = now.folded > (is_coarse ? FOLDED_MOST_COARSE : FOLDED_MOST);
    double most = is_coarse ? FOLDED_MOST_COARSE : FOLDED_MOST_TOUCHING;
    uint64_t cuts = creased || last ? count_cuts(frame) : 0;
    if (last) v->cuts_end = cuts;
    v->rough = v->rough || (creased && cuts == 0) || now.folded > most;
}

int main(int argc, char** argv) {
    if (argc < 3) fail("usage", "plump_frames FIRST.ply FRAME.ply...");
    plump_error error;
    plump_mesh* mesh = NULL;
    if (plump_mesh_read(argv[1], NULL, &mesh, NULL, &error)) fail(argv[1], error.text);
    plump_soup* first = read_frame(argv[1]);
    plump_triangles rest = plump_soup_triangles(first);
    surface_edges edges;
    if (plump_mesh_vertex_count(mesh) != rest.vertex_count) fail(argv[1], "vertices were merged");
    if (!surface_edges_make(mesh, rest.positions, &edges)) fail(argv[1], "out of memory");
    verdict v = {.lowest = INFINITY, .finite = true};
    for (int i = 2; i < argc; ++i) {
        plump_soup* soup = read_frame(argv[i]);
        plump_triangles frame = plump_soup_triangles(soup);
        if (frame.vertex_count != rest.vertex_count) fail(argv[i], "another number of vertices");
        judge_frame(&edges, frame, i + 1 == argc, &v);
        plump_soup_destroy(soup);
    }
    printf("vertices=%u rms=%.3f bend=%.3f folded=%.5f lowest=%.5f lowest_end=%.5f cuts=%llu "
           "verdict=%s\n",
           rest.vertex_count, v.worst.rms, v.worst.bend, v.worst.folded, v.lowest / edges.size,
           v.lowest_end / edges.size, (unsigned long long)v.cuts_end,
           !v.finite ? "broken"
           : v.rough ? "rough"
                     : "smooth");
    surface_edges_free(&edges);
    plump_soup_destroy(first);
    plump_mesh_destroy(mesh);
    return !v.finite || v.rough;
}
