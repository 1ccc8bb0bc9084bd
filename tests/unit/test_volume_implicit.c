// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The implicit constraint of Hong et al. 2006 in whole steps: a step of particles is eq. 9 to 14 as
// printed, but for the weights in the denominator; what is left is of the second order, and with
// weights outside of the first; momentum holds; with the polish afterwards the volume is exact.
// test_volume_reference holds the same against the slow stage for many bodies and settings.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/step_kit.h"
#include "tests/unit/volume_kit.h"

#define H 0.005

// --- eq. 9 to 14, in double ---

typedef struct paper {
    uint32_t count;
    double q[8][3], v[8][3], force[8][3], mass[8], weight[8], gradient[8][3];
    double volume;
} paper;

// V, and dV/dq by the corners opposite: a third of (1/2 b x c), triangle by triangle.
static void find_gradient(const plump_mesh* mesh, paper* p) {
    const uint32_t* t = plump_mesh_indices(mesh);
    p->volume = 0;
    memset(p->gradient, 0, sizeof p->gradient);
    for (uint32_t i = 0; i < plump_mesh_triangle_count(mesh); ++i, t += 3) {
        for (int c = 0; c < 3; ++c) {
            double n[3];
            volume_cross(p->q[t[(c + 1) % 3]], p->q[t[(c + 2) % 3]], n);
            for (int k = 0; k < 3; ++k) p->gradient[t[c]][k] += n[k] / 6;
            p->volume += volume_dot(p->q[t[c]], n) / 18;
        }
    }
}

// Eq. 14 with the weights inside, or as printed.
static double multiplier(const paper* p, double target, bool printed) {
    double above = (p->volume - target) / (H * H), below = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        double w = printed ? 1 : p->weight[i];
        for (int k = 0; k < 3; ++k) {
            above += p->gradient[i][k] * (p->v[i][k] / H + p->force[i][k] / p->mass[i]);
            below += w * p->gradient[i][k] * p->gradient[i][k] / p->mass[i];
        }
    }
    return above / below;
}

// Eq. 9 and 10, the weights in the force.
static void advance(paper* p, double lambda) {
    for (uint32_t i = 0; i < p->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            double pull = p->force[i][k] - p->weight[i] * p->gradient[i][k] * lambda;
            p->v[i][k] += H * pull / p->mass[i];
            p->q[i][k] += H * p->v[i][k];
        }
    }
}

static plump_body_def bag_def(const plump_mesh* mesh) {
    plump_body_def def = volume_def(mesh, MODEL_BAG);
    def.firmness = 0;  // particles that keep their volume, and nothing else
    def.volume_implicit = true;
    def.volume_exact = false;
    def.volume_momentum = false;
    return def;
}

// Some velocities and forces, in the paper's hands and in the library's.
static void stir(volume_scene* s, paper* p) {
    uint64_t seed = 5;
    p->count = s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t at = s->body->surface->place_of[i];
        float force[3];
        p->mass[i] = (double)s->body->mass[at];
        for (int k = 0; k < 3; ++k) {
            p->q[i][k] = s->x[3 * (size_t)i + (size_t)k];
            s->body->v[k][at] = (float)(2 * volume_random(&seed) + p->q[i][k]);
            p->v[i][k] = (double)s->body->v[k][at];
            force[k] = (float)(2000 * volume_random(&seed));
            p->force[i][k] = (double)force[k];
        }
        OK(plump_body_add_force(s->world, s->id, i, force, &kit_error));
    }
}

static void compare(volume_scene* s, const paper* p) {
    volume_read(s);
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t at = s->body->surface->place_of[i];
        for (int k = 0; k < 3; ++k) {
            double x = s->x[3 * (size_t)i + (size_t)k], v = (double)s->body->v[k][at];
            assert_true(fabs(x - p->q[i][k]) <= 2e-7);
            assert_true(fabs(v - p->v[i][k]) <= 3e-5);  // the rounding of volumes, over h
        }
    }
}

