// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the pictures of simulated bodies share: a world, a body, hands that hold it, and its shape.
#ifndef PL_DRAW_SCENE_H
#define PL_DRAW_SCENE_H

#include "tools/draw_model/draw_canvas.h"

#include <plump/world.h>

extern const uint32_t draw_colours[5];

plump_world* draw_world(float gravity);
plump_body_id draw_body(plump_world* world, const plump_body_def* def);
// Pins the vertices with a coordinate below or above a bound.
void draw_pin_end(plump_world* world, plump_body_id body, const plump_mesh* mesh, int axis,
                  double bound, bool is_above);
void draw_run(plump_world* world, double seconds);
// Positions in the mesh's order; to be freed.
float* draw_read(plump_world* world, plump_body_id body, uint32_t count);
// A surface at other positions than its mesh's.
plump_picture_item* draw_add_posed(draw_sheet* sheet, const plump_mesh* mesh,
                                   const float* positions, double right);

#endif
