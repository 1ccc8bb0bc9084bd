// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The bind pose as the caller has it: checked, copied, given normals, and cut into pairs of vertex
// and segment that lie together in space.
#include "src/base/hash.h"
#include "src/base/narrow.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/jiggle/jiggle_data.h"
#include "src/mesh/mesh_sort.h"

#include <float.h>
#include <math.h>

static bool is_position(const double at[3]) {
    for (int k = 0; k < 3; ++k)
        if (!(fabs(at[k]) <= PL_JIGGLE_COORDINATE_MOST)) return false;
    return true;
}

// --- positions and triangles ---

static plump_result find_centre(plump_jiggle* jiggle, const plump_triangles* mesh,
                                plump_error* error) {
    double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX}, at[3];
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        pl_triangles_position(mesh, i, at);
        if (!is_position(at))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "vertex %u of the bind pose is not finite, or farther out than 1e9",
                           (unsigned)i);
        for (int k = 0; k < 3; ++k) {
            lo[k] = at[k] < lo[k] ? at[k] : lo[k];
            hi[k] = at[k] > hi[k] ? at[k] : hi[k];
        }
    }
    for (int k = 0; k < 3; ++k) jiggle->centre[k] = pl_narrow(0.5 * (lo[k] + hi[k]));
    return PLUMP_OK;
}

static void take_positions(plump_jiggle* jiggle, const plump_triangles* mesh) {
    double at[3];
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        pl_triangles_position(mesh, i, at);
        for (unsigned k = 0; k < 3; ++k)
            jiggle->bind[3 * (size_t)i + k] = (float)(at[k] - jiggle->centre[k]);
    }
}

static plump_result take_triangles(plump_jiggle* jiggle, const plump_triangles* mesh,
                                   plump_error* error) {
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t corner = pl_triangles_corner(mesh, t, k);
            if (corner >= jiggle->vertex_count)
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "triangle %u of the bind pose uses vertex %u, there are %u",
                               (unsigned)t, (unsigned)corner, (unsigned)jiggle->vertex_count);
            jiggle->triangles[3 * (size_t)t + k] = corner;
        }
    }
    return PLUMP_OK;
}

// --- normals ---

static bool same_place(const float* a, const float* b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// The first vertex at the same place: vertices split for texture seams share a normal. Where hashes
// of different places are equal they stay apart.
static bool find_twins(plump_jiggle* jiggle, pl_arena* scratch) {
    uint32_t count = jiggle->vertex_count;
    pl_keyed* keys = pl_arena_alloc(scratch, count, sizeof *keys);
    pl_keyed* spare = pl_arena_alloc(scratch, count, sizeof *spare);
    if (!keys || !spare) return false;
    for (uint32_t i = 0; i < count; ++i) {
        float at[3];
        for (unsigned k = 0; k < 3; ++k) at[k] = jiggle->bind[3 * (size_t)i + k] + 0.0f;  // no -0
        keys[i] = (pl_keyed){pl_hash_floats(PL_HASH_START, at, 3), i};
    }
    pl_sort_keyed(keys, spare, count);
    for (uint32_t i = 0, first = 0; i < count; ++i) {
        const float* here = jiggle->bind + 3 * (size_t)keys[i].value;
        const float* there = jiggle->bind + 3 * (size_t)keys[first].value;
        if (keys[i].key != keys[first].key || !same_place(here, there)) first = i;
        jiggle->twin[keys[i].value] = keys[first].value;
    }
    return true;
}

static void add_corner(plump_jiggle* jiggle, uint32_t vertex, const float area[3]) {
    float* sum = jiggle->normals + 3 * (size_t)jiggle->twin[vertex];
    for (int k = 0; k < 3; ++k) sum[k] += area[k];
}

static void add_triangle(plump_jiggle* jiggle, const uint32_t* corner) {
    const float *a = jiggle->bind + 3 * (size_t)corner[0],
                *b = jiggle->bind + 3 * (size_t)corner[1],
                *c = jiggle->bind + 3 * (size_t)corner[2];
    pl_vec3 area = pl_vec3_cross(pl_vec3_sub(pl_vec3_load(b), pl_vec3_load(a)),
                                 pl_vec3_sub(pl_vec3_load(c), pl_vec3_load(a)));
    float each[3] = {area.x, area.y, area.z};
    for (int k = 0; k < 3; ++k) add_corner(jiggle, corner[k], each);
}

void pl_jiggle_make_normals(plump_jiggle* jiggle) {
    memset(jiggle->normals, 0, 3 * (size_t)jiggle->vertex_count * sizeof(float));
    if (!jiggle->twin) return;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t)
        add_triangle(jiggle, jiggle->triangles + 3 * (size_t)t);
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        float* to = jiggle->normals + 3 * (size_t)i;
        const float* from = jiggle->normals + 3 * (size_t)jiggle->twin[i];
        // the first of twins comes first: it has length 1 already when others copy it
        if (from != to) {
            memcpy(to, from, 3 * sizeof *to);
        } else {
            pl_vec3 one = pl_vec3_normalize(pl_vec3_load(from), pl_vec3_make(0, 0, 0));
            pl_vec3_store(one, to);
        }
    }
}

