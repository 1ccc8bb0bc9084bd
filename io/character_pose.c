// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A character at one moment: the channels of a clip move the nodes from rest, the nodes carry each
// other, and segments take the bind pose along. glTF 2.0, appendix C: between keys k and k + 1 at
// the share u of their distance d, STEP holds k, LINEAR is a straight line (for rotations the
// shorter arc), CUBICSPLINE is Hermite's polynomial with the tangents times d.
#include "io/character_data.h"

#include "io/turn.h"

#include <math.h>
#include <string.h>

struct plump_pose {
    plump_allocator hooks;
    const plump_character* c;
    pl_transform* locals;  // by node
    double (*worlds)[12];  // by node
    float* weights;        // of all morph targets
    float* last_weights;   // those that `bind` was made with
    float* bind;           // NULL without morph targets: the character's own
    double* matrices;      // by segment
    bool is_morphed;
};

// ---------------------------------------------------------------- curves

typedef struct {
    uint32_t key;   // the earlier of two
    double share;   // of the way to the later; 0 at the ends
    double length;  // s, between the two
} place;

static place find_place(const pl_character_channel* channel, double time) {
    uint32_t low = 0, high = channel->key_count - 1;
    if (!(time > (double)channel->times[0])) return (place){0, 0, 0};
    if (time >= (double)channel->times[high]) return (place){high, 0, 0};
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)channel->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    double length = (double)channel->times[high] - (double)channel->times[low];
    return (place){low, (time - (double)channel->times[low]) / length, length};
}

static double hermite(const pl_character_channel* channel, place at, uint32_t k) {
    size_t width = channel->width;
    const float* here = channel->values + 3 * width * at.key;
    if (at.length == 0) return (double)here[width + k];
    const float* next = here + 3 * width;
    double u = at.share, u2 = u * u, u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * (double)here[width + k] +
           (u3 - 2 * u2 + u) * at.length * (double)here[2 * width + k] +
           (3 * u2 - 2 * u3) * (double)next[width + k] + (u3 - u2) * at.length * (double)next[k];
}

static double value_at(const pl_character_channel* channel, place at, uint32_t k) {
    if (channel->curve == PL_CURVE_CUBIC) return hermite(channel, at, k);
    size_t width = channel->width;
    double here = (double)channel->values[width * at.key + k];
    if (channel->curve == PL_CURVE_STEP || at.length == 0) return here;
    return here + at.share * ((double)channel->values[width * (at.key + 1) + k] - here);
}

static void normalize(double q[4]) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 1e-12)) {  // says nothing: no turn
        q[0] = q[1] = q[2] = 0;
        q[3] = length = 1;
    }
    for (int k = 0; k < 4; ++k) q[k] /= length;
}

// Along the arc.
static void slerp(double a[4], double b[4], double share, double q[4]) {
    normalize(a);
    normalize(b);
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = cosine < 0 ? -1 : 1, from, to;
    pl_turn_arc(fabs(cosine), share, &from, &to);
    for (int k = 0; k < 4; ++k) q[k] = from * a[k] + sign * to * b[k];
    normalize(q);
}

static void rotation_at(const pl_character_channel* channel, place at, double q[4]) {
    if (channel->curve == PL_CURVE_LINEAR && at.length > 0) {
        double a[4], b[4];
        for (uint32_t k = 0; k < 4; ++k) {
            a[k] = (double)channel->values[4 * (size_t)at.key + k];
            b[k] = (double)channel->values[4 * (size_t)at.key + 4 + k];
        }
        slerp(a, b, at.share, q);
        return;
    }
    for (uint32_t k = 0; k < 4; ++k) q[k] = value_at(channel, at, k);
    normalize(q);
}

// ---------------------------------------------------------------- a moment

