// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Skeletons and clips for some of the built-in shapes, so that `plump jiggle` can be tried without
// a file: plump shape bear --rig -o bear.glb. Places are those of a shape of size 1; the rig's
// scale brings them to the size of the mesh.
#include "io/rig_parts.h"

#include <stddef.h>

#define AXIS_X                                                                                     \
    { 1, 0, 0 }
#define AXIS_Y                                                                                     \
    { 0, 1, 0 }
#define AXIS_Z                                                                                     \
    { 0, 0, 1 }
#define ROOT        PLUMP_RIG_ROOT
#define TURN        PLUMP_RIG_TURN
#define MOVE        PLUMP_RIG_MOVE
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// --- the bear: it sits, its belly, head and ears are what jiggles ---

enum { HIPS, SPINE, HEAD, EAR_L, EAR_R, ARM_L, ARM_R, LEG_L, LEG_R, BEAR_BONES };

static const plump_rig_bone bear_bones[BEAR_BONES] = {
    [HIPS] = {"hips", ROOT, {0, -0.29, -0.03}, {0, -0.13, -0.01}, 0.22},
    [SPINE] = {"spine", HIPS, {0, -0.11, -0.03}, {0, 0.06, -0.03}, 0.18},
    [HEAD] = {"head", SPINE, {0, 0.10, -0.02}, {0, 0.29, 0.02}, 0.20},
    [EAR_L] = {"ear_l", HEAD, {0.14, 0.35, -0.03}, {0.18, 0.45, -0.03}, 0.075},
    [EAR_R] = {"ear_r", HEAD, {-0.14, 0.35, -0.03}, {-0.18, 0.45, -0.03}, 0.075},
    [ARM_L] = {"arm_l", SPINE, {0.16, 0.02, 0}, {0.17, -0.10, 0.17}, 0.07},
    [ARM_R] = {"arm_r", SPINE, {-0.16, 0.02, 0}, {-0.17, -0.10, 0.17}, 0.07},
    [LEG_L] = {"leg_l", HIPS, {0.13, -0.38, 0.02}, {0.19, -0.38, 0.26}, 0.11},
    [LEG_R] = {"leg_r", HIPS, {-0.13, -0.38, 0.02}, {-0.19, -0.38, 0.26}, 0.11},
};

// Sways and nods, twice a round.
static const plump_rig_wave bear_dance[] = {
    {HIPS, TURN, AXIS_Z, 0.22, 2, 0, 0, 0, 0},      {HIPS, MOVE, AXIS_X, 0.08, 2, 0, 0, 0, 0},
    {HIPS, MOVE, AXIS_Y, 0.03, 4, 0.75, 1, 0, 0},   {SPINE, TURN, AXIS_Z, 0.2, 2, 0.5, 0, 0, 0},
    {SPINE, TURN, AXIS_Y, 0.25, 2, 0.25, 0, 0, 0},  {HEAD, TURN, AXIS_Z, 0.25, 2, 0.1, 0, 0, 0},
    {HEAD, TURN, AXIS_X, 0.18, 4, 0, 0, 0, 0},      {ARM_L, TURN, AXIS_X, 0.3, 2, 0, -1, 0, 0},
    {ARM_R, TURN, AXIS_X, 0.3, 2, 0.5, -1, 0, 0},   {LEG_L, TURN, AXIS_X, 0.2, 2, 0, -0.5, 0, 0},
    {LEG_R, TURN, AXIS_X, 0.2, 2, 0.5, -0.5, 0, 0},
};
// Hops three times in the first half, then sits still.
static const plump_rig_wave bear_hop[] = {
    {HIPS, MOVE, AXIS_Y, 0.08, 6, 0.75, 1, 0, 0.5},
    {HEAD, TURN, AXIS_X, 0.12, 6, 0, 0, 0, 0.5},
    {ARM_L, TURN, AXIS_X, 0.3, 6, 0.75, -1, 0, 0.5},
    {ARM_R, TURN, AXIS_X, 0.3, 6, 0.75, -1, 0, 0.5},
};
static const plump_rig_clip bear_clips[] = {
    {"dance", 2, bear_dance, COUNT(bear_dance)},
    {"hop", 3, bear_hop, COUNT(bear_hop)},
};

// --- the creature: it stands, arms spread, tail behind ---

enum {
    PELVIS,
    CHEST,
    NECK,
    SKULL,
    LEAF_L,
    LEAF_R,
    UPPER_L,
    LOWER_L,
    HAND_L,
    UPPER_R,
    LOWER_R,
    HAND_R,
    THIGH_L,
    SHIN_L,
    FOOT_L,
    THIGH_R,
    SHIN_R,
    FOOT_R,
    TAIL_1,
    TAIL_2,
    TAIL_3,
    CREATURE_BONES
};

