// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_OBSTACLE_H
#define PLUMP_OBSTACLE_H

/// Obstacles: what soft bodies run into. They stand still, or move as told, and drag along by
/// friction what touches them. One with a mass gives way: an engine for rigid bodies tells how fast
/// it is before a step, and reads how fast bodies have made it afterwards (examples/coupled.c).
///
/// Every call checks what it is given, as those of bodies do. Calls that change an obstacle wake
/// the bodies near it; moving it to where it is changes nothing.

#include <plump/body.h>

typedef enum plump_obstacle_shape {
    PLUMP_OBSTACLE_PLANE,     ///< the half space below y = 0 of its own frame
    PLUMP_OBSTACLE_SPHERE,    ///< radius
    PLUMP_OBSTACLE_CAPSULE,   ///< radius, and half_height from its middle to the caps' centres,
                              ///< along y
    PLUMP_OBSTACLE_BOX,       ///< half_size
    PLUMP_OBSTACLE_CYLINDER,  ///< radius and half_height, along y
    PLUMP_OBSTACLE_HULL,      ///< the convex hull of `points`
    PLUMP_OBSTACLE_MESH,      ///< a closed mesh: `mesh`
    PLUMP_OBSTACLE_SHEET,  ///< any triangles over `points`, open or closed: thin, and met from both
                           ///< sides
    PLUMP_OBSTACLE_COMPOUND,  ///< several in one: `parts`
    PLUMP_OBSTACLE_SHAPE_COUNT
} plump_obstacle_shape;

/// How large an obstacle is: of these numbers those count that its shape has.
typedef struct plump_obstacle_sizes {
    float radius, half_height, half_size[3], scale;  ///< as in the definition
} plump_obstacle_sizes;

/// How an obstacle starts. Begin with plump_default_obstacle_def(), then change what you need;
/// copied on create, points, triangles and parts too.
typedef struct plump_obstacle_def {
    plump_obstacle_shape shape;
    double position[3];      ///< of its own (0, 0, 0)
    float rotation[4];       ///< quaternion x, y, z, w; any length but 0; default 0, 0, 0, 1
    float radius;            ///< m, default 0.5
    float half_height;       ///< m, default 0.5
    float half_size[3];      ///< m, default 0.5 each
    const plump_mesh* mesh;  ///< must outlive the obstacle, may be shared
    const float* points;     ///< x, y, z of each, m
    uint32_t point_count;
    const uint32_t* triangles;  ///< three points each, for a sheet
    uint32_t triangle_count;
    /// Of a compound, 1 to 1,024: each begun with plump_default_obstacle_def(), a sphere, capsule,
    /// box, cylinder, hull or mesh, not hollow. Their shape, size, data and their place in the
    /// frame of the whole count; all else is the whole's.
    const struct plump_obstacle_def* parts;
    uint32_t part_count;
    float scale;  ///< times the size of mesh, points or parts, default 1
    bool hollow;  ///< bodies are kept inside instead of outside (a bowl); not for planes and sheets
    bool trigger;  ///< pushes and wakes nobody, and tells who is in it: plump_obstacle_inside();
                   ///< not for sheets

    float friction;         ///< while it slides, default 0.5; docs/contact.md says how two combine
    float friction_static;  ///< until it slides, default 0.5; below `friction` it counts as that
    float restitution;      ///< 0 to 1, default 0
    float margin;           ///< m kept free around it, default 0
    float surface_velocity[3];  ///< m/s along its surface, in its own frame: friction drags along
                                ///< what touches it, as on a belt; default 0

    float mass;           ///< kg; 0 (default): bodies never push it away. Else it flies by the
                          ///< velocity it has, contacts and attachments move it within the substep,
                          ///< and it is a free bone (plump/muscle.h). Not for planes. Obstacles do
                          ///< not meet each other: that is left to the engine
    float inertia[3];     ///< kg m^2 about its centre, along its own axes; 0, 0, 0 (default): that
                          ///< of the shape filled evenly, of hulls and triangles of the box around
                          ///< them, of a hollow one that of thin walls
    float centre[3];      ///< of mass, in its own frame, default 0, 0, 0
    float gravity_scale;  ///< of one with a mass: times the world's gravity, default 1. It is added
                          ///< in every substep, as to bodies: the engine adds none

    uint32_t category;       ///< bits of what it is, default 1
    uint32_t collides_with;  ///< bits of what it meets, default all

    uint64_t user;    ///< the caller's own, kept and returned
    uint32_t cookie;  ///< written by plump_default_obstacle_def(), checked on create
} plump_obstacle_def;

