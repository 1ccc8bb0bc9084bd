// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of the step share: meshes, worlds with one body, its state in double, and the
// reference beside it. Include after cmocka.h.
//
// PLUMP_TEST_LONG=1 in the environment asks for the whole proof (more steps, finer meshes, every
// combination); without it the same checks run on less.
#ifndef STEP_KIT_H
#define STEP_KIT_H

#include "src/elastic/shape_match/fine.h"
#include "src/world/world_data.h"
#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/reference_step.h"

#include <plump/plump.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIT_PI 3.14159265358979323846

static inline bool kit_long(void) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    return wish && wish[0] == '1';
}

// Fails with the library's own sentence.
#define KIT_OK(call)                                                                               \
    do {                                                                                           \
        plump_error kit_error = {PLUMP_OK, ""};                                                    \
        plump_error* error = &kit_error;                                                           \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, kit_error.text);                         \
    } while (0)

static inline void kit_at_most(double value, double most, const char* what) {
    if (!(value <= most)) fail_msg("%s is %.4g; at most %.4g is allowed", what, value, most);
}

static inline void kit_near(double value, double wish, double share, const char* what) {
    if (!(fabs(value - wish) <= share * fabs(wish)))
        fail_msg("%s is %.6g, expected %.6g within %g %%", what, value, wish, 100 * share);
}

// --- meshes ---

static inline plump_mesh* kit_shape(plump_shape_kind kind, uint32_t vertex_count, double size) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    if (vertex_count > 0) def.vertex_count = vertex_count;
    def.size = size;
    KIT_OK(plump_shape_create(&def, &mesh, error));
    return mesh;
}

static inline plump_mesh* kit_take(fixture* f) {
    outcome o = fixture_take(f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(f);
    return o.mesh;
}

static inline plump_mesh* kit_tetrahedron(void) {
    fixture f = {0};
    fixture_vertex(&f, 0, 0, 0);
    fixture_vertex(&f, 1, 0, 0);
    fixture_vertex(&f, 0.1, 0.9, 0);
    fixture_vertex(&f, 0.2, 0.3, 0.8);
    fixture_triangle(&f, 0, 2, 1);
    fixture_triangle(&f, 0, 1, 3);
    fixture_triangle(&f, 1, 2, 3);
    fixture_triangle(&f, 2, 0, 3);
    return kit_take(&f);
}

// A ball and a torus apart from each other, as one body.
static inline plump_mesh* kit_two_parts(void) {
    plump_mesh* ball = kit_shape(PLUMP_SHAPE_SPHERE, 162, 0.4);
    plump_mesh* torus = kit_shape(PLUMP_SHAPE_TORUS, 200, 0.6);
    fixture a = fixture_of_mesh(ball), b = fixture_of_mesh(torus);
    fixture_append(&a, &b, 0.7, 0.1, 0);
    fixture_free(&b);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(torus);
    return kit_take(&a);
}

// A geodesic ball whose vertices have been drawn towards +y along the surface: stereographic from
// the pole, scaled by 2, and back. Triangles keep their shape, and areas at the poles differ by
// 2^4: vertex density 16 : 1. `up` false: towards -y.
static inline plump_mesh* kit_graded_ball(uint32_t vertex_count, bool up) {
    plump_mesh* even = kit_shape(PLUMP_SHAPE_SPHERE, vertex_count, 1);
    fixture f = fixture_of_mesh(even);
    plump_mesh_destroy(even);
    double scale = up ? 0.5 : 2;
    for (uint32_t i = 0; i < f.vertex_count; ++i) {
        double* p = f.positions + 3 * (size_t)i;
        double radius = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        double x = p[0] / radius, y = p[1] / radius, z = p[2] / radius;
        if (y > 1 - 1e-12) continue;
        double u = scale * x / (1 + y), w = scale * z / (1 + y), square = u * u + w * w;
        if (1 + y < 1e-12) continue;
        p[0] = radius * 2 * u / (1 + square);
        p[1] = radius * (1 - square) / (1 + square);
        p[2] = radius * 2 * w / (1 + square);
    }
    return kit_take(&f);
}

// --- a world with one body, and its state in mesh order ---

typedef struct kit_scene {
    plump_world* world;
    plump_body_id body;
    uint32_t count;
    double extent;
    reference_vec *x, *v;  // as last read
    reference_vec* begin;  // positions right after creation
    double* mass;          // by the reference's rule
    reference* reference;  // the same body, made from the same def
    const plump_mesh* mesh;
} kit_scene;

static inline void kit_read(kit_scene* s) {
    KIT_OK(plump_body_read(s->world, s->body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, s->x,
                           0, s->count, error));
    KIT_OK(plump_body_read(s->world, s->body, PLUMP_QUANTITY_VELOCITY, PLUMP_SCALAR_FLOAT64, s->v,
                           0, s->count, error));
}

static inline plump_world* kit_world(const float gravity[3]) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    memcpy(def.gravity, gravity, sizeof def.gravity);
    def.worker_count = 1;
    KIT_OK(plump_world_create(&def, &world, error));
    return world;
}

