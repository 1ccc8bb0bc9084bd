// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters of a scene file: what moves them, and where they jiggle.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

#define NAME_LONGEST 100
#define NAME_SHOWN   60

// --- names ---

static plump_result make_name(const pl_scene_reader* reader, const pl_item* item,
                              const pl_raw_character* raw, const char** name) {
    char stem[NAME_LONGEST - 20];
    size_t size = NAME_LONGEST + 1;
    const char* from = raw->body          ? raw->body
                       : raw->source.mesh ? raw->source.mesh
                                          : plump_shape_name((plump_shape_kind)raw->source.shape);
    char* made = pl_arena_alloc(reader->arena, size, 1);
    if (!made) return pl_scene_fail_memory(reader);
    pl_scene_stem(from, stem, sizeof stem);
    pl_text_format(made, size, "%s-%zu", stem, item->index);
    *name = made;
    return PLUMP_OK;
}

static plump_result name_character(const pl_scene_reader* reader, const pl_item* item,
                                   const pl_raw_character* raw, const char** name) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item place = pl_item_member(item, "name");
    plump_result result = PLUMP_OK;
    *name = raw->name;
    if (!raw->name) result = make_name(reader, item, raw, name);
    if (result != PLUMP_OK || !*name) return result;
    if (!(*name)[0]) return PL_ITEM_BAD(reader, &place, "it is empty");
    if (strlen(*name) > NAME_LONGEST)
        return PL_ITEM_BAD(reader, &place, "it is longer than %d bytes", NAME_LONGEST);
    for (uint32_t i = 0; i < plan->character_count; ++i) {
        if (strcmp(plan->characters[i].name, *name) == 0)
            return PL_ITEM_BAD(reader, place.json ? &place : item,
                               "characters[%u] is named '%.*s' already", (unsigned)i, NAME_SHOWN,
                               *name);
    }
    return PLUMP_OK;
}

// --- what moves it ---

// Keys that make no sense beside another are refused, not skipped.
static plump_result refuse_beside(const pl_scene_reader* reader, const pl_item* item,
                                  const char* const* keys, const char* why) {
    for (; *keys; ++keys) {
        pl_item member = pl_item_member(item, *keys);
        if (member.json) return PL_ITEM_BAD(reader, &member, "%s", why);
    }
    return PLUMP_OK;
}

static plump_result use_body(const pl_scene_reader* reader, const pl_item* item, const char* name,
                             pl_plan_character* character) {
    static const char* const keys[] = {"rig",      "bones",   "clip",   "speed", "position",
                                       "rotation", "scale",   "motion", "moves", "vertices",
                                       "size",     "ragdoll", NULL};
    pl_item place = pl_item_member(item, "body");
    pl_plan_range range = {0};
    plump_result result = pl_scene_find_bodies(reader, &place, name, &range);
    if (result != PLUMP_OK) return result;
    if (range.count > 1)
        return PL_ITEM_BAD(reader, &place, "'%.*s' has %u bodies; name one of them, as in '%.*s.0'",
                           NAME_SHOWN, name, (unsigned)range.count, NAME_SHOWN, name);
    character->body = range.first;
    return refuse_beside(reader, item, keys,
                         "'body' is there already, and it alone gives the mesh and moves it");
}

static plump_result check_shape_keys(const pl_scene_reader* reader, const pl_item* item) {
    static const char* const keys[] = {"vertices", "size", NULL};
    return refuse_beside(reader, item, keys, "it is for built-in shapes, and there is 'mesh'");
}

// Those that share a mesh each have vertices of their own.
static plump_result charge_vertices(pl_scene_reader* reader, const pl_item* item,
                                    const pl_plan_character* character) {
    const pl_plan* plan = &reader->scene->plan;
    reader->character_vertices +=
        character->character ? plump_character_triangles(character->character).vertex_count
                             : plump_mesh_vertex_count(plan->bodies[character->body].def.mesh);
    if (reader->character_vertices <= reader->limits->vertices) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "with this entry the characters have %llu vertices; at most %u are allowed",
                        (unsigned long long)reader->character_vertices,
                        (unsigned)reader->limits->vertices);
}

static plump_result find_source(pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_character* raw, pl_plan_character* character) {
    static const char* const keys[] = {"mesh", "shape", "body", NULL};
    uint32_t which;
    plump_result result = pl_item_one_of(reader, item, keys, &which);
    character->body = PL_PLAN_NONE;
    if (result == PLUMP_OK && which == 0) result = check_shape_keys(reader, item);
    if (result != PLUMP_OK) return result;
    if (which == 2) return use_body(reader, item, raw->body, character);
    return pl_scene_figure(reader, item, raw, &character->character);
}

