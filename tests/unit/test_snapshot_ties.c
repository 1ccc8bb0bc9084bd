// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots of worlds with obstacles, attachments and pairs: the run after a restore has the bits
// of the run without, contacts included; whatever is wrong leaves the world as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

#define STEPS 48

typedef struct scene {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id balls[4];
    plump_obstacle_id floor, pusher, hull, late;
    plump_attachment_id rope, string;
} scene;

static plump_result restore(const scene* s, bytes b) {
    const plump_mesh* meshes[1] = {s->mesh};
    return plump_world_restore(s->world, b.at, b.size, meshes, 1, &kit_error);
}

static void make_balls(scene* s) {
    for (int i = 0; i < 4; ++i) {
        plump_body_def def = plump_default_body_def();
        def.mesh = s->mesh;
        def.position[0] = 0.9 * i;
        def.position[1] = 0.6 * (i % 2);
        def.frequency = 6;
        def.contact_weight = i == 1 ? 4.0f : 1.0f;
        def.self_contact = i == 2;
        OK(plump_body_create(s->world, &def, &s->balls[i], &kit_error));
    }
}

// The obstacle of triangles comes first: in a fresh world it can be made under the same id.
static void make_hull(scene* s) {
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    def.position[0] = 4.5;
    def.scale = 0.5f;
    s->hull = make_obstacle(s->world, &def);
}

static void make_others(scene* s) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.position[1] = -0.5;
    def.user = 11;
    s->floor = make_obstacle(s->world, &def);
    def = obstacle_def(PLUMP_OBSTACLE_CAPSULE, NULL);
    def.position[0] = -2;
    def.friction = 0.75f, def.restitution = 0.25f, def.margin = 0.01f;
    s->pusher = make_obstacle(s->world, &def);
    plump_attachment_def tie = plump_default_attachment_def();
    tie.body = s->balls[0], tie.vertex = 3;
    tie.other = s->balls[3], tie.other_vertex = 4;
    tie.stiffness = 200;
    OK(plump_attachment_create(s->world, &tie, &s->rope, &kit_error));
    tie = plump_default_attachment_def();
    tie.body = s->balls[1], tie.vertex = 7;
    tie.obstacle = s->pusher;
    tie.stiffness = 300, tie.breaking_force = 150;
    OK(plump_attachment_create(s->world, &tie, &s->string, &kit_error));
    OK(plump_world_set_pair(s->world, s->balls[1], s->balls[2], false, &kit_error));
}

static scene open_scene(uint32_t workers) {
    scene s = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(-9.81f, workers)};
    make_hull(&s);
    return s;
}

static scene make_scene(uint32_t workers) {
    scene s = open_scene(workers);
    make_balls(&s);
    make_others(&s);
    return s;
}

static void end_scene(scene* s) {
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->mesh);
}

// What the caller does in this step: the same whenever it is played.
static void play(scene* s, int n) {
    const float upright[4] = {0, 0, 0, 1}, turned[4] = {0, 0, 0.01f * (float)n, 1};
    const double there[3] = {-2 + 0.05 * n, 0, 0}, aside[3] = {4.5, 0.5, 0};
    plump_world* world = s->world;
    if (n < 30) OK(plump_obstacle_move(world, s->pusher, there, turned, &kit_error));
    if (n == 10) OK(plump_obstacle_place(world, s->hull, aside, upright, &kit_error));
    if (n == 12) OK(plump_obstacle_set_surface(world, s->floor, 0.1f, 0.2f, 0.3f, &kit_error));
    if (n == 14) OK(plump_obstacle_set_filter(world, s->hull, 3, 1, &kit_error));
    if (n == 16) {
        plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_CYLINDER, NULL);
        def.position[0] = 1.5, def.position[1] = 2;
        s->late = make_obstacle(world, &def);
    }
    if (n == 20) OK(plump_world_set_pair(world, s->balls[1], s->balls[2], true, &kit_error));
    if (n == 22) OK(plump_attachment_destroy(world, s->rope, &kit_error));
    if (n == 24) {
        plump_attachment_def tie = plump_default_attachment_def();
        tie.body = s->balls[2];
        tie.point[1] = 3;
        tie.stiffness = 50;
        OK(plump_attachment_create(world, &tie, &s->rope, &kit_error));
    }
    const double up[3] = {0, 3 + 0.01 * n, 0};
    if (n > 24 && n % 3) OK(plump_attachment_move(world, s->rope, up, &kit_error));
    if (n == 40) OK(plump_obstacle_destroy(world, s->late, &kit_error));
    if (n == 44) OK(plump_body_destroy(world, s->balls[3], &kit_error));
    step(world, 1);
}

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

