// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scenes with contacts: a world, its bodies and obstacles, and beside each of them the judge's own
// (reference_contact.h); runs that keep the worst of everything. Include after cmocka.h.
//
// PLUMP_TEST_LONG=1 in the environment asks for full sizes; without it the same claims are tested
// on less. PLUMP_TEST_OPEN=1 also runs claims that are known not to hold yet.
#ifndef CONTACT_KIT_H
#define CONTACT_KIT_H

#include "tests/unit/contact_meshes.h"
#include "tests/unit/reference_contact.h"

#include <stdio.h>

#define SCENE_BODIES    48
#define SCENE_OBSTACLES 16

static inline bool contact_open(void) {
    const char* wish = getenv("PLUMP_TEST_OPEN");
    return wish && wish[0] == '1';
}

// First line of a test whose claim is known not to hold yet.
static inline void open_claim(void) {
    if (!contact_open()) skip();
}

// The bounds of notes on quality: at rest, and on the way.
#define SCENE_REST    0.001
#define SCENE_TRANSIT 0.01

typedef struct scene_record {
    double deepest, deepest_time;  // overlap as a share of the smaller size, and when
    int deepest_body, deepest_other;
    double volume_error;  // largest of bodies that keep theirs
    uint64_t dropped, contained, stopped;
    uint32_t contacts_most, substeps_most;
    bool finite;
} scene_record;

typedef struct scene scene;
struct scene {
    plump_world* world;
    float dt;           // s
    uint32_t substeps;  // 0: as needed
    uint32_t look_every;
    uint32_t body_count, obstacle_count, mesh_count;
    plump_body_id body[SCENE_BODIES];
    judge_body judge[SCENE_BODIES];
    plump_obstacle_id obstacle[SCENE_OBSTACLES];
    judge_obstacle solid[SCENE_OBSTACLES];
    plump_mesh* mesh[SCENE_BODIES];
    double time;
    uint32_t steps;
    judge_finding now;  // at the last look
    scene_record worst;
    void (*before)(scene* s);  // moves things before each step; may be NULL
    void* user;
};

static inline void scene_forget(scene* s) {
    s->worst = (scene_record){.finite = true, .deepest_body = -1, .deepest_other = -1};
}

static inline scene scene_begin_with(const plump_world_def* def, float dt) {
    scene s = {.dt = dt, .look_every = 1};
    OK(plump_world_create(def, &s.world, &kit_error));
    scene_forget(&s);
    return s;
}

static inline scene scene_begin(float gravity, float dt) {
    plump_world_def def = plump_default_world_def();
    def.gravity[1] = gravity;
    def.worker_count = 2;
    return scene_begin_with(&def, dt);
}

static inline void scene_end(scene* s) {
    plump_world_destroy(s->world);
    for (uint32_t i = 0; i < s->body_count; ++i) judge_body_free(&s->judge[i]);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) judge_obstacle_free(&s->solid[i]);
    for (uint32_t i = 0; i < s->mesh_count; ++i) plump_mesh_destroy(s->mesh[i]);
    memset(s, 0, sizeof *s);
}

// The scene owns the mesh from now on.
static inline const plump_mesh* scene_keep(scene* s, plump_mesh* mesh) {
    assert_true(s->mesh_count < SCENE_BODIES);
    return s->mesh[s->mesh_count++] = mesh;
}

// --- bodies ---

static inline void scene_read(scene* s, uint32_t i) {
    judge_body* b = &s->judge[i];
    OK(plump_body_read(s->world, s->body[i], PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, b->x, 0,
                       b->count, &kit_error));
    OK(plump_body_read(s->world, s->body[i], PLUMP_QUANTITY_VELOCITY, PLUMP_SCALAR_FLOAT64, b->v, 0,
                       b->count, &kit_error));
    judge_body_look(b);
}

