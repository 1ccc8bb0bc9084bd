// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_CHARACTER_H
#define PLUMP_CHARACTER_H

/// Animated characters from glTF and GLB files (libplump_io): meshes with skins, morph targets and
/// clips. docs/jiggle.md shows what they are for.
///
/// All meshes of the file's scene become one list of vertices, in their own order, mesh by mesh,
/// primitive by primitive. What moves them are segments: the joints of skins, and nodes that carry
/// a mesh without a skin. The bind pose stands in the world where the nodes at rest put it, in its
/// units, so that several meshes fit together; segments take it from there.

#include <plump/io.h>
#include <plump/jiggle.h>
#include <plump/picture.h>  // plump_colour only

/// A character. Constant once read: share it between poses and threads.
typedef struct plump_character plump_character;

/// Reads a .glb or .gltf; `def` may be NULL. Errors name the file and the place in it.
PLUMP_API plump_result plump_character_read(const char* path, const plump_read_def* def,
                                            plump_character** character, plump_error* error);
/// The same for bytes in memory; `name` stands for the file in messages.
PLUMP_API plump_result plump_character_read_memory(const void* bytes, size_t size, const char* name,
                                                   const plump_read_def* def,
                                                   plump_character** character, plump_error* error);
/// NULL is fine.
PLUMP_API void plump_character_destroy(plump_character* character);

typedef struct plump_character_info {
    uint32_t vertex_count, triangle_count;
    uint32_t part_count;     ///< primitives
    uint32_t segment_count;  ///< joints, and nodes that carry meshes without a skin
    uint32_t clip_count;
    uint32_t morph_count;   ///< morph targets, those of every primitive counted
    uint32_t closed_count;  ///< closed surfaces; the others enclose no volume
    uint32_t note_count;    ///< plump_character_note()
} plump_character_info;

PLUMP_API void plump_character_get_info(const plump_character* character,
                                        plump_character_info* info);

/// What was mended or left out, in sentences; NULL from note_count on.
PLUMP_API const char* plump_character_note(const plump_character* character, uint32_t index);

/// A primitive: one material.
typedef struct plump_character_part {
    const char* name;  ///< of its node, else its mesh; never NULL
    uint32_t first_vertex, vertex_count;
    uint32_t first_triangle, triangle_count;
    plump_colour colour;  ///< the material's; multiplied with its texture, if there is one
    /// u, v per vertex of the part, and the picture they look up; NULL, both: plain colour.
    const float* texcoords;
    const plump_image_file* texture;
} plump_character_part;

PLUMP_API plump_result plump_character_get_part(const plump_character* character, uint32_t index,
                                                plump_character_part* part);

/// The bind pose, all of it; groups are the numbers of parts. Lives as long as the character.
PLUMP_API plump_triangles plump_character_triangles(const plump_character* character);
/// Four segments and four weights per vertex, largest first; the weights sum to 1.
PLUMP_API const uint32_t* plump_character_segments(const plump_character* character);
PLUMP_API const float* plump_character_weights(const plump_character* character);

typedef struct plump_character_segment {
    const char* name;    ///< of its node; never NULL
    uint32_t parent;     ///< the segment of the nearest node above, or PLUMP_NO_SEGMENT
    double position[3];  ///< where its node stands when the bind pose rests
} plump_character_segment;

#define PLUMP_NO_SEGMENT UINT32_MAX

PLUMP_API plump_result plump_character_get_segment(const plump_character* character, uint32_t index,
                                                   plump_character_segment* segment);

/// An animation: what it does not move rests.
typedef struct plump_character_clip {
    const char* name;   ///< never NULL
    double begin, end;  ///< s, of its first and last key
} plump_character_clip;

#define PLUMP_NO_CLIP UINT32_MAX  ///< the nodes at rest

PLUMP_API plump_result plump_character_get_clip(const plump_character* character, uint32_t index,
                                                plump_character_clip* clip);

/// The volumes that the closed surfaces enclose (closed_count of them) where the vertices are at
/// `positions`, x, y, z per vertex. Inward surfaces are negative.
PLUMP_API void plump_character_volumes(const plump_character* character, const float* positions,
                                       double* volumes);

// --- poses ---

/// A character at one moment.
typedef struct plump_pose plump_pose;

/// A pose at rest. The character must outlive it.
PLUMP_API plump_result plump_pose_create(const plump_character* character,
                                         const plump_allocator* allocator, plump_pose** pose,
                                         plump_error* error);
PLUMP_API void plump_pose_destroy(plump_pose* pose);

/// To a moment of a clip (or PLUMP_NO_CLIP); before its first key and after its last it holds
/// these. Allocates nothing. Refused when a segment's place is not finite or beyond 1e30; the pose
/// is then at rest.
PLUMP_API plump_result plump_pose_set(plump_pose* pose, uint32_t clip, double time,
                                      plump_error* error);
/// 12 numbers per segment, three rows of four, that take the bind pose to the world.
PLUMP_API const double* plump_pose_matrices(const plump_pose* pose);
/// The bind pose after its morph targets: x, y, z per vertex.
PLUMP_API const float* plump_pose_bind(const plump_pose* pose);
/// Whether morph targets have moved the bind pose from what it was before the last set.
PLUMP_API bool plump_pose_is_morphed(const plump_pose* pose);
/// The skinned pose: x, y, z per vertex, by linear blending as every viewer does it.
PLUMP_API void plump_pose_skin(const plump_pose* pose, float* positions);
/// Whether a clip ends as it begins, within a fiftieth of the character's size, so that it can be
/// played round and round. The pose rests afterwards.
PLUMP_API plump_result plump_pose_find_loop(plump_pose* pose, uint32_t clip, bool* is_loop,
                                            plump_error* error);

// --- sets by hand ---

#define PLUMP_SET_NAME_SIZE 64

/// Sets for a deformer from a JSON file (docs/jiggle.md, "Sets by hand"); joints go by the names of
/// the character's segments. `strength` (1: as the file says) is times how soft they are; with 0
/// there are none. Fills up to `capacity`, more in the file are an error; *count becomes how many.
/// `names` may be NULL; sets without a name are "set 0" and so on. Errors name the file, the line
/// and the place in it.
PLUMP_API plump_result plump_character_read_sets(const char* path, const plump_character* character,
                                                 double strength, plump_jiggle_set* sets,
                                                 char (*names)[PLUMP_SET_NAME_SIZE],
                                                 uint32_t capacity, uint32_t* count,
                                                 plump_error* error);

#endif