static void check_steps(plump_mesh* mesh, bool printed) {
    static const float paint[8] = {1, 0.3f, 2, 0.9f, 1.7f, 0.5f, 1, 0.6f};
    plump_body_def def = bag_def(mesh);
    def.vertex_volume = paint;
    def.volume_printed = printed;
    volume_scene s = volume_begin(&def, 0, 1);
    paper p = {.count = s.count};
    stir(&s, &p);
    for (uint32_t i = 0; i < s.count; ++i) p.weight[i] = (double)paint[i];
    for (int n = 0; n < 3; ++n) {  // from the second step on there is an error to mend
        find_gradient(mesh, &p);
        advance(&p, multiplier(&p, s.rest_volume, printed));
        volume_step(&s, (float)H, 1);
        compare(&s, &p);
        memset(p.force, 0, sizeof p.force);  // they act once
    }
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

static plump_mesh* make_cube(void) {
    fixture box = fixture_box(1, 1, 1);
    return kit_take(&box);
}

static void a_step_of_a_tetrahedron_is_the_papers(void** state) {
    (void)state;
    check_steps(kit_tetrahedron(), false);
    check_steps(kit_tetrahedron(), true);
}

static void a_step_of_a_cube_is_the_papers(void** state) {
    (void)state;
    check_steps(make_cube(), false);
    check_steps(make_cube(), true);
}

// A ball that grows evenly comes back to where it was: lambda is known without any sum.
static void even_growth_is_taken_back(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_body_def def = bag_def(mesh);
    volume_scene s = volume_begin(&def, 0, 1);
    for (uint32_t i = 0; i < s.count; ++i)
        for (int k = 0; k < 3; ++k) s.body->v[k][i] = 2 * s.body->x[k][i];
    volume_step(&s, (float)H, 1);
    volume_read(&s);
    for (uint32_t i = 0; i < 3 * s.count; ++i) assert_true(fabs(s.x[i] - s.begin[i]) < 2e-4);
    assert_true(fabs(volume_error(&s)) < 2e-7);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

// --- orders ---

// More at the equator, where the triangles of a ball with poles are large; the sum is n.
static void paint_equator(const plump_mesh* mesh, float* paint) {
    uint32_t count = plump_mesh_vertex_count(mesh);
    const float* at = plump_mesh_positions(mesh);
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double y = (double)at[3 * (size_t)i + 1] / 0.5;
        paint[i] = (float)(1.1 - y * y);
        sum += (double)paint[i];
    }
    for (uint32_t i = 0; i < count; ++i) paint[i] = (float)((double)paint[i] * count / sum);
}

// The error after one substep of h, of a ball that swells, shears and turns, with painted weights.
static double error_after(double h, bool printed) {
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_UV_SPHERE, 162);
    float paint[400];
    assert_true(plump_mesh_vertex_count(mesh) <= 400);
    paint_equator(mesh, paint);
    plump_body_def def = bag_def(mesh);
    def.vertex_volume = paint;
    def.volume_printed = printed;
    volume_scene s = volume_begin(&def, 0, 1);
    for (uint32_t i = 0; i < s.count; ++i) {
        const float x = s.body->x[0][i], y = s.body->x[1][i], z = s.body->x[2][i];
        s.body->v[0][i] = 2 * x - 3 * y;
        s.body->v[1][i] = 3 * x + y * y;
        s.body->v[2][i] = z + 2 * x * y;
    }
    volume_step(&s, (float)h, 1);
    double error = volume_error(&s);
    volume_end(&s);
    plump_mesh_destroy(mesh);
    return error;
}

static void what_is_left_is_of_the_second_order(void** state) {
    (void)state;
    double last = error_after(0.04, false);
    for (double h = 0.02; h > 0.004; h /= 2) {
        double error = error_after(h, false);
        print_message("h %.3f: error %.2e, a %.2fth of that of twice the step\n", h, error,
                      last / error);
        assert_in_range((int)(100 * last / error), 370, 430);
        last = error;
    }
}

