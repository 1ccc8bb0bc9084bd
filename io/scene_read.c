// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From the text of a scene to its plan.
#include "io/file_read.h"
#include "io/json_scan.h"
#include "io/scene_item.h"
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/hash.h"

#include <string.h>

#define MEMORY_LARGEST (UINT64_C(1) << 30)  // of the parser's tree

plump_scene_def plump_default_scene_def(void) {
    return (plump_scene_def){.cookie = PL_COOKIE_SCENE};
}

pl_plan_limits pl_plan_limits_usual(void) {
    return (pl_plan_limits){
        .bodies = 10000, .vertices = 10000000, .obstacles = 10000, .entries = 100000};
}

#if !defined(PLUMP_HAVE_JANSSON)

plump_result pl_scene_read_limited(const void* text, size_t size, const char* name,
                                   const plump_scene_def* def, const pl_plan_limits* limits,
                                   plump_scene** scene, plump_error* error) {
    (void)text, (void)size, (void)def, (void)limits, (void)scene;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "%s: this build reads no scenes, because jansson was missing when it was made; "
                   "install libjansson-dev and build again",
                   name);
}

#else

// --- text ---

static plump_result check_text(const pl_scene_reader* reader) {
    if (reader->size == 0) return pl_scene_fail(reader, PLUMP_ERROR_DATA, "the file is empty");
    if (reader->size > PL_SCENE_TEXT_LARGEST)
        return pl_scene_fail(reader, PLUMP_ERROR_LIMIT,
                             "the file has %zu bytes; at most %zu are allowed", reader->size,
                             PL_SCENE_TEXT_LARGEST);
    pl_json_scan scan =
        pl_json_scan_text((const unsigned char*)reader->text, reader->size, PL_SCENE_DEPTH);
    if (scan.depth > PL_SCENE_DEPTH)
        return pl_scene_fail(reader, PLUMP_ERROR_LIMIT,
                             "byte %llu: lists and objects are nested more than %d deep",
                             (unsigned long long)scan.deep_at, PL_SCENE_DEPTH);
    if (pl_json_scan_memory(&scan) > MEMORY_LARGEST)
        return pl_scene_fail(reader, PLUMP_ERROR_LIMIT, "the file holds too many values");
    return PLUMP_OK;
}