static const plump_rig_bone creature_bones[CREATURE_BONES] = {
    [PELVIS] = {"pelvis", ROOT, {0, -0.17, 0.10}, {0, -0.06, 0.12}, 0.14},
    [CHEST] = {"chest", PELVIS, {0, -0.04, 0.11}, {0, 0.11, 0.11}, 0.15},
    [NECK] = {"neck", CHEST, {0, 0.15, 0.13}, {0, 0.22, 0.16}, 0.075},
    [SKULL] = {"skull", NECK, {0, 0.25, 0.16}, {0, 0.23, 0.33}, 0.08},
    [LEAF_L] = {"ear_l", SKULL, {0.057, 0.325, 0.133}, {0.115, 0.47, 0.115}, 0.04},
    [LEAF_R] = {"ear_r", SKULL, {-0.057, 0.325, 0.133}, {-0.115, 0.47, 0.115}, 0.04},
    [UPPER_L] = {"upper_arm_l", CHEST, {0.144, 0.10, 0.133}, {0.262, 0.072, 0.15}, 0.055},
    [LOWER_L] = {"forearm_l", UPPER_L, {0.262, 0.072, 0.15}, {0.332, 0.16, 0.22}, 0.045},
    [HAND_L] = {"hand_l", LOWER_L, {0.34, 0.172, 0.23}, {0.375, 0.27, 0.255}, 0.05},
    [UPPER_R] = {"upper_arm_r", CHEST, {-0.144, 0.10, 0.133}, {-0.262, 0.072, 0.15}, 0.055},
    [LOWER_R] = {"forearm_r", UPPER_R, {-0.262, 0.072, 0.15}, {-0.332, 0.16, 0.22}, 0.045},
    [HAND_R] = {"hand_r", LOWER_R, {-0.34, 0.172, 0.23}, {-0.375, 0.27, 0.255}, 0.05},
    [THIGH_L] = {"thigh_l", PELVIS, {0.096, -0.172, 0.138}, {0.144, -0.286, 0.19}, 0.085},
    [SHIN_L] = {"shin_l", THIGH_L, {0.144, -0.29, 0.19}, {0.153, -0.417, 0.138}, 0.06},
    [FOOT_L] = {"foot_l", SHIN_L, {0.153, -0.439, 0.133}, {0.18, -0.474, 0.30}, 0.05},
    [THIGH_R] = {"thigh_r", PELVIS, {-0.096, -0.172, 0.138}, {-0.144, -0.286, 0.19}, 0.085},
    [SHIN_R] = {"shin_r", THIGH_R, {-0.144, -0.29, 0.19}, {-0.153, -0.417, 0.138}, 0.06},
    [FOOT_R] = {"foot_r", SHIN_R, {-0.153, -0.439, 0.133}, {-0.18, -0.474, 0.30}, 0.05},
    [TAIL_1] = {"tail_1", PELVIS, {0, -0.172, 0.02}, {0, -0.312, -0.076}, 0.065},
    [TAIL_2] = {"tail_2", TAIL_1, {0, -0.312, -0.076}, {0, -0.417, -0.19}, 0.045},
    [TAIL_3] = {"tail_3", TAIL_2, {0, -0.417, -0.19}, {0, -0.40, -0.373}, 0.03},
};

