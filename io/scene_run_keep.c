// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What characters bring along into a snapshot: of one after the other the state of its deformer and
// of its ragdoll, each as its number of bytes (u64) and the bytes. All else follows from the clock.
#include "io/scene_run_character.h"

#include "src/base/bytes.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <string.h>

enum { HEAD = 8 };

static size_t ragdoll_size(const pl_run_character* c) {
    return c->ragdoll ? plump_ragdoll_state_size(c->ragdoll) : 0;
}

size_t pl_scene_kept_size(const plump_scene* scene) {
    size_t size = 0;
    for (uint32_t i = 0; i < scene->plan.character_count; ++i) {
        const pl_run_character* c = &scene->run->characters[i];
        size += 2 * HEAD + plump_jiggle_state_size(c->jiggle) + ragdoll_size(c);
    }
    return size;
}

static unsigned char* put_size(unsigned char* to, size_t size) {
    for (int k = 0; k < HEAD; ++k) to[k] = (unsigned char)((uint64_t)size >> (8 * k));
    return to + HEAD;
}

plump_result pl_scene_keep_characters(const plump_scene* scene, unsigned char* to,
                                      plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i) {
        const pl_run_character* c = &scene->run->characters[i];
        size_t size = plump_jiggle_state_size(c->jiggle), bones = ragdoll_size(c);
        to = put_size(to, size);
        result = plump_jiggle_save(c->jiggle, to, size, &size, error);
        to = put_size(to + size, bones);
        if (result == PLUMP_OK && c->ragdoll)
            result = plump_ragdoll_save(c->ragdoll, to, bones, &bones, error);
        to += bones;
    }
    return result;
}

// --- back ---

static plump_result complain_damaged(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged: its characters are cut");
}

// The next state, of `size` bytes.
static plump_result next_state(const unsigned char** from, size_t* left, size_t* size,
                               plump_error* error) {
    if (*left < HEAD || pl_bytes_u64(*from) > *left - HEAD) return complain_damaged(error);
    *size = (size_t)pl_bytes_u64(*from);
    *from += HEAD;
    *left -= HEAD + *size;
    return PLUMP_OK;
}

static plump_result take_back(pl_run_character* c, const unsigned char** from, size_t* left,
                              plump_error* error) {
    size_t size = 0;
    plump_result result = next_state(from, left, &size, error);
    if (result == PLUMP_OK) result = plump_jiggle_restore(c->jiggle, *from, size, error);
    if (result != PLUMP_OK) return result;
    *from += size;
    result = next_state(from, left, &size, error);
    if (result == PLUMP_OK && !c->ragdoll && size > 0) result = complain_damaged(error);
    if (result == PLUMP_OK && c->ragdoll)
        result = plump_ragdoll_restore(c->ragdoll, *from, size, error);
    *from += size;
    return result;
}

plump_result pl_scene_return_characters(plump_scene* scene, const unsigned char* from, size_t size,
                                        plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i) {
        result = take_back(&scene->run->characters[i], &from, &size, error);
        if (result != PLUMP_OK)
            result = pl_fail(error, result, "%s: %s", scene->plan.characters[i].name,
                             error ? error->text : "");
    }
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
        if (c->ragdoll)
            memcpy(c->matrices, plump_ragdoll_matrices(c->ragdoll),
                   12 * c->segment_count * sizeof *c->matrices);
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
    if (c->ragdoll)
        hash = pl_hash_bytes(hash, plump_ragdoll_matrices(c->ragdoll),
                             12 * c->segment_count * sizeof(double));
    return hash;
}

uint64_t plump_scene_hash(const plump_scene* scene) {
    if (!scene || !scene->run) return 0;
    uint64_t hash = plump_world_hash(scene->world);
    for (uint32_t i = 0; i < scene->plan.character_count; ++i)
        hash = hash_character(hash, &scene->run->characters[i]);
    return hash;
}
