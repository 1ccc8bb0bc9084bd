// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones for the segments of a character. A bone ends at the mean of its children's joints; one
// without children goes from its joint through the middle of the vertices that it moves, and as far
// beyond. It is as thick as these vertices lie around it, by weight. Capsules of neighbours
// overlap, so where the character is closed all are made thinner, or thicker, by the one factor
// with which they fill its volume: then it weighs what it should. Needs no ODE.
#include <plump/ragdoll.h>

#include "io/character_data.h"
#include "src/base/text.h"
#include "src/base/triangles.h"

#include <math.h>

typedef struct {
    const plump_character* character;
    plump_triangles t;
    plump_rig_bone* bones;
    uint32_t count;
    double shares[PLUMP_RAGDOLL_BONES_MOST];      // vertices that a bone moves, by weight
    double middles[PLUMP_RAGDOLL_BONES_MOST][3];  // and where they are
    uint32_t children[PLUMP_RAGDOLL_BONES_MOST];
    double size;  // half of the diagonal of all
} bone_finder;

static double distance(const double a[3], const double b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += (b[k] - a[k]) * (b[k] - a[k]);
    return sqrt(sum);
}

static double distance_to_bone(const plump_rig_bone* bone, const double p[3]) {
    double along = 0, length = 0, nearest[3];
    for (int k = 0; k < 3; ++k) {
        double axis = bone->tip[k] - bone->joint[k];
        along += axis * (p[k] - bone->joint[k]);
        length += axis * axis;
    }
    double t = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) nearest[k] = bone->joint[k] + t * (bone->tip[k] - bone->joint[k]);
    return distance(nearest, p);
}

// Pass 0 sums up where the vertices of each bone are, pass 1 how far from it.
static void sum_vertices(bone_finder* f, int pass) {
    const uint32_t* segments = plump_character_segments(f->character);
    const float* weights = plump_character_weights(f->character);
    for (size_t i = 0; i < 4 * (size_t)f->t.vertex_count; ++i) {
        double weight = (double)weights[i], p[3];
        if (!(weight > 0) || segments[i] >= f->count) continue;
        plump_rig_bone* bone = &f->bones[segments[i]];
        pl_triangles_position(&f->t, (uint32_t)(i / 4), p);
        if (pass == 1) {
            bone->radius += weight * distance_to_bone(bone, p);
            continue;
        }
        f->shares[segments[i]] += weight;
        for (int k = 0; k < 3; ++k) f->middles[segments[i]][k] += weight * p[k];
    }
}

static void find_size(bone_finder* f) {
    double least[3] = {0}, most[3] = {0}, sum = 0;
    for (uint32_t i = 0; i < f->t.vertex_count; ++i) {
        double p[3];
        pl_triangles_position(&f->t, i, p);
        for (int k = 0; k < 3; ++k) {
            least[k] = i ? fmin(least[k], p[k]) : p[k];
            most[k] = i ? fmax(most[k], p[k]) : p[k];
        }
    }
    for (int k = 0; k < 3; ++k) sum += (most[k] - least[k]) * (most[k] - least[k]);
    f->size = sqrt(sum) / 2;
}

static void find_joints(bone_finder* f) {
    for (uint32_t i = 0; i < f->count; ++i) {
        plump_character_segment segment;
        plump_character_get_segment(f->character, i, &segment);
        f->bones[i] = (plump_rig_bone){.name = segment.name, .parent = segment.parent};
        for (int k = 0; k < 3; ++k) f->bones[i].joint[k] = segment.position[k];
        if (segment.parent < f->count)
            f->children[segment.parent]++;
        else
            f->bones[i].parent = PLUMP_RIG_ROOT;
    }
}

