// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts that last. What two have in common, their manifold, is searched for once in a step. In
// the substeps that follow it is taken over as long as the two have hardly moved past each other:
// places, weights and normals stay, gaps and slides are those of now.
//
// Nothing that touches is missed by that. All was listed that was nearer than the margin and a
// slack s; with t bounding how far any place of one has moved past any of the other since, what is
// not listed is farther than the margin and s - t, and t is at most a tenth of s. What was
// predicted to come nearer within the substep was listed from as much farther away: a substep that
// predicts more than half a slack beyond that searches again. Between parts of one body what is
// nearer than two margins was listed, which is farther than the margin and t, too. Continuous
// detection knows t.
//
// Every step begins with a search: it goes on after a snapshot as it would have without.
#ifndef PL_COLLIDE_MANIFOLD_H
#define PL_COLLIDE_MANIFOLD_H

#include "src/collide/collide.h"

struct pl_collide;
struct pl_finding;
struct pl_item;

typedef struct pl_manifold {
    uint32_t a, b;
    bool is_obstacle;
    bool parts;             // of parts of one body only
    bool whole;             // no contact was left out
    uint32_t first, count;  // in the list of the last substep
    float slack, way;       // of the pair when it was searched for, m
    double drift[3];        // how far a had moved past b since the step began, ...
    double spread;          // ... and places of both past that
} pl_manifold;

// A step begins: there are none.
void pl_manifolds_begin(struct pl_collide* collide);
// Before contacts are searched for: tells each pair its manifold, if that is to be taken over.
void pl_manifolds_match(const pl_stage* stage);
// An item of contacts that are taken over.
void pl_manifold_take(struct pl_finding* finding, const struct pl_item* item);
// True: all contacts are to be taken over, and have been, in their places.
bool pl_manifolds_take_all(const pl_stage* stage);
// When contacts are listed: what is to be known of them in the next substep.
void pl_manifolds_note(const pl_stage* stage, bool whole);

#endif