static void obstacles_of_triangles_have_to_be_there(void** state) {
    (void)state;
    scene s = make_scene(1), t = {.mesh = s.mesh, .world = make_world(-9.81f, 1)};
    bytes b = take_snapshot(s.world);
    uint64_t before = plump_world_hash(t.world);
    REFUSED(restore(&t, b), "obstacle 1 of the snapshot is made of triangles");
    assert_true(plump_world_hash(t.world) == before);
    // another shape under that id does not do
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    plump_obstacle_id id = make_obstacle(t.world, &def);  // of another size
    REFUSED(restore(&t, b), "made of triangles");
    OK(plump_obstacle_destroy(t.world, id, &kit_error));
    plump_world_destroy(t.world);
    t.world = make_world(-9.81f, 1);
    def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    id = make_obstacle(t.world, &def);
    REFUSED(restore(&t, b), "made of triangles");
    plump_world_destroy(t.world);
    t.world = make_world(-9.81f, 1);
    make_hull(&t);
    OK(restore(&t, b));
    assert_true(plump_world_hash(t.world) == plump_world_hash(s.world));
    free(b.at);
    plump_world_destroy(t.world);
    end_scene(&s);
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

static void another_contact_capacity_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    plump_world_def def = plump_default_world_def();
    def.contact_capacity = 100;
    plump_world_destroy(s.world);
    OK(plump_world_create(&def, &s.world, &kit_error));
    make_hull(&s);
    REFUSED(restore(&s, b), "contact capacity of 0, this one has 100");
    free(b.at);
    b = take_snapshot(s.world);
    OK(restore(&s, b));
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

// --- forged ---

// What ties take at the end of a snapshot.
typedef struct layout {
    size_t obstacle, attachment, obstacles_at, attachments_at, apart_at;
} layout;

static layout measure(const plump_world* world, bytes b) {
    pl_stream one = {0}, other = {0};
    pl_snapshot_obstacle obstacle = {0};
    pl_attachment attachment = {0};
    pl_stream_obstacle(&one, &obstacle);
    pl_stream_attachment(&other, &attachment);
    layout at = {.obstacle = one.used, .attachment = other.used};
    at.apart_at = b.size - 8 * world->apart_count;
    at.attachments_at = at.apart_at - at.attachment * world->attachment_count;
    at.obstacles_at = at.attachments_at - at.obstacle * world->obstacle_count;
    return at;
}

static void assert_forged(const scene* s, bytes b, size_t at, uint32_t value, const char* words) {
    bytes f = {malloc(b.size), b.size};
    memcpy(f.at, b.at, b.size);
    put_u32(f, at, value);
    uint64_t before = plump_world_hash(s->world);
    if (memcmp(f.at, b.at, b.size) != 0) REFUSED(restore(s, f), words);
    assert_true(plump_world_hash(s->world) == before);
    free(f.at);
}

static void ids_and_counts_that_lie_are_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    layout at = measure(s.world, b);
    static const uint32_t lies[] = {0, 4, 77, 1u << 20, UINT32_MAX};
    for (unsigned i = 0; i < 5; ++i) {
        assert_forged(&s, b, at.obstacles_at, lies[i], "ids contradict");
        assert_forged(&s, b, at.attachments_at, lies[i], "ids contradict");
        uint32_t body = lies[i] == 4 ? 99 : lies[i];
        assert_forged(&s, b, at.attachments_at + 12, body, "");  // body
        uint32_t vertex = lies[i] < 162 ? lies[i] + 162 : lies[i];
        assert_forged(&s, b, at.attachments_at + 16, vertex, "ties what is not there");
        assert_forged(&s, b, at.attachments_at + 24, vertex, "ties what is not there");
        assert_forged(&s, b, at.apart_at, body, "pair of bodies");
        assert_forged(&s, b, at.apart_at + 4, body, "pair of bodies");
        // counts: pairs, then slots, first free and how many there are of obstacles and attachments
        for (unsigned k = 0; k < 7; ++k)
            assert_forged(&s, b, 40 + 32 + (k ? 12 + 4 * (size_t)k : 0), lies[i] + 50, "");
    }
    assert_forged(&s, b, at.obstacles_at + 4, PLUMP_OBSTACLE_SHAPE_COUNT, "numbers of an obstacle");
    assert_forged(&s, b, at.obstacles_at + 16, 5, "made of triangles");  // the hash
    assert_forged(&s, b, at.obstacles_at + at.obstacle + 16, 5, "not what it says");
    free(b.at);
    end_scene(&s);
}

