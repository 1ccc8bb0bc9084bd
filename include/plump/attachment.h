// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_ATTACHMENT_H
#define PLUMP_ATTACHMENT_H

/// Attachments tie a vertex to another vertex, to an obstacle, or to a point that the caller moves.
/// Both sides feel the same force; a strong enough one breaks the tie.
///
/// One vertex is a point, and whatever pulls hard at a point stretches it out of the surface. With
/// a radius the tie holds a patch instead: the mean of the vertices around, more of the near ones.

#include <plump/obstacle.h>

/// How an attachment starts. Begin with plump_default_attachment_def().
typedef struct plump_attachment_def {
    plump_body_id body;
    uint32_t vertex;
    plump_body_id other;  ///< another body (or the same), with other_vertex; or ...
    uint32_t other_vertex;
    plump_obstacle_id obstacle;  ///< ... an obstacle, with `point` in its own frame; or neither
    double point[3];             ///< then this point of the world
    float stiffness;             ///< N/m; 0: holds fast (default)
    float breaking_force;        ///< N, as a mean over a step; 0: never breaks (default)
    float damping;  ///< N s/m, with a stiffness only: against the speed of the two past each other;
                    ///< between bodies along the line between them. Stable however large. The
                    ///< damping ratio of a mass m is damping / (2 sqrt(stiffness m)): 1 does not
                    ///< swing. 0 (default): only what implicit steps damp by themselves
    float radius;   ///< m at rest; 0: the vertex alone (default). The patch is the part of the
                    ///< surface nearer than that which hangs together with the vertex. At the
                    ///< distance d a vertex counts as its area times (1 - (d / radius)^2)^2; all
                    ///< shares add up to 1 and never change
    float other_radius;  ///< the same of `other`
    uint64_t user;
    uint32_t cookie;
} plump_attachment_def;

PLUMP_API plump_attachment_def plump_default_attachment_def(void);
PLUMP_API plump_result plump_attachment_create(plump_world* world, const plump_attachment_def* def,
                                               plump_attachment_id* attachment, plump_error* error);
PLUMP_API plump_result plump_attachment_destroy(plump_world* world, plump_attachment_id attachment,
                                                plump_error* error);
/// Where a patch is now that an attachment would hold: its point, if it is not to be pulled at
/// once.
PLUMP_API plump_result plump_attachment_find_patch(const plump_world* world, plump_body_id body,
                                                   uint32_t vertex, float radius, double centre[3],
                                                   plump_error* error);
PLUMP_API bool plump_attachment_exists(const plump_world* world, plump_attachment_id attachment);
/// Moves the point of an attachment to a point evenly to `target` during the next step.
PLUMP_API plump_result plump_attachment_move(plump_world* world, plump_attachment_id attachment,
                                             const double target[3], plump_error* error);

typedef struct plump_attachment_info {
    uint64_t user;
    bool broken;                  ///< it does nothing any more, until destroyed
    bool idle;                    ///< it does nothing as long as a body that it ties is disabled
    double force[3];              ///< N on `body`, mean of the last step
    double distance;              ///< m between the two that it ties
    double held[3];               ///< where it holds `body`: the vertex, or the mean of the patch
    uint32_t vertex_count;        ///< of the patch; 1 without a radius
    uint32_t other_vertex_count;  ///< the same of `other`; 0 where there is none
} plump_attachment_info;

PLUMP_API plump_result plump_attachment_get_info(const plump_world* world,
                                                 plump_attachment_id attachment,
                                                 plump_attachment_info* info, plump_error* error);
/// The vertices of a patch, of `body` or of `other`, and their shares. Fills up to `capacity` of
/// each list that is not NULL; returns how many there are, 0 if there is no such attachment.
PLUMP_API uint32_t plump_attachment_patch(const plump_world* world, plump_attachment_id attachment,
                                          bool of_other, uint32_t* vertices, float* shares,
                                          uint32_t capacity);
/// In order of creation. Destroying a body or an obstacle destroys its attachments.
PLUMP_API uint32_t plump_world_attachments(const plump_world* world,
                                           plump_attachment_id* attachments, uint32_t capacity);

#endif
