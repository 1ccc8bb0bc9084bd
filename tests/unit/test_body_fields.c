// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/world/body_fields.h"
#include "tests/unit/mesh_fixtures.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const plump_field* field_at(uint32_t index) {
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    assert_true(index < count);
    return fields + index;
}

static uint32_t field_count(void) {
    uint32_t count = 0;
    plump_body_fields(&count);
    return count;
}

static plump_mesh* make_mesh(void) {
    fixture box = fixture_box(1, 1, 1);
    outcome o = fixture_take(&box);
    assert_int_equal(o.result, PLUMP_OK);
    fixture_free(&box);
    return o.mesh;
}

// Every number of the struct by hand; sizes that no longer add up tell of a member without a field.
static void list_and_struct_hold_together(void** state) {
    (void)state;
    plump_body_def d = plump_default_body_def();
    uint32_t at = 0;
    size_t bytes = 0;
#define SAME(member, called)                                                                       \
    do {                                                                                           \
        assert_string_equal(field_at(at)->name, called);                                           \
        double before = (double)(member), other = field_at(at)->most;                              \
        if (other == before) other = field_at(at)->least;                                          \
        assert_true(plump_body_def_get(&d, called) == before);                                     \
        assert_int_equal(plump_body_def_set(&d, called, other, NULL), PLUMP_OK);                   \
        assert_true((double)(member) == plump_body_def_get(&d, called));                           \
        if (field_at(at)->most > field_at(at)->least) assert_true((double)(member) != before);     \
        bytes += sizeof(member);                                                                   \
        ++at;                                                                                      \
    } while (0)
    SAME(d.model, "model");
    SAME(d.position[0], "position.x");
    SAME(d.position[1], "position.y");
    SAME(d.position[2], "position.z");
    SAME(d.rotation[0], "rotation.x");
    SAME(d.rotation[1], "rotation.y");
    SAME(d.rotation[2], "rotation.z");
    SAME(d.rotation[3], "rotation.w");
    SAME(d.scale, "scale");
    SAME(d.velocity[0], "velocity.x");
    SAME(d.velocity[1], "velocity.y");
    SAME(d.velocity[2], "velocity.z");
    SAME(d.angular_velocity[0], "angular_velocity.x");
    SAME(d.angular_velocity[1], "angular_velocity.y");
    SAME(d.angular_velocity[2], "angular_velocity.z");
    SAME(d.density, "density");
    SAME(d.gravity_scale, "gravity_scale");
    SAME(d.acceleration[0], "acceleration.x");
    SAME(d.acceleration[1], "acceleration.y");
    SAME(d.acceleration[2], "acceleration.z");
    SAME(d.matching, "matching");
    SAME(d.frequency, "frequency");
    SAME(d.damping, "damping");
    SAME(d.radius, "radius");
    SAME(d.core, "core");
    SAME(d.contact_weight, "contact_weight");
    SAME(d.omega, "omega");
    SAME(d.stiffness, "stiffness");
    SAME(d.region_damping, "region_damping");
    SAME(d.normal_point, "normal_point");
    SAME(d.naive_sums, "naive_sums");
    SAME(d.passes, "passes");
    SAME(d.yield, "yield");
    SAME(d.creep, "creep");
    SAME(d.plastic_limit, "plastic_limit");
    SAME(d.spring_shear, "spring_shear");
    SAME(d.spring_bend, "spring_bend");
    SAME(d.spring_edge_damping, "spring_edge_damping");
    SAME(d.spring_shear_damping, "spring_shear_damping");
    SAME(d.spring_bend_damping, "spring_bend_damping");
    SAME(d.spring_implicit, "spring_implicit");
    SAME(d.volume, "volume");
    SAME(d.volume_scale, "volume_scale");
    SAME(d.volume_time, "volume_time");
    SAME(d.compressibility, "compressibility");
    SAME(d.volume_global, "volume_global");
    SAME(d.volume_inner, "volume_inner");
    SAME(d.volume_thick, "volume_thick");
    SAME(d.volume_thin, "volume_thin");
    SAME(d.volume_smoothing, "volume_smoothing");
    SAME(d.volume_momentum, "volume_momentum");
    SAME(d.volume_velocity, "volume_velocity");
    SAME(d.volume_exact, "volume_exact");
    SAME(d.friction, "friction");
    SAME(d.friction_static, "friction_static");
    SAME(d.restitution, "restitution");
    SAME(d.margin, "margin");
    SAME(d.soft_contact, "soft_contact");
    SAME(d.self_contact, "self_contact");
    SAME(d.category, "category");
    SAME(d.collides_with, "collides_with");
    SAME(d.can_sleep, "can_sleep");
    SAME(d.sleep_speed, "sleep_speed");
    SAME(d.part_contact, "part_contact");
    SAME(d.firmness, "firmness");
    SAME(d.volume_implicit, "volume_implicit");
    SAME(d.volume_printed, "volume_printed");
    SAME(d.zone_reach, "zone_reach");
    SAME(d.zone_least, "zone_least");
    SAME(d.zone_most, "zone_most");
    SAME(d.zone_fade, "zone_fade");
    assert_int_equal(at, field_count());
    // what is no number: mesh, six paints, user, cookie; and the gaps that alignment leaves
    bytes += sizeof d.mesh + sizeof d.vertex_mass + sizeof d.vertex_stiffness +
             sizeof d.vertex_volume + sizeof d.vertex_shear + sizeof d.vertex_bend +
             sizeof d.vertex_damping + sizeof d.user + sizeof d.cookie;
    assert_true(bytes <= sizeof d && sizeof d - bytes <= 32);
}

