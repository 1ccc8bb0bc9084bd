// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Patches: how much less they stretch what they hold, that they hold its mean, and what they keep.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id one, two;  // balls of a metre, at x = 0 and 1.5
} lab;

static lab open_lab(float gravity, uint32_t workers, uint32_t vertices) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, vertices),
             .world = make_world(gravity, workers)};
    l.one = make_body(l.world, l.mesh, 0);
    l.two = make_body(l.world, l.mesh, 1.5);
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

// The vertex furthest along an axis.
static uint32_t vertex_at_end(const plump_mesh* mesh, int axis, float side) {
    const float* x = plump_mesh_positions(mesh);
    uint32_t best = 0;
    for (uint32_t i = 1; i < plump_mesh_vertex_count(mesh); ++i)
        if (side * x[3 * i + (unsigned)axis] > side * x[3 * best + (unsigned)axis]) best = i;
    return best;
}

static plump_attachment_def hang(const lab* l, float radius) {
    plump_attachment_def def = plump_default_attachment_def();
    def.body = l->one;
    def.vertex = vertex_at_end(l->mesh, 1, 1);
    def.radius = radius;
    OK(plump_attachment_find_patch(l->world, l->one, def.vertex, radius, def.point, &kit_error));
    return def;
}

static plump_attachment_def join(const lab* l, float radius) {
    plump_attachment_def def = hang(l, radius);
    def.vertex = vertex_at_end(l->mesh, 0, 1);
    def.other = l->two;
    def.other_vertex = vertex_at_end(l->mesh, 0, -1);
    def.other_radius = radius;
    return def;
}

static plump_attachment_id attach(const lab* l, const plump_attachment_def* def) {
    plump_attachment_id id = {0};
    OK(plump_attachment_create(l->world, def, &id, &kit_error));
    return id;
}

static plump_attachment_info look_at_tie(const lab* l, plump_attachment_id id) {
    plump_attachment_info info;
    OK(plump_attachment_get_info(l->world, id, &info, &kit_error));
    return info;
}

// --- what a patch is ---

static void shares_add_up_and_follow_the_distance(void** state) {
    (void)state;
    lab l = open_lab(0, 1, 642);
    plump_attachment_def def = hang(&l, 0.3f);
    plump_attachment_id id = attach(&l, &def);
    uint32_t vertices[642], count = plump_attachment_patch(l.world, id, false, NULL, NULL, 0);
    float shares[642];
    assert_int_equal(plump_attachment_patch(l.world, id, false, vertices, shares, 642), count);
    assert_true(count > 20 && count < 200);
    const float* x = plump_mesh_positions(l.mesh);
    double sum = 0, mean[3] = {0, 0, 0}, top = 0, rim = 1;
    for (uint32_t i = 0; i < count; ++i) {
        double square = 0;
        for (unsigned k = 0; k < 3; ++k) {
            double d = (double)x[3 * vertices[i] + k] - (double)x[3 * def.vertex + k];
            square += d * d;
            mean[k] += (double)shares[i] * (double)x[3 * vertices[i] + k];
        }
        assert_true(square < 0.09 && shares[i] > 0);
        sum += (double)shares[i];
        top = (double)shares[i] > top ? (double)shares[i] : top;
        rim = (double)shares[i] < rim ? (double)shares[i] : rim;
    }
    assert_true(fabs(sum - 1) < 1e-6 && rim < 0.1 * top);
    plump_attachment_info info = look_at_tie(&l, id);
    assert_int_equal(info.vertex_count, count);
    assert_int_equal(info.other_vertex_count, 0);
    for (int k = 0; k < 3; ++k) assert_true(fabs(info.held[k] - mean[k]) < 1e-6);
    assert_true(info.distance < 1e-12);  // it was made where it is
    assert_int_equal(plump_attachment_patch(l.world, id, true, vertices, shares, 642), 0);
    close_lab(&l);
}

