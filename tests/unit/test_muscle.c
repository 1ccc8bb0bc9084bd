// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles against closed forms: fibres, energy, force, momentum, shortening, and no setting that
// explodes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/muscle/muscle.h"
#include "tests/unit/muscle_kit.h"

// --- fibres ---

static void fibres_of_a_cylinder_run_straight_and_evenly(void** state) {
    (void)state;
    for (uint32_t around = 12; around <= 24; around *= 2) {
        plump_mesh* mesh = make_cylinder(around, 0.2, 1);
        plump_world* world = make_world(0, 1);
        plump_muscle_id id = make_muscle(world, make_body(world, mesh, 0), 1e5f, 0);
        plump_muscle_info info = muscle_info(world, id);
        uint32_t count = plump_mesh_triangle_count(mesh), sides = 0;
        float* fibres = malloc(count * 3 * sizeof *fibres);
        OK(plump_muscle_read_fibres(world, id, fibres, count, &kit_error));
        for (uint32_t i = 0; i < count; ++i) {
            float length =
                sqrtf(fibres[3 * i] * fibres[3 * i] + fibres[3 * i + 1] * fibres[3 * i + 1] +
                      fibres[3 * i + 2] * fibres[3 * i + 2]);
            if (length == 0) continue;
            sides++;
            assert_true(fibres[3 * i + 1] > 0.99f);
        }
        free(fibres);
        assert_int_equal(sides, world->muscles[0]->fibre_count);
        assert_true(sides > count / 2 && sides < count);
        // triangles between a corner and a chord lean a little
        assert_true(fabs(info.length - 1) < 0.005);
        double section = 0.5 * around * 0.04 * sin(2 * MUSCLE_PI / around);
        assert_true(fabs(info.section / section - 1) < 0.02);
        plump_world_destroy(world);
        plump_mesh_destroy(mesh);
    }
}

// What crosses a section of any surface is the same everywhere: the flux of the field.
static void every_section_of_a_spindle_has_as_many_fibres(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 1200);
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, mesh, 0);
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = body;
    OK(plump_muscle_create(world, &def, &id, &kit_error));
    const pl_muscle* m = world->muscles[0];
    const float* at = plump_mesh_positions(mesh);
    const uint32_t* corner = plump_mesh_indices(mesh);
    float lo[3] = {1e9f, 1e9f, 1e9f}, hi[3] = {-1e9f, -1e9f, -1e9f};
    for (uint32_t i = 0; i < 3 * plump_mesh_vertex_count(mesh); ++i) {
        lo[i % 3] = at[i] < lo[i % 3] ? at[i] : lo[i % 3];
        hi[i % 3] = at[i] > hi[i % 3] ? at[i] : hi[i % 3];
    }
    int along = hi[1] - lo[1] > hi[0] - lo[0] ? 1 : 0;
    if (hi[2] - lo[2] > hi[along] - lo[along]) along = 2;
    double least = 1e9, most = 0;
    for (int cut = 1; cut <= 8; ++cut) {
        // field . (normal x cut line) over the triangles that a plane cuts
        double y = (double)lo[along] + (double)(hi[along] - lo[along]) * (0.1 + 0.1 * cut),
               flux = 0;
        for (uint32_t t = 0; t < plump_mesh_triangle_count(mesh); ++t) {
            pl_vec3d p[3], ends[2];
            int found = 0;
            for (int k = 0; k < 3; ++k) {
                const float* a = at + 3 * corner[3 * t + (uint32_t)k];
                p[k] = pl_vec3d_make((double)a[0], (double)a[1], (double)a[2]);
            }
            for (int k = 0; k < 3; ++k) {
                const double a[3] = {p[k].x, p[k].y, p[k].z};
                pl_vec3d q = p[(k + 1) % 3];
                const double b[3] = {q.x, q.y, q.z};
                if ((a[along] < y) == (b[along] < y)) continue;
                double share = (y - a[along]) / (b[along] - a[along]);
                if (found < 2) ends[found++] = pl_vec3d_mix(p[k], q, share);
            }
            if (found < 2) continue;
            pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(p[1], p[0]), pl_vec3d_sub(p[2], p[0]));
            normal = pl_vec3d_scale(normal, 1 / pl_vec3d_length(normal));
            const float* f = m->field + 3 * (size_t)t;
            pl_vec3d across = pl_vec3d_cross(normal, pl_vec3d_sub(ends[1], ends[0]));
            flux +=
                fabs(pl_vec3d_dot(across, pl_vec3d_make((double)f[0], (double)f[1], (double)f[2])));
        }
        least = flux < least ? flux : least;
        most = flux > most ? flux : most;
    }
    print_message("fibres through sections of a spindle: %.4f to %.4f\n", least, most);
    // triangles are flat and fields jump between them: a few percent at 1,200 vertices
    assert_true(most / least < 1.08);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// Along y and far too short for squares of floats: what is read is the part in each triangle.
