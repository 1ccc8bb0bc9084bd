// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every number that every call of world and body takes, with every value that could hurt: refused
// with a sentence and the world as it was, or taken and everything finite a dozen steps later, for
// every model.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/argument_lab.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// PLUMP_TEST_LONG=1 in the environment: fifty.
#define STEPS_SHORT 12
#define STEPS_LONG  50

static void run_on(plump_world* world) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    unsigned steps = wish && wish[0] == '1' ? STEPS_LONG : STEPS_SHORT;
    for (unsigned k = 0; k < steps; ++k) OK(plump_world_step(world, 0.01f, 2, error));
}

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
                          const char* name, double value, model_kind kind) {
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
    reopen(l, kind);
}

static const double values[] = {
    NAN,     INFINITY, -INFINITY, -0.0,  1e-45, -1e-40, FLT_MIN,
    FLT_MAX, -FLT_MAX, 1e12,      -1e12, 1e6,   -1e6,
};
#define VALUES (sizeof values / sizeof values[0])

static void no_number_of_a_call_hurts(void** state) {
    (void)state;
    lab l = make_lab();
    for (int mode = 0; mode < MODEL_KINDS; ++mode) {
        model_kind kind = (model_kind)mode;
        reopen(&l, kind);
        for (unsigned p = 0; p < sizeof probes / sizeof probes[0]; ++p) {
            for (unsigned slot = 0; slot < probes[p].slots; ++slot) {
                for (unsigned k = 0; k < VALUES; ++k) {
                    plump_error e = {PLUMP_OK, ""};
                    uint64_t before = plump_world_hash(l.world);
                    plump_result result = probes[p].call(&l, slot, values[k], &e);
                    assert_judged(&l, result, &e, before, probes[p].name, values[k], kind);
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
        {"firmness", &def->firmness},
        {"stiffness", &def->stiffness},
        {"region_damping", &def->region_damping},
        {"yield", &def->yield},
        {"creep", &def->creep},
        {"plastic_limit", &def->plastic_limit},
        {"spring_shear", &def->spring_shear},
        {"spring_bend", &def->spring_bend},
        {"spring_edge_damping", &def->spring_edge_damping},
        {"spring_shear_damping", &def->spring_shear_damping},
        {"spring_bend_damping", &def->spring_bend_damping},
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
        {"zone_reach", &def->zone_reach},
        {"zone_least", &def->zone_least},
        {"zone_most", &def->zone_most},
        {"zone_fade", &def->zone_fade},
    };
    for (unsigned k = 0; k < sizeof floats / sizeof floats[0]; ++k)
        if (strcmp(name, floats[k].name) == 0) *floats[k].at = (float)value;
    if (strcmp(name, "category") == 0) def->category = (uint32_t)fabs(value);
    if (strcmp(name, "collides_with") == 0) def->collides_with = (uint32_t)fabs(value);
    if (strcmp(name, "omega") == 0) def->omega = isfinite(value) ? (uint32_t)fabs(value) : 99;
    if (strcmp(name, "model") == 0) def->model = (plump_model)(isfinite(value) ? value : 99);
    if (strcmp(name, "volume") == 0) def->volume = (plump_volume)(isfinite(value) ? value : 99);
    if (strcmp(name, "passes") == 0) def->passes = isfinite(value) ? (uint32_t)fabs(value) : 99;
}

static void no_number_of_a_definition_hurts(void** state) {
    (void)state;
    lab l = make_lab();
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (int mode = 0; mode < MODEL_KINDS; ++mode) {
        for (uint32_t i = 0; i < count; ++i) {
            // choices and yes or no have a test of their own
            if (fields[i].whole && fields[i].most < 2) continue;
            const double tries[] = {NAN,      INFINITY, -INFINITY,      -0.0,           1e-45,
                                    -FLT_MAX, FLT_MAX,  fields[i].most, fields[i].least};
            for (unsigned k = 0; k < sizeof tries / sizeof tries[0]; ++k) {
                if (fields[i].whole && fabs(tries[k]) > 1e9) continue;
                if (fields[i].most > 1e9 && isnan(tries[k])) continue;  // all bits will do
                plump_body_def def = body_def(&l, (model_kind)mode);
                plump_body_id id = {77};
                plump_error e = {PLUMP_OK, ""};
                uint64_t before = plump_world_hash(l.world);
                write_field(&def, fields[i].name, tries[k]);
                plump_result result = plump_body_create(l.world, &def, &id, &e);
                if (result != PLUMP_OK) assert_int_equal(id.value, 0);
                assert_judged(&l, result, &e, before, fields[i].name, tries[k], (model_kind)mode);
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
    for (int mode = 0; mode < MODEL_KINDS; ++mode) {
        model_kind kind = (model_kind)mode;
        reopen(&l, kind);
        for (uint32_t i = 0; i < count; ++i) {
            const double tries[] = {NAN, INFINITY, -INFINITY,       -0.0,          1e-45,
                                    0.5, DBL_MAX,  fields[i].least, fields[i].most};
            for (unsigned k = 0; k < sizeof tries / sizeof tries[0]; ++k) {
                plump_error e = {PLUMP_OK, ""};
                uint64_t before = plump_world_hash(l.world);
                plump_result result = plump_body_set(l.world, l.body, fields[i].name, tries[k], &e);
                if (!fields[i].changeable) assert_int_not_equal(result, PLUMP_OK);
                assert_judged(&l, result, &e, before, fields[i].name, tries[k], kind);
            }
        }
    }
    end_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_of_a_call_hurts),
        cmocka_unit_test(no_number_of_a_definition_hurts),
        cmocka_unit_test(no_number_set_by_name_hurts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