// A ball pressed flat: the far side is near, but not along the surface.
static void what_does_not_hang_together_is_not_held(void** state) {
    (void)state;
    lab l = open_lab(0, 1, 642);
    plump_triangles list = plump_mesh_triangles(l.mesh);
    plump_mesh_def flat = plump_default_mesh_def();
    float at[3 * 642];
    memcpy(at, list.positions, sizeof at);
    for (unsigned i = 0; i < 642; ++i) at[3 * i + 1] *= 0.1f;
    list.positions = at;
    flat.triangles = list;
    plump_mesh* mesh = NULL;
    OK(plump_mesh_create(&flat, &mesh, NULL, &kit_error));
    plump_attachment_def def = plump_default_attachment_def();
    def.body = make_body(l.world, mesh, 4);
    def.vertex = vertex_at_end(mesh, 1, 1);
    def.radius = 0.3f;
    plump_attachment_id id = attach(&l, &def);
    uint32_t vertices[642], count = plump_attachment_patch(l.world, id, 0, vertices, NULL, 642);
    assert_true(count > 20);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(plump_mesh_positions(mesh)[3 * vertices[i] + 1] > 0);
    plump_world_destroy(l.world);
    plump_mesh_destroy(mesh);
    plump_mesh_destroy(l.mesh);
}

// --- how little it stretches ---

static double largest_stretch(const lab* l) {
    const pl_body* body = body_of(l->world, l->one);
    const pl_surface* s = body->surface;
    double most = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t r = s->ring_first[i]; r < s->ring_first[i + 1]; ++r) {
            double now = 0, rest = 0;
            for (int k = 0; k < 3; ++k) {
                double d = (double)body->x[k][i] - (double)body->x[k][s->ring[r]];
                double e = (double)body->rest[k][i] - (double)body->rest[k][s->ring[r]];
                now += d * d, rest += e * e;
            }
            most = sqrt(now / rest) > most ? sqrt(now / rest) : most;
        }
    }
    return most;
}

// A ball that hangs by its weight, still.
static double stretch_of_one_that_hangs(float radius) {
    lab l = open_lab(-9.81f, 1, 642);
    OK(plump_body_destroy(l.world, l.two, &kit_error));
    OK(plump_body_set(l.world, l.one, "damping", 1, &kit_error));
    plump_attachment_def def = hang(&l, radius);
    attach(&l, &def);
    step(l.world, 180);
    double stretch = largest_stretch(&l);
    close_lab(&l);
    return stretch;
}

static void a_patch_stretches_far_less_than_a_vertex(void** state) {
    (void)state;
    double vertex = stretch_of_one_that_hangs(0), small = stretch_of_one_that_hangs(0.15f);
    double hand = stretch_of_one_that_hangs(0.3f);
    if (!(vertex > 4 * small && small > hand && hand < 1.7))
        fail_msg("%g by a vertex, %g and %g by patches", vertex, small, hand);
}

// --- what it holds ---

static void the_mean_is_held(void** state) {
    (void)state;
    for (int free = 0; free < 2; ++free) {
        lab l = open_lab(-9.81f, 1, 642);
        if (free) {
            plump_body_def loose = plump_default_body_def();
            loose.mesh = l.mesh;
            loose.volume = PLUMP_VOLUME_FREE;
            OK(plump_body_destroy(l.world, l.one, &kit_error));
            OK(plump_body_create(l.world, &loose, &l.one, &kit_error));
        }
        plump_attachment_def def = hang(&l, 0.3f);
        plump_attachment_id id = attach(&l, &def);
        for (int i = 0; i < 60; ++i) {
            def.point[0] += 0.01;
            OK(plump_attachment_move(l.world, id, def.point, &kit_error));
            step(l.world, 1);
            double off = look_at_tie(&l, id).distance;
            if (!(off < 2e-6)) fail_msg("off by %g after step %d", off, i);
        }
        close_lab(&l);
    }
}

// A patch of one vertex is that vertex, to the bit.
static void a_radius_of_next_to_nothing_is_the_vertex_alone(void** state) {
    (void)state;
    uint64_t bits[2][2];
    for (int k = 0; k < 2; ++k) {
        lab l = open_lab(-9.81f, 1, 162);
        plump_attachment_def def = hang(&l, k ? 1e-3f : 0), other = join(&l, k ? 1e-3f : 0);
        other.stiffness = 500;
        plump_attachment_id id = attach(&l, &def);
        attach(&l, &other);
        assert_int_equal(look_at_tie(&l, id).vertex_count, 1);
        step(l.world, 60);
        bits[k][0] = body_bits(l.world, l.one);
        bits[k][1] = body_bits(l.world, l.two);
        close_lab(&l);
    }
    assert_true(bits[0][0] == bits[1][0] && bits[0][1] == bits[1][1]);
}