// "'walk', 'box'"
static void list_clips(const plump_character* figure, char* text, size_t size) {
    plump_character_clip clip;
    text[0] = 0;
    for (uint32_t i = 0; plump_character_get_clip(figure, i, &clip) == PLUMP_OK; ++i) {
        size_t used = strlen(text);
        pl_text_format(text + used, size - used, "%s'%.*s'", i ? ", " : "", NAME_SHOWN, clip.name);
    }
}

static plump_result fail_clip(const pl_scene_reader* reader, const pl_item* item,
                              const plump_character* figure) {
    char clips[PLUMP_ERROR_TEXT_SIZE / 2], asked[NAME_SHOWN + 3];
    plump_character_info info;
    plump_character_get_info(figure, &info);
    if (json_is_string(item->json))
        pl_text_format(asked, sizeof asked, "'%.*s'", NAME_SHOWN, json_string_value(item->json));
    else
        pl_text_format(asked, sizeof asked, "%u", (unsigned)json_number_value(item->json));
    if (info.clip_count == 0)
        return PL_ITEM_BAD(reader, item, "there is no clip %s; this character has none", asked);
    list_clips(figure, clips, sizeof clips);
    return PL_ITEM_BAD(reader, item, "there is no clip %s; there are %u: %s", asked,
                       (unsigned)info.clip_count, clips);
}

static plump_result find_clip(const pl_scene_reader* reader, const pl_item* item,
                              pl_plan_character* character) {
    const pl_key* key = pl_table_find(&pl_table_character, "clip");
    const char* name = json_string_value(item->json);
    plump_character_clip clip;
    double number = -1;
    character->clip = PLUMP_NO_CLIP;
    if (!item->json) return PLUMP_OK;
    if (!name) {
        if (!json_is_number(item->json))
            return pl_item_fail_type(reader, item, "a clip's name or number");
        plump_result result = pl_item_number(reader, item, key, true, &number);
        if (result != PLUMP_OK) return result;
    }
    for (uint32_t i = 0; plump_character_get_clip(character->character, i, &clip) == PLUMP_OK;
         ++i) {
        bool is_it = name ? strcmp(clip.name, name) == 0 : number == (double)i;
        if (!is_it) continue;
        character->clip = i;
        return PLUMP_OK;
    }
    return fail_clip(reader, item, character->character);
}

static plump_result read_move(pl_scene_reader* reader, const pl_item* item,
                              const plump_character* figure, pl_plan_move* moves) {
    static const double nowhere[3] = {0, 0, 0};
    static const float unturned[4] = {0, 0, 0, 1};
    pl_item bone = pl_item_member(item, "bone"), motion = pl_item_member(item, "motion");
    pl_plan_move* move = &moves[item->index];
    plump_character_segment segment;
    pl_raw_move raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_move, &raw);
    if (result == PLUMP_OK)
        result = pl_scene_find_segment(reader, &bone, figure, raw.bone, &move->segment);
    if (result != PLUMP_OK) return result;
    for (size_t i = 0; i < item->index; ++i) {
        if (moves[i].segment == move->segment)
            return PL_ITEM_BAD(reader, &bone, "moves[%zu] moves this bone already", i);
    }
    result =
        pl_scene_motion(reader, &motion, &pl_table_move_motion, nowhere, unturned, &move->motion);
    plump_character_get_segment(figure, move->segment, &segment);
    memcpy(move->motion.pivot, segment.position, sizeof move->motion.pivot);
    return result;
}

static plump_result read_moves(pl_scene_reader* reader, const pl_item* list,
                               pl_plan_character* character) {
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries / 100, &count);
    if (result != PLUMP_OK || count == 0) return result;
    pl_plan_move* moves = pl_arena_alloc_zero(reader->arena, count, sizeof *moves);
    if (!moves) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_move(reader, &item, character->character, moves);
    }
    character->moves = moves;
    character->move_count = (uint32_t)count;
    return result;
}

