// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Regions of both modes, the order of vertices, and the runs of a region, on the creature.
#include "src/elastic/shape_match/ball_regions.h"
#include "src/elastic/shape_match/ring_regions.h"
#include "tools/draw_model/draw_canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Spots on the creature whose regions are shown: metres to the right and up, as the eye sees it.
#define SPOTS 7
static const double spots[SPOTS][2] = {
    {-0.02, -0.09},  // belly
    {-0.06, 0.25},   // snout
    {0.11, 0.40},    // an ear
    {-0.36, 0.22},   // a hand
    {0.16, 0.05},    // the other shoulder
    {-0.16, -0.22},  // a knee
    {0.12, -0.40},   // a foot
};
static const uint32_t spot_colours[SPOTS] = {0xe4572e, 0x17a398, 0xf3a712, 0x669bbc,
                                             0xa846a0, 0x4c9f38, 0x3454d1};

static const pl_surface* surface_of(const plump_mesh* mesh) {
    const pl_surface* surface = pl_mesh_surface(mesh, NULL);
    if (!surface) {
        fprintf(stderr, "draw_model: out of memory\n");
        exit(1);
    }
    return surface;
}

// In the mesh's own coordinates, as the picture has them.
static void position(const plump_mesh* mesh, const pl_surface* surface, uint32_t place,
                     double out[3]) {
    const float* p = plump_mesh_positions(mesh) + 3 * (size_t)surface->vertex_of[place];
    plump_mesh_origin(mesh, out);
    for (int k = 0; k < 3; ++k) out[k] += (double)p[k];
}

static double distance2(const double a[3], const double b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

// The place that the eye sees at a spot.
static uint32_t seen_at(const plump_mesh* mesh, const draw_sheet* sheet, const double spot[2]) {
    const pl_surface* surface = surface_of(mesh);
    draw_axes axes = draw_view(sheet);
    uint32_t best = 0;
    double most = -INFINITY;
    for (uint32_t i = 0; i < surface->count; ++i) {
        double p[3], right = -spot[0], up = -spot[1], near = 0;
        position(mesh, surface, i, p);
        for (int k = 0; k < 3; ++k) {
            right += p[k] * axes.right[k];
            up += p[k] * axes.up[k];
            near += p[k] * axes.eye[k];
        }
        double worth = near - 20 * sqrt(right * right + up * up);
        if (worth > most) best = i, most = worth;
    }
    return best;
}

// The region whose centre is nearest to a point.
static uint32_t nearest_ball(const plump_mesh* mesh, const pl_ball_regions* balls,
                             const double point[3]) {
    uint32_t best = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < balls->count; ++i) {
        double p[3];
        position(mesh, surface_of(mesh), balls->centre[i], p);
        if (distance2(p, point) < least) best = i, least = distance2(p, point);
    }
    return best;
}

// --- regions ---

static plump_colour* paint_rings(const plump_mesh* mesh, const draw_sheet* sheet, uint32_t omega) {
    const pl_surface* surface = surface_of(mesh);
    const pl_ring_regions* rings = pl_ring_regions_get(mesh, omega, true, NULL);
    plump_colour* paint = draw_memory(surface->count, sizeof *paint);
    for (uint32_t s = 0; rings && s < SPOTS; ++s) {
        uint32_t region = seen_at(mesh, sheet, spots[s]);
        for (uint32_t k = rings->member_first[region]; k < rings->member_first[region + 1]; ++k)
            paint[surface->vertex_of[rings->members[k]]] = draw_colour(spot_colours[s]);
    }
    return paint;
}

// As strong as the kernel is: (1 - d^2/r^2)^2.
static plump_colour* paint_balls(const plump_mesh* mesh, const draw_sheet* sheet, double radius) {
    const pl_surface* surface = surface_of(mesh);
    const pl_ball_regions* balls = pl_ball_regions_get(mesh, (float)radius, NULL);
    plump_colour* paint = draw_memory(surface->count, sizeof *paint);
    for (uint32_t s = 0; balls && s < SPOTS; ++s) {
        double centre[3], p[3];
        position(mesh, surface, seen_at(mesh, sheet, spots[s]), centre);
        uint32_t region = nearest_ball(mesh, balls, centre);
        position(mesh, surface, balls->centre[region], centre);
        for (uint32_t k = balls->member_first[region]; k < balls->member_first[region + 1]; ++k) {
            uint32_t vertex = surface->vertex_of[balls->member[k]];
            position(mesh, surface, balls->member[k], p);
            double left = fmax(1 - distance2(p, centre) / (radius * radius), 0);
            double strength = sqrt(left);
            if (255 * strength > (double)paint[vertex].a)
                paint[vertex] = draw_fade(draw_colour(spot_colours[s]), strength);
        }
    }
    return paint;
}

void draw_regions(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1500, 480);
    sheet->def.field_of_view = DRAW_ROW_VIEW;
    plump_mesh* meshes[2] = {draw_shape(PLUMP_SHAPE_CREATURE, 1400),
                             draw_shape(PLUMP_SHAPE_CREATURE, 0)};
    plump_colour* paints[4];
    for (int i = 0; i < 4; ++i) {
        const plump_mesh* mesh = meshes[i % 2];
        paints[i] = i < 2 ? paint_rings(mesh, sheet, 3) : paint_balls(mesh, sheet, 0.15);
        plump_picture_item* item = draw_add(sheet, mesh, 0.92 * i + (i > 1 ? 0.15 : 0.0));
        item->vertex_colours = paints[i];
        item->wireframe = true;
        item->wire_width = 0.5;
        item->wire_colour = (plump_colour){60, 60, 60, 110};
    }
    draw_save(canvas, sheet, "model_regions.png");
    for (int i = 0; i < 4; ++i) free(paints[i]);
    for (int i = 0; i < 2; ++i) plump_mesh_destroy(meshes[i]);
}

