// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/solid_kit.h"

typedef struct meeting {
    bool met;
    double at, distance;  // of the point there
    pl_vec3d normal;
} meeting;

static double distance_at(const pl_solid* solid, pl_vec3d p) {
    pl_solid_near near[3];
    double at[3];
    pl_vec3d_store(p, at);
    pl_solid_distance(solid, at, 0, near);
    return near[0].distance;
}

static meeting sweep(const pl_solid* solid, pl_vec3d from, pl_vec3d to) {
    double a[3], b[3], normal[3] = {0, 0, 0};
    meeting m = {.at = -1};
    pl_vec3d_store(from, a);
    pl_vec3d_store(to, b);
    m.met = pl_solid_segment(solid, a, b, &m.at, normal);
    if (!m.met) return m;
    m.normal = pl_vec3d_load(normal);
    if (pl_solid_is_round(solid)) m.distance = distance_at(solid, pl_vec3d_mix(from, to, m.at));
    assert_true(m.at >= 0 && m.at <= 1);
    assert_true(fabs(pl_vec3d_length(m.normal) - 1) < 1e-14);
    return m;
}

static bool is_matter(const pl_solid* solid, pl_vec3d p) {
    return solid_kit_within(solid, p) != solid->hollow;
}

// The first of so many points along the way that is in matter, or -1.
static int first_in_matter(const pl_solid* solid, pl_vec3d from, pl_vec3d to, int count) {
    for (int i = 0; i <= count; ++i)
        if (is_matter(solid, pl_vec3d_mix(from, to, (double)i / count))) return i;
    return -1;
}

#define SAMPLES 500

// Where it meets is on the surface, nothing before is in matter, and where something is it meets.
static void check_way(const pl_solid* solid, pl_vec3d from, pl_vec3d to, double size, int* met) {
    meeting m = sweep(solid, from, to);
    int first = first_in_matter(solid, from, to, SAMPLES);
    *met += m.met;
    if (first >= 0) assert_true(m.met);
    if (!m.met) return;
    assert_true(fabs(m.distance) <= 1e-9 * size);
    assert_true(pl_vec3d_dot(m.normal, pl_vec3d_sub(to, from)) <= 0);
    if (first >= 0) assert_true(m.at <= (double)first / SAMPLES);
    if (first > 0) assert_true(m.at >= (double)(first - 1) / SAMPLES - 1e-9);
}

static void check_ways(const pl_solid* solid) {
    uint64_t seed = 11;
    int met = 0, ways = 0;
    while (ways < 5000) {
        pl_vec3d from = solid_kit_point(&seed, 2), to = solid_kit_point(&seed, 2);
        if (is_matter(solid, from)) continue;
        check_way(solid, from, to, 1, &met);
        ++ways;
    }
    assert_true(met > 500 && met < 4995);
}

static void ways_by_chance_meet_where_samples_say(void** state) {
    (void)state;
    solid_kit_each(check_ways);
}

// Short ways near the surface, as vertices at rest make them.
static void check_short(const pl_solid* solid) {
    uint64_t seed = 12;
    int met = 0, ways = 0;
    while (ways < 5000) {
        pl_vec3d from = solid_kit_point(&seed, 1.2);
        double distance = distance_at(solid, from);
        if (distance < 0 || distance > 0.1) continue;
        double length = distance * 1.5;
        check_way(solid, from, pl_vec3d_add(from, solid_kit_point(&seed, length)), 1, &met);
        ++ways;
    }
    assert_true(met > 50 && met < 4950);
}

static void short_ways_near_the_surface_do_too(void** state) {
    (void)state;
    solid_kit_each(check_short);
}

// Past a convex solid by a line that touches it, moved out by `gap`.
static bool graze(const pl_solid* solid, uint64_t* seed, double gap, double reach) {
    pl_vec3d p = solid_kit_point(seed, 2);
    pl_solid_near near[3];
    double at[3];
    pl_vec3d_store(p, at);
    pl_solid_distance(solid, at, 0, near);
    pl_vec3d normal = pl_vec3d_load(near[0].normal);
    pl_vec3d foot = pl_vec3d_add_scaled(p, gap - near[0].distance, normal);
    pl_vec3d along = pl_vec3d_normalize(pl_vec3d_cross(normal, solid_kit_point(seed, 1)), normal);
    double ahead = reach * (1 + fabs(solid_kit_chance(seed)));
    pl_vec3d from = pl_vec3d_add_scaled(foot, -reach, along);
    meeting m = sweep(solid, from, pl_vec3d_add_scaled(foot, ahead, along));
    if (m.met) assert_true(fabs(m.distance) <= 1e-9);
    return m.met;
}

static void check_graze(const pl_solid* solid) {
    if (solid->hollow || solid->shape == PLUMP_OBSTACLE_PLANE) return;
    uint64_t seed = 13;
    for (int i = 0; i < 3000; ++i) {
        double reach = i % 2 ? 3 : 300;
        assert_true(graze(solid, &seed, 0, reach));
        assert_true(graze(solid, &seed, -1e-14, reach));
        assert_true(graze(solid, &seed, -1e-11, reach));
        assert_true(graze(solid, &seed, -1e-8, reach));
        assert_true(graze(solid, &seed, -1e-5, reach));
        assert_false(graze(solid, &seed, 1e-8, reach));
        assert_false(graze(solid, &seed, 1e-4, reach));
    }
}