static void given_fibres_are_read_as_they_are_used(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 400);
    plump_world* world = make_world(0, 1);
    uint32_t count = plump_mesh_triangle_count(mesh), used = 0;
    float *given = calloc(count, 3 * sizeof *given), *read = malloc(count * 3 * sizeof *read);
    for (uint32_t i = 0; i < count; i += 2) given[3 * i + 1] = 1e-30f;
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = make_body(world, mesh, 0);
    def.fibres = given;
    OK(plump_muscle_create(world, &def, &id, &kit_error));
    OK(plump_muscle_read_fibres(world, id, read, count, &kit_error));
    const float* at = plump_mesh_positions(mesh);
    const uint32_t* corner = plump_mesh_indices(mesh);
    for (uint32_t i = 0; i < count; ++i) {
        pl_vec3d p[3], f = pl_vec3d_make((double)read[3 * i], (double)read[3 * i + 1],
                                         (double)read[3 * i + 2]);
        for (uint32_t k = 0; k < 3; ++k) {
            const float* a = at + (size_t)3 * corner[3 * i + k];
            p[k] = pl_vec3d_make((double)a[0], (double)a[1], (double)a[2]);
        }
        pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(p[1], p[0]), pl_vec3d_sub(p[2], p[0]));
        double length = pl_vec3d_length(f);
        used += length > 0;
        assert_true(length == 0 || (i % 2 == 0 && fabs(length - 1) < 1e-6 && f.y > 0));
        assert_true(fabs(pl_vec3d_dot(f, normal)) < 1e-4 * pl_vec3d_length(normal));
    }
    assert_int_equal(used, world->muscles[0]->fibre_count);
    assert_true(used > count / 4);
    memset(given, 0, count * 3 * sizeof *given);
    assert_int_equal(plump_muscle_create(world, &def, &id, &kit_error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(kit_error.text, "those given are 0"));
    free(given);
    free(read);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// --- energy and force ---

// The integral of the bell from `best` on.
static double bell_sum(const plump_muscle_def* def, double stretch) {
    double s = (stretch - (double)def->best) / (double)def->width, in = fmax(-1, fmin(s, 1));
    double q = in * in, more = s < 0 ? 0 : s < 1 ? s * q / 3 : s * s - s + 1.0 / 3;
    return (double)def->width * (in * (1 - q * (2.0 / 3 - q / 5)) + (double)def->hold * more);
}

static void the_bell_has_its_slope_and_its_integral(void** state) {
    (void)state;
    plump_muscle_def def = plump_default_muscle_def();
    def.best = 1.1f;
    def.width = 0.4f;
    for (int hold = 0; hold <= 4; hold += 2) {
        def.hold = (float)hold;
        double steepest = fmax(8 / (3 * sqrt(3)), 2 * hold) / 0.4;
        for (double x = 0.5; x < 1.9; x += 0.01) {
            const double e = 1e-5;
            double sum = (bell_sum(&def, x + e) - bell_sum(&def, x - e)) / (2 * e);
            double slope = (pl_muscle_bell(&def, x + e) - pl_muscle_bell(&def, x - e)) / (2 * e);
            assert_true(fabs(sum - pl_muscle_bell(&def, x)) < 1e-4);
            assert_true(fabs(slope - pl_muscle_bell_slope(&def, x)) < 2e-3);
            // what the solver's bound rests on
            assert_true(pl_muscle_bell_slope(&def, x) <= steepest + 1e-5);
            assert_true(pl_muscle_bell(&def, x) <= steepest * fmax(x - 0.7, 0) + 1e-5);
            assert_true(hold < 2 || pl_muscle_bell_slope(&def, x) >= -1e-9);
        }
        assert_true(fabs(pl_muscle_bell(&def, (double)def.best) - 1) < 1e-12);
        assert_true(pl_muscle_bell(&def, 0.69) == 0);
        assert_true(hold > 0 || pl_muscle_bell(&def, 1.51) == 0);
    }
}

// In double, by the definition.
static double energy_of(const pl_muscle* m, const double* x) {
    double sum = 0;
    for (uint32_t i = 0; i < m->fibre_count; ++i) {
        const pl_fibre* f = &m->fibres[i];
        double g[3] = {0, 0, 0};
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k)
                g[k] += (double)f->share[c] * x[3 * f->place[c] + (uint32_t)k];
        double stretch = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        sum += m->activation * (double)m->def.strength * (double)f->volume *
               bell_sum(&m->def, stretch);
    }
    return sum;
}

