// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pictures of docs/volume.md: a fingertip in a belly, balls between plates, twisted bars,
// inflated bears.
//
// The finger makes its dent at once, from inside the library: places within it go to its surface
// and are marked as touching. Plates are obstacles.
#include "src/world/world_data.h"
#include "tools/draw_model/draw_scene.h"

#include <plump/obstacle.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void say(plump_world* world, plump_body_id body, const char* what, float global) {
    plump_body_info info;
    plump_error error;
    draw_check(plump_body_describe(world, body, &info, &error), &error);
    printf("%s, global %g: V / V0 - 1 = %.1e\n", what, (double)global,
           info.volume / info.rest_volume - 1);
}

// --- a finger ---

#define FINGER 0.07  // m, its radius
#define DEPTH  0.07  // m, how far it goes in
#define TOUCH  0.01  // m: places nearer than this touch, more and more

// How far a point is outside the finger, and which way leads out. It comes along z and ends in half
// a ball.
static double finger_gap(const double tip[3], const double x[3], double out[3]) {
    double d[3] = {x[0] - tip[0], x[1] - tip[1], x[2] - tip[2] - FINGER};
    if (d[2] > 0) d[2] = 0;
    double away = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; ++k) out[k] = away > 0 ? d[k] / away : k == 1;
    return away - FINGER;
}

static void dent(pl_body* body, const double tip[3]) {
    for (uint32_t i = 0; i < body->count; ++i) {
        double x[3], out[3];
        for (int k = 0; k < 3; ++k) x[k] = (double)body->x[k][i] + body->origin[k];
        double gap = finger_gap(tip, x, out);
        for (int k = 0; k < 3 && gap < 0; ++k)
            body->x[k][i] = (float)((double)body->x[k][i] - gap * out[k]);
        body->contact[i] = (float)fmin(fmax(1 - gap / TOUCH, 0), 1);
    }
}

// Goes to the foremost vertex of the belly.
static void find_belly(const plump_mesh* mesh, double tip[3]) {
    tip[2] = -1;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* p = plump_mesh_positions(mesh) + 3 * (size_t)i;
        if (fabsf(p[0]) > 0.05f || fabsf(p[1] + 0.09f) > 0.05f || (double)p[2] < tip[2]) continue;
        for (int k = 0; k < 3; ++k) tip[k] = (double)p[k];
    }
}

// Presses the finger in, all at once, and takes a step. Global below 0: volume free.
static float* poke(const plump_mesh* mesh, float global) {
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    plump_error error;
    double tip[3] = {0};
    def.mesh = mesh;
    def.volume = global < 0 ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
    def.volume_global = fmaxf(global, 0);
    plump_body_id body = draw_body(world, &def);
    find_belly(mesh, tip);
    tip[2] -= DEPTH;
    dent(pl_world_find(world, body, &error), tip);
    draw_check(plump_world_step(world, 0.005f, 1, &error), &error);
    say(world, body, "finger", global);
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    plump_world_destroy(world);
    return positions;
}

// Red where the volume stage moves the surface, in full where it moves five times the mean.
static plump_colour* paint_ways(const float* before, const float* after, uint32_t count) {
    plump_colour* paint = draw_memory(count, sizeof *paint);
    double *way = draw_memory(count, sizeof *way), mean = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 3 * i; k < 3 * i + 3; ++k) {
            double d = (double)after[k] - (double)before[k];
            way[i] += d * d;
        }
        way[i] = sqrt(way[i]);
        mean += way[i] / count;
    }
    for (uint32_t i = 0; i < count; ++i)
        paint[i] = draw_fade(draw_colour(0xc9231a), way[i] / (5 * mean));
    printf("the volume stage moves vertices by %.2g m on average\n", mean);
    free(way);
    return paint;
}

// Where does the volume go?
void draw_finger(draw_canvas* canvas) {
    static const float globals[] = {0, 0.1f, 0.5f, 1};
    draw_sheet* sheet = draw_begin(820, 290);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_picture_set_view(&sheet->def, "25,8");
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    float *before = poke(mesh, -1), *positions[4];
    plump_colour* paints[4];
    for (int i = 0; i < 4; ++i) {
        positions[i] = poke(mesh, globals[i]);
        paints[i] = paint_ways(before, positions[i], plump_mesh_vertex_count(mesh));
        draw_add_posed(sheet, mesh, positions[i], 0.9 * i)->vertex_colours = paints[i];
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "volume_finger.png");
    for (int i = 0; i < 4; ++i) free(positions[i]), free(paints[i]);
    free(before);
    plump_mesh_destroy(mesh);
}

// --- plates ---

#define SQUEEZED 0.5  // of the ball's height

// Plates come together within half a second and stay for another one and a half; global
// below 0: volume free.
static float* squeeze(const plump_mesh* mesh, float global) {
    plump_world* world = draw_world(0);
    plump_obstacle_id plates[2];
    plump_error error;
    plump_obstacle_def plate = plump_default_obstacle_def();
    plate.shape = PLUMP_OBSTACLE_BOX;
    plate.half_size[0] = plate.half_size[2] = 2;
    plate.friction = plate.friction_static = 0;
    for (int k = 0; k < 2; ++k) {
        plate.position[1] = k ? 1.01 : -1.01;
        draw_check(plump_obstacle_create(world, &plate, &plates[k], &error), &error);
    }
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.damping = 0.5f;
    def.volume = global < 0 ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
    def.volume_global = fmaxf(global, 0);
    plump_body_id body = draw_body(world, &def);
    for (int i = 1; i <= 240; ++i) {
        const float upright[4] = {0, 0, 0, 1};
        double away = 1 - 0.5 * (1 - SQUEEZED) * fmin(i / 60.0, 1);
        for (int k = 0; k < 2; ++k) {
            const double place[3] = {0, k ? away : -away, 0};
            draw_check(plump_obstacle_move(world, plates[k], place, upright, &error), &error);
        }
        draw_run(world, 1.0 / 120);
    }
    say(world, body, "plates", global);
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    plump_world_destroy(world);
    return positions;
}

