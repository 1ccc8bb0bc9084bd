// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of kept volume share: meshes, a world with one body, its volume and motion as the
// test itself measures them in double, hands that press, and a step that can be watched from stage
// to stage. Include after cmocka.h.
//
// PLUMP_TEST_LONG=1 in the environment asks for the whole proof (more steps, finer meshes, every
// combination); without it the same checks run on less.
#ifndef VOLUME_KIT_H
#define VOLUME_KIT_H

#include "src/math/rotation.h"
#include "src/step/step.h"
#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/model_table.h"
#include "tests/unit/world_kit.h"

#include <stdlib.h>

#define VOLUME_PI 3.14159265358979323846

static inline bool volume_long(void) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    return wish && wish[0] == '1';
}

// --- findings: all are looked at before a test fails ---

static int volume_bad;

static inline void volume_judge(bool good, const char* what, double value) {
    print_message("%-84s %9.2e%s\n", what, value, good ? "" : "  OUT OF BOUNDS");
    volume_bad += !good;
}

static inline void volume_expect_good(void) {
    int bad = volume_bad;
    volume_bad = 0;
    if (bad) fail_msg("%d results are out of bounds", bad);
}

// --- meshes ---

typedef struct volume_shape {
    const char* name;
    plump_shape_kind kind;  // PLUMP_SHAPE_COUNT: a ball with a hollow
    uint32_t coarse, fine;  // vertices, by default and in the long run
} volume_shape;

static const volume_shape volume_shapes[] = {
    {"ball", PLUMP_SHAPE_SPHERE, 162, 642}, {"hollow ball", PLUMP_SHAPE_COUNT, 0, 0},
    {"bar", PLUMP_SHAPE_BAR, 250, 650},     {"torus", PLUMP_SHAPE_TORUS, 300, 800},
    {"knot", PLUMP_SHAPE_KNOT, 500, 1200},  {"bear", PLUMP_SHAPE_BEAR, 302, 1200},
    {"duck", PLUMP_SHAPE_DUCK, 300, 1000},  {"creature", PLUMP_SHAPE_CREATURE, 1000, 2500},
};
enum { VOLUME_SHAPES = sizeof volume_shapes / sizeof *volume_shapes };

// A ball whose middle, two thirds as wide, is empty.
static inline plump_mesh* volume_hollow_ball(void) {
    fixture f = fixture_sphere(0.5, 20, 11), hollow = fixture_sphere(0.33, 14, 8);
    fixture_turn_all(&hollow);
    fixture_append(&f, &hollow, 0, 0, 0);
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    fixture_free(&hollow);
    return o.mesh;
}

static inline plump_mesh* volume_mesh(const volume_shape* shape) {
    if (shape->kind == PLUMP_SHAPE_COUNT) return volume_hollow_ball();
    return make_shape(shape->kind, volume_long() ? shape->fine : shape->coarse);
}

static inline plump_body_def volume_def(const plump_mesh* mesh, model_kind kind) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.can_sleep = false;
    model_choose(&def, kind);
    return def;
}

// --- a world with one body ---

typedef struct volume_scene {
    plump_world* world;
    plump_body_id id;
    pl_body* body;
    const plump_mesh* mesh;
    uint32_t count;
    double* x;           // 3 per vertex, mesh order, as last read
    double* begin;       // as they were at creation
    double rest_volume;  // of the mesh, times scale^3
} volume_scene;

static inline void volume_read(volume_scene* s) {
    OK(plump_body_read(s->world, s->id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, s->x, 0,
                       s->count, &kit_error));
}

