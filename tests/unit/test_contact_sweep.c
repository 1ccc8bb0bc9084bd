// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Nothing goes through: balls at 10, 100 and 1,000 m/s against a plane, a sheet without thickness,
// a wall of 1 mm and a soft plate of 20 mm, in steps of 5 and 16 ms; and bars that spin on an edge.
//
// A ball of 0.2 m and 162 vertices at 10 Hz, aimed from changing directions, one substep per step
// or as needed. What flies is looked at after every step: no vertex may come out behind.
//
// Default: 3 seeds. PLUMP_TEST_LONG=1: 50, and 10^4 rad/s. With PLUMP_TEST_OPEN=1 also 10^4 to
// 10^6 m/s.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

typedef enum wall_kind { WALL_PLANE, WALL_SHEET, WALL_THIN, WALL_SOFT, WALL_KINDS } wall_kind;
static const char* const wall_names[WALL_KINDS] = {"plane", "sheet", "wall of 1 mm", "soft plate"};

// The wall lies at y = 0; balls come from above.
static void add_wall(scene* s, wall_kind kind) {
    const double middle[3] = {0, -0.0005, 0};
    const float half[3] = {3, 0.0005f, 3};
    if (kind == WALL_PLANE) scene_floor(s, 0.5f);
    if (kind == WALL_THIN) scene_box(s, middle, half, 0.5f);
    if (kind == WALL_SHEET) {
        uneven_floor f = uneven_floor_make(3, 6, 5);
        scene_sheet(s, &f);
        uneven_floor_free(&f);
    }
    if (kind == WALL_SOFT) {
        plump_body_def def =
            scene_def(scene_keep(s, mesh_slab(1, 0.02, 1, 16, 1, 16)), 5, 0, -0.01, 0);
        scene_body(s, &def);
    }
}

// From somewhere above towards the middle, at most `most` from the vertical, so far away that
// it arrives within the third step at the latest, anywhere in a step.
static plump_body_def aimed(const plump_mesh* ball, double speed, double dt, double most,
                            uint64_t seed) {
    plump_body_def def = scene_def(ball, 10, 0, 0, 0);
    for (int i = 0; i < 4; ++i) volume_random(&seed);
    double angle = VOLUME_PI * volume_random(&seed), lean = most * fabs(volume_random(&seed));
    double way[3] = {sin(lean) * cos(angle), -cos(lean), sin(lean) * sin(angle)};
    double far = (1.5 + volume_random(&seed)) * speed * dt;
    double aim[3] = {0.1 * volume_random(&seed), 0.12 + 0.01 * fabs(volume_random(&seed)),
                     0.1 * volume_random(&seed)};
    for (int k = 0; k < 3; ++k) {
        def.velocity[k] = (float)(speed * way[k]);
        def.position[k] = aim[k] - far * way[k];
    }
    for (int k = 0; k < 4; ++k) def.rotation[k] = (float)volume_random(&seed);
    return def;
}

// The lowest vertex of the ball above a fixed wall, as long as that is below it; in sizes.
static double lowest(const scene* s) {
    double low = INFINITY;
    const judge_body* b = &s->judge[s->body_count - 1];
    if (fabs(b->centre[0]) > 2.7 || fabs(b->centre[2]) > 2.7) return low;  // tips over the border
    for (size_t i = 0; i < b->count; ++i) {
        const double* x = b->x + 3 * i;
        bool over = fabs(x[0]) < 2.9 && fabs(x[2]) < 2.9;
        if (over) low = fmin(low, x[1] / b->size);
    }
    return low;
}

// Whether the soft plate lies behind the ball: the surface first met looking back from the ball's
// centre is the plate's lower side.
static bool behind_plate(const scene* s, const double way[3]) {
    const judge_body *plate = &s->judge[0], *ball = &s->judge[1];
    const double back[3] = {-way[0], -way[1], -way[2]};
    double distance;
    uint32_t t = judge_ray(&plate->surface, ball->centre, back, &distance);
    if (t == UINT32_MAX) return false;
    const uint32_t* c = plump_mesh_indices(plate->mesh) + 3 * (size_t)t;
    const float* rest = plump_mesh_positions(plate->mesh);
    return rest[3 * (size_t)c[0] + 1] + rest[3 * (size_t)c[1] + 1] + rest[3 * (size_t)c[2] + 1] < 0;
}

