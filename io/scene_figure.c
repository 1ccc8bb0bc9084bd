// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The meshes and skeletons of characters: a character file; a shape with its own skeleton; any mesh
// with bones by hand; or any mesh as one solid piece, with a bone from its bottom to its top. Each
// file and each shape with its own skeleton is loaded once, however many use it.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/triangles.h"

#include <plump/rig.h>
#include <string.h>

#define WORDS_SIZE 1200  // a path is at most 1024
#define BONES_MOST 256
#define NAME_SHOWN 60

// --- keeping ---

static plump_character* find_figure(const pl_scene_reader* reader, const char* words) {
    for (uint32_t i = 0; words[0] && i < reader->scene->figure_count; ++i) {
        if (strcmp(reader->figure_words[i], words) == 0) return reader->scene->figures[i];
    }
    return NULL;
}

// Room for all characters is there. It is the scene's from the moment it is there.
static plump_result keep(pl_scene_reader* reader, const char* words, plump_character* figure) {
    size_t size = strlen(words) + 1;
    char* copy = pl_arena_alloc(&reader->scratch, size, 1);
    uint32_t index = reader->scene->figure_count++;
    reader->scene->figures[index] = figure;
    reader->figure_words[index] = copy ? copy : "";
    if (!copy) return pl_scene_fail_memory(reader);
    memcpy(copy, words, size);
    return PLUMP_OK;
}

// --- character files ---

static plump_result read_character(pl_scene_reader* reader, const pl_item* item, const char* file,
                                   plump_character** figure) {
    plump_read_def def = plump_default_read_def();
    plump_character_info info;
    plump_error error;
    def.allocator = reader->scene->hooks;
    plump_result result = plump_character_read(file, &def, figure, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, item, result, "%s", error.text);
    plump_character_get_info(*figure, &info);
    result = pl_scene_charge(reader, item, info.vertex_count);
    if (result != PLUMP_OK) plump_character_destroy(*figure);
    return result;
}

// --- skeletons ---

static plump_result make_rig(const pl_scene_reader* reader, const pl_item* item, plump_rig_def* def,
                             plump_character** figure) {
    plump_error error;
    def->allocator = reader->scene->hooks;
    plump_result result = plump_rig_create(def, figure, &error);
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, item, result, "%s", error.text);
}

// "bear, creature, jelly"
static void list_rigs(char* text, size_t size) {
    plump_rig_def def;
    text[0] = 0;
    for (uint32_t i = 0; plump_shape_name((plump_shape_kind)i); ++i) {
        size_t used = strlen(text);
        if (plump_rig_builtin((plump_shape_kind)i, 1, &def, NULL) != PLUMP_OK || !def.bone_count)
            continue;
        pl_text_format(text + used, size - used, "%s%s", used ? ", " : "",
                       plump_shape_name((plump_shape_kind)i));
    }
}

static plump_result use_own_rig(const pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_source* source, plump_rig_def* def) {
    char names[200];
    plump_error error;
    pl_item rig = pl_item_member(item, "rig");
    if (source->mesh)
        return PL_ITEM_BAD(reader, &rig,
                           "only built-in shapes have a skeleton of their own; a "
                           "mesh file has one in it, or 'bones'");
    plump_shape_kind kind = (plump_shape_kind)source->shape;
    plump_result result = plump_rig_builtin(kind, source->size, def, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, &rig, result, "%s", error.text);
    if (def->bone_count > 0) return PLUMP_OK;
    list_rigs(names, sizeof names);
    return PL_ITEM_BAD(reader, &rig,
                       "the shape '%s' has no skeleton of its own, only %s have; 'bones' give it "
                       "one",
                       plump_shape_name(kind), names);
}

static plump_result read_parent(const pl_scene_reader* reader, const pl_item* item,
                                const char* parent, plump_rig_bone* bones) {
    pl_item place = pl_item_member(item, "parent"), name = pl_item_member(item, "name");
    plump_rig_bone* bone = &bones[item->index];
    bone->parent = PLUMP_RIG_ROOT;
    for (uint32_t i = 0; i < item->index; ++i) {
        if (strcmp(bones[i].name, bone->name) == 0)
            return PL_ITEM_BAD(reader, &name, "bones[%u] is named '%.*s' already", (unsigned)i,
                               NAME_SHOWN, bone->name);
        if (parent && strcmp(bones[i].name, parent) == 0) bone->parent = i;
    }
    if (!bone->name[0]) return PL_ITEM_BAD(reader, &name, "it is empty");
    if (!parent || bone->parent != PLUMP_RIG_ROOT) return PLUMP_OK;
    return PL_ITEM_BAD(reader, &place, "there is no bone '%.*s' before this one", NAME_SHOWN,
                       parent);
}