static plump_result take_normals(plump_jiggle* jiggle, const plump_jiggle_def* def,
                                 plump_error* error) {
    plump_triangles list = {.positions = def->normals,
                            .position_stride = def->normal_stride,
                            .vertex_count = jiggle->vertex_count};
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double at[3];
        pl_triangles_position(&list, i, at);
        pl_vec3d one = pl_vec3d_normalize(pl_vec3d_load(at), pl_vec3d_make(0, 0, 0));
        if (!is_position(at) || !(pl_vec3d_max_abs(one) > 0))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the normal of vertex %u is no direction; leave normals NULL to have "
                           "them made",
                           (unsigned)i);
        pl_vec3_store(pl_vec3d_narrow(one), jiggle->normals + 3 * (size_t)i);
    }
    return PLUMP_OK;
}

plump_result pl_jiggle_take_mesh(plump_jiggle* jiggle, const plump_jiggle_def* def,
                                 plump_error* error) {
    const plump_triangles* mesh = &def->mesh;
    jiggle->vertex_count = mesh->vertex_count;
    jiggle->triangle_count = def->points_only ? 0 : mesh->triangle_count;
    if (!mesh->indices && !mesh->triangle_count && !def->points_only)
        jiggle->triangle_count = mesh->vertex_count / 3;
    pl_arena* memory = &jiggle->memory;
    jiggle->bind = pl_arena_alloc(memory, jiggle->vertex_count, 3 * sizeof(float));
    jiggle->normals = pl_arena_alloc_zero(memory, jiggle->vertex_count, 3 * sizeof(float));
    jiggle->triangles = pl_arena_alloc(memory, jiggle->triangle_count, 3 * sizeof(uint32_t));
    jiggle->twin = pl_arena_alloc(memory, jiggle->vertex_count, sizeof(uint32_t));
    if (!jiggle->bind || !jiggle->normals || !jiggle->triangles || !jiggle->twin)
        return pl_fail_memory(error, "making a deformer");
    plump_result result = find_centre(jiggle, mesh, error);
    if (result != PLUMP_OK) return result;
    take_positions(jiggle, mesh);
    result = take_triangles(jiggle, mesh, error);
    if (result != PLUMP_OK) return result;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = find_twins(jiggle, &scratch);
    pl_arena_release(&scratch, NULL);
    if (!done) return pl_fail_memory(error, "making a deformer");
    if (def->normals) return take_normals(jiggle, def, error);
    pl_jiggle_make_normals(jiggle);
    return PLUMP_OK;
}

// --- pairs ---

static plump_result check_weights(const plump_jiggle_def* def, uint32_t vertex,
                                  plump_error* error) {
    const float* weights = def->weights + PLUMP_JIGGLE_WEIGHTS * (size_t)vertex;
    const uint32_t* segments = def->segments + PLUMP_JIGGLE_WEIGHTS * (size_t)vertex;
    double sum = 0;
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        if (!(weights[k] >= 0 && weights[k] <= 2))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "vertex %u has a weight of %g; weights are 0 to 1 and sum to 1",
                           (unsigned)vertex, (double)weights[k]);
        if (weights[k] > 0 && segments[k] >= def->segment_count)
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "vertex %u is moved by segment %u, there are %u", (unsigned)vertex,
                           (unsigned)segments[k], (unsigned)def->segment_count);
        sum += (double)weights[k];
    }
    if (sum >= 0.5 && sum <= 1.5) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_DATA, "the weights of vertex %u sum to %g; they must to 1",
                   (unsigned)vertex, sum);
}