plump_result pl_scene_parse(pl_scene_reader* reader) {
    json_error_t error;
    plump_result result = check_text(reader);
    if (result != PLUMP_OK) return result;
    reader->root = json_loadb(reader->text, reader->size,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (!reader->root) {
        if (!error.text[0] || json_error_code(&error) == json_error_out_of_memory)
            return pl_scene_fail_memory(reader);
        plump_error told;
        pl_fail(&told, PLUMP_ERROR_DATA, "%s:%d:%d: JSON: %s", reader->name, error.line,
                error.column > 0 ? error.column : 1, error.text);
        return pl_scene_complain(reader, &told);
    }
    return PLUMP_OK;
}

static plump_result parse_scene(pl_scene_reader* reader) {
    plump_result result = pl_scene_parse(reader);
    if (result != PLUMP_OK || json_is_object(reader->root)) return result;
    return pl_scene_fail(reader, PLUMP_ERROR_DATA,
                         "the text is JSON, but not an object; is this a scene?");
}

// --- the file as a whole ---

// "squash" of "scenes/squash.json"
static const char* stem_of(pl_arena* arena, const char* path) {
    const char* name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char* dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char* stem = pl_arena_alloc(arena, length + 1, 1);
    if (!stem) return NULL;
    memcpy(stem, name, length);
    stem[length] = 0;
    pl_text_clean(stem);
    return stem;
}

static plump_result read_camera(pl_scene_reader* reader, const pl_item* top,
                                plump_scene_info* info) {
    pl_item camera = pl_item_member(top, "camera"), frame = pl_item_member(&camera, "frame");
    json_t* empty = json_object();  // all defaults, when there is no camera
    if (!empty) return pl_scene_fail_memory(reader);
    if (!camera.json) camera.json = empty;
    plump_result result = pl_item_read(reader, &camera, &pl_table_camera, info);
    info->floor_given = json_object_get(camera.json, "floor_height") != NULL;
    info->frame_given = frame.json != NULL;
    json_decref(empty);
    pl_raw_box box = {0};
    if (result != PLUMP_OK || !frame.json) return result;
    result = pl_item_box(reader, &frame, &box);
    memcpy(info->frame_min, box.min, sizeof info->frame_min);
    memcpy(info->frame_max, box.max, sizeof info->frame_max);
    return result;
}

static plump_result read_output(pl_scene_reader* reader, const pl_item* top,
                                plump_scene_info* info) {
    pl_item output = pl_item_member(top, "output");
    json_t* empty = json_object();
    if (!empty) return pl_scene_fail_memory(reader);
    if (!output.json) output.json = empty;
    pl_raw_output raw = {.still_time = -1};
    plump_result result = pl_item_read(reader, &output, &pl_table_output, &raw);
    json_decref(empty);
    info->frame_rate = raw.frame_rate;
    info->picture_width = raw.width;
    info->picture_height = raw.height;
    info->colour_by = pl_colour_by_name(raw.colour_by);
    info->still_time = raw.still_time;
    return result;
}

static plump_result read_top(pl_scene_reader* reader, const pl_item* top) {
    pl_plan* plan = &reader->scene->plan;
    pl_raw_scene raw = {0};
    plump_result result = pl_item_read(reader, top, &pl_table_scene, &raw);
    if (result != PLUMP_OK) return result;
    if (!raw.name) raw.name = stem_of(reader->arena, reader->name);
    if (!raw.name) return pl_scene_fail_memory(reader);
    plan->info.name = raw.name;
    plan->info.summary = raw.summary;
    plan->info.dt = raw.dt;
    plan->info.substeps = raw.substeps;
    plan->info.seconds = raw.seconds;
    plan->substep_limit = raw.substep_limit;
    plan->contact_capacity = raw.contact_capacity;
    if (raw.contact_capacity > reader->limits->vertices) {
        pl_item place = pl_item_member(top, "contact_capacity");
        return pl_item_fail(reader, &place, PLUMP_ERROR_LIMIT, "it is %u; at most %u are allowed",
                            (unsigned)raw.contact_capacity, (unsigned)reader->limits->vertices);
    }
    memcpy(plan->gravity, raw.gravity, sizeof plan->gravity);
    reader->seed = raw.seed;
    result = read_camera(reader, top, &plan->info);
    return result == PLUMP_OK ? read_output(reader, top, &plan->info) : result;
}

static plump_result read_lists(pl_scene_reader* reader, const pl_item* top) {
    pl_item materials = pl_item_member(top, "materials"), bodies = pl_item_member(top, "bodies");
    pl_item obstacles = pl_item_member(top, "obstacles"), fields = pl_item_member(top, "fields");
    pl_item attachments = pl_item_member(top, "attachments"),
            events = pl_item_member(top, "events"), bones = pl_item_member(top, "bones"),
            skins = pl_item_member(top, "skins"), characters = pl_item_member(top, "characters");
    plump_result result = pl_scene_check_materials(reader, &materials);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_bodies(reader, &bodies);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_obstacles(reader, &obstacles, &bones);
    // muscles and skins need all that they lie on
    result = pl_scene_result(reader, result);
    if (result == PLUMP_OK) result = pl_scene_muscles(reader, &bodies);
    if (result == PLUMP_OK) result = pl_scene_skins(reader, &skins);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_attachments(reader, &attachments);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_characters(reader, &characters);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_fields_over_time(reader, &fields);
    if (pl_scene_goes_on(reader, result)) result = pl_scene_events(reader, &events);
    return pl_scene_result(reader, result);
}

static plump_result check_empty(const pl_scene_reader* reader, const pl_item* top) {
    pl_item bodies = pl_item_member(top, "bodies"), characters = pl_item_member(top, "characters");
    if (reader->scene->plan.body_count || reader->scene->plan.character_count) return PLUMP_OK;
    if (!bodies.json && !characters.json)
        return PL_ITEM_BAD(reader, top, "the key 'bodies' is missing, and so is 'characters'");
    return PL_ITEM_BAD(reader, bodies.json ? &bodies : &characters,
                       "it is empty; a scene needs at least one body or character");
}

// The run's arrays, and a number that tells this scene from others.
static plump_result finish(pl_scene_reader* reader) {
    plump_scene* scene = reader->scene;
    pl_plan* plan = &scene->plan;
    plan->info.body_count = plan->body_count;
    plan->info.obstacle_count = plan->obstacle_count;
    plan->info.skin_count = plan->skin_count;
    plan->info.particle_count = (uint32_t)reader->body_vertices;
    uint64_t identity = pl_hash_bytes(PL_HASH_START, reader->text, reader->size);
    for (uint32_t i = 0; i < reader->def->set_count; ++i) {
        identity = pl_hash_bytes(identity, reader->def->sets[i], strlen(reader->def->sets[i]) + 1);
    }
    plan->identity = identity;
    scene->body_ids = pl_arena_alloc_zero(reader->arena, plan->body_count, sizeof *scene->body_ids);
    scene->obstacle_ids =
        pl_arena_alloc_zero(reader->arena, plan->obstacle_count, sizeof *scene->obstacle_ids);
    scene->details = pl_arena_alloc_zero(reader->arena, plan->group_count, sizeof(void*));
    scene->skins = pl_arena_alloc_zero(reader->arena, plan->skin_count, sizeof(void*));
    scene->skin_meshes = pl_arena_alloc_zero(reader->arena, plan->skin_count, sizeof(void*));
    bool done = scene->body_ids && scene->obstacle_ids && scene->details && scene->skins &&
                scene->skin_meshes;
    return done ? PLUMP_OK : pl_scene_fail_memory(reader);
}

static plump_result read_tree(pl_scene_reader* reader) {
    plump_result result = parse_scene(reader);
    if (result == PLUMP_OK) result = pl_scene_override(reader);
    pl_item top = {.json = reader->root};
    if (result == PLUMP_OK) pl_scene_check_all(reader, &top);
    if (result == PLUMP_OK) result = read_top(reader, &top);
    if (pl_scene_goes_on(reader, result) && reader->root) result = read_lists(reader, &top);
    if (result == PLUMP_OK) result = check_empty(reader, &top);
    if (result == PLUMP_OK) result = finish(reader);
    json_decref(reader->root);
    return result;
}

static plump_scene* make_scene(const plump_scene_def* def) {
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_scene* scene = pl_alloc_zero(&hooks, 1, sizeof *scene);
    if (!scene) return NULL;
    scene->hooks = hooks;
    scene->arena = pl_arena_make(hooks);
    scene->worker_count = def->worker_count;
    return scene;
}

static PL_NOINLINE plump_result read_text(pl_scene_reader* reader, plump_scene** scene) {
    reader->scene = make_scene(reader->def);
    if (!reader->scene) return pl_scene_fail_memory(reader);
    reader->arena = &reader->scene->arena;
    reader->scratch = pl_arena_make(reader->scene->hooks);
    if (reader->def->complain) {
        reader->complaints = pl_arena_alloc_zero(&reader->scratch, 1, sizeof *reader->complaints);
        if (!reader->complaints) {
            plump_scene_destroy(reader->scene);
            return pl_fail_memory(reader->error, "reading a scene");
        }
    }
    plump_result result = read_tree(reader);
    pl_arena_release(&reader->scratch, NULL);
    if (result == PLUMP_OK)
        *scene = reader->scene;
    else
        plump_scene_destroy(reader->scene);
    return result;
}

plump_result pl_scene_read_limited(const void* text, size_t size, const char* name,
                                   const plump_scene_def* def, const pl_plan_limits* limits,
                                   plump_scene** scene, plump_error* error) {
    pl_scene_reader reader = {.def = def,
                              .limits = limits,
                              .name = name,
                              .folder = def->folder,
                              .text = text,
                              .size = size,
                              .error = error};
    // a byte order mark says nothing in UTF-8
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) reader.text += 3, reader.size -= 3;
    pl_fpmode before = pl_fpmode_enter();
    plump_result result = read_text(&reader, scene);
    pl_fpmode_leave(before);
    return result;
}

