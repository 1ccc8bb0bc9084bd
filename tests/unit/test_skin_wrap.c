// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Wrapping around bodies in any state: it comes back, with a closed mesh or with a sentence.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/muscle_kit.h"

typedef void spoil(plump_body_edit* edit);

static float chance(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / (float)(1 << 23) - 1.0f;
}

static void leave(plump_body_edit* edit) {
    (void)edit;
}

static void mirror(plump_body_edit* edit) {
    for (uint32_t i = 0; i < edit->count; ++i) edit->x[i] = -edit->x[i];
}

// the upper half turned through the lower
static void fold(plump_body_edit* edit) {
    for (uint32_t i = 0; i < edit->count; ++i)
        if (edit->y[i] > 0) edit->y[i] *= -1.5f;
}

static void flatten(plump_body_edit* edit) {
    for (uint32_t i = 0; i < edit->count; ++i) edit->z[i] *= 1e-3f;
}

static void tangle(plump_body_edit* edit) {
    uint32_t seed = 5;
    for (uint32_t i = 0; i < edit->count; ++i) {
        edit->x[i] += 0.2f * chance(&seed);
        edit->y[i] += 0.2f * chance(&seed);
        edit->z[i] += 0.2f * chance(&seed);
    }
}

static plump_body_id add(plump_world* world, const plump_mesh* mesh, double x, spoil* change) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    plump_body_edit edit;
    def.mesh = mesh;
    def.position[0] = x;
    OK(plump_body_create(world, &def, &id, &kit_error));
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    change(&edit);
    return id;
}

static void wrap(const plump_mesh* meshes[2], spoil* change, double distance) {
    plump_world* world = make_world(0, 1);
    plump_body_id bodies[2];
    for (int i = 0; i < 2; ++i) bodies[i] = add(world, meshes[i], 0.8 * i, i ? leave : change);
    plump_wrap_def def = plump_default_wrap_def();
    plump_mesh* mesh;
    def.bodies = bodies;
    def.body_count = 2;
    def.vertex_count = 400;
    def.distance = distance;
    plump_result result = plump_skin_wrap(world, &def, &mesh, &kit_error);
    if (result == PLUMP_OK)
        assert_true(plump_mesh_volume(mesh) > 0);
    else
        assert_true(result == PLUMP_ERROR_DATA && kit_error.text[0]);
    plump_mesh_destroy(result == PLUMP_OK ? mesh : NULL);
    plump_world_destroy(world);
}

static void wrapping_comes_back_whatever_the_bodies_look_like(void** state) {
    (void)state;
    static spoil* const changes[] = {leave, mirror, fold, flatten, tangle};
    static const plump_shape_kind kinds[2] = {PLUMP_SHAPE_BEAR, PLUMP_SHAPE_TORUS};
    const plump_mesh* meshes[2];
    plump_mesh* made[2];
    for (int i = 0; i < 2; ++i) {
        meshes[i] = made[i] = make_shape(kinds[i], 400);
    }
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        wrap(meshes, changes[i], 0);
        wrap(meshes, changes[i], 0.15);
    }
    for (int i = 0; i < 2; ++i) plump_mesh_destroy(made[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapping_comes_back_whatever_the_bodies_look_like),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
