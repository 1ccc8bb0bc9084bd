// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What characters bring along into a snapshot: the state of each deformer, for one after the other
// its number of bytes (u64) and the bytes. All else about them follows from the clock.
#include "io/scene_run_character.h"

#include "src/base/bytes.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <string.h>

enum { HEAD = 8 };

size_t pl_scene_kept_size(const plump_scene* scene) {
    size_t size = 0;
    for (uint32_t i = 0; i < scene->plan.character_count; ++i)
        size += HEAD + plump_jiggle_state_size(scene->run->characters[i].jiggle);
    return size;
}

plump_result pl_scene_keep_characters(const plump_scene* scene, unsigned char* to,
                                      plump_error* error) {
    for (uint32_t i = 0; i < scene->plan.character_count; ++i) {
        const plump_jiggle* jiggle = scene->run->characters[i].jiggle;
        size_t size = plump_jiggle_state_size(jiggle);
        plump_result result = plump_jiggle_save(jiggle, to + HEAD, size, NULL, error);
        if (result != PLUMP_OK) return result;
        for (int k = 0; k < HEAD; ++k) to[k] = (unsigned char)((uint64_t)size >> (8 * k));
        to += HEAD + size;
    }
    return PLUMP_OK;
}

// --- back ---

static plump_result complain_damaged(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged: its characters are cut");
}

static plump_result take_back(pl_run_character* c, const unsigned char** from, size_t* left,
                              plump_error* error) {
    if (*left < HEAD) return complain_damaged(error);
    uint64_t size = pl_bytes_u64(*from);
    if (size > *left - HEAD) return complain_damaged(error);
    plump_result result = plump_jiggle_restore(c->jiggle, *from + HEAD, (size_t)size, error);
    *from += HEAD + size;
    *left -= HEAD + (size_t)size;
    return result == PLUMP_OK
               ? result
               : pl_fail(error, result, "%s: %s", c->plan->name, error ? error->text : "");
}

plump_result pl_scene_return_characters(plump_scene* scene, const unsigned char* from, size_t size,
                                        plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i)
        result = take_back(&scene->run->characters[i], &from, &size, error);
    if (result == PLUMP_OK && size > 0) result = complain_damaged(error);
    scene->run->is_deformed = false;
    return result;
}

// The masses are back; the pose and what morph targets have made of the bind pose are found anew.
plump_result pl_scene_pose_again(plump_scene* scene, plump_error* error) {
    double round, time = pl_scene_clock(scene);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i) {
        pl_run_character* c = &scene->run->characters[i];
        c->report = (plump_scene_character_report){0};
        if (!c->pose) continue;
        result =
            pl_scene_pose_character(scene, c, pl_scene_clip_time(c, time, &round), time, error);
        if (result == PLUMP_OK)
            result = plump_jiggle_set_bind(c->jiggle, plump_pose_bind(c->pose), 0, NULL, 0, error);
    }
    return result;
}

// --- a number for all ---

// Of what swings, not of the bytes above: those also hold contacts, which come from looking.
static uint64_t hash_character(uint64_t hash, const pl_run_character* c) {
    for (uint32_t i = 0; i < c->plan->set_count; ++i) {
        plump_jiggle_state now;
        if (plump_jiggle_read(c->jiggle, i, &now, NULL) != PLUMP_OK) continue;
        hash = pl_hash_bytes(hash, now.anchor, sizeof now.anchor);
        hash = pl_hash_bytes(hash, now.point, sizeof now.point);
        hash = pl_hash_bytes(hash, now.velocity, sizeof now.velocity);
        hash = pl_hash_bytes(hash, now.turn, sizeof now.turn);
    }
    return hash;
}

uint64_t plump_scene_hash(const plump_scene* scene) {
    if (!scene || !scene->run) return 0;
    uint64_t hash = plump_world_hash(scene->world);
    for (uint32_t i = 0; i < scene->plan.character_count; ++i)
        hash = hash_character(hash, &scene->run->characters[i]);
    return hash;
}