static void every_bit_flip_and_truncation_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    layout at = measure(s.world, b);
    uint64_t before = plump_world_hash(s.world);
    for (size_t bit = 8 * at.obstacles_at; bit < 8 * b.size; ++bit) {
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_not_equal(restore(&s, b), PLUMP_OK);
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t size = at.obstacles_at; size < b.size; ++size) {
        bytes part = {malloc(size), size};  // so that a read behind it is seen
        memcpy(part.at, b.at, size);
        assert_int_not_equal(restore(&s, part), PLUMP_OK);
        free(part.at);
    }
    assert_true(plump_world_hash(s.world) == before);
    free(b.at);
    end_scene(&s);
}

// With a right checksum: refused, or a world that works.
static void a_forged_snapshot_is_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    body_of(s.world, s.balls[0])->any_inside = true;
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    layout at = measure(s.world, b);
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff, 0xf0};
    uint32_t seed = 11, taken = 0, refused = 0;
    for (int k = 0; k < 1500; ++k) {
        memcpy(f.at, b.at, b.size);
        for (int n = 0; n <= k % 3; ++n) {
            seed = seed * 1664525u + 1013904223u;
            f.at[at.obstacles_at + (seed >> 8) % (b.size - at.obstacles_at)] = odd[(seed >> 4) % 6];
        }
        seal(f);
        uint64_t before = plump_world_hash(s.world);
        if (restore(&s, f) == PLUMP_OK) {
            assert_usable(s.world);
            taken++;
            OK(restore(&s, b));
        } else {
            assert_true(plump_world_hash(s.world) == before);
            refused++;
        }
    }
    assert_true(taken > 50 && refused > 50);  // both ways were walked
    free(f.at);
    free(b.at);
    end_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_with_contacts_rolls_back_to_any_step),
        cmocka_unit_test(a_fresh_world_goes_on_with_any_worker_count),
        cmocka_unit_test(what_is_told_of_things_comes_back),
        cmocka_unit_test(obstacles_of_triangles_have_to_be_there),
        cmocka_unit_test(what_is_not_in_the_snapshot_goes),
        cmocka_unit_test(another_contact_capacity_is_refused),
        cmocka_unit_test(what_a_vertex_is_inside_of_comes_back),
        cmocka_unit_test(sleepers_are_met_where_they_lie),
        cmocka_unit_test(ids_and_counts_that_lie_are_refused),
        cmocka_unit_test(every_bit_flip_and_truncation_is_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