static void shake(pl_body* body, float size) {
    uint32_t seed = 7;
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->count; ++i) {
            seed = seed * 1664525u + 1013904223u;
            body->x[k][i] = 1.1f * body->x[k][i] + size * ((float)(seed >> 8) / 8388608.0f - 1.0f);
        }
    }
}

static plump_body_id make_model(plump_world* world, const plump_mesh* mesh, model_kind kind) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.damping = 0.3f;
    model_choose(&def, kind);
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static void force_is_minus_the_gradient_of_the_energy(void** state) {
    (void)state;
    plump_mesh* mesh = make_cylinder(12, 0.2, 1);
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.model = PLUMP_MODEL_BAG;
    def.firmness = 0;
    def.volume = PLUMP_VOLUME_FREE;
    def.density = 1e4f;
    OK(plump_body_create(world, &def, &id, &kit_error));
    make_muscle(world, id, 1e4f, 0.7f);
    pl_body* body = body_of(world, id);
    const pl_muscle* m = world->muscles[0];
    shake(body, 0.01f);
    double* x = malloc((size_t)3 * body->count * sizeof *x);
    for (uint32_t i = 0; i < body->count; ++i)
        for (uint32_t k = 0; k < 3; ++k) x[3 * i + k] = (double)body->x[k][i];
    const float h = 1e-5f;
    OK(plump_world_step(world, h, 1, &kit_error));
    double most = 0, worst = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            const double e = 1e-6;
            double at = x[3 * i + k];
            x[3 * i + k] = at + e;
            double more = energy_of(m, x);
            x[3 * i + k] = at - e;
            double force = -(more - energy_of(m, x)) / (2 * e);
            x[3 * i + k] = at;
            double found = (double)body->v[k][i] * (double)body->mass[i] / (double)h;
            most = fabs(force) > most ? fabs(force) : most;
            worst = fabs(found - force) > worst ? fabs(found - force) : worst;
        }
    }
    print_message("force against differences: %g of %g N\n", worst, most);
    assert_true(most > 1 && worst < 1e-3 * most);
    free(x);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// Ends tied to what does not move: strength times section, whatever mesh and step.
