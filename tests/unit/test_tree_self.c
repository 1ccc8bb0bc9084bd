// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/tree.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/tree_kit.h"

static pl_vec3d place_of(const grove* g, uint32_t v) {
    return pl_vec3d_make((double)g->now[0][v], (double)g->now[1][v], (double)g->now[2][v]);
}

// Of length 1, or 0.
static pl_vec3d normal_of(const grove* g, uint32_t a, uint32_t b, uint32_t c) {
    pl_vec3d from = place_of(g, a);
    pl_vec3d normal =
        pl_vec3d_cross(pl_vec3d_sub(place_of(g, b), from), pl_vec3d_sub(place_of(g, c), from));
    return pl_vec3d_normalize(normal, pl_vec3d_make(0, 0, 0));
}

static pl_vec3d triangle_normal(const grove* g, uint32_t triangle) {
    const uint32_t* t = g->triangles + 3 * (size_t)triangle;
    return normal_of(g, t[0], t[1], t[2]);
}

// Triangle i around a vertex.
static pl_vec3d ring_normal(const grove* g, uint32_t v, uint32_t i) {
    uint32_t begin = g->surface->ring_first[v], end = g->surface->ring_first[v + 1];
    uint32_t next = begin + i + 1 < end ? begin + i + 1 : begin;
    return normal_of(g, v, g->surface->ring[begin + i], g->surface->ring[next]);
}

static uint32_t ring_size(const grove* g, uint32_t v) {
    return g->surface->ring_first[v + 1] - g->surface->ring_first[v];
}

// --- cones ---

static void check_in_cone(const pl_tree_cones* cones, uint32_t lane, pl_vec3d normal) {
    double cosine = (double)cones->cosine[lane], sine = (double)cones->sine[lane];
    if (cosine == -1) return;
    assert_true(cosine > 0 && fabs(cosine * cosine + sine * sine - 1) < 1e-5);
    pl_vec3d axis = pl_vec3d_make((double)cones->axis[0][lane], (double)cones->axis[1][lane],
                                  (double)cones->axis[2][lane]);
    assert_true(fabs(pl_vec3d_length(axis) - 1) < 1e-5);
    assert_true(pl_vec3d_dot(axis, normal) >= cosine - 1e-6);
}

// Returns how many of the boxes' cones are narrower than 90 degrees.
static uint32_t check_cones(const grove* g) {
    const pl_tree_shape* s = g->tree.shape;
    uint32_t below = 4, narrow = 0;
    for (uint32_t level = 0; level < s->level_count; ++level, below *= 4) {
        for (uint32_t slot = 0; slot < g->triangle_count; ++slot) {
            uint32_t box = slot / below;
            const pl_tree_cones* cones = &g->tree.cones[s->node_first[level] + box / 4];
            check_in_cone(cones, box % 4, triangle_normal(g, s->triangle[slot]));
            narrow += slot % below == 0 && cones->cosine[box % 4] > 0;
        }
    }
    return narrow;
}

static void check_around(const grove* g) {
    const pl_tree_shape* s = g->tree.shape;
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf)
        for (uint32_t i = s->owned_first[leaf]; i < s->owned_first[leaf + 1]; ++i)
            for (uint32_t k = 0; k < ring_size(g, s->owned[i]); ++k)
                check_in_cone(&g->tree.around[leaf / 4], leaf % 4, ring_normal(g, s->owned[i], k));
}

static void cones_hold_the_normals_below_them(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        for (int amount = 0; amount < 3; ++amount) {
            pl_tree_refit_cones(&g.tree, g.x);
            check_cones(&g);
            check_around(&g);
            grove_deform(&g, 0.5 * amount, i);
        }
        grove_free(&g);
    }
}

static void cones_of_a_smooth_body_are_narrow(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 2562));
    pl_tree_refit_cones(&g.tree, g.x);
    uint32_t narrow = check_cones(&g), leaves = g.tree.shape->leaf_count;
    assert_true(narrow > leaves + leaves / 4);  // all leaves and all nodes of leaves
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
        assert_true(g.tree.cones[leaf / 4].cosine[leaf % 4] > 0.95f);
        assert_true(g.tree.around[leaf / 4].cosine[leaf % 4] > 0.9f);
    }
    grove_free(&g);
}

// A triangle without area may face anywhere; so do all boxes above it.
static void cones_over_nothing_rule_out_nothing(void** state) {
    (void)state;
    static const double scales[4] = {0, 1e-30, 1e-15, 1e15};
    for (size_t i = 0; i < 4; ++i) {
        grove g = grove_of_mesh(kit_make_sphere());
        grove_scale(&g, scales[i]);
        pl_tree_refit_cones(&g.tree, g.x);
        for (uint32_t leaf = 0; leaf < g.tree.shape->leaf_count; ++leaf) {
            assert_true(g.tree.cones[leaf / 4].cosine[leaf % 4] == -1);
            assert_true(g.tree.around[leaf / 4].cosine[leaf % 4] == -1);
        }
        grove_free(&g);
    }
    grove g = grove_of_mesh(kit_make_sphere());
    uint32_t corner = g.triangles[0];
    for (int k = 0; k < 3; ++k) g.now[k][g.triangles[1]] = g.now[k][corner];
    pl_tree_refit_cones(&g.tree, g.x);
    const pl_tree_shape* s = g.tree.shape;
    uint32_t box = 0;
    while (s->triangle[box] != 0) ++box;
    for (uint32_t level = 0; level < s->level_count; ++level) {
        box /= 4;
        assert_true(g.tree.cones[s->node_first[level] + box / 4].cosine[box % 4] == -1);
    }
    grove_free(&g);
}

