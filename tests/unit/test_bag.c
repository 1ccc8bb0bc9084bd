// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The bag: a limp skin around a volume, or, without firmness, particles that keep their volume.
// What is left of a body must work with it as with any model.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static plump_mesh* mesh;

static int make_mesh(void** state) {
    (void)state;
    mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    return 0;
}

static int free_mesh(void** state) {
    (void)state;
    plump_mesh_destroy(mesh);
    return 0;
}

static plump_body_def bag_def(void) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.model = PLUMP_MODEL_BAG;
    return def;
}

static plump_body_id make_bag(plump_world* world, plump_volume volume) {
    plump_body_def def = bag_def();
    plump_body_id id;
    def.volume = volume;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

// --- the skin ---

static void a_bag_tells_of_its_skin(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 2);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    assert_true(plump_body_get(world, id, "model") == PLUMP_MODEL_BAG);
    step(world, 2);
    plump_body_info info = describe(world, id);
    assert_true(info.region_count > 1 && info.radius > 0.1);
    assert_int_equal(info.vertex_count, 162);
    // as limp as it can be: what the field says does not matter
    double limp = info.frequency_reached;
    assert_true(limp > 0.3 && limp < 2);
    OK(plump_body_set(world, id, "frequency", 20, &kit_error));
    step(world, 60);
    assert_true(describe(world, id).frequency_reached == limp);
    assert_false(info.too_soft || info.frequency_unreachable);
    plump_world_destroy(world);
}

typedef struct fall {
    double drop;  // m by which the centre sinks at most
    double speedy,
        calm;       // kinetic energy at its largest and at the end, shares of what gravity did
    double rough;   // at its largest
    double height;  // at the end, of the height at rest
    double volume;  // error at its largest
} fall;

static void height_of(const pl_body* body, double* low, double* high) {
    *low = 1e9, *high = -1e9;
    for (uint32_t i = 0; i < body->count; ++i) {
        double y = (double)body->x[1][i] + body->origin[1];
        *low = fmin(*low, y), *high = fmax(*high, y);
    }
}

// A bag of a size lies 0.2 of it above a floor, and is let go.
static fall let_fall(const plump_mesh* m, float size, float dt, double seconds) {
    plump_world* world = make_world(-9.81f, 1);
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id floor_id;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    OK(plump_obstacle_create(world, &floor, &floor_id, &kit_error));
    plump_body_def def = bag_def();
    plump_body_id id;
    double low, high, tall;
    def.mesh = m;
    def.scale = size;
    def.position[1] = (double)size;
    OK(plump_body_create(world, &def, &id, &kit_error));
    const pl_body* body = body_of(world, id);
    height_of(body, &low, &high);
    tall = high - low;
    plump_body_info info = describe(world, id);
    double from = info.centre[1] - low + 0.2 * tall, weight = 9.81 * info.mass;
    const double home[3] = {0, from, 0};
    const float turn[4] = {0, 0, 0, 1};
    OK(plump_body_teleport(world, id, home, turn, &kit_error));
    fall f = {0};
    int count = (int)(seconds / (double)dt);
    for (int i = 0; i < count; ++i) {
        OK(plump_world_step(world, dt, 0, &kit_error));
        info = describe(world, id);
        f.drop = fmax(f.drop, from - info.centre[1]);
        f.speedy = fmax(f.speedy, info.kinetic_energy - weight * (from - info.centre[1]));
        f.rough = fmax(f.rough, info.roughness);
        f.volume = info.volume_error_most;
    }
    f.speedy /= weight * f.drop;
    f.calm = info.kinetic_energy / (weight * f.drop);
    height_of(body, &low, &high);
    f.height = high / tall;
    plump_world_destroy(world);
    return f;
}

static void a_bag_spreads_on_a_floor_smooth_and_calm(void** state) {
    (void)state;
    static const struct {
        plump_shape_kind kind;
        uint32_t vertices;
        float size, dt;
    } rows[] = {
        {PLUMP_SHAPE_SPHERE, 162, 0.05f, 1.0f / 60}, {PLUMP_SHAPE_SPHERE, 642, 1, 1.0f / 30},
        {PLUMP_SHAPE_BEAR, 500, 0.1f, 1.0f / 60},    {PLUMP_SHAPE_SPHERE, 2562, 0.3f, 1.0f / 120},
        {PLUMP_SHAPE_BEAR, 10000, 0.3f, 1.0f / 120},
    };
    size_t count = getenv("PLUMP_TEST_LONG") ? sizeof rows / sizeof *rows : 3;
    for (size_t i = 0; i < count; ++i) {
        plump_mesh* m = make_shape(rows[i].kind, rows[i].vertices);
        fall f = let_fall(m, rows[i].size, rows[i].dt, 2);
        print_message("%u vertices: energy +%.1e, at the end %.1e, rough %.2f, height %.2f, volume "
                      "%.1e\n",
                      rows[i].vertices, f.speedy, f.calm, f.rough, f.height, f.volume);
        assert_true(f.speedy <= 0.01 && f.calm < 1e-3);
        assert_true(f.rough < 0.15 && f.height < 0.7 && f.volume <= 1e-6);
        plump_mesh_destroy(m);
    }
}

