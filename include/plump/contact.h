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
    double impulse[3];           ///< N s given to `body`, whichever stage gave it: contacts,
                                 ///< impacts that were stopped, bounces, sides that were kept;
                                 ///< 0 in self-contact
} plump_touch;

/// Every pair once, in order of creation. Lent until the next step.
PLUMP_API const plump_touch* plump_world_touches(const plump_world* world, uint32_t* count);

/// Two that touch, as an event. They touch in a step if one carried load on the other in any of its
/// substeps.
typedef struct plump_touch_event {
    plump_body_id body;
    plump_body_id other;         ///< itself, in self-contact; 0: an obstacle
    plump_obstacle_id obstacle;  ///< 0: a body
    double
        point[3];  ///< in the world, the mean by load over the step (self-contact: the strongest)
    float normal[3];  ///< likewise, of length 1, towards `body`
    float approach;  ///< m/s, at most, at which the two came at each other there, as wholes, before
                     ///< contacts answered; 0 in self-contact
    double impulse[3];  ///< N s given to `body` in the step, as in plump_touch
} plump_touch_event;

/// What happened in the last step.
typedef struct plump_events {
    const plump_touch_event* began;  ///< they touch, and did not in the step before
    const plump_touch_event* stays;  ///< they touch, and did so before
    const plump_touch_event* ended;  ///< they touched, and do not any more: ids only, also of what
                                     ///< has been destroyed since
    const plump_body_id* fell_asleep;
    const plump_body_id* woke;  ///< since the last step, or in this one; that are still there
    const plump_attachment_id* broke;
    uint32_t began_count, stays_count, ended_count;
    uint32_t fell_asleep_count, woke_count, broke_count;
} plump_events;

/// Each list is in order of creation, the same on every machine and for any number of workers, and
/// lent until the next step or restore: bodies may be made and destroyed while it is read. Two that
/// sleep go on touching without an event, and so does what sleeps on an obstacle. Every `began` is
/// followed by one `ended`: if a body or an obstacle of the two was destroyed, in the list of the
/// next step. Snapshots know who touches whom.
PLUMP_API plump_events plump_world_events(const plump_world* world);

/// A body in an obstacle that is a trigger, after the last step. It is in it as long as any of its
/// vertices is.
typedef struct plump_inside {
    plump_obstacle_id trigger;
    plump_body_id body;
    uint32_t vertex_count;  ///< of the body that are in it; 0: it has left
    float share;            ///< of all its vertices
    bool began, ended;      ///< being in it, in the last step
} plump_inside;

/// Everyone in any trigger, and who left one in the last step: triggers in order of creation, the
/// bodies of each likewise. Bodies that sleep count, too. Lent until the next step, or until a
/// trigger or a body in one is destroyed.
PLUMP_API const plump_inside* plump_world_inside(const plump_world* world, uint32_t* count);
/// Of that list the part of one trigger; *count is 0 for what is none.
PLUMP_API const plump_inside* plump_obstacle_inside(const plump_world* world,
                                                    plump_obstacle_id trigger, uint32_t* count);

/// What surfaces have in common, by geometry.
typedef struct plump_overlap {
    uint64_t pair_count;  ///< pairs of triangles that cut or touch each other, counted exactly
    double depth;         ///< how far the deepest point of one lies in the other, m; 0: nowhere
    double share;  ///< the largest depth in sizes of the smaller one: its longest side at rest,
                   ///< or 6 volume / area, a ball's diameter, if it is thinner than that
    plump_body_id body, other;              ///< whose the depth is; other is 0 for an obstacle
    plump_obstacle_id obstacle;             ///< 0: a body
    double point[3];                        ///< where that is, in the world
    plump_body_id share_body, share_other;  ///< whose the share is; the latter is 0 for an obstacle
} plump_overlap;

/// Everything that overlaps, and how near bodies are to obstacles.
typedef struct plump_overlap_report {
    plump_overlap obstacles;  ///< bodies in obstacles. Planes, spheres, capsules, boxes and
                              ///< cylinders have no triangles: there pair_count is of triangles of
                              ///< bodies that reach into them. The depth in sheets is as for `self`
    plump_overlap bodies;     ///< two bodies
    plump_overlap self;       ///< bodies in themselves, whether they meet themselves or not. The
                              ///< depth is how far two triangles have to move to part, so at most
                              ///< about an edge: what is deeper is in the count
    double clearance;  ///< least distance of a vertex from an obstacle, m, below 0 in it; INFINITY:
                       ///< there is none
    plump_body_id clearance_body;
    plump_obstacle_id clearance_obstacle;
    bool at_least;  ///< there is so much that the search was cut short: more than this
} plump_overlap_report;

/// Measures overlap where everything is now, by surfaces alone: what contacts are listed, margins
/// and how anything came there play no part. The depth is that of vertices and edges of each in the
/// other, by the distance to the nearest point of its surface, to 1 %. Bodies that pass through
/// each other by filters, soft_contact or plump_world_set_pair() are not compared. Allocates a
/// little, and takes about 0.1 s for 100,000 triangles: for looking at results, not for every step.
PLUMP_API plump_result plump_world_measure_overlap(const plump_world* world,
                                                   plump_overlap_report* report,
                                                   plump_error* error);

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
