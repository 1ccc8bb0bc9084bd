// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every number that every call of world and body takes, with every value that could hurt: refused
// with a sentence and the world as it was, or taken and everything finite fifty steps later.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

#include <plump/plump.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERTICES 42
#define PINNED   5
#define STEPS    50

#define OK(call)                                                                                   \
    do {                                                                                           \
        plump_error ok_error = {PLUMP_OK, ""};                                                     \
        plump_error* error = &ok_error;                                                            \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, ok_error.text);                          \
    } while (0)

// --- a world to try things on ---

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body, other;
} lab;

static plump_body_def body_def(const lab* l, plump_matching matching) {
    plump_body_def def = plump_default_body_def();
    def.mesh = l->mesh;
    def.matching = matching;
    def.region_damping = 0.1f;
    def.yield = 0.1f, def.creep = 1;
    def.position[0] = 3;
    return def;
}

static void open_world(lab* l, plump_matching matching) {
    plump_world_def def = plump_default_world_def();
    def.worker_count = 1;
    OK(plump_world_create(&def, &l->world, error));
    plump_body_def d = body_def(l, matching);
    OK(plump_body_create(l->world, &d, &l->body, error));
    d.position[0] = -3;
    OK(plump_body_create(l->world, &d, &l->other, error));
    OK(plump_body_pin(l->world, l->other, PINNED, error));
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id id;
    floor.position[1] = -0.45;  // what lies on it is met at once
    OK(plump_obstacle_create(l->world, &floor, &id, error));
    OK(plump_world_step(l->world, 0.01f, 1, error));
}

static lab make_lab(void) {
    lab l = {0};
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    def.vertex_count = VERTICES;
    OK(plump_shape_create(&def, &l.mesh, error));
    open_world(&l, PLUMP_MATCHING_PHYSICAL);
    return l;
}

static void end_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static void reopen(lab* l, plump_matching matching) {
    plump_world_destroy(l->world);
    open_world(l, matching);
}

static void assert_finite(plump_world* world, const char* what, double value) {
    plump_body_id ids[8];
    uint32_t count = plump_world_bodies(world, ids, 8);
    assert_true(count <= 8);
    for (uint32_t i = 0; i < count; ++i) {
        double out[3 * VERTICES];
        plump_body_info info;
        for (int q = 0; q < PLUMP_QUANTITY_COUNT; ++q) {
            OK(plump_body_read(world, ids[i], (plump_quantity)q, PLUMP_SCALAR_FLOAT64, out, 0,
                               VERTICES, error));
            for (unsigned k = 0; k < 3 * VERTICES; ++k)
                if (!isfinite(out[k])) fail_msg("%s = %g: not finite", what, value);
        }
        OK(plump_body_describe(world, ids[i], &info, error));
        if (!isfinite(info.mass) || !isfinite(info.kinetic_energy) || !isfinite(info.radius) ||
            !isfinite(info.frequency_reached) || !isfinite(info.substep_longest) ||
            !isfinite(info.angular_velocity[0] + info.angular_momentum[1] + info.momentum[2]))
            fail_msg("%s = %g: the description is not finite", what, value);
    }
}

static void run_on(plump_world* world) {
    for (unsigned k = 0; k < STEPS; ++k) OK(plump_world_step(world, 0.01f, 2, error));
}

// --- the calls, each with `slot` saying which of its numbers is the one tried ---

typedef struct probe {
    const char* name;
    unsigned slots;
    plump_result (*call)(lab* l, unsigned slot, double value, plump_error* error);
} probe;

static void fill(double point[3], float vector[4], unsigned slot, double value) {
    for (unsigned k = 0; k < 3; ++k) point[k] = slot == k ? value : 0.5;
    for (unsigned k = 0; k < 4; ++k) vector[k] = slot == k + 3 ? (float)value : 0.25f;
}

