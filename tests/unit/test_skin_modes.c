// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/elastic/shape_match/skin_modes.h"
#include "tests/unit/ball_kit.h"

// A skin and all it lives on.
typedef struct {
    plump_mesh* mesh;
    pl_arena memory;
    pl_skin skin;
} skin_kit;

static skin_kit make_skin(plump_mesh* mesh, float radius, uint32_t least) {
    skin_kit k = {.mesh = mesh, .memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}))};
    const pl_ball_regions* balls = pl_ball_regions_get(mesh, radius, NULL);
    assert_true(pl_skin_make(pl_mesh_surface(mesh, NULL), balls, least, &k.memory, &k.skin));
    return k;
}

static double lowest(skin_kit* k) {
    pl_skin_lowest found;
    assert_true(pl_skin_find_lowest(&k->skin, &k->memory, &found));
    return found.lambda;
}

static void free_skin(skin_kit* k) {
    pl_arena_release(&k->memory, NULL);
    plump_mesh_destroy(k->mesh);
}

static double lambda_of(plump_mesh* mesh, float radius, uint32_t least) {
    skin_kit k = make_skin(mesh, radius, least);
    double lambda = lowest(&k);
    free_skin(&k);
    return lambda;
}

static double length_of(const double* v, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += v[i] * v[i];
    return sqrt(sum);
}

static void rigid_motion_is_no_deformation(void** state) {
    (void)state;
    const float radii[] = {0.02f, 0.15f, 0.4f, 3};
    for (int n = 0; n < 4; ++n) {
        skin_kit k = make_skin(ball_kit_shape(PLUMP_SHAPE_CREATURE, 2000), radii[n], 500);
        size_t size = 3 * (size_t)k.skin.cloud.count;
        double *u = malloc(size * sizeof *u), *out = malloc(size * sizeof *out);
        for (int motion = 0; motion < 6; ++motion) {
            for (uint32_t i = 0; i < k.skin.cloud.count; ++i) {
                const double* x = k.skin.cloud.position + 3 * (size_t)i;
                double move[3] = {0, 0, 0};
                int a = motion % 3, b = (a + 1) % 3, c = (a + 2) % 3;
                if (motion < 3)
                    move[a] = 1;
                else
                    move[b] = -x[c], move[c] = x[b];
                for (size_t d = 0; d < 3; ++d)
                    u[3 * (size_t)i + d] = move[d] * k.skin.cloud.root_mass[i];
            }
            double before = length_of(u, size);
            pl_skin_apply(u, out, &k.skin);
            assert_true(length_of(out, size) < 1e-10 * before);
            pl_skin_clean(u, &k.skin);
            assert_true(length_of(u, size) < 1e-10 * before);
        }
        free(u);
        free(out);
        free_skin(&k);
    }
}

// The whole of L, column by column.
static double* write_out(pl_skin* skin) {
    size_t n = 3 * (size_t)skin->cloud.count;
    double *matrix = malloc(n * n * sizeof *matrix), *unit = calloc(n, sizeof *unit);
    for (size_t i = 0; i < n; ++i) {
        unit[i] = 1;
        pl_skin_apply(unit, matrix + i * n, skin);
        unit[i] = 0;
    }
    free(unit);
    return matrix;
}

