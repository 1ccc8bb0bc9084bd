// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Thin things, things of many parts, small things and many things fall on a floor: each has more
// contacts than vertices, and fell through when the list was full. Judged by geometry.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// --- shapes of cells ---

// Whether a cell is full.
typedef bool cells_fn(int x, int y, int z);

static void add_cell_face(fixture* f, const int cell[3], const int count[3], int axis, bool high,
                          const double size[3]) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t corner[4];
    for (int i = 0; i < 4; ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k) p[k] = (cell[k] - 0.5 * count[k]) * size[k];
        if (high) p[axis] += size[axis];
        if (i == 1 || i == 2) p[u] += size[u];
        if (i >= 2) p[v] += size[v];
        corner[i] = fixture_vertex(f, p[0], p[1], p[2]);
    }
    if (high) {
        fixture_quad(f, corner[0], corner[1], corner[2], corner[3]);
    } else {
        fixture_quad(f, corner[0], corner[3], corner[2], corner[1]);
    }
}

// The surface of the full cells among so many.
static plump_mesh* mesh_cells(cells_fn* full, const int count[3], const double size[3]) {
    fixture f = {0};
    for (int x = 0; x < count[0]; ++x)
        for (int y = 0; y < count[1]; ++y)
            for (int z = 0; z < count[2]; ++z) {
                const int cell[3] = {x, y, z};
                for (int k = 0; k < 6 && full(x, y, z); ++k) {
                    int next[3] = {x, y, z};
                    next[k / 2] += k % 2 ? 1 : -1;
                    if (!full(next[0], next[1], next[2]))
                        add_cell_face(&f, cell, count, k / 2, k % 2, size);
                }
            }
    return mesh_taken(f);
}

static bool comb(int x, int y, int z) {
    if (x < 0 || x >= 25 || z != 0 || y < 0 || y >= 8) return false;
    return y >= 6 || x % 2 == 0;
}

// Arms, a spine and legs, one cell thick.
static bool cross(int x, int y, int z) {
    if (z != 0 || y < 0 || y >= 24 || x < 0 || x >= 25) return false;
    if (y >= 16 && y < 18) return true;
    if (x >= 12 && x < 14) return y >= 8;
    return y < 10 && (x == 10 || x == 15 || (y >= 8 && x > 10 && x < 15));
}

// Five links of 7 x 5 cells, each through the next, every other one upright.
static bool chain(int x, int y, int z) {
    for (int i = 0; i < 5; ++i) {
        int along = x - 5 * i, across = (i % 2 ? y : z) - 1, flat = i % 2 ? z : y;
        if (along < 0 || along > 7 || across < 0 || across > 4 || flat != 3) continue;
        if (along == 0 || along == 7 || across == 0 || across == 4) return true;
    }
    return false;
}

// --- scenes ---

static double lowest_of(const scene* s) {
    double lowest = 1e9;
    for (uint32_t i = 0; i < s->body_count; ++i)
        for (uint32_t k = 0; k < s->judge[i].count; ++k)
            lowest = fmin(lowest, s->judge[i].x[3 * k + 1]);
    return lowest;
}

// Runs and judges: sizes as shares of `size`.
static void expect_floor_holds(scene* s, double size, double transit, double seconds) {
    double deepest = 0;
    s->look_every = 1000000;  // the judge, who is slow, looks at the end
    for (int i = 0; i < (int)(seconds / (double)s->dt); ++i) {
        scene_step(s);
        plump_overlap_report r;
        OK(plump_world_measure_overlap(s->world, &r, &kit_error));
        deepest = fmax(deepest, r.obstacles.depth);
        // the report of the step knows what geometry knows
        double told = plump_world_report(s->world)->penetration;
        if (told < 0.9 * r.obstacles.depth - 1e-3 * size && s->obstacle_count == 1)
            fail_msg("%g told, %g deep", told, r.obstacles.depth);
    }
    scene_look(s);
    scene_at_most("deepest below the floor, sizes", deepest / size, transit);
    scene_at_least("lowest at the end, sizes", lowest_of(s) / size, -0.01);
    scene_expect_sound(s);
    scene_end(s);
    volume_expect_good();
}