static plump_result try_gravity(lab* l, unsigned slot, double value, plump_error* error) {
    float g[3] = {0, -9.81f, 0};
    g[slot] = (float)value;
    return plump_world_set_gravity(l->world, g, error);
}

static plump_result try_step(lab* l, unsigned slot, double value, plump_error* error) {
    (void)slot;
    return plump_world_step(l->world, (float)value, 1, error);
}

static plump_result try_teleport(lab* l, unsigned slot, double value, plump_error* error) {
    double point[3];
    float turn[4];
    fill(point, turn, slot, value);
    return plump_body_teleport(l->world, l->body, point, turn, error);
}

static plump_result try_move_pin(lab* l, unsigned slot, double value, plump_error* error) {
    double point[3];
    float unused[4];
    fill(point, unused, slot, value);
    return plump_body_move_pin(l->world, l->other, PINNED, point, error);
}

// For calls that take a vector on a vertex, on all, and at a point.
#define TRY_PUSH(what)                                                                             \
    static plump_result try_##what(lab* l, unsigned slot, double value, plump_error* error) {      \
        double point[3];                                                                           \
        float vector[4];                                                                           \
        fill(point, vector, slot + 3, value);                                                      \
        return plump_body_##what(l->world, l->body, 7, vector, error);                             \
    }                                                                                              \
    static plump_result try_##what##_all(lab* l, unsigned slot, double value,                      \
                                         plump_error* error) {                                     \
        double point[3];                                                                           \
        float vector[4];                                                                           \
        fill(point, vector, slot + 3, value);                                                      \
        return plump_body_##what(l->world, l->body, PLUMP_ALL_VERTICES, vector, error);            \
    }                                                                                              \
    static plump_result try_##what##_at(lab* l, unsigned slot, double value, plump_error* error) { \
        double point[3];                                                                           \
        float vector[4];                                                                           \
        fill(point, vector, slot, value);                                                          \
        return plump_body_##what##_at(l->world, l->body, point, vector, error);                    \
    }
TRY_PUSH(add_force)
TRY_PUSH(add_impulse)
TRY_PUSH(set_velocity)

#define PUSH_PROBES(what)                                                                          \
    {#what, 3, try_##what}, {#what "_all", 3, try_##what##_all}, {                                 \
#what "_at", 6, try_##what##_at                                                            \
    }

static const probe probes[] = {
    {"gravity", 3, try_gravity},   {"step", 1, try_step},  {"teleport", 7, try_teleport},
    {"move_pin", 3, try_move_pin}, PUSH_PROBES(add_force), PUSH_PROBES(add_impulse),
    PUSH_PROBES(set_velocity),
};

// Refused: a sentence, and nothing has changed. Taken: alive and finite later.
static void assert_judged(lab* l, plump_result result, const plump_error* error, uint64_t before,
                          const char* name, double value, plump_matching matching) {
    if (!isfinite(value) && result == PLUMP_OK) fail_msg("%s took %g", name, value);
    if (result != PLUMP_OK) {
        assert_int_equal(error->code, result);
        assert_true(strlen(error->text) > 10);
        if (plump_world_hash(l->world) != before)
            fail_msg("%s = %g: refused, but the world has changed", name, value);
        return;
    }
    run_on(l->world);
    assert_finite(l->world, name, value);
    reopen(l, matching);
}

static const double values[] = {
    NAN,     INFINITY, -INFINITY, -0.0,  1e-45, -1e-40, FLT_MIN,
    FLT_MAX, -FLT_MAX, 1e12,      -1e12, 1e6,   -1e6,
};
#define VALUES (sizeof values / sizeof values[0])