// In place, one round.
static const plump_rig_wave creature_walk[] = {
    {PELVIS, MOVE, AXIS_Y, 0.018, 2, 0.25, 0, 0, 0},
    {PELVIS, TURN, AXIS_Z, 0.09, 1, 0, 0, 0, 0},
    {CHEST, TURN, AXIS_Y, 0.18, 1, 0, 0, 0, 0},
    {CHEST, TURN, AXIS_Z, 0.07, 1, 0.5, 0, 0, 0},
    {SKULL, TURN, AXIS_X, 0.08, 2, 0.1, 0, 0, 0},
    {UPPER_L, TURN, AXIS_Y, 0.35, 1, 0, 0, 0, 0},
    {UPPER_R, TURN, AXIS_Y, 0.35, 1, 0, 0, 0, 0},
    {THIGH_L, TURN, AXIS_X, 0.45, 1, 0, 0, 0, 0},
    {THIGH_R, TURN, AXIS_X, 0.45, 1, 0.5, 0, 0, 0},
    {SHIN_L, TURN, AXIS_X, 0.35, 1, 0.3, 0.8, 0, 0},
    {SHIN_R, TURN, AXIS_X, 0.35, 1, 0.8, 0.8, 0, 0},
    {FOOT_L, TURN, AXIS_X, 0.2, 1, 0.6, -0.5, 0, 0},
    {FOOT_R, TURN, AXIS_X, 0.2, 1, 0.1, -0.5, 0, 0},
    {TAIL_1, TURN, AXIS_Y, 0.25, 1, 0.1, 0, 0, 0},
    {TAIL_2, TURN, AXIS_Y, 0.25, 1, 0.0, 0, 0, 0},
    {TAIL_3, TURN, AXIS_Y, 0.25, 1, 0.9, 0, 0, 0},
};
// Punches with both hands in turn, then rests.
static const plump_rig_wave creature_box[] = {
    {CHEST, TURN, AXIS_Y, 0.5, 6, 0, 0, 0, 0.6},
    {PELVIS, TURN, AXIS_Y, 0.2, 6, 0, 0, 0, 0.6},
    {PELVIS, MOVE, AXIS_Y, 0.015, 12, 0, 0, 0, 0.6},
    {UPPER_L, TURN, AXIS_Y, 0.6, 6, 0.5, -1, 0, 0.6},
    {UPPER_R, TURN, AXIS_Y, 0.6, 6, 0.5, 1, 0, 0.6},
    {LOWER_L, TURN, AXIS_Y, 0.5, 6, 0, 0, 0, 0.6},
    {LOWER_R, TURN, AXIS_Y, 0.5, 6, 0, 0, 0, 0.6},
    {SKULL, TURN, AXIS_Y, 0.3, 6, 0.5, 0, 0, 0.6},
};
static const plump_rig_clip creature_clips[] = {
    {"walk", 1, creature_walk, COUNT(creature_walk)},
    {"box", 4, creature_box, COUNT(creature_box)},
};

// --- the jelly: on a plate that is shaken ---

static const plump_rig_bone jelly_bones[] = {
    {"plate", ROOT, {0, -0.44, 0}, {0, 0, 0}, 0.5},
};
static const plump_rig_wave jelly_shake[] = {
    {0, MOVE, AXIS_X, 0.1, 8, 0, 0, 0, 0.5},
    {0, TURN, AXIS_Y, 0.2, 8, 0.25, 0, 0, 0.5},
};
static const plump_rig_clip jelly_clips[] = {
    {"shake", 4, jelly_shake, COUNT(jelly_shake)},
};

// --- the head: one solid part, on a neck that turns; nose, ears, cheeks and lips are soft ---

static const plump_rig_bone head_bones[] = {
    {"head", ROOT, {0, -0.395, -0.14}, {0, 0.186, -0.067}, 0.288},
};

// Says no, then is still.
static const plump_rig_wave head_shake[] = {
    {0, TURN, AXIS_Y, 0.55, 6, 0, 0, 0, 0.6},
    {0, TURN, AXIS_Z, 0.06, 6, 0.25, 0, 0, 0.6},
};
// Says yes, then is still.
static const plump_rig_wave head_nod[] = {
    {0, TURN, AXIS_X, 0.22, 6, 0, 0.4, 0, 0.6},
    {0, MOVE, AXIS_Y, 0.02, 6, 0.25, 0, 0, 0.6},
};
static const plump_rig_clip head_clips[] = {
    {"shake", 3, head_shake, COUNT(head_shake)},
    {"nod", 3, head_nod, COUNT(head_nod)},
};

// --- the camel: seven parts, as many as a ragdoll needs ---

enum { BODY, RISING, MUZZLE, FORE_L, FORE_R, HIND_L, HIND_R, CAMEL_BONES };

static const plump_rig_bone camel_bones[CAMEL_BONES] = {
    [BODY] = {"body", ROOT, {0, 0.103, -0.306}, {0, 0.112, 0.019}, 0.124},
    [RISING] = {"neck", BODY, {0, 0.068, 0.125}, {0, 0.272, 0.294}, 0.06},
    [MUZZLE] = {"head", RISING, {0, 0.325, 0.294}, {0, 0.29, 0.445}, 0.058},
    [FORE_L] = {"fore_leg_l", BODY, {0.071, 0.032, 0.041}, {0.089, -0.376, 0.054}, 0.044},
    [FORE_R] = {"fore_leg_r", BODY, {-0.071, 0.032, 0.041}, {-0.089, -0.376, 0.054}, 0.044},
    [HIND_L] = {"hind_leg_l", BODY, {0.071, 0.041, -0.292}, {0.089, -0.376, -0.297}, 0.047},
    [HIND_R] = {"hind_leg_r", BODY, {-0.071, 0.041, -0.292}, {-0.089, -0.376, -0.297}, 0.047},
};