static void a_held_cylinder_pulls_with_strength_times_section(void** state) {
    (void)state;
    for (uint32_t around = 12; around <= 24; around += 6) {
        for (uint32_t substeps = 1; substeps <= 8; substeps *= 8) {
            plump_mesh* mesh = make_cylinder(around, 0.1, 0.8);
            plump_world* world = make_world(0, 1);
            plump_muscle_id id =
                make_muscle(world, make_model(world, mesh, MODEL_SPRINGS), 1e5f, 1);
            plump_obstacle_id below = make_frame(world, 0, -1, 0),
                              above = make_frame(world, 0, 1, 0);
            OK(plump_muscle_attach(world, id, PLUMP_MUSCLE_ORIGIN, below, &kit_error));
            OK(plump_muscle_attach(world, id, PLUMP_MUSCLE_INSERTION, above, &kit_error));
            for (int i = 0; i < 120; ++i)
                OK(plump_world_step(world, 1.0f / 60, substeps, &kit_error));
            double down[3], up[3], section = MUSCLE_PI * 0.01;
            tie_force(world, below, down);
            tie_force(world, above, up);
            plump_muscle_info info = muscle_info(world, id);
            print_message(
                "%2u around, %u substeps: %.1f and %.1f N, section %.5f, told %.1f of %.1f\n",
                around, substeps, down[1], up[1], info.section, info.force, info.force_most);
            assert_true(fabs(up[1] / info.force_most - 1) < 0.02);
            assert_true(fabs(down[1] / info.force_most + 1) < 0.02);
            assert_true(fabs(info.section / section - 1) < 0.1);
            plump_world_destroy(world);
            plump_mesh_destroy(mesh);
        }
    }
}

// --- momentum ---

static void muscles_keep_momentum_and_spin(void** state) {
    (void)state;
    for (model_kind kind = 0; kind < MODEL_KINDS; ++kind) {
        plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 400);
        plump_world* world = make_world(0, 1);
        plump_body_def def = plump_default_body_def();
        plump_body_id id;
        def.mesh = mesh;
        model_choose(&def, kind);
        def.velocity[0] = 1;
        def.angular_velocity[1] = 2;
        OK(plump_body_create(world, &def, &id, &kit_error));
        plump_body_info before = describe(world, id);
        plump_muscle_def muscle = plump_default_muscle_def();
        plump_muscle_id made;
        muscle.body = id;
        muscle.strength = 3e4f;
        muscle.activation = 1;
        OK(plump_muscle_create(world, &muscle, &made, &kit_error));
        step(world, 60);
        plump_body_info after = describe(world, id);
        double speed = sqrt(2 * before.kinetic_energy * before.mass);
        double spun = 0, pushed = 0;
        for (int k = 0; k < 3; ++k) {
            spun = fmax(spun, fabs(after.angular_momentum[k] - before.angular_momentum[k]));
            pushed = fmax(pushed, fabs(after.momentum[k] - before.momentum[k]));
        }
        print_message("%s: stretch %.2f, momentum %.1e, spin %.1e\n", model_rows[kind].name,
                      muscle_info(world, made).stretch, pushed / speed,
                      spun / before.angular_momentum[1]);
        assert_true(pushed < 1e-5 * speed);
        assert_true(spun < 1e-4 * before.angular_momentum[1]);
        plump_world_destroy(world);
        plump_mesh_destroy(mesh);
    }
}

// --- shortening ---

// Mean distance from the axis of the vertices at half height.
static double belly_radius(plump_world* world, plump_body_id id) {
    const pl_body* body = body_of(world, id);
    double sum = 0;
    uint32_t count = 0;
    float lo = 1e9f, hi = -1e9f;
    for (uint32_t i = 0; i < body->count; ++i) {
        lo = body->x[1][i] < lo ? body->x[1][i] : lo;
        hi = body->x[1][i] > hi ? body->x[1][i] : hi;
    }
    for (uint32_t i = 0; i < body->count; ++i) {
        double y = (double)body->x[1][i], middle = 0.5 * ((double)lo + (double)hi);
        if (fabs(y - middle) > 0.1 * ((double)hi - (double)lo)) continue;
        sum += sqrt((double)(body->x[0][i] * body->x[0][i] + body->x[2][i] * body->x[2][i]));
        count++;
    }
    return sum / count;
}