// How long it takes a ball drawn out to 1.69 times as long as wide to be half as long again, s; a
// skin that is stretched pulls back, one that has flowed does not.
static double time_to_return(plump_model model, float frequency) {
    plump_world* world = make_world(0, 1);
    plump_body_def def = bag_def();
    plump_body_id id;
    def.model = model;
    def.damping = 0.3f;
    def.frequency = frequency;
    OK(plump_body_create(world, &def, &id, &kit_error));
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) edit.x[i] *= 1.3f, edit.y[i] /= 1.3f;
    const pl_body* body = body_of(world, id);
    double ratio = 2;
    int steps = 0;
    for (; ratio > 1.3 && steps < 600; ++steps) {
        double far[2] = {0, 0};
        step(world, 1);
        for (uint32_t i = 0; i < body->count; ++i) {
            for (int k = 0; k < 2; ++k) far[k] = fmax(far[k], fabs((double)body->x[k][i]));
        }
        ratio = far[0] / far[1];
    }
    plump_world_destroy(world);
    return steps / 60.0;
}

static void a_bag_flows(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    step(world, 1);
    float limp = (float)describe(world, id).frequency_reached;
    plump_world_destroy(world);
    double bag = time_to_return(PLUMP_MODEL_BAG, limp);
    double jelly = time_to_return(PLUMP_MODEL_SHAPE_MATCH, limp);
    print_message("from 1.69 to 1.3 times as long as wide, %.2f Hz: bag %.2f s, jelly %.2f s\n",
                  (double)limp, bag, jelly);
    assert_true(bag > 2 * jelly);
}

// --- without firmness ---

// Nothing holds it together, and nothing needs to: what falls evenly stays as it is.
static void a_bag_falls_freely(void** state) {
    (void)state;
    plump_world* world = make_world(-10.0f, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_FREE);
    OK(plump_body_set(world, id, "firmness", 0, &kit_error));
    plump_body_info before = describe(world, id);
    for (int i = 0; i < 64; ++i) OK(plump_world_step(world, 1.0f / 64, 1, &kit_error));
    plump_body_info info = describe(world, id);
    assert_true(fabs(info.velocity[1] + 10) < 1e-5);
    // x + a h^2 n (n + 1) / 2
    assert_true(fabs(info.centre[1] - before.centre[1] + 5.0 * 65 / 64) < 1e-5);
    assert_true(fabs(info.volume / info.rest_volume - 1) < 1e-5);
    plump_world_destroy(world);
}

static void free_particles_fly_on_straight(void** state) {
    (void)state;
    const float push[3] = {0, 0, 3};
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_FREE);
    OK(plump_body_set(world, id, "firmness", 0, &kit_error));
    OK(plump_body_set_velocity(world, id, 7, push, &kit_error));
    plump_body_view view;
    OK(plump_body_lend(world, id, &view, &kit_error));
    double from[162];
    for (uint32_t i = 0; i < 162; ++i) from[i] = view.origin[2] + (double)view.z[i];
    step(world, 60);
    assert_int_equal(plump_world_report(world)->substeps, 1);  // they ask for no more
    OK(plump_body_lend(world, id, &view, &kit_error));
    for (uint32_t i = 0; i < 162; ++i) {
        double way = view.origin[2] + (double)view.z[i] - from[i];
        assert_true(fabs(way - (view.vertex_of[i] == 7 ? 3 : 0)) < 1e-5);
    }
    plump_world_destroy(world);
}

static void a_bag_keeps_its_momentum(void** state) {
    (void)state;
    const float kick[3] = {5, -20, 10}, counter[3] = {-3, 0, 7};
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    OK(plump_body_add_impulse(world, id, 3, kick, &kit_error));
    OK(plump_body_add_impulse(world, id, 90, counter, &kit_error));
    plump_body_info before = describe(world, id);
    step(world, 120);
    plump_body_info after = describe(world, id);
    for (int k = 0; k < 3; ++k) {
        double sum = (double)kick[k] + (double)counter[k];
        assert_true(fabs(before.momentum[k] - sum) < 1e-4);
        assert_true(fabs(after.momentum[k] - sum) < 1e-3);
    }
    plump_world_destroy(world);
}