// A vertex' segments, each once, those of weight 0 left out; weights sum to 1. Returns how many.
static unsigned influences(const plump_jiggle_def* def, uint32_t vertex,
                           uint32_t to[PLUMP_JIGGLE_WEIGHTS], float share[PLUMP_JIGGLE_WEIGHTS]) {
    to[0] = 0;
    share[0] = 1;
    if (!def->weights) return 1;
    const float* weights = def->weights + PLUMP_JIGGLE_WEIGHTS * (size_t)vertex;
    const uint32_t* segments = def->segments + PLUMP_JIGGLE_WEIGHTS * (size_t)vertex;
    unsigned count = 0;
    float sum = 0;
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        if (!(weights[k] > 0)) continue;
        unsigned at = 0;
        while (at < count && to[at] != segments[k]) ++at;
        if (at == count) {
            to[count] = segments[k];
            share[count++] = 0;
        }
        share[at] += weights[k];
        sum += weights[k];
    }
    for (unsigned k = 0; k < count; ++k) share[k] = count == 1 ? 1.0f : share[k] / sum;
    return count;
}

// The bits of x, three apart.
static uint64_t spread_bits(uint32_t x) {
    uint64_t to = 0;
    for (unsigned i = 0; i < 12; ++i) to |= (uint64_t)(x >> i & 1) << (3 * i);
    return to;
}

// By segment, then along a curve that keeps near what is near (Morton's).
static uint64_t pair_key(const plump_jiggle* jiggle, uint32_t vertex, uint32_t segment,
                         double reach) {
    uint64_t curve = 0;
    for (unsigned k = 0; k < 3; ++k) {
        double at = ((double)jiggle->bind[3 * (size_t)vertex + k] / reach + 1) * 2047;
        curve |= spread_bits((uint32_t)(at < 0 ? 0 : at > 4095 ? 4095 : at)) << k;
    }
    return (uint64_t)segment << 36 | curve;
}

static double reach_of(const plump_jiggle* jiggle) {
    double most = 1e-30;
    for (size_t i = 0; i < 3 * (size_t)jiggle->vertex_count; ++i) {
        double at = fabs((double)jiggle->bind[i]);
        most = at > most ? at : most;
    }
    return most;
}

// Pairs sorted by segment and place: their vertex behind the key. NULL: out of memory.
static pl_keyed* sort_pairs(const plump_jiggle* jiggle, const plump_jiggle_def* def,
                            pl_arena* scratch, uint32_t* count) {
    uint32_t to[PLUMP_JIGGLE_WEIGHTS], total = 0;
    float share[PLUMP_JIGGLE_WEIGHTS];
    double reach = reach_of(jiggle);
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) total += influences(def, i, to, share);
    pl_keyed* keys = pl_arena_alloc(scratch, total, sizeof *keys);
    pl_keyed* spare = pl_arena_alloc(scratch, total, sizeof *spare);
    if (!keys || !spare) return NULL;
    *count = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        unsigned n = influences(def, i, to, share);
        for (unsigned k = 0; k < n; ++k)
            keys[(*count)++] = (pl_keyed){pair_key(jiggle, i, to[k], reach), i};
    }
    pl_sort_keyed(keys, spare, total);
    return keys;
}

static bool make_arrays(plump_jiggle* jiggle) {
    pl_arena* memory = &jiggle->memory;
    uint32_t pairs = jiggle->pair_count;
    jiggle->pair_vertex = pl_arena_alloc(memory, pairs, sizeof(uint32_t));
    jiggle->pair_weight = pl_arena_alloc_zero(memory, pairs, sizeof(float));
    jiggle->blocks = pl_arena_alloc(memory, jiggle->block_count, sizeof *jiggle->blocks);
    jiggle->row_x = pl_arena_alloc_zero(memory, pairs, 4 * sizeof(float));
    jiggle->row_n = pl_arena_alloc_zero(memory, pairs, 4 * sizeof(float));
    jiggle->vertex_padded = pl_jiggle_pad(jiggle->vertex_count);
    jiggle->mix_count = pl_arena_alloc_zero(memory, jiggle->vertex_padded / 16, 1);
    bool made = jiggle->pair_vertex && jiggle->pair_weight && jiggle->blocks && jiggle->row_x &&
                jiggle->row_n && jiggle->mix_count;
    for (int k = 0; k < 3; ++k) {
        jiggle->pair_x[k] = pl_arena_alloc(memory, pairs, sizeof(float));
        jiggle->pair_n[k] = pl_arena_alloc(memory, pairs, sizeof(float));
        made = made && jiggle->pair_x[k] && jiggle->pair_n[k];
    }
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        size_t each = sizeof(float);
        jiggle->mix_row[k] = pl_arena_alloc_zero(memory, jiggle->vertex_padded, sizeof(uint32_t));
        jiggle->mix_weight[k] = pl_arena_alloc_zero(memory, jiggle->vertex_padded, each);
        made = made && jiggle->mix_row[k] && jiggle->mix_weight[k];
    }
    return made;
}