static inline volume_scene volume_begin(const plump_body_def* def, float gravity,
                                        uint32_t workers) {
    volume_scene s = {.mesh = def->mesh, .count = plump_mesh_vertex_count(def->mesh)};
    s.world = make_world(gravity, workers);
    OK(plump_body_create(s.world, def, &s.id, &kit_error));
    s.body = body_of(s.world, s.id);
    s.x = calloc(3 * (size_t)s.count, sizeof *s.x);
    s.begin = calloc(3 * (size_t)s.count, sizeof *s.begin);
    assert_true(s.x && s.begin);
    double scale = (double)def->scale;
    s.rest_volume = fixture_volume(def->mesh) * scale * scale * scale;
    volume_read(&s);
    memcpy(s.begin, s.x, 3 * (size_t)s.count * sizeof *s.x);
    return s;
}

static inline void volume_end(volume_scene* s) {
    plump_world_destroy(s->world);
    free(s->x);
    free(s->begin);
    memset(s, 0, sizeof *s);
}

// The volume by the positions read, about a vertex: far from zero triangles would cancel.
static inline double volume_now(volume_scene* s) {
    volume_read(s);
    const uint32_t* t = plump_mesh_indices(s->mesh);
    double sum = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(s->mesh); ++i, t += 3) {
        double p[3][3];
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k) p[c][k] = s->x[3 * (size_t)t[c] + (size_t)k] - s->x[k];
        sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
               p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return sum / 6;
}

static inline double volume_error(volume_scene* s) {
    return volume_now(s) / s->rest_volume - 1;
}

static inline void volume_step(volume_scene* s, float dt, uint32_t substeps) {
    OK(plump_world_step(s->world, dt, substeps, &kit_error));
}

// The same step, taken on the stages, with someone looking after each of them.
static inline void volume_step_watched(volume_scene* s, float dt, uint32_t substeps,
                                       void (*look)(void*, uint32_t, plump_stage), void* context) {
    double seconds[PLUMP_STAGE_COUNT] = {0};
    plump_world* world = s->world;
    pl_step_watch watch = {look, context, seconds};
    pl_body_accelerate(world, s->body);
    pl_world_fill_stage(world);
    world->stage.step = dt;
    pl_step(&world->stage, substeps, &watch);
}

// --- changing the body ---

// Stretches the body as it is about its origin.
static inline void volume_stretch(volume_scene* s, double x, double y, double z) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(s->world, s->id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        edit.x[i] = (float)(x * (double)edit.x[i]);
        edit.y[i] = (float)(y * (double)edit.y[i]);
        edit.z[i] = (float)(z * (double)edit.z[i]);
    }
}

// How far a place counts as touching that is this far above what it touches: ramped over 1 % of
// the size, since a mask of 0 and 1 alone keeps bodies jittering.
static inline float volume_touch(const volume_scene* s, double gap) {
    double share = 1 - gap / (0.01 * s->body->extent);
    return (float)(share < 0 ? 0 : share > 1 ? 1 : share);
}

// Two plates without friction: places beyond are put onto them and lose their speed.
static inline void volume_press(volume_scene* s, double floor, double ceiling) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(s->world, s->id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        double y = edit.origin[1] + (double)edit.y[i];
        double gap = y - floor < ceiling - y ? y - floor : ceiling - y;
        if (gap < 0) {
            edit.y[i] = (float)((y < floor ? floor : ceiling) - edit.origin[1]);
            edit.vy[i] = 0;
        }
        s->body->contact[i] = volume_touch(s, gap);
    }
}

// --- motion, in double ---

typedef struct volume_motion {
    double mass, centre[3], velocity[3];  // centre about the body's origin
    double spin[3];                       // angular momentum about the centre
    double turning[3];                    // angular velocity
    double speed;                         // root mean square, by mass
    double deforming;                     // kinetic energy beside that of the rigid motion
} volume_motion;

static inline void volume_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double volume_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double volume_length(const double a[3]) {
    return sqrt(volume_dot(a, a));
}

static inline double volume_apart(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return volume_length(d);
}