#endif

// --- the public functions ---

static plump_result check_def(const plump_scene_def* def, plump_scene** scene, plump_error* error) {
    if (!scene) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "scene is NULL; pass where it goes");
    *scene = NULL;
    if (def->cookie != PL_COOKIE_SCENE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_scene_def was not begun with plump_default_scene_def()");
    if (def->set_count > 0 && !def->sets)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "sets is NULL, set_count is %u",
                       (unsigned)def->set_count);
    return PLUMP_OK;
}

plump_result plump_scene_read_memory(const void* text, size_t size, const char* name,
                                     const plump_scene_def* def, plump_scene** scene,
                                     plump_error* error) {
    plump_scene_def own = plump_default_scene_def();
    if (!def) def = &own;
    plump_result result = check_def(def, scene, error);
    if (result != PLUMP_OK) return result;
    if (!text && size > 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "text is NULL, size is %zu", size);
    pl_plan_limits limits = pl_plan_limits_usual();
    return pl_scene_read_limited(text ? text : "", size, name ? name : "memory", def, &limits,
                                 scene, error);
}

plump_result plump_scene_read(const char* path, const plump_scene_def* def, plump_scene** scene,
                              plump_error* error) {
    plump_scene_def own = def ? *def : plump_default_scene_def();
    plump_result result = check_def(&own, scene, error);
    if (result != PLUMP_OK) return result;
    if (!path) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "path is NULL");
    plump_allocator hooks = pl_alloc_hooks(own.allocator);
    unsigned char* text;
    size_t size;
    result = pl_file_load_most(path, PL_SCENE_TEXT_LARGEST, &hooks, &text, &size, error);
    if (result != PLUMP_OK) return result;
    char* folder = NULL;
    if (!own.folder) own.folder = folder = pl_file_folder(path, &hooks);
    if (own.folder)
        result = plump_scene_read_memory(text, size, path, &own, scene, error);
    else
        result = pl_fail_memory(error, "reading a scene");
    pl_free(&hooks, folder);
    pl_free(&hooks, text);
    return result;
}
