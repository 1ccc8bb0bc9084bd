// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "tests/golden/golden_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static plump_error error;

void golden_must(plump_result result, const plump_error* why) {
    if (result == PLUMP_OK) return;
    printf("golden: %s\n", why->text);
    exit(2);
}

static void must(plump_result result) {
    golden_must(result, &error);
}

static plump_body_def shape_def(golden_stage* stage, plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def shape = plump_default_shape_def(kind);
    shape.vertex_count = vertices;
    plump_mesh** mesh = &stage->mesh[stage->body_count];
    must(plump_shape_create(&shape, mesh, &error));
    plump_body_def def = plump_default_body_def();
    def.mesh = *mesh;
    def.soft_contact = false;  // most scenes have their bodies in one place
    return def;
}

static plump_body_id add(golden_stage* stage, const plump_body_def* def) {
    plump_body_id* id = &stage->body[stage->body_count++];
    must(plump_body_create(stage->world, def, id, &error));
    return *id;
}

static void kick(golden_stage* stage, int body, uint32_t vertex, float x, float y, float z) {
    float impulse[3] = {x, y, z};
    must(plump_body_add_impulse(stage->world, stage->body[body], vertex, impulse, &error));
}

static const float* golden_paint(void) {
    static float paint[4000];
    for (int i = 0; i < 4000; ++i) paint[i] = 0.25f + 0.75f * (float)(i % 7) / 6.0f;
    return paint;
}

// --- ring: the paper's regions on a ball with poles, spinning, pulled about by a pin ---

static void ring_set_up(golden_stage* stage) {
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_UV_SPHERE, 382);
    def.matching = PLUMP_MATCHING_PAPER;
    def.angular_velocity[1] = 4.0f;
    plump_body_id id = add(stage, &def);
    must(plump_body_pin(stage->world, id, 0, &error));
    def = shape_def(stage, PLUMP_SHAPE_BEAR, 302);
    def.matching = PLUMP_MATCHING_PAPER;
    def.omega = 2;
    def.gravity_scale = 0.0f;
    add(stage, &def);
}

static void ring_before(golden_stage* stage, int step) {
    double angle = 0.02 * step;  // a path of + and * only: sin differs between C libraries
    double wave = angle - floor(angle / 2.0) * 2.0 - 1.0;
    double target[3] = {0.3 * wave, 0.5 + 0.2 * wave * wave, 0.1 * wave * wave * wave};
    must(plump_body_move_pin(stage->world, stage->body[0], 0, target, &error));
    if (step % 200 == 50) kick(stage, 1, 11, 8.0f, 3.0f, -5.0f);
}

// --- damped: region damping, the normal point, several passes, paint ---

static void damped_set_up(golden_stage* stage) {
    const float* paint = golden_paint();
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_DUCK, 532);
    def.matching = PLUMP_MATCHING_PAPER;
    def.region_damping = 0.1f;
    def.normal_point = true;
    def.stiffness = 0.6f;
    def.vertex_stiffness = paint;
    def.angular_velocity[0] = 3.0f;
    add(stage, &def);
    def = shape_def(stage, PLUMP_SHAPE_TORUS, 300);
    def.matching = PLUMP_MATCHING_PAPER;
    def.region_damping = 0.02f;
    def.omega = 5;
    def.passes = 2;
    def.naive_sums = true;
    def.vertex_mass = paint;
    add(stage, &def);
}

static void damped_before(golden_stage* stage, int step) {
    if (step % 150 == 20) kick(stage, step % 2, (uint32_t)step / 3, -4.0f, 6.0f, 2.0f);
}

// --- balls: physical bodies of one mesh, automatic substeps, forces at points ---

static void balls_set_up(golden_stage* stage) {
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_CREATURE, 400);
    for (int i = 0; i < 3; ++i) {
        def.position[0] = 2.0 * i;
        def.scale = 1.0f + 0.25f * (float)i;
        def.frequency = 2.0f + (float)i;
        def.velocity[1] = 3.0f;
        def.angular_velocity[2] = (float)i;
        def.vertex_stiffness = i == 1 ? golden_paint() : NULL;
        def.passes = i == 2 ? 2 : 1;
        add(stage, &def);
    }
}

static void balls_before(golden_stage* stage, int step) {
    double point[3] = {0.1, 0.4, 0.05};
    float force[3] = {200.0f, -100.0f, 50.0f};
    if (step % 60 < 5)
        must(plump_body_add_force_at(stage->world, stage->body[step % 3], point, force, &error));
    if (step % 240 == 100) {
        double home[3] = {1.0, 2.0, 3.0};
        float turn[4] = {0.1f, 0.2f, 0.3f, 0.9f};
        must(plump_body_teleport(stage->world, stage->body[1], home, turn, &error));
    }
}

