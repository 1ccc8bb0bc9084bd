// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which bone a vertex belongs to. The nearest bone is a good first guess, but a thumb may be nearer
// to the head than to its hand, in straight lines. So regions are looked at as patches on the
// surface: the largest patch of a bone is its own; another one is astray if it is small or farther
// from the bone than that, or if no bone next to its bone in the skeleton borders on it. Patches
// astray are given up, and what surrounds them grows in.
#include "io/rig_parts.h"

#include "io/merge.h"

#include <math.h>
#include <string.h>

#define NEAREST 0.05  // of the thickness; nearer makes no difference
#define NO_BONE UINT32_MAX
#define SMALL   4    // a patch this many times smaller than the largest is astray ...
#define FAR     1.3  // ... and one whose mean distance is this many times the largest one's

double pl_rig_distance(const plump_rig_bone* bone, const double p[3]) {
    double along[3], to[3], dot = 0, length = 0, squared = 0;
    for (int k = 0; k < 3; ++k) {
        along[k] = bone->tip[k] - bone->joint[k];
        to[k] = p[k] - bone->joint[k];
        dot += along[k] * to[k];
        length += along[k] * along[k];
    }
    double share = length > 0 ? fmin(fmax(dot / length, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) {
        double off = to[k] - share * along[k];
        squared += off * off;
    }
    return fmax(sqrt(squared) / bone->radius, NEAREST);
}

// Bones of one parent that turn about one place, such as fingers drawn from a wrist.
static bool share_joint(const plump_rig_bone* a, const plump_rig_bone* b) {
    double squared = 0, reach = 0.5 * fmin(a->radius, b->radius);
    for (int k = 0; k < 3; ++k) {
        double off = a->joint[k] - b->joint[k];
        squared += off * off;
    }
    return a->parent == b->parent && a->parent != PLUMP_RIG_ROOT && squared < reach * reach;
}

bool pl_rig_is_next(const plump_rig_def* def, uint32_t a, uint32_t b) {
    const plump_rig_bone *first = &def->bones[a], *second = &def->bones[b];
    return a == b || first->parent == b || second->parent == a || share_joint(first, second);
}

// --- the surface ---

static bool merge_places(const plump_allocator* hooks, const plump_triangles* t, pl_rig_map* map) {
    double* positions = pl_alloc(hooks, t->vertex_count, 3 * sizeof *positions);
    uint32_t* firsts = pl_alloc(hooks, t->vertex_count, sizeof *firsts);
    bool made = positions && firsts;
    for (uint32_t i = 0; made && i < t->vertex_count; ++i)
        pl_triangles_position(t, i, positions + 3 * (size_t)i);
    made = made &&
           pl_merge_positions(hooks, positions, t->vertex_count, map->places, firsts, &map->count);
    map->positions = made ? pl_alloc(hooks, map->count, 3 * sizeof *map->positions) : NULL;
    for (size_t i = 0; map->positions && i < map->count; ++i)
        memcpy(map->positions[i], positions + 3 * (size_t)firsts[i], sizeof map->positions[i]);
    pl_free(hooks, positions);
    pl_free(hooks, firsts);
    return map->positions != NULL;
}

// Both ends of every side of a triangle: an inner edge comes twice, which does not matter.
static void fill_around(const plump_triangles* t, pl_rig_map* map) {
    for (size_t c = 0; c < 3 * (size_t)t->triangle_count; ++c)
        map->first[map->places[pl_triangles_corner(t, (uint32_t)(c / 3), (unsigned)(c % 3))]] += 2;
    for (size_t i = 0; i < map->count; ++i) map->first[i + 1] += map->first[i];
    // filled from the end, so that the ends become beginnings
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t at = map->places[pl_triangles_corner(t, i, k)];
            for (unsigned other = 1; other < 3; ++other)
                map->around[--map->first[at]] =
                    map->places[pl_triangles_corner(t, i, (k + other) % 3)];
        }
    }
}

bool pl_rig_map_make(const plump_allocator* hooks, const plump_triangles* t, pl_rig_map* map) {
    memset(map, 0, sizeof *map);
    map->places = pl_alloc(hooks, t->vertex_count, sizeof *map->places);
    if (!map->places || !merge_places(hooks, t, map)) return false;
    map->first = pl_alloc_zero(hooks, map->count + 1, sizeof *map->first);
    map->around = pl_alloc(hooks, 6 * (size_t)t->triangle_count, sizeof *map->around);
    map->owners = pl_alloc(hooks, map->count, sizeof *map->owners);
    if (!map->first || !map->around || !map->owners) return false;
    fill_around(t, map);
    return true;
}

void pl_rig_map_free(const plump_allocator* hooks, pl_rig_map* map) {
    pl_free(hooks, map->places);
    pl_free(hooks, map->positions);
    pl_free(hooks, map->first);
    pl_free(hooks, map->around);
    pl_free(hooks, map->owners);
}

// --- patches ---

typedef struct {
    uint32_t bone;
    size_t size;
    double distance;            // the sum over its places
    bool has_border, has_next;  // other bones around it; one of them next to its own
} patch;

