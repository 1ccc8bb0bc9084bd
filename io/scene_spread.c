// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Many bodies of one entry: in rows, or at random with room for each. The generator is our own
// (splitmix64) and uses no more than + - * / and sqrt, so that a seed means the same everywhere.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/hash.h"

#include <math.h>
#include <string.h>

#define TRIES     10000                // for one body
#define DISTANCES UINT64_C(500000000)  // measured in all, some seconds

static uint64_t draw_bits(uint64_t* state) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// At least 0, less than 1.
static double draw(uint64_t* state) {
    return (double)(draw_bits(state) >> 11) * (1.0 / 9007199254740992.0);
}

static uint64_t start_of(const pl_scene_reader* reader, const pl_item* item, uint32_t seed,
                         size_t entry) {
    if (json_object_get(item->json, "seed")) return pl_hash_mix(seed);
    return pl_hash_mix(reader->seed) ^ pl_hash_mix((uint64_t)entry + UINT64_C(0x100000000));
}

// All rotations alike: a point of the ball in four dimensions, pushed out to its surface.
static void draw_rotation(uint64_t* state, double q[4]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 4; ++k) {
            q[k] = 2 * draw(state) - 1;
            square += q[k] * q[k];
        }
    } while (square > 1 || square < 1e-4);
    double length = sqrt(square);
    for (int k = 0; k < 4; ++k) q[k] /= length;
}

// Turns what is turned already.
static void turn(const double q[4], float rotation[4]) {
    double r[4];
    for (int k = 0; k < 4; ++k) r[k] = (double)rotation[k];
    rotation[0] = (float)(q[3] * r[0] + q[0] * r[3] + q[1] * r[2] - q[2] * r[1]);
    rotation[1] = (float)(q[3] * r[1] + q[1] * r[3] + q[2] * r[0] - q[0] * r[2]);
    rotation[2] = (float)(q[3] * r[2] + q[2] * r[3] + q[0] * r[1] - q[1] * r[0]);
    rotation[3] = (float)(q[3] * r[3] - q[0] * r[0] - q[1] * r[1] - q[2] * r[2]);
}

static void turn_at_random(uint64_t* state, float rotation[4]) {
    double q[4];
    draw_rotation(state, q);
    turn(q, rotation);
}

// --- rows ---

static plump_result read_grid(const pl_scene_reader* reader, const pl_item* item,
                              pl_raw_grid* grid) {
    return pl_item_read(reader, item, &pl_table_grid, grid);
}

static void place_in_grid(const pl_raw_grid* grid, uint64_t state, pl_plan_body* bodies,
                          uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t row = i / grid->size[0];
        uint32_t at[3] = {i % grid->size[0], row / grid->size[2], row % grid->size[2]};
        double* position = bodies[i].def.position;
        for (int k = 0; k < 3; ++k) {
            double middle = k == 1 ? 0 : (grid->size[k] - 1) / 2.0;
            position[k] += (at[k] - middle) * grid->spacing[k];
            if (grid->jitter > 0) position[k] += (2 * draw(&state) - 1) * grid->jitter;
        }
        if (grid->random_rotation) turn_at_random(&state, bodies[i].def.rotation);
    }
}

// --- at random ---

// How far the mesh reaches from its own (0, 0, 0).
static double reach_of(const plump_mesh* mesh) {
    double origin[3], most = 0;
    plump_mesh_origin(mesh, origin);
    const float* at = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i, at += 3) {
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            double x = origin[k] + (double)at[k];
            square += x * x;
        }
        if (square > most) most = square;
    }
    return sqrt(most);
}

static bool is_free(pl_scene_reader* reader, const double ball[4]) {
    for (uint32_t i = 0; i < reader->ball_count; ++i) {
        const double* other = reader->balls[i];
        double square = 0, apart = ball[3] + other[3];
        for (int k = 0; k < 3; ++k) square += (ball[k] - other[k]) * (ball[k] - other[k]);
        if (square < apart * apart) {
            reader->distances += i + 1;
            return false;
        }
    }
    reader->distances += reader->ball_count;
    return true;
}

static bool find_room(pl_scene_reader* reader, const pl_raw_random* random, const double base[3],
                      uint64_t* state, double ball[4]) {
    for (int i = 0; i < TRIES && reader->distances < DISTANCES; ++i) {
        for (int k = 0; k < 3; ++k) {
            double share = draw(state);
            ball[k] = base[k] + random->min[k] + share * (random->max[k] - random->min[k]);
        }
        if (is_free(reader, ball)) return true;
    }
    return false;
}