// First blocks of segments from how many pairs each has.
static bool count_blocks(plump_jiggle* jiggle, const pl_keyed* keys, uint32_t count) {
    uint32_t segments = jiggle->def.segment_count;
    jiggle->segment_block =
        pl_arena_alloc_zero(&jiggle->memory, (size_t)segments + 1, sizeof(uint32_t));
    if (!jiggle->segment_block) return false;
    for (uint32_t i = 0; i < count; ++i) jiggle->segment_block[(keys[i].key >> 36) + 1] += 1;
    for (uint32_t s = 0; s < segments; ++s)
        jiggle->segment_block[s + 1] =
            jiggle->segment_block[s] +
            pl_jiggle_chunks(jiggle->segment_block[s + 1], PL_JIGGLE_BLOCK);
    jiggle->block_count = jiggle->segment_block[segments];
    jiggle->pair_count = PL_JIGGLE_BLOCK * jiggle->block_count;
    return true;
}

// Tells the vertex where one of its pairs is, with which weight.
static void tie_pair(plump_jiggle* jiggle, const plump_jiggle_def* def, uint32_t pair,
                     uint32_t vertex, uint32_t segment) {
    uint32_t to[PLUMP_JIGGLE_WEIGHTS];
    float share[PLUMP_JIGGLE_WEIGHTS];
    unsigned n = influences(def, vertex, to, share), k = 0;
    while (k + 1 < n && to[k] != segment) ++k;
    jiggle->mix_row[k][vertex] = 4 * pair;
    jiggle->mix_weight[k][vertex] = jiggle->pair_weight[pair] = share[k];
    unsigned char* most = &jiggle->mix_count[vertex / 16];
    *most = n > *most ? (unsigned char)n : *most;
}

// The rest of a segment's last block repeats its last pair.
static void lay_pairs(plump_jiggle* jiggle, const plump_jiggle_def* def, const pl_keyed* keys,
                      uint32_t count) {
    uint32_t pair = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t segment = (uint32_t)(keys[i].key >> 36);
        bool is_last = i + 1 == count || keys[i + 1].key >> 36 != segment;
        tie_pair(jiggle, def, pair, keys[i].value, segment);
        do {
            if (pair % PL_JIGGLE_BLOCK == 0)
                jiggle->blocks[pair / PL_JIGGLE_BLOCK].segment = segment;
            jiggle->pair_vertex[pair++] = keys[i].value;
        } while (is_last && pair % PL_JIGGLE_BLOCK != 0);
    }
}

plump_result pl_jiggle_make_pairs(plump_jiggle* jiggle, const plump_jiggle_def* def,
                                  plump_error* error) {
    for (uint32_t i = 0; def->weights && i < jiggle->vertex_count; ++i) {
        plump_result result = check_weights(def, i, error);
        if (result != PLUMP_OK) return result;
    }
    pl_arena scratch = pl_arena_make(jiggle->memory.hooks);
    uint32_t count = 0;
    const pl_keyed* keys = sort_pairs(jiggle, def, &scratch, &count);
    bool made = keys && count_blocks(jiggle, keys, count) && make_arrays(jiggle);
    if (made) {
        lay_pairs(jiggle, def, keys, count);
        pl_jiggle_spread_bind(jiggle);
        made = pl_jiggle_make_tilt(jiggle);
    }
    pl_arena_release(&scratch, NULL);
    return made ? PLUMP_OK : pl_fail_memory(error, "making a deformer");
}

// A ball around the box of a block's pairs.
static void bound_block(plump_jiggle* jiggle, uint32_t block) {
    float square = 0;
    for (int k = 0; k < 3; ++k) {
        const float* x = jiggle->pair_x[k] + PL_JIGGLE_BLOCK * (size_t)block;
        float lo = x[0], hi = x[0];
        for (uint32_t i = 1; i < PL_JIGGLE_BLOCK; ++i) {
            lo = x[i] < lo ? x[i] : lo;
            hi = x[i] > hi ? x[i] : hi;
        }
        jiggle->blocks[block].centre[k] = 0.5f * (lo + hi);
        square += 0.25f * (hi - lo) * (hi - lo);
    }
    jiggle->blocks[block].radius = sqrtf(square);
}

void pl_jiggle_spread_bind(plump_jiggle* jiggle) {
    for (uint32_t i = 0; i < jiggle->pair_count; ++i) {
        size_t from = 3 * (size_t)jiggle->pair_vertex[i];
        for (unsigned k = 0; k < 3; ++k) {
            jiggle->pair_x[k][i] = jiggle->bind[from + k];
            jiggle->pair_n[k][i] = jiggle->normals[from + k];
        }
    }
    for (uint32_t i = 0; i < jiggle->block_count; ++i) bound_block(jiggle, i);
}
