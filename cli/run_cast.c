// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "cli/run_picture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLEAR_OPACITY 0.06  // of what keeps bodies inside
#define SEE_THROUGH   0.04  // of all others, where contact is to be seen

static plump_figure figure_of(const char* colour_by) {
    static const struct {
        const char* name;
        plump_figure figure;
    } names[] = {{"stress", PLUMP_FIGURE_STRAIN},
                 {"volume", PLUMP_FIGURE_VOLUME_WEIGHT},
                 {"contact", PLUMP_FIGURE_CONTACT}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (!strcmp(colour_by, names[i].name)) return names[i].figure;
    }
    return PLUMP_FIGURE_COUNT;
}

// --- bodies ---

// By turns, from a palette of its own; a mesh of one part has the body's colour.
static bool colour_parts(cast_body* body) {
    static const plump_colour palette[] = {
        {226, 111, 84, 255},  {66, 141, 173, 255},  {236, 178, 74, 255},
        {104, 165, 116, 255}, {156, 110, 170, 255}, {205, 106, 140, 255},
    };
    uint32_t parts = body->mesh ? plump_mesh_part_count(body->mesh) : 0;
    uint32_t count = body->triangles.triangle_count;
    if (parts < 2 || body->ties) return true;
    body->triangle_colours = calloc(count, sizeof *body->triangle_colours);
    if (!body->triangle_colours) return false;
    const uint32_t* part_of = plump_mesh_triangle_parts(body->mesh);
    for (uint32_t i = 0; i < count; ++i) {
        body->triangle_colours[i] = palette[part_of[i] % (sizeof palette / sizeof palette[0])];
    }
    return true;
}

static void read_fine(const plump_triangles* fine, uint32_t vertex, double p[3]) {
    size_t number = fine->position_type == PLUMP_SCALAR_FLOAT64 ? 8 : 4;
    size_t stride = fine->position_stride ? fine->position_stride : 3 * number;
    const unsigned char* from = (const unsigned char*)fine->positions + vertex * stride;
    float narrow[3];
    memcpy(number == 8 ? (void*)p : (void*)narrow, from, 3 * number);
    for (int k = 0; k < 3; ++k) p[k] = fine->origin[k] + (number == 8 ? p[k] : (double)narrow[k]);
}

static cast_tie find_tie(const plump_mesh* mesh, const double p[3]) {
    const float* coarse = plump_mesh_positions(mesh);
    double origin[3], near[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, sum = 0;
    cast_tie tie = {{0, 0, 0}, {0, 0, 0}};
    plump_mesh_origin(mesh, origin);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i, coarse += 3) {
        double squared = 0;
        for (int k = 0; k < 3; ++k) {
            double d = origin[k] + (double)coarse[k] - p[k];
            squared += d * d;
        }
        if (!(squared < near[2])) continue;
        int at = squared < near[0] ? 0 : squared < near[1] ? 1 : 2;
        for (int k = 2; k > at; --k) near[k] = near[k - 1], tie.vertex[k] = tie.vertex[k - 1];
        near[at] = squared;
        tie.vertex[at] = i;
    }
    for (int k = 0; k < 3; ++k) sum += 1 / (near[k] + 1e-12);
    for (int k = 0; k < 3; ++k) tie.share[k] = (float)(1 / (near[k] + 1e-12) / sum);
    return tie;
}

// Only where a figure of the coarse mesh colours the fine one.
static bool tie_detail(cast_body* body) {
    uint32_t count = body->triangles.vertex_count;
    body->ties = calloc((size_t)count + 1, sizeof *body->ties);
    if (!body->ties) return false;
    for (uint32_t i = 0; i < count; ++i) {
        double p[3];
        read_fine(&body->triangles, i, p);
        body->ties[i] = find_tie(body->mesh, p);
    }
    return true;
}