// --- hung: pinned at one end, more than one span of particles ---

static void hung_set_up(golden_stage* stage) {
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_BAR, 1100);
    def.frequency = 4.0f;
    def.damping = 0.2f;
    plump_body_id id = add(stage, &def);
    const float* x = plump_mesh_positions(def.mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(def.mesh); ++i) {
        if (x[3 * i] < -0.48f) must(plump_body_pin(stage->world, id, i, &error));
    }
}

// --- clay: both matchings flow ---

static void clay_set_up(golden_stage* stage) {
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_BOX, 386);
    def.gravity_scale = 0.0f;
    def.yield = 0.02f;
    def.creep = 20.0f;
    def.plastic_limit = 0.5f;
    add(stage, &def);
    def.mesh = shape_def(stage, PLUMP_SHAPE_CAPSULE, 400).mesh;
    def.matching = PLUMP_MATCHING_PAPER;
    def.position[0] = 3.0;
    add(stage, &def);
}

static void clay_before(golden_stage* stage, int step) {
    if (step % 100 != 10) return;
    for (int i = 0; i < 2; ++i) {
        kick(stage, i, 5, 120.0f, 40.0f, 0.0f);
        kick(stage, i, 200, -120.0f, -40.0f, 0.0f);
    }
}

// --- wrecked: flat, turned inside out, a single point, random; and spoiled on the way ---

static float noise(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / (float)(1 << 23) - 1.0f;
}

static void wreck(golden_stage* stage, int body, float x, float y, float z, float random) {
    plump_body_edit edit;
    must(plump_body_lend_edit(stage->world, stage->body[body], &edit, &error));
    uint32_t seed = (uint32_t)body + 1;
    for (uint32_t i = 0; i < edit.count; ++i) {
        edit.x[i] = edit.x[i] * x + random * noise(&seed);
        edit.y[i] = edit.y[i] * y + random * noise(&seed);
        edit.z[i] = edit.z[i] * z + random * noise(&seed);
    }
}

static void wrecked_set_up(golden_stage* stage) {
    const float change[6][4] = {{1, 0, 1, 0}, {-1, -1, -1, 0}, {0, 0, 0, 0},
                                {0, 0, 0, 5}, {1, 0, 0, 0},    {1, 1, -1, 0}};
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_SPHERE, 162);
    def.gravity_scale = 0.0f;
    for (int i = 0; i < 6; ++i) {
        def.position[0] = 3.0 * i;
        def.matching = i % 2 ? PLUMP_MATCHING_PAPER : PLUMP_MATCHING_PHYSICAL;
        add(stage, &def);
        wreck(stage, i, change[i][0], change[i][1], change[i][2], change[i][3]);
    }
}

static void wrecked_before(golden_stage* stage, int step) {
    plump_body_edit edit;
    if (step % 300 != 150) return;
    must(plump_body_lend_edit(stage->world, stage->body[step % 6], &edit, &error));
    edit.x[7] = NAN;
    edit.vy[9] = 1e30f;
}

// --- busy: bodies come, sleep, wake and go; snapshots are taken and gone back to ---

static void busy_set_up(golden_stage* stage) {
    plump_body_def def = shape_def(stage, PLUMP_SHAPE_JELLY, 300);
    def.gravity_scale = 0.0f;
    def.sleep_speed = 0.05f;
    for (int i = 0; i < 3; ++i) {
        def.position[1] = 2.0 * i;
        add(stage, &def);
    }
    kick(stage, 0, PLUMP_ALL_VERTICES, 1.0f, 0.0f, 0.0f);
}

static void go_back(golden_stage* stage) {
    size_t size = plump_world_snapshot_size(stage->world);
    void* buffer = malloc(size);
    if (!buffer) exit(2);
    must(plump_world_snapshot(stage->world, buffer, size, &size, &error));
    for (int i = 0; i < 3; ++i) must(plump_world_step(stage->world, 0.01f, 1, &error));
    must(plump_world_restore(stage->world, buffer, size, NULL, 0, &error));
    free(buffer);
}

static void busy_before(golden_stage* stage, int step) {
    if (step % 200 == 190) kick(stage, 1, 3, 0.5f, 0.5f, 0.0f);
    if (step % 250 == 120) {
        plump_body_def def = plump_default_body_def();
        def.mesh = stage->mesh[0];
        def.position[0] = 5.0;
        must(plump_body_destroy(stage->world, stage->body[2], &error));
        must(plump_body_create(stage->world, &def, &stage->body[2], &error));
    }
    if (step % 333 == 77) go_back(stage);
}

// --- volumes: parts, a cavity, paint, a bag, springs of air, targets that move ---

enum { SOLIDS = 3, SOLID_VERTICES = 162, SOLID_TRIANGLES = 320 };