static void put_lane(pl_tree_cones* cones, int lane, float z, float cosine) {
    cones->axis[2][lane] = z;
    cones->cosine[lane] = cosine;
    cones->sine[lane] = cosine > 0 ? sqrtf(1 - cosine * cosine) : 0;
}

// Lane 0 has narrow cones only, the others one that is open or one the other way.
static void cones_join_as_by_hand(void** state) {
    (void)state;
    pl_tree_cones nodes[4], joined;
    memset(nodes, 0, sizeof nodes);
    for (int i = 0; i < 4; ++i)
        for (int lane = 0; lane < 4; ++lane) put_lane(&nodes[i], lane, 1, 0.8f);
    put_lane(&nodes[1], 2, -1, -1);
    put_lane(&nodes[2], 1, 1, -1);
    put_lane(&nodes[3], 3, -1, 0.99f);
    const pl_tree_cones* const parts[4] = {&nodes[0], &nodes[1], &nodes[2], &nodes[3]};
    pl_tree_join_cones(parts, &joined);
    assert_true(joined.axis[2][0] == 1 && fabs((double)joined.cosine[0] - 0.8) < 1e-4);
    for (int lane = 1; lane < 4; ++lane) assert_true(joined.cosine[lane] == -1);
}

// --- pairs ---

typedef struct finds {
    uint8_t* count;  // per vertex and triangle
    uint32_t triangle_count, total;
} finds;

static void note(uint32_t vertex, uint32_t triangle, void* user) {
    finds* f = user;
    f->count[(size_t)vertex * f->triangle_count + triangle]++;
    f->total++;
}

static finds find_all(const grove* g, float radius) {
    finds f = {calloc((size_t)g->vertex_count * g->triangle_count, 1), g->triangle_count, 0};
    for (uint32_t group = 0; group < pl_tree_group_count(g->tree.shape); ++group)
        pl_tree_self(&g->tree, g->x, group, radius, false, note, &f);
    return f;
}

// Near by boxes, and not its corner.
static bool is_near(const grove* g, uint32_t v, uint32_t triangle, float radius) {
    const uint32_t* t = g->triangles + 3 * (size_t)triangle;
    if (t[0] == v || t[1] == v || t[2] == v) return false;
    for (int k = 0; k < 3; ++k) {
        float a = g->now[k][t[0]], b = g->now[k][t[1]], c = g->now[k][t[2]], at = g->now[k][v];
        if (fminf(fminf(a, b), c) > at + radius || fmaxf(fmaxf(a, b), c) < at - radius)
            return false;
    }
    return true;
}

static bool is_facing(const grove* g, uint32_t v, uint32_t triangle) {
    pl_vec3d normal = triangle_normal(g, triangle);
    bool facing = pl_vec3d_length_squared(normal) == 0;
    for (uint32_t i = 0; i < ring_size(g, v); ++i)
        facing = facing || pl_vec3d_dot(ring_normal(g, v, i), normal) <= 0;
    return facing;
}

// All that face each other, each once; nothing that is not near. Returns how many face.
static uint32_t check_pairs(const grove* g, double share) {
    float radius = (float)(share * grove_extent(g));
    finds f = find_all(g, radius);
    uint32_t facing = 0;
    for (uint32_t v = 0; v < g->vertex_count; ++v) {
        for (uint32_t t = 0; t < g->triangle_count; ++t) {
            uint8_t count = f.count[(size_t)v * g->triangle_count + t];
            bool near = is_near(g, v, t, radius);
            if (count > 0) assert_true(near && count == 1);
            if (!near || !is_facing(g, v, t)) continue;
            assert_int_equal(count, 1);
            ++facing;
        }
    }
    free(f.count);
    return facing;
}

static void all_that_face_each_other_are_found(void** state) {
    (void)state;
    uint32_t facing = 0;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        for (int amount = 0; amount < 3; ++amount) {
            pl_tree_refit(&g.tree, g.x, amount == 1 ? g.was : NULL);
            pl_tree_refit_cones(&g.tree, g.x);
            facing += check_pairs(&g, 0.01);
            facing += check_pairs(&g, 0.06);
            grove_deform(&g, 0.8, i);
        }
        grove_free(&g);
    }
    assert_true(facing > 10000);  // the test means something
}

// A knot pressed flat, so that its strands lie on each other.
static void strands_that_touch_are_found(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_KNOT, 2000));
    pl_tree_refit_cones(&g.tree, g.x);
    assert_int_equal(check_pairs(&g, 0.002), 0);
    for (uint32_t i = 0; i < g.vertex_count; ++i) g.now[2][i] *= 0.3f;
    pl_tree_refit(&g.tree, g.x, NULL);
    pl_tree_refit_cones(&g.tree, g.x);
    assert_true(check_pairs(&g, 0.02) > 20);
    grove_free(&g);
}

static void neighbours_on_a_smooth_body_are_left_out(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 2562));
    pl_tree_refit_cones(&g.tree, g.x);
    finds f = find_all(&g, (float)(0.05 * g.surface->extent));
    assert_int_equal(f.total, 0);
    free(f.count);
    grove_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_hold_the_normals_below_them),
        cmocka_unit_test(cones_of_a_smooth_body_are_narrow),
        cmocka_unit_test(cones_over_nothing_rule_out_nothing),
        cmocka_unit_test(cones_join_as_by_hand),
        cmocka_unit_test(all_that_face_each_other_are_found),
        cmocka_unit_test(strands_that_touch_are_found),
        cmocka_unit_test(neighbours_on_a_smooth_body_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
