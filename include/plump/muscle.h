// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_MUSCLE_H
#define PLUMP_MUSCLE_H

/// Muscles pull a body together along fibres in its surface; bones are obstacles that move by the
/// forces on them. docs/muscles.md has pictures.
///
/// A muscle acts on a body of any model, whose elasticity is its passive part and whose volume
/// makes it bulge. Fibres run from one end of the body to the other, where u, which is 0 on one end
/// and 1 on the other and solves Laplace's equation on the surface between, rises: so every
/// section is crossed by the same number of them. A fibre stretched by lambda pulls with
///     activation x bell(lambda),   bell = (1 - ((lambda - best) / width)^2)^2,   0 outside
/// of what it can, and where it is stretched beyond `best` with `hold` ((lambda - best) / width)^2
/// more. All of them together pull with strength x volume / length newtons, length the
/// mean of theirs, whatever the mesh.

#include <plump/attachment.h>

// --- muscles ---

/// How a muscle starts. Begin with plump_default_muscle_def(); copied on create, arrays too.
typedef struct plump_muscle_def {
    plump_body_id body;

    // the two ends: vertices of the mesh, both or none
    const uint32_t* origin;  ///< where fibres begin ...
    uint32_t origin_count;
    const uint32_t* insertion;  ///< ... and where they end
    uint32_t insertion_count;
    float axis[3];  ///< without vertices: the ends are those along this direction, in the mesh's
                    ///< coordinates, from the origin to the insertion; 0 (default): along the
                    ///< longest side of its box
    float cap;      ///< share of the length that an end takes up then, 0.001 to 0.45, default 0.05

    const float* fibres;  ///< or given: x, y, z per triangle of the mesh, in its coordinates; the
                          ///< length is how many run there, relative; 0: none
    float strength;       ///< Pa, of a fibre at its best length, 0 to 1e9, default 1e5
    float best;           ///< stretch (length over that at rest) with the most force, default 1
    float width;          ///< how far from it a fibre still pulls, up to `best`, default 0.5
    float
        hold;  ///< how hard active fibres resist being stretched beyond `best`, 0 to 100, default
               ///< 2; below 2 those that are a little longer than others pull less, and get longer
    float time;  ///< s in which the activation comes near to what is asked for (to 1/e), default
                 ///< 0.05; 0: at once
    float activation;  ///< at the start, 0 to 1, default 0

    uint64_t user;    ///< the caller's own, kept and returned
    uint32_t cookie;  ///< written by plump_default_muscle_def(), checked on create
} plump_muscle_def;

PLUMP_API plump_muscle_def plump_default_muscle_def(void);
PLUMP_API plump_result plump_muscle_create(plump_world* world, const plump_muscle_def* def,
                                           plump_muscle_id* muscle, plump_error* error);
/// Destroying the body does it, too.
PLUMP_API plump_result plump_muscle_destroy(plump_world* world, plump_muscle_id muscle,
                                            plump_error* error);
PLUMP_API bool plump_muscle_exists(const plump_world* world, plump_muscle_id muscle);

/// How hard it shall pull from now on: 0 not at all, 1 as hard as it can.
PLUMP_API plump_result plump_muscle_set_activation(plump_world* world, plump_muscle_id muscle,
                                                   float activation, plump_error* error);
PLUMP_API plump_result plump_muscle_set_strength(plump_world* world, plump_muscle_id muscle,
                                                 float strength, plump_error* error);

typedef enum plump_muscle_end {
    PLUMP_MUSCLE_ORIGIN,
    PLUMP_MUSCLE_INSERTION,
    PLUMP_MUSCLE_END_COUNT
} plump_muscle_end;

/// Ties the vertices of an end to an obstacle where they are now: one attachment each, which holds
/// fast. What there is of them stays when one fails.
PLUMP_API plump_result plump_muscle_attach(plump_world* world, plump_muscle_id muscle,
                                           plump_muscle_end end, plump_obstacle_id obstacle,
                                           plump_error* error);
/// The vertices of an end, ascending. Fills up to `capacity`; returns how many there are, 0 if
/// there is no such muscle.
PLUMP_API uint32_t plump_muscle_end_vertices(const plump_world* world, plump_muscle_id muscle,
                                             plump_muscle_end end, uint32_t* vertices,
                                             uint32_t capacity);
/// x, y, z per triangle of the mesh, in its coordinates: the direction of the fibres, of length 1
/// and in the surface, also where those given are not; or 0 where there are none.
PLUMP_API plump_result plump_muscle_read_fibres(const plump_world* world, plump_muscle_id muscle,
                                                float* fibres, uint32_t capacity,
                                                plump_error* error);