// --- order ---

static bool are_neighbours(const pl_surface* surface, uint32_t a, uint32_t b) {
    for (uint32_t k = surface->ring_first[a]; k < surface->ring_first[a + 1]; ++k) {
        if (surface->ring[k] == b) return true;
    }
    return false;
}

static bool faces_eye(const plump_mesh* mesh, const pl_surface* surface, uint32_t place,
                      const double eye[3]) {
    double normal[3] = {0, 0, 0};
    uint32_t first = surface->ring_first[place], end = surface->ring_first[place + 1];
    double here[3], one[3], two[3];
    position(mesh, surface, place, here);
    for (uint32_t k = first; k < end; ++k) {
        position(mesh, surface, surface->ring[k], one);
        position(mesh, surface, surface->ring[k + 1 < end ? k + 1 : first], two);
        for (int i = 0; i < 3; ++i) one[i] -= here[i], two[i] -= here[i];
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            normal[i] += one[j] * two[l] - one[l] * two[j];
        }
    }
    return normal[0] * eye[0] + normal[1] * eye[1] + normal[2] * eye[2] > 0;
}

static plump_colour* paint_order(const pl_surface* surface) {
    plump_colour* paint = draw_memory(surface->count, sizeof *paint);
    for (uint32_t place = 0; place < surface->count; ++place)
        paint[surface->vertex_of[place]] = draw_rainbow((double)place / surface->count);
    return paint;
}

static plump_colour path_colour(uint32_t path) {
    return draw_colour(spot_colours[path % SPOTS]);
}

// Each path a line of its own colour, moved to stand at x.
static void add_paths(draw_sheet* sheet, const plump_mesh* mesh, double right) {
    draw_axes axes = draw_view(sheet);
    const pl_surface* surface = surface_of(mesh);
    uint32_t path = 0;
    for (uint32_t place = 0; place + 1 < surface->count; ++place) {
        double from[3], to[3];
        if (!are_neighbours(surface, place, place + 1)) {
            ++path;
            continue;
        }
        if (!faces_eye(mesh, surface, place, axes.eye)) continue;
        position(mesh, surface, place, from);
        position(mesh, surface, place + 1, to);
        draw_shift(sheet, right, from);
        draw_shift(sheet, right, to);
        draw_line(sheet, from, to, path_colour(path), 1.5);
    }
}

void draw_order(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(1200, 620);
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    plump_colour* paint = paint_order(surface_of(mesh));
    draw_add(sheet, mesh, 0)->vertex_colours = paint;
    draw_add(sheet, mesh, 1);
    add_paths(sheet, mesh, 1);
    draw_save(canvas, sheet, "model_order.png");
    free(paint);
    plump_mesh_destroy(mesh);
}

// --- runs ---

// Rows of a prefix array back to places: 65 rows per block of 64.
static uint32_t place_of_row(uint32_t row) {
    return row / 65 * 64 + row % 65;
}

static void add_run(draw_sheet* sheet, const plump_mesh* mesh, pl_run run, plump_colour colour) {
    const pl_surface* surface = surface_of(mesh);
    uint32_t end = run.from / 65 * 64 + run.to % 65;
    uint32_t begin = place_of_row(run.from);
    bool is_dot = end - begin == 1;
    for (uint32_t place = begin; place + !is_dot < end; ++place) {
        double from[3], to[3];
        position(mesh, surface, place, from);
        position(mesh, surface, is_dot ? place : place + 1, to);
        if (is_dot) to[1] += 1e-5;  // a line must lead somewhere
        draw_line(sheet, from, to, draw_darken(colour, 0.75), is_dot ? 10 : 5);
    }
}

void draw_runs(draw_canvas* canvas) {
    draw_sheet* sheet = draw_begin(760, 570);
    plump_mesh* mesh = draw_shape(PLUMP_SHAPE_CREATURE, 0);
    const pl_surface* surface = surface_of(mesh);
    const pl_ring_regions* rings = pl_ring_regions_get(mesh, 3, true, NULL);
    plump_colour* paint = draw_memory(surface->count, sizeof *paint);
    uint32_t region = seen_at(mesh, sheet, spots[0]);
    double centre[3];
    position(mesh, surface, region, centre);
    uint32_t first = rings->run_first[region], end = rings->run_first[region + 1];
    for (uint32_t k = first; k < end; ++k) {
        plump_colour colour = draw_rainbow((double)(k - first) / (end - first));
        pl_run run = rings->runs[k];
        uint32_t stop = run.from / 65 * 64 + run.to % 65;
        for (uint32_t place = place_of_row(run.from); place < stop; ++place)
            paint[surface->vertex_of[place]] = draw_fade(colour, 0.6);
        add_run(sheet, mesh, run, colour);
    }
    plump_picture_item* item = draw_add(sheet, mesh, 0);
    item->vertex_colours = paint;
    item->wireframe = true;
    item->wire_width = 1.0;
    item->wire_colour = (plump_colour){90, 90, 90, 160};
    sheet->def.frame_given = true;
    for (int k = 0; k < 3; ++k) {
        sheet->def.frame_min[k] = centre[k] - 0.075;
        sheet->def.frame_max[k] = centre[k] + 0.075;
    }
    draw_save(canvas, sheet, "model_runs.png");
    free(paint);
    plump_mesh_destroy(mesh);
}
