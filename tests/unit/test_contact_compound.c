// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Compounds: bodies meet them as they meet their parts, one by one, and all else is of the whole.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

static const float upright[4] = {0, 0, 0, 1};

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_obstacle_id obstacle[2];
    plump_body_id ball[3];
} lab;

static lab open_lab(uint32_t workers) {
    return (lab){.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(-9.81f, workers)};
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static void drop_balls(lab* l) {
    for (int i = 0; i < 3; ++i) {
        plump_body_def def = plump_default_body_def();
        def.mesh = l->mesh;
        def.scale = 0.4f;
        def.frequency = 8;
        def.damping = 0.3f;
        def.position[0] = 0.45 * i - 0.4;
        def.position[1] = 0.9 + 0.1 * i;
        OK(plump_body_create(l->world, &def, &l->ball[i], &kit_error));
    }
}

// A trough of two boxes, tilted towards each other.
static void fill_boxes(plump_obstacle_def parts[2]) {
    for (int i = 0; i < 2; ++i) {
        parts[i] = plump_default_obstacle_def();
        parts[i].shape = PLUMP_OBSTACLE_BOX;
        parts[i].half_size[0] = parts[i].half_size[2] = 1;
        parts[i].half_size[1] = 0.1f;
        parts[i].position[0] = i ? 0.7 : -0.7;
        parts[i].rotation[2] = i ? 0.3f : -0.3f;
        parts[i].friction = parts[i].friction_static = 0.7f;
    }
}

static plump_obstacle_def compound_of(const plump_obstacle_def* parts, uint32_t count) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_COMPOUND;
    def.parts = parts;
    def.part_count = count;
    def.friction = def.friction_static = 0.7f;
    return def;
}

static double apart(lab* a, lab* b) {
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const pl_body *p = body_of(a->world, a->ball[i]), *q = body_of(b->world, b->ball[i]);
        for (uint32_t v = 0; v < p->count; ++v)
            for (int k = 0; k < 3; ++k)
                most = fmax(most, fabs(p->origin[k] + (double)p->x[k][v] - q->origin[k] -
                                       (double)q->x[k][v]));
    }
    return most;
}

static bool same_bits(lab* a, lab* b) {
    bool same = true;
    for (int i = 0; i < 3; ++i)
        same = same && body_bits(a->world, a->ball[i]) == body_bits(b->world, b->ball[i]);
    return same;
}

// The impulses of the two, about the place of the whole.
static void expect_sum(lab* whole, lab* two) {
    plump_obstacle_info all = look_at(whole->world, whole->obstacle[0]);
    double impulse[3] = {0}, turn[3] = {0}, size = 1e-9;
    uint32_t count = 0;
    for (int i = 0; i < 2; ++i) {
        plump_obstacle_info one = look_at(two->world, two->obstacle[i]);
        double arm[3], *p = one.impulse;
        for (int k = 0; k < 3; ++k) {
            arm[k] = one.position[k] - all.position[k];
            impulse[k] += p[k];
            size += fabs(p[k]);
        }
        for (int k = 0; k < 3; ++k)
            turn[k] += one.angular_impulse[k] + arm[(k + 1) % 3] * p[(k + 2) % 3] -
                       arm[(k + 2) % 3] * p[(k + 1) % 3];
        count += one.contact_count;
    }
    assert_int_equal(all.contact_count, count);
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(all.impulse[k] - impulse[k]) < 1e-9 * size);
        assert_true(fabs(all.angular_impulse[k] - turn[k]) < 1e-9 * size);
    }
}

static void two_boxes_are_as_the_same_two_obstacles(void** state) {
    (void)state;
    plump_obstacle_def parts[2];
    fill_boxes(parts);
    lab whole = open_lab(1), two = open_lab(2);
    plump_obstacle_def def = compound_of(parts, 2);
    whole.obstacle[0] = make_obstacle(whole.world, &def);
    for (int i = 0; i < 2; ++i) two.obstacle[i] = make_obstacle(two.world, &parts[i]);
    drop_balls(&whole);
    drop_balls(&two);
    for (int n = 0; n < 240; ++n) {
        step(whole.world, 1);
        step(two.world, 1);
        assert_true(same_bits(&whole, &two));
        expect_sum(&whole, &two);
    }
    uint32_t touches, others;
    const plump_touch* touch = plump_world_touches(whole.world, &touches);
    plump_world_touches(two.world, &others);
    for (uint32_t i = 0; i < touches; ++i) {  // one for a body and the whole
        assert_true(touch[i].obstacle.value == whole.obstacle[0].value || touch[i].other.value);
        for (uint32_t k = i + 1; k < touches && touch[i].obstacle.value; ++k)
            assert_false(touch[i].body.value == touch[k].body.value && touch[k].obstacle.value);
    }
    assert_true(touches < others);
    plump_overlap_report a, b;
    OK(plump_world_measure_overlap(whole.world, &a, &kit_error));
    OK(plump_world_measure_overlap(two.world, &b, &kit_error));
    assert_true(a.clearance == b.clearance && a.obstacles.depth == b.obstacles.depth);
    assert_int_equal(a.clearance_obstacle.value, whole.obstacle[0].value);
    close_lab(&whole);
    close_lab(&two);
}