// Complete but for its bones. The place is the character's.
static plump_result read_ragdoll(const pl_scene_reader* reader, const pl_item* item,
                                 pl_plan_character* character) {
    static const char* const keys[] = {"clip", "speed", "motion", "moves", NULL};
    plump_ragdoll_def* def = &character->ragdoll;
    plump_character_info info;
    if (!item->json) return PLUMP_OK;
    *def = plump_default_ragdoll_def();
    plump_result result = pl_item_read(reader, item, &pl_table_ragdoll, def);
    if (result == PLUMP_OK)
        result = refuse_beside(reader, item->up, keys,
                               "'ragdoll' is there already, which moves all bones");
    if (result != PLUMP_OK) return result;
    plump_character_get_info(character->character, &info);
    if (info.segment_count > PLUMP_RAGDOLL_BONES_MOST)
        return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                            "the character has %u bones; a ragdoll has at most %d",
                            (unsigned)info.segment_count, PLUMP_RAGDOLL_BONES_MOST);
    for (int k = 0; k < 3; ++k) def->gravity[k] = (double)reader->scene->plan.gravity[k];
    memcpy(def->position, character->position, sizeof def->position);
    memcpy(def->rotation, character->rotation, sizeof def->rotation);
    def->scale = (double)character->scale;
    def->allocator = reader->scene->hooks;
    character->is_ragdoll = true;
    return PLUMP_OK;
}

// --- where it jiggles ---

static plump_jiggle_def mesh_def(const pl_plan* plan, const pl_plan_character* character) {
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_character_info info;
    if (!character->character) {
        def.mesh = plump_mesh_triangles(plan->bodies[character->body].def.mesh);
        return def;
    }
    plump_character_get_info(character->character, &info);
    def.mesh = plump_character_triangles(character->character);
    def.segments = plump_character_segments(character->character);
    def.weights = plump_character_weights(character->character);
    def.segment_count = info.segment_count;
    return def;
}

static plump_result place_sets(const pl_scene_reader* reader, const pl_item* item,
                               const pl_raw_character* raw, const pl_plan_character* character,
                               plump_jiggle_set* sets, uint32_t* count) {
    plump_jiggle_def def = mesh_def(&reader->scene->plan, character);
    plump_jiggle_placing placing = plump_default_jiggle_placing();
    plump_error error;
    if (raw->strength == 0 || raw->set_most == 0) return PLUMP_OK;
    placing.set_most = raw->set_most;
    placing.strength = (float)raw->strength;
    def.allocator = reader->scene->hooks;
    plump_result result =
        plump_jiggle_place_sets(&def, &placing, sets, raw->set_most, count, &error);
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, item, result, "%s", error.text);
}

static plump_result read_sets(const pl_scene_reader* reader, const pl_item* list,
                              const pl_raw_character* raw, const plump_character* figure,
                              plump_jiggle_set* sets, uint32_t* count) {
    plump_result result = PLUMP_OK;
    for (size_t i = 0; i < *count && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(list, i);
        const char* name;
        result = pl_scene_set(reader, &item, figure, &sets[i], &name);
    }
    if (raw->strength == 0) *count = 0;
    pl_scene_soften(sets, *count, raw->strength);
    return result;
}

static plump_result read_draggers(pl_scene_reader* reader, const pl_item* list,
                                  pl_plan_character* character, plump_jiggle_set* sets,
                                  size_t count) {
    plump_result result = PLUMP_OK;
    pl_plan_dragger* draggers = pl_arena_alloc_zero(reader->arena, count, sizeof *draggers);
    if (!draggers) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(list, i);
        draggers[i].set = character->set_count;
        result = pl_scene_dragger(reader, &item, character->character,
                                  &sets[character->set_count++], &draggers[i]);
    }
    character->draggers = draggers;
    character->dragger_count = (uint32_t)count;
    return result;
}

// How many sets there can be.
static plump_result count_sets(const pl_scene_reader* reader, const pl_item* sets,
                               const pl_raw_character* raw, uint32_t* count) {
    size_t entries = raw->set_most;
    plump_result result = PLUMP_OK;
    if (json_is_array(sets->json))
        result = pl_item_list(reader, sets, PLUMP_JIGGLE_SETS_MOST, &entries);
    else if (sets->json && !json_is_string(sets->json))
        result = pl_item_fail_type(reader, sets, "\"auto\" or a list of sets");
    else if (sets->json && strcmp(json_string_value(sets->json), "auto") != 0)
        result = PL_ITEM_BAD(reader, sets, "'%.*s' is not known; it is \"auto\" or a list of sets",
                             NAME_SHOWN, json_string_value(sets->json));
    *count = (uint32_t)entries;
    return result;
}

