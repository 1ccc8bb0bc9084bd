// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters: what a file goes through, and the calls that look at what came of it.
#include "io/character_data.h"
#include "io/file_read.h"
#include "io/format.h"
#include "src/base/cookie.h"
#include "src/base/fpmode.h"

#include <string.h>

void plump_character_destroy(plump_character* c) {
    if (!c) return;
    plump_allocator hooks = c->hooks;
    pl_list* lists[] = {&c->positions, &c->segments, &c->weights, &c->indices, &c->groups,
                        &c->parts,     &c->bones,    &c->offsets, &c->morphs,  &c->notes};
    for (size_t i = 0; i < PL_COUNT(lists); ++i) pl_free(&hooks, lists[i]->items);
    pl_free(&hooks, c->surface_of);
    pl_arena_release(&c->arena, NULL);
    pl_free(&hooks, c);
}

// ---------------------------------------------------------------- reading

#if defined(PLUMP_HAVE_JANSSON)

const char* pl_character_keep(pl_character_reader* r, const char* text, const char* fallback) {
    if (!text || !text[0]) text = fallback;
    size_t size = strlen(text) + 1;
    char* kept = pl_arena_alloc(&r->c->arena, size, 1);
    if (!kept) return NULL;
    memcpy(kept, text, size);
    pl_text_clean(kept);
    return kept;
}

void pl_character_see(pl_character_count* count, const char* path, uint64_t vertex) {
    if (count->count++ > 0) return;
    pl_text_format(count->first, sizeof count->first, "vertex %llu of %s",
                   (unsigned long long)vertex, path);
}

bool pl_character_add_note(pl_character_reader* r, const char* text) {
    const char* kept = pl_character_keep(r, text, "");
    const char** note = pl_list_add(&r->c->hooks, &r->c->notes, 1, sizeof *note);
    if (note) *note = kept;
    return kept && note;
}

static bool add_count(pl_character_reader* r, const pl_character_count* count, const char* what) {
    if (count->count == 0) return true;
    char text[320];
    pl_text_format(text, sizeof text, "%llu vert%s %s (the first: %s)",
                   (unsigned long long)count->count, count->count == 1 ? "ex" : "ices", what,
                   count->first);
    return pl_character_add_note(r, text);
}

static plump_result add_notes(pl_character_reader* r) {
    bool added = add_count(r, &r->scaled, "had weights that did not sum to 1 and were scaled") &&
                 add_count(r, &r->loose, "had no weights and now follow the first joint") &&
                 add_count(r, &r->wrong, "had weights below 0 or not finite, taken as 0") &&
                 add_count(r, &r->trimmed,
                           "followed more than four joints; the four with the most "
                           "weight were kept");
    return added ? PLUMP_OK : pl_reader_fail_memory(r->g->reader);
}

static plump_result read_all(pl_character_reader* r) {
    plump_result result = pl_gltf_tree_make(r->g, &r->tree);
    if (result == PLUMP_OK) result = pl_character_nodes(r);
    if (result == PLUMP_OK) result = pl_character_parts(r);
    if (result != PLUMP_OK) return result;
    if (r->c->indices.count == 0)
        return PL_GLTF_BAD(r->g, "its scene has no triangles; a character needs a mesh");
    pl_character_link_segments(r);
    result = pl_character_clips(r);
    if (result == PLUMP_OK) result = add_notes(r);
    if (result == PLUMP_OK && !pl_character_find_closed(r->c))
        result = pl_reader_fail_memory(r->g->reader);
    return result;
}

static plump_result read_gltf(pl_reader* reader, plump_character* c) {
    pl_gltf g;
    plump_result result = pl_gltf_open(&g, reader, &c->hooks);
    pl_character_reader r = {.g = &g, .c = c};
    if (result == PLUMP_OK) result = read_all(&r);
    pl_gltf_close(&g);
    return result;
}

#else

static plump_result read_gltf(pl_reader* reader, plump_character* c) {
    (void)c;
    return pl_read_gltf(reader);  // says what is missing
}

#endif

// Meshes are told apart from characters that are broken.
static plump_result check_format(const pl_reader* reader) {
    plump_format format = pl_format_guess(reader->bytes, reader->size, reader->name);
    if (format == PLUMP_FORMAT_GLB || format == PLUMP_FORMAT_GLTF) return PLUMP_OK;
    if (format == PLUMP_FORMAT_AUTO)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                              "this is no character: neither a .glb nor a .gltf");
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                          "a .%s file is a mesh that nothing moves; a character is a .glb or .gltf "
                          "with a skeleton or morph targets and a clip",
                          plump_format_name(format));
}

static PL_NOINLINE plump_result read_bytes(const void* bytes, size_t size, const char* name,
                                           const plump_read_def* def, plump_character** character,
                                           plump_error* error) {
    pl_reader reader = {.bytes = bytes ? bytes : (const unsigned char*)"",
                        .size = size,
                        .name = name ? name : "memory",
                        .folder = def->folder,
                        .error = error};
    plump_result result = check_format(&reader);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_character* fresh = pl_alloc_zero(&hooks, 1, sizeof *fresh);
    if (!fresh) return pl_reader_fail_memory(&reader);
    fresh->hooks = hooks;
    fresh->arena = pl_arena_make(hooks);
    result = read_gltf(&reader, fresh);
    if (result == PLUMP_OK)
        *character = fresh;
    else
        plump_character_destroy(fresh);
    return result;
}

