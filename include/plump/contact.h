// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_CONTACT_H
#define PLUMP_CONTACT_H

/// Who touches whom, where and how hard; and questions to the surface of bodies: rays and nearest
/// points.

#include <plump/obstacle.h>

#define PLUMP_NO_VERTEX UINT32_MAX

/// One point of contact in the last substep of the last step.
typedef struct plump_contact {
    plump_body_id body;          ///< the one that `normal` pushes
    plump_body_id other;         ///< the body it touches (itself, in self-contact); 0: an obstacle
    plump_obstacle_id obstacle;  ///< the obstacle it touches; 0: a body
    uint32_t vertex;             ///< of `body`, or PLUMP_NO_VERTEX: an edge or corner of the
                                 ///< obstacle touches a triangle of `body`, or two edges touch
    uint32_t triangle;  ///< of `other`, or of `body` without a vertex; PLUMP_NO_VERTEX: none
    double point[3];    ///< in the world
    float normal[3];    ///< of length 1, towards `body`
    float depth;        ///< m that the surfaces overlap; below 0: how far they are apart
    float impulse[3];   ///< N s given to `body` in that substep
} plump_contact;

/// The contacts that carry load or overlap, in a fixed order: the same on every machine, for any
/// number of workers. Lent until the next step.
PLUMP_API const plump_contact* plump_world_contacts(const plump_world* world, uint32_t* count);

/// Two that touch, summed over the last step.
typedef struct plump_touch {
    plump_body_id body;
    plump_body_id other;         ///< itself, in self-contact; 0: an obstacle
    plump_obstacle_id obstacle;  ///< 0: a body
    uint32_t contact_count;      ///< in the last substep
    float depth;                 ///< largest overlap in the last substep, m
    double impulse[3];           ///< N s given to `body`; 0 in self-contact
} plump_touch;

/// Every pair once, in order of creation. Lent until the next step.
PLUMP_API const plump_touch* plump_world_touches(const plump_world* world, uint32_t* count);

/// Lets two bodies (or parts of one) pass through each other, or not any more. Forgotten when
/// one of them is destroyed.
PLUMP_API plump_result plump_world_set_pair(plump_world* world, plump_body_id a, plump_body_id b,
                                            bool collide, plump_error* error);

/// A point on the surface of a body.
typedef struct plump_hit {
    plump_body_id body;  ///< 0: none
    uint32_t triangle;   ///< of the mesh
    uint32_t vertex;     ///< its corner that is nearest
    float share[3];      ///< of the triangle's corners at the point
    double point[3];
    float normal[3];  ///< outwards, of length 1
    double distance;  ///< m from the start of the ray, or from the point asked for (below 0: it is
                      ///< inside)
} plump_hit;

/// The first surface that a ray meets within `reach` metres, among bodies of these categories.
/// `direction` may have any length but 0. hit->body is 0 if there is none.
PLUMP_API plump_result plump_world_cast_ray(const plump_world* world, const double from[3],
                                            const double direction[3], double reach,
                                            uint32_t categories, plump_hit* hit,
                                            plump_error* error);
/// The point of all surfaces nearest to `point` within `reach` metres.
PLUMP_API plump_result plump_world_closest_point(const plump_world* world, const double point[3],
                                                 double reach, uint32_t categories, plump_hit* hit,
                                                 plump_error* error);

#endif
