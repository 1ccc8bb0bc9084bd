// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pictures of docs/zones.md. Figure 2 of Hong et al. 2006: a block, pressed by a fingertip with
// its volume free, kept all over, and kept within a deformation zone. And figure 5: how the zone
// grows under a lasting load.
#include "tools/draw_model/draw_scene.h"

#include <plump/obstacle.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TIP   0.15  // m, radius
#define DEPTH 0.3   // m, how far it goes in

typedef enum kind { COMPRESSIBLE, GLOBAL, LOCAL } kind;

typedef struct posed {
    float* positions;
    plump_colour* paint;
} posed;

// Red where much of the volume is mended: in full from `full` on.
static plump_colour* paint_weights(plump_world* world, plump_body_id body, uint32_t count,
                                   double full) {
    plump_error error;
    plump_colour* paint = draw_memory(count, sizeof *paint);
    float* weights = draw_memory(count, sizeof *weights);
    draw_check(
        plump_body_read_figure(world, body, PLUMP_FIGURE_VOLUME_WEIGHT, weights, count, &error),
        &error);
    for (uint32_t i = 0; i < count; ++i)
        paint[i] = draw_fade(draw_colour(0xc9231a), 0.75 * fmin((double)weights[i] / full, 1));
    free(weights);
    return paint;
}

static plump_body_def block_def(const plump_mesh* mesh, kind how) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.damping = 0.5f;
    def.radius = 0.2f;
    def.core = 0;
    def.volume = how == COMPRESSIBLE ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
    def.volume_implicit = true;
    def.zone_reach = how == LOCAL ? 0.01f : 0;
    def.zone_least = def.zone_most = 0.45f;
    return def;
}

// The tip comes down within a second and stays for another; the lower face is held.
static posed press(const plump_mesh* mesh, kind how) {
    plump_world* world = draw_world(0);
    plump_error error;
    plump_body_def def = block_def(mesh, how);
    plump_body_id body = draw_body(world, &def);
    plump_obstacle_def tip = plump_default_obstacle_def();
    plump_obstacle_id finger;
    draw_pin_end(world, body, mesh, 1, -0.499, false);
    tip.shape = PLUMP_OBSTACLE_SPHERE;
    tip.radius = (float)TIP;
    tip.position[1] = 0.51 + TIP;
    draw_check(plump_obstacle_create(world, &tip, &finger, &error), &error);
    for (int i = 1; i <= 240; ++i) {
        const double place[3] = {0, 0.51 + TIP - (0.01 + DEPTH) * fmin(i / 120.0, 1), 0};
        const float upright[4] = {0, 0, 0, 1};
        draw_check(plump_obstacle_move(world, finger, place, upright, &error), &error);
        draw_check(plump_world_step(world, 1.0f / 120, 8, &error), &error);
    }
    plump_body_info info;
    draw_check(plump_body_describe(world, body, &info, &error), &error);
    printf("finger, %d: V / V0 - 1 = %.1e\n", (int)how, info.volume / info.rest_volume - 1);
    uint32_t count = plump_mesh_vertex_count(mesh);
    posed p = {draw_read(world, body, count), paint_weights(world, body, count, 6)};
    plump_world_destroy(world);
    return p;
}

void draw_zones(draw_canvas* canvas) {
    static const char* const names[] = {"compressible", "global", "local"};
    draw_sheet* sheet = draw_begin(1200, 380);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_picture_set_view(&sheet->def, "25,14");
    plump_mesh *mesh = draw_shape(PLUMP_SHAPE_BOX, 6000), *ball = draw_shape(PLUMP_SHAPE_SPHERE, 0);
    uint32_t count = plump_mesh_vertex_count(ball);
    float* tip = draw_memory(3 * (size_t)count, sizeof *tip);
    for (uint32_t i = 0; i < 3 * count; ++i)
        tip[i] = plump_mesh_positions(ball)[i] * (float)(2 * TIP) +
                 (i % 3 == 1 ? (float)(0.5 + TIP - DEPTH) : 0);
    posed blocks[3];
    for (int i = 0; i < 3; ++i) {
        blocks[i] = press(mesh, (kind)i);
        plump_picture_item* item = draw_add_posed(sheet, mesh, blocks[i].positions, 1.7 * i);
        if (i > 0) item->vertex_colours = blocks[i].paint;
        draw_add_posed(sheet, ball, tip, 1.7 * i)->colour = draw_colour(0x5b6570);
        draw_label(sheet, names[i], draw_no_mark);
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "zones.png");
    for (int i = 0; i < 3; ++i) free(blocks[i].positions), free(blocks[i].paint);
    free(tip);
    plump_mesh_destroy(mesh);
    plump_mesh_destroy(ball);
}

// --- growing ---

// 25 N on every vertex of a patch, 1.4 kN in all: a single vertex would be drawn in.
static void push_patch(plump_world* world, plump_body_id body, const plump_mesh* mesh) {
    static const double at[3] = {0.2, 0.3, 0.35};
    const float* p = plump_mesh_positions(mesh);
    plump_error error;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i, p += 3) {
        double x = (double)p[0] - at[0], y = (double)p[1] - at[1], z = (double)p[2] - at[2];
        const float force[3] = {-10, -15, -17};
        if (x * x + y * y + z * z < 0.15 * 0.15)
            draw_check(plump_body_add_force(world, body, i, force, &error), &error);
    }
}

void draw_zone_growth(draw_canvas* canvas) {
    static const int steps[] = {5, 20, 60, 200};
    draw_sheet* sheet = draw_begin(1100, 300);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_picture_set_view(&sheet->def, "25,25");
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_SPHERE, 2562);
    uint32_t count = plump_mesh_vertex_count(mesh);
    posed balls[4];
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.damping = 0.5f;
    def.volume_implicit = true;
    def.zone_reach = 0.001f;
    def.zone_least = 0.2f;
    def.zone_fade = 2;
    plump_body_id body = draw_body(world, &def);
    plump_error error;
    draw_pin_end(world, body, mesh, 1, -0.4, false);
    for (int i = 0, k = 0; k < 4; ++i) {
        push_patch(world, body, mesh);
        draw_check(plump_world_step(world, 1.0f / 60, 4, &error), &error);
        if (i + 1 < steps[k]) continue;
        balls[k] = (posed){draw_read(world, body, count), paint_weights(world, body, count, 5)};
        draw_add_posed(sheet, mesh, balls[k].positions, 1.2 * k)->vertex_colours = balls[k].paint;
        ++k;
    }
    sheet->def.floor = false;
    draw_save(canvas, sheet, "zone_growth.png");
    for (int k = 0; k < 4; ++k) free(balls[k].positions), free(balls[k].paint);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}
