// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films of a run: .glb, .mdd, .pc2 and sequences of .ply and .obj, by plump/film.h. A body with a
// detail mesh is filmed as that. A GLB shows obstacles too, as a viewer would miss what bodies lie
// on or are pressed by, planes as squares below what is there at the start; the others hold bodies
// alone, for programs that bring their own surroundings.
#include "cli/run_output.h"

#include <plump/film.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANE_REACH 4.0  // half the side of a plane's square, over the radius of all bodies
#define GROUND      0.3  // how far up a plane faces that is ground; walls would hide what is inside

// An obstacle in the film.
typedef struct prop {
    uint32_t obstacle;
    plump_obstacle_surface* surface;  // NULL: a plane
    double corners[4][3];             // of a plane's square, in its own frame
    float* positions;                 // of its vertices in the world
} prop;

typedef struct film {
    plump_film* film;
    bool is_summed;  // of fewer shapes than frames, within a tolerance
    uint32_t body_count, prop_count;
    prop* props;
    const float** positions;  // of each body, then of each prop, for the frame that is added
} film;

static bool takes(const char* path) {
    return plump_film_format_of_name(path) != PLUMP_FILM_AUTO;
}

static bool is_sequence(const char* path) {
    plump_film_format format = plump_film_format_of_name(path);
    return format == PLUMP_FILM_PLY || format == PLUMP_FILM_OBJ;
}

static void free_film(film* f) {
    for (uint32_t i = 0; f->props && i < f->prop_count; ++i) {
        plump_obstacle_surface_destroy(f->props[i].surface);
        free(f->props[i].positions);
    }
    free(f->props);
    free(f->positions);
    free(f);
}

// --- obstacles ---

// p + 2 u x (u x p + w p)
static void turn(const double q[4], const double from[3], double to[3]) {
    double c[3];
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        c[k] = q[a] * from[b] - q[b] * from[a] + q[3] * from[k];
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        to[k] = from[k] + 2 * (q[a] * c[b] - q[b] * c[a]);
    }
}

// In its own frame, in double.
static plump_triangles prop_triangles(const prop* p) {
    static const uint32_t square[6] = {0, 1, 2, 2, 1, 3};
    if (p->surface) return plump_obstacle_surface_triangles(p->surface);
    return (plump_triangles){.positions = p->corners,
                             .position_type = PLUMP_SCALAR_FLOAT64,
                             .vertex_count = 4,
                             .indices = square,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = 2};
}

static void place_prop(const prop* p, const double position[3], const float rotation[4]) {
    plump_triangles surface = prop_triangles(p);
    const double* points = surface.positions;
    double q[4], at[3];
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k];
    for (uint32_t i = 0; i < surface.vertex_count; ++i) {
        turn(q, points + 3 * (size_t)i, at);
        for (int k = 0; k < 3; ++k)
            p->positions[3 * (size_t)i + (size_t)k] = (float)(at[k] + position[k]);
    }
}

// Middle and radius of all bodies at the start; of none: those of a metre.
static double measure_start(const run_show* show, double middle[3]) {
    double low[3] = {-0.5, -0.5, -0.5}, high[3] = {0.5, 0.5, 0.5}, squared = 0;
    bool any = false;
    for (uint32_t i = 0; show->start && i < show->actor_count; ++i) {
        const run_body* body = &show->start->bodies[i];
        uint32_t count = body->present ? run_actor_vertex_count(&show->actors[i]) : 0;
        for (uint32_t v = 0; v < 3 * count; ++v) {
            double value = (double)body->positions[v];
            low[v % 3] = any || v >= 3 ? fmin(low[v % 3], value) : value;
            high[v % 3] = any || v >= 3 ? fmax(high[v % 3], value) : value;
        }
        any = any || count > 0;
    }
    for (int k = 0; k < 3; ++k) {
        middle[k] = (low[k] + high[k]) / 2;
        squared += (high[k] - low[k]) * (high[k] - low[k]) / 4;
    }
    return sqrt(squared);
}