static void a_bag_sleeps_at_rest_and_wakes(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    OK(plump_body_pin(world, id, 0, &kit_error));
    step(world, 40);
    assert_true(describe(world, id).asleep);
    uint64_t asleep = body_bits(world, id);
    step(world, 10);
    assert_true(body_bits(world, id) == asleep);
    OK(plump_body_unpin(world, id, 0, &kit_error));
    assert_false(describe(world, id).asleep);
    step(world, 40);
    assert_true(describe(world, id).asleep);
    plump_world_destroy(world);
}

static void every_changeable_field_can_change(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        if (!fields[i].changeable) continue;
        OK(plump_body_set(world, id, fields[i].name, fields[i].most, &kit_error));
        OK(plump_body_set(world, id, fields[i].name, fields[i].usual, &kit_error));
    }
    step(world, 3);
    REFUSED(plump_body_set(world, id, "model", 0, &kit_error), "fixed when a body is created");
    plump_world_destroy(world);
}

static void paint_pins_and_teleports_work_as_with_any_model(void** state) {
    (void)state;
    float paint[162];
    const double home[3] = {3, 4, 5};
    const float turn[4] = {0, 0.6f, 0, 0.8f};
    for (unsigned i = 0; i < 162; ++i) paint[i] = 0.5f + (float)(i % 4) / 8;
    plump_world* world = make_world(-9.81f, 1);
    plump_body_def def = bag_def();
    plump_body_id id;
    def.vertex_mass = def.vertex_stiffness = def.vertex_volume = paint;
    def.scale = 0.5f;
    OK(plump_body_create(world, &def, &id, &kit_error));
    OK(plump_body_pin(world, id, 9, &kit_error));
    OK(plump_body_teleport(world, id, home, turn, &kit_error));
    for (int k = 0; k < 3; ++k) assert_true(fabs(describe(world, id).centre[k] - home[k]) < 1e-6);
    step(world, 30);
    pl_body* body = body_of(world, id);
    const pl_pin* pin = &body->pins[0];
    for (int k = 0; k < 3; ++k)
        assert_true(body->x[k][pin->place] == (float)(pin->from[k] - body->origin[k]));
    plump_world_destroy(world);
}

static void bags_and_other_bodies_share_a_world(void** state) {
    (void)state;
    plump_world *both = make_world(-9.81f, 2), *alone = make_world(-9.81f, 1);
    make_bag(both, PLUMP_VOLUME_BODY);
    plump_body_id beside = make_body(both, mesh, 3), id = make_body(alone, mesh, 3);
    for (int i = 0; i < 20; ++i) {
        OK(plump_world_step(both, 1.0f / 60, 2, &kit_error));
        OK(plump_world_step(alone, 1.0f / 60, 2, &kit_error));
        assert_true(body_bits(both, beside) == body_bits(alone, id));
    }
    plump_world_destroy(both);
    plump_world_destroy(alone);
}

static void a_bag_goes_on_from_a_snapshot(void** state) {
    (void)state;
    const float kick[3] = {1, 2, 3};
    plump_world *world = make_world(-9.81f, 1), *other = make_world(0, 2);
    plump_body_id id = make_bag(world, PLUMP_VOLUME_BODY);
    OK(plump_body_add_impulse(world, id, 3, kick, &kit_error));
    step(world, 5);
    size_t size = plump_world_snapshot_size(world);
    void* bytes = malloc(size);
    OK(plump_world_snapshot(world, bytes, size, &size, &kit_error));
    const plump_mesh* const meshes[1] = {mesh};
    OK(plump_world_restore(other, bytes, size, meshes, 1, &kit_error));
    for (int i = 0; i < 20; ++i) {
        assert_true(plump_world_hash(world) == plump_world_hash(other));
        step(world, 1);
        step(other, 1);
    }
    free(bytes);
    plump_world_destroy(world);
    plump_world_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bag_tells_of_its_skin),
        cmocka_unit_test(a_bag_spreads_on_a_floor_smooth_and_calm),
        cmocka_unit_test(a_bag_flows),
        cmocka_unit_test(a_bag_falls_freely),
        cmocka_unit_test(free_particles_fly_on_straight),
        cmocka_unit_test(a_bag_keeps_its_momentum),
        cmocka_unit_test(a_bag_sleeps_at_rest_and_wakes),
        cmocka_unit_test(every_changeable_field_can_change),
        cmocka_unit_test(paint_pins_and_teleports_work_as_with_any_model),
        cmocka_unit_test(bags_and_other_bodies_share_a_world),
        cmocka_unit_test(a_bag_goes_on_from_a_snapshot),
    };
    return cmocka_run_group_tests(tests, make_mesh, free_mesh);
}
