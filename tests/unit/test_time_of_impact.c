// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Times of impact of two features, against closed forms and against looking at very many times.
#include "src/collide/time_of_impact.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <math.h>

// A number from -1 to 1, the same on every machine.
static double draw(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) / (double)(1 << 23) - 1.0;
}

static pl_vec3d draw_vector(uint64_t* state) {
    double x = draw(state), y = draw(state);
    return pl_vec3d_make(x, y, draw(state));
}

static pl_vec3d between(const pl_sweep* s, int i, double t) {
    return pl_vec3d_add_scaled(pl_vec3d_scale(s->past[i], 1.0 - t), t, s->now[i]);
}

// sum weight x at a time: 0 where the two meet.
static double apart(const pl_sweep* s, const pl_toi* toi, double t) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (int i = 0; i < 4; ++i) sum = pl_vec3d_add_scaled(sum, toi->weight[i], between(s, i, t));
    return pl_vec3d_length(sum);
}

// --- closed forms ---

// A triangle in the plane y = 0, outside above.
static pl_sweep floor_and(pl_vec3d from, pl_vec3d to) {
    pl_sweep s = {
        .past = {from, pl_vec3d_make(-1, 0, 1), pl_vec3d_make(1, 0, 1), pl_vec3d_make(0, 0, -2)},
        .now = {to}};
    for (int i = 1; i < 4; ++i) s.now[i] = s.past[i];
    return s;
}

static void a_vertex_falls_through_a_triangle(void** state) {
    (void)state;
    pl_sweep s = floor_and(pl_vec3d_make(0.25, 3, 0), pl_vec3d_make(0.25, -1, 0));
    pl_toi toi;
    assert_true(pl_toi_vertex_triangle(&s, &toi));
    assert_true(fabs(toi.time - 0.75) < 1e-12);
    assert_true(fabs(toi.normal.y - 1) < 1e-12 && !toi.out);
    assert_true(apart(&s, &toi, toi.time) < 1e-12);
    // the other way it comes out
    s = floor_and(pl_vec3d_make(0.25, -1, 0), pl_vec3d_make(0.25, 3, 0));
    assert_true(pl_toi_vertex_triangle(&s, &toi));
    assert_true(fabs(toi.time - 0.25) < 1e-12 && toi.out && toi.normal.y < 0);
}

static void what_passes_beside_or_turns_back_does_not_meet(void** state) {
    (void)state;
    pl_toi toi;
    pl_sweep s = floor_and(pl_vec3d_make(2, 3, 0), pl_vec3d_make(2, -1, 0));
    assert_false(pl_toi_vertex_triangle(&s, &toi));  // beside it
    s = floor_and(pl_vec3d_make(0, 3, 0), pl_vec3d_make(0, 1e-9, 0));
    assert_false(pl_toi_vertex_triangle(&s, &toi));  // not so far
    s = floor_and(pl_vec3d_make(0, 1e-6, 0), pl_vec3d_make(0, 1e-6, 0));
    for (int i = 0; i < 4; ++i) s.now[i].y -= 5;
    assert_false(pl_toi_vertex_triangle(&s, &toi));  // both together
}

static void edges_cross_in_their_middle(void** state) {
    (void)state;
    pl_sweep s = {.past = {pl_vec3d_make(-1, 1, 0), pl_vec3d_make(1, 1, 0), pl_vec3d_make(0, 0, -1),
                           pl_vec3d_make(0, 0, 1)}};
    for (int i = 0; i < 4; ++i) s.now[i] = s.past[i];
    s.now[0].y = s.now[1].y = -1;
    pl_toi toi;
    assert_true(pl_toi_edges(&s, &toi));
    assert_true(fabs(toi.time - 0.5) < 1e-12);
    for (int i = 0; i < 4; ++i) assert_true(fabs(fabs(toi.weight[i]) - 0.5) < 1e-12);
    assert_true(fabs(toi.normal.y - 1) < 1e-12);  // towards where the first was
    s.now[0].y = s.now[1].y = 0.5;
    assert_false(pl_toi_edges(&s, &toi));
    s.past[0].x += 3, s.past[1].x += 3, s.now[0].x += 3, s.now[1].x += 3;
    s.now[0].y = s.now[1].y = -1;
    assert_false(pl_toi_edges(&s, &toi));
}

// --- at random ---

// Twelve numbers that make up the way of four points.
static pl_sweep draw_sweep(uint64_t* state) {
    pl_sweep s;
    for (int i = 0; i < 4; ++i) {
        s.past[i] = draw_vector(state);
        s.now[i] = draw_vector(state);
    }
    return s;
}

// Signed volume of the four points.
static double side_at(const pl_sweep* s, double t) {
    pl_vec3d a = between(s, 0, t);
    return pl_vec3d_triple(pl_vec3d_sub(between(s, 1, t), a), pl_vec3d_sub(between(s, 2, t), a),
                           pl_vec3d_sub(between(s, 3, t), a));
}