static const float kit_weightless[3] = {0, 0, 0};
static const float kit_earth[3] = {0, -9.81f, 0};

static inline plump_body_def kit_body_def(const plump_mesh* mesh) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.can_sleep = false;
    return def;
}

static inline kit_scene kit_begin(const plump_body_def* def, const float gravity[3]) {
    kit_scene s = {.mesh = def->mesh, .count = plump_mesh_vertex_count(def->mesh)};
    s.world = kit_world(gravity);
    KIT_OK(plump_body_create(s.world, def, &s.body, error));
    s.x = calloc(s.count, sizeof *s.x), s.v = calloc(s.count, sizeof *s.v);
    s.begin = calloc(s.count, sizeof *s.begin);
    plump_body_info info;
    KIT_OK(plump_body_describe(s.world, s.body, &info, error));
    s.reference = reference_create(def->mesh, (double)def->scale, info.mass);
    if (def->vertex_mass) reference_weigh(s.reference, def->vertex_mass, info.mass);
    s.mass = s.reference->mass;
    s.extent = s.reference->extent;
    kit_read(&s);
    memcpy(s.begin, s.x, s.count * sizeof *s.x);
    return s;
}

static inline void kit_end(kit_scene* s) {
    plump_world_destroy(s->world);
    reference_destroy(s->reference);
    free(s->x), free(s->v), free(s->begin);
    memset(s, 0, sizeof *s);
}

static inline void kit_step(kit_scene* s, float dt, uint32_t substeps, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) KIT_OK(plump_world_step(s->world, dt, substeps, error));
    kit_read(s);
}

// Writes s->x and s->v into the body.
static inline void kit_write(kit_scene* s) {
    plump_body_edit edit;
    KIT_OK(plump_body_lend_edit(s->world, s->body, &edit, error));
    float *x[3] = {edit.x, edit.y, edit.z}, *v[3] = {edit.vx, edit.vy, edit.vz};
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int a = 0; a < 3; ++a) {
            x[a][edit.place_of[i]] = (float)(s->x[i][a] - edit.origin[a]);
            v[a][edit.place_of[i]] = (float)s->v[i][a];
        }
    }
    kit_read(s);
}

static inline reference_motion kit_measure(const kit_scene* s) {
    return reference_measure(s->count, s->mass, s->x, s->v);
}

// The largest distance between two sets of points.
static inline double kit_distance(uint32_t count, reference_vec* a, reference_vec* b) {
    double most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double d[3] = {a[i][0] - b[i][0], a[i][1] - b[i][1], a[i][2] - b[i][2]};
        double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if (!(square <= most)) most = square;  // NaN too
    }
    return sqrt(most);
}

static inline double kit_length(const double a[3]) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

// How far a set of points is from the rest shape, moved as well as can be: largest distance.
static inline double kit_deformation(const kit_scene* s) {
    const reference* r = s->reference;
    reference_motion now = reference_measure(s->count, s->mass, s->x, s->v);
    reference_motion rest = reference_measure(s->count, s->mass, r->rest, s->v);
    double moments[9] = {0}, turn[9], most = 0;
    for (uint32_t i = 0; i < s->count; ++i)
        for (int a = 0; a < 9; ++a)
            moments[a] += s->mass[i] * (s->x[i][a / 3] - now.centre[a / 3]) *
                          (r->rest[i][a % 3] - rest.centre[a % 3]);
    reference_rotation(moments, turn);
    for (uint32_t i = 0; i < s->count; ++i) {
        double d[3];
        for (int a = 0; a < 3; ++a) {
            d[a] = s->x[i][a] - now.centre[a];
            for (int b = 0; b < 3; ++b) d[a] -= turn[3 * a + b] * (r->rest[i][b] - rest.centre[b]);
        }
        most = fmax(most, kit_length(d));
    }
    return most;
}