// How deep vertices of the ball are in the soft plate, sizes.
static double in_plate(const scene* s) {
    const judge_body *plate = &s->judge[0], *ball = &s->judge[1];
    double deepest = 0;
    for (size_t i = 0; i < ball->count; ++i)
        deepest = fmax(deepest, judge_depth(&plate->surface, ball->x + 3 * i));
    return deepest / ball->size;
}

typedef struct shot {
    bool through, finite;
    double inside;         // of the soft plate, sizes
    double deepest, last;  // behind the wall, sizes: in any step, and in the end
    double volume_last;
    uint64_t stopped;
} shot;

static shot shoot(const plump_mesh* ball, wall_kind kind, double speed, float dt, uint32_t substeps,
                  uint64_t seed) {
    scene s = scene_begin(0, dt);
    s.substeps = substeps;
    shot out = {.finite = true};
    add_wall(&s, kind);
    s.look_every = 1000000;
    // the plate is small and gives way: what comes from the side slides over its border
    plump_body_def def = aimed(ball, speed, (double)dt, kind == WALL_SOFT ? 0.3 : 0.87, seed);
    scene_body(&s, &def);
    double way[3];
    for (int k = 0; k < 3; ++k) way[k] = (double)def.velocity[k] / speed;
    for (int i = 0; i < (kind == WALL_SOFT ? 16 : 60) && out.finite; ++i) {
        scene_step(&s);
        for (uint32_t b = 0; b < s.body_count; ++b) {
            scene_read(&s, b);
            out.finite = out.finite && s.judge[b].finite;
        }
        double behind = kind == WALL_SOFT ? 0 : -lowest(&s);
        out.last = behind > 0 ? behind : 0;
        out.deepest = fmax(out.deepest, out.last);
        if (kind != WALL_SOFT) continue;
        out.through = out.through || behind_plate(&s, way);
        out.inside = fmax(out.inside, in_plate(&s));
    }
    out.through = out.through || out.deepest > 0.25;
    const judge_body* b = &s.judge[s.body_count - 1];
    out.volume_last = fabs(b->volume / plump_mesh_volume(ball) - 1);
    out.stopped = s.worst.stopped;
    scene_end(&s);
    return out;
}

static void shoot_all(wall_kind kind, uint32_t substeps, const double* speeds, size_t speed_count) {
    const float steps[] = {0.005f, 0.016f};
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2);
    uint64_t seeds = volume_long() ? 50 : 3;
    for (size_t v = 0; v < speed_count; ++v)
        for (size_t d = 0; d < 2; ++d) {
            shot sum = {.finite = true};
            int through = 0;
            for (uint64_t seed = 0; seed < seeds; ++seed) {
                shot one = shoot(ball, kind, speeds[v], steps[d], substeps, seed);
                through += one.through || !one.finite;
                sum.deepest = fmax(sum.deepest, one.deepest);
                sum.last = fmax(sum.last, one.last);
                sum.inside = fmax(sum.inside, one.inside);
                sum.volume_last = fmax(sum.volume_last, one.volume_last);
                sum.stopped += one.stopped;
            }
            print_message("%s, %g m/s, %g ms; stopped %u times\n", wall_names[kind], speeds[v],
                          1000 * (double)steps[d], (unsigned)sum.stopped);
            scene_at_most("balls through", through, 0);
            scene_at_most("deepest vertex behind, sizes", sum.deepest, SCENE_TRANSIT);
            scene_at_most("and in the end", sum.last, SCENE_REST);
            // 100 m/s stretch the plate to four times its length
            scene_at_most("in the soft plate, sizes", sum.inside, speeds[v] < 50 ? 0.02 : 0.1);
            // at 1,000 m/s they leave spinning so fast that a substep turns them by radians
            if (speeds[v] < 500) scene_at_most("volume error in the end", sum.volume_last, 1e-6);
        }
    plump_mesh_destroy(ball);
    volume_expect_good();
}