static void apply(plump_pose* pose, const pl_character_channel* channel, double time) {
    place at = find_place(channel, time);
    pl_transform* local = &pose->locals[channel->node];
    float* weights = pose->weights + pose->c->nodes[channel->node].first_weight;
    switch (channel->path) {
    case PL_PATH_ROTATION: rotation_at(channel, at, local->rotation); break;
    case PL_PATH_TRANSLATION:
        for (uint32_t k = 0; k < 3; ++k) local->translation[k] = value_at(channel, at, k);
        break;
    case PL_PATH_SCALE:
        for (uint32_t k = 0; k < 3; ++k) local->scale[k] = value_at(channel, at, k);
        break;
    default:
        for (uint32_t k = 0; k < channel->width; ++k) weights[k] = (float)value_at(channel, at, k);
    }
}

static void rest(plump_pose* pose) {
    const plump_character* c = pose->c;
    for (uint32_t i = 0; i < c->node_count; ++i) pose->locals[i] = c->nodes[i].rest;
    memcpy(pose->weights, c->rest_weights, c->weight_count * sizeof(float));
}

// The first segment whose place is not finite, or PL_NONE.
static uint32_t place_segments(plump_pose* pose) {
    const plump_character* c = pose->c;
    const pl_character_segment* bones = c->bones.items;
    uint32_t bad = PL_NONE;
    for (uint32_t i = 0; i < c->node_count; ++i) {
        uint32_t node = c->order[i], parent = c->nodes[node].parent;
        double local[12];
        pl_transform_matrix(&pose->locals[node], local);
        pl_matrix_multiply(parent == PL_NONE ? pl_matrix_identity : pose->worlds[parent], local,
                           pose->worlds[node]);
    }
    for (uint32_t i = 0; i < c->bones.count; ++i) {
        double* matrix = pose->matrices + 12 * (size_t)i;
        pl_matrix_multiply(pose->worlds[bones[i].node], bones[i].from_bind, matrix);
        if (bad == PL_NONE && !pl_matrix_is_finite(matrix)) bad = i;
    }
    return bad;
}

static bool are_finite(const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(fabsf(values[i]) <= 1e30f)) return false;
    }
    return true;
}

// Only where weights are new: most clips leave them alone.
static bool morph(plump_pose* pose) {
    const plump_character* c = pose->c;
    const pl_character_morph* morphs = c->morphs.items;
    const pl_character_offset* offsets = c->offsets.items;
    size_t size = c->weight_count * sizeof(float);
    pose->is_morphed = pose->bind && memcmp(pose->weights, pose->last_weights, size) != 0;
    if (!pose->is_morphed) return true;
    memcpy(pose->last_weights, pose->weights, size);
    memcpy(pose->bind, c->positions.items, 3 * sizeof(float) * c->positions.count);
    for (size_t i = 0; i < c->morphs.count; ++i) {
        float weight = pose->weights[morphs[i].weight];
        if (weight == 0) continue;
        for (size_t n = morphs[i].first; n < morphs[i].first + morphs[i].count; ++n) {
            float* to = pose->bind + 3 * (size_t)offsets[n].vertex;
            for (int k = 0; k < 3; ++k) to[k] += weight * offsets[n].by[k];
        }
    }
    return are_finite(pose->bind, 3 * c->positions.count);
}

static plump_result refuse(plump_pose* pose, uint32_t clip, double time, uint32_t segment,
                           plump_error* error) {
    const plump_character* c = pose->c;
    const pl_character_segment* bones = c->bones.items;
    rest(pose);
    place_segments(pose);
    morph(pose);
    const char* name = clip == PLUMP_NO_CLIP ? "rest" : c->clips[clip].name;
    if (segment == PL_NONE)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "'%s' at %g s: morph targets move a vertex beyond 1e30", name, time);
    return pl_fail(error, PLUMP_ERROR_DATA, "'%s' at %g s: '%s' is not finite or beyond 1e30", name,
                   time, c->nodes[bones[segment].node].name);
}

plump_result plump_pose_set(plump_pose* pose, uint32_t clip, double time, plump_error* error) {
    if (!pose) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "pose is NULL");
    if (clip != PLUMP_NO_CLIP && clip >= pose->c->clip_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "clip %u: the character has %u", (unsigned)clip,
                       (unsigned)pose->c->clip_count);
    if (!(fabs(time) <= 1e12))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the time of a pose is %g", time);
    rest(pose);
    for (uint32_t i = 0; clip != PLUMP_NO_CLIP && i < pose->c->clips[clip].channel_count; ++i)
        apply(pose, &pose->c->clips[clip].channels[i], time);
    uint32_t bad = place_segments(pose);
    if (bad != PL_NONE) return refuse(pose, clip, time, bad, error);
    return morph(pose) ? PLUMP_OK : refuse(pose, clip, time, PL_NONE, error);
}