// Three balls as one mesh: one beside the others, and a hollow in the larger.
static void make_solids(golden_stage* stage) {
    static float x[3 * SOLIDS * SOLID_VERTICES];
    static uint32_t corners[3 * SOLIDS * SOLID_TRIANGLES];
    const float size[SOLIDS] = {1.0f, 0.6f, 0.5f}, shift[SOLIDS] = {0.0f, 0.0f, 1.0f};
    const plump_mesh* ball = shape_def(stage, PLUMP_SHAPE_SPHERE, SOLID_VERTICES).mesh;
    for (uint32_t i = 0; i < 3 * SOLIDS * SOLID_VERTICES; ++i) {
        uint32_t solid = i / (3 * SOLID_VERTICES), at = i % (3 * SOLID_VERTICES);
        x[i] = size[solid] * plump_mesh_positions(ball)[at] + (at % 3 == 0 ? shift[solid] : 0.0f);
    }
    for (uint32_t i = 0; i < 3 * SOLIDS * SOLID_TRIANGLES; ++i) {
        uint32_t solid = i / (3 * SOLID_TRIANGLES), at = i % (3 * SOLID_TRIANGLES);
        corners[i] = plump_mesh_indices(ball)[at] + solid * SOLID_VERTICES;
    }
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = (plump_triangles){.positions = x,
                                      .vertex_count = SOLIDS * SOLID_VERTICES,
                                      .indices = corners,
                                      .index_type = PLUMP_INDEX_UINT32,
                                      .triangle_count = SOLIDS * SOLID_TRIANGLES};
    must(plump_mesh_create(&def, &stage->mesh[GOLDEN_BODIES - 1], NULL, &error));
}

static void volumes_set_up(golden_stage* stage) {
    make_solids(stage);
    plump_body_def def = plump_default_body_def();
    def.mesh = stage->mesh[GOLDEN_BODIES - 1];
    def.volume = PLUMP_VOLUME_PARTS;
    def.volume_global = 0.0f;
    add(stage, &def);
    def.volume = PLUMP_VOLUME_BODY;
    def.vertex_volume = golden_paint();
    def.position[0] = 4.0;
    def.matching = PLUMP_MATCHING_PAPER;
    add(stage, &def);
    def = shape_def(stage, PLUMP_SHAPE_JELLY, 300);
    def.model = PLUMP_MODEL_BAG;
    def.angular_velocity[1] = 2.0f;
    add(stage, &def);
    def = shape_def(stage, PLUMP_SHAPE_CREATURE, 1100);
    def.compressibility = 1e-5f;
    def.volume_inner = 1.0f;
    plump_body_id hung = add(stage, &def);
    for (uint32_t i = 0; i < 40; ++i) must(plump_body_pin(stage->world, hung, i, &error));
    def = shape_def(stage, PLUMP_SHAPE_TORUS, 300);
    def.volume_exact = false;
    def.volume_momentum = false;
    def.volume_global = 1.0f;
    add(stage, &def);
}

static void volumes_before(golden_stage* stage, int step) {
    if (step % 100 == 0)
        must(plump_body_set(stage->world, stage->body[step / 100 % 2], "volume_scale",
                            step % 200 ? 1.0 : 1.4, &error));
    if (step % 50 == 10) kick(stage, step / 50 % 5, 7, 30.0f, 20.0f, -10.0f);
    if (step % 250 == 200)
        must(plump_body_set(stage->world, stage->body[1], "volume", step % 500 == 200 ? 1 : 0,
                            &error));
}

// --- pile: bodies on each other, on a floor, in a corner of a box, on a cylinder that turns ---

static void add_obstacle(golden_stage* stage, plump_obstacle_def def, double x, double y,
                         double z) {
    def.position[0] = x, def.position[1] = y, def.position[2] = z;
    must(plump_obstacle_create(stage->world, &def, &stage->obstacle, &error));
}

static void pile_set_up(golden_stage* stage) {
    static const plump_shape_kind kinds[4] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_TORUS,
                                              PLUMP_SHAPE_DUCK, PLUMP_SHAPE_KNOT};
    for (int i = 0; i < 4; ++i) {
        plump_body_def def = shape_def(stage, kinds[i], 300);
        def.soft_contact = true;
        def.self_contact = i == 3;
        def.frequency = 6.0f;
        def.restitution = i == 0 ? 0.3f : 0.0f;
        def.position[0] = 0.1 * i;
        def.position[1] = 0.8 + 1.1 * i;
        add(stage, &def);
    }
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_PLANE;
    add_obstacle(stage, def, 0, 0, 0);
    def.shape = PLUMP_OBSTACLE_BOX;
    add_obstacle(stage, def, 1.2, 0.3, 0);
    def.shape = PLUMP_OBSTACLE_CYLINDER;
    add_obstacle(stage, def, -1.1, 0.2, 0.1);
}