static const double fast[] = {10, 100, 1000};

static void no_ball_goes_through_a_plane(void** state) {
    (void)state;
    shoot_all(WALL_PLANE, 0, fast, 3);
}

static void no_ball_goes_through_a_sheet(void** state) {
    (void)state;
    shoot_all(WALL_SHEET, 0, fast, 3);
}

static void no_ball_goes_through_a_wall_of_a_millimetre(void** state) {
    (void)state;
    shoot_all(WALL_THIN, 0, fast, 3);
}

static void no_ball_goes_through_a_soft_plate(void** state) {
    (void)state;
    shoot_all(WALL_SOFT, 0, fast, 3);
}

// Where nobody is stopped in time, the plate's upper side would be driven through its lower one.
static void no_ball_drives_a_soft_plate_through_itself(void** state) {
    (void)state;
    shoot_all(WALL_SOFT, 16, fast, 3);
    if (volume_long()) shoot_all(WALL_SOFT, 4, fast, 3);
}

// From the side it slides over the plate and off it, and neither keeps hold of the other. In 8
// substeps: as many as needed are 2 where the plate is stretched most and all are slow, and half of
// the balls stay caught.
static void a_ball_is_not_caught_in_a_soft_plate(void** state) {
    (void)state;
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2);
    for (uint64_t seed = 10; seed < 12; ++seed) {
        scene s = scene_begin(0, 0.005f);
        s.substeps = 8;
        add_wall(&s, WALL_SOFT);
        plump_body_def def = aimed(ball, 10, 0.005, 0.87, seed);
        scene_body(&s, &def);
        scene_run(&s, 2);
        scene_expect_transit(&s);
        scene_expect_rest(&s);
        judge_crossings c = judge_count_crossings(s.judge, 2);
        scene_at_most("crossing pairs of triangles at the end", (double)c.between, 0);
        scene_expect_sound(&s);
        scene_end(&s);
    }
    plump_mesh_destroy(ball);
    volume_expect_good();
}

// Beyond what others allow: no wall is passed, and slowing down is told.
static void no_speed_goes_through_a_wall(void** state) {
    (void)state;
    const double faster[] = {1e4, 1e5, 1e6};
    if (!volume_long()) skip();
    open_claim();
    shoot_all(WALL_PLANE, 0, faster, 3);
    shoot_all(WALL_SHEET, 0, faster, 3);
}

// --- spin ---

// A bar of 0.8 m spinning about z drops onto the edge of a box, or a sheet's border; it may bounce
// away, but no vertex and no edge may pass.
static void spin_on_edge(double spin, bool sheet) {
    scene s = scene_begin(-9.81f, 0.005f);
    const double middle[3] = {0.5, -0.2, 0};
    const float half[3] = {0.5f, 0.2f, 1};
    uneven_floor f = uneven_floor_make(1, 4, 9);
    if (sheet) {
        scene_sheet(&s, &f);
    } else {
        scene_box(&s, middle, half, 0.5f);
    }
    plump_body_def def = scene_def(scene_keep(&s, mesh_slab(0.8, 0.1, 0.1, 24, 3, 3)), 20,
                                   sheet ? 0.8 : 0.1, 0.6, 0);
    def.angular_velocity[2] = (float)spin;
    def.velocity[1] = -1;
    def.damping = 0.3f;
    scene_body(&s, &def);
    double below = 0;
    for (int i = 0; i < 100 && s.worst.finite; ++i) {
        scene_step(&s);
        for (size_t k = 0; sheet && k < s.judge[0].count; ++k) {
            const double* x = s.judge[0].x + 3 * k;
            // what lies under the sheet and not beside it has come through
            if (fabs(x[0]) < 0.99 && fabs(x[2]) < 0.99)
                below = fmax(below, -x[1] / s.judge[0].size);
        }
    }
    print_message("%s, %g rad/s, stopped %u times:\n", sheet ? "sheet" : "box edge", spin,
                  (unsigned)s.worst.stopped);
    if (sheet) {
        scene_at_most("below the sheet, sizes", below, SCENE_TRANSIT);
    } else {
        scene_at_most("edge in the bar, of half its thickness", s.worst.deepest / 0.0625, 1);
        // at 10^4 rad/s it turns by radians in a substep; at 10^3 its end moves by the bar's width,
        // and 1.4 % were seen
        if (fabs(spin) < 500)
            scene_expect_transit(&s);
        else if (fabs(spin) < 5000)
            scene_at_most("deepest overlap on the way, sizes", s.worst.deepest, 0.02);
    }
    scene_expect_sound(&s);
    uneven_floor_free(&f);
    scene_end(&s);
}

