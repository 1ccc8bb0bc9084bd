// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots of worlds with obstacles, attachments and pairs: the run after a restore has the bits
// of the run without, contacts included.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/snapshot_ties_scene.h"

#define STEPS 48

typedef struct recording {
    uint64_t hashes[STEPS + 1], contacts[STEPS + 1];
    bytes snapshots[STEPS + 1];
    scene known[STEPS + 1];
} recording;

// All that is told of the last step.
static uint64_t hash_contacts(const plump_world* world) {
    uint32_t count, touches;
    const plump_contact* c = plump_world_contacts(world, &count);
    const plump_touch* t = plump_world_touches(world, &touches);
    uint64_t hash = UINT64_C(77) + count + 1000 * (uint64_t)touches;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &c[i].impulse[1], sizeof bits);
        hash = (hash ^ bits ^ c[i].vertex ^ c[i].body.value) * UINT64_C(0x9E3779B97F4A7C15);
    }
    for (uint32_t i = 0; i < touches; ++i)
        hash = (hash ^ pl_double_bits(t[i].impulse[0])) * UINT64_C(0x9E3779B97F4A7C15);
    return hash;
}

static recording* record(void) {
    recording* r = calloc(1, sizeof *r);
    scene s = make_scene(1);
    uint32_t most = 0;
    for (int k = 0; k <= STEPS; ++k) {
        r->hashes[k] = plump_world_hash(s.world);
        r->contacts[k] = hash_contacts(s.world);
        r->snapshots[k] = take_snapshot(s.world);
        r->known[k] = s;
        uint32_t count;
        plump_world_touches(s.world, &count);
        most = count > most ? count : most;
        if (k < STEPS) play(&s, k);
    }
    assert_true(most >= 3);  // there is something to get wrong
    end_scene(&s);
    return r;
}

static void free_recording(recording* r) {
    for (int k = 0; k <= STEPS; ++k) free(r->snapshots[k].at);
    free(r);
}

static void continue_from(scene* s, const recording* r, int from) {
    plump_mesh* mesh = s->mesh;
    plump_world* world = s->world;
    OK(restore(s, r->snapshots[from]));
    *s = r->known[from];
    s->mesh = mesh;
    s->world = world;
    for (int k = from; k < STEPS; ++k) {
        assert_true(plump_world_hash(s->world) == r->hashes[k]);
        if (k > from) assert_true(hash_contacts(s->world) == r->contacts[k]);
        play(s, k);
    }
    assert_true(plump_world_hash(s->world) == r->hashes[STEPS]);
    if (from < STEPS) assert_true(hash_contacts(s->world) == r->contacts[STEPS]);
    bytes end = take_snapshot(s->world);
    assert_int_equal(end.size, r->snapshots[STEPS].size);
    assert_memory_equal(end.at, r->snapshots[STEPS].at, end.size);
    free(end.at);
}

static void a_world_with_contacts_rolls_back_to_any_step(void** state) {
    (void)state;
    recording* r = record();
    scene s = make_scene(1);
    uint32_t seed = 3;
    for (int k = 0; k < 12; ++k) {
        seed = seed * 1664525u + 1013904223u;
        continue_from(&s, r, (int)((seed >> 16) % (STEPS + 1)));
    }
    end_scene(&s);
    free_recording(r);
}

static void a_fresh_world_goes_on_with_any_worker_count(void** state) {
    (void)state;
    recording* r = record();
    for (int k = 0; k <= STEPS; k += 8) {
        scene s = open_scene(1 + (uint32_t)k / 8 % 4);
        continue_from(&s, r, k);
        end_scene(&s);
    }
    free_recording(r);
}