static void find_tips(bone_finder* f) {
    for (uint32_t i = 0; i < f->count; ++i) {
        plump_rig_bone* bone = &f->bones[i];
        bool is_leaf = f->children[i] == 0 && f->shares[i] > 0;
        for (int k = 0; k < 3; ++k)
            bone->tip[k] = f->children[i] ? 0
                           : is_leaf      ? 2 * f->middles[i][k] / f->shares[i] - bone->joint[k]
                                          : bone->joint[k];
    }
    for (uint32_t i = 0; i < f->count; ++i) {
        uint32_t parent = f->bones[i].parent;
        for (int k = 0; k < 3 && parent != PLUMP_RIG_ROOT; ++k)
            f->bones[parent].tip[k] += f->bones[i].joint[k] / f->children[parent];
    }
}

// Not so thin that it would weigh nothing beside the others: those would shake it.
static void find_radii(bone_finder* f) {
    sum_vertices(f, 1);
    double least = fmax(0.02 * f->size, 1e-6);
    for (uint32_t i = 0; i < f->count; ++i) {
        double mean = f->shares[i] > 0 ? f->bones[i].radius / f->shares[i] : 0;
        f->bones[i].radius = fmax(mean, least);
    }
}

// ---------------------------------------------------------------- the volume of all

// Six times the volume between a triangle and a point, and twice its area.
static double six_volume(double p[3][3], const double origin[3], double* area) {
    double a[3], b[3], normal[3], six = 0;
    for (int k = 0; k < 3; ++k) {
        a[k] = p[1][k] - p[0][k];
        b[k] = p[2][k] - p[0][k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        normal[k] = a[i] * b[j] - a[j] * b[i];
        six += normal[k] * (p[0][k] - origin[k]);
    }
    *area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    return six;
}

// What the closed surfaces enclose; 0 if they are less than nine tenths of all.
static double closed_volume(const bone_finder* f) {
    double six = 0, closed = 0, all = 0, origin[3] = {0}, p[3][3], area;
    if (f->t.vertex_count > 0) pl_triangles_position(&f->t, 0, origin);
    const uint32_t* corners = f->character->indices.items;
    for (uint32_t i = 0; i < f->t.triangle_count; ++i, corners += 3) {
        for (int n = 0; n < 3; ++n) pl_triangles_position(&f->t, corners[n], p[n]);
        double own = six_volume(p, origin, &area);
        bool is_closed = f->character->surface_of[i] != PL_NONE;
        all += area;
        six += is_closed ? own : 0;
        closed += is_closed ? area : 0;
    }
    return closed >= 0.9 * all ? fabs(six) / 6 : 0;
}

// Of all capsules, if they were so many times as thick.
static double capsule_volume(const bone_finder* f, double times) {
    const double pi = 3.14159265358979323846;
    double volume = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        const plump_rig_bone* bone = &f->bones[i];
        double r = times * bone->radius, length = distance(bone->joint, bone->tip);
        volume += pi * r * r * (length + 4.0 / 3 * r);
    }
    return volume;
}

static void fill_volume(bone_finder* f) {
    double volume = closed_volume(f), low = 0.2, high = 5;
    if (!(volume > 0)) return;
    for (int i = 0; i < 50; ++i) {
        double middle = (low + high) / 2;
        if (capsule_volume(f, middle) < volume)
            low = middle;
        else
            high = middle;
    }
    for (uint32_t i = 0; i < f->count; ++i) f->bones[i].radius *= low;
}

plump_result plump_ragdoll_bones(const plump_character* character, plump_rig_bone* bones,
                                 uint32_t capacity, plump_error* error) {
    if (!character || !bones)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL",
                       character ? "bones" : "character");
    plump_character_info info;
    plump_character_get_info(character, &info);
    if (info.segment_count > capacity || info.segment_count > PLUMP_RAGDOLL_BONES_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "the character has %u segments; there is room for %u bones, and a ragdoll "
                       "has at most %d",
                       (unsigned)info.segment_count, (unsigned)capacity, PLUMP_RAGDOLL_BONES_MOST);
    bone_finder f = {.character = character,
                     .t = plump_character_triangles(character),
                     .bones = bones,
                     .count = info.segment_count};
    find_size(&f);
    find_joints(&f);
    sum_vertices(&f, 0);
    find_tips(&f);
    find_radii(&f);
    fill_volume(&f);
    return PLUMP_OK;
}
