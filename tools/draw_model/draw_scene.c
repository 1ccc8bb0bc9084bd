// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "tools/draw_model/draw_scene.h"

const uint32_t draw_colours[5] = {0x9aa5b1, 0xe4572e, 0xf3a712, 0x17a398, 0x3454d1};

plump_world* draw_world(float gravity) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    plump_error error;
    def.gravity[1] = -gravity;
    draw_check(plump_world_create(&def, &world, &error), &error);
    return world;
}

plump_body_id draw_body(plump_world* world, const plump_body_def* def) {
    plump_body_id body = {0};
    plump_error error;
    draw_check(plump_body_create(world, def, &body, &error), &error);
    return body;
}

void draw_pin_end(plump_world* world, plump_body_id body, const plump_mesh* mesh, int axis,
                  double bound, bool is_above) {
    plump_error error;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        double at = (double)plump_mesh_positions(mesh)[3 * i + (uint32_t)axis];
        if (is_above ? at > bound : at < bound)
            draw_check(plump_body_pin(world, body, i, &error), &error);
    }
}

void draw_run(plump_world* world, double seconds) {
    plump_error error;
    for (int i = 0; i < (int)(seconds * 120 + 0.5); ++i)
        draw_check(plump_world_step(world, 1.0f / 120, 0, &error), &error);
}

float* draw_read(plump_world* world, plump_body_id body, uint32_t count) {
    float* out = draw_memory(count, 3 * sizeof *out);
    plump_error error;
    draw_check(plump_body_read(world, body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, out, 0,
                               count, &error),
               &error);
    return out;
}

plump_picture_item* draw_add_posed(draw_sheet* sheet, const plump_mesh* mesh,
                                   const float* positions, double right) {
    plump_picture_item* item = draw_add(sheet, mesh, right);
    item->triangles.positions = positions;
    item->triangles.position_type = PLUMP_SCALAR_FLOAT32;
    item->triangles.position_stride = 0;
    for (int k = 0; k < 3; ++k) item->triangles.origin[k] = 0;
    return item;
}