static inline uint32_t scene_body(scene* s, const plump_body_def* def) {
    assert_true(s->body_count < SCENE_BODIES);
    uint32_t i = s->body_count++;
    OK(plump_body_create(s->world, def, &s->body[i], &kit_error));
    const pl_body* body = body_of(s->world, s->body[i]);
    plump_body_view view;
    OK(plump_body_lend(s->world, s->body[i], &view, &kit_error));
    double* mass = calloc(view.count, sizeof *mass);
    assert_non_null(mass);
    for (uint32_t k = 0; k < view.count; ++k) mass[view.vertex_of[k]] = (double)body->mass[k];
    s->judge[i] = judge_body_make(def->mesh, (double)def->scale, mass);
    free(mass);
    scene_read(s, i);
    return i;
}

// What a sensible user would say of a body: how stiff, and where.
static inline plump_body_def scene_def(const plump_mesh* mesh, float frequency, double x, double y,
                                       double z) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.frequency = frequency;
    def.damping = 0.3f;
    def.position[0] = x, def.position[1] = y, def.position[2] = z;
    return def;
}

static inline void scene_set(scene* s, uint32_t body, const char* name, double value) {
    OK(plump_body_set(s->world, s->body[body], name, value, &kit_error));
}

// --- obstacles ---

static inline uint32_t scene_obstacle(scene* s, const plump_obstacle_def* def) {
    assert_true(s->obstacle_count < SCENE_OBSTACLES);
    uint32_t i = s->obstacle_count++;
    OK(plump_obstacle_create(s->world, def, &s->obstacle[i], &kit_error));
    s->solid[i] = judge_obstacle_make(def);
    return i;
}

static inline uint32_t scene_floor(scene* s, float friction) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_PLANE;
    def.friction = def.friction_static = friction;
    return scene_obstacle(s, &def);
}

static inline uint32_t scene_box(scene* s, const double middle[3], const float half[3],
                                 float friction) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_BOX;
    memcpy(def.position, middle, sizeof def.position);
    memcpy(def.half_size, half, sizeof def.half_size);
    def.friction = def.friction_static = friction;
    return scene_obstacle(s, &def);
}

static inline uint32_t scene_solid(scene* s, plump_mesh* mesh, double x, double y, double z) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_MESH;
    def.mesh = scene_keep(s, mesh);
    def.position[0] = x, def.position[1] = y, def.position[2] = z;
    return scene_obstacle(s, &def);
}

static inline uint32_t scene_sheet(scene* s, const uneven_floor* f) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_SHEET;
    def.points = f->points, def.point_count = f->point_count;
    def.triangles = f->triangles, def.triangle_count = f->triangle_count;
    return scene_obstacle(s, &def);
}

// During the next step.
static inline void scene_move(scene* s, uint32_t obstacle, double x, double y, double z) {
    const double position[3] = {x, y, z};
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(s->world, s->obstacle[obstacle], &info, &kit_error));
    OK(plump_obstacle_move(s->world, s->obstacle[obstacle], position, info.rotation, &kit_error));
    judge_obstacle_put(&s->solid[obstacle], position, info.rotation);
}

// --- running ---

static inline void scene_look(scene* s) {
    for (uint32_t i = 0; i < s->body_count; ++i) {
        scene_read(s, i);
        s->worst.finite = s->worst.finite && s->judge[i].finite;
    }
    s->now = judge_overlaps(s->judge, s->body_count, s->solid, s->obstacle_count, SCENE_REST);
    if (s->now.share <= s->worst.deepest) return;
    s->worst.deepest = s->now.share;
    s->worst.deepest_body = s->now.body, s->worst.deepest_other = s->now.other;
    s->worst.deepest_time = s->time;
}