PLUMP_API plump_obstacle_def plump_default_obstacle_def(void);
PLUMP_API plump_result plump_obstacle_create(plump_world* world, const plump_obstacle_def* def,
                                             plump_obstacle_id* obstacle, plump_error* error);
PLUMP_API plump_result plump_obstacle_destroy(plump_world* world, plump_obstacle_id obstacle,
                                              plump_error* error);
PLUMP_API bool plump_obstacle_exists(const plump_world* world, plump_obstacle_id obstacle);

/// Moves it evenly to a new place during the next step, and with it by friction what touches it.
/// Call it before every step of its motion; then it stands still again. Not for one with a mass.
PLUMP_API plump_result plump_obstacle_move(plump_world* world, plump_obstacle_id obstacle,
                                           const double position[3], const float rotation[4],
                                           plump_error* error);
/// Puts it somewhere else at once, pushing nobody on the way. One with a mass keeps its velocities.
PLUMP_API plump_result plump_obstacle_place(plump_world* world, plump_obstacle_id obstacle,
                                            const double position[3], const float rotation[4],
                                            plump_error* error);
/// How fast one with a mass is, m/s of its centre of mass and rad/s, both in the world and at most
/// 1e6; it goes on from there. It has none at first. Others are refused.
PLUMP_API plump_result plump_obstacle_set_motion(plump_world* world, plump_obstacle_id obstacle,
                                                 const double velocity[3],
                                                 const double angular_velocity[3],
                                                 plump_error* error);
/// Makes it larger or smaller (mass and inertia stay; what then lies in a body comes out at some
/// m/s), begun with the `sizes` of plump_obstacle_get_info(). It keeps its id, place and motion,
/// and what touches it; it pushes nobody on the way. Hulls, meshes, sheets and compounds change by
/// their scale.
PLUMP_API plump_result plump_obstacle_resize(plump_world* world, plump_obstacle_id obstacle,
                                             const plump_obstacle_sizes* sizes, plump_error* error);
/// Changes friction and restitution; the shape stays.
PLUMP_API plump_result plump_obstacle_set_surface(plump_world* world, plump_obstacle_id obstacle,
                                                  float friction, float friction_static,
                                                  float restitution, plump_error* error);
/// Changes the velocity of its surface, m/s in its own frame. What lies on one that runs stays
/// awake.
PLUMP_API plump_result plump_obstacle_set_surface_velocity(plump_world* world,
                                                           plump_obstacle_id obstacle,
                                                           const float velocity[3],
                                                           plump_error* error);
PLUMP_API plump_result plump_obstacle_set_filter(plump_world* world, plump_obstacle_id obstacle,
                                                 uint32_t category, uint32_t collides_with,
                                                 plump_error* error);

/// What is known of an obstacle now.
typedef struct plump_obstacle_info {
    plump_obstacle_shape shape;
    uint64_t user;
    double position[3];
    float rotation[4];
    plump_obstacle_sizes sizes;
    uint32_t contact_count;      ///< that carried load in the last substep
    double impulse[3];           ///< N s given to it by bodies in the last step ...
    double angular_impulse[3];   ///< ... and N m s about its position
    plump_bone_id bone;          ///< of one with a mass, or made a bone; 0: none
    double velocity[3];          ///< of a bone: m/s of its centre of mass ...
    double angular_velocity[3];  ///< ... and rad/s; else 0
} plump_obstacle_info;

PLUMP_API plump_result plump_obstacle_get_info(const plump_world* world, plump_obstacle_id obstacle,
                                               plump_obstacle_info* info, plump_error* error);
/// The obstacles, in order of creation. Fills up to `capacity`; returns how many there are.
PLUMP_API uint32_t plump_world_obstacles(const plump_world* world, plump_obstacle_id* obstacles,
                                         uint32_t capacity);

/// The surface of an obstacle as triangles in its own frame, for drawing: turn it by the obstacle's
/// rotation, then move it by its position. Constant once made.
typedef struct plump_obstacle_surface plump_obstacle_surface;

/// `segments` is how many make a full circle, 3 to 1,024; 0: 64. Circles of hollow ones are drawn
/// around the room, those of others within the matter; a plane is the square that reaches
/// def->radius to each side. Needs no world.
PLUMP_API plump_result plump_obstacle_surface_create(const plump_obstacle_def* def,
                                                     uint32_t segments,
                                                     const plump_allocator* allocator,
                                                     plump_obstacle_surface** surface,
                                                     plump_error* error);
/// NULL is fine.
PLUMP_API void plump_obstacle_surface_destroy(plump_obstacle_surface* surface);
/// Counter-clockwise seen from outside; lives as long as the surface.
PLUMP_API plump_triangles plump_obstacle_surface_triangles(const plump_obstacle_surface* surface);

#endif