static scene drop(plump_mesh* mesh, double scale, double height, bool self) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    plump_body_def def = scene_def(scene_keep(&s, mesh), 8, 0, height, 0);
    def.scale = (float)scale;
    def.self_contact = self;
    scene_body(&s, &def);
    return s;
}

static void a_comb_lies_on_the_floor(void** state) {
    (void)state;
    const int count[3] = {25, 8, 1};
    const double size[3] = {0.012, 0.012, 0.006};
    scene s = drop(mesh_cells(comb, count, size), 1, 0.06, true);
    expect_floor_holds(&s, 0.3, 0.01, volume_long() ? 2 : 0.2);
}

static void a_cross_of_thin_bars_lies_on_the_floor(void** state) {
    (void)state;
    const int count[3] = {25, 24, 1};
    const double size[3] = {0.012, 0.012, 0.01};
    scene s = drop(mesh_cells(cross, count, size), 1, 0.16, true);
    expect_floor_holds(&s, 0.3, 0.01, volume_long() ? 2 : 0.2);
}

static void a_chain_of_rings_lies_on_the_floor(void** state) {
    (void)state;
    const int count[3] = {28, 7, 7};
    const double size[3] = {0.01, 0.01, 0.01};
    scene s = drop(mesh_cells(chain, count, size), 1, 0.06, true);
    expect_floor_holds(&s, 0.28, 0.01, volume_long() ? 2 : 0.2);
}

static void slivers_lie_on_the_floor(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* sliver = scene_keep(&s, mesh_slab(0.3, 0.003, 0.06, 24, 1, 5));
    for (int i = 0; i < 3; ++i) {
        plump_body_def def = scene_def(sliver, 8, 0.02 * i, 0.05 + 0.03 * i, 0.01 * i);
        def.rotation[2] = 0.1f * (float)i;
        def.self_contact = true;
        scene_body(&s, &def);
    }
    expect_floor_holds(&s, 0.3, 0.01, volume_long() ? 2 : 0.2);
}

static double energy_of(const scene* s) {
    double energy = 0, mass = 0;
    for (uint32_t i = 0; i < s->body_count; ++i) {
        plump_body_info info = describe(s->world, s->body[i]);
        energy += info.kinetic_energy;
        mass += info.mass;
    }
    return energy / mass;
}