// By what the weights make of it.
static double error_of_print(double h) {
    return error_after(h, true) - error_after(h, false);
}

static void as_printed_it_is_of_the_first_order(void** state) {
    (void)state;
    double last = error_of_print(0.01);
    for (double h = 0.005; h > 0.001; h /= 2) {
        double error = error_of_print(h);
        print_message("h %.5f: as printed %.2e more\n", h, error);
        assert_in_range((int)(100 * last / error), 190, 210);
        assert_true(fabs(error) > 5 * fabs(error_after(h, false)));
        last = error;
    }
}

// --- whole bodies ---

// An unevenly painted body that spins and swings in free flight keeps both momenta.
static void momentum_holds(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    float paint[400];
    uint64_t seed = 9;
    uint32_t count = plump_mesh_vertex_count(mesh);
    assert_true(count <= 400);
    for (uint32_t i = 0; i < count; ++i) paint[i] = (float)(1.02 + volume_random(&seed));
    plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
    def.volume_implicit = true;
    def.vertex_volume = paint;
    def.velocity[0] = 1;
    def.angular_velocity[1] = 3;
    for (int exact = 0; exact < 2; ++exact) {
        def.volume_exact = exact;
        volume_scene s = volume_begin(&def, 0, 1);
        volume_motion before, after;
        volume_stretch(&s, 1.1, 0.95, 1);
        volume_step(&s, (float)H, 1);
        volume_measure(s.body, &before);
        for (int i = 0; i < 200; ++i) volume_step(&s, (float)H, 1);
        volume_measure(s.body, &after);
        double spin = volume_length(before.spin);
        volume_judge(volume_apart(before.velocity, after.velocity) < 2e-5, "momentum, of m v",
                     volume_apart(before.velocity, after.velocity));
        volume_judge(volume_apart(before.spin, after.spin) < 2e-4 * spin, "angular momentum",
                     volume_apart(before.spin, after.spin) / spin);
        volume_end(&s);
    }
    plump_mesh_destroy(mesh);
    volume_expect_good();
}

// A ball between plates, with zones; the worst error of any substep.
static double squeeze(const plump_body_def* def, uint32_t workers, int isa, uint64_t* hash) {
    volume_scene s = volume_begin(def, 0, workers);
    plump_obstacle_id plates[2];
    if (isa >= 0) s.world->isa = s.world->stage.isa = (pl_isa)isa;
    for (int k = 0; k < 2; ++k) {
        plump_obstacle_def plate = plump_default_obstacle_def();
        plate.shape = PLUMP_OBSTACLE_BOX;
        plate.half_size[0] = plate.half_size[2] = 2;
        plate.position[1] = k ? 1.0 : -1.0;
        OK(plump_obstacle_create(s.world, &plate, &plates[k], &kit_error));
    }
    double worst = 0;
    for (int i = 1; i <= 60; ++i) {
        const float upright[4] = {0, 0, 0, 1};
        for (int k = 0; k < 2; ++k) {
            const double place[3] = {0, (k ? 1 : -1) * (1 - 0.15 * fmin(i / 40.0, 1)), 0};
            OK(plump_obstacle_move(s.world, plates[k], place, upright, &kit_error));
        }
        volume_step(&s, 1.0f / 60, 4);
        worst = fmax(worst, plump_world_report(s.world)->volume_error);
    }
    assert_true(volume_finite(s.body));
    if (hash) *hash = plump_world_hash(s.world);
    volume_end(&s);
    return worst;
}

static plump_body_def squeezed_def(const plump_mesh* mesh) {
    plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
    def.volume_implicit = true;
    def.damping = 0.3f;
    return def;
}

