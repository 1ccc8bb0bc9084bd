// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_RIG_H
#define PLUMP_RIG_H

/// A mesh with a skeleton and clips (libplump_io): a character for plump/character.h in memory, or
/// as a GLB for any viewer or engine, from a few bones and waves. Which bone moves which vertex is
/// found by the distance to the bones, in their thickness, and by the surface: a limb that comes
/// close to another does not follow it. Vertices at one position move alike.

#include <plump/character.h>
#include <plump/shape.h>

#define PLUMP_RIG_ROOT UINT32_MAX

/// A bone: from its joint to its tip.
typedef struct plump_rig_bone {
    const char* name;
    uint32_t parent;  ///< a bone before it, or PLUMP_RIG_ROOT
    double joint[3], tip[3];
    double radius;  ///< how thick the shape is around it, above 0
} plump_rig_bone;

typedef enum plump_rig_motion {
    PLUMP_RIG_TURN,  ///< about `axis` through the joint, amplitude in radians
    PLUMP_RIG_MOVE   ///< along `axis`, amplitude in metres
} plump_rig_motion;

/// What moves a bone: amplitude * (offset + sin(2 pi (cycles t + phase))), t from 0 to 1 over the
/// clip. Waves of one bone add up; turns are carried out in their order.
typedef struct plump_rig_wave {
    uint32_t bone;
    plump_rig_motion motion;
    double axis[3];
    double amplitude, cycles, phase, offset;
    /// The share of the clip in which it acts, swelling and fading within: 0 and 1 both 0 means
    /// all of it, evenly.
    double from, to;
} plump_rig_wave;

typedef struct plump_rig_clip {
    const char* name;
    double seconds;  ///< above 0
    const plump_rig_wave* waves;
    uint32_t wave_count;
} plump_rig_clip;

/// Begin with plump_default_rig_def().
typedef struct plump_rig_def {
    const char* name;           ///< of the mesh; NULL: "character"
    plump_triangles triangles;  ///< in the bind pose
    plump_colour colour;
    const plump_rig_bone* bones;
    uint32_t bone_count;  ///< 1 to 256
    const plump_rig_clip* clips;
    uint32_t clip_count;
    double key_rate;  ///< keys per second, default 30
    /// Every length of bones and waves is multiplied by it, above 0 to 1e6, default 1; the
    /// triangles are not.
    double scale;
    plump_allocator allocator;
    uint32_t cookie;  ///< written by plump_default_rig_def()
} plump_rig_def;

PLUMP_API plump_rig_def plump_default_rig_def(void);

/// The whole def for a built-in shape of that size (plump_shape_def.size) but for its triangles:
/// begun afresh, with the shape's skeleton, clips and colour. Shapes without a skeleton have no
/// bones and no clips: both NULL. What it points to lasts and needs no freeing.
PLUMP_API plump_result plump_rig_builtin(plump_shape_kind shape, double size, plump_rig_def* def,
                                         plump_error* error);

/// The character, as if the GLB had been written and read, without a file. Everything is copied.
PLUMP_API plump_result plump_rig_create(const plump_rig_def* def, plump_character** character,
                                        plump_error* error);

/// Writes the GLB: whole or not at all.
PLUMP_API plump_result plump_rig_write(const char* path, const plump_rig_def* def,
                                       plump_error* error);

#endif