static void a_graze_meets_and_a_miss_does_not(void** state) {
    (void)state;
    solid_kit_each(check_graze);
}

// From the surface: off it is free, into it ends at once.
static void check_touching(const pl_solid* solid) {
    uint64_t seed = 14;
    int entered = 0;
    for (int i = 0; i < 3000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1.2);
        pl_solid_near near[3];
        double at[3];
        pl_vec3d_store(p, at);
        pl_solid_distance(solid, at, 0, near);
        pl_vec3d normal = pl_vec3d_load(near[0].normal);
        pl_vec3d foot = pl_vec3d_add_scaled(p, -near[0].distance, normal);
        pl_vec3d aside = solid_kit_point(&seed, 1e-3);
        aside = pl_vec3d_add_scaled(aside, -pl_vec3d_dot(aside, normal), normal);
        // behind a corner the wall goes on where the surface does not
        if (solid->hollow && fabs(distance_at(solid, foot)) > 1e-12) continue;
        pl_vec3d out = pl_vec3d_add_scaled(aside, 1e-3, normal);
        pl_vec3d in = pl_vec3d_add_scaled(aside, -1e-3, normal);
        meeting m = sweep(solid, foot, pl_vec3d_add(foot, in));
        // at an edge it may leave by the other face
        if (distance_at(solid, pl_vec3d_add(foot, in)) < -1e-8) {
            assert_true(m.met && m.at < 1e-6);
            ++entered;
        }
        if (solid->hollow && distance_at(solid, pl_vec3d_add(foot, out)) < 0) continue;
        assert_false(sweep(solid, foot, pl_vec3d_add(foot, out)).met);
    }
    assert_true(entered > 1000);
}

static void from_the_surface_only_the_way_in_is_met(void** state) {
    (void)state;
    solid_kit_each(check_touching);
}

// As far as a body goes in a step at 1,000 m/s and beyond.
static void check_fast(const pl_solid* solid) {
    uint64_t seed = 15;
    for (int i = 0; i < 3000; ++i) {
        pl_vec3d inside = solid_kit_point(&seed, 0.3), way = solid_kit_point(&seed, 1e4);
        if (solid->shape == PLUMP_OBSTACLE_PLANE) way.y = fabs(way.y), inside.y -= 1;
        pl_vec3d far = pl_vec3d_add(inside, way);
        pl_vec3d beyond = pl_vec3d_add_scaled(inside, -1e-2, way);
        if (!is_matter(solid, far) && is_matter(solid, inside)) {
            meeting m = sweep(solid, far, beyond);
            assert_true(m.met && fabs(m.distance) <= 1e-9);
        } else if (solid->hollow) {
            meeting m = sweep(solid, inside, beyond);
            assert_true(m.met && fabs(m.distance) <= 1e-9);
        }
    }
}

static void fast_ways_are_met_too(void** state) {
    (void)state;
    solid_kit_each(check_fast);
}

// A vertex that was pushed a little into a wall: it may come back, not go deeper, and the wall on
// the other side holds.
static void from_behind_a_wall_only_the_way_back_is_free(void** state) {
    (void)state;
    for (int i = 2; i < SOLID_KIT_ROUND; i += 2) {
        solid_kit k;
        plump_obstacle_def def = solid_kit_round(i);
        const pl_solid* room = solid_kit_take(&k, &def);
        double wall = room->shape == PLUMP_OBSTACLE_BOX ? room->half_size[0] : room->radius;
        pl_vec3d behind = pl_vec3d_make(wall + 0.1, 0.1, 0);
        assert_false(sweep(room, behind, pl_vec3d_make(wall + 0.05, 0.1, 0)).met);
        assert_false(sweep(room, behind, pl_vec3d_make(0.1, 0.1, 0)).met);
        meeting m = sweep(room, behind, pl_vec3d_make(wall + 0.2, 0.1, 0));
        assert_true(m.met && m.at == 0);
        m = sweep(room, behind, pl_vec3d_make(-wall - 0.3, 0.1, 0));
        assert_true(m.met && fabs(m.distance) < 1e-9 && m.at > 0.5);
        // along the wall, on it
        pl_vec3d on = pl_vec3d_make(0.1, 0.1, wall), next = pl_vec3d_make(0.2, 0.1, wall);
        if (room->shape == PLUMP_OBSTACLE_BOX) on.z = next.z = room->half_size[2];
        assert_true(sweep(room, on, next).met == (room->shape != PLUMP_OBSTACLE_BOX));
        solid_kit_free(&k);
    }
}

