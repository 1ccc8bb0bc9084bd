// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Soft bodies as primary motion: one that moves as a solid is one segment of that motion, one at
// rest is left alone, one that is squashed keeps the volume it has; and anchors go where an
// independent fit puts them.
#include "src/base/hash.h"
#include "src/math/rotation.h"
#include "src/world/world_data.h"
#include "tests/unit/jiggle_kit.h"
#include "tests/unit/memory_kit.h"

#include <stdio.h>

#define SETS 3

typedef struct stage {
    plump_mesh* mesh;
    plump_world* world;
    plump_jiggle* jiggle;
    plump_jiggle_set sets[SETS];
    uint32_t count;
    double *at, *body_at;  // positions, then normals
} stage;

static plump_jiggle_def make_def(stage* s) {
    plump_jiggle_def def = kit_def(s->mesh);
    for (int i = 0; i < SETS; ++i) {
        s->sets[i] = plump_default_jiggle_set();
        s->sets[i].anchor[0] = 0.15 * (i - 1);
        s->sets[i].anchor[1] = 0.1 * i;
        s->sets[i].radius = 0.55f + 0.1f * (float)i;
        s->sets[i].turn_hertz = i == 1 ? 3.0f : 0.0f;
    }
    def.sets = s->sets;
    def.set_count = SETS;
    return def;
}

