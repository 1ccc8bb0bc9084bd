// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The shaders' sources. Fragment sources begin with pl_shader_version; those that receive light put
// the number of lights and pl_shader_light between.
#ifndef PL_RENDER_SHADERS_H
#define PL_RENDER_SHADERS_H

extern const char pl_shader_version[];
extern const char pl_shader_light[];
extern const char pl_shader_still[], pl_shader_draft[];  // how many lights and looks

extern const char pl_deform_vertex[];  // behind the version and a function that deforms
extern const char pl_ring_vertex[];    // corners of what was deformed

extern const char pl_shadow_vertex[], pl_shadow_fragment[];        // depth from a light
extern const char pl_surface_vertex[], pl_surface_fragment[];      // what is seen of the items
extern const char pl_shade_fragment[];                             // and its light
extern const char pl_glass_fragment[];                             // clear walls
extern const char pl_floor_map_vertex[], pl_floor_map_fragment[];  // shadows on the floor
extern const char pl_blur_fragment[];                              // smoothed, one way
extern const char pl_floor_vertex[], pl_floor_fragment[];          // and the floor itself
extern const char pl_line_vertex[], pl_line_fragment[];            // thick lines
extern const char pl_screen_vertex[];                        // one triangle over all, farthest away
extern const char pl_add_fragment[], pl_resolve_fragment[];  // sum of passes; sum to sRGB

#endif