// A square around the place of the plane that is nearest to all that lies over it.
static void cut_plane(const run_show* show, const plump_obstacle_info* info, prop* p) {
    double middle[3], local[3], back[4], reach = PLANE_REACH * measure_start(show, middle);
    for (int k = 0; k < 3; ++k)
        middle[k] -= info->position[k], back[k] = -(double)info->rotation[k];
    back[3] = (double)info->rotation[3];
    turn(back, middle, local);
    for (int c = 0; c < 4; ++c) {
        p->corners[c][0] = local[0] + (c & 1 ? reach : -reach);
        p->corners[c][1] = 0;
        p->corners[c][2] = local[2] + (c & 2 ? -reach : reach);
    }
}

static plump_result make_prop(film* f, const run_show* show, uint32_t index,
                              const plump_scene_obstacle* obstacle, plump_error* error) {
    prop* p = &f->props[f->prop_count++];
    p->obstacle = index;
    plump_obstacle_info info;
    plump_result result =
        plump_obstacle_get_info(plump_scene_world(show->scene), obstacle->id, &info, error);
    if (result != PLUMP_OK) return result;
    if (obstacle->def.shape == PLUMP_OBSTACLE_PLANE)
        cut_plane(show, &info, p);
    else
        result = plump_obstacle_surface_create(&obstacle->def, 0, NULL, &p->surface, error);
    if (result != PLUMP_OK) return result;
    size_t count = prop_triangles(p).vertex_count;
    p->positions = malloc((count + 1) * 3 * sizeof *p->positions);
    if (!p->positions) return run_fail_memory(error);
    place_prop(p, info.position, info.rotation);
    return PLUMP_OK;
}

// What bodies may lie on; obstacles that are no planes always.
static bool is_shown(const run_show* show, const plump_scene_obstacle* obstacle) {
    static const double up[3] = {0, 1, 0};
    plump_obstacle_info info;
    double q[4], normal[3];
    if (!obstacle->visible || obstacle->def.shape != PLUMP_OBSTACLE_PLANE) return obstacle->visible;
    if (plump_obstacle_get_info(plump_scene_world(show->scene), obstacle->id, &info, NULL) !=
        PLUMP_OK)
        return false;
    for (int k = 0; k < 4; ++k) q[k] = (double)info.rotation[k];
    turn(q, up, normal);
    return normal[1] >= GROUND;
}

