// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which points of the bones are pushed, and out of which planes: those of the obstacle's surface.
// (The direction from centre to centre, in which the deformer pushes skin, would make a dome of the
// flat top of a box.) The deformer tells the deepest vertex of a bone in an obstacle, one per step.
// A bone that lies there needs several: on the deepest alone it tips until another is, and so on
// for ever. So points are kept for a while, up to four of a bone in an obstacle, and are held
// against the plane that was found last.
//
// A point is not a vertex for as long as it is kept: on a vertex a ball would not roll, it would be
// carried on behind its middle, and so pushed forward. What is kept is a ball of the bone's
// thickness that touches the plane there; it may turn with the bone, the point stays at its bottom.
#include "ragdoll/ragdoll_parts.h"

#include "src/base/alloc.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

#define TOUCHES_MOST 4   // of a bone in an obstacle
#define AGE_MOST     40  // steps that a point is kept without being found again
#define REACH_SIZES  1e3

// Beyond it a contact cannot be of a bone, and ODE ends the process at what such an arm makes.
static double find_reach(const plump_ragdoll* r) {
    double reach = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        const pl_ragdoll_part* part = &r->parts[i];
        double off[3];
        for (int k = 0; k < 3; ++k) off[k] = part->centre[k] - r->parts[0].centre[k];
        double far = sqrt(pl_ragdoll_dot(off, off)) + part->radius +
                     sqrt(pl_ragdoll_dot(part->joint, part->joint));
        reach = fmax(reach, REACH_SIZES * far);
    }
    return reach;
}

plump_result pl_ragdoll_check_contacts(const plump_ragdoll* r, const plump_jiggle_contact* contacts,
                                       uint32_t count, plump_error* error) {
    double reach = find_reach(r);
    for (uint32_t i = 0; i < count; ++i) {
        const plump_jiggle_contact* c = &contacts[i];
        double length = sqrt(pl_ragdoll_dot(c->direction, c->direction));
        double normal = sqrt(pl_ragdoll_dot(c->normal, c->normal));
        bool is_fine = c->depth >= 0 && c->depth < 1e12 && fabs(length - 1) < 1e-3 &&
                       (normal == 0 || fabs(normal - 1) < 1e-3);
        for (int k = 0; k < 3; ++k) is_fine = is_fine && fabs(c->point[k]) < 1e15;
        if (c->segment >= r->count)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "contact %u is of segment %u; the ragdoll has %u bones", (unsigned)i,
                           (unsigned)c->segment, (unsigned)r->count);
        if (!is_fine)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "contact %u: its depth must be 0 or more, its direction of length 1, "
                           "its normal too or 0, and its point finite",
                           (unsigned)i);
        double away[3];
        for (int k = 0; k < 3; ++k) away[k] = c->point[k] - r->motions[c->segment].position[k];
        if (!(sqrt(pl_ragdoll_dot(away, away)) <= reach))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "contact %u is %g m from its bone, a thousand times the ragdoll's size",
                           (unsigned)i, sqrt(pl_ragdoll_dot(away, away)));
    }
    return PLUMP_OK;
}

bool pl_ragdoll_is_touch(const plump_ragdoll* r, const pl_ragdoll_touch* touch) {
    double length = sqrt(pl_ragdoll_dot(touch->direction, touch->direction));
    bool is_fine = touch->bone < r->count && touch->age <= AGE_MOST && touch->missed <= 1 &&
                   fabs(length - 1) < 2e-3 && fabs(touch->level) < 1e16;
    double reach = 2 * find_reach(r);  // a ball's radius more than the point
    for (int k = 0; k < 3; ++k) is_fine = is_fine && fabs(touch->arm[k]) < reach;
    return is_fine;
}

double pl_ragdoll_depth(const plump_ragdoll* r, const pl_ragdoll_touch* touch,
                        const double position[3], const double rotation[4], double point[3]) {
    double radius = r->parts[touch->bone].radius;
    pl_ragdoll_turn(rotation, touch->arm, point);
    for (int k = 0; k < 3; ++k) point[k] += position[k] - radius * touch->direction[k];
    return touch->level - pl_ragdoll_dot(touch->direction, point);
}