static bool make_body(const run_show* show, uint32_t index, run_cast* cast) {
    run_actor given = show->actors[index];
    cast_body* body = &cast->bodies[index];
    body->mesh = given.mesh;
    body->colour = given.colour;
    body->opacity = given.kind == RUN_SKIN ? given.colour.a / 255.0 : 1;
    body->is_skin = given.kind != RUN_BODY;
    body->triangles = given.triangles;
    body->rest_positions = given.rest_positions;
    body->segments = given.segments;
    body->weights = given.weights;
    body->texcoords = given.texcoords;
    body->texture = given.texture;
    body->first = cast->body_vertices;
    cast->body_vertices += body->triangles.vertex_count;
    uint32_t coarse = given.mesh ? plump_mesh_vertex_count(given.mesh) : 0;
    if (coarse > cast->coarse_most) cast->coarse_most = coarse;
    if (cast->figure != PLUMP_FIGURE_COUNT && given.detail && !tie_detail(body)) return false;
    return strcmp(show->colour_by, "part") != 0 || given.detail || colour_parts(body);
}

// --- obstacles ---

static plump_result make_obstacle(const run_show* show, uint32_t index, run_cast* cast,
                                  plump_error* error) {
    plump_scene_obstacle given;
    cast_obstacle* obstacle = &cast->obstacles[index];
    plump_scene_get_obstacle(show->scene, index, &given);
    obstacle->visible = given.visible;
    obstacle->plane = given.def.shape == PLUMP_OBSTACLE_PLANE;
    obstacle->colour = given.colour;
    obstacle->opacity = given.colour.a / 255.0;
    if ((given.def.hollow || given.def.trigger) && given.colour.a == 255)
        obstacle->opacity = CLEAR_OPACITY;
    if (cast->figure == PLUMP_FIGURE_CONTACT)  // or it would hide what it touches
        obstacle->opacity = fmin(obstacle->opacity, SEE_THROUGH);
    if (obstacle->plane || !obstacle->visible) return PLUMP_OK;
    plump_result result =
        plump_obstacle_surface_create(&given.def, 0, NULL, &obstacle->surface, error);
    if (result != PLUMP_OK) return result;
    obstacle->triangles = plump_obstacle_surface_triangles(obstacle->surface);
    obstacle->first = cast->obstacle_vertices;
    cast->obstacle_vertices += obstacle->triangles.vertex_count;
    return PLUMP_OK;
}

// --- the cast ---

plump_result run_cast_make(const run_show* show, run_cast* cast, plump_error* error) {
    *cast = (run_cast){.body_count = show->actor_count,
                       .obstacle_count = show->info.obstacle_count,
                       .figure = figure_of(show->colour_by),
                       .deform = show->deform};
    cast->bodies = calloc((size_t)cast->body_count + 1, sizeof *cast->bodies);
    cast->obstacles = calloc((size_t)cast->obstacle_count + 1, sizeof *cast->obstacles);
    plump_result result = cast->bodies && cast->obstacles ? PLUMP_OK : run_fail_memory(error);
    for (uint32_t i = 0; result == PLUMP_OK && i < cast->body_count; ++i) {
        if (!make_body(show, i, cast)) result = run_fail_memory(error);
    }
    for (uint32_t i = 0; result == PLUMP_OK && i < cast->obstacle_count; ++i) {
        result = make_obstacle(show, i, cast, error);
    }
    if (result != PLUMP_OK) run_cast_free(cast);
    return result;
}

void run_cast_free(run_cast* cast) {
    for (uint32_t i = 0; cast->bodies && i < cast->body_count; ++i) {
        free(cast->bodies[i].triangle_colours);
        free(cast->bodies[i].ties);
    }
    for (uint32_t i = 0; cast->obstacles && i < cast->obstacle_count; ++i) {
        plump_obstacle_surface_destroy(cast->obstacles[i].surface);
    }
    free(cast->bodies);
    free(cast->obstacles);
    *cast = (run_cast){0};
}