// --- what it keeps ---

static void add_up(const lab* l, pl_vec3d* momentum, pl_vec3d* spin) {
    *momentum = *spin = pl_vec3d_make(0, 0, 0);
    const plump_body_id ids[2] = {l->one, l->two};
    for (int i = 0; i < 2; ++i) {
        plump_body_info info = describe(l->world, ids[i]);
        pl_vec3d p = pl_vec3d_load(info.momentum);
        *momentum = pl_vec3d_add(*momentum, p);
        *spin = pl_vec3d_add(*spin, pl_vec3d_load(info.angular_momentum));
        *spin = pl_vec3d_add(*spin, pl_vec3d_cross(pl_vec3d_load(info.centre), p));
    }
}

// Once the two patches are together nothing turns the pair.
static void two_that_hold_each_other_keep_momentum_and_spin(void** state) {
    (void)state;
    lab l = open_lab(0, 1, 162);
    plump_attachment_def def = join(&l, 0.4f);
    plump_attachment_id id = attach(&l, &def);
    assert_true(look_at_tie(&l, id).other_vertex_count > 1);
    OK(plump_world_set_pair(l.world, l.one, l.two, false, &kit_error));
    const float up[3] = {0, 1, 0.5f}, down[3] = {0, -1, 0};
    step(l.world, 30);
    OK(plump_body_set_velocity(l.world, l.one, PLUMP_ALL_VERTICES, down, &kit_error));
    OK(plump_body_set_velocity(l.world, l.two, PLUMP_ALL_VERTICES, up, &kit_error));
    pl_vec3d momentum[2], spin[2];
    add_up(&l, &momentum[0], &spin[0]);
    step(l.world, 60);
    add_up(&l, &momentum[1], &spin[1]);
    double slip = pl_vec3d_length(pl_vec3d_sub(momentum[1], momentum[0]));
    double turn = pl_vec3d_length(pl_vec3d_sub(spin[1], spin[0])) / pl_vec3d_length(spin[0]);
    if (!(slip < 1e-5 * describe(l.world, l.one).mass)) fail_msg("momentum is off by %g", slip);
    if (!(turn < 1e-3)) fail_msg("spin is off by %g", turn);
    close_lab(&l);
}

static void an_obstacle_feels_what_a_patch_does(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1, 162);
    plump_obstacle_def solid = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    solid.position[2] = 5;
    plump_attachment_def def = hang(&l, 0.3f);
    def.obstacle = make_obstacle(l.world, &solid);
    def.point[2] -= 5;
    plump_attachment_id id = attach(&l, &def);
    for (int i = 0; i < 20; ++i) {
        step(l.world, 1);
        plump_obstacle_info box = look_at(l.world, def.obstacle);
        plump_attachment_info tie = look_at_tie(&l, id);
        pl_vec3d arm = pl_vec3d_sub(pl_vec3d_load(tie.held), pl_vec3d_load(solid.position));
        pl_vec3d push = pl_vec3d_scale(pl_vec3d_load(tie.force), -1.0 / 60);
        pl_vec3d turn = pl_vec3d_cross(arm, push);
        pl_vec3d off = pl_vec3d_sub(pl_vec3d_load(box.impulse), push);
        pl_vec3d twist = pl_vec3d_sub(pl_vec3d_load(box.angular_impulse), turn);
        assert_true(pl_vec3d_length(off) < 1e-5 * pl_vec3d_length(push) + 1e-9);
        assert_true(pl_vec3d_length(twist) < 1e-2 * pl_vec3d_length(turn) + 1e-9);
    }
    close_lab(&l);
}

// --- snapshots and threads ---

static lab open_busy_lab(uint32_t workers) {
    lab l = open_lab(-9.81f, workers, 162);
    plump_attachment_def def = hang(&l, 0.3f), other = join(&l, 0.4f);
    def.stiffness = 2e4f, def.damping = 300;
    other.stiffness = 1e4f, other.damping = 100, other.other_radius = 0;
    attach(&l, &def);
    attach(&l, &other);
    return l;
}

