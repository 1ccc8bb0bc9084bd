// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots of a running scene: a head that tells which scene it is and how many steps it has
// taken, then the world's own snapshot, which guards itself. Little-endian:
//   8 bytes "plumpscn", u32 version, u32 bytes of the name, u64 identity, u64 steps, u64 checksum,
//   the name, the world.
// The identity is a hash of the scene's text and settings: the same scene under another name will
// do.
#include "io/scene_run.h"

#include "src/base/bytes.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <string.h>

enum { HEAD = 40, NAME_MOST = 200, CHECKED = 32, VERSION = 1 };
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

size_t plump_scene_snapshot_size(const plump_scene* scene) {
    if (!scene || !scene->run) return 0;
    return HEAD + name_size(scene) + plump_world_snapshot_size(scene->world);
}

static plump_result complain_not_started(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the scene has not been started; call plump_scene_start() first");
}

plump_result plump_scene_snapshot(const plump_scene* scene, void* buffer, size_t capacity,
                                  size_t* size, plump_error* error) {
    if (!scene || !scene->run) return complain_not_started(error);
    size_t needed = plump_scene_snapshot_size(scene), name = name_size(scene), world = 0;
    if (!buffer || capacity < needed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the snapshot needs %zu bytes, the buffer has %zu", needed,
                       buffer ? capacity : 0);
    unsigned char* to = buffer;
    plump_result result =
        plump_world_snapshot(scene->world, to + HEAD + name, capacity - HEAD - name, &world, error);
    if (result != PLUMP_OK) return result;
    memcpy(to, MAGIC, sizeof MAGIC);
    put(to + 8, VERSION, 4);
    put(to + 12, name, 4);
    put(to + 16, scene->plan.identity, 8);
    put(to + 24, scene->run->steps, 8);
    put(to + 32, checksum(to, scene->plan.info.name, name), 8);
    memcpy(to + HEAD, scene->plan.info.name, name);
    if (size) *size = HEAD + name + world;
    return PLUMP_OK;
}

// What the head says; anything that is not as written is refused.
static plump_result read_head(const unsigned char* from, size_t size, size_t* name, uint64_t* steps,
                              uint64_t* identity, plump_error* error) {
    if (size < HEAD || memcmp(from, MAGIC, sizeof MAGIC) != 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "this is not the snapshot of a scene");
    if (pl_bytes_u32(from + 8) != VERSION)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the snapshot has version %u, this plump reads version %d",
                       (unsigned)pl_bytes_u32(from + 8), (int)VERSION);
    *name = pl_bytes_u32(from + 12);
    *identity = pl_bytes_u64(from + 16);
    *steps = pl_bytes_u64(from + 24);
    bool whole = *name <= NAME_MOST && *name <= size - HEAD &&
                 checksum(from, from + HEAD, *name) == pl_bytes_u64(from + 32);
    return whole ? PLUMP_OK : pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged");
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
    result = plump_world_restore(scene->world, from + HEAD + name, size - HEAD - name,
                                 (const plump_mesh* const*)scene->plan.meshes,
                                 scene->plan.mesh_count, error);
    if (result == PLUMP_OK) pl_scene_replay_events(scene, steps);
    return result;
}