static plump_result read_springs(pl_scene_reader* reader, const pl_item* item,
                                 const pl_raw_character* raw, pl_plan_character* character) {
    pl_item list = pl_item_member(item, "sets"), draggers = pl_item_member(item, "draggers");
    size_t dragger_count = 0;
    uint32_t count = 0;
    plump_result result = count_sets(reader, &list, raw, &count);
    if (result == PLUMP_OK)
        result = pl_item_list(reader, &draggers, PLUMP_JIGGLE_SETS_MOST - count, &dragger_count);
    if (result != PLUMP_OK) return result;
    plump_jiggle_set* sets =
        pl_arena_alloc_zero(reader->arena, count + dragger_count, sizeof *sets);
    if (!sets) return pl_scene_fail_memory(reader);
    if (json_is_array(list.json)) {
        result = read_sets(reader, &list, raw, character->character, sets, &count);
    } else {
        count = 0;
        result = place_sets(reader, item, raw, character, sets, &count);
    }
    if (result != PLUMP_OK) return result;
    character->sets = sets;
    character->set_count = count;
    return read_draggers(reader, &draggers, character, sets, dragger_count);
}

// --- the whole ---

static void fill_character(const pl_scene_reader* reader, const pl_item* item,
                           const pl_raw_character* raw, pl_plan_character* character) {
    plump_character_part part;
    character->speed = raw->speed;
    memcpy(character->position, raw->position, sizeof character->position);
    memcpy(character->rotation, raw->rotation, sizeof character->rotation);
    character->scale = raw->scale;
    character->softness = raw->softness;
    character->gravity = raw->gravity;
    character->polish = raw->polish;
    character->visible = raw->visible;
    character->colour_given = json_object_get(item->json, "colour") != NULL;
    character->colour = raw->colour;
    if (character->colour_given) return;
    if (!character->character)
        character->colour = reader->scene->plan.bodies[character->body].colour;
    else if (plump_character_get_part(character->character, 0, &part) == PLUMP_OK)
        character->colour = part.colour;
}

static plump_result read_character(pl_scene_reader* reader, const pl_item* list,
                                   const pl_item* item, pl_plan_character* character) {
    pl_item clip = pl_item_member(item, "clip"), motion = pl_item_member(item, "motion"),
            moves = pl_item_member(item, "moves"), ragdoll = pl_item_member(item, "ragdoll");
    pl_raw_character raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_character, &raw);
    if (result == PLUMP_OK) result = find_source(reader, item, &raw, character);
    if (result == PLUMP_OK) result = charge_vertices(reader, item, character);
    if (result == PLUMP_OK) result = name_character(reader, item, &raw, &character->name);
    if (result != PLUMP_OK) return result;
    fill_character(reader, item, &raw, character);
    result = find_clip(reader, &clip, character);
    if (result == PLUMP_OK)
        result = pl_scene_motion(reader, &motion, &pl_table_motion, raw.position, raw.rotation,
                                 &character->motion);
    if (result == PLUMP_OK) result = read_moves(reader, &moves, character);
    if (result == PLUMP_OK) result = read_springs(reader, item, &raw, character);
    if (result == PLUMP_OK) result = read_ragdoll(reader, &ragdoll, character);
    if (result == PLUMP_OK) result = pl_scene_pushes(reader, list, item, character);
    return result;
}

// What is wrong with it has been told: those that meet it find it all the same.
static const char* name_as_told(const pl_item* item) {
    const char* name = json_string_value(json_object_get(item->json, "name"));
    return name ? name : "";
}

plump_result pl_scene_characters(pl_scene_reader* reader, const pl_item* list) {
    plump_scene* scene = reader->scene;
    size_t count;
    plump_result result = pl_item_list(reader, list, PL_PLAN_CHARACTERS_MOST, &count);
    if (result != PLUMP_OK || count == 0) return result;
    scene->plan.characters =
        pl_arena_alloc_zero(reader->arena, count, sizeof *scene->plan.characters);
    scene->figures = pl_arena_alloc_zero(reader->arena, count, sizeof(void*));
    reader->figure_words = pl_arena_alloc_zero(&reader->scratch, count, sizeof(void*));
    if (!scene->plan.characters || !scene->figures || !reader->figure_words)
        return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        pl_plan_character* character = &scene->plan.characters[i];
        result = read_character(reader, list, &item, character);
        if (!character->name) character->name = name_as_told(&item);
        scene->plan.character_count++;
    }
    return result;
}

#endif
