// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots of a running scene: a head that tells which scene it is and how many steps it has
// taken, then the world's own snapshot, which guards itself. Little-endian:
//   8 bytes "plumpscn", u32 version, u32 bytes of the name, u64 identity, u64 steps, u64 checksum,
//   the name, the world;
// of a scene with characters, version 2, between the name and the world:
//   u64 bytes of the characters, u64 checksum of these, the characters (scene_run_keep.c).
// The identity is a hash of the scene's text and settings: the same scene under another name will
// do.
#include "io/scene_run_character.h"

#include "src/base/bytes.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <string.h>

enum { HEAD = 40, NAME_MOST = 200, CHECKED = 32, VERSION = 1, CAST = 16 };
static const char MAGIC[8] = {'p', 'l', 'u', 'm', 'p', 's', 'c', 'n'};

static void put(unsigned char* to, uint64_t value, int size) {
    for (int i = 0; i < size; ++i) to[i] = (unsigned char)(value >> (8 * i));
}

static size_t name_size(const plump_scene* scene) {
    size_t size = strlen(scene->plan.info.name);
    return size < NAME_MOST ? size : NAME_MOST;
}

// The checksum covers all of the head before it, and the name.
static uint64_t checksum(const unsigned char* head, const void* name, size_t size) {
    return pl_hash_bytes(pl_hash_bytes(PL_HASH_START, head, CHECKED), name, size);
}

static uint32_t version_of(const plump_scene* scene) {
    return VERSION + (scene->plan.character_count > 0);
}

// What lies between the name and the world.
static size_t cast_size(const plump_scene* scene) {
    return scene->plan.character_count > 0 ? CAST + pl_scene_kept_size(scene) : 0;
}

size_t plump_scene_snapshot_size(const plump_scene* scene) {
    if (!scene || !scene->run) return 0;
    return HEAD + name_size(scene) + cast_size(scene) + plump_world_snapshot_size(scene->world);
}

static plump_result complain_not_started(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the scene has not been started; call plump_scene_start() first");
}

static plump_result put_cast(const plump_scene* scene, unsigned char* to, plump_error* error) {
    if (scene->plan.character_count == 0) return PLUMP_OK;
    size_t size = pl_scene_kept_size(scene);
    plump_result result = pl_scene_keep_characters(scene, to + CAST, error);
    if (result != PLUMP_OK) return result;
    put(to, size, 8);
    put(to + 8, pl_hash_bytes(PL_HASH_START, to + CAST, size), 8);
    return PLUMP_OK;
}

static void put_head(const plump_scene* scene, unsigned char* to) {
    size_t name = name_size(scene);
    memcpy(to, MAGIC, sizeof MAGIC);
    put(to + 8, version_of(scene), 4);
    put(to + 12, name, 4);
    put(to + 16, scene->plan.identity, 8);
    put(to + 24, scene->run->steps, 8);
    put(to + 32, checksum(to, scene->plan.info.name, name), 8);
    memcpy(to + HEAD, scene->plan.info.name, name);
}

plump_result plump_scene_snapshot(const plump_scene* scene, void* buffer, size_t capacity,
                                  size_t* size, plump_error* error) {
    if (!scene || !scene->run) return complain_not_started(error);
    size_t needed = plump_scene_snapshot_size(scene), world = 0;
    size_t before = HEAD + name_size(scene), cast = cast_size(scene);
    if (!buffer || capacity < needed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the snapshot needs %zu bytes, the buffer has %zu", needed,
                       buffer ? capacity : 0);
    unsigned char* to = buffer;
    plump_result result = plump_world_snapshot(scene->world, to + before + cast,
                                               capacity - before - cast, &world, error);
    if (result == PLUMP_OK) result = put_cast(scene, to + before, error);
    if (result != PLUMP_OK) return result;
    put_head(scene, to);
    if (size) *size = before + cast + world;
    return PLUMP_OK;
}