static void nothing_passes_a_plate_of_a_millimetre(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_BOX, false);
    def.half_size[0] = def.half_size[2] = 10;
    def.half_size[1] = 0.0005f;
    const pl_solid* plate = solid_kit_take(&k, &def);
    uint64_t seed = 16;
    for (int i = 0; i < 20000; ++i) {
        pl_vec3d through = pl_vec3d_make(9 * solid_kit_chance(&seed), 0, solid_kit_chance(&seed));
        pl_vec3d way = solid_kit_point(&seed, i % 2 ? 16 : 0.1);
        if (i % 3 == 0) way.x *= 0.01, way.z *= 0.01;
        if (fabs(way.y) < 0.001) continue;
        meeting m = sweep(plate, pl_vec3d_sub(through, way), pl_vec3d_add(through, way));
        assert_true(m.met && fabs(m.distance) <= 1e-8 && m.at < 0.5);
    }
    solid_kit_free(&k);
}

static void ways_without_length_or_sense_meet_nothing(void** state) {
    (void)state;
    for (int i = 0; i < SOLID_KIT_ROUND; ++i) {
        solid_kit k;
        plump_obstacle_def def = solid_kit_round(i);
        const pl_solid* solid = solid_kit_take(&k, &def);
        pl_vec3d p = pl_vec3d_make(0.1, 3, 0.1), q = pl_vec3d_make(0.1, 0.2, 0.1);
        pl_vec3d free = solid->hollow ? q : p, nan = pl_vec3d_make((double)NAN, 0, 0);
        assert_false(sweep(solid, free, free).met);
        assert_false(sweep(solid, nan, free).met);
        assert_false(sweep(solid, free, nan).met);
        assert_false(sweep(solid, nan, nan).met);
        solid_kit_free(&k);
    }
}

// --- triangles ---

// A box as a mesh is met where the box of closed form is.
static void a_mesh_is_met_like_the_box_it_shows(void** state) {
    (void)state;
    for (int hollow = 0; hollow < 2; ++hollow) {
        fixture f = {0}, box = fixture_box(1, 2, 3);
        fixture_append(&f, &box, -0.5, -1, -1.5);
        fixture_free(&box);
        plump_mesh* mesh = kit_take(f);
        plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_MESH, hollow);
        plump_obstacle_def round = solid_kit_def(PLUMP_OBSTACLE_BOX, hollow);
        def.mesh = mesh;
        def.scale = 0.5f;
        round.half_size[0] = 0.25f, round.half_size[1] = 0.5f, round.half_size[2] = 0.75f;
        solid_kit k, l;
        const pl_solid *shown = solid_kit_take(&k, &def), *closed = solid_kit_take(&l, &round);
        uint64_t seed = 17;
        int met = 0;
        for (int i = 0; i < 3000; ++i) {
            pl_vec3d from = solid_kit_point(&seed, 1), to = solid_kit_point(&seed, 1);
            if (fabs(distance_at(closed, from)) < 1e-5 || is_matter(closed, from)) continue;
            meeting m = sweep(shown, from, to), n = sweep(closed, from, to);
            if (n.met && pl_vec3d_distance(m.normal, n.normal) > 1e-6) continue;
            assert_true(m.met == n.met);
            if (!m.met) continue;
            assert_true(fabs(m.at - n.at) * pl_vec3d_distance(from, to) < 1e-5);
            ++met;
        }
        assert_true(met > 200);
        solid_kit_free(&k);
        solid_kit_free(&l);
        plump_mesh_destroy(mesh);
    }
}

static void a_sheet_is_met_from_both_sides_against_the_way(void** state) {
    (void)state;
    const float points[] = {-1, 0, -1, 1, 0, -1, 0, 0, 2};
    const uint32_t triangle[] = {0, 1, 2};
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    def.points = points, def.point_count = 3;
    def.triangles = triangle, def.triangle_count = 1;
    solid_kit k;
    const pl_solid* sheet = solid_kit_take(&k, &def);
    pl_vec3d up = pl_vec3d_make(0.1, 3, 0.1), down = pl_vec3d_make(0.1, -1, 0.1);
    meeting m = sweep(sheet, up, down);
    assert_true(m.met && m.at == 0.75 && m.normal.y == 1);
    m = sweep(sheet, down, up);
    assert_true(m.met && m.at == 0.25 && m.normal.y == -1);
    assert_false(sweep(sheet, up, pl_vec3d_make(0.1, 1, 0.1)).met);
    assert_false(sweep(sheet, pl_vec3d_make(5, 1, 0), pl_vec3d_make(5, -1, 0)).met);
    solid_kit_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_by_chance_meet_where_samples_say),
        cmocka_unit_test(short_ways_near_the_surface_do_too),
        cmocka_unit_test(a_graze_meets_and_a_miss_does_not),
        cmocka_unit_test(from_the_surface_only_the_way_in_is_met),
        cmocka_unit_test(fast_ways_are_met_too),
        cmocka_unit_test(from_behind_a_wall_only_the_way_back_is_free),
        cmocka_unit_test(nothing_passes_a_plate_of_a_millimetre),
        cmocka_unit_test(ways_without_length_or_sense_meet_nothing),
        cmocka_unit_test(a_mesh_is_met_like_the_box_it_shows),
        cmocka_unit_test(a_sheet_is_met_from_both_sides_against_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