static void snapshots_keep_patches_for_any_number_of_threads(void** state) {
    (void)state;
    uint64_t ends[3];
    for (uint32_t workers = 1; workers <= 3; ++workers) {
        lab l = open_busy_lab(workers), fresh = open_lab(-9.81f, 1, 162);
        step(l.world, 15);
        bytes b = take_snapshot(l.world);
        const plump_mesh* meshes[1] = {fresh.mesh};
        OK(plump_world_restore(fresh.world, b.at, b.size, meshes, 1, &kit_error));
        assert_true(plump_world_hash(fresh.world) == plump_world_hash(l.world));
        step(l.world, 25);
        step(fresh.world, 25);
        ends[workers - 1] = plump_world_hash(l.world);
        assert_true(plump_world_hash(fresh.world) == ends[workers - 1]);
        free(b.at);
        close_lab(&l);
        close_lab(&fresh);
    }
    assert_true(ends[0] == ends[1] && ends[1] == ends[2]);
}

static void patches_of_snapshots_that_lie_are_refused(void** state) {
    (void)state;
    lab l = open_busy_lab(1);
    bytes b = take_snapshot(l.world), f = {malloc(b.size), b.size};
    const pl_held *held = l.world->attachments[0]->held, *last = l.world->attachments[1]->held;
    size_t ones = 8 * (size_t)held[0].count, all = ones + 8 * ((size_t)last[0].count + 1);
    size_t at = b.size - sizeof(uint32_t) - all;  // nothing touches
    const plump_mesh* meshes[1] = {l.mesh};
    const struct {
        size_t at;
        uint32_t value;
        const char* words;
    } lies[] = {{at, 1000, "patch of an attachment"},  // not ascending
                {at + ones / 2 - 4, 1000, "ties what is not there"},
                {at + ones / 2, 0x40000000, "patch of an attachment"},  // 2
                {at + ones / 2, 0xBF000000, "patch of an attachment"},  // below 0
                {at + ones / 2, 0x7FC00000, "patch of an attachment"}};
    uint64_t before = plump_world_hash(l.world);
    for (unsigned i = 0; i < PL_COUNT(lies); ++i) {
        memcpy(f.at, b.at, b.size);
        put_u32(f, lies[i].at, lies[i].value);
        REFUSED(plump_world_restore(l.world, f.at, f.size, meshes, 1, &kit_error), lies[i].words);
    }
    assert_true(plump_world_hash(l.world) == before);
    free(f.at);
    free(b.at);
    close_lab(&l);
}

// --- refused ---

static void patches_that_cannot_be_are_refused(void** state) {
    (void)state;
    lab l = open_lab(0, 1, 162);
    plump_attachment_id id;
    double centre[3];
    plump_attachment_def def = hang(&l, 0.1f);
    def.radius = -1;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "radius of the attachment");
    def.radius = NAN;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "radius of the attachment");
    def.radius = 0.1f, def.other_radius = 0.1f;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "no other body");
    plump_world* w = l.world;
    REFUSED(plump_attachment_find_patch(NULL, l.one, 0, 1, centre, &kit_error), "world is NULL");
    REFUSED(plump_attachment_find_patch(w, l.one, 162, 1, centre, &kit_error), "has 162");
    REFUSED(plump_attachment_find_patch(w, l.one, 0, -1, centre, &kit_error), "of the patch");
    REFUSED(plump_attachment_find_patch(w, l.one, 0, 1, NULL, &kit_error), "nowhere to put");
    assert_int_equal(plump_attachment_patch(NULL, id, false, NULL, NULL, 0), 0);
    assert_int_equal(plump_attachment_patch(w, id, false, NULL, NULL, 0), 0);
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_add_up_and_follow_the_distance),
        cmocka_unit_test(what_does_not_hang_together_is_not_held),
        cmocka_unit_test(a_patch_stretches_far_less_than_a_vertex),
        cmocka_unit_test(the_mean_is_held),
        cmocka_unit_test(a_radius_of_next_to_nothing_is_the_vertex_alone),
        cmocka_unit_test(two_that_hold_each_other_keep_momentum_and_spin),
        cmocka_unit_test(an_obstacle_feels_what_a_patch_does),
        cmocka_unit_test(snapshots_keep_patches_for_any_number_of_threads),
        cmocka_unit_test(patches_of_snapshots_that_lie_are_refused),
        cmocka_unit_test(patches_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