static void a_compound_moves_as_one(void** state) {
    (void)state;
    plump_obstacle_def parts[2];
    fill_boxes(parts);
    lab whole = open_lab(1), two = open_lab(1);
    plump_obstacle_def def = compound_of(parts, 2);
    whole.obstacle[0] = make_obstacle(whole.world, &def);
    for (int i = 0; i < 2; ++i) two.obstacle[i] = make_obstacle(two.world, &parts[i]);
    drop_balls(&whole);
    drop_balls(&two);
    step(whole.world, 60);
    step(two.world, 60);
    for (int n = 1; n <= 20; ++n) {
        double place[3] = {0.01 * n, 0.02 * n, 0};
        OK(plump_obstacle_move(whole.world, whole.obstacle[0], place, upright, &kit_error));
        for (int i = 0; i < 2; ++i) {
            double own[3];
            for (int k = 0; k < 3; ++k) own[k] = place[k] + parts[i].position[k];
            OK(plump_obstacle_move(two.world, two.obstacle[i], own, parts[i].rotation, &kit_error));
        }
        step(whole.world, 1);
        step(two.world, 1);
        // to rounding, which soft bodies enlarge
        if (apart(&whole, &two) > 1e-4) fail_msg("%g", apart(&whole, &two));
    }
    assert_true(look_at(whole.world, whole.obstacle[0]).position[1] == 0.4);
    close_lab(&whole);
    close_lab(&two);
}

// A compound of one part at its origin is that part: as an obstacle that turns, and as a bone.
static void of_one_part_it_is_that_part(void** state) {
    (void)state;
    for (int bone = 0; bone < 2; ++bone) {
        lab l[2] = {open_lab(1), open_lab(1)};
        for (int i = 0; i < 2; ++i) {
            plump_obstacle_def part = plump_default_obstacle_def(), def = part;
            part.shape = PLUMP_OBSTACLE_BOX;
            part.half_size[0] = 1.2f, part.half_size[1] = 0.1f;
            if (i) def = compound_of(&part, 1);
            if (!i) def = part, def.friction = def.friction_static = 0.7f;
            l[i].obstacle[0] = make_obstacle(l[i].world, &def);
            drop_balls(&l[i]);
            plump_bone_def bone_def = plump_default_bone_def();
            plump_bone_id id;
            bone_def.obstacle = l[i].obstacle[0];
            bone_def.axis[2] = 1;
            bone_def.mass = 3;
            if (bone) OK(plump_bone_create(l[i].world, &bone_def, &id, &kit_error));
        }
        for (int n = 0; n < 90; ++n) {
            const float turn[4] = {0, 0, 0.003f * (float)n, 1};
            const double place[3] = {0, 0.002 * n, 0};
            for (int i = 0; i < 2; ++i) {
                if (!bone)
                    OK(plump_obstacle_move(l[i].world, l[i].obstacle[0], place, turn, &kit_error));
                step(l[i].world, 1);
            }
            assert_true(same_bits(&l[0], &l[1]));
            plump_obstacle_info a = look_at(l[0].world, l[0].obstacle[0]),
                                b = look_at(l[1].world, l[1].obstacle[0]);
            assert_memory_equal(a.rotation, b.rotation, sizeof a.rotation);
            assert_memory_equal(a.impulse, b.impulse, sizeof a.impulse);
        }
        close_lab(&l[0]);
        close_lab(&l[1]);
    }
}

