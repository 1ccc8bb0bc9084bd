// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Friction on a slope of atan(1/2), where 0.5 holds and 0.49 slides by
//     1/2 g (sin - 0.49 cos) t^2 = 0.2742 m in 2.5 s.
//
// A box of 0.2 m, 20 Hz and damping 0.5 (on its base it sways at a few hertz, and at 0.1 would do
// so for long), steps of 1/120 s with substeps as needed. It settles under friction 1 first: let go
// at once it would gain speed before its contacts carry it. Then friction falls to 0.501 within a
// second and it rests for another: a sudden change would let go of the shear that some of the
// contacts hold, and what moves then finds nothing in a balance to stop it. The slope has 0.5 and
// the box what makes the geometric mean.
//
// Default: a plane. PLUMP_TEST_LONG=1: a box, a mesh and a sheet as the slope too, and finer boxes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

#define SLOPE_SECONDS 2.5

typedef enum slope_kind { SLOPE_PLANE, SLOPE_BOX, SLOPE_MESH, SLOPE_SHEET, SLOPE_KINDS } slope_kind;
static const char* const slope_names[SLOPE_KINDS] = {"plane", "box", "mesh", "sheet"};

// Down along +x. Half the angle of the slope, about z, downwards.
static void tilt(float rotation[4]) {
    double angle = atan(0.5);
    rotation[0] = rotation[1] = 0;
    rotation[2] = (float)-sin(angle / 2), rotation[3] = (float)cos(angle / 2);
}

static void add_slope(scene* s, slope_kind kind, uneven_floor* triangles) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.friction = def.friction_static = 0.5f;
    tilt(def.rotation);
    if (kind == SLOPE_PLANE) def.shape = PLUMP_OBSTACLE_PLANE;
    if (kind == SLOPE_BOX || kind == SLOPE_MESH) {
        // its upper side passes through zero
        def.shape = kind == SLOPE_BOX ? PLUMP_OBSTACLE_BOX : PLUMP_OBSTACLE_MESH;
        def.half_size[0] = def.half_size[2] = 2, def.half_size[1] = 0.5f;
        if (kind == SLOPE_MESH) def.mesh = scene_keep(s, mesh_slab(4, 1, 4, 7, 2, 7));
        def.position[0] = -0.5 * sin(atan(0.5)), def.position[1] = -0.5 * cos(atan(0.5));
    }
    if (kind == SLOPE_SHEET) {
        *triangles = uneven_floor_make(2, 9, 11);
        def.shape = PLUMP_OBSTACLE_SHEET;
        def.points = triangles->points, def.point_count = triangles->point_count;
        def.triangles = triangles->triangles, def.triangle_count = triangles->triangle_count;
    }
    scene_obstacle(s, &def);
}

static void set_friction(scene* s, double friction) {
    scene_set(s, 0, "friction_static", friction * friction / 0.5);
    scene_set(s, 0, "friction", friction * friction / 0.5);
}

// How far the centre goes down the slope in 2.5 s after settling, and how far it is off it
// sideways.
typedef struct slope_way {
    double down, aside;  // m
    double creep;        // m in the 7.5 s that follow, if it is to hold
} slope_way;

static slope_way slide(slope_kind kind, uint32_t vertices, double friction, float dt) {
    scene s = scene_begin(-9.81f, dt);
    uneven_floor triangles = {0};
    double angle = atan(0.5), down[3] = {cos(angle), -sin(angle), 0}, from[3];
    add_slope(&s, kind, &triangles);
    s.look_every = 1000;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, vertices, 0.2)), 20, 0, 0, 0);
    def.damping = 0.5f;
    tilt(def.rotation);
    def.position[0] = 0.101 * sin(angle), def.position[1] = 0.101 * cos(angle);
    def.can_sleep = false;
    def.friction = def.friction_static = 2;
    scene_body(&s, &def);
    scene_run(&s, 2);
    scene_at_most("speed once settled, m/s", scene_fastest(&s), 1e-3);
    for (int i = 119; i >= 0; --i) {
        set_friction(&s, 0.501 + 0.499 * (i / 120.0) * (i / 120.0));
        scene_step(&s);
    }
    scene_run(&s, 1);
    memcpy(from, s.judge[0].centre, sizeof from);
    set_friction(&s, friction);
    scene_run(&s, SLOPE_SECONDS);
    double way[3], then[3];
    memcpy(then, s.judge[0].centre, sizeof then);
    for (int k = 0; k < 3; ++k) way[k] = then[k] - from[k];
    slope_way out = {.down = volume_dot(way, down), .aside = fabs(way[2])};
    if (friction >= 0.5) scene_run(&s, 10 - SLOPE_SECONDS);
    out.creep = volume_apart(then, s.judge[0].centre);
    scene_expect_sound(&s);
    scene_end(&s);
    uneven_floor_free(&triangles);
    return out;
}

