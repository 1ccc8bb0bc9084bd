// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The picture of docs/detail.md: a fine creature on a coarse one, at rest and bent by a strong
// wind.
#include "tools/draw_model/draw_scene.h"

#include <plump/detail.h>

#include <stdlib.h>

#define COARSE 700
#define FINE   60000
#define APART  1.05  // m

typedef struct pair {
    plump_mesh *coarse, *fine;
    plump_detail* detail;
} pair;

static pair make_pair(void) {
    pair p = {draw_shape(PLUMP_SHAPE_CREATURE, COARSE), draw_shape(PLUMP_SHAPE_CREATURE, FINE),
              NULL};
    plump_detail_def def = plump_default_detail_def();
    plump_error error;
    def.mesh = p.coarse;
    def.fine = plump_mesh_triangles(p.fine);
    draw_check(plump_detail_create(&def, &p.detail, NULL, &error), &error);
    return p;
}

// A creature that stands with its feet held in a wind from the left, until it has come to rest.
static plump_world* blow(const pair* p, float wind, plump_body_id* body) {
    plump_world* world = draw_world(0);
    plump_body_def def = plump_default_body_def();
    def.mesh = p->coarse;
    def.frequency = 2;
    def.damping = 0.5f;
    def.acceleration[0] = wind;
    *body = draw_body(world, &def);
    draw_pin_end(world, *body, p->coarse, 1, -0.4, false);
    draw_run(world, 4);
    return world;
}

// The coarse surface as it is, and beside it the fine one; both to be freed.
static void add_pair(draw_sheet* sheet, const pair* p, float wind, double right, float* held[2]) {
    plump_body_id body;
    plump_error error;
    plump_world* world = blow(p, wind, &body);
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
    draw_add_posed(sheet, p->fine, held[1], right + APART)->colour = draw_colour(draw_colours[3]);
    plump_world_destroy(world);
}

void draw_detail(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1600, 500);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    pair p = make_pair();
    float *rest[2], *bent[2];
    add_pair(sheet, &p, 0, 0, rest);
    add_pair(sheet, &p, 14, 2 * APART, bent);
    draw_label(sheet, "the body: 700 vertices", draw_colour(draw_colours[0]));
    draw_label(sheet, "what it carries: 60,000", draw_colour(draw_colours[3]));
    draw_save(canvas, sheet, "detail.png");
    for (int k = 0; k < 2; ++k) free(rest[k]), free(bent[k]);
    plump_detail_destroy(p.detail);
    plump_mesh_destroy(p.fine);
    plump_mesh_destroy(p.coarse);
}