// Its surface runs in the frame of the whole, however the parts lie; and as a trigger it counts a
// vertex that is in two of them once.
static void belts_and_triggers_are_of_the_whole(void** state) {
    (void)state;
    plump_obstacle_def parts[2];
    fill_boxes(parts);
    for (int i = 0; i < 2; ++i) {
        parts[i].rotation[2] = 0;
        parts[i].rotation[1] = parts[i].rotation[3] = 1;  // a quarter
    }
    lab l = open_lab(1);
    plump_obstacle_def def = compound_of(parts, 2), around;
    def.surface_velocity[2] = 0.3f;
    make_obstacle(l.world, &def);
    for (int i = 0; i < 2; ++i) {
        parts[i].shape = PLUMP_OBSTACLE_SPHERE;
        parts[i].radius = 5;
    }
    around = compound_of(parts, 2);
    around.trigger = true;
    plump_obstacle_id trigger = make_obstacle(l.world, &around);
    drop_balls(&l);
    step(l.world, 120);
    for (int i = 0; i < 3; ++i)
        assert_true(fabs((double)describe(l.world, l.ball[i]).velocity[2] - 0.3) < 0.1);
    uint32_t count;
    const plump_inside* in = plump_obstacle_inside(l.world, trigger, &count);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < 3; ++i) assert_int_equal(in[i].vertex_count, 162);
    close_lab(&l);
}

// --- refused ---

static void wrong_parts_are_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_obstacle_def parts[2], def;
    plump_obstacle_id id;
    fill_boxes(parts);
    def = compound_of(NULL, 2);
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "a compound of 0 parts");
    def = compound_of(parts, 0);
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "a compound of 0 parts");
    def = compound_of(parts, 1025);
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "it needs 1 to 1024");
    def = compound_of(parts, 2);
    def.hollow = true;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "a compound cannot be hollow");
    def.hollow = false;
    const plump_obstacle_shape wrong[3] = {PLUMP_OBSTACLE_PLANE, PLUMP_OBSTACLE_SHEET,
                                           PLUMP_OBSTACLE_COMPOUND};
    for (int i = 0; i < 3; ++i) {
        parts[1].shape = wrong[i];
        REFUSED(plump_obstacle_create(world, &def, &id, &kit_error),
                "part 1 of the compound: it is a plane");
    }
    parts[1].shape = PLUMP_OBSTACLE_BOX;
    parts[1].hollow = true;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "part 1 of the compound");
    parts[1].hollow = false;
    parts[1].half_size[2] = -1;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error),
            "part 1 of the compound: the half_size of the obstacle is -1");
    parts[1].half_size[2] = 1;
    parts[0].cookie = 0;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "part 0 of the compound: the ob");
    parts[0].cookie = def.cookie;
    parts[0].shape = PLUMP_OBSTACLE_HULL;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "part 0 of the compound: the ob");
    fill_boxes(parts);
    def.scale = 1e-6f;  // 0.1 m becomes 1e-7
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "part 0 of the compound: the ha");
    plump_obstacle_surface* surface;
    OK(plump_obstacle_surface_create(&def, 0, NULL, &surface, &kit_error));
    plump_obstacle_surface_destroy(surface);
    assert_int_equal(plump_world_obstacles(world, NULL, 0), 0);
    plump_world_destroy(world);
}

// --- resized, and in snapshots ---

static const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static plump_obstacle_id make_figure(lab* l) {
    plump_obstacle_def parts[3];
    fill_boxes(parts);
    parts[1].shape = PLUMP_OBSTACLE_HULL;
    parts[1].points = points;
    parts[1].point_count = 4;
    parts[2] = plump_default_obstacle_def();
    parts[2].shape = PLUMP_OBSTACLE_MESH;
    parts[2].mesh = l->mesh;
    plump_obstacle_def def = compound_of(parts, 3);
    def.scale = 0.75f;
    return make_obstacle(l->world, &def);
}

static void it_grows_by_its_scale(void** state) {
    (void)state;
    lab l = open_lab(1), other = open_lab(1);
    plump_obstacle_id id = make_figure(&l), twin = make_figure(&other);
    plump_obstacle_sizes sizes = look_at(l.world, id).sizes;
    assert_true(sizes.scale == 0.75f);
    sizes.scale = 1.5f;
    OK(plump_obstacle_resize(l.world, id, &sizes, &kit_error));
    const pl_obstacle *o = pl_obstacle_find(l.world, id, NULL),
                      *p = pl_obstacle_find(other.world, twin, NULL);
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(o->solid->lo[k] - 2 * p->solid->lo[k]) < 1e-6);
        assert_true(fabs(o->parts[1]->own.position[k] - 2 * p->parts[1]->own.position[k]) < 1e-9);
    }
    assert_true(o->solid->hash != p->solid->hash && o->parts[0]->whole == o);
    sizes.scale = 0.75f;
    OK(plump_obstacle_resize(l.world, id, &sizes, &kit_error));
    drop_balls(&l);
    drop_balls(&other);
    step(l.world, 30);
    step(other.world, 30);
    assert_true(plump_world_hash(l.world) == plump_world_hash(other.world));
    close_lab(&l);
    close_lab(&other);
}

