// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A world takes back every snapshot it makes: whatever a caller could make and do within the
// documented ranges, a fresh world restores it, has the same hash, and goes on with the same bits.
// Seeded, numbers often at their bounds. PLUMP_TEST_LONG=1: many more of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

enum { MESHES = 3, BODIES = 3, OBSTACLES = 3 };

typedef struct stage {
    plump_world* world;
    const plump_mesh* mesh[MESHES];
    plump_body_id body[BODIES];
    plump_obstacle_id obstacle[OBSTACLES];
    plump_bone_id bone[OBSTACLES];
    uint32_t body_count, obstacle_count, bone_count;
} stage;

// --- chance ---

static uint64_t seed;
static bool
    is_long;  // many more, and the slow ones: sharp edges far larger than the body they meet

static double chance(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / 9007199254740992.0;
}

static uint32_t pick(uint32_t count) {
    return (uint32_t)(chance() * count);
}

// A bound, or between: evenly by size where the range spans many.
static double within(double least, double most) {
    uint32_t way = pick(6);
    if (way == 0) return least;
    if (way == 1) return most;
    double at = chance();
    if (way > 3) return least + at * (most - least);
    double low = least > 0 ? least : most * 1e-12, size = low * pow(most / low, at);
    return least < 0 && pick(2) ? -size : size;
}

// Within twice a usual value most of the time, so that not all worlds are absurd.
static double wild(double least, double most, double usual) {
    return pick(8) ? usual : within(least, most);
}

// --- making ---

static void add_body(stage* s) {
    plump_body_def def = plump_default_body_def();
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        double value = wild(fields[i].least, fields[i].most, fields[i].usual);
        if (fields[i].whole) value = floor(value);
        plump_body_def_set(&def, fields[i].name, value, &kit_error);
    }
    def.mesh = s->mesh[pick(MESHES)];
    plump_body_id* id = &s->body[s->body_count];
    if (plump_body_create(s->world, &def, id, &kit_error) == PLUMP_OK) ++s->body_count;
}

static void add_obstacle(stage* s) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = (plump_obstacle_shape)pick(PLUMP_OBSTACLE_CYLINDER + 1);
    def.hollow = def.shape != PLUMP_OBSTACLE_PLANE && pick(3) == 0;
    for (int k = 0; k < 3; ++k) {
        def.position[k] = wild(-1e9, 1e9, chance() - 0.5);
        def.half_size[k] = (float)wild(1e-6, 1e6, 0.5);
    }
    def.rotation[0] = (float)wild(-1e14, 1e14, 0.2);
    def.radius = (float)wild(1e-6, 1e6, 0.5);
    def.half_height = (float)wild(1e-6, 1e6, 0.5);
    def.margin = (float)wild(0, 1000, 0);
    if (!is_long && def.shape >= PLUMP_OBSTACLE_BOX) def.collides_with = 0;
    plump_obstacle_id* id = &s->obstacle[s->obstacle_count];
    if (plump_obstacle_create(s->world, &def, id, &kit_error) == PLUMP_OK) ++s->obstacle_count;
}

static void add_bone(stage* s) {
    plump_bone_def def = plump_default_bone_def();
    def.obstacle = s->obstacle[pick(s->obstacle_count)];
    def.joint = (plump_joint)pick(PLUMP_JOINT_COUNT);
    if (s->bone_count && def.joint == PLUMP_JOINT_HINGE && pick(2)) def.parent = s->bone[0];
    for (int k = 0; k < 3; ++k) {
        def.pivot[k] = wild(-1e9, 1e9, 0);
        def.centre[k] = (float)wild(-1e6, 1e6, 0);
        def.inertia[k] = (float)wild(0, 1e24, 0);
    }
    def.mass = (float)wild(1e-9, 1e12, 1);
    def.damping = (float)wild(0, 1e6, 0.5);
    def.gravity_scale = (float)wild(-1e6, 1e6, 1);
    plump_bone_id* id = &s->bone[s->bone_count];
    if (plump_bone_create(s->world, &def, id, &kit_error) == PLUMP_OK) ++s->bone_count;
}