static void what_is_told_of_things_comes_back(void** state) {
    (void)state;
    scene s = make_scene(1), t = open_scene(1);
    for (int k = 0; k < 18; ++k) play(&s, k);
    const double there[3] = {1, 2, 3};
    const float turn[4] = {1, 0, 0, 1};
    OK(plump_obstacle_move(s.world, s.pusher, there, turn, &kit_error));
    bytes b = take_snapshot(s.world);
    OK(restore(&t, b));
    plump_obstacle_id ids[4], same[4];
    assert_int_equal(plump_world_obstacles(s.world, ids, 4), 4);
    assert_int_equal(plump_world_obstacles(t.world, same, 4), 4);
    for (int i = 0; i < 4; ++i) {
        plump_obstacle_info a = look_at(s.world, ids[i]), c = look_at(t.world, same[i]);
        assert_int_equal(ids[i].value, same[i].value);
        assert_true(a.shape == c.shape && a.user == c.user && a.contact_count == c.contact_count);
        assert_memory_equal(a.position, c.position, sizeof a.position);
        assert_memory_equal(a.rotation, c.rotation, sizeof a.rotation);
        assert_memory_equal(a.impulse, c.impulse, sizeof a.impulse);
    }
    for (int i = 0; i < 4; ++i) {
        plump_body_info a = describe(s.world, s.balls[i]), c = describe(t.world, s.balls[i]);
        assert_true(a.contact_count == c.contact_count && a.penetration == c.penetration);
        assert_memory_equal(a.contact_impulse, c.contact_impulse, sizeof a.contact_impulse);
    }
    plump_attachment_info a, c;
    OK(plump_attachment_get_info(s.world, s.rope, &a, &kit_error));
    OK(plump_attachment_get_info(t.world, s.rope, &c, &kit_error));
    assert_true(a.distance == c.distance && a.force[1] == c.force[1] && a.broken == c.broken);
    const pl_obstacle* o = pl_obstacle_find(t.world, s.pusher, NULL);
    assert_true(o->moving && o->target_position[2] == 3 && o->def.margin == 0.01f);
    uint32_t count = 7;
    plump_world_contacts(t.world, &count);
    assert_int_equal(count, 0);  // of a step that was not this world's
    free(b.at);
    end_scene(&s);
    end_scene(&t);
}