// ---------------------------------------------------------------- pose

void plump_pose_destroy(plump_pose* pose) {
    if (!pose) return;
    plump_allocator hooks = pose->hooks;
    pl_free(&hooks, pose->locals);
    pl_free(&hooks, pose->worlds);
    pl_free(&hooks, pose->weights);
    pl_free(&hooks, pose->last_weights);
    pl_free(&hooks, pose->bind);
    pl_free(&hooks, pose->matrices);
    pl_free(&hooks, pose);
}

static bool make_room(plump_pose* pose) {
    const plump_allocator* hooks = &pose->hooks;
    const plump_character* c = pose->c;
    bool morphs = c->morphs.count > 0;
    pose->locals = pl_alloc(hooks, c->node_count, sizeof *pose->locals);
    pose->worlds = pl_alloc(hooks, c->node_count, sizeof *pose->worlds);
    pose->weights = pl_alloc_zero(hooks, c->weight_count, sizeof(float));
    pose->last_weights = pl_alloc_zero(hooks, c->weight_count, sizeof(float));
    pose->matrices = pl_alloc(hooks, c->bones.count, 12 * sizeof(double));
    if (morphs) pose->bind = pl_alloc(hooks, c->positions.count, 3 * sizeof(float));
    if (pose->bind) memcpy(pose->bind, c->positions.items, 3 * sizeof(float) * c->positions.count);
    return pose->locals && pose->worlds && pose->weights && pose->last_weights && pose->matrices &&
           (pose->bind || !morphs);
}

plump_result plump_pose_create(const plump_character* character, const plump_allocator* allocator,
                               plump_pose** pose, plump_error* error) {
    if (pose) *pose = NULL;
    if (!character || !pose)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", character ? "pose" : "character");
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    plump_pose* fresh = pl_alloc_zero(&hooks, 1, sizeof *fresh);
    if (!fresh) return pl_fail_memory(error, "making a pose");
    fresh->hooks = hooks;
    fresh->c = character;
    plump_result result = make_room(fresh) ? plump_pose_set(fresh, PLUMP_NO_CLIP, 0, error)
                                           : pl_fail_memory(error, "making a pose");
    if (result == PLUMP_OK)
        *pose = fresh;
    else
        plump_pose_destroy(fresh);
    return result;
}

const plump_character* pl_pose_character(const plump_pose* pose) {
    return pose->c;
}

const double* plump_pose_matrices(const plump_pose* pose) {
    return pose->matrices;
}

const float* plump_pose_bind(const plump_pose* pose) {
    return pose->bind ? pose->bind : pose->c->positions.items;
}

bool plump_pose_is_morphed(const plump_pose* pose) {
    return pose->is_morphed;
}

void pl_pose_skin(const plump_pose* pose, const double* matrices, const double origin[3],
                  float* positions) {
    const plump_character* c = pose->c;
    const float* bind = plump_pose_bind(pose);
    const uint32_t* segments = c->segments.items;
    const float* weights = c->weights.items;
    for (size_t i = 0; i < c->positions.count; ++i, bind += 3, segments += 4, weights += 4) {
        double sum[3] = {0, 0, 0};
        for (int n = 0; n < 4 && weights[n] > 0; ++n) {
            double p[3] = {(double)bind[0], (double)bind[1], (double)bind[2]};
            pl_matrix_move(matrices + 12 * (size_t)segments[n], p);
            for (int k = 0; k < 3; ++k) sum[k] += (double)weights[n] * p[k];
        }
        for (int k = 0; k < 3; ++k) *positions++ = (float)(sum[k] - origin[k]);
    }
}

void plump_pose_skin(const plump_pose* pose, float* positions) {
    pl_pose_skin(pose, pose->matrices, (const double[3]){0, 0, 0}, positions);
}