static void no_number_of_a_call_hurts(void** state) {
    (void)state;
    lab l = make_lab();
    for (int mode = 0; mode < PLUMP_MATCHING_COUNT; ++mode) {
        plump_matching matching = (plump_matching)mode;
        reopen(&l, matching);
        for (unsigned p = 0; p < sizeof probes / sizeof probes[0]; ++p) {
            for (unsigned slot = 0; slot < probes[p].slots; ++slot) {
                for (unsigned k = 0; k < VALUES; ++k) {
                    plump_error e = {PLUMP_OK, ""};
                    uint64_t before = plump_world_hash(l.world);
                    plump_result result = probes[p].call(&l, slot, values[k], &e);
                    assert_judged(&l, result, &e, before, probes[p].name, values[k], matching);
                }
            }
        }
    }
    end_lab(&l);
}

// Not set through plump_body_def_set(), which would refuse, but as a caller writes them.
static void write_field(plump_body_def* def, const char* name, double value) {
    double* const doubles[] = {def->position, def->position + 1, def->position + 2};
    const char* const double_names[] = {"position.x", "position.y", "position.z"};
    for (unsigned k = 0; k < 3; ++k)
        if (strcmp(name, double_names[k]) == 0) *doubles[k] = value;
    struct {
        const char* name;
        float* at;
    } const floats[] = {
        {"rotation.x", def->rotation},
        {"rotation.y", def->rotation + 1},
        {"rotation.z", def->rotation + 2},
        {"rotation.w", def->rotation + 3},
        {"scale", &def->scale},
        {"velocity.x", def->velocity},
        {"velocity.y", def->velocity + 1},
        {"velocity.z", def->velocity + 2},
        {"angular_velocity.x", def->angular_velocity},
        {"angular_velocity.y", def->angular_velocity + 1},
        {"angular_velocity.z", def->angular_velocity + 2},
        {"density", &def->density},
        {"gravity_scale", &def->gravity_scale},
        {"acceleration.x", def->acceleration},
        {"acceleration.y", def->acceleration + 1},
        {"acceleration.z", def->acceleration + 2},
        {"frequency", &def->frequency},
        {"damping", &def->damping},
        {"radius", &def->radius},
        {"core", &def->core},
        {"contact_weight", &def->contact_weight},
        {"stiffness", &def->stiffness},
        {"region_damping", &def->region_damping},
        {"yield", &def->yield},
        {"creep", &def->creep},
        {"plastic_limit", &def->plastic_limit},
        {"volume_scale", &def->volume_scale},
        {"volume_time", &def->volume_time},
        {"compressibility", &def->compressibility},
        {"volume_global", &def->volume_global},
        {"volume_inner", &def->volume_inner},
        {"volume_thick", &def->volume_thick},
        {"volume_thin", &def->volume_thin},
        {"volume_smoothing", &def->volume_smoothing},
        {"friction", &def->friction},
        {"friction_static", &def->friction_static},
        {"restitution", &def->restitution},
        {"margin", &def->margin},
        {"sleep_speed", &def->sleep_speed},
    };
    for (unsigned k = 0; k < sizeof floats / sizeof floats[0]; ++k)
        if (strcmp(name, floats[k].name) == 0) *floats[k].at = (float)value;
    if (strcmp(name, "category") == 0) def->category = (uint32_t)fabs(value);
    if (strcmp(name, "collides_with") == 0) def->collides_with = (uint32_t)fabs(value);
    if (strcmp(name, "omega") == 0) def->omega = isfinite(value) ? (uint32_t)fabs(value) : 99;
    if (strcmp(name, "volume") == 0) def->volume = (plump_volume)(isfinite(value) ? value : 99);
    if (strcmp(name, "passes") == 0) def->passes = isfinite(value) ? (uint32_t)fabs(value) : 99;
}

