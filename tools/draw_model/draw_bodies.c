// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Simulated bodies: goals of a bent bar, bars of several frequencies, a plastic bar.
#include "src/elastic/shape_match/shape_match.h"
#include "src/world/world_data.h"
#include "tools/draw_model/draw_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- goals ---

// Where a region would put a place: rows are displacements from the rest shape, in the frame of the
// body's pose.
static void goal_of(const pl_body* body, uint32_t region, uint32_t place, double out[3]) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    const float* t = sm->transforms + 16 * (size_t)region;
    double placed[3];
    for (int k = 0; k < 3; ++k) {
        placed[k] = (double)body->rest[k][place] + (double)t[4 * k + 3];
        for (int c = 0; c < 3; ++c)
            placed[k] += (double)t[4 * k + c] * (double)body->rest[c][place];
    }
    for (int k = 0; k < 3; ++k) {
        out[k] = body->origin[k] + (double)sm->pose[9 + k];
        for (int c = 0; c < 3; ++c) out[k] += (double)sm->pose[3 * k + c] * placed[c];
    }
}

static bool is_member(const pl_ball_regions* balls, uint32_t region, uint32_t place) {
    for (uint32_t k = balls->member_first[region]; k < balls->member_first[region + 1]; ++k) {
        if (balls->member[k] == place) return true;
    }
    return false;
}

// The edges of a region's rest shape, moved by the region's rigid motion.
static void add_goals(draw_sheet* sheet, const pl_body* body, uint32_t region,
                      plump_colour colour) {
    const pl_ball_regions* balls = pl_shape_match_of(body)->balls;
    const pl_surface* surface = body->surface;
    for (uint32_t k = balls->member_first[region]; k < balls->member_first[region + 1]; ++k) {
        uint32_t a = balls->member[k];
        for (uint32_t n = surface->ring_first[a]; n < surface->ring_first[a + 1]; ++n) {
            uint32_t b = surface->ring[n];
            double from[3], to[3];
            if (b < a || !is_member(balls, region, b)) continue;
            goal_of(body, region, a, from);
            goal_of(body, region, b, to);
            draw_line(sheet, from, to, colour, 1.4);
        }
    }
}

// The region whose centre's rest position is nearest to this.
static uint32_t region_at(const pl_body* body, double x, double y, double z) {
    const pl_ball_regions* balls = pl_shape_match_of(body)->balls;
    uint32_t best = 0;
    double least = 1e30;
    for (uint32_t j = 0; j < balls->count; ++j) {
        uint32_t place = balls->centre[j];
        double d[3] = {(double)body->rest[0][place] - x, (double)body->rest[1][place] - y,
                       (double)body->rest[2][place] - z};
        double distance = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if (distance < least) best = j, least = distance;
    }
    return best;
}

void draw_goals(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(900, 520);
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_BAR, 1500);
    plump_world* world = draw_world(9.81f);
    plump_body_def def = plump_default_body_def();
    plump_error error;
    def.mesh = mesh;
    def.frequency = 5;
    def.damping = 0.5f;
    def.radius = 0.25f;
    plump_body_id body = draw_body(world, &def);
    draw_pin_end(world, body, mesh, 0, -0.499, false);
    draw_run(world, 4);
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    draw_add_posed(sheet, mesh, positions, 0);
    const pl_body* inside = pl_world_find(world, body, &error);
    for (int i = 0; i < 3; ++i)
        add_goals(sheet, inside, region_at(inside, -0.28 + 0.3 * i, 0.1, 0.125),
                  draw_colour(draw_colours[1 + i + (i > 1)]));
    draw_save(canvas, sheet, "model_goals.png");
    free(positions);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// --- stiffness ---

void draw_hanging(draw_canvas* canvas) {
    static const float frequencies[] = {0, 2, 4, 8};
    draw_sheet* sheet = draw_begin(1500, 560);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    float* positions[4];
    for (int i = 0; i < 4; ++i) {
        plump_world* world = draw_world(i > 0 ? 9.81f : 0.0f);
        plump_body_def def = plump_default_body_def();
        plump_body_info info;
        plump_error error;
        def.mesh = mesh;
        def.damping = 0.5f;
        if (i > 0) def.frequency = frequencies[i];
        plump_body_id body = draw_body(world, &def);
        draw_pin_end(world, body, mesh, 0, -0.36, false);
        draw_run(world, i > 0 ? 6 : 0.1);
        positions[i] = draw_read(world, body, plump_mesh_vertex_count(mesh));
        draw_check(plump_body_describe(world, body, &info, &error), &error);
        printf("%g Hz: centre at %g m, radius %g, too soft %d\n", (double)frequencies[i],
               info.centre[1], info.radius, info.too_soft);
        draw_add_posed(sheet, mesh, positions[i], 0.95 * i)->colour = draw_colour(draw_colours[i]);
        plump_world_destroy(world);
    }
    sheet->def.floor = false;
    draw_label(sheet, "no gravity", draw_colour(draw_colours[0]));
    draw_label(sheet, "2 Hz", draw_colour(draw_colours[1]));
    draw_label(sheet, "4 Hz", draw_colour(draw_colours[2]));
    draw_label(sheet, "8 Hz", draw_colour(draw_colours[3]));
    draw_save(canvas, sheet, "model_hanging.png");
    for (int i = 0; i < 4; ++i) free(positions[i]);
    plump_mesh_destroy(mesh);
}