// In place, one round. Both legs of a side go together, as camels walk.
static const plump_rig_wave camel_walk[] = {
    {BODY, MOVE, AXIS_Y, 0.010, 2, 0.25, 0, 0, 0},  {BODY, TURN, AXIS_Z, 0.05, 1, 0.25, 0, 0, 0},
    {BODY, TURN, AXIS_X, 0.02, 2, 0, 0, 0, 0},      {RISING, TURN, AXIS_X, 0.09, 2, 0.1, 0, 0, 0},
    {MUZZLE, TURN, AXIS_X, 0.10, 2, 0.5, 0, 0, 0},  {FORE_L, TURN, AXIS_X, 0.32, 1, 0, 0, 0, 0},
    {FORE_R, TURN, AXIS_X, 0.32, 1, 0.5, 0, 0, 0},  {HIND_L, TURN, AXIS_X, 0.30, 1, 0.08, 0, 0, 0},
    {HIND_R, TURN, AXIS_X, 0.30, 1, 0.58, 0, 0, 0},
};
// In place, one round: the hind legs push off together, the fore legs land.
static const plump_rig_wave camel_gallop[] = {
    {BODY, MOVE, AXIS_Y, 0.035, 1, 0.15, 0, 0, 0},
    {BODY, TURN, AXIS_X, 0.13, 1, 0, 0, 0, 0},
    {RISING, TURN, AXIS_X, 0.22, 1, 0.45, 0, 0, 0},
    {MUZZLE, TURN, AXIS_X, 0.15, 1, 0.3, 0, 0, 0},
    {FORE_L, TURN, AXIS_X, 0.42, 1, 0.5, -0.35, 0, 0},
    {FORE_R, TURN, AXIS_X, 0.42, 1, 0.42, -0.35, 0, 0},
    {HIND_L, TURN, AXIS_X, 0.42, 1, 0, 0.35, 0, 0},
    {HIND_R, TURN, AXIS_X, 0.42, 1, 0.92, 0.35, 0, 0},
};
static const plump_rig_clip camel_clips[] = {
    {"walk", 1.2, camel_walk, COUNT(camel_walk)},
    {"gallop", 0.6, camel_gallop, COUNT(camel_gallop)},
};

// --- all of them ---

typedef struct rig {
    plump_shape_kind kind;
    const plump_rig_bone* bones;
    uint32_t bone_count;
    const plump_rig_clip* clips;
    uint32_t clip_count;
    plump_colour colour;
} rig;

static const rig rigs[] = {
    {PLUMP_SHAPE_BEAR, bear_bones, BEAR_BONES, bear_clips, COUNT(bear_clips), {214, 84, 72, 255}},
    {PLUMP_SHAPE_CREATURE,
     creature_bones,
     CREATURE_BONES,
     creature_clips,
     COUNT(creature_clips),
     {196, 158, 110, 255}},
    {PLUMP_SHAPE_JELLY,
     jelly_bones,
     COUNT(jelly_bones),
     jelly_clips,
     COUNT(jelly_clips),
     {104, 165, 116, 255}},
    {PLUMP_SHAPE_HEAD,
     head_bones,
     COUNT(head_bones),
     head_clips,
     COUNT(head_clips),
     {228, 168, 132, 255}},
    {PLUMP_SHAPE_CAMEL,
     camel_bones,
     CAMEL_BONES,
     camel_clips,
     COUNT(camel_clips),
     {205, 160, 98, 255}},
};

static const rig* find_rig(plump_shape_kind kind) {
    for (size_t i = 0; i < COUNT(rigs); ++i) {
        if (rigs[i].kind == kind) return &rigs[i];
    }
    return NULL;
}

plump_result plump_rig_builtin(plump_shape_kind shape, double size, plump_rig_def* def,
                               plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "def is NULL; pass where the rig goes");
    *def = plump_default_rig_def();
    if ((unsigned)shape >= PLUMP_SHAPE_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no shape %d", (int)shape);
    if (!(size >= 1e-6 && size <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the size is %g m; it is 1e-6 to 1e6", size);
    def->name = plump_shape_name(shape);
    def->scale = size;
    const rig* own = find_rig(shape);
    if (!own) return PLUMP_OK;
    def->bones = own->bones;
    def->bone_count = own->bone_count;
    def->clips = own->clips;
    def->clip_count = own->clip_count;
    def->colour = own->colour;
    return PLUMP_OK;
}