static void an_isolated_muscle_shortens_by_30_percent_and_thickens_accordingly(void** state) {
    (void)state;
    const model_kind kinds[] = {MODEL_PHYSICAL, MODEL_SPRINGS};
    const float damping[] = {0.05f, 0.3f}, strength[] = {1.6e4f, 0.9e4f};
    for (size_t i = 0; i < 2; ++i) {
        plump_mesh* mesh = make_cylinder(18, 0.15, 1);
        plump_world* world = make_world(0, 1);
        plump_body_def def = plump_default_body_def();
        plump_body_id id;
        def.mesh = mesh;
        def.frequency = 1;
        def.damping = damping[i];
        model_choose(&def, kinds[i]);
        OK(plump_body_create(world, &def, &id, &kit_error));
        plump_muscle_id muscle = make_muscle(world, id, strength[i], 1);
        double radius = belly_radius(world, id), error = 0;
        for (int k = 0; k < 120; ++k) {
            step(world, 1);
            plump_body_info info = describe(world, id);
            error = fmax(error, fabs(info.volume_error));
        }
        // flat ends dome out, so its length is that of its fibres
        double left = muscle_info(world, muscle).stretch;
        double thicker = belly_radius(world, id) / radius;
        print_message("%s: %.3f of its length, %.3f times as thick (1/sqrt: %.3f), volume %.1e\n",
                      model_rows[kinds[i]].name, left, thicker, sqrt(1 / left), error);
        assert_true(left > 0.65 && left < 0.75);
        assert_true(error <= 1e-6);
        assert_true(fabs(thicker * sqrt(left) - 1) < 0.1);
        plump_world_destroy(world);
        plump_mesh_destroy(mesh);
    }
}

// Fig. 3 of Hong et al.: what is painted takes what the shortening presses out.
static void painted_weights_make_one_side_bulge(void** state) {
    (void)state;
    double side[2][2];  // by paint: how far the flanks at +x and -x are from the line of the ends
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 600);
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* paint = malloc(count * sizeof *paint);
    double rest = 0;
    for (uint32_t i = 0; i < count; ++i)
        rest = fmax(rest, (double)plump_mesh_positions(mesh)[3 * i]);
    for (int painted = 0; painted < 2; ++painted) {
        plump_world* world = make_world(0, 1);
        plump_body_def def = plump_default_body_def();
        plump_body_id id;
        for (uint32_t i = 0; i < count; ++i)
            paint[i] = plump_mesh_positions(mesh)[3 * i] > 0 ? 1.0f : 0.05f;
        def.mesh = mesh;
        def.damping = 0.3f;
        def.frequency = 1.5f;
        def.volume_implicit = true;
        def.volume_momentum = false;  // its ends are held
        model_choose(&def, MODEL_SPRINGS);
        if (painted) def.vertex_volume = paint;
        OK(plump_body_create(world, &def, &id, &kit_error));
        plump_muscle_def muscle = plump_default_muscle_def();
        plump_muscle_id made;
        muscle.body = id;
        muscle.axis[1] = 1;
        muscle.strength = 8e4f;
        muscle.activation = 1;
        OK(plump_muscle_create(world, &muscle, &made, &kit_error));
        plump_obstacle_id ends[2] = {make_frame(world, 0, -0.5, 0), make_frame(world, 0, 0.5, 0)};
        for (int k = 0; k < 2; ++k)
            OK(plump_muscle_attach(world, made, (plump_muscle_end)k, ends[k], &kit_error));
        const float upright[4] = {0, 0, 0, 1};
        for (int k = 0; k < 90; ++k) {
            const double to[3] = {0, 0.5 - 0.3 * fmin(k / 60.0, 1), 0};
            OK(plump_obstacle_move(world, ends[1], to, upright, &kit_error));
            step(world, 1);
        }
        const pl_body* body = body_of(world, id);
        double lo = 0, hi = 0;
        for (uint32_t i = 0; i < body->count; ++i) {
            lo = fmin(lo, body->origin[0] + (double)body->x[0][i]);
            hi = fmax(hi, body->origin[0] + (double)body->x[0][i]);
        }
        side[painted][0] = hi - rest;
        side[painted][1] = -lo - rest;
        plump_world_destroy(world);
    }
    print_message("a muscle of radius %.3f at 0.7 of its length: its flanks move out by %.3f and "
                  "%.3f; painted %.3f and %.3f\n",
                  rest, side[0][0], side[0][1], side[1][0], side[1][1]);
    assert_true(side[0][0] > 0.004 && fabs(side[0][0] - side[0][1]) < 0.01);
    assert_true(side[1][0] > 0.01 && side[1][0] > 3 * side[1][1]);
    free(paint);
    plump_mesh_destroy(mesh);
}

