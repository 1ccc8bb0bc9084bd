// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pictures of docs/detail.md: a fine creature on a coarse one, at rest and bent by a strong
// wind; and a fine bar on a coarse one, bent by hand.
#include "tools/draw_model/draw_scene.h"

#include <plump/detail.h>

#include <math.h>
#include <stdlib.h>

typedef struct pair {
    plump_mesh *coarse, *fine;
    plump_detail* detail;
} pair;

static pair make_pair(plump_shape_kind kind, uint32_t coarse, uint32_t fine) {
    pair p = {draw_shape(kind, coarse), draw_shape(kind, fine), NULL};
    plump_detail_def def = plump_default_detail_def();
    plump_error error;
    def.mesh = p.coarse;
    def.fine = plump_mesh_triangles(p.fine);
    draw_check(plump_detail_create(&def, &p.detail, NULL, &error), &error);
    return p;
}

static void free_pair(pair* p) {
    plump_detail_destroy(p->detail);
    plump_mesh_destroy(p->fine);
    plump_mesh_destroy(p->coarse);
}

// The coarse surface as it is and beside it the fine one; positions to be freed.
static void add_pair(draw_sheet* sheet, const pair* p, plump_world* world, plump_body_id body,
                     double right, double apart, float* held[2]) {
    plump_error error;
    uint32_t count = plump_detail_vertex_count(p->detail);
    held[0] = draw_read(world, body, plump_mesh_vertex_count(p->coarse));
    held[1] = draw_memory(count, 3 * sizeof(float));
    draw_check(plump_detail_read(p->detail, world, body, PLUMP_SCALAR_FLOAT32, held[1], 0, NULL, 0,
                                 count, &error),
               &error);
    plump_picture_item* coarse = draw_add_posed(sheet, p->coarse, held[0], right);
    coarse->shading = PLUMP_SHADING_FLAT;
    coarse->wireframe = true;
    coarse->colour = draw_colour(draw_colours[0]);
    draw_add_posed(sheet, p->fine, held[1], right + apart)->colour = draw_colour(draw_colours[3]);
}

// --- the creature ---

// It stands with its feet held in a wind from the left, until it has come to rest.
static void add_blown(draw_sheet* sheet, const pair* p, float wind, double right, float* held[2]) {
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    def.mesh = p->coarse;
    def.frequency = 2;
    def.damping = 0.5f;
    def.acceleration[0] = wind;
    plump_body_id body = draw_body(world, &def);
    draw_pin_end(world, body, p->coarse, 1, -0.4, false);
    draw_run(world, 4);
    add_pair(sheet, p, world, body, right, 1.05, held);
    plump_world_destroy(world);
}

void draw_detail(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1600, 500);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    pair p = make_pair(PLUMP_SHAPE_CREATURE, 700, 60000);
    float *rest[2], *bent[2];
    add_blown(sheet, &p, 0, 0, rest);
    add_blown(sheet, &p, 14, 2.1, bent);
    draw_label(sheet, "the body: 700 vertices", draw_colour(draw_colours[0]));
    draw_label(sheet, "what it carries: 60,000", draw_colour(draw_colours[3]));
    draw_save(canvas, sheet, "detail.png");
    for (int k = 0; k < 2; ++k) free(rest[k]), free(bent[k]);
    free_pair(&p);
}

// --- the bar ---

// Round an axis below it, 120 degrees per metre.
static void bend(plump_world* world, plump_body_id body) {
    plump_body_edit edit;
    plump_error error;
    double radius = 180 / (120 * 3.14159265358979);
    draw_check(plump_body_lend_edit(world, body, &edit, &error), &error);
    for (uint32_t i = 0; i < edit.count; ++i) {
        double x = (double)edit.x[i] + edit.origin[0], y = (double)edit.y[i] + edit.origin[1];
        double angle = x / radius;
        edit.x[i] = (float)((radius + y) * sin(angle) - edit.origin[0]);
        edit.y[i] = (float)((radius + y) * cos(angle) - radius - edit.origin[1]);
    }
}

void draw_detail_bar(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1200, 500);
    plump_picture_set_view(&sheet->def, "35,25");
    pair p = make_pair(PLUMP_SHAPE_BAR, 150, 20000);
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    float* held[2];
    def.mesh = p.coarse;
    plump_body_id body = draw_body(world, &def);
    bend(world, body);
    add_pair(sheet, &p, world, body, 0, 1.1, held);
    draw_label(sheet, "the body: 146 vertices", draw_colour(draw_colours[0]));
    draw_label(sheet, "what it carries: 20,000", draw_colour(draw_colours[3]));
    draw_save(canvas, sheet, "detail_bar.png");
    for (int k = 0; k < 2; ++k) free(held[k]);
    plump_world_destroy(world);
    free_pair(&p);
}