static void add_tie(stage* s) {
    plump_attachment_def def = plump_default_attachment_def();
    plump_attachment_id id;
    def.body = s->body[pick(s->body_count)];
    def.vertex = pick(42);
    uint32_t to = pick(3);
    if (to == 1 && s->obstacle_count) def.obstacle = s->obstacle[pick(s->obstacle_count)];
    if (to == 2) def.other = s->body[pick(s->body_count)], def.other_vertex = pick(42);
    for (int k = 0; k < 3; ++k) def.point[k] = wild(-1e9, 1e9, 0.3);
    def.stiffness = (float)wild(0, 1e15, 0);
    def.breaking_force = (float)wild(0, 1e15, 0);
    if (plump_attachment_create(s->world, &def, &id, &kit_error) != PLUMP_OK || pick(2)) return;
    const double target[3] = {within(-1e9, 1e9), 0, 0};
    plump_attachment_move(s->world, id, target, &kit_error);
}

static void add_muscle(stage* s) {
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = s->body[pick(s->body_count)];
    def.axis[1] = 1;
    def.strength = (float)wild(0, 1e9, 1e5);
    def.time = (float)wild(0, 10, 0.05);
    def.activation = (float)wild(0, 1, 1);
    if (plump_muscle_create(s->world, &def, &id, &kit_error) != PLUMP_OK) return;
    if (s->obstacle_count)
        plump_muscle_attach(s->world, id, PLUMP_MUSCLE_ORIGIN, s->obstacle[0], &kit_error);
}

// --- doing ---

static void change(stage* s, plump_body_id body) {
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    const plump_field* f = &fields[pick(count)];
    double value = within(f->least, f->most);
    if (f->changeable)
        plump_body_set(s->world, body, f->name, f->whole ? floor(value) : value, &kit_error);
}

static void swell(stage* s, plump_body_id body) {
    plump_body_set(s->world, body, "volume_time", within(0, 1000), &kit_error);
    plump_body_set(s->world, body, "volume_scale", within(0.01, 100), &kit_error);
}

static void push(stage* s, plump_body_id body) {
    const float by[3] = {(float)within(-1e15, 1e15), (float)within(-1e15, 1e15), 0};
    const float speed[3] = {(float)within(-1e6, 1e6), 0, 0};
    const double at[3] = {within(-1e12, 1e12), 0, 0};
    uint32_t vertex = pick(2) ? PLUMP_ALL_VERTICES : pick(42), way = pick(4);
    if (way == 0) plump_body_add_force(s->world, body, vertex, by, &kit_error);
    if (way == 1) plump_body_add_impulse(s->world, body, vertex, by, &kit_error);
    if (way == 2) plump_body_set_velocity(s->world, body, vertex, speed, &kit_error);
    if (way == 3) plump_body_add_force_at(s->world, body, at, by, &kit_error);
}

static void hold(stage* s, plump_body_id body) {
    uint32_t vertex = pick(42);
    const double target[3] = {within(-1e9, 1e9), within(-1e9, 1e9), 0};
    if (plump_body_pin(s->world, body, vertex, &kit_error) == PLUMP_OK && pick(2))
        plump_body_move_pin(s->world, body, vertex, target, &kit_error);
}

static void throw_about(stage* s, plump_body_id body) {
    const double to[3] = {within(-1e9, 1e9), 0, within(-1e9, 1e9)};
    const float turn[4] = {(float)chance(), 0.1f, 0, 1};
    plump_body_teleport(s->world, body, to, turn, &kit_error);
}

static void spoil(stage* s, plump_body_id body) {
    static const float wrong[] = {NAN, INFINITY, 3e38f, -1e9f, 1e7f};
    plump_body_edit edit;
    if (plump_body_lend_edit(s->world, body, &edit, &kit_error) != PLUMP_OK) return;
    for (uint32_t i = 0; i < edit.count; i += 1 + pick(edit.count)) {
        float* to[4] = {edit.x, edit.y, edit.vx, edit.vz};
        to[pick(4)][i] = wrong[pick(5)];
    }
}

static void drive(stage* s) {
    const double to[3] = {within(-1e9, 1e9), 0, 0}, by[3] = {within(-1e12, 1e12), 1, 0};
    const float turn[4] = {0, (float)chance(), 0, 1};
    if (s->obstacle_count)
        plump_obstacle_move(s->world, s->obstacle[pick(s->obstacle_count)], to, turn, &kit_error);
    if (!s->bone_count) return;
    plump_bone_id bone = s->bone[pick(s->bone_count)];
    if (pick(2))
        plump_bone_push(s->world, bone, to, by, &kit_error);
    else
        plump_bone_add_force(s->world, bone, to, by, &kit_error);
}

static void act(stage* s) {
    static void (*const acts[])(stage*, plump_body_id) = {change, swell,       push,
                                                          hold,   throw_about, spoil};
    if (s->body_count) acts[pick(6)](s, s->body[pick(s->body_count)]);
    if (pick(2)) drive(s);
}