static plump_result refuse_def(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "plump_read_def was not begun with plump_default_read_def()");
}

plump_result plump_character_read_memory(const void* bytes, size_t size, const char* name,
                                         const plump_read_def* def, plump_character** character,
                                         plump_error* error) {
    if (!character)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "character is NULL; pass where it goes");
    *character = NULL;
    plump_read_def own = plump_default_read_def();
    if (!def) def = &own;
    if (def->cookie != PL_COOKIE_READ) return refuse_def(error);
    if (!bytes && size > 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "bytes is NULL, size is %zu", size);
    pl_fpmode before = pl_fpmode_enter();
    plump_result result = read_bytes(bytes, size, name, def, character, error);
    pl_fpmode_leave(before);
    return result;
}

plump_result plump_character_read(const char* path, const plump_read_def* def,
                                  plump_character** character, plump_error* error) {
    if (character) *character = NULL;
    if (!path || !character)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", path ? "character" : "path");
    plump_read_def own = def ? *def : plump_default_read_def();
    if (own.cookie != PL_COOKIE_READ) return refuse_def(error);
    plump_allocator hooks = pl_alloc_hooks(own.allocator);
    unsigned char* bytes = NULL;
    size_t size = 0;
    plump_result result = pl_file_load(path, &hooks, &bytes, &size, error);
    if (result != PLUMP_OK) return result;
    char* folder = own.folder ? NULL : pl_file_folder(path, &hooks);
    if (folder) own.folder = folder;
    result = own.folder ? plump_character_read_memory(bytes, size, path, &own, character, error)
                        : pl_fail_memory(error, "reading a character");
    pl_free(&hooks, folder);
    pl_free(&hooks, bytes);
    return result;
}

// ---------------------------------------------------------------- looking

void plump_character_get_info(const plump_character* c, plump_character_info* info) {
    *info = (plump_character_info){.vertex_count = (uint32_t)c->positions.count,
                                   .triangle_count = (uint32_t)c->indices.count,
                                   .part_count = (uint32_t)c->parts.count,
                                   .segment_count = (uint32_t)c->bones.count,
                                   .clip_count = c->clip_count,
                                   .morph_count = (uint32_t)c->morphs.count,
                                   .closed_count = c->surface_count,
                                   .note_count = (uint32_t)c->notes.count};
}

const char* plump_character_note(const plump_character* c, uint32_t index) {
    return index < c->notes.count ? ((const char* const*)c->notes.items)[index] : NULL;
}

plump_result plump_character_get_part(const plump_character* c, uint32_t index,
                                      plump_character_part* part) {
    if (index >= c->parts.count) return PLUMP_ERROR_ARGUMENT;
    const pl_character_part* own = (const pl_character_part*)c->parts.items + index;
    *part = (plump_character_part){.name = own->name,
                                   .first_vertex = own->first_vertex,
                                   .vertex_count = own->vertex_count,
                                   .first_triangle = own->first_triangle,
                                   .triangle_count = own->triangle_count,
                                   .colour = own->colour,
                                   .texcoords = own->texture ? own->texcoords : NULL,
                                   .texture = own->texture};
    return PLUMP_OK;
}

plump_triangles plump_character_triangles(const plump_character* c) {
    return (plump_triangles){.positions = c->positions.items,
                             .position_type = PLUMP_SCALAR_FLOAT32,
                             .vertex_count = (uint32_t)c->positions.count,
                             .indices = c->indices.items,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = (uint32_t)c->indices.count,
                             .groups = c->groups.items};
}

const uint32_t* plump_character_segments(const plump_character* c) {
    return c->segments.items;
}

const float* plump_character_weights(const plump_character* c) {
    return c->weights.items;
}

plump_result plump_character_get_segment(const plump_character* c, uint32_t index,
                                         plump_character_segment* segment) {
    if (index >= c->bones.count) return PLUMP_ERROR_ARGUMENT;
    const pl_character_segment* own = (const pl_character_segment*)c->bones.items + index;
    double to_bind[12] = {0};
    bool found = pl_matrix_invert(own->from_bind, to_bind);
    *segment = (plump_character_segment){.name = c->nodes[own->node].name, .parent = own->parent};
    for (int k = 0; found && k < 3; ++k) segment->position[k] = to_bind[4 * k + 3];
    return PLUMP_OK;
}

plump_result plump_character_get_clip(const plump_character* c, uint32_t index,
                                      plump_character_clip* clip) {
    if (index >= c->clip_count) return PLUMP_ERROR_ARGUMENT;
    const pl_character_clip* own = &c->clips[index];
    *clip = (plump_character_clip){.name = own->name, .begin = own->begin, .end = own->end};
    return PLUMP_OK;
}
