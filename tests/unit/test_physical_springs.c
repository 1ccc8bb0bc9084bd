// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs give the vibration that was asked for, whatever the resolution and the step: a body is
// bent into the slowest mode of its net, found here by plain iteration, and let go.
//
// Default: up to 2,562 vertices. PLUMP_TEST_LONG=1: finer, and characters.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/elastic/mass_spring/mass_spring.h"
#include "tests/unit/swing_kit.h"

// --- the slowest mode, in mesh order ---

// The force that a small displacement u, 3 numbers per place, makes at rest: f = K u.
static void pull_back(const pl_spring_net* net, const double* u, double* f) {
    memset(f, 0, 3 * (size_t)net->point_count * sizeof *f);
    for (uint32_t s = 0; s < net->count; ++s) {
        const uint32_t* at = net->corner + 4 * (size_t)s;
        const double* w = net->weight + 3 * (size_t)s;
        const double weights[3][4] = {
            {-1, 1, 0, 0}, {0, 0, -1, 1}, {-w[0] - w[1] - w[2], w[0], w[1], w[2]}};
        for (int kind = 0; kind < 3; ++kind) {
            double d[3] = {0}, now[3] = {0}, edge = 0,
                   k = net->stiffness[3 * (size_t)s + (size_t)kind];
            for (int i = 0; i < 4; ++i) {
                for (size_t a = 0; a < 3; ++a) {
                    d[a] += weights[kind][i] * net->position[3 * (size_t)at[i] + a];
                    now[a] += weights[kind][i] * u[3 * (size_t)at[i] + a];
                }
            }
            for (size_t a = 0; a < 3; ++a)
                edge += pow(
                    net->position[3 * (size_t)at[1] + a] - net->position[3 * (size_t)at[0] + a], 2);
            double length = kit_length(d), along = 0;
            for (int a = 0; a < 3; ++a) along += d[a] * now[a] / length;
            bool flat = length < 1e-4 * sqrt(edge);
            for (int i = 0; i < 4; ++i)
                for (size_t a = 0; a < 3; ++a)
                    f[3 * (size_t)at[i] + a] +=
                        k * weights[kind][i] * (flat ? now[a] : along * d[a] / length);
        }
    }
}

static double inner(const pl_spring_net* net, const double* a, const double* b) {
    double sum = 0;
    for (size_t i = 0; i < 3 * (size_t)net->point_count; ++i) sum += net->mass[i / 3] * a[i] * b[i];
    return sum;
}

// Takes six rigid motions out, by Gram and Schmidt in the masses.
static void take_rigid_out(const pl_spring_net* net, double* u) {
    size_t n = 3 * (size_t)net->point_count;
    double* rigid[6];
    for (int m = 0; m < 6; ++m) {
        rigid[m] = calloc(n, sizeof(double));
        for (uint32_t i = 0; i < net->point_count; ++i) {
            const double* x = net->position + 3 * (size_t)i;
            double* r = rigid[m] + 3 * (size_t)i;
            if (m < 3) r[m] = 1;
            if (m >= 3) r[(m + 1) % 3] = x[(m + 2) % 3], r[(m + 2) % 3] = -x[(m + 1) % 3];
        }
        for (int k = 0; k <= m; ++k) {
            double* from = k < m ? rigid[m] : u;
            double share = inner(net, rigid[k], from) / inner(net, rigid[k], rigid[k]);
            for (size_t i = 0; i < n; ++i) from[i] -= share * rigid[k][i];
        }
    }
    for (int m = 0; m < 6; ++m) free(rigid[m]);
}

// Raises what lies below `floor` above all else, by a Chebyshev polynomial of M^-1 K.
static void filter(const pl_spring_net* net, double roof, double floor, uint32_t degree,
                   double* u) {
    size_t n = 3 * (size_t)net->point_count;
    double *last = calloc(n, sizeof *last), *f = calloc(n, sizeof *f);
    for (uint32_t round = 0; round < degree; ++round) {
        pull_back(net, u, f);
        for (size_t i = 0; i < n; ++i) {
            double turned = ((roof + floor) * u[i] - 2 * f[i] / net->mass[i / 3]) / (roof - floor);
            double next = round == 0 ? turned : 2 * turned - last[i];
            last[i] = u[i];
            u[i] = next;
        }
        double size = sqrt(inner(net, u, u));
        for (size_t i = 0; i < n; ++i) u[i] /= size, last[i] /= size;
    }
    free(last);
    free(f);
}

