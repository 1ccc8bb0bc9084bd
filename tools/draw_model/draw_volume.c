// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pictures of docs/volume.md: a fingertip in a belly, balls between plates, twisted bars,
// inflated bears.
//
// What presses is put between the elastic and the volume stage of each substep, where contacts
// belong (the finger before the step): places within an obstacle go to its surface, lose their
// speed towards it, and are marked as touching.
#include "src/step/step.h"
#include "src/world/world_data.h"
#include "tools/draw_model/draw_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOUCH 0.01  // m: places nearer than this touch, more and more

// --- pressing ---

typedef struct press press;
// How far a point is outside the obstacle, and which way leads out.
typedef double gap_fn(const press* p, const double x[3], double out[3]);

struct press {
    plump_world* world;
    plump_body_id id;
    pl_body* body;
    gap_fn* gap;       // NULL: nothing is in the way
    double tip[3];     // of a finger along z
    double plate;      // height of two plates above and below zero
    float* before[3];  // positions before the volume stage
};

static press begin_press(const plump_body_def* def, gap_fn* gap) {
    press p = {.world = draw_world(0), .gap = gap};
    plump_error error;
    p.id = draw_body(p.world, def);
    p.body = pl_world_find(p.world, p.id, &error);
    for (int k = 0; k < 3; ++k) p.before[k] = draw_memory(p.body->count, sizeof(float));
    return p;
}

// Returns the positions.
static float* end_press(press* p) {
    float* positions = draw_read(p->world, p->id, p->body->count);
    for (int k = 0; k < 3; ++k) free(p->before[k]);
    plump_world_destroy(p->world);
    return positions;
}

static void touch(const press* p, uint32_t place) {
    pl_body* body = p->body;
    double x[3], out[3], away = 0;
    for (int k = 0; k < 3; ++k) x[k] = (double)body->x[k][place] + body->origin[k];
    double gap = p->gap(p, x, out);
    for (int k = 0; k < 3; ++k) away += out[k] * (double)body->v[k][place];
    for (int k = 0; k < 3 && gap < 0; ++k) {
        body->x[k][place] = (float)((double)body->x[k][place] - gap * out[k]);
        if (away < 0) body->v[k][place] -= (float)(away * out[k]);
    }
    body->contact[place] = (float)fmin(fmax(1 - gap / TOUCH, 0), 1);
}

static void touch_all(const press* p) {
    for (uint32_t i = 0; i < p->body->count && p->gap; ++i) touch(p, i);
}

static void look(void* context, uint32_t substep, plump_stage stage) {
    (void)substep;
    const press* p = context;
    if (stage != PLUMP_STAGE_ELASTIC) return;
    touch_all(p);
    for (int k = 0; k < 3; ++k) memcpy(p->before[k], p->body->x[k], p->body->count * sizeof(float));
}

// As plump_world_step() does, with the obstacle in between.
static void step(press* p, float h) {
    double seconds[PLUMP_STAGE_COUNT] = {0};
    plump_world* world = p->world;
    pl_step_watch watch = {look, p, seconds};
    pl_body_accelerate(world, p->body);
    pl_stage_fill(&world->stage, world->bodies, world->body_count);
    world->stage.step = h;
    pl_step(&world->stage, 1, &watch);
}

static void say(const press* p, const char* what, float global) {
    plump_body_info info;
    plump_error error;
    draw_check(plump_body_describe(p->world, p->id, &info, &error), &error);
    printf("%s, global %g: V / V0 - 1 = %.1e\n", what, (double)global,
           info.volume / info.rest_volume - 1);
}

// --- a finger ---

#define FINGER 0.07  // m, its radius
#define DEPTH  0.07  // m, how far it goes in

// The finger comes along z and ends in half a ball.
static double finger_gap(const press* p, const double x[3], double out[3]) {
    double d[3] = {x[0] - p->tip[0], x[1] - p->tip[1], x[2] - p->tip[2] - FINGER};
    if (d[2] > 0) d[2] = 0;
    double away = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; ++k) out[k] = away > 0 ? d[k] / away : k == 1;
    return away - FINGER;
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

// Red where the volume stage moves the surface, in full where it moves five times the mean.
static plump_colour* paint_ways(const press* p) {
    const pl_body* body = p->body;
    plump_colour* paint = draw_memory(body->count, sizeof *paint);
    double *way = draw_memory(body->count, sizeof *way), mean = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        double d[3];
        for (int k = 0; k < 3; ++k) d[k] = (double)body->x[k][i] - (double)p->before[k][i];
        way[i] = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        mean += (double)body->mass[i] * way[i] / body->mass_total;
    }
    for (uint32_t i = 0; i < body->count; ++i)
        paint[body->surface->vertex_of[i]] = draw_fade(draw_colour(0xc9231a), way[i] / (5 * mean));
    printf("the volume stage moves places by %.2g m on average\n", mean);
    free(way);
    return paint;
}

// Presses the finger in, all at once, and takes a step: where does the volume go?
static float* poke(const plump_mesh* mesh, float global, plump_colour** paint) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.volume_global = global;
    press p = begin_press(&def, finger_gap);
    find_belly(mesh, p.tip);
    p.tip[2] -= DEPTH;
    touch_all(&p);
    p.gap = NULL;
    step(&p, 0.005f);
    say(&p, "finger", global);
    *paint = paint_ways(&p);
    return end_press(&p);
}

void draw_finger(draw_canvas* canvas) {
    static const float globals[] = {0, 0.1f, 0.5f, 1};
    draw_sheet* sheet = draw_begin(820, 290);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_picture_set_view(&sheet->def, "25,8");
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    float* positions[4];
    plump_colour* paints[4];
    for (int i = 0; i < 4; ++i) {
        positions[i] = poke(mesh, globals[i], &paints[i]);
        draw_add_posed(sheet, mesh, positions[i], 0.9 * i)->vertex_colours = paints[i];
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "volume_finger.png");
    for (int i = 0; i < 4; ++i) free(positions[i]), free(paints[i]);
    plump_mesh_destroy(mesh);
}

// --- plates ---

#define SQUEEZED 0.5  // of the ball's height

static double plate_gap(const press* p, const double x[3], double out[3]) {
    out[0] = out[2] = 0;
    out[1] = x[1] > 0 ? -1 : 1;
    return p->plate - fabs(x[1]);
}

// Plates come together within half a second and stay for another one and a half; global
// below 0: volume free.
static float* squeeze(const plump_mesh* mesh, float global) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.damping = 0.5f;
    def.volume = global < 0 ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
    def.volume_global = fmaxf(global, 0);
    press p = begin_press(&def, plate_gap);
    for (int i = 1; i <= 480; ++i) {
        p.plate = 0.5 - 0.5 * (1 - SQUEEZED) * fmin(i / 120.0, 1);
        step(&p, 1.0f / 240);
    }
    say(&p, "plates", global);
    return end_press(&p);
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