static void judge_slide(slope_kind kind, uint32_t vertices, double friction, float dt, double wish,
                        double by) {
    char line[120];
    slope_way way = slide(kind, vertices, friction, dt);
    snprintf(line, sizeof line, "friction %.3f on a %s, %u vertices, dt %.2g s: %.5f m, off by",
             friction, slope_names[kind], (unsigned)vertices, (double)dt, way.down);
    scene_at_most(line, fabs(way.down - wish), by);
    scene_at_most("sideways, m", way.aside, 1e-3);
    if (wish == 0) scene_at_most("creep in the 7.5 s after, m", way.creep, 1e-4);
}

static void judge_all(double friction, double wish, double by) {
    judge_slide(SLOPE_PLANE, 98, friction, 1.0f / 120, wish, by);
    for (int kind = SLOPE_PLANE; volume_long() && kind < SLOPE_KINDS; ++kind) {
        judge_slide((slope_kind)kind, 386, friction, 1.0f / 120, wish, by);
        judge_slide((slope_kind)kind, 386, friction, 1.0f / 60, wish, by);
    }
    volume_expect_good();
}

static void friction_a_hair_above_the_slope_holds(void** state) {
    (void)state;
    judge_all(0.501, 0, 1e-4);
}

// Coulomb's law leaves nothing here to stop what moves: 1 mm/s once gained would stay.
static void friction_of_the_slope_holds(void** state) {
    (void)state;
    judge_all(0.5, 0, 1e-3);
}

static void a_little_less_slides_as_far_as_the_formula_says(void** state) {
    (void)state;
    double angle = atan(0.5), pull = 9.81 * (sin(angle) - 0.49 * cos(angle));
    double wish = 0.5 * pull * SLOPE_SECONDS * SLOPE_SECONDS;
    judge_all(0.49, wish, 0.02 * wish);
}

// Static friction above the slope holds what sliding friction would not.
static void static_friction_holds_what_has_not_begun_to_slide(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    plump_obstacle_def slope = plump_default_obstacle_def();
    slope.shape = PLUMP_OBSTACLE_PLANE;
    slope.friction = 0.3f, slope.friction_static = 0.9f;
    tilt(slope.rotation);
    scene_obstacle(&s, &slope);
    s.look_every = 1000;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 98, 0.2)), 20, 0, 0, 0);
    def.damping = 0.5f;
    tilt(def.rotation);
    def.position[0] = 0.101 * sin(atan(0.5)), def.position[1] = 0.101 * cos(atan(0.5));
    def.can_sleep = false;
    def.friction = def.friction_static = 10;
    scene_body(&s, &def);
    scene_run(&s, 1.5);
    // slowly: where some of the contacts let go at once, they take the others with them
    for (int i = 120; i >= 0; --i) {
        scene_set(&s, 0, "friction", 0.3 * pow(10 / 0.3, i / 120.0));
        scene_set(&s, 0, "friction_static", 0.9 * pow(10 / 0.9, i / 120.0));
        scene_step(&s);
    }
    scene_look(&s);
    double from[3], push[3] = {cos(atan(0.5)), -sin(atan(0.5)), 0};
    memcpy(from, s.judge[0].centre, sizeof from);
    scene_run(&s, 1.5);
    scene_at_most("static friction 0.9 creeps, m", volume_apart(from, s.judge[0].centre), 1e-3);
    // a kick of 1 m/s begins the slide, which friction 0.3 then cannot stop
    float impulse[3];
    for (int k = 0; k < 3; ++k) impulse[k] = (float)(s.judge[0].total * push[k]);
    OK(plump_body_add_impulse(s.world, s.body[0], PLUMP_ALL_VERTICES, impulse, &kit_error));
    scene_run(&s, 0.5);
    scene_at_least("after a kick it slides on, m/s", volume_dot(s.judge[0].velocity, push), 1.2);
    scene_end(&s);
    volume_expect_good();
}

// A plate that moves sideways carries a box along.
static void a_moving_floor_takes_along_what_lies_on_it(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    const double middle[3] = {0, -0.1, 0};
    const float half[3] = {1, 0.1f, 1};
    scene_box(&s, middle, half, 0.8f);
    s.look_every = 1000;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 98, 0.2)), 20, 0, 0.101, 0);
    def.damping = 0.5f;
    def.friction = def.friction_static = 0.8f;
    scene_body(&s, &def);
    scene_run(&s, 1);
    double from = s.judge[0].centre[0], at = 0;
    for (int i = 0; i < 120; ++i) {
        at += 0.5 * (i < 60 ? (i + 1) / 60.0 : 1) / 120;  // up to 0.5 m/s within half a second
        scene_move(&s, 0, at, -0.1, 0);
        scene_step(&s);
    }
    scene_look(&s);
    scene_at_most("box behind its floor, m", fabs(s.judge[0].centre[0] - from - at), 2e-3);
    scene_at_most("speed against it, m/s", fabs(s.judge[0].velocity[0] - 0.5), 5e-3);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_a_hair_above_the_slope_holds),
        cmocka_unit_test(friction_of_the_slope_holds),
        cmocka_unit_test(a_little_less_slides_as_far_as_the_formula_says),
        cmocka_unit_test(static_friction_holds_what_has_not_begun_to_slide),
        cmocka_unit_test(a_moving_floor_takes_along_what_lies_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