// Solves a symmetric 3x3 system; nothing turns what lies on a line.
static inline void volume_solve(double a[3][3], const double b[3], double out[3]) {
    double columns[3][3], det;
    for (int k = 0; k < 3; ++k) volume_cross(a[(k + 1) % 3], a[(k + 2) % 3], columns[k]);
    det = volume_dot(a[0], columns[0]);
    for (int k = 0; k < 3; ++k) {
        out[k] = 0;
        for (int j = 0; j < 3 && fabs(det) > 0; ++j) out[k] += columns[j][k] * b[j] / det;
    }
}

static inline void volume_state(const pl_body* body, uint32_t i, double x[3], double v[3]) {
    for (int k = 0; k < 3; ++k) x[k] = (double)body->x[k][i], v[k] = (double)body->v[k][i];
}

static inline void volume_motion_centre(const pl_body* body, volume_motion* m) {
    double x[3], v[3];
    memset(m, 0, sizeof *m);
    for (uint32_t i = 0; i < body->count; ++i) {
        double mass = (double)body->mass[i];
        volume_state(body, i, x, v);
        m->mass += mass;
        for (int k = 0; k < 3; ++k) m->centre[k] += mass * x[k], m->velocity[k] += mass * v[k];
        m->speed += mass * volume_dot(v, v);
    }
    for (int k = 0; k < 3; ++k) m->centre[k] /= m->mass, m->velocity[k] /= m->mass;
    m->speed = sqrt(m->speed / m->mass);
}

static inline void volume_measure(const pl_body* body, volume_motion* m) {
    double x[3], v[3], moment[3], inertia[3][3] = {{0}};
    volume_motion_centre(body, m);
    for (uint32_t i = 0; i < body->count; ++i) {
        double mass = (double)body->mass[i];
        volume_state(body, i, x, v);
        for (int k = 0; k < 3; ++k) x[k] -= m->centre[k], v[k] -= m->velocity[k];
        volume_cross(x, v, moment);
        for (int k = 0; k < 3; ++k) {
            m->spin[k] += mass * moment[k];
            inertia[k][k] += mass * volume_dot(x, x);
            for (int j = 0; j < 3; ++j) inertia[k][j] -= mass * x[k] * x[j];
        }
        m->deforming += 0.5 * mass * volume_dot(v, v);
    }
    volume_solve(inertia, m->spin, m->turning);
    m->deforming -= 0.5 * volume_dot(m->spin, m->turning);
}

// --- shape ---

static inline pl_vec3d volume_at(const float* const a[3], uint32_t i) {
    return pl_vec3d_make((double)a[0][i], (double)a[1][i], (double)a[2][i]);
}

// Root mean square distance from the best rigid placing of the rest shape, in sizes.
static inline double volume_shape_error(const pl_body* body) {
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_vec3d now = {0, 0, 0}, rest = {0, 0, 0};
    for (uint32_t i = 0; i < body->count; ++i) {
        now = pl_vec3d_add_scaled(now, 1.0 / body->count, volume_at(x, i));
        rest = pl_vec3d_add_scaled(rest, 1.0 / body->count, volume_at(body->rest, i));
    }
    double moments[9] = {0}, turn[9], sum = 0;
    for (uint32_t i = 0; i < body->count; ++i)
        pl_rotation_add_moment(moments, pl_vec3d_sub(volume_at(x, i), now),
                               pl_vec3d_sub(volume_at(body->rest, i), rest));
    pl_rotation_fit(moments, turn);
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d goal = pl_rotation_turn(turn, pl_vec3d_sub(volume_at(body->rest, i), rest));
        double away = pl_vec3d_length(pl_vec3d_sub(pl_vec3d_sub(volume_at(x, i), now), goal));
        sum += away * away;
    }
    return sqrt(sum / body->count) / body->extent;
}

static inline bool volume_finite(const pl_body* body) {
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->count; ++i)
            if (!isfinite(body->x[k][i]) || !isfinite(body->v[k][i])) return false;
    }
    return true;
}

// Numbers that look random, the same each time; from -1 up to 1.
static inline double volume_random(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

#endif
