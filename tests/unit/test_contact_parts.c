// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Parts of one mesh meet each other: balls in one file, a chain of rings, shells in each other. At
// rest no two triangles of different parts cross, counted with exact signs.
//
// Default: coarse. PLUMP_TEST_LONG=1: fine.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/mesh/mesh_tree.h"
#include "tests/unit/contact_kit.h"

// --- meshes of several parts ---

// A shape once more: turned by a quarter about x where `upright`, inside out where `hollow`.
static void add_shape(fixture* f, const plump_mesh* shape, double size, const double at[3],
                      bool upright, bool hollow) {
    uint32_t first = f->vertex_count;
    const float* x = plump_mesh_positions(shape);
    double origin[3];
    plump_mesh_origin(shape, origin);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(shape); ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = size * (origin[k] + (double)x[3 * (size_t)i + (size_t)k]);
        double y = upright ? -p[2] : p[1], z = upright ? p[1] : p[2];
        fixture_vertex(f, at[0] + p[0], at[1] + y, at[2] + z);
    }
    const uint32_t* t = plump_mesh_indices(shape);
    for (uint32_t i = 0; i < plump_mesh_triangle_count(shape); ++i) {
        const uint32_t* c = t + 3 * (size_t)i;
        fixture_triangle(f, first + c[0], first + c[hollow ? 2 : 1], first + c[hollow ? 1 : 2]);
    }
}

// 3 x 3 x n balls of 0.2 m, a little apart.
static plump_mesh* mesh_balls(uint32_t vertices, uint32_t layers) {
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, vertices, 0.2);
    fixture f = {0};
    for (uint32_t i = 0; i < 9 * layers; ++i) {
        // each layer shifted, or they would stand as towers
        double shift = 0.05 * (double)(i / 9 % 2);
        const double at[3] = {0.22 * (i % 3) + shift, 0.11 + 0.22 * (i / 9),
                              0.22 * (i / 3 % 3) + shift};
        add_shape(&f, ball, 1, at, false, false);
    }
    plump_mesh_destroy(ball);
    return mesh_taken(f);
}

// A ring of 16 cm and 3 cm thick, in the plane of x and z, or upright.
static void add_ring(fixture* f, double x, bool upright, uint32_t around, uint32_t across) {
    uint32_t first = f->vertex_count;
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t k = 0; k < across; ++k) {
            double a = 2 * VOLUME_PI * i / around, b = 2 * VOLUME_PI * k / across;
            double r = 0.08 + 0.015 * cos(b), h = 0.015 * sin(b);
            double z = r * sin(a);
            fixture_vertex(f, x + r * cos(a), upright ? -z : h, upright ? h : z);
        }
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t k = 0; k < across; ++k) {
            uint32_t next = (i + 1) % around, up = (k + 1) % across;
            fixture_quad(f, first + i * across + k, first + i * across + up,
                         first + next * across + up, first + next * across + k);
        }
}

// Rings through each other, lying and upright in turn.
static plump_mesh* mesh_chain(uint32_t around, uint32_t rings) {
    fixture f = {0};
    for (uint32_t i = 0; i < rings; ++i) add_ring(&f, 0.11 * i, i % 2, around, 8);
    return mesh_taken(f);
}

// A ball with a hollow in it, and in the hollow another ball.
static plump_mesh* mesh_shells(uint32_t vertices) {
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, vertices, 0.4);
    const double at[3] = {0, 0, 0};
    fixture f = {0};
    add_shape(&f, ball, 1, at, false, false);
    add_shape(&f, ball, 0.8, at, false, true);
    add_shape(&f, ball, 0.5, at, false, false);
    plump_mesh_destroy(ball);
    return mesh_taken(f);
}

static plump_body_def loose(const plump_mesh* mesh, float frequency, double y) {
    return scene_def(mesh, frequency, 0, y, 0);
}

typedef struct crossing_count {
    const uint32_t* part;
    uint64_t between;
} crossing_count;

static void count_crossing(uint32_t a, uint32_t b, void* user) {
    crossing_count* count = user;
    count->between += count->part[a] != count->part[b];
}

// Pairs of triangles of two parts.
static uint64_t crossings(scene* s) {
    scene_read(s, 0);
    const plump_mesh* mesh = s->judge[0].mesh;
    pl_mesh_view view = {s->judge[0].x, s->judge[0].count, plump_mesh_indices(mesh),
                         plump_mesh_triangle_count(mesh)};
    pl_arena arena = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    crossing_count count = {plump_mesh_triangle_parts(mesh), 0};
    pl_intersections found;
    assert_true(tree && pl_mesh_intersections(&arena, tree, count_crossing, &count, &found));
    pl_arena_release(&arena, NULL);
    return count.between;
}

static double height_of(const scene* s) {
    double most = 0;
    for (uint32_t i = 0; i < s->judge[0].count; ++i)
        most = s->judge[0].x[3 * (size_t)i + 1] > most ? s->judge[0].x[3 * (size_t)i + 1] : most;
    return most;
}