static void pile_before(golden_stage* stage, int step) {
    const double at[3] = {-1.1 + 0.001 * (step % 300), 0.2, 0.1};
    const float turn[4] = {0, 0.004f * (float)(step % 200), 0, 1};
    must(plump_obstacle_move(stage->world, stage->obstacle, at, turn, &error));
}

// --- springs: implicit and explicit, painted, held, wrecked, on a floor, with and without volume
// ---

static void springs_set_up(golden_stage* stage) {
    static const plump_shape_kind kinds[4] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_TORUS,
                                              PLUMP_SHAPE_BAR, PLUMP_SHAPE_DUCK};
    for (int i = 0; i < 4; ++i) {
        plump_body_def def = shape_def(stage, kinds[i], 300);
        def.model = PLUMP_MODEL_MASS_SPRING;
        def.spring_implicit = i % 2 == 0;
        def.soft_contact = true;
        def.frequency = 3.0f + (float)i;
        def.damping = 0.1f * (float)i;
        def.volume = i == 2 ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
        def.vertex_stiffness = i == 3 ? golden_paint() : NULL;
        def.position[0] = 1.3 * i;
        def.position[1] = 0.7 + 0.2 * i;
        plump_body_id id = add(stage, &def);
        for (uint32_t k = 0; i == 2 && k < 12; ++k)
            must(plump_body_pin(stage->world, id, k, &error));
    }
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_PLANE;
    add_obstacle(stage, def, 0, 0, 0);
}

static void springs_before(golden_stage* stage, int step) {
    if (step % 50 == 10) kick(stage, step / 50 % 4, 7, 30.0f, 20.0f, -10.0f);
    if (step % 400 == 200)  // far beyond what explicit steps can do
        must(plump_body_set(stage->world, stage->body[1], "frequency", 400, &error));
    if (step % 400 == 300)
        must(plump_body_set(stage->world, stage->body[1], "frequency", 4, &error));
    if (step % 300 == 150) {
        plump_body_edit edit;
        must(plump_body_lend_edit(stage->world, stage->body[step / 300 % 2], &edit, &error));
        for (uint32_t i = 0; i < edit.count; ++i) edit.y[i] *= i % 3 ? -0.5f : 0.01f;
    }
}

const golden_scene golden_scenes[] = {
    {"ring", ring_set_up, ring_before, 0.005f, 1, false, NULL},
    {"damped", damped_set_up, damped_before, 0.005f, 1, false, NULL},
    {"balls", balls_set_up, balls_before, 1.0f / 120, 0, true, NULL},
    {"hung", hung_set_up, NULL, 1.0f / 120, 0, false, NULL},
    {"clay", clay_set_up, clay_before, 1.0f / 120, 1, false, NULL},
    {"wrecked", wrecked_set_up, wrecked_before, 1.0f / 120, 1, false, NULL},
    {"busy", busy_set_up, busy_before, 1.0f / 60, 0, false, NULL},
    {"volumes", volumes_set_up, volumes_before, 1.0f / 120, 0, true, NULL},
    {"pile", pile_set_up, pile_before, 1.0f / 120, 2, true, NULL},
    {"springs", springs_set_up, springs_before, 1.0f / 120, 0, true, NULL},
    {"jiggle", golden_jiggle_set_up, NULL, 1.0f / 60, 1, false, golden_jiggle_after},
};
const int golden_scene_count = sizeof golden_scenes / sizeof golden_scenes[0];

void golden_run(const golden_scene* scene, uint32_t threads, int steps, uint64_t checkpoints[10],
                void (*observe)(int step, uint64_t hash, void* context), void* context) {
    golden_stage stage = {.threads = threads};
    plump_world_def def = plump_default_world_def();
    def.worker_count = threads;
    must(plump_world_create(&def, &stage.world, &error));
    scene->set_up(&stage);
    uint64_t chain = 0;
    for (int step = 0; step < steps; ++step) {
        if (scene->before) scene->before(&stage, step);
        must(plump_world_step(stage.world, scene->dt, scene->substeps, &error));
        uint64_t hash = plump_world_hash(stage.world);
        if (scene->after) hash ^= scene->after(&stage, step);
        if (observe) observe(step, hash, context);
        chain = (chain ^ hash) * UINT64_C(0x9E3779B97F4A7C15);
        chain ^= chain >> 29;
        if (step % 100 == 99) checkpoints[step / 100] = chain;
    }
    plump_world_destroy(stage.world);
    for (int i = 0; i < 2; ++i) plump_jiggle_destroy(stage.jiggle[i]);
    for (int i = 0; i < GOLDEN_BODIES; ++i) plump_mesh_destroy(stage.mesh[i]);
}
