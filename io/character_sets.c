// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets by hand in a file of their own, by the same tables as those in scenes:
//   {"sets": [{"name": "belly", "joint": "spine", "at": [0, 0.4, 0.1], "radius": 0.3}]}
#include "io/file_read.h"
#include "io/scene_item.h"

#include <plump/character.h>
#include <string.h>

#if !defined(PLUMP_HAVE_JANSSON)

plump_result plump_character_read_sets(const char* path, const plump_character* character,
                                       double strength, plump_jiggle_set* sets,
                                       char (*names)[PLUMP_SET_NAME_SIZE], uint32_t capacity,
                                       uint32_t* count, plump_error* error) {
    (void)character, (void)strength, (void)sets, (void)names, (void)capacity;
    *count = 0;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "%s: this build reads no JSON, because jansson was missing when it was made; "
                   "install libjansson-dev and build again",
                   path);
}

#else

static plump_result read_sets(const pl_scene_reader* reader, const plump_character* character,
                              plump_jiggle_set* sets, char (*names)[PLUMP_SET_NAME_SIZE],
                              uint32_t capacity, uint32_t* count) {
    pl_item top = {.json = reader->root}, list = pl_item_member(&top, "sets");
    size_t entries = 0;
    plump_result result = pl_item_read(reader, &top, &pl_table_sets, NULL);
    if (result == PLUMP_OK) result = pl_item_list(reader, &list, capacity, &entries);
    for (size_t i = 0; i < entries && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(&list, i);
        const char* name = NULL;
        result = pl_scene_set(reader, &item, character, &sets[i], &name);
        if (!names || result != PLUMP_OK) continue;
        if (name)
            pl_text_format(names[i], PLUMP_SET_NAME_SIZE, "%.*s", PLUMP_SET_NAME_SIZE - 1, name);
        else
            pl_text_format(names[i], PLUMP_SET_NAME_SIZE, "set %zu", i);
    }
    *count = result == PLUMP_OK ? (uint32_t)entries : 0;
    return result;
}

plump_result plump_character_read_sets(const char* path, const plump_character* character,
                                       double strength, plump_jiggle_set* sets,
                                       char (*names)[PLUMP_SET_NAME_SIZE], uint32_t capacity,
                                       uint32_t* count, plump_error* error) {
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    plump_scene_def def = plump_default_scene_def();
    pl_arena arena = pl_arena_make(hooks);
    unsigned char* text;
    pl_scene_reader reader = {.def = &def, .arena = &arena, .name = path, .error = error};
    *count = 0;
    if (!(strength >= 0 && strength <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the strength is %g; it is 0 to 1e6", strength);
    plump_result result =
        pl_file_load_most(path, PL_SCENE_TEXT_LARGEST, &hooks, &text, &reader.size, error);
    if (result != PLUMP_OK) return result;
    reader.text = (const char*)text;
    result = pl_scene_parse(&reader);
    if (result == PLUMP_OK) result = read_sets(&reader, character, sets, names, capacity, count);
    if (strength == 0) *count = 0;
    pl_scene_soften(sets, *count, strength);
    json_decref(reader.root);
    pl_arena_release(&arena, NULL);
    pl_free(&hooks, text);
    return result;
}

#endif
