// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The meshes of a scene: files and built-in shapes, each loaded once however many use it.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

#define WORDS_SIZE 1200  // a path is at most 1024

static pl_source* find_source(const pl_scene_reader* reader, const char* words) {
    for (size_t i = 0; i < reader->source_count; ++i) {
        if (strcmp(reader->sources[i].words, words) == 0) return &reader->sources[i];
    }
    return NULL;
}

// Meshes and soups are the scene's from the moment they are there.
static plump_result keep(pl_scene_reader* reader, const pl_source* source) {
    plump_scene* scene = reader->scene;
    if (source->mesh) scene->plan.meshes[scene->plan.mesh_count++] = source->mesh;
    if (source->fine) scene->plan.meshes[scene->plan.mesh_count++] = source->fine;
    if (source->soup) scene->soups[scene->soup_count++] = source->soup;
    size_t length = strlen(source->words) + 1;
    char* words = pl_arena_alloc(&reader->scratch, length, 1);
    if (!words) return pl_scene_fail_memory(reader);
    memcpy(words, source->words, length);
    reader->sources[reader->source_count] = *source;
    reader->sources[reader->source_count++].words = words;
    return PLUMP_OK;
}

plump_result pl_scene_charge(pl_scene_reader* reader, const pl_item* item, uint64_t vertices) {
    reader->mesh_vertices += vertices;
    if (reader->mesh_vertices <= reader->limits->vertices) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "with this mesh the scene's meshes have more than %u vertices",
                        (unsigned)reader->limits->vertices);
}

plump_result pl_scene_work(pl_scene_reader* reader, const pl_item* item, double vertices) {
    bool fits = vertices <= (double)(PL_SCENE_WORK - reader->work);
    if (fits) reader->work += (uint64_t)vertices;
    if (fits) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "this is too much work: with it pins, paint and attachments look at more "
                        "than %llu vertices in all; fewer of them or coarser meshes would help",
                        (unsigned long long)PL_SCENE_WORK);
}

static plump_result make_shape(pl_scene_reader* reader, const pl_item* item,
                               const pl_raw_source* raw, pl_source* source) {
    plump_shape_def def = plump_default_shape_def((plump_shape_kind)raw->shape);
    if (raw->vertices) def.vertex_count = raw->vertices;
    def.size = raw->size;
    def.allocator = reader->scene->hooks;
    plump_result result = pl_scene_charge(reader, item, def.vertex_count);
    if (result != PLUMP_OK) return result;
    plump_error error;
    result = plump_shape_create(&def, &source->mesh, &error);
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, item, result, "%s", error.text);
}

// The file's own complaint begins with its name and place. A `size` above 0 is given to it.
static plump_result read_mesh(pl_scene_reader* reader, const pl_item* item, const char* file,
                              const pl_raw_source* raw, double size, pl_source* source) {
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh_report report;
    def.fill_holes = raw->fill_holes || reader->def->fill_holes;
    def.allocator = reader->scene->hooks;
    plump_error error;
    plump_result result = plump_mesh_read(file, &def, &source->mesh, &report, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, item, result, "%s", error.text);
    result = pl_scene_charge(reader, item, plump_mesh_vertex_count(source->mesh));
    if (result == PLUMP_OK && size > 0)
        result = pl_scene_fit_mesh(reader, item, file, &def, &report, size, source);
    if (result != PLUMP_OK) plump_mesh_destroy(source->mesh);
    return result;
}

static plump_result read_soup(pl_scene_reader* reader, const pl_item* item, const char* file,
                              pl_source* source) {
    plump_read_def def = plump_default_read_def();
    def.allocator = reader->scene->hooks;
    plump_error error;
    plump_result result = plump_file_read(file, &def, &source->soup, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, item, result, "%s", error.text);
    result = pl_scene_charge(reader, item, plump_soup_triangles(source->soup).vertex_count);
    if (result != PLUMP_OK) plump_soup_destroy(source->soup);
    return result;
}

static plump_result make_spindle(pl_scene_reader* reader, const pl_item* item, pl_source* source) {
    plump_result result = json_is_array(item->json) ? pl_scene_spindles(reader, item, &source->mesh)
                                                    : pl_scene_spindle(reader, item, &source->mesh);
    if (result == PLUMP_OK)
        result = pl_scene_charge(reader, item, plump_mesh_vertex_count(source->mesh));
    if (result != PLUMP_OK) plump_mesh_destroy(source->mesh);
    return result;
}

// Room in all three lists before something is loaded that would have to be freed again.
static bool make_room(pl_scene_reader* reader) {
    plump_scene* scene = reader->scene;
    size_t count = reader->source_count, capacity = reader->source_capacity;
    if (count < capacity) return true;
    capacity = capacity ? capacity * 2 : 16;
    pl_source* sources = pl_arena_alloc(&reader->scratch, capacity, sizeof *sources);
    // a mesh that was made coarse is kept as well
    plump_mesh** meshes = pl_arena_alloc(reader->arena, 2 * capacity, sizeof(void*));
    plump_soup** soups = pl_arena_alloc(reader->arena, capacity, sizeof(void*));
    if (!sources || !meshes || !soups) return false;
    if (count > 0) {
        memcpy(sources, reader->sources, count * sizeof *sources);
        memcpy(meshes, scene->plan.meshes, scene->plan.mesh_count * sizeof(void*));
        memcpy(soups, scene->soups, scene->soup_count * sizeof(void*));
    }
    reader->sources = sources;
    scene->plan.meshes = meshes;
    scene->soups = soups;
    reader->source_capacity = capacity;
    return true;
}