static void defaults_are_in_range_and_accepted(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    plump_error error;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
    for (uint32_t i = 0; i < field_count(); ++i) {
        const plump_field* f = field_at(i);
        assert_true(f->least <= f->usual && f->usual <= f->most);
        assert_true(plump_body_def_get(&def, f->name) == f->usual ||
                    plump_body_def_get(&def, f->name) == (double)(float)f->usual);
        assert_true(f->name[0] && f->text[0]);
    }
    assert_true(def.density == 1000 && def.frequency == 3 && def.rotation[3] == 1);
    assert_true(def.can_sleep && def.omega == 3 && def.passes == 1);
    assert_true(def.volume == PLUMP_VOLUME_BODY && def.volume_scale == 1 && def.volume_exact);
    plump_mesh_destroy(mesh);
}

static void both_sides_of_every_limit(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    for (uint32_t i = 0; i < field_count(); ++i) {
        const plump_field* f = field_at(i);
        const double in[] = {f->least, f->most, f->usual};
        const double out[] = {nextafter(f->least, -INFINITY),
                              nextafter(f->most, INFINITY),
                              f->least - 1,
                              f->most + 1,
                              NAN,
                              INFINITY,
                              -INFINITY,
                              DBL_MAX};
        plump_body_def def = plump_default_body_def();
        def.mesh = mesh;
        plump_error error;
        for (unsigned k = 0; k < 3; ++k) {
            assert_int_equal(plump_body_def_set(&def, f->name, in[k], &error), PLUMP_OK);
            assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
        }
        for (unsigned k = 0; k < 8; ++k) {
            // a float cannot tell the neighbour of its bound from the bound
            if (k < 2 && (double)(float)out[k] == (double)(float)in[k]) continue;
            plump_body_def before = def;
            memset(&error, 0, sizeof error);
            assert_int_equal(plump_body_def_set(&def, f->name, out[k], &error),
                             PLUMP_ERROR_ARGUMENT);
            assert_int_equal(error.code, PLUMP_ERROR_ARGUMENT);
            assert_non_null(strstr(error.text, f->name));
            assert_memory_equal(&before, &def, sizeof def);
        }
        if (f->whole) assert_int_not_equal(plump_body_def_set(&def, f->name, 0.5, NULL), PLUMP_OK);
    }
    plump_mesh_destroy(mesh);
}

// Bounds as floats of the struct: 0.01f lies below 0.01 and must do.
static void bounds_written_as_floats_are_accepted(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.frequency = 0.01f, def.scale = 1e-6f, def.density = 1e-6f;
    assert_int_equal(pl_body_def_check(&def, NULL), PLUMP_OK);
    def.frequency = nextafterf(0.01f, 0);
    assert_int_equal(pl_body_def_check(&def, NULL), PLUMP_ERROR_ARGUMENT);
    plump_mesh_destroy(mesh);
}

static void texts_say_what_and_what_would_do(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_body_def def = plump_default_body_def();
    plump_error error;
#define REFUSED(text_)                                                                             \
    do {                                                                                           \
        assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);                   \
        assert_string_equal(error.text, text_);                                                    \
    } while (0)
    REFUSED("the body definition has no mesh; set def.mesh to its rest shape");
    def.mesh = mesh;
    def.density = -1;
    REFUSED("body density is -1 kg/m^3; it must be at least 1e-06");
    def.density = 2e9f;
    REFUSED("body density is 2e+09 kg/m^3; it must be at most 1e+09");
    def.density = NAN;
    REFUSED("body density is nan kg/m^3; it must be a number from 1e-06 to 1e+09");
    def.density = 1000;
    def.omega = 9;
    REFUSED("body omega is 9; it must be a whole number from 1 to 8");
    def.omega = 3;
    memset(&def.can_sleep, 2, 1);
    REFUSED("body can_sleep is 2; it must be a whole number from 0 to 1");
    def.can_sleep = true;
    def.matching = (plump_matching)77;
    REFUSED("body matching is 77; it must be a whole number from 0 to 1");
    def.matching = PLUMP_MATCHING_PAPER;
    def.rotation[3] = 0;
    REFUSED("body rotation is 0, 0, 0, 0; a quaternion needs a length, and 0, 0, 0, 1 turns "
            "nothing");
    def.rotation[1] = 1e-45f;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
    def.cookie ^= 1;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "plump_default_body_def()"));
    assert_int_equal(plump_body_def_set(&def, "density", 1, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(pl_body_def_check(NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_mesh_destroy(mesh);
}

static void paint_is_checked_vertex_by_vertex(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_body_def def = plump_default_body_def();
    plump_error error;
    float paint[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    const float bad_mass[] = {0, -1, NAN, INFINITY, FLT_MAX, 1e-45f};
    const float bad_stiffness[] = {-1, 1.5f, NAN, -INFINITY};
    def.mesh = mesh;
    def.vertex_mass = paint;
    for (unsigned k = 0; k < 6; ++k) {
        paint[7] = bad_mass[k];
        assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "vertex_mass"));
        assert_non_null(strstr(error.text, "vertex 7"));
    }
    def.vertex_mass = NULL;
    def.vertex_stiffness = paint;
    for (unsigned k = 0; k < 4; ++k) {
        paint[7] = bad_stiffness[k];
        assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "vertex_stiffness"));
    }
    paint[7] = 0;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
    plump_mesh_destroy(mesh);
}