// A plate seen from its edge.
static void add_plate(draw_sheet* sheet, double height, double right) {
    double from[3] = {-0.72, height, 0}, to[3] = {0.72, height, 0};
    draw_shift(sheet, right, from);
    draw_shift(sheet, right, to);
    draw_line(sheet, from, to, draw_colour(0x5b6570), 5);
}

void draw_plates(draw_canvas* canvas) {
    static const float globals[] = {-1, 1, 0.5f};
    static const char* const names[] = {"free", "kept, global 1", "kept, global 0.5"};
    draw_sheet* sheet = draw_begin(1200, 330);
    sheet->def.field_of_view = 0;
    plump_picture_set_view(&sheet->def, "0,0");
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_SPHERE, 1562);
    float* positions[3];
    draw_add(sheet, mesh, -1.7)->colour = draw_colour(draw_colours[0]);
    draw_label(sheet, "before", draw_colour(draw_colours[0]));
    for (int i = 0; i < 3; ++i) {
        positions[i] = squeeze(mesh, globals[i]);
        draw_add_posed(sheet, mesh, positions[i], 1.6 * i)->colour =
            draw_colour(draw_colours[i + 1]);
        add_plate(sheet, 0.5 * SQUEEZED + 0.02, 1.6 * i);
        add_plate(sheet, -0.5 * SQUEEZED - 0.02, 1.6 * i);
        draw_label(sheet, names[i], draw_colour(draw_colours[i + 1]));
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "volume_plates.png");
    for (int i = 0; i < 3; ++i) free(positions[i]);
    plump_mesh_destroy(mesh);
}

// --- a twist ---

#define HALF_TURN 3.141592653589793
#define TWIST_END 0.45  // m from the bar's middle: what is beyond is held

// Sends the pins of the right end to where an angle, in radians, takes them.
static void turn_end(plump_world* world, plump_body_id body, const plump_mesh* mesh, double angle) {
    double c = cos(angle), n = sin(angle);
    plump_error error;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* p = plump_mesh_positions(mesh) + 3 * (size_t)i;
        if (!((double)p[0] > TWIST_END)) continue;
        const double to[3] = {(double)p[0], c * (double)p[1] - n * (double)p[2],
                              n * (double)p[1] + c * (double)p[2]};
        draw_check(plump_body_move_pin(world, body, i, to, &error), &error);
    }
}

// Within two seconds, held for two more.
static float* twist(const plump_mesh* mesh, plump_volume volume, double angle) {
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    plump_body_info info;
    plump_error error;
    def.mesh = mesh;
    def.frequency = 8;
    def.damping = 0.5f;
    def.radius = 0.15f;
    def.core = 0;  // it would turn the bar's middle back
    def.volume = volume;
    plump_body_id body = draw_body(world, &def);
    draw_pin_end(world, body, mesh, 0, -TWIST_END, false);
    draw_pin_end(world, body, mesh, 0, TWIST_END, true);
    for (int i = 1; i <= 480; ++i) {
        turn_end(world, body, mesh, angle * fmin(i / 240.0, 1));
        draw_run(world, 1.0 / 120);
    }
    draw_check(plump_body_describe(world, body, &info, &error), &error);
    printf("twist: V / V0 - 1 = %.1e\n", info.volume / info.rest_volume - 1);
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    plump_world_destroy(world);
    return positions;
}

void draw_twist(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1200, 300);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_BAR, 3000);
    float* positions[3];
    for (int i = 0; i < 3; ++i) {
        positions[i] =
            twist(mesh, i == 1 ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY, i > 0 ? HALF_TURN : 0);
        draw_add_posed(sheet, mesh, positions[i], 1.15 * i)->colour = draw_colour(draw_colours[i]);
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "volume_twist.png");
    for (int i = 0; i < 3; ++i) free(positions[i]);
    plump_mesh_destroy(mesh);
}

// --- another volume ---

static float* inflate(const plump_mesh* mesh, float scale) {
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.damping = 0.5f;
    def.volume_scale = scale;
    plump_body_id body = draw_body(world, &def);
    draw_run(world, 3);
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    plump_world_destroy(world);
    return positions;
}

void draw_inflated(draw_canvas* canvas) {
    static const float scales[] = {0.7f, 1, 1.4f, 1.8f};
    draw_sheet* sheet = draw_begin(760, 250);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_BEAR, 0);
    float* positions[4];
    for (int i = 0; i < 4; ++i) {
        positions[i] = inflate(mesh, scales[i]);
        draw_add_posed(sheet, mesh, positions[i], 0.85 * i + 0.06 * i * i)->colour =
            draw_colour(draw_colours[i ? i : 4]);
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "volume_inflated.png");
    for (int i = 0; i < 4; ++i) free(positions[i]);
    plump_mesh_destroy(mesh);
}