static inline void scene_step(scene* s) {
    if (s->before) s->before(s);
    OK(plump_world_step(s->world, s->dt, s->substeps, &kit_error));
    const plump_step_report* r = plump_world_report(s->world);
    ++s->steps;
    s->time += (double)s->dt;
    s->worst.dropped += r->contact_dropped;
    s->worst.contained += r->contained_count;
    s->worst.stopped += r->stopped_count;
    if (r->contact_count > s->worst.contacts_most) s->worst.contacts_most = r->contact_count;
    if (r->substeps > s->worst.substeps_most) s->worst.substeps_most = r->substeps;
    if (r->volume_error > s->worst.volume_error) s->worst.volume_error = r->volume_error;
    if (s->steps % s->look_every == 0) scene_look(s);
}

static inline void scene_run(scene* s, double seconds) {
    int steps = (int)(seconds / (double)s->dt + 0.5);
    for (int i = 0; i < steps; ++i) scene_step(s);
    scene_look(s);
}

static inline double scene_energy(const scene* s) {
    double sum = 0;
    for (uint32_t i = 0; i < s->body_count; ++i) sum += s->judge[i].energy;
    return sum;
}

static inline double scene_fastest(const scene* s) {
    double most = 0;
    for (uint32_t i = 0; i < s->body_count; ++i) most = fmax(most, s->judge[i].speed_most);
    return most;
}

static inline bool scene_all_asleep(const scene* s) {
    return plump_world_report(s->world)->asleep_count == s->body_count;
}

// --- findings ---

static inline void scene_at_most(const char* what, double value, double most) {
    char line[200];
    snprintf(line, sizeof line, "%s (at most %.3g)", what, most);
    volume_judge(value <= most, line, value);
}

static inline void scene_at_least(const char* what, double value, double least) {
    char line[200];
    snprintf(line, sizeof line, "%s (at least %.3g)", what, least);
    volume_judge(value >= least, line, value);
}

// Nothing that must never happen has happened.
static inline void scene_expect_sound(const scene* s) {
    volume_judge(s->worst.finite, "all numbers are finite", s->worst.finite);
    scene_at_most("bodies mended", (double)s->worst.contained, 0);
    scene_at_most("contacts dropped", (double)s->worst.dropped, 0);
}

static inline void scene_expect_transit(const scene* s) {
    char line[120];
    snprintf(line, sizeof line, "deepest overlap on the way, sizes: %d in %d at %.3f s",
             s->worst.deepest_body, s->worst.deepest_other, s->worst.deepest_time);
    scene_at_most(line, s->worst.deepest, SCENE_TRANSIT);
}

static inline void scene_expect_rest(const scene* s) {
    char line[120];
    snprintf(line, sizeof line, "deepest overlap at the end, sizes: %d in %d", s->now.body,
             s->now.other);
    scene_at_most(line, s->now.share, SCENE_REST);
    scene_at_most("trapped vertices at the end", s->now.trapped, 0);
}

// A turn about some axis, the same each time.
static inline void scene_turn_somehow(float rotation[4], uint64_t* seed) {
    for (int k = 0; k < 4; ++k) rotation[k] = (float)volume_random(seed);
}

// Two seconds of falling, then up to `most` more until all sleep.
static inline void scene_run_heap(scene* s, double most) {
    scene_run(s, 2);
    scene_expect_transit(s);
    double volume = s->worst.volume_error;
    scene_expect_sound(s);
    scene_forget(s);
    s->look_every = 10;
    while (s->time < 2 + most && !scene_all_asleep(s)) scene_step(s);
    scene_look(s);
    print_message("%u steps, %u substeps at most, %u contacts at most, %.2e m/s at the end\n",
                  s->steps, s->worst.substeps_most, s->worst.contacts_most, scene_fastest(s));
    scene_expect_transit(s);
    scene_expect_rest(s);
    scene_expect_sound(s);
    scene_at_most("volume error", fmax(volume, s->worst.volume_error), 1e-6);
}

static inline void scene_run_pile(scene* s, double most) {
    scene_run_heap(s, most);
    volume_judge(scene_all_asleep(s), "all asleep in the end, at", s->time);
}

#endif