static stage make_with(plump_shape_kind kind, uint32_t vertices,
                       void (*change)(plump_jiggle_def* def)) {
    stage s = {.mesh = kit_shape(kind, vertices)};
    plump_jiggle_def def = make_def(&s);
    plump_world_def world = plump_default_world_def();
    plump_error error;
    if (change) change(&def);
    s.jiggle = kit_make(&def);
    s.count = plump_mesh_vertex_count(s.mesh);
    s.at = calloc(6 * s.count, sizeof *s.at);
    s.body_at = calloc(6 * s.count, sizeof *s.body_at);
    if (plump_world_create(&world, &s.world, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return s;
}

static stage make(void) {
    return make_with(PLUMP_SHAPE_SPHERE, 600, NULL);
}

static void drop(stage* s) {
    plump_jiggle_destroy(s->jiggle);
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->mesh);
    free(s->at);
    free(s->body_at);
}

static plump_body_id put(stage* s, const double position[3], const float rotation[4], float scale) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    plump_error error;
    def.mesh = s->mesh;
    memcpy(def.position, position, sizeof def.position);
    memcpy(def.rotation, rotation, sizeof def.rotation);
    def.scale = scale;
    if (plump_body_create(s->world, &def, &id, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return id;
}

static void read_body(stage* s, plump_body_id id) {
    assert_int_equal(plump_body_read(s->world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64,
                                     s->body_at, 0, s->count, NULL),
                     PLUMP_OK);
    assert_int_equal(plump_body_read(s->world, id, PLUMP_QUANTITY_NORMAL, PLUMP_SCALAR_FLOAT64,
                                     s->body_at + 3 * s->count, 0, s->count, NULL),
                     PLUMP_OK);
}

static void step_body(stage* s, plump_body_id id, double dt) {
    plump_error error;
    if (plump_jiggle_step_body(s->jiggle, dt, s->world, id, NULL, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static void reset_body(stage* s, plump_body_id id) {
    plump_error error;
    if (plump_jiggle_reset_body(s->jiggle, s->world, id, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static double differ(const double* a, const double* b, uint32_t count) {
    double most = 0;
    for (uint32_t i = 0; i < count; ++i) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

// --- solids ---

static void pose_at(double time, double position[3], float rotation[4]) {
    position[0] = 3 + 2 * sin(2 * time);
    position[1] = 0.5 * time;
    position[2] = -1 + cos(3 * time);
    rotation[0] = (float)sin(time);
    rotation[1] = 0.3f;
    rotation[2] = -0.5f;
    rotation[3] = (float)cos(2 * time) + 1.5f;
}

static void matrix_of(const double position[3], const float rotation[4], double scale,
                      double m[12]) {
    const double q[4] = {(double)rotation[0], (double)rotation[1], (double)rotation[2],
                         (double)rotation[3]};
    double r[9];
    pl_rotation_from_quaternion(q, r);
    for (int k = 0; k < 12; ++k)
        m[k] = k % 4 == 3 ? position[k / 4] : scale * r[3 * (k / 4) + k % 4];
}

static void body_at_rest_is_left_alone(void** state) {
    (void)state;
    stage s = make();
    double position[3];
    float rotation[4];
    pose_at(0.4, position, rotation);
    plump_body_id id = put(&s, position, rotation, 1.7f);
    reset_body(&s, id);
    for (int i = 0; i < 5; ++i) step_body(&s, id, 0.02);
    kit_deform(s.jiggle, s.at, s.at + 3 * s.count);
    read_body(&s, id);
    assert_true(differ(s.at, s.body_at, 3 * s.count) < 1e-6);
    assert_true(differ(s.at + 3 * s.count, s.body_at + 3 * s.count, 3 * s.count) < 0.05);
    drop(&s);
}

static void hang(plump_jiggle_def* def) {
    def->gravity[1] = -9.81f;
    def->bind_gravity[0] = 5;
}

// Made anew in every frame, at another place, the body is the same solid that the matrix moves.
static void body_that_moves_as_one_is_a_segment(void** state) {
    (void)state;
    const float scales[2] = {1, 2.5f};
    for (int scaled = 0; scaled < 2; ++scaled) {
        stage s = make_with(PLUMP_SHAPE_BEAR, 1500, hang);
        plump_jiggle_def def = make_def(&s);
        hang(&def);
        plump_jiggle* segment = kit_make(&def);
        double position[3], m[12], *at = calloc(6 * s.count, sizeof *at), swung = 0;
        float rotation[4];
        for (int frame = 0; frame < 40; ++frame) {
            pose_at(frame / 40.0, position, rotation);
            matrix_of(position, rotation, (double)scales[scaled], m);
            plump_body_id id = put(&s, position, rotation, scales[scaled]);
            if (frame == 0) {
                reset_body(&s, id);
                assert_int_equal(plump_jiggle_reset(segment, m, NULL), PLUMP_OK);
            } else {
                step_body(&s, id, 1 / 40.0);
                assert_int_equal(plump_jiggle_step(segment, 1 / 40.0, m, NULL, NULL), PLUMP_OK);
            }
            kit_deform(s.jiggle, s.at, s.at + 3 * s.count);
            kit_deform(segment, at, at + 3 * s.count);
            assert_true(differ(s.at, at, 3 * s.count) < 4e-6);
            assert_true(differ(s.at + 3 * s.count, at + 3 * s.count, 3 * s.count) < 3e-3);
            for (uint32_t i = 0; i < SETS; ++i) {
                plump_jiggle_state a, b;
                plump_jiggle_read(s.jiggle, i, &a, NULL);
                plump_jiggle_read(segment, i, &b, NULL);
                assert_true(kit_distance(a.anchor, b.anchor) < 1e-6);
                assert_true(kit_distance(a.point, b.point) < 2e-6);
                assert_true(kit_distance(a.turn, b.turn) < 2e-6);
                assert_true(fabs(a.radius - b.radius) < 1e-6);
                swung = fmax(swung, b.stretch);
            }
            assert_int_equal(plump_body_destroy(s.world, id, NULL), PLUMP_OK);
        }
        assert_true(swung > 0.15);
        plump_jiggle_destroy(segment);
        free(at);
        drop(&s);
    }
}

// --- shapes ---

// Stretches, bends and turns where the body is; its vertices are floats about its origin.
static void distort(stage* s, plump_body_id id, double amount) {
    pl_body* body = pl_world_find(s->world, id, NULL);
    for (uint32_t i = 0; i < body->padded; ++i) {
        double x = (double)body->x[0][i], y = (double)body->x[1][i], z = (double)body->x[2][i];
        body->x[0][i] = (float)(x * (1 + 0.4 * amount) + 0.5 * amount * y * y);
        body->x[1][i] = (float)(y * (1 - 0.5 * amount) + 0.3 * amount * x);
        body->x[2][i] = (float)(z * (1 + 0.2 * amount) - 0.2 * amount * x * y);
    }
}

// R of a = R S, by averaging with the inverse transpose until nothing changes.
static void polar(const double a[9], double r[9]) {
    memcpy(r, a, 9 * sizeof *r);
    for (int round = 0; round < 60; ++round) {
        double across[9];
        for (int i = 0; i < 3; ++i)
            kit_cross(r + 3 * ((i + 1) % 3), r + 3 * ((i + 2) % 3), across + 3 * i);
        double det = kit_dot(r, across);
        for (int k = 0; k < 9; ++k) r[k] = 0.5 * (r[k] + across[k] / det);
    }
}

// Where the best rigid motion takes the anchor, by sums over all vertices in double.
static void fit_anchor(const stage* s, const plump_jiggle_set* set, double p[3]) {
    plump_triangles mesh = plump_mesh_triangles(s->mesh);
    const float* x = mesh.positions;
    const uint32_t* corner = mesh.indices;
    double* weight = calloc(s->count, sizeof *weight);
    double rest[3] = {0}, now[3] = {0}, moments[9] = {0}, r[9], total = 0;
    for (uint32_t t = 0; t < mesh.triangle_count; ++t) {
        double u[3], v[3], n[3];
        for (unsigned k = 0; k < 3; ++k) {
            u[k] = (double)x[3 * corner[3 * t + 1] + k] - (double)x[3 * corner[3 * t] + k];
            v[k] = (double)x[3 * corner[3 * t + 2] + k] - (double)x[3 * corner[3 * t] + k];
        }
        kit_cross(u, v, n);
        for (unsigned k = 0; k < 3; ++k) weight[corner[3 * t + k]] += sqrt(kit_dot(n, n));
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        double at[3];
        for (unsigned k = 0; k < 3; ++k) at[k] = (double)x[3 * i + k] + mesh.origin[k];
        double far = kit_distance(at, set->anchor) / (double)set->radius;
        weight[i] *= far < 1 ? (1 - far * far) * (1 - far * far) : 0;
        total += weight[i];
        for (unsigned k = 0; k < 3; ++k) {
            rest[k] += weight[i] * at[k];
            now[k] += weight[i] * s->body_at[3 * i + k];
        }
    }
    for (unsigned k = 0; k < 3; ++k) {
        rest[k] /= total;
        now[k] /= total;
    }
    for (uint32_t i = 0; i < s->count; ++i)
        for (unsigned k = 0; k < 9; ++k)
            moments[k] += weight[i] * (s->body_at[3 * i + k / 3] - now[k / 3]) *
                          ((double)x[3 * i + k % 3] + mesh.origin[k % 3] - rest[k % 3]);
    polar(moments, r);
    for (unsigned i = 0; i < 3; ++i) {
        p[i] = now[i];
        for (unsigned k = 0; k < 3; ++k) p[i] += r[3 * i + k] * (set->anchor[k] - rest[k]);
    }
    free(weight);
}

static void anchors_go_with_the_best_rigid_motion_around_them(void** state) {
    (void)state;
    stage s = make();
    const double position[3] = {0.3, -2, 5};
    const float rotation[4] = {0.2f, 0.7f, -0.1f, 1};
    double far = 0;
    for (int i = 0; i < 6; ++i) {
        plump_body_id id = put(&s, position, rotation, 1);
        distort(&s, id, 0.2 * i);
        reset_body(&s, id);
        read_body(&s, id);
        for (uint32_t k = 0; k < SETS; ++k) {
            double p[3];
            plump_jiggle_state set;
            fit_anchor(&s, &s.sets[k], p);
            plump_jiggle_read(s.jiggle, k, &set, NULL);
            assert_true(kit_distance(set.anchor, p) < 1e-6);
            assert_true(set.stretch == 0);
            far = fmax(far, kit_distance(p, position));
        }
        plump_body_destroy(s.world, id, NULL);
    }
    assert_true(far > 0.2);
    drop(&s);
}

// A ball of jelly falls on a floor and is squashed while its sets swing.
static void fall(stage* s, double far_out, double worst) {
    const double position[3] = {far_out, 0.8, -far_out};
    const float rotation[4] = {0, 0, 0, 1};
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id ground;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    assert_int_equal(plump_obstacle_create(s->world, &floor, &ground, NULL), PLUMP_OK);
    plump_body_id id = put(s, position, rotation, 1);
    const uint32_t* faces = plump_mesh_indices(s->mesh);
    uint32_t count = plump_mesh_triangle_count(s->mesh);
    double swung = 0, squashed = 0, moved = 0, off = 0, height = 0;
    reset_body(s, id);
    for (int frame = 0; frame < 60; ++frame) {
        plump_jiggle_report report;
        assert_int_equal(plump_world_step(s->world, 1 / 60.0f, 0, NULL), PLUMP_OK);
        assert_int_equal(plump_jiggle_step_body(s->jiggle, 1 / 60.0, s->world, id, &report, NULL),
                         PLUMP_OK);
        kit_deform(s->jiggle, s->at, s->at + 3 * s->count);
        read_body(s, id);
        double low = 1e9, high = -1e9;
        for (uint32_t i = 0; i < s->count; ++i) {
            moved = fmax(moved, kit_distance(s->at + 3 * i, s->body_at + 3 * i));
            low = fmin(low, s->body_at[3 * i + 1]);
            high = fmax(high, s->body_at[3 * i + 1]);
        }
        if (frame == 0) height = high - low;
        squashed = fmax(squashed, 1 - (high - low) / height);
        for (uint32_t i = 0; i < 3 * s->count; ++i) {  // volumes about the body itself
            s->at[i] -= i % 3 == 1 ? 0 : i % 3 == 0 ? far_out : -far_out;
            s->body_at[i] -= i % 3 == 1 ? 0 : i % 3 == 0 ? far_out : -far_out;
        }
        double volume = kit_volume(s->body_at, faces, count);
        off = fmax(off, fabs(kit_volume(s->at, faces, count) / volume - 1));
        swung = fmax(swung, report.stretch_most);
    }
    if (getenv("PLUMP_TEST_TABLE"))
        printf("far %g: swung %.3g, squashed %.3g, moved %.3g, volume off by %.3g\n", far_out,
               swung, squashed, moved, off);
    assert_true(swung > 0.2 && squashed > 0.1 && moved > 0.03);
    assert_true(off < worst);
}

static void bounce(plump_jiggle_def* def) {
    plump_jiggle_set* sets = (plump_jiggle_set*)def->sets;
    for (int i = 0; i < SETS; ++i) plump_jiggle_set_tune(&sets[i], 3, 0.1);
}

static void bounce_polished(plump_jiggle_def* def) {
    bounce(def);
    def->polish = true;
}

static void squashed_body_keeps_the_volume_it_has(void** state) {
    (void)state;
    stage s = make_with(PLUMP_SHAPE_SPHERE, 4000, bounce);
    fall(&s, 0, 5e-4);
    drop(&s);
    s = make_with(PLUMP_SHAPE_SPHERE, 4000, bounce_polished);
    fall(&s, 0, 1e-6);
    drop(&s);
}

// Positions far out are doubles: floats would be steps of 6 cm here.
static void body_far_out_loses_no_digits(void** state) {
    (void)state;
    stage s = make_with(PLUMP_SHAPE_SPHERE, 4000, bounce);
    fall(&s, 1e6 + 0.3, 5e-4);
    drop(&s);
}

static void sets_far_from_every_vertex_move_too(void** state) {
    (void)state;
    stage s = make();
    plump_jiggle_def def = make_def(&s);
    s.sets[0].radius = 1e-9f;
    s.sets[1].radius = 0.01f;
    s.sets[2].radius = 1e-9f;
    s.sets[2].anchor[0] = 50;
    plump_jiggle_destroy(s.jiggle);
    s.jiggle = kit_make(&def);
    const double position[3] = {1, 2, 3};
    const float rotation[4] = {0, 0, 1, 1};
    double m[12];
    matrix_of(position, rotation, 1, m);
    reset_body(&s, put(&s, position, rotation, 1));
    for (uint32_t i = 0; i < SETS; ++i) {
        plump_jiggle_state set;
        plump_jiggle_read(s.jiggle, i, &set, NULL);
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(kit_dot(m + 4 * k, s.sets[i].anchor) + m[4 * k + 3] - set.anchor[k]) <
                        (i == 2 ? 1e-4 : 1e-5));
    }
    drop(&s);
}

// --- to and fro ---

static uint64_t deformed(stage* s) {
    kit_deform(s->jiggle, s->at, s->at + 3 * s->count);
    uint64_t hash = pl_hash_bytes(PL_HASH_START, s->at, 6 * s->count * sizeof *s->at);
    for (uint32_t i = 0; i < SETS; ++i) {
        plump_jiggle_state set;
        plump_jiggle_read(s->jiggle, i, &set, NULL);
        hash = pl_hash_bytes(hash, set.point, sizeof set.point);
        hash = pl_hash_bytes(hash, set.velocity, sizeof set.velocity);
        hash = pl_hash_bytes(hash, set.turn, sizeof set.turn);
    }
    return hash;
}

static void matrices_put_the_bind_pose_back(void** state) {
    (void)state;
    stage s = make();
    const double position[3] = {1, 2, 3}, hand[3] = {0, 0.4, 0};
    const float rotation[4] = {0, 0, 1, 1};
    plump_body_id id = put(&s, position, rotation, 1);
    plump_jiggle_drag(s.jiggle, 0, hand, NULL);
    plump_jiggle_reset(s.jiggle, kit_identity, NULL);
    uint64_t before = deformed(&s);
    for (int way = 0; way < 3; ++way) {
        reset_body(&s, id);
        assert_true(deformed(&s) != before);
        if (way == 0) plump_jiggle_carry(s.jiggle, kit_identity, NULL);
        if (way == 1) plump_jiggle_step(s.jiggle, 0.1, kit_identity, NULL, NULL);
        plump_jiggle_reset(s.jiggle, kit_identity, NULL);
        assert_true(deformed(&s) == before);
    }
    drop(&s);
}

static void saved_while_a_body_drives_it_goes_on_with_the_same_bits(void** state) {
    (void)state;
    stage s = make();
    plump_jiggle_def def = make_def(&s);
    plump_jiggle *own = s.jiggle, *fresh = kit_make(&def);
    const double position[3] = {0, 3, 0};
    const float rotation[4] = {0, 0, 1, 1};
    plump_body_id id = put(&s, position, rotation, 1);
    reset_body(&s, id);
    for (int i = 0; i < 20; ++i) {
        plump_world_step(s.world, 1 / 60.0f, 0, NULL);
        step_body(&s, id, 1 / 60.0);
    }
    size_t size = plump_jiggle_state_size(own), world_size = plump_world_snapshot_size(s.world);
    unsigned char *saved = malloc(size), *world = malloc(world_size);
    assert_int_equal(plump_jiggle_save(own, saved, size, &size, NULL), PLUMP_OK);
    assert_int_equal(plump_world_snapshot(s.world, world, world_size, &world_size, NULL), PLUMP_OK);
    uint64_t trail[10];
    for (int round = 0; round < 3; ++round) {
        s.jiggle = round == 2 ? fresh : own;
        plump_error error;
        if (round > 0) {
            assert_int_equal(plump_world_restore(s.world, world, world_size, NULL, 0, &error),
                             PLUMP_OK);
            if (plump_jiggle_restore(s.jiggle, saved, size, &error) != PLUMP_OK)
                fail_msg("%s", error.text);
        }
        for (int i = 0; i < 10; ++i) {
            uint64_t hash = deformed(&s);
            if (round > 0) assert_true(hash == trail[i]);
            trail[i] = hash;
            plump_world_step(s.world, 1 / 60.0f, 0, NULL);
            step_body(&s, id, 1 / 60.0);
        }
        // the bind pose is not lost either
        plump_jiggle_reset(s.jiggle, kit_identity, NULL);
        kit_deform(s.jiggle, s.at, NULL);
        const float* x = plump_mesh_positions(s.mesh);
        for (uint32_t i = 0; i < 3 * s.count; ++i) assert_true(fabs(s.at[i] - (double)x[i]) < 1e-6);
    }
    for (size_t i = 0; i < size; i += 1 + i % 5) {
        plump_error error = {0};
        saved[i] ^= 0x41;
        assert_int_not_equal(plump_jiggle_restore(own, saved, size, &error), PLUMP_OK);
        assert_true(error.text[0] != 0);
        saved[i] ^= 0x41;
        assert_int_not_equal(plump_jiggle_restore(own, saved, i, &error), PLUMP_OK);
    }
    free(saved);
    free(world);
    plump_jiggle_destroy(s.jiggle == own ? fresh : own);
    drop(&s);
}

// --- refused ---

static void refuse(plump_result result, const plump_error* error, const char* part) {
    assert_int_not_equal(result, PLUMP_OK);
    if (!strstr(error->text, part)) fail_msg("\"%s\" does not say \"%s\"", error->text, part);
}

static void bodies_that_do_not_fit_get_a_sentence(void** state) {
    (void)state;
    stage s = make(), other = make_with(PLUMP_SHAPE_SPHERE, 300, NULL);
    const double position[3] = {0, 0, 0};
    const float rotation[4] = {0, 0, 0, 1};
    plump_body_id id = put(&s, position, rotation, 1), foreign;
    plump_error error;
    foreign = put(&other, position, rotation, 1);
    refuse(plump_jiggle_reset_body(NULL, s.world, id, &error), &error, "no deformer");
    refuse(plump_jiggle_reset_body(s.jiggle, NULL, id, &error), &error, "no world");
    refuse(plump_jiggle_reset_body(s.jiggle, s.world, (plump_body_id){0}, &error), &error, "body");
    refuse(plump_jiggle_step_body(s.jiggle, 0, s.world, id, NULL, &error), &error, "step is 0");
    refuse(plump_jiggle_step_body(s.jiggle, NAN, s.world, id, NULL, &error), &error, "step");
    refuse(plump_jiggle_reset_body(s.jiggle, other.world, foreign, &error), &error, "vertices");
    // as many vertices, elsewhere
    float* moved = malloc(3 * s.count * sizeof *moved);
    memcpy(moved, plump_mesh_positions(s.mesh), 3 * s.count * sizeof *moved);
    moved[7] += 0.01f;
    plump_jiggle_set_bind(s.jiggle, moved, 0, NULL, 0, NULL);
    refuse(plump_jiggle_reset_body(s.jiggle, s.world, id, &error), &error, "not the mesh");
    moved[7] -= 0.01f;
    plump_jiggle_set_bind(s.jiggle, moved, 0, NULL, 0, NULL);
    reset_body(&s, id);
    refuse(plump_jiggle_set_bind(s.jiggle, moved, 0, NULL, 0, &error), &error, "soft body");
    // spoiled from outside: nothing changes
    uint64_t before = deformed(&s);
    pl_world_find(s.world, id, NULL)->x[1][3] = NAN;
    refuse(plump_jiggle_step_body(s.jiggle, 0.1, s.world, id, NULL, &error), &error, "finite");
    assert_true(deformed(&s) == before);
    plump_jiggle_def def = make_def(&s);
    def.segment_count = 2;
    plump_jiggle* two = kit_make(&def);
    refuse(plump_jiggle_reset_body(two, s.world, id, &error), &error, "one segment");
    plump_jiggle_destroy(two);
    free(moved);
    drop(&s);
    drop(&other);
}

static void memory_may_run_out_anywhere(void** state) {
    (void)state;
    stage s = make();
    const double position[3] = {0, 1, 0};
    const float rotation[4] = {0, 0, 0, 1};
    plump_body_id id = put(&s, position, rotation, 1);
    plump_jiggle_def def = make_def(&s);
    size_t size = 0;
    unsigned char* saved = NULL;
    for (int restoring = 0; restoring < 2; ++restoring) {
        bool done = false;
        for (long fail = 1; !done; ++fail) {
            memory_kit memory = {0};
            def.allocator = memory_kit_hooks(&memory);
            plump_jiggle* jiggle = kit_make(&def);
            plump_error error;
            memory.fail_at = memory.calls + fail;
            plump_result result =
                restoring ? plump_jiggle_restore(jiggle, saved, size, &error)
                          : plump_jiggle_step_body(jiggle, 0.01, s.world, id, NULL, &error);
            done = memory.calls < memory.fail_at;
            assert_int_equal(result, done ? PLUMP_OK : PLUMP_ERROR_MEMORY);
            memory.fail_at = 0;
            for (int i = 0; i < 3; ++i) {
                long calls = memory.calls;
                assert_int_equal(plump_jiggle_step_body(jiggle, 0.01, s.world, id, NULL, &error),
                                 PLUMP_OK);
                if (i > 0) assert_int_equal(memory.calls, calls);
            }
            if (done && !saved) {
                saved = malloc(size = plump_jiggle_state_size(jiggle));
                plump_jiggle_save(jiggle, saved, size, &size, NULL);
            }
            plump_jiggle_destroy(jiggle);
            assert_int_equal(memory.blocks, 0);
            assert_true(fail < 100);
        }
    }
    free(saved);
    drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_at_rest_is_left_alone),
        cmocka_unit_test(body_that_moves_as_one_is_a_segment),
        cmocka_unit_test(anchors_go_with_the_best_rigid_motion_around_them),
        cmocka_unit_test(squashed_body_keeps_the_volume_it_has),
        cmocka_unit_test(body_far_out_loses_no_digits),
        cmocka_unit_test(sets_far_from_every_vertex_move_too),
        cmocka_unit_test(matrices_put_the_bind_pose_back),
        cmocka_unit_test(saved_while_a_body_drives_it_goes_on_with_the_same_bits),
        cmocka_unit_test(bodies_that_do_not_fit_get_a_sentence),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