static void add_floor(scene* s) {
    plump_obstacle_def floor = plump_default_obstacle_def();
    scene_obstacle(s, &floor);
}

// --- the claims ---

static void balls_of_one_mesh_lie_on_each_other(void** state) {
    (void)state;
    for (int with = !volume_long(); with <= 1; ++with) {
        scene s = scene_begin(-9.81f, 1.0f / 120);
        const plump_mesh* mesh =
            scene_keep(&s, mesh_balls(volume_long() ? 162 : 42, volume_long() ? 3 : 2));
        plump_obstacle_def box = plump_default_obstacle_def();
        box.shape = PLUMP_OBSTACLE_BOX;
        box.hollow = true;
        box.half_size[0] = box.half_size[2] = 0.36f, box.half_size[1] = 1;
        box.position[0] = box.position[2] = 0.245, box.position[1] = 1;
        scene_obstacle(&s, &box);
        plump_body_def def = loose(mesh, 10, 0);
        def.part_contact = with;
        scene_body(&s, &def);
        s.look_every = 60;
        scene_run(&s, 1.5);
        uint64_t pairs = crossings(&s);
        double height = height_of(&s);
        if (with) {
            // 27 of 42 vertices: 2,080 without
            scene_at_most("pairs of triangles that cross", (double)pairs, 60);
            scene_at_least("height, m", height, 0.25);
            scene_at_most("contacts left out", (double)s.worst.dropped, 0);
        } else {
            scene_at_least("without contact: pairs that cross", (double)pairs, 100);
        }
        scene_end(&s);
    }
    volume_expect_good();
}

// Dropped on a floor, rings lie on each other.
static void rings_of_a_chain_lie_on_each_other(void** state) {
    (void)state;
    for (int with = !volume_long(); with <= 1; ++with) {
        scene s = scene_begin(-9.81f, 1.0f / 120);
        const plump_mesh* mesh = scene_keep(&s, mesh_chain(volume_long() ? 60 : 30, 5));
        add_floor(&s);
        plump_body_def def = loose(mesh, 20, 0.2);
        def.part_contact = with;
        scene_body(&s, &def);
        s.look_every = 60;
        scene_run(&s, 4);
        uint64_t pairs = crossings(&s);
        plump_body_info info = describe(s.world, s.body[0]);
        if (with) {
            // of 30 edges around: none; of 60: 46
            scene_at_most("pairs of triangles that cross", (double)pairs, volume_long() ? 80 : 0);
            scene_at_least("height, of rings that lie on others, m", height_of(&s), 0.04);
            scene_at_most("kinetic energy, J/kg", info.kinetic_energy / info.mass, 1e-4);
            scene_at_most("contacts left out", (double)s.worst.dropped, 0);
        } else {
            scene_at_least("without contact: pairs that cross", (double)pairs, 500);
            scene_at_most("and their height, m", height_of(&s), 0.032);
        }
        scene_end(&s);
    }
    volume_expect_good();
}

static void shells_stay_in_each_other(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    const plump_mesh* mesh = scene_keep(&s, mesh_shells(volume_long() ? 642 : 162));
    assert_int_equal(plump_mesh_part_count(mesh), 3);
    add_floor(&s);
    plump_body_def def = loose(mesh, 6, 0.4);
    def.volume = PLUMP_VOLUME_PARTS;
    scene_body(&s, &def);
    s.look_every = 60;
    scene_run(&s, 2.5);
    scene_at_most("pairs of triangles that cross", (double)crossings(&s), 0);
    scene_end(&s);
    volume_expect_good();
}

// Of two balls in one mesh one is pushed and flies off; the other stays where it is.
static void the_core_does_not_tie_what_can_move_apart(void** state) {
    (void)state;
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2);
    fixture f = {0};
    const double left[3] = {-0.2, 0, 0}, right[3] = {0.2, 0, 0};
    add_shape(&f, ball, 1, left, false, false);
    add_shape(&f, ball, 1, right, false, false);
    plump_mesh_destroy(ball);
    scene s = scene_begin(0, 1.0f / 120);
    plump_body_def def = loose(scene_keep(&s, mesh_taken(f)), 3, 0);
    def.core = 0.5f;
    scene_body(&s, &def);
    pl_body* body = body_of(s.world, s.body[0]);
    for (uint32_t i = 0; i < body->count; ++i)
        if (body->surface->part_of[i] == 1) body->v[0][i] = 1;
    scene_run(&s, 1);
    double speed[2] = {0, 0};
    for (uint32_t i = 0; i < body->count; ++i)
        speed[body->surface->part_of[i]] += 2 * (double)body->v[0][i] / body->count;
    scene_at_most("speed of the one that was left, m/s", fabs(speed[0]), 1e-4);
    scene_at_most("speed that the other has lost, m/s", fabs(speed[1] - 1), 1e-4);
    scene_end(&s);
    volume_expect_good();
}

