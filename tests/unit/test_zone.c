// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Deformation zones: who makes them, how they grow and fade, what weights they give, and that they
// last over snapshots.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/state/zone.h"
#include "src/volume/volume.h"
#include "tests/unit/memory_kit.h"
#include "tests/unit/snapshot_kit.h"
#include "tests/unit/volume_kit.h"

#define STEP (1.0f / 60)

static plump_body_def zoned_def(const plump_mesh* mesh) {
    plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
    def.zone_reach = 0.01f;
    def.zone_least = 0.1f;
    def.zone_most = 0.8f;
    def.zone_fade = 0.25f;
    return def;
}

static volume_scene begin(const plump_mesh* mesh) {
    plump_body_def def = zoned_def(mesh);
    return volume_begin(&def, 0, 1);
}

static void push(volume_scene* s, uint32_t vertex, float size) {
    const float force[3] = {0, -size, 0};
    OK(plump_body_add_force(s->world, s->id, vertex, force, &kit_error));
}

// --- growing and fading ---

// A constant force: load = F tau (1 - exp(-t / tau)), however the time is cut into substeps.
static void a_zone_grows_by_its_formula(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    for (uint32_t substeps = 1; substeps <= 7; substeps += 3) {
        volume_scene s = begin(mesh);
        const pl_zone* zone = &s.body->zones[0];
        for (int i = 1; i <= 40; ++i) {
            push(&s, 5, 200);
            volume_step(&s, STEP, substeps);
            double load = 200 * 0.25 * (1 - exp(-i * (double)STEP / 0.25));
            assert_int_equal(s.body->zone_count, 1);
            assert_true(fabs(zone->load - load) < 1e-5 * load);
            double radius = fmin(fmax(0.01 * load, 0.1), 0.8);
            assert_true(fabs(pl_zone_radius(s.body, zone) - radius) < 1e-6);
            double strength = fmin(0.01 * load / 0.1, 1);
            assert_true(fabs(pl_zone_strength(s.body, zone) - strength) < 1e-5);
        }
        volume_end(&s);
    }
    plump_mesh_destroy(mesh);
}