static plump_result make_props(film* f, const run_show* show, plump_error* error) {
    uint32_t count = show->info.obstacle_count;
    f->props = calloc(count + 1, sizeof *f->props);
    if (!f->props) return run_fail_memory(error);
    for (uint32_t i = 0; i < count; ++i) {
        plump_scene_obstacle obstacle;
        plump_scene_get_obstacle(show->scene, i, &obstacle);
        if (!is_shown(show, &obstacle)) continue;
        plump_result result = make_prop(f, show, i, &obstacle, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static plump_film_part make_prop_part(const prop* p, const run_show* show) {
    plump_scene_obstacle obstacle;
    plump_scene_get_obstacle(show->scene, p->obstacle, &obstacle);
    plump_film_part part = plump_default_film_part();
    part.name = obstacle.name;
    part.triangles = prop_triangles(p);
    part.triangles.positions = p->positions;
    part.triangles.position_type = PLUMP_SCALAR_FLOAT32;
    part.triangles.position_stride = 0;
    part.colour = obstacle.colour;
    part.still = !obstacle.moves;
    return part;
}

// --- the film ---

// As it stands at the start: who does not play the film sees that.
static plump_film_part make_part(const run_show* show, uint32_t index) {
    run_actor actor = show->actors[index];
    plump_film_part part = plump_default_film_part();
    part.name = actor.name;
    part.colour = actor.colour;
    part.texcoords = actor.texcoords;
    part.texture = actor.texture;
    part.triangles = actor.triangles;
    const run_body* start = show->start ? &show->start->bodies[index] : NULL;
    if (!start || !start->present) return part;  // it went before a resumed run
    part.triangles = (plump_triangles){.positions = start->fine_positions ? start->fine_positions
                                                                          : start->positions,
                                       .vertex_count = actor.triangles.vertex_count,
                                       .indices = actor.triangles.indices,
                                       .index_type = actor.triangles.index_type,
                                       .triangle_count = actor.triangles.triangle_count};
    return part;
}

static plump_result open_film(film* f, const run_show* show, const char* path, plump_error* error) {
    plump_film_part* parts = calloc(f->body_count + f->prop_count + 1, sizeof *parts);
    if (!parts) return run_fail_memory(error);
    for (uint32_t i = 0; i < f->body_count; ++i) parts[i] = make_part(show, i);
    for (uint32_t i = 0; i < f->prop_count; ++i)
        parts[f->body_count + i] = make_prop_part(&f->props[i], show);
    plump_film_def def = plump_default_film_def();
    def.path = path;
    def.parts = parts;
    def.part_count = f->body_count + f->prop_count;
    def.frame_rate = show->frame_rate;
    def.tolerance = show->tolerance;
    def.size_most = show->size_most;
    f->is_summed = show->tolerance > 0 && plump_film_format_of_name(path) == PLUMP_FILM_GLB;
    plump_result result = plump_film_open(&def, &f->film, error);
    free(parts);
    return result;
}

static plump_result fill_film(film* f, const run_show* show, const char* path, plump_error* error) {
    bool with_props = plump_film_format_of_name(path) == PLUMP_FILM_GLB;
    plump_result result = with_props ? make_props(f, show, error) : PLUMP_OK;
    if (result != PLUMP_OK) return result;
    f->positions = calloc(f->body_count + f->prop_count + 1, sizeof *f->positions);
    return f->positions ? open_film(f, show, path, error) : run_fail_memory(error);
}

static plump_result open(const run_show* show, const char* path, void** state, plump_error* error) {
    film* f = calloc(1, sizeof *f);
    if (!f) return run_fail_memory(error);
    f->body_count = show->actor_count;
    plump_result result = fill_film(f, show, path, error);
    if (result != PLUMP_OK) {
        free_film(f);
        return result;
    }
    *state = f;
    return PLUMP_OK;
}

static plump_result add_frame(void* state, const run_frame* frame, plump_error* error) {
    film* f = state;
    for (uint32_t i = 0; i < f->body_count; ++i) {
        const run_body* body = &frame->bodies[i];
        f->positions[i] = body->fine_positions ? body->fine_positions : body->positions;
        if (!body->present) f->positions[i] = NULL;
    }
    for (uint32_t i = 0; i < f->prop_count; ++i) {
        const run_obstacle* obstacle = &frame->obstacles[f->props[i].obstacle];
        place_prop(&f->props[i], obstacle->position, obstacle->rotation);
        f->positions[f->body_count + i] = f->props[i].positions;
    }
    return plump_film_add(f->film, frame->time, f->positions, error);
}

static plump_result close_film(void* state, const run_frame* end, char* note, size_t note_size,
                               plump_error* error) {
    (void)end;
    film* f = state;
    plump_film_info info;
    plump_film_get_info(f->film, &info);
    int used =
        snprintf(note, note_size, "%u frame%s", info.frame_count, info.frame_count == 1 ? "" : "s");
    if (info.rest_path && used > 0 && (size_t)used < note_size) {
        const char* slash = strrchr(info.rest_path, '/');  // it lies beside the film
        snprintf(note + used, note_size - (size_t)used, ", at rest in %s",
                 slash ? slash + 1 : info.rest_path);
    }
    if (f->is_summed && used > 0 && (size_t)used < note_size)
        snprintf(note + used, note_size - (size_t)used,
                 " of %u shapes, off by %.2g %% at most, %.3g MB", info.target_count,
                 100 * info.error_most, 1e-6 * (double)info.byte_count);
    plump_result result = plump_film_close(f->film, error);
    free_film(f);
    return result;
}

static void discard(void* state) {
    film* f = state;
    plump_film_discard(f->film);
    free_film(f);
}

const run_output_kind run_film_kind = {.about = ".glb .mdd .pc2 .ply .obj",
                                       .takes = takes,
                                       .is_numbered = is_sequence,
                                       .open = open,
                                       .frame = add_frame,
                                       .close = close_film,
                                       .discard = discard};