// Eigenvalues of a symmetric matrix, by Jacobi rotations; the diagonal at the end.
static void diagonalise(double* a, size_t n) {
    for (int sweep = 0; sweep < 30; ++sweep) {
        double off = 0;
        for (size_t p = 0; p < n; ++p) {
            for (size_t q = p + 1; q < n; ++q) {
                off += fabs(a[p * n + q]);
                if (fabs(a[p * n + q]) < 1e-18) continue;
                double ratio = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
                double t = (ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                for (size_t k = 0; k < n; ++k) {
                    double x = a[k * n + p], y = a[k * n + q];
                    a[k * n + p] = c * x - s * y, a[k * n + q] = s * x + c * y;
                }
                for (size_t k = 0; k < n; ++k) {
                    double x = a[p * n + k], y = a[q * n + k];
                    a[p * n + k] = c * x - s * y, a[q * n + k] = s * x + c * y;
                }
            }
        }
        if (off < 1e-13) break;
    }
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void lowest_mode_is_that_of_the_whole_matrix(void** state) {
    (void)state;
    struct {
        fixture f;
        float radius;
        uint32_t zeros;
    } cases[] = {
        {fixture_sphere(0.5, 8, 5), 0.5f, 6},   {fixture_sphere(0.5, 8, 5), 0.1f, 6},
        {fixture_box(1, 0.5, 0.3), 0.6f, 6},    {fixture_box(1, 0.5, 0.3), 0.01f, 6},
        {ball_kit_two_spheres(7, 4), 0.5f, 12}, {fixture_ring(12, 5, false, true), 1.2f, 6},
        {ball_kit_tetrahedron(), 1.0f, 6},
    };
    for (size_t m = 0; m < sizeof cases / sizeof *cases; ++m) {
        skin_kit k = make_skin(ball_kit_take(cases[m].f, NULL), cases[m].radius, 1000);
        size_t n = 3 * (size_t)k.skin.cloud.count;
        assert_int_equal(k.skin.cloud.count, plump_mesh_vertex_count(k.mesh));
        double *matrix = write_out(&k.skin), *values = malloc(n * sizeof *values);
        for (size_t i = 0; i < n; ++i)
            for (size_t j = 0; j < i; ++j)
                assert_true(fabs(matrix[i * n + j] - matrix[j * n + i]) < 1e-13);
        diagonalise(matrix, n);
        for (size_t i = 0; i < n; ++i) values[i] = matrix[i * n + i];
        qsort(values, n, sizeof *values, compare);
        for (size_t i = 0; i < n; ++i) {
            assert_true(values[i] > -1e-12 && values[i] < 1 + 1e-12);
            assert_true((i < cases[m].zeros) == (values[i] < 1e-9));
        }
        double want = n > cases[m].zeros ? values[cases[m].zeros] : 1;
        assert_true(fabs(lowest(&k) / want - 1) < 1e-4);
        free(matrix);
        free(values);
        free_skin(&k);
    }
}

// The fit written out as the step does it, with rotations small: P from the lists of the whole
// mesh, without anything of the code above but the lists.
static void matrix_is_that_of_the_regions(void** state) {
    (void)state;
    skin_kit k = make_skin(ball_kit_take(fixture_sphere(0.5, 9, 6), NULL), 0.45f, 1000);
    const pl_surface* s = pl_mesh_surface(k.mesh, NULL);
    const pl_ball_regions* r = pl_ball_regions_get(k.mesh, 0.45f, NULL);
    uint32_t n = s->count;
    double *u = malloc(3 * n * sizeof *u), *goal = calloc(3 * n, sizeof *goal);
    double *in = malloc(3 * n * sizeof *in), *out = malloc(3 * n * sizeof *out);
    for (uint32_t i = 0; i < 3 * n; ++i) u[i] = sin(3.7 * i * i);
    for (uint32_t j = 0; j < r->count; ++j) {
        double mass = 0, x0[3] = {0}, t[3] = {0}, a[3][4] = {{0}};
        for (uint32_t m = r->member_first[j]; m < r->member_first[j + 1]; ++m) {
            uint32_t i = r->member[m];
            double w = (double)s->area[i] * (double)r->member_share[m];
            mass += w;
            for (int c = 0; c < 3; ++c)
                x0[c] += w * (double)s->rest[c][i], t[c] += w * u[3 * i + (uint32_t)c];
        }
        for (int c = 0; c < 3; ++c) x0[c] /= mass, t[c] /= mass;
        for (uint32_t m = r->member_first[j]; m < r->member_first[j + 1]; ++m) {
            uint32_t i = r->member[m];
            double w = (double)s->area[i] * (double)r->member_share[m], d[3], square = 0;
            const double* v = u + 3 * (size_t)i;
            for (int c = 0; c < 3; ++c) d[c] = (double)s->rest[c][i] - x0[c], square += d[c] * d[c];
            for (int b = 0; b < 3; ++b) {
                for (int c = 0; c < 3; ++c) a[b][c] += w * ((b == c) * square - d[b] * d[c]);
                int e = (b + 1) % 3, f = (b + 2) % 3;
                a[b][3] += w * (d[e] * v[f] - d[f] * v[e]);
            }
        }
        for (int p = 0; p < 3; ++p) {
            for (int q = 0; q < 3; ++q) {
                if (q == p) continue;
                double factor = a[q][p] / a[p][p];
                for (int c = 0; c < 4; ++c) a[q][c] -= factor * a[p][c];
            }
        }
        for (uint32_t m = r->member_first[j]; m < r->member_first[j + 1]; ++m) {
            uint32_t i = r->member[m];
            for (uint32_t c = 0; c < 3; ++c) {
                uint32_t e = (c + 1) % 3, f = (c + 2) % 3;
                double de = (double)s->rest[e][i] - x0[e], df = (double)s->rest[f][i] - x0[f];
                double turn = a[e][3] / a[e][e] * df - a[f][3] / a[f][f] * de;
                goal[3 * i + c] += (double)r->member_share[m] * (t[c] + turn);
            }
        }
    }
    for (uint32_t i = 0; i < 3 * n; ++i) in[i] = u[i] * k.skin.cloud.root_mass[i / 3];
    pl_skin_apply(in, out, &k.skin);
    for (uint32_t i = 0; i < 3 * n; ++i)
        assert_true(fabs(out[i] / k.skin.cloud.root_mass[i / 3] - (u[i] - goal[i])) < 1e-6);
    free(u);
    free(goal);
    free(in);
    free(out);
    free_skin(&k);
}

static void sample_stands_for_the_whole_mesh(void** state) {
    (void)state;
    struct {
        plump_shape_kind kind;
        uint32_t vertices;
        float radius;
    } cases[] = {
        {PLUMP_SHAPE_SPHERE, 642, 0.3f},   {PLUMP_SHAPE_SPHERE, 2562, 0.3f},
        {PLUMP_SHAPE_SPHERE, 10242, 0.2f}, {PLUMP_SHAPE_SPHERE, 10242, 0.3f},
        {PLUMP_SHAPE_BAR, 8000, 0.3f},     {PLUMP_SHAPE_CREATURE, 5407, 0.3f},
        {PLUMP_SHAPE_BEAR, 6000, 0.2f},    {PLUMP_SHAPE_BEAR, 6000, 0.4f},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; ++n) {
        double part =
            lambda_of(ball_kit_shape(cases[n].kind, cases[n].vertices), cases[n].radius, 1500);
        double whole = lambda_of(ball_kit_shape(cases[n].kind, cases[n].vertices), cases[n].radius,
                                 cases[n].vertices);
        assert_true(fabs(part / whole - 1) < 0.005);
    }
}

// Shell theory for a ball of radius R, mode l = 2: 0.314 (q/R)^2 with q = r/2, for small q; beyond,
// times 1 + 4.2 (q/R)^2.
static void ball_follows_shell_theory(void** state) {
    (void)state;
    const float radii[] = {0.06f, 0.08f, 0.1f, 0.15f, 0.2f, 0.3f};
    for (int n = 0; n < 6; ++n) {
        double lambda = lambda_of(ball_kit_shape(PLUMP_SHAPE_SPHERE, 40962), radii[n], 1500);
        double q = pow((double)radii[n] / 2 / 0.5, 2), law = 0.314 * q * (1 + 4.2 * q);
        assert_true(fabs(lambda / law - 1) < 0.04);
    }
}

static void known_values_come_out(void** state) {
    (void)state;
    assert_true(fabs(lambda_of(ball_kit_shape(PLUMP_SHAPE_SPHERE, 2562), 0.2f, 1500) - 0.0147) <
                0.0003);
    assert_true(fabs(lambda_of(ball_kit_shape(PLUMP_SHAPE_SPHERE, 10242), 0.4f, 1500) - 0.080) <
                0.001);
    assert_true(fabs(lambda_of(ball_kit_shape(PLUMP_SHAPE_BAR, 10000), 0.3f, 1500) - 0.033) <
                0.0007);
}

// Sizes far from 1 change nothing.
static void lambda_has_no_unit(void** state) {
    (void)state;
    const double sizes[] = {1, 1e-6, 1e6};
    double first = 0;
    for (int n = 0; n < 3; ++n) {
        plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_BEAR);
        plump_mesh* mesh = NULL;
        def.vertex_count = 1000;
        def.size = sizes[n];
        assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
        double lambda = lambda_of(mesh, (float)(0.3 * sizes[n]), 1500);
        if (n == 0) first = lambda;
        assert_true(fabs(lambda / first - 1) < 0.02);
    }
}

static void one_region_resists_every_deformation_fully(void** state) {
    (void)state;
    assert_true(fabs(lambda_of(ball_kit_take(ball_kit_tetrahedron(), NULL), 10, 1500) - 1) < 1e-9);
    assert_true(fabs(lambda_of(ball_kit_shape(PLUMP_SHAPE_BAR, 1000), 10, 300) - 1) < 1e-9);
    assert_true(lambda_of(ball_kit_take(ball_kit_tetrahedron(), NULL), 1e-6f, 1500) > 0.01);
}

static void parts_move_on_their_own(void** state) {
    (void)state;
    skin_kit k = make_skin(ball_kit_take(ball_kit_two_spheres(30, 20), NULL), 0.3f, 1500);
    assert_int_equal(k.skin.cloud.piece_count, 2);
    double both = lowest(&k);
    free_skin(&k);
    double one = lambda_of(ball_kit_take(fixture_sphere(0.5, 30, 20), NULL), 0.3f, 1500);
    assert_true(fabs(both / one - 1) < 0.02);
}

static void out_of_memory_is_told_at_each_allocation(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_take(fixture_sphere(0.5, 12, 8), NULL);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_ball_regions* balls = pl_ball_regions_get(mesh, 0.3f, NULL);
    long fails = 0;
    for (long n = 1;; ++n) {
        memory_kit memory = {.fail_at = n};
        pl_arena arena = pl_arena_make(pl_alloc_hooks(memory_kit_hooks(&memory)));
        pl_skin skin;
        pl_skin_lowest found;
        bool done = pl_skin_make(s, balls, 1500, &arena, &skin) &&
                    pl_skin_find_lowest(&skin, &arena, &found);
        pl_arena_release(&arena, NULL);
        assert_int_equal(memory.blocks, 0);
        assert_true(done == (memory.calls < n));
        if (done) break;
        ++fails;
    }
    assert_true(fails > 25);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_motion_is_no_deformation),
        cmocka_unit_test(lowest_mode_is_that_of_the_whole_matrix),
        cmocka_unit_test(matrix_is_that_of_the_regions),
        cmocka_unit_test(sample_stands_for_the_whole_mesh),
        cmocka_unit_test(ball_follows_shell_theory),
        cmocka_unit_test(known_values_come_out),
        cmocka_unit_test(lambda_has_no_unit),
        cmocka_unit_test(one_region_resists_every_deformation_fully),
        cmocka_unit_test(parts_move_on_their_own),
        cmocka_unit_test(out_of_memory_is_told_at_each_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