static void a_zone_fades_and_goes(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    volume_scene s = begin(mesh);
    for (int i = 0; i < 30; ++i) push(&s, 5, 200), volume_step(&s, STEP, 2);
    double load = s.body->zones[0].load;
    int steps = 0;
    for (; s.body->zone_count == 1 && steps < 1000; ++steps) {
        double due = load * exp(-steps * (double)STEP / 0.25);
        assert_true(fabs(s.body->zones[0].load - due) < 1e-5 * due);
        volume_step(&s, STEP, 2);
    }
    // 1e-4 of the strength at zone_least, 10 N s
    assert_in_range(steps, (int)(0.25 * log(load / 1e-3) * 60),
                    (int)(0.25 * log(load / 1e-3) * 60) + 2);
    assert_int_equal(s.body->zone_count, 0);
    volume_step(&s, STEP, 2);
    assert_int_equal(s.body->volume->zone_count, 0);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static void the_radius_stays_within_its_bounds(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    volume_scene s = begin(mesh);
    pl_zone zone = {0};
    const double loads[] = {0, 1e-30, 1, 10, 50, 80, 1e3, PL_ZONE_LOAD_MOST};
    const double radii[] = {0.1, 0.1, 0.1, 0.1, 0.5, 0.8, 0.8, 0.8};
    for (int i = 0; i < 8; ++i) {
        zone.load = loads[i];
        assert_true(fabs(pl_zone_radius(s.body, &zone) - radii[i]) < 1e-6);
        assert_true(pl_zone_strength(s.body, &zone) <= 1);
    }
    s.body->def.zone_least = s.body->def.zone_most = 0;  // by the size
    zone.load = 0;
    assert_true(fabs(pl_zone_radius(s.body, &zone) - 0.1 * s.body->extent) < 1e-9);
    zone.load = 1e6;
    assert_true(fabs(pl_zone_radius(s.body, &zone) - 4 * s.body->extent) < 1e-9);
    s.body->def.zone_least = 2, s.body->def.zone_most = 1;  // the larger wins
    assert_true(pl_zone_radius(s.body, &zone) == 2);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// --- who makes them ---

static void loads_on_a_place_make_zones(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    volume_scene s = begin(mesh);
    const float force[3] = {30, 40, 0};
    const double up[3] = {0, 2, 0}, down[3] = {0, -2, 0};
    OK(plump_body_add_force(s.world, s.id, PLUMP_ALL_VERTICES, force, &kit_error));
    assert_int_equal(s.body->zone_count, 0);  // as gravity
    OK(plump_body_add_force_at(s.world, s.id, up, force, &kit_error));
    OK(plump_body_add_impulse_at(s.world, s.id, down, force, &kit_error));
    assert_int_equal(s.body->zone_count, 2);
    assert_true(s.body->zones[0].force == 50 && s.body->zones[0].load == 0);
    assert_true(s.body->zones[1].load == 50);
    pl_vec3d top = pl_zone_centre(&s.body->zones[0]), bottom = pl_zone_centre(&s.body->zones[1]);
    assert_true(fabs(top.y - 0.5) < 0.02 && fabs(bottom.y + 0.5) < 0.02);
    OK(plump_body_add_force_at(s.world, s.id, up, force, &kit_error));  // joins the first
    assert_int_equal(s.body->zone_count, 2);
    assert_true(s.body->zones[0].force == 100);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static void without_reach_there_are_none(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_body_def def = zoned_def(mesh);
    def.zone_reach = 0;
    volume_scene s = volume_begin(&def, 0, 1);
    push(&s, 3, 100);
    volume_step(&s, STEP, 1);
    assert_int_equal(s.body->zone_count, 0);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// However many loads there are.
static void there_are_no_more_than_eight(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    volume_scene s = begin(mesh);
    double sum = 0;
    for (uint32_t i = 0; i < s.count; ++i) push(&s, i, 10);
    assert_int_equal(s.body->zone_count, PL_ZONES_MOST);
    for (uint32_t i = 0; i < s.body->zone_count; ++i) sum += s.body->zones[i].force;
    assert_true(fabs(sum - 10.0 * s.count) < 1e-6);  // none is lost
    for (int i = 0; i < 30; ++i) volume_step(&s, STEP, 1);
    assert_true(volume_finite(s.body));
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// A ball on the floor: the load of its contacts is its weight, and what friction holds sideways in
// its sole (4.6 %); a ball on a ball: both feel it.
static void contacts_make_zones(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = zoned_def(mesh);
    def.damping = 1;
    def.zone_least = 0.4f;
    volume_scene s = volume_begin(&def, -9.81f, 1);
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id obstacle;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    floor.position[1] = -0.5;
    OK(plump_obstacle_create(s.world, &floor, &obstacle, &kit_error));
    for (int i = 0; i < 240; ++i) volume_step(&s, STEP, 4);
    assert_int_equal(s.body->zone_count, 1);
    double weight = s.body->mass_total * 9.81;
    double load = s.body->zones[0].load / (0.25 * weight);
    assert_true(load > 0.98 && load < 1.08);
    pl_vec3d centre = pl_zone_centre(&s.body->zones[0]);
    assert_true(centre.y < -0.4 && fabs(centre.x) < 0.1 && fabs(centre.z) < 0.1);  // it rolls
    def.position[1] = 1.02;
    plump_body_id above;
    OK(plump_body_create(s.world, &def, &above, &kit_error));
    for (int i = 0; i < 240; ++i) volume_step(&s, STEP, 4);
    assert_int_equal(body_of(s.world, above)->zone_count, 1);
    assert_int_equal(s.body->zone_count, 2);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static void attachments_make_zones(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = zoned_def(mesh);
    volume_scene s = volume_begin(&def, -9.81f, 1);
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id id;
    tie.body = s.id, tie.vertex = 7;
    for (int k = 0; k < 3; ++k) tie.point[k] = s.x[21 + k];
    OK(plump_attachment_create(s.world, &tie, &id, &kit_error));
    for (int i = 0; i < 5; ++i) volume_step(&s, STEP, 2);
    assert_int_equal(s.body->zone_count, 1);
    pl_vec3d centre = pl_zone_centre(&s.body->zones[0]);
    assert_true(fabs(centre.x - s.begin[21]) < 1e-3 && fabs(centre.y - s.begin[22]) < 1e-3);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// --- weights ---

// As users see them, vertex by vertex; to be freed.
static float* read_weights(volume_scene* s) {
    float* weights = calloc(s->count, sizeof *weights);
    assert_non_null(weights);
    OK(plump_body_read_figure(s->world, s->id, PLUMP_FIGURE_VOLUME_WEIGHT, weights, s->count,
                              &kit_error));
    return weights;
}

// (cos(pi d / r) + 1) / 2 within, 0 outside, times what makes the sum n.
static void weights_are_the_cosine_and_sum_up_to_n(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    plump_body_def def = zoned_def(mesh);
    def.volume_implicit = true;
    def.zone_least = 0.35f;
    volume_scene s = volume_begin(&def, 0, 1);
    const pl_body* body = s.body;
    for (int i = 0; i < 30; ++i) push(&s, 11, 300), volume_step(&s, STEP, 1);
    const pl_zone* zone = &body->zones[0];
    double radius = pl_zone_radius(body, zone), sum = 0, raw = 0, worst = 0;
    assert_true(radius > 0.6 && radius < 0.75);
    double* wave = calloc(s.count, sizeof *wave);
    float* weights = read_weights(&s);
    for (uint32_t i = 0; i < s.count; ++i) {
        uint32_t at = body->surface->place_of[i];
        pl_vec3d d = pl_vec3d_sub(volume_at(body->rest, at), pl_zone_centre(zone));
        double away = pl_vec3d_length(d) / radius;
        wave[i] = away < 1 ? (cos(VOLUME_PI * away) + 1) / 2 : 0;
        raw += wave[i];
        sum += (double)weights[i];
    }
    for (uint32_t i = 0; i < s.count; ++i)
        worst = fmax(worst, fabs((double)weights[i] - wave[i] * s.count / raw));
    free(wave), free(weights);
    assert_true(fabs(sum / s.count - 1) < 1e-5);
    assert_true(worst < 2e-6);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// With the first force there is no strength yet, and all weigh next to the same.
static void weights_change_without_a_jump(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = zoned_def(mesh);
    def.volume_implicit = true;
    volume_scene s = volume_begin(&def, 0, 1);
    double last[162], most = 0;
    for (uint32_t i = 0; i < s.count; ++i) last[i] = 1;
    for (int n = 0; n < 300; ++n) {
        if (n < 30) push(&s, 5, 200);
        volume_step(&s, STEP / 16, 1);
        float* weights = read_weights(&s);
        for (uint32_t i = 0; i < s.count; ++i) {
            double w = (double)weights[i];
            assert_true(w >= 0);
            most = fmax(most, fabs(w - last[i]) / (1 + last[i]));
            last[i] = w;
        }
        free(weights);
    }
    assert_true(most < 0.1);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// Two parts, the volume of each kept: a zone on one of them leaves the other as it was.
static void a_part_without_zones_weighs_evenly(void** state) {
    (void)state;
    fixture f = fixture_sphere(0.3, 12, 7), other = fixture_sphere(0.2, 10, 6);
    fixture_append(&f, &other, 3, 0, 0);
    outcome o = fixture_take(&f);
    fixture_free(&f), fixture_free(&other);
    plump_body_def def = zoned_def(o.mesh);
    def.volume = PLUMP_VOLUME_PARTS;
    def.volume_implicit = true;
    def.zone_reach = 1;  // all of its strength at once
    def.zone_most = 0.4f;
    volume_scene s = volume_begin(&def, 0, 1);
    push(&s, 0, 1000);
    volume_step(&s, STEP, 1);
    const pl_body* body = s.body;
    uint32_t own = body->surface->part_of[body->surface->place_of[0]];
    for (uint32_t i = 0; i < s.count; ++i) {
        double w = (double)body->volume->weight[i];
        if (body->surface->part_of[i] != own) assert_true(fabs(w - 1) < 1e-6);
    }
    assert_true(s.body->volume_error_most < 1e-6);
    volume_end(&s);
    plump_mesh_destroy(o.mesh);
}

// All of a zone may be held by contacts or pins: the rest of the body takes over.
static void a_zone_that_is_held_leaves_it_to_the_rest(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = zoned_def(mesh);
    def.zone_reach = 1;
    def.zone_most = 0.1f;
    def.volume_scale = 1.2f;
    for (int implicit = 0; implicit < 2; ++implicit) {
        def.volume_implicit = implicit;
        volume_scene s = volume_begin(&def, 0, 1);
        for (uint32_t i = 0; i < s.count; ++i)
            if (s.x[3 * (size_t)i + 1] > 0.3) OK(plump_body_pin(s.world, s.id, i, &kit_error));
        const double up[3] = {0, 1, 0};
        const float force[3] = {0, -1000, 0};
        for (int i = 0; i < 60; ++i) {
            OK(plump_body_add_force_at(s.world, s.id, up, force, &kit_error));
            volume_step(&s, STEP, 2);
        }
        plump_body_info info = describe(s.world, s.id);
        assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
        assert_true(fabs(info.volume_error) < 1e-6);
        volume_end(&s);
    }
    plump_mesh_destroy(mesh);
}

// --- lasting ---

static void act(volume_scene* s, int i) {
    if (i % 3 == 0) push(s, 5, 300);
    if (i % 20 == 10) push(s, 40, 500);
}

// Also between the call that pushes and the step.
static void going_back_gives_the_same_bits(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = zoned_def(mesh);
    def.volume_implicit = true;
    volume_scene s = volume_begin(&def, 0, 1), t = volume_begin(&def, 0, 2);
    for (int i = 0; i < 20; ++i) act(&s, i), volume_step(&s, STEP, 2);
    push(&s, 40, 500);
    bytes b = take_snapshot(s.world);
    OK(plump_world_restore(t.world, b.at, b.size, NULL, 0, &kit_error));
    assert_true(plump_world_hash(s.world) == plump_world_hash(t.world));
    for (int i = 0; i < 40; ++i) {
        act(&s, i), act(&t, i);
        volume_step(&s, STEP, 2), volume_step(&t, STEP, 2);
        assert_true(plump_world_hash(s.world) == plump_world_hash(t.world));
    }
    // and from the middle of it all, in the same world
    uint64_t end = plump_world_hash(s.world);
    OK(plump_world_restore(s.world, b.at, b.size, NULL, 0, &kit_error));
    for (int i = 0; i < 40; ++i) act(&s, i), volume_step(&s, STEP, 2);
    assert_true(plump_world_hash(s.world) == end);
    free(b.at);
    volume_end(&s), volume_end(&t);
    plump_mesh_destroy(mesh);
}

// Where a number stands in the snapshot.
static size_t find_double(bytes b, double value) {
    for (size_t i = 0; i + 8 <= b.size; ++i) {
        if (memcmp(b.at + i, &value, 8) == 0) return i;
    }
    fail_msg("not in the snapshot");
    return 0;
}

// Nothing in a snapshot is believed: not its loads, nor how many zones there are.
static void zones_that_cannot_be_are_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    volume_scene s = begin(mesh);
    for (int i = 0; i < 3; ++i) push(&s, 5, 300), volume_step(&s, STEP, 2);
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    size_t at = find_double(b, s.body->zones[0].load);
    const double wrong[] = {-1, (double)NAN, (double)INFINITY, 1e31, 0};
    for (int i = 0; i < 5; ++i) {
        memcpy(f.at, b.at, b.size);
        put_double(f, at, wrong[i]);
        REFUSED(plump_world_restore(s.world, f.at, f.size, NULL, 0, &kit_error), "numbers of a");
    }
    for (uint32_t count = 2; count < 600; count = 3 * count + 1) {
        memcpy(f.at, b.at, b.size);
        put_u32(f, at - 4, count);
        REFUSED(plump_world_restore(s.world, f.at, f.size, NULL, 0, &kit_error), "damaged");
    }
    OK(plump_world_restore(s.world, b.at, b.size, NULL, 0, &kit_error));
    free(b.at), free(f.at);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static void the_hash_tells_of_zones(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    volume_scene s = begin(mesh);
    uint64_t before = plump_world_hash(s.world);
    const double at[3] = {0, 1, 0};
    const float tiny[3] = {0, 1e-30f, 0};  // moves nothing
    OK(plump_body_add_impulse_at(s.world, s.id, at, tiny, &kit_error));
    assert_true(plump_world_hash(s.world) != before);
    OK(plump_body_set(s.world, s.id, "zone_reach", 0, &kit_error));
    before = plump_world_hash(s.world);
    OK(plump_body_set(s.world, s.id, "volume_implicit", 1, &kit_error));
    assert_true(plump_world_hash(s.world) != before);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static void a_step_with_zones_allocates_nothing(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_world_def world_def = plump_default_world_def();
    world_def.allocator = memory_kit_hooks(&memory);
    world_def.worker_count = 1;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world* world;
    plump_body_id id;
    OK(plump_world_create(&world_def, &world, &kit_error));
    plump_body_def def = zoned_def(mesh);
    def.volume_implicit = true;
    OK(plump_body_create(world, &def, &id, &kit_error));
    step(world, 1);
    long calls = memory.calls;
    const float force[3] = {0, 300, 0};
    for (uint32_t i = 0; i < 20; ++i) {
        OK(plump_body_add_force(world, id, 7 * i, force, &kit_error));
        step(world, 1);
    }
    assert_true(body_of(world, id)->zone_count > 1);
    assert_int_equal(memory.calls, calls);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_grows_by_its_formula),
        cmocka_unit_test(a_zone_fades_and_goes),
        cmocka_unit_test(the_radius_stays_within_its_bounds),
        cmocka_unit_test(loads_on_a_place_make_zones),
        cmocka_unit_test(without_reach_there_are_none),
        cmocka_unit_test(there_are_no_more_than_eight),
        cmocka_unit_test(contacts_make_zones),
        cmocka_unit_test(attachments_make_zones),
        cmocka_unit_test(weights_are_the_cosine_and_sum_up_to_n),
        cmocka_unit_test(weights_change_without_a_jump),
        cmocka_unit_test(a_part_without_zones_weighs_evenly),
        cmocka_unit_test(a_zone_that_is_held_leaves_it_to_the_rest),
        cmocka_unit_test(going_back_gives_the_same_bits),
        cmocka_unit_test(zones_that_cannot_be_are_refused),
        cmocka_unit_test(the_hash_tells_of_zones),
        cmocka_unit_test(a_step_with_zones_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