// A world that has nothing of it makes hulls and sheets from the snapshot; meshes are given, or
// another obstacle's.
static void obstacles_of_triangles_come_back(void** state) {
    (void)state;
    scene s = make_scene(1), t = {.mesh = s.mesh, .world = make_world(-9.81f, 1)};
    plump_mesh* slab = make_shape(PLUMP_SHAPE_BOX, 26);
    plump_obstacle_id mesh = {0};
    for (int shape = PLUMP_OBSTACLE_HULL; shape <= PLUMP_OBSTACLE_SHEET; ++shape) {
        plump_obstacle_def def = obstacle_def((plump_obstacle_shape)shape, slab);
        def.position[1] = -3.0 * shape;
        def.scale = 0.75f;
        plump_obstacle_id id = make_obstacle(s.world, &def);
        if (shape == PLUMP_OBSTACLE_MESH) mesh = id;
    }
    for (int k = 0; k < 8; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    REFUSED(restore(&t, b),
            "obstacle 5 of the snapshot has a mesh of 14 vertices and 24 triangles");
    assert_int_equal(plump_world_obstacles(t.world, NULL, 0), 0);
    const plump_mesh* const meshes[3] = {NULL, slab, s.mesh};
    OK(plump_world_restore(t.world, b.at, b.size, meshes, 3, &kit_error));
    assert_true(plump_world_hash(t.world) == plump_world_hash(s.world));
    bytes again = take_snapshot(t.world);
    assert_int_equal(again.size, b.size);
    assert_memory_equal(again.at, b.at, b.size);
    // they may change their size as before
    plump_obstacle_sizes sizes = look_at(t.world, mesh).sizes;
    sizes.scale = 0.5f;
    OK(plump_obstacle_resize(t.world, mesh, &sizes, &kit_error));
    OK(plump_obstacle_resize(s.world, mesh, &sizes, &kit_error));
    for (int k = 8; k < 20; ++k) {
        scene u = s;
        u.world = t.world;
        play(&u, k);
        play(&s, k);
        assert_true(plump_world_hash(t.world) == plump_world_hash(s.world));
    }
    OK(restore(&t, b));  // the obstacle of the world lends its mesh
    assert_true(look_at(t.world, mesh).sizes.scale == 0.75f);
    free(again.at);
    free(b.at);
    plump_world_destroy(t.world);
    plump_mesh_destroy(slab);
    plump_world_destroy(s.world);
    plump_mesh_destroy(s.mesh);
}

static void what_is_not_in_the_snapshot_goes(void** state) {
    (void)state;
    scene s = open_scene(1);
    bytes b = take_snapshot(s.world);
    make_balls(&s);
    make_others(&s);
    step(s.world, 3);
    OK(restore(&s, b));
    assert_int_equal(plump_world_obstacles(s.world, NULL, 0), 1);
    assert_int_equal(plump_world_attachments(s.world, NULL, 0), 0);
    assert_int_equal(s.world->apart_count, 0);
    assert_true(plump_obstacle_exists(s.world, s.hull));
    assert_false(plump_obstacle_exists(s.world, s.floor));
    assert_false(plump_attachment_exists(s.world, s.rope));
    // ids go on as they would have
    plump_obstacle_id floor = s.floor;
    make_balls(&s);
    make_others(&s);
    assert_int_equal(floor.value, s.floor.value);
    free(b.at);
    end_scene(&s);
}

// Vertices that remember where they came in do so again.
static void what_a_vertex_is_inside_of_comes_back(void** state) {
    (void)state;
    scene s = make_scene(1), t = open_scene(1);
    pl_body* body = body_of(s.world, s.balls[1]);
    body->any_inside = true;
    body->inside_of[5] = s.balls[2].value;
    body->inside_at[5] = 17;
    body->inside_at[6] = 99;  // means nothing: it is in nobody
    bytes b = take_snapshot(s.world);
    OK(restore(&t, b));
    const pl_body* again = body_of(t.world, s.balls[1]);
    assert_true(again->any_inside && !body_of(t.world, s.balls[0])->any_inside);
    for (uint32_t i = 0; i < again->count; ++i) {
        assert_int_equal(again->inside_of[i], i == 5 ? s.balls[2].value : 0);
        assert_int_equal(again->inside_at[i], i == 5 ? 17 : 0);
    }
    assert_true(plump_world_hash(t.world) == plump_world_hash(s.world));
    // who is destroyed is left by all
    OK(plump_body_destroy(s.world, s.balls[2], &kit_error));
    assert_int_equal(body->inside_of[5], 0);
    free(b.at);
    end_scene(&s);
    end_scene(&t);
}

// Bodies asleep in the snapshot, then hit: whoever restores finds them where they lie.
static void sleepers_are_met_where_they_lie(void** state) {
    (void)state;
    scene s = open_scene(1), t = open_scene(2);
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_body_def def = plump_default_body_def();
    floor.position[1] = -0.5;
    s.floor = make_obstacle(s.world, &floor);
    def.mesh = s.mesh;
    def.frequency = 8, def.damping = 0.7f;
    for (int i = 0; i < 2; ++i) {
        def.position[0] = 2.0 * i;
        OK(plump_body_create(s.world, &def, &s.balls[i], &kit_error));
    }
    step(s.world, 60);
    for (int i = 0; i < 2; ++i) {  // as the end of a step would
        pl_body* body = body_of(s.world, s.balls[i]);
        body->asleep = true;
        for (int k = 0; k < 3; ++k) memset(body->v[k], 0, body->padded * sizeof(float));
    }
    def.position[0] = 0.5, def.position[1] = 2;
    OK(plump_body_create(s.world, &def, &s.balls[2], &kit_error));
    bytes b = take_snapshot(s.world);
    OK(restore(&t, b));
    uint32_t woke = 0;
    for (int n = 0; n < 90; ++n) {
        step(s.world, 1);
        step(t.world, 1);
        assert_true(plump_world_hash(s.world) == plump_world_hash(t.world));
        woke += plump_world_report(s.world)->woke_count;
        assert_true(plump_world_report(s.world)->fell_asleep_count <= 3);
    }
    assert_true(woke >= 1);
    free(b.at);
    end_scene(&s);
    end_scene(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_with_contacts_rolls_back_to_any_step),
        cmocka_unit_test(a_fresh_world_goes_on_with_any_worker_count),
        cmocka_unit_test(what_is_told_of_things_comes_back),
        cmocka_unit_test(obstacles_of_triangles_come_back),
        cmocka_unit_test(what_is_not_in_the_snapshot_goes),
        cmocka_unit_test(what_a_vertex_is_inside_of_comes_back),
        cmocka_unit_test(sleepers_are_met_where_they_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