// A ball in a ball is one piece with it: the core holds it in the middle.
static void the_core_holds_what_lies_in_another(void** state) {
    (void)state;
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.4);
    const double at[3] = {0, 0, 0};
    fixture f = {0};
    add_shape(&f, ball, 1, at, false, false);
    add_shape(&f, ball, 0.5, at, false, false);
    plump_mesh_destroy(ball);
    scene s = scene_begin(0, 1.0f / 120);
    plump_body_def def = loose(scene_keep(&s, mesh_taken(f)), 3, 0);
    def.core = 0.5f;
    def.damping = 0.5f;
    scene_body(&s, &def);
    pl_body* body = body_of(s.world, s.body[0]);
    for (uint32_t i = 0; i < body->count; ++i)
        if (body->surface->part_of[i] == 1) body->v[0][i] = 0.2f;
    scene_run(&s, 2);
    double middle[2] = {0, 0};
    for (uint32_t i = 0; i < body->count; ++i)
        middle[body->surface->part_of[i]] += 2 * (double)body->x[0][i] / body->count;
    scene_at_most("off the middle, m", fabs(middle[1] - middle[0]), 2e-3);
    scene_end(&s);
    volume_expect_good();
}

// Two balls that share a tenth of their width: they are one thing, and stay as they are.
static void parts_that_cut_each_other_at_rest_do_not_burst(void** state) {
    (void)state;
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2);
    fixture f = {0};
    const double left[3] = {-0.09, 0, 0}, right[3] = {0.09, 0, 0}, far[3] = {0.5, 0, 0};
    add_shape(&f, ball, 1, left, false, false);
    add_shape(&f, ball, 1, right, false, false);
    add_shape(&f, ball, 1, far, false, false);
    plump_mesh_destroy(ball);
    plump_mesh* mesh = mesh_taken(f);
    uint32_t pieces, piece_of[3];
    OK(plump_mesh_find_pieces(mesh, &pieces, piece_of, 3, &kit_error));
    assert_int_equal(pieces, 2);
    assert_int_equal(piece_of[0], 0);
    assert_int_equal(piece_of[1], 0);
    assert_int_equal(piece_of[2], 1);
    plump_mesh* piece = NULL;
    OK(plump_mesh_create_piece(mesh, 0, &piece, &kit_error));
    assert_int_equal(plump_mesh_part_count(piece), 2);
    plump_mesh_destroy(piece);
    REFUSED(plump_mesh_create_piece(mesh, 2, &piece, &kit_error), "the mesh has 2");
    REFUSED(plump_mesh_find_pieces(mesh, &pieces, piece_of, 2, &kit_error), "room");
    scene s = scene_begin(0, 1.0f / 120);
    scene_keep(&s, mesh);
    plump_body_def def = loose(mesh, 3, 0);
    scene_body(&s, &def);
    scene_run(&s, 1);
    plump_body_info info = describe(s.world, s.body[0]);
    scene_at_most("kinetic energy, J", info.kinetic_energy, 1e-9);
    scene_end(&s);
    volume_expect_good();
}

static void many_pieces_are_numbered_in_order(void** state) {
    (void)state;
    plump_mesh* chain = mesh_chain(30, 5);
    uint32_t pieces, piece_of[5];
    OK(plump_mesh_find_pieces(chain, &pieces, piece_of, 5, &kit_error));
    assert_int_equal(pieces, 5);
    for (uint32_t i = 0; i < 5; ++i) assert_int_equal(piece_of[i], i);
    plump_mesh_destroy(chain);
    plump_mesh* shells = mesh_shells(162);
    OK(plump_mesh_find_pieces(shells, &pieces, NULL, 0, &kit_error));
    assert_int_equal(pieces, 1);
    plump_mesh_destroy(shells);
}

// At most one leaf at each border is of two parts: boxes of parts that have moved apart stay small.
static void trees_divide_parts_as_wholes(void** state) {
    (void)state;
    plump_mesh* chain = mesh_chain(31, 5);
    const pl_surface* surface = pl_mesh_surface(chain, NULL);
    const pl_tree_shape* shape = pl_tree_shape_get(chain, NULL);
    uint32_t mixed = 0;
    for (uint32_t leaf = 0; leaf < shape->leaf_count; ++leaf)
        mixed += shape->box_part[leaf] == PL_TREE_NONE;
    assert_true(mixed <= 4);
    assert_true(fabs(surface->part_extent - 0.19) < 1e-3 && surface->extent > 0.6);
    plump_mesh_destroy(chain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_of_one_mesh_lie_on_each_other),
        cmocka_unit_test(rings_of_a_chain_lie_on_each_other),
        cmocka_unit_test(shells_stay_in_each_other),
        cmocka_unit_test(the_core_does_not_tie_what_can_move_apart),
        cmocka_unit_test(the_core_holds_what_lies_in_another),
        cmocka_unit_test(parts_that_cut_each_other_at_rest_do_not_burst),
        cmocka_unit_test(many_pieces_are_numbered_in_order),
        cmocka_unit_test(trees_divide_parts_as_wholes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