// --- nothing explodes ---

static void try_hard(const plump_mesh* mesh, model_kind kind, float strength, float h,
                     float damping) {
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    model_choose(&def, kind);
    def.damping = damping;
    OK(plump_body_create(world, &def, &id, &kit_error));
    plump_muscle_def muscle = plump_default_muscle_def();
    plump_muscle_id made;
    muscle.body = id;
    muscle.strength = strength;
    muscle.activation = 1;
    muscle.time = 0;
    OK(plump_muscle_create(world, &muscle, &made, &kit_error));
    for (int k = 0; k < 60; ++k) OK(plump_world_step(world, h, 1, &kit_error));
    plump_body_info info = describe(world, id);
    double lo[3], hi[3];
    pl_body_box(body_of(world, id), lo, hi);
    assert_false(info.contained);
    // 1e9 Pa fling the ends about; without elasticity nothing ever stops them
    for (int k = 0; k < 3 && kind < MODEL_ELASTIC_KINDS && strength < 1e8f; ++k)
        assert_true(hi[k] - lo[k] < 10 * info.extent);
    // no more than the muscle has to give
    assert_true(info.kinetic_energy <= (double)strength * info.rest_volume + 1e-9);
    plump_world_destroy(world);
}

static void no_strength_and_no_step_explodes(void** state) {
    (void)state;
    const float strengths[] = {1e3f, 1e5f, 1e7f, 1e9f}, damping[] = {0, 0.3f, 1};
    const float steps[] = {1e-4f, 1.0f / 300, 1.0f / 60, 0.5f};
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 150);
    for (model_kind kind = 0; kind < MODEL_KINDS; ++kind)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                for (int k = 0; k < 3; ++k)
                    try_hard(mesh, kind, strengths[i], steps[j], damping[k]);
    plump_mesh_destroy(mesh);
}

// Collapsed to a point, a line or a plane, mirrored, thrown together, not finite, or far too fast.
static void spoil(pl_body* body, int how) {
    uint32_t seed = 5;
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->count; ++i) {
            seed = seed * 1664525u + 1013904223u;
            float any = (float)(seed >> 8) / 8388608.0f - 1.0f, x = body->x[k][i];
            if (how == 0 || (how == 1 && k != 1) || (how == 2 && k == 1)) x = 0;
            if (how == 3) x = -x;
            if (how == 4) x = any;
            if (how == 5 && i % 50 == 0) x = NAN;
            if (how == 6) body->v[k][i] = 1000 * any;
            body->x[k][i] = x;
        }
    }
}

static void an_active_muscle_lives_with_any_state(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 250);
    for (model_kind kind = 0; kind < MODEL_KINDS; ++kind) {
        for (int how = 0; how < 7; ++how) {
            plump_world* world = make_world(-9.81f, 1);
            plump_body_id id = make_model(world, mesh, kind);
            make_muscle(world, id, 1e5f, 1);
            if (how % 2) OK(plump_body_pin(world, id, 3, &kit_error));
            spoil(body_of(world, id), how);
            for (int i = 0; i < 60; ++i) {
                step(world, 1);
                const pl_body* body = body_of(world, id);
                for (int k = 0; k < 3; ++k)
                    for (uint32_t v = 0; v < body->count; ++v)
                        assert_true(isfinite(body->x[k][v]) && isfinite(body->v[k][v]));
            }
            plump_body_info info = describe(world, id);
            // what is a point has no way out but its elasticity
            if (kind != MODEL_BAG || how > 0) assert_true(fabs(info.volume_error) < 1e-3);
            plump_world_destroy(world);
        }
    }
    plump_mesh_destroy(mesh);
}