// What the head says; anything that is not as written is refused.
static plump_result read_head(const unsigned char* from, size_t size, size_t* name, uint64_t* steps,
                              uint64_t* identity, plump_error* error) {
    if (size < HEAD || memcmp(from, MAGIC, sizeof MAGIC) != 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "this is not the snapshot of a scene");
    uint32_t version = pl_bytes_u32(from + 8);
    if (version != VERSION && version != VERSION + 1)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the snapshot has version %u, this plump reads versions %d and %d",
                       (unsigned)version, (int)VERSION, (int)VERSION + 1);
    *name = pl_bytes_u32(from + 12);
    *identity = pl_bytes_u64(from + 16);
    *steps = pl_bytes_u64(from + 24);
    bool whole = *name <= NAME_MOST && *name <= size - HEAD &&
                 checksum(from, from + HEAD, *name) == pl_bytes_u64(from + 32);
    return whole ? PLUMP_OK : pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged");
}

// Where the world begins, behind characters that are whole.
static plump_result find_world(const plump_scene* scene, const unsigned char* from, size_t size,
                               size_t* at, plump_error* error) {
    if (scene->plan.character_count == 0) return PLUMP_OK;
    size_t left = size - *at;
    uint64_t cast = left < CAST ? 0 : pl_bytes_u64(from + *at);
    bool whole = left >= CAST && cast <= left - CAST &&
                 pl_hash_bytes(PL_HASH_START, from + *at + CAST, (size_t)cast) ==
                     pl_bytes_u64(from + *at + 8);
    if (!whole) return pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged");
    *at += CAST + (size_t)cast;
    return PLUMP_OK;
}

static plump_result restore_world(const plump_scene* scene, const unsigned char* from, size_t size,
                                  plump_error* error) {
    return plump_world_restore(scene->world, from, size,
                               (const plump_mesh* const*)scene->plan.meshes, scene->plan.mesh_count,
                               error);
}

// Characters, then the world; if either is refused the characters are put back as they were.
static plump_result restore_all(plump_scene* scene, const unsigned char* from, size_t size,
                                size_t cast, plump_error* error) {
    size_t world = cast, kept = pl_scene_kept_size(scene);
    plump_result result = find_world(scene, from, size, &world, error);
    if (result != PLUMP_OK) return result;
    if (world == cast) return restore_world(scene, from + world, size - world, error);
    unsigned char* before = pl_alloc(&scene->hooks, kept, 1);
    if (!before) return pl_fail_memory(error, "restoring characters");
    result = pl_scene_keep_characters(scene, before, error);
    if (result == PLUMP_OK) {
        result = pl_scene_return_characters(scene, from + cast + CAST, world - cast - CAST, error);
        if (result == PLUMP_OK) result = restore_world(scene, from + world, size - world, error);
        if (result != PLUMP_OK) pl_scene_return_characters(scene, before, kept, NULL);
    }
    pl_free(&scene->hooks, before);
    return result;
}

plump_result plump_scene_restore(plump_scene* scene, const void* snapshot, size_t size,
                                 plump_error* error) {
    if (!scene || !scene->run) return complain_not_started(error);
    if (!snapshot) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the snapshot is NULL");
    const unsigned char* from = snapshot;
    size_t name = 0;
    uint64_t steps = 0, identity = 0;
    plump_result result = read_head(from, size, &name, &steps, &identity, error);
    if (result != PLUMP_OK) return result;
    if (identity != scene->plan.identity)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the snapshot is of the scene \"%.*s\" with other text or settings, not of "
                       "this one, \"%s\"",
                       (int)name, (const char*)from + HEAD, scene->plan.info.name);
    result = restore_all(scene, from, size, HEAD + name, error);
    if (result != PLUMP_OK) return result;
    pl_scene_replay_events(scene, steps);
    return pl_scene_pose_again(scene, error);
}