static plump_result read_bone(const pl_scene_reader* reader, const pl_item* item,
                              plump_rig_bone* bones) {
    pl_raw_rig_bone raw = {0};
    plump_rig_bone* bone = &bones[item->index];
    plump_result result = pl_item_read(reader, item, &pl_table_rig_bone, &raw);
    if (result != PLUMP_OK) return result;
    bone->name = raw.name;
    bone->radius = raw.radius;
    memcpy(bone->joint, raw.from, sizeof bone->joint);
    memcpy(bone->tip, raw.to, sizeof bone->tip);
    return read_parent(reader, item, raw.parent, bones);
}

static plump_result read_bones(pl_scene_reader* reader, const pl_item* list, plump_rig_def* def) {
    size_t count;
    plump_result result = pl_item_list(reader, list, BONES_MOST, &count);
    if (result == PLUMP_OK && count == 0)
        result = PL_ITEM_BAD(reader, list, "it is empty; leave it out for a solid piece");
    if (result != PLUMP_OK) return result;
    plump_rig_bone* bones = pl_arena_alloc_zero(&reader->scratch, count, sizeof *bones);
    if (!bones) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_bone(reader, &item, bones);
    }
    def->bones = bones;
    def->bone_count = (uint32_t)count;
    return result;
}

// One bone, upright in the middle.
static void span_whole(const plump_triangles* t, plump_rig_bone* bone) {
    double least[3] = {0}, most[3] = {0}, radius = 1e-6;
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (i == 0 || position[k] < least[k]) least[k] = position[k];
            if (i == 0 || position[k] > most[k]) most[k] = position[k];
        }
    }
    *bone = (plump_rig_bone){.name = "whole", .parent = PLUMP_RIG_ROOT};
    for (int k = 0; k < 3; ++k) {
        double half = 0.5 * (most[k] - least[k]);
        bone->joint[k] = k == 1 ? least[k] : least[k] + half;
        bone->tip[k] = k == 1 ? most[k] : least[k] + half;
        if (half > radius) radius = half;
    }
    bone->radius = radius;
}

static plump_result rig_mesh(pl_scene_reader* reader, const pl_item* item,
                             const pl_raw_character* raw, plump_character** figure) {
    pl_item bones = pl_item_member(item, "bones");
    plump_rig_bone whole;
    plump_rig_def def = plump_default_rig_def();
    plump_result result = PLUMP_OK;
    if (raw->rig) result = use_own_rig(reader, item, &raw->source, &def);
    if (result == PLUMP_OK && bones.json) result = read_bones(reader, &bones, &def);
    if (result == PLUMP_OK)
        result = pl_scene_triangles(reader, item, "shape", &raw->source, &def.triangles);
    if (result != PLUMP_OK) return result;
    if (def.bone_count == 0) {
        span_whole(&def.triangles, &whole);
        def.bones = &whole;
        def.bone_count = 1;
    }
    return make_rig(reader, item, &def, figure);
}

// --- any of them ---

static bool is_character_file(const char* path) {
    plump_format format = plump_format_of_name(path);
    return format == PLUMP_FORMAT_GLB || format == PLUMP_FORMAT_GLTF;
}

// What is the same for the same words; "" for bones by hand.
static void word_figure(const pl_item* item, const pl_raw_character* raw, char* words) {
    long long size_bits;
    memcpy(&size_bits, &raw->source.size, sizeof size_bits);
    words[0] = 0;
    if (json_object_get(item->json, "bones")) return;
    if (raw->source.mesh)
        pl_text_format(words, WORDS_SIZE, "mesh %d %s", raw->rig, raw->source.mesh);
    else
        pl_text_format(words, WORDS_SIZE, "shape %u %u %lld %d", (unsigned)raw->source.shape,
                       (unsigned)raw->source.vertices, size_bits, raw->rig);
}

plump_result pl_scene_figure(pl_scene_reader* reader, const pl_item* item,
                             const pl_raw_character* raw, plump_character** figure) {
    char words[WORDS_SIZE];
    const char* file;
    pl_item mesh = pl_item_member(item, "mesh"), bones = pl_item_member(item, "bones");
    plump_result result = PLUMP_OK;
    if (bones.json && raw->rig)
        return PL_ITEM_BAD(reader, &bones, "'rig' is there already; only one of both can be");
    if (mesh.json) result = pl_scene_path(reader, &mesh, raw->source.mesh, &file);
    if (result != PLUMP_OK) return result;
    word_figure(item, raw, words);
    *figure = find_figure(reader, words);
    if (*figure) return PLUMP_OK;
    if (mesh.json && !bones.json && !raw->rig && is_character_file(raw->source.mesh))
        result = read_character(reader, &mesh, file, figure);
    else
        result = rig_mesh(reader, item, raw, figure);
    return result == PLUMP_OK ? keep(reader, words, *figure) : result;
}

#endif