static void a_spinning_bar_does_not_pass_an_edge(void** state) {
    (void)state;
    const double spins[] = {20, 100, 1000, 10000};
    for (size_t i = 0; i < (volume_long() ? 4 : 3); ++i) {
        spin_on_edge(spins[i], false);
        spin_on_edge(-spins[i], false);
    }
    volume_expect_good();
}

static void a_spinning_bar_does_not_pass_a_sheet(void** state) {
    (void)state;
    const double spins[] = {20, 100, 1000, 10000};
    for (size_t i = 0; i < (volume_long() ? 4 : 3); ++i) spin_on_edge(spins[i], true);
    volume_expect_good();
}

// --- what turns ---

// A bat of 4 m turns about its middle into a ball of 20 cm, 1.5 m out: twice its speed there is
// what a rigid ball without loss would get.
static void swing_bat(double spin, float dt) {
    scene s = scene_begin(0, dt);
    const double middle[3] = {0, 0, 0};
    const float half[3] = {2, 0.05f, 0.5f};
    uint32_t bat = scene_box(&s, middle, half, 0.5f);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
    plump_body_def def = scene_def(ball, 10, 1.5, 0.16, 0);
    scene_body(&s, &def);
    for (int i = 1; i * (double)dt < 0.2; ++i) {
        double angle = 0.5 * spin * i * (double)dt;
        const float turn[4] = {0, 0, (float)sin(angle), (float)cos(angle)};
        OK(plump_obstacle_move(s.world, s.obstacle[bat], middle, turn, &kit_error));
        scene_step(&s);
    }
    char line[80];
    snprintf(line, sizeof line, "%.0f rad/s, steps of %g s: speed over the bat's", spin,
             (double)dt);
    scene_at_most(line, scene_fastest(&s) / (1.5 * spin), 2.0);
    scene_at_least(line, scene_fastest(&s) / (1.5 * spin), 0.5);
    scene_at_most("volume error", s.worst.volume_error, 1e-5);
    volume_judge(s.worst.finite, "all numbers are finite", s.worst.finite);
    scene_end(&s);
}

static void a_bat_that_turns_throws_a_ball(void** state) {
    (void)state;
    const double spins[] = {12, 25};
    for (size_t i = 0; i < 2; ++i) {
        swing_bat(spins[i], 0.005f);
        swing_bat(spins[i], 0.01f);
    }
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bat_that_turns_throws_a_ball),
        cmocka_unit_test(no_ball_goes_through_a_plane),
        cmocka_unit_test(no_ball_goes_through_a_sheet),
        cmocka_unit_test(no_ball_goes_through_a_wall_of_a_millimetre),
        cmocka_unit_test(no_ball_goes_through_a_soft_plate),
        cmocka_unit_test(no_ball_drives_a_soft_plate_through_itself),
        cmocka_unit_test(a_ball_is_not_caught_in_a_soft_plate),
        cmocka_unit_test(no_speed_goes_through_a_wall),
        cmocka_unit_test(a_spinning_bar_does_not_pass_an_edge),
        cmocka_unit_test(a_spinning_bar_does_not_pass_a_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