static void a_snapshot_brings_the_parts_along(void** state) {
    (void)state;
    lab l = open_lab(1);
    plump_obstacle_id id = make_figure(&l);
    drop_balls(&l);
    for (int n = 0; n < 40; ++n) {
        const double place[3] = {0.002 * n, 0, 0};
        OK(plump_obstacle_move(l.world, id, place, upright, &kit_error));
        step(l.world, 1);
    }
    bytes b = take_snapshot(l.world);
    plump_world* other = make_world(-9.81f, 3);
    const plump_mesh* const meshes[1] = {l.mesh};
    REFUSED(plump_world_restore(other, b.at, b.size, NULL, 0, &kit_error), "`meshes`");
    OK(plump_world_restore(other, b.at, b.size, meshes, 1, &kit_error));
    for (int n = 0; n < 30; ++n) {
        const double place[3] = {0.08, 0.002 * n, 0};
        assert_true(plump_world_hash(other) == plump_world_hash(l.world));
        bytes c = take_snapshot(l.world), d = take_snapshot(other);
        assert_int_equal(c.size, d.size);
        assert_memory_equal(c.at, d.at, c.size);
        free(c.at);
        free(d.at);
        OK(plump_obstacle_move(l.world, id, place, upright, &kit_error));
        OK(plump_obstacle_move(other, id, place, upright, &kit_error));
        step(l.world, 1);
        step(other, 1);
    }
    // a lean one needs the same in the world, under any id
    l.world->def.lean_snapshots = true;
    bytes lean = take_snapshot(l.world);
    assert_true(lean.size < b.size);
    plump_world* third = make_world(-9.81f, 1);
    REFUSED(plump_world_restore(third, lean.at, lean.size, meshes, 1, &kit_error), "lean");
    lab m = {.mesh = l.mesh, .world = third};
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    make_obstacle(third, &def);
    make_figure(&m);
    OK(plump_world_restore(third, lean.at, lean.size, meshes, 1, &kit_error));
    assert_true(plump_world_hash(third) == plump_world_hash(l.world));
    plump_world_destroy(third);
    plump_world_destroy(other);
    free(lean.at);
    free(b.at);
    close_lab(&l);
}

// Into a world without it, so that the parts are made from what the bytes say.
static plump_result restore_fresh(const void* given, bytes b) {
    const lab* l = given;
    const plump_mesh* const meshes[1] = {l->mesh};
    plump_world* fresh = make_world(-9.81f, 1);
    plump_result result = plump_world_restore(fresh, b.at, b.size, meshes, 1, &kit_error);
    if (result == PLUMP_OK) assert_usable(fresh);
    plump_world_destroy(fresh);
    if (result != PLUMP_OK) return result;
    return plump_world_restore(l->world, b.at, b.size, meshes, 1, &kit_error);
}

static void a_forged_snapshot_is_refused_or_harmless(void** state) {
    (void)state;
    lab l = open_lab(1);
    make_figure(&l);
    drop_balls(&l);
    step(l.world, 20);
    size_t whole = plump_world_snapshot_size(l.world);
    bytes b = take_snapshot(l.world);
    l.world->def.lean_snapshots = true;
    size_t data = whole - plump_world_snapshot_size(l.world), kept;
    l.world->def.lean_snapshots = false;
    pl_resolve_kept(l.world->resolve, &kept);
    pl_kept none = {0};
    pl_snapshot_obstacle obstacle = {0};
    pl_stream one = {0}, other = {0};
    pl_stream_kept(&one, &none);
    pl_stream_obstacle(&other, &obstacle);
    size_t end = b.size - kept * one.used;
    flip_count n = forge_bytes(l.world, b, 300, end - data - other.used, end, restore_fresh, &l);
    assert_true(n.taken > 50 && n.refused > 50);  // both ways were walked
    bytes f = {malloc(b.size), b.size};           // counts of parts and points that lie
    static const uint32_t lies[] = {0, 1, 4, 1025, UINT32_C(0x7fffffff), UINT32_MAX};
    for (size_t at = end - data - 16; at < end; at += 4) {
        for (unsigned k = 0; k < 6; ++k) {
            memcpy(f.at, b.at, b.size);
            put_u32(f, at, lies[k]);
            restore_fresh(&l, f);
        }
    }
    free(f.at);
    free(b.at);
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_boxes_are_as_the_same_two_obstacles),
        cmocka_unit_test(a_compound_moves_as_one),
        cmocka_unit_test(of_one_part_it_is_that_part),
        cmocka_unit_test(belts_and_triggers_are_of_the_whole),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(it_grows_by_its_scale),
        cmocka_unit_test(a_snapshot_brings_the_parts_along),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
