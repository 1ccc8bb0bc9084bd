// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies of springs in a world: rest, rigid motion, momentum, settings that no one would want,
// spoiled states, and what is told of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/elastic/mass_spring/mass_spring.h"
#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/model_table.h"
#include "tests/unit/world_kit.h"

static const model_kind kinds[2] = {MODEL_SPRINGS, MODEL_SPRINGS_EXPLICIT};

static plump_body_def spring_def(const plump_mesh* mesh, model_kind kind) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.can_sleep = false;
    model_choose(&def, kind);
    return def;
}

static plump_body_id add_body(plump_world* world, const plump_body_def* def) {
    plump_body_id id;
    OK(plump_body_create(world, def, &id, &kit_error));
    return id;
}

static bool is_finite_body(const pl_body* body) {
    for (int c = 0; c < 3; ++c)
        for (uint32_t i = 0; i < body->count; ++i)
            if (!isfinite(body->x[c][i]) || !isfinite(body->v[c][i])) return false;
    return true;
}

// Root mean square of how far edges are from their rest length, as a share of it.
static double strain_of(const pl_body* body) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    const pl_spring_net* net = &ms->springs->net;
    double sum = 0;
    for (uint32_t s = 0; s < net->count; ++s) {
        double square = 0;
        for (int c = 0; c < 3; ++c)
            square += pow((double)body->x[c][net->corner[4 * s + 1]] -
                              (double)body->x[c][net->corner[4 * s]],
                          2);
        sum += pow(sqrt(square) / (double)ms->length[PL_SPRING_EDGE][s] - 1, 2);
    }
    return sqrt(sum / net->count);
}

static void a_body_at_rest_does_not_move_by_a_bit(void** state) {
    (void)state;
    const plump_shape_kind shapes[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BAR, PLUMP_SHAPE_BEAR};
    for (int k = 0; k < 3; ++k) {
        plump_mesh* mesh = make_shape(shapes[k], 300);
        for (int n = 0; n < 2; ++n) {
            plump_world* world = make_world(0, 1);
            plump_body_def def = spring_def(mesh, kinds[n]);
            def.volume = PLUMP_VOLUME_FREE;
            def.scale = k == 1 ? 0.37f : 1;
            plump_body_id id = add_body(world, &def);
            uint64_t before = body_bits(world, id);
            step(world, 50);
            assert_true(body_bits(world, id) == before);
            plump_world_destroy(world);
        }
        plump_mesh_destroy(mesh);
    }
}