static void no_number_of_a_definition_hurts(void** state) {
    (void)state;
    lab l = make_lab();
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (int mode = 0; mode < PLUMP_MATCHING_COUNT; ++mode) {
        for (uint32_t i = 0; i < count; ++i) {
            // choices and yes or no have a test of their own
            if (fields[i].whole && fields[i].most < 2) continue;
            const double tries[] = {NAN,      INFINITY, -INFINITY,      -0.0,           1e-45,
                                    -FLT_MAX, FLT_MAX,  fields[i].most, fields[i].least};
            for (unsigned k = 0; k < sizeof tries / sizeof tries[0]; ++k) {
                if (fields[i].whole && fabs(tries[k]) > 1e9) continue;
                if (fields[i].most > 1e9 && isnan(tries[k])) continue;  // all bits will do
                plump_body_def def = body_def(&l, (plump_matching)mode);
                plump_body_id id = {77};
                plump_error e = {PLUMP_OK, ""};
                uint64_t before = plump_world_hash(l.world);
                write_field(&def, fields[i].name, tries[k]);
                plump_result result = plump_body_create(l.world, &def, &id, &e);
                if (result != PLUMP_OK) assert_int_equal(id.value, 0);
                assert_judged(&l, result, &e, before, fields[i].name, tries[k],
                              (plump_matching)mode);
            }
        }
    }
    end_lab(&l);
}

static void no_number_set_by_name_hurts(void** state) {
    (void)state;
    lab l = make_lab();
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (int mode = 0; mode < PLUMP_MATCHING_COUNT; ++mode) {
        plump_matching matching = (plump_matching)mode;
        reopen(&l, matching);
        for (uint32_t i = 0; i < count; ++i) {
            const double tries[] = {NAN, INFINITY, -INFINITY,       -0.0,          1e-45,
                                    0.5, DBL_MAX,  fields[i].least, fields[i].most};
            for (unsigned k = 0; k < sizeof tries / sizeof tries[0]; ++k) {
                plump_error e = {PLUMP_OK, ""};
                uint64_t before = plump_world_hash(l.world);
                plump_result result = plump_body_set(l.world, l.body, fields[i].name, tries[k], &e);
                if (!fields[i].changeable) assert_int_not_equal(result, PLUMP_OK);
                assert_judged(&l, result, &e, before, fields[i].name, tries[k], matching);
            }
        }
    }
    end_lab(&l);
}

// --- indices, ids, pointers ---