// The words that ask for a source: the same words, the same mesh. %g would round the size.
static void write_words(const pl_scene_reader* reader, uint32_t which, const pl_raw_source* raw,
                        bool is_soup, double size, char words[WORDS_SIZE]) {
    long long size_bits;
    memcpy(&size_bits, &size, sizeof size_bits);
    if (which == 0)
        pl_text_format(words, WORDS_SIZE, "%s %d %u %lld %s", is_soup ? "soup" : "mesh",
                       raw->fill_holes, (unsigned)raw->coarse, size_bits, raw->mesh);
    else if (which == 1)
        pl_text_format(words, WORDS_SIZE, "shape %u %u %u %lld", (unsigned)raw->shape,
                       (unsigned)raw->vertices, (unsigned)raw->coarse, size_bits);
    else  // each is made to measure
        pl_text_format(words, WORDS_SIZE, "spindle %zu", reader->source_count);
}

static plump_result make(pl_scene_reader* reader, const pl_item* place, uint32_t which,
                         const char* file, const pl_raw_source* raw, double size, bool is_soup,
                         pl_source* found) {
    return which >= 2   ? make_spindle(reader, place, found)
           : which == 1 ? make_shape(reader, place, raw, found)
           : is_soup    ? read_soup(reader, place, file, found)
                        : read_mesh(reader, place, file, raw, size, found);
}

static plump_result coarsen(pl_scene_reader* reader, const pl_item* item, uint32_t wish,
                            pl_source* found) {
    plump_result result = pl_scene_coarsen(reader, item, wish, found);
    if (result != PLUMP_OK) plump_mesh_destroy(found->mesh);
    return result;
}

// `fits`: a mesh file is brought to the size that the item names, if it names one.
static plump_result load(pl_scene_reader* reader, const pl_item* item, const char* shape_key,
                         const pl_raw_source* raw, bool is_soup, bool fits, pl_source* found) {
    const char* const keys[] = {"mesh", shape_key, "spindle", "spindles", NULL};
    uint32_t which;
    plump_result result = pl_item_one_of(reader, item, keys, &which);
    if (result != PLUMP_OK) return result;
    pl_item place = pl_item_member(item, keys[which]);
    char words[WORDS_SIZE];
    const char* file = NULL;
    double size = raw->size;
    if (which == 0) {
        result = pl_scene_path(reader, &place, raw->mesh, &file);
        if (result != PLUMP_OK) return result;
        if (!fits || !json_object_get(item->json, "size")) size = 0;
    }
    write_words(reader, which, raw, is_soup, size, words);
    const pl_source* known = find_source(reader, words);
    if (known) {
        *found = *known;
        return PLUMP_OK;
    }
    if (!make_room(reader)) return pl_scene_fail_memory(reader);
    *found = (pl_source){.words = words, .factor = 1};
    result = make(reader, &place, which, file, raw, size, is_soup, found);
    if (result == PLUMP_OK && !is_soup) result = coarsen(reader, item, raw->coarse, found);
    return result == PLUMP_OK ? keep(reader, found) : result;
}

plump_result pl_scene_piece(pl_scene_reader* reader, const pl_item* item, const plump_mesh* whole,
                            uint32_t piece, const plump_mesh** mesh) {
    char words[WORDS_SIZE];
    plump_error error;
    if (!make_room(reader)) return pl_scene_fail_memory(reader);
    pl_text_format(words, sizeof words, "piece %zu", reader->source_count);
    pl_source found = {.words = words};
    plump_result result = plump_mesh_create_piece(whole, piece, &found.mesh, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, item, result, "%s", error.text);
    *mesh = found.mesh;
    return keep(reader, &found);
}

plump_result pl_scene_mesh(pl_scene_reader* reader, const pl_item* item, const char* shape_key,
                           const pl_raw_source* raw, const plump_mesh** mesh) {
    pl_source source = {0};
    plump_result result = load(reader, item, shape_key, raw, false, false, &source);
    if (result == PLUMP_OK) *mesh = source.mesh;
    return result;
}

plump_result pl_scene_body_mesh(pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_source* raw, pl_source* source) {
    return load(reader, item, "shape", raw, false, true, source);
}

plump_result pl_scene_triangles(pl_scene_reader* reader, const pl_item* item, const char* shape_key,
                                const pl_raw_source* raw, plump_triangles* triangles) {
    pl_source source = {0};
    plump_result result = load(reader, item, shape_key, raw, true, false, &source);
    if (result == PLUMP_OK)
        *triangles =
            source.mesh ? plump_mesh_triangles(source.mesh) : plump_soup_triangles(source.soup);
    return result;
}

#endif