// Without being told to meet themselves: what a search would find near itself everywhere listed
// 13 contacts a vertex, and boiled.
static void slivers_come_to_rest_on_each_other(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* sliver = scene_keep(&s, mesh_slab(0.3, 0.003, 0.03, 24, 1, 3));
    uint32_t count = volume_long() ? 8 : 3;
    for (uint32_t i = 0; i < count; ++i) {
        plump_body_def def = scene_def(sliver, 7, 0.02 * i, 0.01 + 0.03 * i, 0.01 * (i % 3));
        def.damping = 0.2f;
        scene_body(&s, &def);
    }
    s.look_every = 1000000;
    scene_run(&s, volume_long() ? 4 : 1.5);
    double places = (double)count * plump_mesh_vertex_count(sliver);
    scene_at_most("contacts, per vertex", s.worst.contacts_most / places, 4);
    scene_at_most("kinetic energy at the end, J/kg", energy_of(&s), 1e-3);
    scene_look(&s);
    scene_at_least("lowest at the end, sizes", lowest_of(&s) / 0.3, -0.01);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

// It lands on the tips of its teeth, which are as thick as its triangles.
static void a_comb_lands_on_its_teeth(void** state) {
    (void)state;
    const int count[3] = {25, 8, 1};
    const double size[3] = {0.012, 0.012, 0.006};
    scene s = drop(mesh_cells(comb, count, size), 1, 0.12, false);
    expect_floor_holds(&s, 0.3, 0.01, volume_long() ? 4 : 1);
}

// Jellies of 5 mm and bears of half a millimetre fall several sizes in a frame, and are flattened
// by their weight at 8 Hz.
static void small_bodies_lie_on_the_floor(void** state) {
    (void)state;
    const double size[2] = {0.005, 0.0005};
    const plump_shape_kind kind[2] = {PLUMP_SHAPE_JELLY, PLUMP_SHAPE_BEAR};
    for (int i = 0; i < 2; ++i) {
        plump_mesh* mesh = mesh_shape(kind[i], 300, 1);
        scene s = drop(mesh, size[i], 4 * size[i], true);
        expect_floor_holds(&s, size[i], 0.01, volume_long() ? 2 : 0.2);
    }
}

// Own shapes of six kinds in a box without a lid, poured in by layers of nine.
static void thirty_mixed_bodies_stay_in_their_box(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    plump_obstacle_def box = plump_default_obstacle_def();
    box.shape = PLUMP_OBSTACLE_BOX;
    box.hollow = true;
    box.half_size[0] = box.half_size[2] = 0.45f, box.half_size[1] = 2;
    box.position[1] = 2;
    scene_obstacle(&s, &box);
    const int count[3] = {25, 8, 1}, links[3] = {28, 7, 7};
    const double cell[3] = {0.01, 0.01, 0.01}, thin[3] = {0.007, 0.007, 0.007};
    const plump_mesh* kinds[6] = {
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_DUCK, 300, 0.22)),
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_TORUS, 300, 0.22)),
        scene_keep(&s, mesh_cells(comb, count, cell)),
        scene_keep(&s, mesh_slab(0.24, 0.01, 0.1, 12, 1, 5)),
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_BEAR, 300, 0.22)),
        scene_keep(&s, mesh_cells(chain, links, thin)),
    };
    uint32_t most = volume_long() ? 30 : 9;
    for (uint32_t i = 0; i < most; ++i) {
        uint32_t at = i % 9;
        plump_body_def def = scene_def(kinds[i % 6], 10, 0.27 * (at % 3) - 0.27,
                                       0.2 + 0.28 * (i / 9), 0.27 * (at / 3) - 0.27);
        scene_body(&s, &def);
    }
    expect_floor_holds(&s, 0.22, 0.01, volume_long() ? 2 : 0.35);
}

// A body that no contact reaches: 62 mm below the floor is told as 62 mm.
static void what_is_below_the_floor_is_told(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    s.look_every = 1000;
    scene_floor(&s, 0.5f);
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.02);
    plump_body_def def = scene_def(scene_keep(&s, ball), 8, 0, -0.062, 0);
    scene_body(&s, &def);
    scene_step(&s);
    plump_overlap_report r;
    OK(plump_world_measure_overlap(s.world, &r, &kit_error));
    double told = plump_world_report(s.world)->penetration;
    assert_true(told > 0.05);
    assert_true(fabs(told - r.obstacles.depth) <= 0.1 * r.obstacles.depth);
    plump_body_info info;
    OK(plump_body_describe(s.world, s.body[0], &info, &kit_error));
    assert_true(info.penetration == told);
    scene_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comb_lies_on_the_floor),
        cmocka_unit_test(a_cross_of_thin_bars_lies_on_the_floor),
        cmocka_unit_test(a_chain_of_rings_lies_on_the_floor),
        cmocka_unit_test(slivers_lie_on_the_floor),
        cmocka_unit_test(slivers_come_to_rest_on_each_other),
        cmocka_unit_test(a_comb_lands_on_its_teeth),
        cmocka_unit_test(small_bodies_lie_on_the_floor),
        cmocka_unit_test(thirty_mixed_bodies_stay_in_their_box),
        cmocka_unit_test(what_is_below_the_floor_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