static void vertices_beyond_the_last_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    const uint32_t beyond[] = {VERTICES, VERTICES + 1, UINT32_C(1) << 31, UINT32_MAX - 1,
                               UINT32_MAX};
    const float one[3] = {1, 0, 0};
    const double point[3] = {0, 0, 0};
    uint64_t before = plump_world_hash(l.world);
    for (unsigned k = 0; k < 5; ++k) {
        uint32_t v = beyond[k];
        plump_error e = {PLUMP_OK, ""};
        assert_int_equal(plump_body_pin(l.world, l.body, v, &e), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(e.text, "vertex"));
        assert_int_equal(plump_body_unpin(l.world, l.body, v, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_move_pin(l.world, l.other, v, point, &e), PLUMP_ERROR_ARGUMENT);
        if (v == PLUMP_ALL_VERTICES) continue;
        assert_int_equal(plump_body_add_force(l.world, l.body, v, one, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_add_impulse(l.world, l.body, v, one, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_set_velocity(l.world, l.body, v, one, &e),
                         PLUMP_ERROR_ARGUMENT);
    }
    // a vertex that is not pinned cannot be moved or let go
    assert_int_equal(plump_body_move_pin(l.world, l.other, PINNED + 1, point, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_unpin(l.world, l.other, PINNED + 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

static void assert_id_refused(lab* l, plump_world* world, plump_body_id id) {
    const float one[3] = {1, 0, 0}, turn[4] = {0, 0, 0, 1};
    const double point[3] = {0, 0, 0};
    double out[3 * VERTICES];
    plump_body_info info;
    plump_body_view view;
    plump_body_edit edit;
    plump_error e;
    uint64_t before = plump_world_hash(l->world);
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        e = (plump_error){PLUMP_OK, ""};                                                           \
        assert_int_equal(call, PLUMP_ERROR_ARGUMENT);                                              \
        assert_int_equal(e.code, PLUMP_ERROR_ARGUMENT);                                            \
        assert_true(e.text[0]);                                                                    \
    } while (0)
    REFUSED(plump_body_destroy(world, id, &e));
    REFUSED(plump_body_set(world, id, "frequency", 4, &e));
    REFUSED(plump_body_describe(world, id, &info, &e));
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out, 0,
                            VERTICES, &e));
    REFUSED(plump_body_lend(world, id, &view, &e));
    REFUSED(plump_body_lend_edit(world, id, &edit, &e));
    REFUSED(plump_body_teleport(world, id, point, turn, &e));
    REFUSED(plump_body_add_force(world, id, 0, one, &e));
    REFUSED(plump_body_add_impulse(world, id, 0, one, &e));
    REFUSED(plump_body_set_velocity(world, id, 0, one, &e));
    REFUSED(plump_body_add_force_at(world, id, point, one, &e));
    REFUSED(plump_body_add_impulse_at(world, id, point, one, &e));
    REFUSED(plump_body_set_velocity_at(world, id, point, one, &e));
    REFUSED(plump_body_pin(world, id, 0, &e));
    REFUSED(plump_body_move_pin(world, id, 0, point, &e));
    REFUSED(plump_body_unpin(world, id, 0, &e));
    REFUSED(plump_body_wake(world, id, &e));
    assert_false(plump_body_exists(world, id));
    assert_true(isnan(plump_body_get(world, id, "frequency")));
    assert_true(plump_world_hash(l->world) == before);
}

static void ids_that_name_no_body_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_body_def def = body_def(&l, PLUMP_MATCHING_PHYSICAL);
    plump_body_id stale = {0}, next = {0};
    assert_id_refused(&l, l.world, (plump_body_id){0});
    assert_id_refused(&l, l.world, (plump_body_id){UINT32_MAX});
    assert_id_refused(&l, l.world, (plump_body_id){UINT32_C(1) << 31});
    assert_id_refused(&l, l.world, (plump_body_id){3});  // a slot that is not there yet
    assert_id_refused(&l, NULL, l.body);
    // one that is gone, also when its place has been given away again
    OK(plump_body_create(l.world, &def, &stale, error));
    assert_true(plump_body_exists(l.world, stale));
    OK(plump_body_destroy(l.world, stale, error));
    assert_id_refused(&l, l.world, stale);
    OK(plump_body_create(l.world, &def, &next, error));
    assert_int_not_equal(next.value, stale.value);
    assert_id_refused(&l, l.world, stale);
    // one of another world, which has fewer bodies
    plump_world_def wd = plump_default_world_def();
    plump_world* other = NULL;
    OK(plump_world_create(&wd, &other, error));
    assert_id_refused(&l, other, l.body);
    plump_world_destroy(other);
    end_lab(&l);
}

// A slot gives out each of its generations once, then is retired.
static void a_slot_never_gives_out_an_id_twice(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1);
    outcome o = fixture_take(&box);
    plump_world_def wd = plump_default_world_def();
    plump_world* world = NULL;
    plump_body_def def = plump_default_body_def();
    plump_body_id first = {0}, id = {0};
    wd.worker_count = 1;
    def.mesh = o.mesh;
    OK(plump_world_create(&wd, &world, error));
    OK(plump_body_create(world, &def, &first, error));
    uint32_t before = first.value;
    OK(plump_body_destroy(world, first, error));
    for (unsigned k = 0; k < 10000; ++k) {
        OK(plump_body_create(world, &def, &id, error));
        assert_int_not_equal(id.value, before);
        assert_int_not_equal(id.value, first.value);
        assert_false(plump_body_exists(world, (plump_body_id){before}));
        before = id.value;
        OK(plump_body_destroy(world, id, error));
    }
    assert_int_equal(plump_world_bodies(world, NULL, 0), 0);
    plump_world_destroy(world);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
}

static void null_pointers_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    const float one[3] = {1, 0, 0}, turn[4] = {0, 0, 0, 1};
    const double point[3] = {0, 0, 0};
    plump_body_id id = {0};
    plump_body_def def = body_def(&l, PLUMP_MATCHING_PHYSICAL), no_mesh = def;
    plump_error e;
    double out[3 * VERTICES];
    uint64_t before = plump_world_hash(l.world);
    no_mesh.mesh = NULL;
    REFUSED(plump_body_create(NULL, &def, &id, &e));
    REFUSED(plump_body_create(l.world, NULL, &id, &e));
    REFUSED(plump_body_create(l.world, &def, NULL, &e));
    REFUSED(plump_body_create(l.world, &no_mesh, &id, &e));
    REFUSED(plump_body_set(l.world, l.body, NULL, 1, &e));
    REFUSED(plump_body_describe(l.world, l.body, NULL, &e));
    REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, NULL, 0,
                            VERTICES, &e));
    REFUSED(plump_body_lend(l.world, l.body, NULL, &e));
    REFUSED(plump_body_lend_edit(l.world, l.body, NULL, &e));
    REFUSED(plump_body_teleport(l.world, l.body, NULL, turn, &e));
    REFUSED(plump_body_teleport(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_add_force(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_add_impulse(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_set_velocity(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_add_force_at(l.world, l.body, NULL, one, &e));
    REFUSED(plump_body_add_force_at(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_add_impulse_at(l.world, l.body, NULL, one, &e));
    REFUSED(plump_body_set_velocity_at(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_move_pin(l.world, l.other, PINNED, NULL, &e));
    REFUSED(plump_world_set_gravity(l.world, NULL, &e));
    REFUSED(plump_world_set_gravity(NULL, one, &e));
    REFUSED(plump_world_step(NULL, 0.01f, 1, &e));
    // and without a place for the sentence
    assert_int_equal(plump_world_step(l.world, NAN, 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_create(l.world, &no_mesh, &id, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64,
                                     out, 0, VERTICES - 1, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_null(plump_world_report(NULL));
    assert_null(plump_world_isa(NULL));
    assert_int_equal(plump_world_worker_count(NULL), 0);
    assert_int_equal(plump_world_bodies(NULL, NULL, 0), 0);
    assert_null(plump_world_trail(NULL, NULL));
    plump_world_destroy(NULL);
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

static void reading_checks_its_buffer(void** state) {
    (void)state;
    lab l = make_lab();
    double out[3 * VERTICES];
    plump_error e;
    const size_t strides[] = {1, 11, 23};
    for (unsigned k = 0; k < 3; ++k)
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out,
                                strides[k], VERTICES, &e));
    const uint32_t rooms[] = {0, 1, VERTICES - 1};
    for (unsigned k = 0; k < 3; ++k)
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out,
                                0, rooms[k], &e));
    for (int k = 0; k < 3; ++k) {
        const int wrong[] = {-1, PLUMP_QUANTITY_COUNT, 1 << 30};
        REFUSED(plump_body_read(l.world, l.body, (plump_quantity)wrong[k], PLUMP_SCALAR_FLOAT64,
                                out, 0, VERTICES, &e));
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_NORMAL,
                                (plump_scalar_type)(wrong[k] + 7), out, 0, VERTICES, &e));
    }
    end_lab(&l);
}

static void steps_out_of_range_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_error e;
    uint64_t before = plump_world_hash(l.world);
    const float steps[] = {0, -0.0f, -1, 0.99e-7f, 10.001f, NAN, INFINITY, FLT_MAX, 1e-45f};
    for (unsigned k = 0; k < sizeof steps / sizeof steps[0]; ++k)
        REFUSED(plump_world_step(l.world, steps[k], 1, &e));
    REFUSED(plump_world_step(l.world, 0.01f, 1001, &e));
    REFUSED(plump_world_step(l.world, 0.01f, UINT32_MAX, &e));
    assert_true(plump_world_hash(l.world) == before);
    OK(plump_world_step(l.world, 1e-7f, 1, error));
    OK(plump_world_step(l.world, 1e-7f, 1000, error));
    OK(plump_world_step(l.world, 10, 1, error));
    OK(plump_world_step(l.world, 10, 0, error));
    assert_finite(l.world, "step", 10);
    end_lab(&l);
}

static void world_definitions_are_checked(void** state) {
    (void)state;
    plump_world* world = (plump_world*)&state;
    plump_error e;
    plump_world_def def = plump_default_world_def();
#define BAD(set, back)                                                                             \
    do {                                                                                           \
        set;                                                                                       \
        REFUSED(plump_world_create(&def, &world, &e));                                             \
        assert_null(world);                                                                        \
        assert_int_equal(plump_world_create(&def, &world, NULL), PLUMP_ERROR_ARGUMENT);            \
        back;                                                                                      \
    } while (0)
    const float bad[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX};
    for (unsigned i = 0; i < 15; ++i) BAD(def.gravity[i % 3] = bad[i / 3], def.gravity[i % 3] = 0);
    BAD(def.cookie ^= 1, def.cookie ^= 1);
    BAD(def.substep_limit = 0, def.substep_limit = 16);
    BAD(def.substep_limit = 1001, def.substep_limit = UINT32_MAX);
    BAD(def.substep_limit = UINT32_MAX, def.substep_limit = 16);
    BAD(def.contact_capacity = (1u << 22) + 1, def.contact_capacity = 0);
    BAD(def.contact_capacity = UINT32_MAX, def.contact_capacity = 0);
    BAD(def.worker_count = 65, def.worker_count = UINT32_MAX);
    BAD(def.worker_count = UINT32_MAX, def.worker_count = 1);
    REFUSED(plump_world_create(NULL, &world, &e));
    REFUSED(plump_world_create(&def, NULL, &e));
    OK(plump_world_create(&def, &world, error));
    const char* const names[PLUMP_STAGE_COUNT] = {
        "predict",          "elastic",           "collide", "contact",
        "volume_positions", "volume_velocities", "finish"};
    for (unsigned i = 0; i < PLUMP_STAGE_COUNT; ++i)
        assert_string_equal(plump_stage_name((plump_stage)i), names[i]);
    assert_null(plump_stage_name(PLUMP_STAGE_COUNT));
    assert_null(plump_stage_name((plump_stage)-1));
    plump_world_destroy(world);
}

// Choices and yes or no hold whatever byte the caller wrote.
static void choices_that_are_none_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_error e;
    plump_body_id id;
    uint64_t before = plump_world_hash(l.world);
    plump_body_def good = body_def(&l, PLUMP_MATCHING_PAPER), def = good;
    def.model = PLUMP_MODEL_COUNT;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    def = good, def.matching = (plump_matching)-1;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    def = good, def.volume = PLUMP_VOLUME_COUNT;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    bool* const flags[] = {&def.normal_point, &def.naive_sums,     &def.can_sleep,
                           &def.soft_contact, &def.self_contact,   &def.volume_momentum,
                           &def.volume_exact, &def.volume_velocity};
    for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; ++k) {
        def = good;
        memset(flags[k], 0xff, 1);
        REFUSED(plump_body_create(l.world, &def, &id, &e));
    }
    def = good, def.cookie = 0;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_of_a_call_hurts),
        cmocka_unit_test(no_number_of_a_definition_hurts),
        cmocka_unit_test(no_number_set_by_name_hurts),
        cmocka_unit_test(vertices_beyond_the_last_are_refused),
        cmocka_unit_test(ids_that_name_no_body_are_refused),
        cmocka_unit_test(a_slot_never_gives_out_an_id_twice),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(reading_checks_its_buffer),
        cmocka_unit_test(steps_out_of_range_are_refused),
        cmocka_unit_test(world_definitions_are_checked),
        cmocka_unit_test(choices_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