// Its eigenvalue; the mode comes in mesh order, of length 1 per vertex in the mean.
static double slowest_mode(const pl_springs* springs, const pl_surface* surface,
                           reference_vec* mode) {
    const pl_spring_net* net = &springs->net;
    size_t n = 3 * (size_t)net->point_count;
    double *u = calloc(n, sizeof *u), *f = calloc(n, sizeof *f), value = springs->lambda;
    double* scratch = calloc(2 * (size_t)net->point_count, sizeof *scratch);
    double roof = pl_spring_net_roof(net, NULL, NULL, scratch);
    for (uint32_t i = 0; i < net->point_count; ++i) {
        const double* x = net->position + 3 * (size_t)i;
        for (size_t a = 0; a < 3; ++a)
            u[3 * (size_t)i + a] = sin(3 * x[(a + 1) % 3] + (double)a) + x[a] * x[(a + 2) % 3];
    }
    for (int round = 0; round < 8; ++round) {
        take_rigid_out(net, u);
        filter(net, roof, 1.5 * value, (uint32_t)(3 * sqrt(roof / value)) + 1, u);
        take_rigid_out(net, u);
        pull_back(net, u, f);
        for (size_t i = 0; i < n; ++i) f[i] /= net->mass[i / 3];
        value = inner(net, u, f) / inner(net, u, u);
    }
    double size = sqrt(inner(net, u, u) / net->point_count);
    for (uint32_t i = 0; i < net->point_count; ++i)
        for (size_t a = 0; a < 3; ++a) mode[surface->vertex_of[i]][a] = u[3 * (size_t)i + a] / size;
    free(u), free(f), free(scratch);
    return value;
}

// --- what is asked for ---

typedef struct asked {
    float frequency, damping;
    bool implicit;
    double frequency_error, damping_error;  // allowed
} asked;

static void meets(const plump_mesh* mesh, const char* name, const asked* a) {
    plump_body_def def = kit_body_def(mesh);
    def.model = PLUMP_MODEL_MASS_SPRING;
    def.frequency = a->frequency;
    def.damping = a->damping;
    def.spring_implicit = a->implicit;
    reference_vec* mode = calloc(plump_mesh_vertex_count(mesh), sizeof *mode);
    const pl_springs* springs = pl_springs_get(mesh, def.spring_shear, def.spring_bend, NULL);
    double value = slowest_mode(springs, pl_mesh_surface(mesh, NULL), mode);
    print_message("%s, %u vertices: eigenvalue %.6g (library %+.2f %%)\n", name,
                  plump_mesh_vertex_count(mesh), value, 100 * (springs->lambda / value - 1));
    bool good = true;
    for (double rate = 60; rate <= 240; rate *= 2) {
        kit_scene s = kit_begin(&def, kit_weightless);
        swing found = let_go(&s, mode, rate, (double)a->frequency);
        double f = found.frequency / (double)a->frequency - 1;
        double z = found.damping / (double)a->damping - 1;
        const pl_spring_pace* pace = &pl_mass_spring_of(pl_world_find(s.world, s.body, NULL))->pace;
        bool met = fabs(f) <= a->frequency_error && fabs(z) <= a->damping_error;
        print_message("  %3g steps/s x %u x %u+%u: %.4f Hz (%+.2f %%), zeta %.4f (%+.2f %%)%s\n",
                      rate, plump_world_report(s.world)->substeps, pace->solves, pace->inners,
                      found.frequency, 100 * f, found.damping, 100 * z, met ? "" : "  NOT MET");
        good = good && met;
        kit_end(&s);
    }
    free(mode);
    if (!good) fail_msg("%s does not swing as asked", name);
}

static void shapes_meet(plump_shape_kind kind, const char* name, const uint32_t* counts,
                        size_t count, const asked* a) {
    for (size_t k = 0; k < count; ++k) {
        plump_mesh* mesh = kit_shape(kind, counts[k], 1);
        meets(mesh, name, a);
        plump_mesh_destroy(mesh);
    }
}

static void balls_of_every_resolution_swing_as_asked(void** state) {
    (void)state;
    const uint32_t counts[] = {162, 642, 2562, 10242};
    const asked a = {3, 0.05f, false, 0.03, 0.08}, b = {8, 0.2f, false, 0.03, 0.08};
    shapes_meet(PLUMP_SHAPE_SPHERE, "ball", counts, kit_long() ? 4 : 3, &a);
    shapes_meet(PLUMP_SHAPE_SPHERE, "ball", counts, 2, &b);
}

static void bars_of_every_resolution_swing_as_asked(void** state) {
    (void)state;
    const uint32_t counts[] = {250, 650, 2500};
    const asked a = {3, 0.05f, false, 0.03, 0.08};
    shapes_meet(PLUMP_SHAPE_BAR, "bar", counts, 3, &a);
}

static void characters_swing_as_asked(void** state) {
    (void)state;
    const uint32_t bears[] = {800, 3000};
    const asked a = {3, 0.05f, false, 0.03, 0.2};  // other modes are near, and come in
    shapes_meet(PLUMP_SHAPE_BEAR, "bear", bears, kit_long() ? 2 : 1, &a);
}

// Backward Euler turns a little slower than asked for, and damps by itself.
static void implicit_steps_swing_as_asked(void** state) {
    (void)state;
    const uint32_t counts[] = {162, 642, 2562}, bars[] = {250, 650};
    const asked a = {3, 0.05f, true, 0.03, 0.1}, b = {3, 0.2f, true, 0.03, 0.05};
    shapes_meet(PLUMP_SHAPE_SPHERE, "ball", counts, 3, &a);
    shapes_meet(PLUMP_SHAPE_SPHERE, "ball", counts, 2, &b);
    shapes_meet(PLUMP_SHAPE_BAR, "bar", bars, 2, &a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_of_every_resolution_swing_as_asked),
        cmocka_unit_test(bars_of_every_resolution_swing_as_asked),
        cmocka_unit_test(characters_swing_as_asked),
        cmocka_unit_test(implicit_steps_swing_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
