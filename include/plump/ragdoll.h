// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_RAGDOLL_H
#define PLUMP_RAGDOLL_H

/// Ragdolls: a rigid capsule per bone, ball joints between them that turn back to the rest pose
/// like springs, and contacts that push. They give the primary motion for plump/jiggle.h.
/// docs/ragdoll.md shows one falling.
///
/// The rigid bodies are those of the Open Dynamics Engine (libplump_ragdoll, and libplump_io that
/// uses it, link to it; libplump does not). A build without it has every function of this header,
/// and plump_ragdoll_create() answers PLUMP_ERROR_UNSUPPORTED.
///
/// The same calls give the same bits on one machine with one build of ODE. Unlike the rest of plump
/// this is not promised from one machine to another: ODE's sums are its compiler's. Different
/// ragdolls do not know of each other and may be used from different threads at once; one from one
/// thread at a time.

#include <plump/character.h>
#include <plump/jiggle.h>
#include <plump/rig.h>

typedef struct plump_ragdoll plump_ragdoll;

#define PLUMP_RAGDOLL_BONES_MOST 256

/// How a ragdoll is made. Begin with plump_default_ragdoll_def(); all is copied on create.
typedef struct plump_ragdoll_def {
    /// A rigid capsule each, from joint to tip in the bind pose; a bone without length is a ball.
    /// Parents may come after their children; several roots make several pieces. Names are not
    /// looked at.
    const plump_rig_bone* bones;
    uint32_t bone_count;         ///< 1 .. PLUMP_RAGDOLL_BONES_MOST
    double density;              ///< kg/m^3, 0.001 .. 1e6, default 1000
    double gravity[3];           ///< m/s^2, default 0, -9.81, 0
    double position[3];          ///< where the origin of the bind pose begins, default 0
    float rotation[4];           ///< how it is turned about it, x, y, z, w; default 0, 0, 0, 1
    double scale;                ///< and how large it is, above 0, default 1
    double velocity[3];          ///< m/s of all of it at the start, default 0
    double angular_velocity[3];  ///< rad/s, each piece about its centre of mass, default 0
    /// How fast a joint swings back to the rest pose, in Hz, if all other joints were stiff;
    /// default 2. 0: limp.
    double hertz;
    double damping;     ///< of that swinging, 1: critical; default 0.3
    double turn_limit;  ///< a joint stops so far from its rest pose, radians above 0, default 1
    /// Contacts push like springs on which the whole piece, held by one of them, would bounce so
    /// often per second; above 0, default 4.
    double contact_hertz;
    double contact_damping;     ///< of that bouncing, 1: critical; default 0.3
    double friction;            ///< Coulomb's coefficient, at least 0, default 0.5
    plump_allocator allocator;  ///< zero: the C library's; ODE's own memory is the C library's
    uint32_t cookie;            ///< written by plump_default_ragdoll_def(), checked on create
} plump_ragdoll_def;

PLUMP_API plump_ragdoll_def plump_default_ragdoll_def(void);
/// Not PLUMP_OK: *ragdoll is NULL and error->text holds the sentence.
PLUMP_API plump_result plump_ragdoll_create(const plump_ragdoll_def* def, plump_ragdoll** ragdoll,
                                            plump_error* error);
/// NULL is fine.
PLUMP_API void plump_ragdoll_destroy(plump_ragdoll* ragdoll);

/// Bones for the segments of a character, one each and in their order, with names that live as long
/// as it: from the segment's joint to those of its children, or through the vertices that it moves,
/// and as thick as these lie around. If the character is closed (nine tenths of its surface), all
/// are made thinner or thicker by one factor, 0.2 to 5, with which the capsules have its volume.
/// Fails if there are more than `capacity` or PLUMP_RAGDOLL_BONES_MOST.
PLUMP_API plump_result plump_ragdoll_bones(const plump_character* character, plump_rig_bone* bones,
                                           uint32_t capacity, plump_error* error);

/// Goes on by dt seconds (above 0, at most 1), in smaller steps within. `contacts` are those of
/// plump_jiggle_contacts(): their segments are the bones. Each is a spring that pushes its bone out
/// of the plane that the obstacle's surface has there (its normal; 0: its direction), and rubs
/// against sliding; obstacles count as standing still.
/// Afterwards plump_ragdoll_matrices() has moved. Any stiffness is stable; should numbers run away
/// all the same, the ragdoll stays where it was, at rest, and the result is PLUMP_ERROR_LIMIT.
PLUMP_API plump_result plump_ragdoll_step(plump_ragdoll* ragdoll, double dt,
                                          const plump_jiggle_contact* contacts, uint32_t count,
                                          plump_error* error);
/// 12 numbers per bone, three rows of four, that take the bind pose to the world, as
/// plump_jiggle_step() takes them. Lives as long as the ragdoll.
PLUMP_API const double* plump_ragdoll_matrices(const plump_ragdoll* ragdoll);
PLUMP_API uint32_t plump_ragdoll_bone_count(const plump_ragdoll* ragdoll);

/// Where a bone is, and how it moves.
typedef struct plump_ragdoll_bone {
    double mass;                 ///< kg
    double inertia[9];           ///< kg m^2 about its centre, in the world, rows
    double centre[3];            ///< of mass, in the world
    double velocity[3];          ///< of the centre, m/s
    double angular_velocity[3];  ///< rad/s
    double turn;                 ///< radians from its rest pose; 0 of roots
    double gap;                  ///< m between its joint and its parent's; 0 of roots
} plump_ragdoll_bone;
PLUMP_API plump_result plump_ragdoll_read(const plump_ragdoll* ragdoll, uint32_t bone,
                                          plump_ragdoll_bone* state, plump_error* error);

/// A kick: an impulse (N s) at a point of the world, NULL: the bone's centre, and an angular one
/// (N m s). Either may be NULL.
PLUMP_API plump_result plump_ragdoll_push(plump_ragdoll* ragdoll, uint32_t bone,
                                          const double impulse[3], const double point[3],
                                          const double angular_impulse[3], plump_error* error);

// --- state ---

/// Bytes that plump_ragdoll_save() writes.
PLUMP_API size_t plump_ragdoll_state_size(const plump_ragdoll* ragdoll);
/// The motion as it is now; `size` may be NULL. A ragdoll of the same bones that restores it goes
/// on with the same bits.
PLUMP_API plump_result plump_ragdoll_save(const plump_ragdoll* ragdoll, void* buffer,
                                          size_t capacity, size_t* size, plump_error* error);
/// Refuses states of other bones, cut ones, and numbers that cannot be; then nothing has changed.
PLUMP_API plump_result plump_ragdoll_restore(plump_ragdoll* ragdoll, const void* state, size_t size,
                                             plump_error* error);

#endif
