// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scenes as text: random numbers and the pieces that all kinds are made of.
#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- random numbers: splitmix64, the same everywhere ---

static uint64_t next(uint64_t* state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double sweep_uniform(sweep_plan* p, double low, double high) {
    return low + (high - low) * ((double)(next(&p->random) >> 11) / 9007199254740992.0);
}

// Six digits: another C library may have another last one.
double sweep_even_in_log(sweep_plan* p, double low, double high) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", exp(sweep_uniform(p, log(low), log(high))));
    return strtod(text, NULL);
}

uint32_t sweep_below(sweep_plan* p, uint32_t count) {
    return count > 0 ? (uint32_t)(next(&p->random) % count) : 0;
}

bool sweep_chance(sweep_plan* p, double share) {
    return sweep_uniform(p, 0, 1) < share;
}

// --- text ---

void sweep_add(sweep_plan* p, const char* format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(p->text + p->size, sizeof p->text - p->size, format, list);
    va_end(list);
    if (length < 0 || p->size + (size_t)length >= sizeof p->text) abort();  // room for ten bodies
    p->size += (size_t)length;
}

void sweep_choose_steps(sweep_plan* p) {
    static const double steps[] = {1.0 / 240, 1.0 / 120, 0.01, 1.0 / 60, 1.0 / 30};
    p->dt = steps[sweep_below(p, sizeof steps / sizeof *steps)];
    p->seconds = p->dt < 0.009 ? 1 : 1.5;
}

void sweep_begin(sweep_plan* p, const char* about, double gravity) {
    sweep_add(p,
              "{\n \"name\": \"%s\", \"summary\": \"%s\",\n \"dt\": %.9g, \"substeps\": %u, "
              "\"seconds\": %g, \"gravity\": [0, %.6g, 0],\n \"bodies\": [",
              p->name, about, p->dt, p->substeps, p->seconds, -gravity);
}

// --- bodies ---

sweep_body sweep_any_body(sweep_plan* p, double size) {
    uint32_t materials = 0;
    while (plump_material_name(materials)) ++materials;
    sweep_body b = {.model = sweep_chance(p, 0.6) ? "shape_match" : "mass_spring", .size = size};
    b.shape = plump_shape_name((plump_shape_kind)sweep_below(p, PLUMP_SHAPE_COUNT));
    b.material = plump_material_name(sweep_below(p, materials));
    b.vertices = (uint32_t)sweep_even_in_log(p, 100, 900);
    bool is_paper = sweep_chance(p, 0.1), meets_itself = sweep_chance(p, 0.25);
    snprintf(b.extra, sizeof b.extra, "%s%s", is_paper ? ", \"matching\": \"paper\"" : "",
             meets_itself ? ", \"self_contact\": true" : "");
    if (sweep_chance(p, 0.15)) sweep_more(&b, "restitution", sweep_uniform(p, 0, 1));
    if (sweep_chance(p, 0.2)) sweep_more(&b, "friction", sweep_even_in_log(p, 0.05, 5));
    return b;
}

void sweep_more(sweep_body* body, const char* key, double value) {
    size_t used = strlen(body->extra);
    snprintf(body->extra + used, sizeof body->extra - used, ", \"%s\": %.7g", key, value);
}

static void add_vector(sweep_plan* p, const char* key, const double v[3]) {
    if (v[0] == 0 && v[1] == 0 && v[2] == 0) return;
    sweep_add(p, ", \"%s\": [%.16g, %.16g, %.16g]", key, v[0], v[1], v[2]);
}

void sweep_write_body(sweep_plan* p, const sweep_body* b) {
    double place[3];
    bool first = p->text[p->size - 1] == '[';
    for (int k = 0; k < 3; ++k) place[k] = b->position[k] + p->far_off[k];
    sweep_add(p, "%s\n  {\"shape\": \"%s\", \"vertices\": %u, \"size\": %.7g, \"model\": \"%s\"",
              first ? "" : ",", b->shape, b->vertices, b->size, b->model);
    if (b->material) sweep_add(p, ", \"material\": \"%s\"", b->material);
    add_vector(p, "position", place);
    add_vector(p, "velocity", b->velocity);
    add_vector(p, "angular_velocity", b->spin);
    if (b->turned) {
        double q[4];
        for (int k = 0; k < 4; ++k) q[k] = sweep_uniform(p, -1, 1);
        sweep_add(p, ", \"rotation\": [%.6g, %.6g, %.6g, %.6g]", q[0], q[1], q[2], q[3] + 1e-3);
    }
    sweep_add(p, "%s}", b->extra);
}

// --- obstacles ---

void sweep_begin_obstacles(sweep_plan* p) {
    sweep_add(p, "],\n \"obstacles\": [");
}

void sweep_write_plane(sweep_plan* p, double x, double y, double z, const char* turn) {
    sweep_add(p, "%s\n  {\"shape\": \"plane\", \"position\": [%.16g, %.16g, %.16g]%s}",
              p->text[p->size - 1] == '[' ? "" : ",", x + p->far_off[0], y + p->far_off[1],
              z + p->far_off[2], turn);
}

void sweep_end_on_floor(sweep_plan* p, const char* tail) {
    sweep_begin_obstacles(p);
    sweep_write_plane(p, 0, 0, 0, "");
    sweep_add(p, "]%s}\n", tail);
}