static pl_ragdoll_touch touch_of(const plump_ragdoll* r, const plump_jiggle_contact* c) {
    pl_ragdoll_touch touch = {.bone = c->segment, .obstacle = c->obstacle};
    const pl_ragdoll_motion* m = &r->motions[c->segment];
    const double* n = pl_ragdoll_dot(c->normal, c->direction) > 0 ? c->normal : c->direction;
    double arm[3], radius = r->parts[c->segment].radius;
    for (int k = 0; k < 3; ++k) arm[k] = c->point[k] + radius * n[k] - m->position[k];
    pl_ragdoll_turn_back(m->rotation, arm, touch.arm);
    memcpy(touch.direction, n, sizeof touch.direction);
    touch.level = pl_ragdoll_dot(n, c->point) + c->depth * pl_ragdoll_dot(n, c->direction);
    return touch;
}

static bool are_together(const pl_ragdoll_touch* a, const pl_ragdoll_touch* b) {
    return a->bone == b->bone && a->obstacle == b->obstacle;
}

// Where the new point goes in the list: in the place of one beside it or, of four, of the oldest.
static uint32_t find_place(const plump_ragdoll* r, const pl_ragdoll_touch* touch) {
    uint32_t together = 0, oldest = r->touch_count;
    double near = r->parts[touch->bone].radius / 4;
    for (uint32_t i = 0; i < r->touch_count; ++i) {
        const pl_ragdoll_touch* other = &r->touches[i];
        if (!are_together(other, touch)) continue;
        double way[3];
        for (int k = 0; k < 3; ++k) way[k] = other->arm[k] - touch->arm[k];
        if (pl_ragdoll_dot(way, way) < near * near) return i;
        together++;
        if (oldest == r->touch_count || other->age > r->touches[oldest].age) oldest = i;
    }
    return together < TOUCHES_MOST ? r->touch_count : oldest;
}

// Points of the same bone and obstacle are held against the new plane; those on another side of the
// obstacle are let go.
static void renew_planes(plump_ragdoll* r, const pl_ragdoll_touch* touch) {
    for (uint32_t i = 0; i < r->touch_count; ++i) {
        pl_ragdoll_touch* other = &r->touches[i];
        if (!are_together(other, touch)) continue;
        bool is_same = pl_ragdoll_dot(other->direction, touch->direction) > 0.9;
        other->missed = !is_same;
        memcpy(other->direction, touch->direction, sizeof other->direction);
        other->level = touch->level;
        if (!is_same) other->age = AGE_MOST;
    }
}

static bool is_outside_before(const plump_ragdoll* r, const pl_ragdoll_touch* touch) {
    const pl_ragdoll_motion* before = &r->before[touch->bone];
    double point[3];
    return r->clock.before_time > 0 &&
           pl_ragdoll_depth(r, touch, before->position, before->rotation, point) <= 0;
}

static void drop(plump_ragdoll* r, bool missed_too) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->touch_count; ++i) {
        const pl_ragdoll_touch* touch = &r->touches[i];
        if (touch->age < AGE_MOST && !(missed_too && touch->missed)) r->touches[kept++] = *touch;
    }
    r->touch_count = kept;
}

void pl_ragdoll_drop_missed(plump_ragdoll* ragdoll) {
    drop(ragdoll, true);
}

plump_result pl_ragdoll_take_contacts(plump_ragdoll* r, const plump_jiggle_contact* contacts,
                                      uint32_t count, bool* is_late, plump_error* error) {
    if (!pl_grow(&r->hooks, (void**)&r->touches, &r->touch_capacity, r->touch_count,
                 (size_t)r->touch_count + count, sizeof *r->touches))
        return pl_fail_memory(error, "the contacts of a ragdoll");
    for (uint32_t i = 0; i < r->touch_count; ++i) {
        r->touches[i].age++;
        r->touches[i].missed = 1;
    }
    *is_late = false;
    for (uint32_t i = 0; i < count; ++i) {
        pl_ragdoll_touch touch = touch_of(r, &contacts[i]);
        renew_planes(r, &touch);
        uint32_t place = find_place(r, &touch);
        if (place == r->touch_count) r->touch_count++;
        r->touches[place] = touch;
        *is_late = *is_late || is_outside_before(r, &touch);
    }
    drop(r, false);
    return PLUMP_OK;
}