// --- going back ---

static void build(stage* s) {
    plump_world_def def = plump_default_world_def();
    def.worker_count = 1;
    for (int k = 0; k < 3; ++k) def.gravity[k] = (float)wild(-1e6, 1e6, -9.81);
    OK(plump_world_create(&def, &s->world, &kit_error));
    for (uint32_t i = 1 + pick(BODIES); i > 0; --i) add_body(s);
    for (uint32_t i = pick(OBSTACLES + 1); i > 0; --i) add_obstacle(s);
    if (s->obstacle_count)
        for (uint32_t i = pick(3); i > 0; --i) add_bone(s);
    if (s->body_count && pick(2)) add_tie(s);
    if (s->body_count && pick(4) == 0) add_muscle(s);
}

static void expect_taken_back(stage* s, uint64_t number, int after, float dt) {
    size_t size = plump_world_snapshot_size(s->world);
    unsigned char* bytes = malloc(size);
    plump_world* fresh = make_world(0, 1);
    assert_non_null(bytes);
    OK(plump_world_snapshot(s->world, bytes, size, &size, &kit_error));
    if (plump_world_restore(fresh, bytes, size, s->mesh, MESHES, &kit_error) != PLUMP_OK)
        fail_msg("world %lu after %d steps: %s", (unsigned long)number, after, kit_error.text);
    if (plump_world_hash(fresh) != plump_world_hash(s->world))
        fail_msg("world %lu after %d steps has another hash", (unsigned long)number, after);
    OK(plump_world_step(fresh, dt, 1, &kit_error));
    OK(plump_world_step(s->world, dt, 1, &kit_error));
    if (plump_world_hash(fresh) != plump_world_hash(s->world))
        fail_msg("world %lu goes on differently after %d steps", (unsigned long)number, after);
    plump_world_destroy(fresh);
    free(bytes);
}

static void go_through(const plump_mesh* const mesh[MESHES], uint64_t number) {
    stage s = {0};
    seed = number * UINT64_C(0x9E3779B97F4A7C15) + 1;
    memcpy(s.mesh, mesh, sizeof s.mesh);
    build(&s);
    float dt = (float)wild(1e-7, 10, 1.0 / 60);
    expect_taken_back(&s, number, 0, dt);
    for (int step = 1; step < 5; ++step) {
        act(&s);
        expect_taken_back(&s, number, step, dt);
    }
    plump_world_destroy(s.world);
}

static void a_world_takes_back_every_snapshot_it_makes(void** state) {
    (void)state;
    const char* wish = getenv("PLUMP_TEST_LONG");
    is_long = wish && wish[0] == '1';
    uint64_t worlds = is_long ? 3000 : 300;
    static const plump_shape_kind kinds[MESHES] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BOX,
                                                   PLUMP_SHAPE_TORUS};
    plump_mesh* made[MESHES];
    const plump_mesh* mesh[MESHES];
    for (int i = 0; i < MESHES; ++i) mesh[i] = made[i] = make_shape(kinds[i], 50);
    const char* only = getenv("PLUMP_TEST_WORLD");  // the number of one that failed
    for (uint64_t i = 1; !only && i <= worlds; ++i) go_through(mesh, i);
    if (only) go_through(mesh, strtoull(only, NULL, 10));
    for (int i = 0; i < MESHES; ++i) plump_mesh_destroy(made[i]);
}

// Each number is within its range; together they are faster than a step lets a body be.
static void what_spins_too_fast_for_its_size_is_refused(void** state) {
    (void)state;
    stage s = {.world = make_world(0, 1)};
    plump_mesh* made = make_shape(PLUMP_SHAPE_SPHERE, 50);
    for (int i = 0; i < MESHES; ++i) s.mesh[i] = made;
    plump_body_def def = plump_default_body_def();
    def.mesh = made;
    def.scale = 380392;
    def.density = 1e-3f;
    def.velocity[0] = 1e6f;
    def.angular_velocity[1] = 1e5f;
    REFUSED(plump_body_create(s.world, &def, &s.body[0], &kit_error), "at most 1e8");
    def.angular_velocity[1] = 400;  // 7.7e7 m/s at its surface
    OK(plump_body_create(s.world, &def, &s.body[0], &kit_error));
    for (int i = 0; i < 3; ++i) expect_taken_back(&s, 0, i, 1.0f / 60);
    plump_world_destroy(s.world);
    plump_mesh_destroy(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_spins_too_fast_for_its_size_is_refused),
        cmocka_unit_test(a_world_takes_back_every_snapshot_it_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