static void volume_paint_needs_a_vertex_that_takes_part(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_body_def def = plump_default_body_def();
    plump_error error;
    float paint[8] = {0};
    const float bad[] = {-1, -1e-30f, NAN, INFINITY, FLT_MAX, 1.1e6f};
    def.mesh = mesh;
    def.vertex_volume = paint;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text,
                        "body vertex_volume is 0, or next to it, at every vertex; at least one "
                        "must have 1e-06 or more to take part in the volume correction");
    paint[0] = 1e-45f;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
    paint[3] = 1e-6f;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
    paint[3] = 1e6f;
    assert_int_equal(pl_body_def_check(&def, &error), PLUMP_OK);
    for (unsigned k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        paint[5] = bad[k];
        assert_int_equal(pl_body_def_check(&def, &error), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "vertex_volume"));
        assert_non_null(strstr(error.text, "vertex 5"));
    }
    plump_mesh_destroy(mesh);
}

static void wrong_names_are_answered_with_the_nearest(void** state) {
    (void)state;
    const char* const tries[][2] = {
        {"frequenzy", "frequency"},
        {"Density", "density"},
        {"velocityx", "velocity.x"},
        {"positon.z", "position.z"},
        {"sleepspeed", "sleep_speed"},
        {"passs", "passes"},
        {"", "core"},
    };
    plump_body_def def = plump_default_body_def(), before = def;
    plump_error error;
    for (unsigned i = 0; i < sizeof tries / sizeof tries[0]; ++i) {
        char expected[128];
        snprintf(expected, sizeof expected, "a body has no field \"%s\"; the nearest is \"%s\"",
                 tries[i][0], tries[i][1]);
        assert_int_equal(plump_body_def_set(&def, tries[i][0], 1, &error), PLUMP_ERROR_ARGUMENT);
        if (tries[i][0][0]) assert_string_equal(error.text, expected);
        assert_true(isnan(plump_body_def_get(&def, tries[i][0])));
    }
    char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    assert_int_equal(plump_body_def_set(&def, endless, 1, &error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "the nearest is"));
    assert_int_equal(plump_body_def_set(&def, "a\nb\x80", 1, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(plump_body_def_set(&def, NULL, 1, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_def_set(NULL, "density", 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_true(isnan(plump_body_def_get(NULL, "density")));
    assert_true(isnan(plump_body_def_get(&def, NULL)));
    assert_memory_equal(&def, &before, sizeof def);
}

static void names_are_unique_and_creation_stays_fixed(void** state) {
    (void)state;
    static const char* const fixed[] = {"model",        "matching",   "radius",     "omega",
                                        "normal_point", "naive_sums", "position.x", "velocity.y"};
    for (uint32_t i = 0; i < field_count(); ++i)
        for (uint32_t j = 0; j < i; ++j)
            assert_string_not_equal(field_at(i)->name, field_at(j)->name);
    for (unsigned k = 0; k < sizeof fixed / sizeof fixed[0]; ++k) {
        uint32_t index;
        assert_true(pl_body_field_find(fixed[k], &index, NULL));
        assert_false(field_at(index)->changeable);
        assert_false(pl_body_field_changeable(fixed[k]));
    }
    assert_true(pl_body_field_changeable("frequency"));
    assert_false(pl_body_field_changeable("no such"));
    assert_false(pl_body_field_changeable(NULL));
    assert_non_null(plump_body_fields(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_and_struct_hold_together),
        cmocka_unit_test(defaults_are_in_range_and_accepted),
        cmocka_unit_test(both_sides_of_every_limit),
        cmocka_unit_test(bounds_written_as_floats_are_accepted),
        cmocka_unit_test(texts_say_what_and_what_would_do),
        cmocka_unit_test(paint_is_checked_vertex_by_vertex),
        cmocka_unit_test(volume_paint_needs_a_vertex_that_takes_part),
        cmocka_unit_test(wrong_names_are_answered_with_the_nearest),
        cmocka_unit_test(names_are_unique_and_creation_stays_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