typedef struct {
    uint32_t* patch_of;  // by place
    uint32_t* queue;
    patch* patches;
    uint32_t count;
} patches;

static uint32_t nearest_bone(const plump_rig_def* def, const double p[3]) {
    uint32_t best = 0;
    double least = pl_rig_distance(&def->bones[0], p);
    for (uint32_t i = 1; i < def->bone_count; ++i) {
        double distance = pl_rig_distance(&def->bones[i], p);
        if (distance < least) least = distance, best = i;
    }
    return best;
}

// Follows the edges from a place to all that are of the same bone.
static void flood(const plump_rig_def* def, const pl_rig_map* map, uint32_t start, patches* all) {
    patch* own = &all->patches[all->count];
    size_t head = 0;
    *own = (patch){.bone = map->owners[start], .size = 1};
    all->queue[0] = start;
    all->patch_of[start] = all->count;
    while (head < own->size) {
        uint32_t at = all->queue[head++];
        own->distance += pl_rig_distance(&def->bones[own->bone], map->positions[at]);
        for (size_t i = map->first[at]; i < map->first[at + 1]; ++i) {
            uint32_t other = map->around[i], bone = map->owners[other];
            if (bone != own->bone) {
                own->has_border = true;
                own->has_next = own->has_next || pl_rig_is_next(def, bone, own->bone);
            } else if (all->patch_of[other] == NO_BONE) {
                all->patch_of[other] = all->count;
                all->queue[own->size++] = other;
            }
        }
    }
    all->count++;
}

// By bone; the first of equal ones. NULL: the bone is the nearest nowhere.
static void find_largest(const patches* all, const patch* largest[256]) {
    for (uint32_t i = 0; i < all->count; ++i) {
        const patch *p = &all->patches[i], **best = &largest[p->bone];
        if (!*best || p->size > (*best)->size) *best = p;
    }
}

// A surface of its own, such as an eye, has no border and stays as it is.
static bool is_astray(const patch* p, const patch* largest) {
    if (p == largest || !p->has_border) return false;
    double mean = p->distance / (double)p->size, own = largest->distance / (double)largest->size;
    return !p->has_next || SMALL * p->size < largest->size || mean > FAR * own;
}

// Of the bones around a place the nearest; NO_BONE: all of them are astray.
static uint32_t bone_around(const plump_rig_def* def, const pl_rig_map* map, uint32_t place) {
    uint32_t best = NO_BONE;
    double least = 0;
    for (size_t i = map->first[place]; i < map->first[place + 1]; ++i) {
        uint32_t bone = map->owners[map->around[i]];
        if (bone == NO_BONE) continue;
        double distance = pl_rig_distance(&def->bones[bone], map->positions[place]);
        if (best == NO_BONE || distance < least) best = bone, least = distance;
    }
    return best;
}

// The places in `queue` have no bone: in rounds, each takes one from around it. What no round
// reaches has only places astray around it, and goes by distance after all.
static void grow_in(const plump_rig_def* def, pl_rig_map* map, uint32_t* queue, uint32_t* found,
                    size_t left) {
    for (size_t before = left + 1; left > 0 && left < before;) {
        size_t kept = 0;
        before = left;
        for (size_t i = 0; i < left; ++i) found[i] = bone_around(def, map, queue[i]);
        for (size_t i = 0; i < left; ++i) {
            map->owners[queue[i]] = found[i];
            if (found[i] == NO_BONE) queue[kept++] = queue[i];
        }
        left = kept;
    }
    for (size_t i = 0; i < left; ++i)
        map->owners[queue[i]] = nearest_bone(def, map->positions[queue[i]]);
}

static void mend(const plump_rig_def* def, pl_rig_map* map, patches* all) {
    const patch* largest[256] = {NULL};
    size_t left = 0;
    for (uint32_t i = 0; i < map->count; ++i) {
        if (all->patch_of[i] == NO_BONE) flood(def, map, i, all);
    }
    find_largest(all, largest);
    for (uint32_t i = 0; i < map->count; ++i) {
        const patch* own = &all->patches[all->patch_of[i]];
        if (!is_astray(own, largest[own->bone])) continue;
        map->owners[i] = NO_BONE;
        all->queue[left++] = i;
    }
    grow_in(def, map, all->queue, all->patch_of, left);
}

bool pl_rig_find_owners(const plump_allocator* hooks, const plump_rig_def* def, pl_rig_map* map) {
    patches all = {.patch_of = pl_alloc(hooks, map->count, sizeof *all.patch_of),
                   .queue = pl_alloc(hooks, map->count, sizeof *all.queue),
                   .patches = pl_alloc(hooks, map->count, sizeof *all.patches)};
    bool made = all.patch_of && all.queue && all.patches;
    if (made) {
        for (size_t i = 0; i < map->count; ++i)
            map->owners[i] = nearest_bone(def, map->positions[i]);
        memset(all.patch_of, 0xFF, map->count * sizeof *all.patch_of);
        mend(def, map, &all);
    }
    pl_free(hooks, all.patch_of);
    pl_free(hooks, all.queue);
    pl_free(hooks, all.patches);
    return made;
}