// --- too soft ---

// The creature held by its feet: stiff enough, and too soft to stand.
void draw_soft(draw_canvas* canvas) {
    static const float frequencies[] = {8, 2, 0.7f};
    draw_sheet* sheet = draw_begin(1200, 500);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    float* positions[3];
    for (int i = 0; i < 3; ++i) {
        plump_world* world = draw_world(9.81f);
        plump_body_def def = plump_default_body_def();
        plump_body_info info;
        plump_error error;
        def.mesh = mesh;
        def.damping = 0.5f;
        def.frequency = frequencies[i];
        plump_body_id body = draw_body(world, &def);
        draw_pin_end(world, body, mesh, 1, -0.45, false);
        draw_run(world, 6);
        positions[i] = draw_read(world, body, plump_mesh_vertex_count(mesh));
        draw_check(plump_body_describe(world, body, &info, &error), &error);
        printf("%g Hz: radius %g, too soft %d\n", (double)frequencies[i], info.radius,
               info.too_soft);
        draw_add_posed(sheet, mesh, positions[i], 1.0 * i)->colour =
            draw_colour(draw_colours[3 - i]);
        plump_world_destroy(world);
    }
    sheet->def.floor = false;
    draw_label(sheet, "8 Hz", draw_colour(draw_colours[3]));
    draw_label(sheet, "2 Hz", draw_colour(draw_colours[2]));
    draw_label(sheet, "0.7 Hz", draw_colour(draw_colours[1]));
    draw_save(canvas, sheet, "model_soft.png");
    for (int i = 0; i < 3; ++i) free(positions[i]);
    plump_mesh_destroy(mesh);
}

// --- plasticity ---

#define CLAMP 0.4  // m from the middle of the bar: what is beyond is held

// Takes the bar's right end along an arc: after `angle` radians the bar is bent evenly.
static void bend(plump_world* world, plump_body_id body, const plump_mesh* mesh, double angle) {
    double radius = 2 * CLAMP / angle, c = cos(angle), n = sin(angle);
    plump_error error;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* p = plump_mesh_positions(mesh) + 3 * i;
        if (!((double)p[0] > CLAMP)) continue;
        double level = (double)p[1] + radius, ahead = (double)p[0] - CLAMP;
        double target[3] = {-CLAMP + level * n + ahead * c, level * c - radius - ahead * n,
                            (double)p[2]};
        draw_check(plump_body_pin(world, body, i, &error), &error);
        draw_check(plump_body_move_pin(world, body, i, target, &error), &error);
    }
}

static void let_go(plump_world* world, plump_body_id body, const plump_mesh* mesh) {
    plump_error error;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        if ((double)plump_mesh_positions(mesh)[3 * i] > CLAMP)
            draw_check(plump_body_unpin(world, body, i, &error), &error);
    }
}

// A bar is bent within a second, held for another, and let go.
void draw_plastic(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1300, 460);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_BAR, 3000);
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* positions[3];
    def.mesh = mesh;
    def.frequency = 6;
    def.damping = 0.5f;
    def.radius = 0.12f;  // each region flows as a whole: small ones follow a bend
    def.core = 0;        // the body as a whole does not flow and would pull back
    def.yield = 0.03f;
    plump_body_id body = draw_body(world, &def);
    draw_pin_end(world, body, mesh, 0, -CLAMP, false);
    positions[0] = draw_read(world, body, count);
    for (int i = 1; i <= 120; ++i) {
        bend(world, body, mesh, 1.6 * i / 120);
        draw_run(world, 1.0 / 120);
    }
    draw_run(world, 1);
    positions[1] = draw_read(world, body, count);
    let_go(world, body, mesh);
    draw_run(world, 5);
    positions[2] = draw_read(world, body, count);
    for (int i = 0; i < 3; ++i)
        draw_add_posed(sheet, mesh, positions[i], 1.15 * i)->colour =
            draw_colour(draw_colours[i ? i : 3]);
    sheet->def.floor = false;
    draw_label(sheet, "before", draw_colour(draw_colours[3]));
    draw_label(sheet, "held", draw_colour(draw_colours[1]));
    draw_label(sheet, "after", draw_colour(draw_colours[2]));
    draw_save(canvas, sheet, "model_plastic.png");
    for (int i = 0; i < 3; ++i) free(positions[i]);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}
