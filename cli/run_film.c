// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films of a run: .glb, .mdd, .pc2 and sequences of .ply and .obj, by plump/film.h. A body with a
// detail mesh is filmed as that.
#include "cli/run_output.h"

#include <plump/film.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct film {
    plump_film* film;
    uint32_t body_count;
    const float** positions;  // of each body, for the frame that is added
} film;

static bool takes(const char* path) {
    return plump_film_format_of_name(path) != PLUMP_FILM_AUTO;
}

static void free_film(film* f) {
    free(f->positions);
    free(f);
}

static plump_film_part make_part(const plump_scene_body* body) {
    plump_film_part part = plump_default_film_part();
    part.name = body->name;
    part.triangles =
        body->detail ? plump_detail_triangles(body->detail) : plump_mesh_triangles(body->mesh);
    part.colour = body->colour;
    return part;
}

static plump_result open_film(film* f, const run_show* show, const char* path, plump_error* error) {
    plump_film_part* parts = malloc((f->body_count + 1) * sizeof *parts);
    if (!parts) return run_fail_memory(error);
    for (uint32_t i = 0; i < f->body_count; ++i) {
        plump_scene_body body;
        plump_scene_get_body(show->scene, i, &body);
        parts[i] = make_part(&body);
    }
    plump_film_def def = plump_default_film_def();
    def.path = path;
    def.parts = parts;
    def.part_count = f->body_count;
    def.frame_rate = show->frame_rate;
    plump_result result = plump_film_open(&def, &f->film, error);
    free(parts);
    return result;
}

static plump_result open(const run_show* show, const char* path, void** state, plump_error* error) {
    film* f = calloc(1, sizeof *f);
    if (!f) return run_fail_memory(error);
    f->body_count = show->info.body_count;
    f->positions = calloc(f->body_count + 1, sizeof *f->positions);
    plump_result result = f->positions ? open_film(f, show, path, error) : run_fail_memory(error);
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
    ".glb .mdd .pc2 .ply .obj", takes, open, add_frame, NULL, close_film, discard};