static inline void kit_pin(kit_scene* s, uint32_t vertex) {
    KIT_OK(plump_body_pin(s->world, s->body, vertex, error));
    s->reference->pinned[vertex] = true;
}

// Pins every vertex whose coordinate `axis` was above `least` at the beginning; returns how many.
static inline uint32_t kit_pin_beyond(kit_scene* s, int axis, double least) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        if (s->begin[i][axis] <= least) continue;
        kit_pin(s, i);
        ++count;
    }
    return count;
}

// Numbers that look random, the same each time; from -1 up to 1.
static inline double kit_random(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// --- the reference beside the library ---

static inline const pl_shape_match* kit_shape_match(const kit_scene* s) {
    return pl_shape_match_of(pl_world_find(s->world, s->body, NULL));
}

// The library's regions as the reference's lists.
static inline void kit_use_balls(kit_scene* s) {
    const pl_ball_regions* balls = kit_shape_match(s)->balls;
    const pl_surface* surface = pl_mesh_surface(s->mesh, NULL);
    assert_non_null(balls);
    reference_use_lists(s->reference, balls->count, balls->member_first, balls->member,
                        balls->member_share, surface->vertex_of);
    if (!kit_shape_match(s)->fine) return;
    const pl_ball_regions* means = kit_shape_match(s)->fine->means;
    reference_use_means(s->reference, means->count, means->member_first, means->member,
                        means->member_share, surface->vertex_of);
}

// s and b of physical mode. One substep takes a mode of the pull K = skin lambda + core, x its size
// and w = h v, to w' = w - K x - K (b/h) w, x' = x + w'. Its eigenvalues must be those of the swing
// that was asked for, exp(-p h) with p = 2 pi f (zeta +- i sqrt(1 - zeta^2)): their sum and product
// give K and b. How much of that firmness makes fine is the library's word (test_tune.c).
static inline void kit_pace(kit_scene* s, const plump_body_def* def, double h) {
    double turn = 2 * KIT_PI * (double)def->frequency * h, zeta = (double)def->damping;
    double root = exp(-zeta * turn);
    double core = kit_shape_match(s)->is_loose ? 0 : (double)def->core;
    double trace = 2 * root * cos(turn * sqrt(1 - zeta * zeta)), det = root * root;
    double pull = 1 + det - trace;
    double retardation = h * (1 - det) / pull;
    const pl_tuning* tuning = &kit_shape_match(s)->tuning;
    pl_pace pace = {.skin_share = (float)(pull * (1 - core) / tuning->lambda),
                    .core_share = (float)(pull * core),
                    .retardation = (float)retardation};
    if (kit_shape_match(s)->fine) pl_tune_firm(tuning, (double)def->firmness, h, &pace);
    s->reference->skin = (double)pace.skin_share / def->passes;
    s->reference->core = pull * core / def->passes;
    s->reference->fine = (double)pace.fine;
    s->reference->retardation = retardation;
}

// Makes the reference what the def says, in the state in which the library's body is now.
static inline void kit_follow(kit_scene* s, const plump_body_def* def, const float gravity[3],
                              double h) {
    reference* r = s->reference;
    for (int a = 0; a < 3; ++a)
        r->acceleration[a] =
            (double)gravity[a] * (double)def->gravity_scale + (double)def->acceleration[a];
    for (uint32_t i = 0; i < s->count && def->vertex_stiffness; ++i)
        r->paint[i] = (double)def->vertex_stiffness[i];
    r->passes = def->passes;
    if (def->matching == PLUMP_MATCHING_PAPER) {
        reference_use_rings(r, def->omega);
        r->skin = (double)def->stiffness;
        r->damping = (double)def->region_damping;
        r->normal_point = def->normal_point;
    } else {
        kit_use_balls(s);
        kit_pace(s, def, h);
    }
    kit_read(s);
    memcpy(r->x, s->x, s->count * sizeof *r->x);
    memcpy(r->v, s->v, s->count * sizeof *r->v);
}

#endif