// Whether points in one plane are a vertex in a triangle, or edges that cross, with room to spare.
static bool is_clearly_in_triangle(const pl_sweep* s, double t) {
    pl_vec3d p = between(s, 0, t), c[3] = {between(s, 1, t), between(s, 2, t), between(s, 3, t)};
    pl_vec3d n = pl_vec3d_cross(pl_vec3d_sub(c[1], c[0]), pl_vec3d_sub(c[2], c[0]));
    double all = pl_vec3d_dot(n, n);
    for (int i = 0; i < 3; ++i) {
        pl_vec3d part = pl_vec3d_cross(pl_vec3d_sub(c[(i + 1) % 3], c[i]), pl_vec3d_sub(p, c[i]));
        if (pl_vec3d_dot(part, n) < 0.02 * all) return false;
    }
    return all > 1e-4;
}

static bool are_clearly_crossing(const pl_sweep* s, double t) {
    pl_vec3d a = between(s, 0, t), b = between(s, 1, t), c = between(s, 2, t), d = between(s, 3, t);
    pl_vec3d u = pl_vec3d_sub(b, a), v = pl_vec3d_sub(d, c), n = pl_vec3d_cross(u, v);
    double all = pl_vec3d_dot(n, n);
    double at_u = pl_vec3d_dot(pl_vec3d_cross(pl_vec3d_sub(c, a), v), n) / all;
    double at_v = pl_vec3d_dot(pl_vec3d_cross(pl_vec3d_sub(c, a), u), n) / all;
    return all > 1e-4 && at_u > 0.02 && at_u < 0.98 && at_v > 0.02 && at_v < 0.98;
}

typedef bool toi_fn(const pl_sweep* s, pl_toi* toi);
typedef bool meets_fn(const pl_sweep* s, double t);

#define LOOKS 2000

// The first time at which they clearly meet, 2: never.
static double first_meeting(const pl_sweep* s, meets_fn* meets) {
    double before = side_at(s, 0);
    for (int i = 1; i <= LOOKS; ++i) {
        double t = (double)i / LOOKS, after = side_at(s, t);
        if ((before < 0) != (after < 0) && meets(s, t) && meets(s, t - 1.0 / LOOKS)) return t;
        before = after;
    }
    return 2;
}

static void find_what_looking_finds(toi_fn* find, meets_fn* meets) {
    uint64_t state = 7;
    int met = 0;
    for (int i = 0; i < 4000; ++i) {
        pl_sweep s = draw_sweep(&state);
        pl_toi toi = {0};
        bool found = find(&s, &toi);
        double first = first_meeting(&s, meets);
        if (first <= 1) {
            assert_true(found);
            assert_true(toi.time <= first);
            ++met;
        }
        if (!found) continue;
        assert_true(toi.time >= 0 && toi.time <= 1);
        assert_true(apart(&s, &toi, toi.time) < 1e-5);
        assert_true(fabs(pl_vec3d_length(toi.normal) - 1) < 1e-12);
    }
    assert_true(met > 100);
}

static void vertices_meet_triangles_when_they_do(void** state) {
    (void)state;
    find_what_looking_finds(pl_toi_vertex_triangle, is_clearly_in_triangle);
}

static void edges_meet_edges_when_they_do(void** state) {
    (void)state;
    find_what_looking_finds(pl_toi_edges, are_clearly_crossing);
}

// Before the time of impact the first feature is on the side that the normal points to.
static void normals_point_to_where_it_was(void** state) {
    (void)state;
    uint64_t draws = 11;
    int seen = 0;
    for (int i = 0; i < 4000; ++i) {
        pl_sweep s = draw_sweep(&draws);
        pl_toi toi;
        bool is_edge = i % 2 == 1;
        if (!(is_edge ? pl_toi_edges(&s, &toi) : pl_toi_vertex_triangle(&s, &toi))) continue;
        double before = toi.time - 1e-6;
        if (before < 0) continue;
        pl_vec3d sum = pl_vec3d_make(0, 0, 0);
        for (int k = 0; k < 4; ++k)
            sum = pl_vec3d_add_scaled(sum, toi.weight[k], between(&s, k, before));
        double along = pl_vec3d_dot(sum, toi.normal);
        if (fabs(along) < 1e-8) continue;  // they graze each other
        assert_true(along > 0);
        ++seen;
    }
    assert_true(seen > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_falls_through_a_triangle),
        cmocka_unit_test(what_passes_beside_or_turns_back_does_not_meet),
        cmocka_unit_test(edges_cross_in_their_middle),
        cmocka_unit_test(vertices_meet_triangles_when_they_do),
        cmocka_unit_test(edges_meet_edges_when_they_do),
        cmocka_unit_test(normals_point_to_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