/// What is known of a muscle now.
typedef struct plump_muscle_info {
    plump_body_id body;
    uint64_t user;
    float activation;   ///< now, on its way to ...
    float wanted;       ///< ... what was asked for
    double length;      ///< of fibres at rest, their mean, m; 0 where fibres were given
    double section;     ///< volume / length, m^2; 0 likewise
    double force_most;  ///< strength x section, N; 0 likewise
    double force;       ///< through a section now, the mean of them, N; 0 likewise
    double stretch;     ///< mean of the fibres now: 1 at rest, 0.7 when 30 % shorter
    double substep;     ///< s; in longer substeps it pulls as asked for but moves slower
} plump_muscle_info;

PLUMP_API plump_result plump_muscle_get_info(const plump_world* world, plump_muscle_id muscle,
                                             plump_muscle_info* info, plump_error* error);
/// In order of creation. Fills up to `capacity`; returns how many there are.
PLUMP_API uint32_t plump_world_muscles(const plump_world* world, plump_muscle_id* muscles,
                                       uint32_t capacity);

// --- bones ---

typedef enum plump_joint {
    PLUMP_JOINT_HINGE,  ///< turns about one axis, fixed in the world or in another bone
    PLUMP_JOINT_FREE,   ///< moves and turns any way
    PLUMP_JOINT_COUNT
} plump_joint;

/// Bones that can hang on each other in one chain.
#define PLUMP_BONE_CHAIN_MOST 256

/// How a bone starts. Begin with plump_default_bone_def(), then name an obstacle. Attachments to
/// it, contacts with it and gravity move it from then on; the others of the obstacle's calls still
/// hold, but plump_obstacle_move() and, of a hinge, plump_obstacle_place() refuse it. An obstacle
/// with a mass of its own is a free bone already.
typedef struct plump_bone_def {
    plump_obstacle_id obstacle;     ///< its shape and place, no plane; it has one bone
    plump_joint joint;              ///< default PLUMP_JOINT_HINGE
    plump_bone_id parent;           ///< the bone that the hinge sits on; 0: the world. At most
                                    ///< PLUMP_BONE_CHAIN_MOST in a chain
    double pivot[3];                ///< of the hinge, a point of the world as it is now
    float axis[3];                  ///< likewise its direction, default 0, 0, 1
    float angle_least, angle_most;  ///< rad that it can turn from where it is now, right-handed
                                    ///< about the axis; default -1e9 and 1e9: any number of turns
    float mass;                     ///< kg, default 1
    float centre[3];                ///< of mass, in the obstacle's own frame, default 0, 0, 0
    float inertia[3];     ///< kg m^2 about the centre and the obstacle's own axes; 0, 0, 0
                          ///< (default): that of a box around it, filled evenly; of a hollow
                          ///< one that of thin walls around its room
    float damping;        ///< 1/s: share of its speed that it loses, default 0.5
    float gravity_scale;  ///< times the world's gravity, default 1
    uint64_t user;        ///< the caller's own, kept and returned
    uint32_t cookie;      ///< written by plump_default_bone_def(), checked on create
} plump_bone_def;

PLUMP_API plump_bone_def plump_default_bone_def(void);
PLUMP_API plump_result plump_bone_create(plump_world* world, const plump_bone_def* def,
                                         plump_bone_id* bone, plump_error* error);
/// The obstacle stays, where it is. Refused while the hinge of another bone sits on it.
PLUMP_API plump_result plump_bone_destroy(plump_world* world, plump_bone_id bone,
                                          plump_error* error);
PLUMP_API bool plump_bone_exists(const plump_world* world, plump_bone_id bone);

/// An impulse in newton seconds at a point of the world: changes its motion at once.
PLUMP_API plump_result plump_bone_push(plump_world* world, plump_bone_id bone,
                                       const double point[3], const double impulse[3],
                                       plump_error* error);
/// A force in newtons at a point of the world that acts during the next step; forces add up.
PLUMP_API plump_result plump_bone_add_force(plump_world* world, plump_bone_id bone,
                                            const double point[3], const double force[3],
                                            plump_error* error);

/// What is known of a bone now.
typedef struct plump_bone_info {
    plump_obstacle_id obstacle;
    uint64_t user;
    double centre[3];  ///< of mass
    double velocity[3], angular_velocity[3];
    double angle, rate;  ///< of a hinge: rad from where it was made, and rad/s
    double inertia;      ///< of a hinge: about its axis, as it is now, of this bone alone, kg m^2
    double force[3];     ///< N that attachments and contacts gave it, mean of the last step ...
    double torque[3];    ///< ... and their moment about the centre, N m
} plump_bone_info;

PLUMP_API plump_result plump_bone_get_info(const plump_world* world, plump_bone_id bone,
                                           plump_bone_info* info, plump_error* error);
/// In order of creation. Fills up to `capacity`; returns how many there are.
PLUMP_API uint32_t plump_world_bones(const plump_world* world, plump_bone_id* bones,
                                     uint32_t capacity);

#endif