static void activation_0_leaves_every_bit(void** state) {
    (void)state;
    for (model_kind kind = 0; kind < MODEL_KINDS; ++kind) {
        plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 250);
        uint64_t bits[2];
        for (int with = 0; with < 2; ++with) {
            plump_world* world = make_world(-9.81f, 1);
            plump_body_id id = make_model(world, mesh, kind);
            make_frame(world, 0, -1, 0);
            OK(plump_body_pin(world, id, 0, &kit_error));
            if (with) make_muscle(world, id, 1e6f, 0);
            step(world, 30);
            bits[with] = body_bits(world, id);
            plump_world_destroy(world);
        }
        assert_true(bits[0] == bits[1]);
        plump_mesh_destroy(mesh);
    }
}

// Exact: after the time constant 1 - 1/e is reached, whatever the step.
static void activation_follows_in_its_time(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPINDLE, 250);
    for (int steps = 6; steps <= 96; steps *= 4) {
        plump_world* world = make_world(0, 1);
        plump_muscle_id id = make_muscle(world, make_body(world, mesh, 0), 1e3f, 0);
        world->muscles[0]->def.time = 0.1f;
        OK(plump_muscle_set_activation(world, id, 1, &kit_error));
        for (int i = 0; i < steps; ++i)
            OK(plump_world_step(world, 0.1f / (float)steps, 0, &kit_error));
        assert_true(fabs((double)muscle_info(world, id).activation - (1 - exp(-1.0))) < 1e-5);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

// --- bounds ---

static plump_result try_bell(plump_world* world, plump_body_id body, float cap, float best,
                             float width) {
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = body;
    def.cap = cap;
    def.best = best;
    def.width = width;
    plump_result result = plump_muscle_create(world, &def, &id, &kit_error);
    if (result == PLUMP_OK) OK(plump_muscle_destroy(world, id, &kit_error));
    return result;
}

// Documented in decimals, which floats are next to.
static void numbers_at_their_bounds_are_taken_and_beyond_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_cylinder(12, 0.2, 1);
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, mesh, 0);
    const float caps[2] = {0.001f, 0.45f}, bests[2] = {0.1f, 10}, widths[2] = {0.01f, 10};
    for (int k = 0; k < 2; ++k) {
        float away = k ? 1e9f : 0;
        assert_int_equal(try_bell(world, body, caps[k], 1, 0.5f), PLUMP_OK);
        assert_int_equal(try_bell(world, body, nextafterf(caps[k], away), 1, 0.5f),
                         PLUMP_ERROR_ARGUMENT);
        assert_int_equal(try_bell(world, body, 0.05f, bests[k], 0.05f), PLUMP_OK);
        assert_int_equal(try_bell(world, body, 0.05f, nextafterf(bests[k], away), 0.05f),
                         PLUMP_ERROR_ARGUMENT);
        assert_int_equal(try_bell(world, body, 0.05f, 10, widths[k]), PLUMP_OK);
        assert_int_equal(try_bell(world, body, 0.05f, 10, nextafterf(widths[k], away)),
                         PLUMP_ERROR_ARGUMENT);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fibres_of_a_cylinder_run_straight_and_evenly),
        cmocka_unit_test(every_section_of_a_spindle_has_as_many_fibres),
        cmocka_unit_test(given_fibres_are_read_as_they_are_used),
        cmocka_unit_test(the_bell_has_its_slope_and_its_integral),
        cmocka_unit_test(force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(a_held_cylinder_pulls_with_strength_times_section),
        cmocka_unit_test(muscles_keep_momentum_and_spin),
        cmocka_unit_test(an_isolated_muscle_shortens_by_30_percent_and_thickens_accordingly),
        cmocka_unit_test(painted_weights_make_one_side_bulge),
        cmocka_unit_test(no_strength_and_no_step_explodes),
        cmocka_unit_test(an_active_muscle_lives_with_any_state),
        cmocka_unit_test(activation_0_leaves_every_bit),
        cmocka_unit_test(activation_follows_in_its_time),
        cmocka_unit_test(numbers_at_their_bounds_are_taken_and_beyond_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