static plump_result place_at_random(pl_scene_reader* reader, const pl_item* item,
                                    const pl_raw_random* random, uint64_t state,
                                    pl_plan_body* bodies, uint32_t count) {
    double ball[4] = {0};
    ball[3] = random->distance / 2;
    if (!json_object_get(item->json, "distance"))
        ball[3] = (double)bodies[0].def.scale * reach_of(bodies[0].def.mesh);
    for (uint32_t i = 0; i < count; ++i) {
        plump_body_def* def = &bodies[i].def;
        if (!find_room(reader, random, def->position, &state, ball))
            return PL_ITEM_BAD(reader, item,
                               "no room is left for number %u of %u; a larger box or a smaller "
                               "'distance' would help",
                               (unsigned)i + 1, (unsigned)count);
        memcpy(def->position, ball, sizeof def->position);
        memcpy(reader->balls[reader->ball_count++], ball, sizeof ball);
        if (random->random_rotation) turn_at_random(&state, def->rotation);
    }
    return PLUMP_OK;
}

static plump_result read_random(const pl_scene_reader* reader, const pl_item* item,
                                pl_raw_random* random) {
    plump_result result = pl_item_read(reader, item, &pl_table_random, random);
    pl_item max = pl_item_member(item, "max");
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k) {
        if (random->max[k] < random->min[k])
            result = PL_ITEM_BAD(reader, &max, "%c is %g, below that of min, %g", "xyz"[k],
                                 random -> max[k], random -> min[k]);
    }
    return result;
}

// --- both ---

static plump_result count_grid(const pl_scene_reader* reader, const pl_item* item,
                               const pl_item* grid_item, const pl_raw_body* raw, uint32_t* count) {
    pl_raw_grid grid = {0};
    plump_result result = read_grid(reader, grid_item, &grid);
    if (result != PLUMP_OK) return result;
    double places = (double)grid.size[0] * grid.size[1] * grid.size[2];
    pl_item place = pl_item_member(item, "count");
    if (!place.json && places <= UINT32_MAX) *count = (uint32_t)places;
    if (place.json) *count = raw->count;
    if (place.json ? raw->count <= places : places <= UINT32_MAX) return PLUMP_OK;
    if (!place.json)
        return pl_item_fail(reader, grid_item, PLUMP_ERROR_LIMIT, "it has %g places, too many",
                            places);
    return PL_ITEM_BAD(reader, &place, "it is %u; the grid has %g places", (unsigned)raw->count,
                       places);
}

plump_result pl_scene_spread_count(const pl_scene_reader* reader, const pl_item* item,
                                   const pl_raw_body* raw, uint32_t* count) {
    pl_item grid = pl_item_member(item, "grid"), random = pl_item_member(item, "random");
    pl_item place = pl_item_member(item, "count");
    if (grid.json && random.json)
        return PL_ITEM_BAD(reader, &random, "'grid' is there already; only one of both can be");
    if (grid.json) return count_grid(reader, item, &grid, raw, count);
    *count = place.json ? raw->count : 1;
    if (*count == 1 || random.json) return PLUMP_OK;
    return PL_ITEM_BAD(reader, &place, "%u bodies need 'grid' or 'random' to have different places",
                       (unsigned)raw->count);
}

plump_result pl_scene_spread(pl_scene_reader* reader, const pl_item* item, size_t entry,
                             pl_plan_body* bodies, uint32_t count) {
    pl_item grid_item = pl_item_member(item, "grid"), random_item = pl_item_member(item, "random");
    if (grid_item.json) {
        pl_raw_grid grid = {0};
        plump_result result = read_grid(reader, &grid_item, &grid);
        if (result == PLUMP_OK)
            place_in_grid(&grid, start_of(reader, &grid_item, grid.seed, entry), bodies, count);
        return result;
    }
    if (!random_item.json) return PLUMP_OK;
    pl_raw_random random = {0};
    plump_result result = read_random(reader, &random_item, &random);
    if (result != PLUMP_OK) return result;
    uint64_t state = start_of(reader, &random_item, random.seed, entry);
    return place_at_random(reader, &random_item, &random, state, bodies, count);
}

#endif
