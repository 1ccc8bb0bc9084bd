// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Compounds: one obstacle of several shapes. Each part is an obstacle of its own for the stages, so
// that contacts, impacts and continuous detection need not know of compounds; it goes with the
// whole, has its surface and filter, and hands on to it what it is given.
#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/collide/solid.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

#define PARTS_MOST 1024

static bool can_be_part(const plump_obstacle_def* part) {
    return part->shape != PLUMP_OBSTACLE_PLANE && part->shape != PLUMP_OBSTACLE_SHEET &&
           part->shape != PLUMP_OBSTACLE_COMPOUND && !part->hollow && !part->trigger;
}

static plump_result check_part(const plump_obstacle_def* part, plump_error* error) {
    plump_result result = pl_obstacle_numbers_check(part, error);
    if (result == PLUMP_OK && !can_be_part(part))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "it is a plane, a sheet, a compound, hollow or a trigger; it must be a "
                       "sphere, a capsule, a box, a cylinder, a hull or a mesh");
    if (result == PLUMP_OK && part->mass > 0.0f)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "it has a mass of its own; give the mass of all to the compound");
    return result == PLUMP_OK ? pl_obstacle_data_check(part, error) : result;
}

static plump_result name_part(uint32_t index, plump_result result, const plump_error* what,
                              plump_error* error) {
    if (result == PLUMP_OK) return result;
    return pl_fail(error, result, "part %u of the compound: %s", (unsigned)index, what->text);
}

plump_result pl_parts_check(const plump_obstacle_def* def, plump_error* error) {
    if (!def->parts || def->part_count < 1 || def->part_count > PARTS_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the obstacle is a compound of %u parts; it needs 1 to %d in def.parts",
                       def->parts ? (unsigned)def->part_count : 0u, PARTS_MOST);
    for (uint32_t i = 0; i < def->part_count; ++i) {
        plump_error what = {PLUMP_OK, ""};
        plump_result result = name_part(i, check_part(&def->parts[i], &what), &what, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// Sizes that its shape does not have stay within their bounds.
static void scale_sizes(plump_obstacle_def* def, float scale) {
    if (def->shape == PLUMP_OBSTACLE_HULL || def->shape == PLUMP_OBSTACLE_MESH) {
        def->scale *= scale;
    } else if (def->shape == PLUMP_OBSTACLE_BOX) {
        for (int k = 0; k < 3; ++k) def->half_size[k] *= scale;
    } else {
        def->radius *= scale;
        if (def->shape != PLUMP_OBSTACLE_SPHERE) def->half_height *= scale;
    }
}

plump_obstacle_def pl_part_def(const plump_obstacle_def* whole, uint32_t index) {
    plump_obstacle_def def = whole->parts[index];
    scale_sizes(&def, whole->scale);
    def.margin = 0.0f;
    for (int k = 0; k < 3; ++k) def.position[k] *= (double)whole->scale;
    return def;
}

// --- bounds of all ---

static void find_bounds(const pl_obstacle* whole, pl_solid* solid) {
    for (int k = 0; k < 3; ++k) {
        solid->lo[k] = (double)INFINITY;
        solid->hi[k] = -(double)INFINITY;
    }
    for (uint32_t i = 0; i < whole->part_count; ++i)
        pl_obstacle_widen(whole->parts[i], &whole->parts[i]->own, solid->lo, solid->hi);
    for (int k = 0; k < 3; ++k) solid->size[k] = solid->hi[k] - solid->lo[k];
}

static uint64_t hash_part(uint64_t hash, const pl_obstacle* part) {
    uint32_t words[2 + 24];
    double place[12];
    memcpy(place, part->own.position, sizeof part->own.position);
    memcpy(place + 3, part->own.turn, sizeof part->own.turn);
    words[0] = (uint32_t)part->solid->hash;
    words[1] = (uint32_t)(part->solid->hash >> 32);
    for (int i = 0; i < 12; ++i) {
        uint64_t bits;
        memcpy(&bits, &place[i], sizeof bits);
        words[2 + 2 * i] = (uint32_t)bits;
        words[3 + 2 * i] = (uint32_t)(bits >> 32);
    }
    return pl_hash_words(hash, words, 2 + 24);
}

static bool make_bounds(pl_obstacle* whole) {
    pl_solid* solid = pl_arena_alloc_zero(&whole->memory, 1, sizeof *solid);
    if (!solid) return false;
    solid->shape = PLUMP_OBSTACLE_COMPOUND;
    solid->hash = PL_HASH_START;
    find_bounds(whole, solid);
    for (uint32_t i = 0; i < whole->part_count; ++i)
        solid->hash = hash_part(solid->hash, whole->parts[i]);
    whole->solid = solid;
    return true;
}

// --- making ---

static plump_result make_part(plump_world* world, const plump_obstacle_def* def, uint32_t index,
                              pl_obstacle* whole, plump_obstacle_def* copies, plump_error* error) {
    plump_obstacle_def part_def = pl_part_def(def, index);
    plump_error what = {PLUMP_OK, ""};
    pl_obstacle* part = NULL;
    plump_result result = pl_obstacle_make(world, &part_def, &part, &what);
    if (result != PLUMP_OK) return name_part(index, result, &what, error);
    part->whole = whole;
    part->own = part->now;
    part->number = index + 1;
    whole->parts[whole->part_count++] = part;
    copies[index] = def->parts[index];
    copies[index].mesh = part->def.mesh;
    copies[index].points = part->def.points;
    return PLUMP_OK;
}

plump_result pl_parts_make(plump_world* world, const plump_obstacle_def* def, pl_obstacle* whole,
                           plump_error* error) {
    uint32_t count = def->part_count;
    plump_obstacle_def* copies = pl_arena_alloc(&whole->memory, count, sizeof *copies);
    whole->parts = pl_arena_alloc_zero(&whole->memory, count, sizeof(pl_obstacle*));
    plump_result result = PLUMP_OK;
    if (!copies || !whole->parts) return pl_fail_memory(error, "making a compound");
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
        result = make_part(world, def, i, whole, copies, error);
    if (result != PLUMP_OK) return result;
    whole->def.parts = copies;
    whole->def.part_count = count;
    return make_bounds(whole) ? PLUMP_OK : pl_fail_memory(error, "making a compound");
}

void pl_parts_free(plump_world* world, pl_obstacle* whole) {
    for (uint32_t i = 0; i < whole->part_count; ++i) pl_obstacle_free(world, whole->parts[i]);
    whole->part_count = 0;
}

// --- what they have of the whole ---

static void follow(pl_obstacle* part, const pl_obstacle* whole) {
    plump_obstacle_def* def = &part->def;
    part->id = whole->id;
    part->moving = whole->moving;
    part->bone = whole->bone;
    def->friction = whole->def.friction;
    def->friction_static = whole->def.friction_static;
    def->restitution = whole->def.restitution;
    def->margin = whole->def.margin;
    def->category = whole->def.category;
    def->collides_with = whole->def.collides_with;
    def->trigger = whole->def.trigger;
    pl_vec3d belt = pl_vec3_widen(pl_vec3_load(whole->def.surface_velocity));
    pl_vec3_store(pl_vec3d_narrow(pl_rotation_back(part->own.turn, belt)), def->surface_velocity);
}

void pl_parts_follow(pl_obstacle* whole) {
    for (uint32_t i = 0; i < whole->part_count; ++i) follow(whole->parts[i], whole);
}
