// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Items that the graphics card has deformed. Their corners and indices are on the card; what the
// scene needs of them is where they are: the box, for shadows and the depth that light gets to, the
// points, for the camera, and whether they still face outward.
#include "render/deformer.h"

#include "src/base/triangles.h"

#include <string.h>

// scene = (turned (x + origin) scale + move - centre) scale
static void set_placement(const plump_picture_def* def, const pl_scene* scene,
                          pl_scene_item* item) {
    const plump_picture_item* given = item->given;
    double at[3], factor = given->scale * scene->scale;
    memset(item->placement, 0, sizeof item->placement);
    for (int column = 0; column < 3; ++column) {
        double axis[3] = {column == 0, column == 1, column == 2};
        pl_scene_turn_up(def, axis, axis);
        for (int k = 0; k < 3; ++k) item->placement[4 * column + k] = (float)(factor * axis[k]);
    }
    for (int k = 0; k < 3; ++k) at[k] = given->triangles.origin[k] * given->scale + given->move[k];
    pl_scene_turn_up(def, at, at);
    pl_scene_from(scene, at, at);
    for (int k = 0; k < 3; ++k) item->placement[12 + k] = (float)at[k];
    item->placement[15] = 1;
}

static double six_volume(const float* a, const float* b, const float* c) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        sum += (double)a[k] * ((double)b[i] * (double)c[j] - (double)b[j] * (double)c[i]);
    }
    return sum;
}

static bool is_outward(const plump_triangles* t, const float* positions) {
    double volume = 0;
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        const float* p[3];
        for (unsigned k = 0; k < 3; ++k)
            p[k] = positions + 3 * (size_t)pl_triangles_corner(t, i, k);
        volume += six_volume(p[0], p[1], p[2]);
    }
    return volume > 0;
}

void pl_scene_fill_deformed(const plump_picture_def* def, pl_scene* scene, uint32_t at,
                            size_t vertex) {
    const plump_picture_item* given = &def->items[at];
    const plump_triangles* t = &given->triangles;
    float* out = scene->deformed + 3 * vertex;
    double low[3], high[3], p[3];
    pl_scene_point(def, scene, given, pl_triangles_corner(t, 0, 0), p);
    memcpy(low, p, sizeof low), memcpy(high, p, sizeof high);
    // a stray vertex may be anything: it counts as the first corner
    for (size_t i = 0; i < 3 * (size_t)t->vertex_count; ++i) out[i] = (float)p[i % 3];
    for (size_t c = 0; c < 3 * (size_t)t->triangle_count; ++c) {
        uint32_t v = pl_triangles_corner(t, (uint32_t)(c / 3), (unsigned)(c % 3));
        pl_scene_point(def, scene, given, v, p);
        pl_scene_grow_box(low, high, p);
        for (int k = 0; k < 3; ++k) out[3 * (size_t)v + (size_t)k] = (float)p[k];
    }
    pl_scene_item* item = &scene->items[at];
    *item = (pl_scene_item){.given = given,
                            .mesh = scene->meshes[at],
                            .kind = pl_scene_kind(given),
                            .index_count = 3 * (size_t)t->triangle_count,
                            .radius = pl_scene_half_diagonal(low, high),
                            .is_solid = scene->meshes[at]->is_closed && is_outward(t, out)};
    for (int k = 0; k < 3; ++k) item->centre[k] = (float)((low[k] + high[k]) / 2);
    set_placement(def, scene, item);
}
