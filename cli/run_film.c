// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films of a run: .glb, .mdd, .pc2 and sequences of .ply and .obj, by plump/film.h. A body with a
// detail mesh is filmed as that. A GLB shows obstacles too, as a viewer would miss what bodies lie
// on or are pressed by; the others hold bodies alone, for programs that bring their own
// surroundings.
#include "cli/run_output.h"

#include <plump/film.h>

#include <stdio.h>
#include <stdlib.h>

// An obstacle in the film.
typedef struct prop {
    uint32_t obstacle;
    plump_obstacle_surface* surface;
    float* positions;  // of its vertices in the world
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

// p + 2 u x (u x p + w p), and the position. Surfaces come in double.
static void place_prop(const prop* p, const double position[3], const float rotation[4]) {
    plump_triangles surface = plump_obstacle_surface_triangles(p->surface);
    const double* points = surface.positions;
    double q[4];
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k];
    for (uint32_t i = 0; i < surface.vertex_count; ++i) {
        const double* from = points + 3 * (size_t)i;
        float* to = p->positions + 3 * (size_t)i;
        double c[3];
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            c[k] = q[a] * from[b] - q[b] * from[a] + q[3] * from[k];
        }
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            to[k] = (float)(from[k] + 2 * (q[a] * c[b] - q[b] * c[a]) + position[k]);
        }
    }
}

static plump_result make_prop(film* f, const run_show* show, uint32_t index,
                              const plump_scene_obstacle* obstacle, plump_error* error) {
    prop* p = &f->props[f->prop_count++];
    p->obstacle = index;
    plump_result result =
        plump_obstacle_surface_create(&obstacle->def, 0, NULL, &p->surface, error);
    if (result != PLUMP_OK) return result;
    uint32_t count = plump_obstacle_surface_triangles(p->surface).vertex_count;
    p->positions = malloc((count + 1) * 3 * sizeof *p->positions);
    if (!p->positions) return run_fail_memory(error);
    plump_obstacle_info info;
    result = plump_obstacle_get_info(plump_scene_world(show->scene), obstacle->id, &info, error);
    if (result == PLUMP_OK) place_prop(p, info.position, info.rotation);
    return result;
}

static plump_result make_props(film* f, const run_show* show, plump_error* error) {
    uint32_t count = show->info.obstacle_count;
    f->props = calloc(count + 1, sizeof *f->props);
    if (!f->props) return run_fail_memory(error);
    for (uint32_t i = 0; i < count; ++i) {
        plump_scene_obstacle obstacle;
        plump_scene_get_obstacle(show->scene, i, &obstacle);
        if (!obstacle.visible || obstacle.def.shape == PLUMP_OBSTACLE_PLANE) continue;
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
    part.triangles = plump_obstacle_surface_triangles(p->surface);
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
    if (info.rest_path && used > 0 && (size_t)used < note_size)
        snprintf(note + used, note_size - (size_t)used, ", at rest in %s", info.rest_path);
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

const run_output_kind run_film_kind = {
    ".glb .mdd .pc2 .ply .obj", takes, false, open, add_frame, NULL, close_film, discard};