static void each_can_be_had_without_the_other(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 362);
    plump_body_def def = squeezed_def(mesh);
    double polished = squeeze(&def, 1, -1, NULL);
    def.volume_exact = false;
    double alone = squeeze(&def, 1, -1, NULL);
    def.zone_reach = 0.001f;
    double zoned = squeeze(&def, 1, -1, NULL);
    def.volume_printed = true;
    double printed = squeeze(&def, 1, -1, NULL);
    def.volume_implicit = def.volume_printed = false;
    def.volume_exact = true;
    double exact = squeeze(&def, 1, -1, NULL);
    plump_mesh_destroy(mesh);
    volume_judge(exact <= 1e-6, "polish alone", exact);
    volume_judge(polished <= 1e-6, "implicit constraint and polish", polished);
    volume_judge(alone > 1e-7 && alone <= 1e-4, "implicit constraint alone", alone);
    volume_judge(zoned <= 1e-4, "implicit constraint alone, with zones", zoned);
    volume_judge(printed > 10 * zoned, "the same with weights outside the denominator", printed);
    volume_expect_good();
}

static void same_bits_for_workers_and_instruction_sets(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_CREATURE, 1500);
    plump_body_def def = squeezed_def(mesh);
    def.zone_reach = 0.001f;
    uint64_t first, other;
    squeeze(&def, 1, PL_ISA_SCALAR, &first);
    squeeze(&def, 3, -1, &other);
    assert_true(first == other);
    for (int isa = 1; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        squeeze(&def, 2, isa, &other);
        if (first != other) fail_msg("%s differs", pl_isa_name((pl_isa)isa));
    }
    plump_mesh_destroy(mesh);
}

// Flat, mirrored, or all over the place.
static void spoil(volume_scene* s, int how) {
    uint64_t seed = 1;
    if (how == 0) volume_stretch(s, 1, 0, 1);
    if (how == 1) volume_stretch(s, -1, 1, 1);
    for (uint32_t i = 0; how == 2 && i < s->count; ++i)
        for (int k = 0; k < 3; ++k) s->body->x[k][i] = (float)volume_random(&seed);
}

static void wild_starts_come_back(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = squeezed_def(mesh);
    def.damping = 1;
    for (int i = 0; i < 6; ++i) {
        def.volume_exact = i % 2;
        volume_scene s = volume_begin(&def, 0, 1);
        spoil(&s, i / 2);
        for (int n = 0; n < 400; ++n) volume_step(&s, (float)H, 1);
        assert_true(volume_finite(s.body));
        volume_judge(fabs(volume_error(&s)) < (i % 2 ? 1e-6 : 1e-5),
                     "volume two seconds after a wild start", fabs(volume_error(&s)));
        volume_end(&s);
    }
    plump_mesh_destroy(mesh);
    volume_expect_good();
}

static void what_cannot_move_is_infeasible(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_body_def def = squeezed_def(mesh);
    def.volume_scale = 2;
    def.volume_exact = false;
    volume_scene s = volume_begin(&def, 0, 1);
    for (uint32_t i = 0; i < s.count; ++i) OK(plump_body_pin(s.world, s.id, i, &kit_error));
    for (int i = 0; i < 60; ++i) volume_step(&s, 1.0f / 60, 1);
    assert_true(volume_finite(s.body));
    assert_int_equal(describe(s.world, s.id).volume_state, PLUMP_VOLUME_INFEASIBLE);
    volume_end(&s);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_of_a_tetrahedron_is_the_papers),
        cmocka_unit_test(a_step_of_a_cube_is_the_papers),
        cmocka_unit_test(even_growth_is_taken_back),
        cmocka_unit_test(what_is_left_is_of_the_second_order),
        cmocka_unit_test(as_printed_it_is_of_the_first_order),
        cmocka_unit_test(momentum_holds),
        cmocka_unit_test(each_can_be_had_without_the_other),
        cmocka_unit_test(same_bits_for_workers_and_instruction_sets),
        cmocka_unit_test(wild_starts_come_back),
        cmocka_unit_test(what_cannot_move_is_infeasible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