// A flight without spin is straight, and springs have nothing to do: no force.
static void rigid_motion_makes_no_force(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 300);
    for (int n = 0; n < 2; ++n) {
        plump_world* world = make_world(-9.81f, 1);
        plump_body_def def = spring_def(mesh, kinds[n]);
        def.velocity[0] = 3, def.rotation[0] = 0.5f;
        plump_body_id id = add_body(world, &def);
        step(world, 60);
        assert_true(strain_of(body_of(world, id)) < 2e-6);
        assert_true(fabs(describe(world, id).velocity[0] - 3) < 1e-5);
        assert_true(fabs(describe(world, id).velocity[1] + 9.81) < 1e-4);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

static void momentum_and_spin_are_kept_while_it_swings(void** state) {
    (void)state;
    const float kick[3] = {300, -200, 100}, counter[3] = {-300, 100, 70};
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 300);
    for (int n = 0; n < 2; ++n) {
        plump_world* world = make_world(0, 1);
        plump_body_def def = spring_def(mesh, kinds[n]);
        def.angular_velocity[1] = 4;
        def.damping = 0.3f;
        plump_body_id id = add_body(world, &def);
        OK(plump_body_add_impulse(world, id, 3, kick, &kit_error));
        OK(plump_body_add_impulse(world, id, 90, counter, &kit_error));
        plump_body_info before = describe(world, id);
        step(world, 240);
        plump_body_info after = describe(world, id);
        double size = before.mass * before.extent;
        for (int c = 0; c < 3; ++c) {
            double push = fabs(after.momentum[c] - before.momentum[c]) / before.mass;
            if (!(push < 5e-5)) fail_msg("%s: pushed by %g m/s", model_rows[kinds[n]].name, push);
            double drift = fabs(after.angular_momentum[c] - before.angular_momentum[c]);
            if (!(drift < 2e-4 * size))
                fail_msg("%s: angular momentum moved by %g of %g", model_rows[kinds[n]].name, drift,
                         size);
        }
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

// Whatever is accepted is stable: on a floor, kicked, for a second or more.
static void absurd_settings_do_not_explode(void** state) {
    (void)state;
    const float kick[3] = {0, 200, 100};
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    for (int n = 0; n < 2; ++n) {
        for (int f = 0; f < 4; ++f) {
            for (int z = 0; z < 3; ++z) {
                for (int r = 0; r < 3; ++r) {
                    const float frequencies[] = {0.01f, 3, 60, 1000}, dampings[] = {0, 0.3f, 10};
                    const float steps[] = {1e-4f, 1.0f / 60, 0.1f};
                    plump_world* world = make_world(-9.81f, 1);
                    plump_body_def def = spring_def(mesh, kinds[n]);
                    plump_obstacle_def floor = plump_default_obstacle_def();
                    plump_obstacle_id floor_id;
                    def.frequency = frequencies[f], def.damping = dampings[z];
                    plump_body_id id = add_body(world, &def);
                    floor.position[1] = -0.6;
                    OK(plump_obstacle_create(world, &floor, &floor_id, &kit_error));
                    for (int i = 0; i < 100; ++i) {
                        if (i % 40 == 5) OK(plump_body_add_impulse(world, id, 7, kick, &kit_error));
                        OK(plump_world_step(world, steps[r], (uint32_t)(i % 3), &kit_error));
                        assert_int_equal(plump_world_report(world)->contained_count, 0);
                    }
                    plump_body_info info = describe(world, id);
                    assert_true(is_finite_body(body_of(world, id)));
                    double whole = 0;
                    for (int c = 0; c < 3; ++c)
                        whole += 0.5 * info.mass * info.velocity[c] * info.velocity[c];
                    // one of 0.01 Hz is as limp as a bag, and flies apart where it is kicked
                    if (f > 0 && !(info.kinetic_energy - whole < 200 * info.mass))
                        fail_msg("%s, %g Hz, damping %g, %g s: %g J", model_rows[kinds[n]].name,
                                 (double)def.frequency, (double)def.damping, (double)steps[r],
                                 info.kinetic_energy);
                    plump_world_destroy(world);
                }
            }
        }
    }
    plump_mesh_destroy(mesh);
}

static void steps_too_long_are_told_and_softer(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    for (int n = 0; n < 2; ++n) {
        plump_world* world = make_world(0, 1);
        plump_body_def def = spring_def(mesh, kinds[n]);
        def.frequency = 200;
        plump_body_id id = add_body(world, &def);
        OK(plump_world_step(world, 1.0f / 60, 1, &kit_error));
        plump_body_info info = describe(world, id);
        assert_true(info.frequency_unreachable && info.frequency_reached < 150);
        assert_true(info.frequency_reached > 1 && info.substep_longest < 1.0 / 60);
        assert_true(pl_mass_spring_of(body_of(world, id))->pace.implicit);
        OK(plump_body_set(world, id, "frequency", 3, &kit_error));
        OK(plump_world_step(world, 1.0f / 60, 4, &kit_error));
        info = describe(world, id);
        assert_false(info.frequency_unreachable);
        assert_true(fabs(info.frequency_reached - 3) < 0.1);
        assert_int_equal(info.region_count, 3 * (642 - 2));  // edges
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

static void a_spoiled_body_is_mended(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    for (int n = 0; n < 2; ++n) {
        plump_world* world = make_world(-9.81f, 1);
        plump_body_def def = spring_def(mesh, kinds[n]);
        plump_body_id id = add_body(world, &def);
        plump_body_edit edit;
        step(world, 5);
        OK(plump_body_lend_edit(world, id, &edit, &kit_error));
        edit.x[7] = NAN, edit.vy[9] = 1e30f, edit.vz[60] = -INFINITY, edit.y[100] = 1e20f;
        step(world, 1);
        assert_int_equal(plump_world_report(world)->contained_count, 1);
        assert_true(is_finite_body(body_of(world, id)));
        step(world, 120);
        assert_true(is_finite_body(body_of(world, id)));
        assert_true(strain_of(body_of(world, id)) < 0.05);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

// The paper's own setting: springs and nothing else.
static void without_volume_a_squeezed_ball_loses_it(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    double lost[2];
    for (int keeps = 0; keeps < 2; ++keeps) {
        plump_world* world = make_world(-9.81f, 1);
        plump_body_def def = spring_def(mesh, MODEL_SPRINGS);
        plump_obstacle_def floor = plump_default_obstacle_def();
        plump_obstacle_id floor_id;
        def.volume = keeps ? PLUMP_VOLUME_BODY : PLUMP_VOLUME_FREE;
        def.spring_bend = 0, def.damping = 0.5f;
        plump_body_id id = add_body(world, &def);
        floor.position[1] = -0.5;
        OK(plump_obstacle_create(world, &floor, &floor_id, &kit_error));
        step(world, 180);
        plump_body_info info = describe(world, id);
        lost[keeps] = 1 - info.volume / info.rest_volume;
        plump_world_destroy(world);
    }
    assert_true(lost[0] > 0.03 && fabs(lost[1]) < 1e-6);
    plump_mesh_destroy(mesh);
}

static void painted_soft_parts_give_way_more(void** state) {
    (void)state;
    float paint[642];
    double sag[2];
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    for (int painted = 0; painted < 2; ++painted) {
        plump_world* world = make_world(-9.81f, 1);
        plump_body_def def = spring_def(mesh, MODEL_SPRINGS);
        for (int i = 0; i < 642; ++i) paint[i] = 0.3f;
        if (painted) def.vertex_stiffness = paint;
        def.damping = 1;
        plump_body_id id = add_body(world, &def);
        for (uint32_t i = 0; i < 30; ++i) OK(plump_body_pin(world, id, i, &kit_error));
        double before = describe(world, id).centre[1];
        step(world, 180);
        sag[painted] = before - describe(world, id).centre[1];
        plump_world_destroy(world);
    }
    assert_true(sag[0] > 0 && sag[1] > 1.5 * sag[0]);
    plump_mesh_destroy(mesh);
}

// Left after a second of swinging: all of it painted away, or half of the body, or nothing.
static void painted_damping_is_a_share_of_it(void** state) {
    (void)state;
    const float kick[3] = {0, 300, 0};
    float paint[642];
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    for (int n = 0; n < 2; ++n) {
        double left[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            plump_world* world = make_world(0, 1);
            plump_body_def def = spring_def(mesh, kinds[n]);
            for (int i = 0; i < 642; ++i) paint[i] = k == 2 || (k == 1 && i % 2) ? 1 : 0;
            def.vertex_damping = paint;
            def.damping = 0.1f;
            plump_body_id id = add_body(world, &def);
            OK(plump_body_add_impulse(world, id, 7, kick, &kit_error));
            step(world, 40);
            for (int i = 0; i < 40; ++i) {  // two periods
                step(world, 1);
                left[k] += pl_motion_deformation(&body_of(world, id)->motion);
            }
            plump_world_destroy(world);
        }
        if (!(left[0] > 1.1 * left[1] && left[1] > 1.1 * left[2]))
            fail_msg("%s: %g, %g, %g", model_rows[kinds[n]].name, left[0], left[1], left[2]);
    }
    plump_mesh_destroy(mesh);
}

// Springs across edges and of bending that are painted away leave a body that sags more.
static void each_kind_can_be_painted(void** state) {
    (void)state;
    float paint[642] = {0};
    double sag[3];
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 600);
    assert_true(plump_mesh_vertex_count(mesh) <= 642);
    for (int k = 0; k < 3; ++k) {
        plump_world* world = make_world(-9.81f, 1);
        plump_body_def def = spring_def(mesh, MODEL_SPRINGS);
        if (k == 1) def.vertex_shear = paint;
        if (k == 2) def.vertex_bend = paint;
        def.damping = 1;
        plump_body_id id = add_body(world, &def);
        for (uint32_t i = 0; i < 20; ++i) OK(plump_body_pin(world, id, i, &kit_error));
        double before = describe(world, id).centre[1];
        step(world, 120);
        sag[k] = before - describe(world, id).centre[1];
        plump_world_destroy(world);
    }
    assert_true(sag[1] > 1.05 * sag[0] && sag[2] > 1.05 * sag[0]);
    plump_mesh_destroy(mesh);
}

static void any_number_of_threads_gives_the_same_bits(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 2562);
    uint64_t first = 0;
    for (uint32_t workers = 1; workers <= 8; ++workers) {
        plump_world* world = make_world(-9.81f, workers);
        for (int n = 0; n < 2; ++n) {
            plump_body_def def = spring_def(mesh, kinds[n]);
            def.position[0] = 3.0 * n;
            def.angular_velocity[2] = 2;
            plump_body_id id = add_body(world, &def);
            OK(plump_body_pin(world, id, 17, &kit_error));
        }
        step(world, 4);
        if (workers == 1) first = plump_world_hash(world);
        assert_true(plump_world_hash(world) == first);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

static void numbers_of_other_models_do_not_name_a_state(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    for (int kind = 0; kind < MODEL_KINDS; ++kind) {
        uint64_t hash[2];
        for (int k = 0; k < 2; ++k) {
            plump_world* world = make_world(0, 1);
            plump_body_def def = spring_def(mesh, (model_kind)kind);
            if (k) def.spring_shear = 2;
            add_body(world, &def);
            hash[k] = plump_world_hash(world);
            plump_world_destroy(world);
        }
        bool springs = model_rows[kind].model == PLUMP_MODEL_MASS_SPRING;
        assert_int_equal(hash[0] != hash[1], springs);
    }
    plump_mesh_destroy(mesh);
}

// --- hubs ---

static plump_mesh* make_bipyramid(uint32_t around) {
    fixture f = {0};
    for (uint32_t i = 0; i < around; ++i) {
        double phi = 2 * 3.14159265358979 * i / around;
        fixture_vertex(&f, cos(phi), 0, sin(phi));
    }
    uint32_t top = fixture_vertex(&f, 0, 1, 0), bottom = fixture_vertex(&f, 0, -1, 0);
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t next = (i + 1) % around;
        fixture_triangle(&f, top, next, i);
        fixture_triangle(&f, bottom, i, next);
    }
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    return o.mesh;
}

// Links of the top: each other place once, in columns that get no longer. Returns how many.
static uint32_t count_links(const pl_body* body, uint32_t vertex) {
    const pl_spring_links* links = &pl_mass_spring_of(body)->springs->links;
    uint32_t place = body->surface->place_of[vertex], count = 0, last = UINT32_MAX;
    bool* seen = calloc(body->count, sizeof *seen);
    for (uint32_t c = links->first[place / 16]; c < links->first[place / 16 + 1]; ++c) {
        uint32_t other = links->row[16 * (size_t)c + place % 16] / 4, terms = 0;
        if (other == place) continue;
        assert_false(seen[other]);
        seen[other] = true;
        count++;
        for (uint32_t t = links->term_first[c]; t < links->term_first[c + 1]; ++t)
            terms += links->term_weight[16 * (size_t)t + place % 16] != 0.0f;
        assert_true(terms > 0 && terms <= last);
        last = terms;
    }
    free(seen);
    return count;
}

// A sort of quadratic cost takes minutes here.
static void a_hub_of_40000_edges_is_linked_to_all_in_order(void** state) {
    (void)state;
    const uint32_t around = 40000;
    plump_mesh* mesh = make_bipyramid(around);
    plump_world* world = make_world(0, 1);
    plump_body_def def = spring_def(mesh, MODEL_SPRINGS);
    plump_body_id id = add_body(world, &def);
    // the ring, and the bottom across its edges
    assert_int_equal(count_links(body_of(world, id), around), around + 1);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_at_rest_does_not_move_by_a_bit),
        cmocka_unit_test(rigid_motion_makes_no_force),
        cmocka_unit_test(momentum_and_spin_are_kept_while_it_swings),
        cmocka_unit_test(absurd_settings_do_not_explode),
        cmocka_unit_test(steps_too_long_are_told_and_softer),
        cmocka_unit_test(a_spoiled_body_is_mended),
        cmocka_unit_test(without_volume_a_squeezed_ball_loses_it),
        cmocka_unit_test(painted_soft_parts_give_way_more),
        cmocka_unit_test(painted_damping_is_a_share_of_it),
        cmocka_unit_test(each_kind_can_be_painted),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(numbers_of_other_models_do_not_name_a_state),
        cmocka_unit_test(a_hub_of_40000_edges_is_linked_to_all_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
