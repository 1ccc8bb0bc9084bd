// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What has gone through each other in a substep (src/collide/continuous.c) is put back on its side,
// so that surfaces which do not cross at its beginning do not at its end. First by impulses along
// the normals of the times of impact, one after the other, as long as that helps; what still
// crosses then becomes an impact zone (Provot 1997; Bridson, Fedkiw, Anderson 2002): all places
// that are in it move as one rigid piece, with the momentum and the spin that they have together,
// and what moves as one piece does not cross itself. Zones that meet become one; if that takes too
// long whole bodies do. A zone that goes through an obstacle of triangles moves with the obstacle.
//
// Both take speed out of what comes together, and none else: nothing is gained by it. A place that
// an obstacle holds is not pushed into it, and a zone with such places does not turn, nor move into
// the obstacle. What sleeps, or is pinned, does not give way.
#include "src/contact/contact.h"
#include "src/contact/resolve.h"
#include "src/math/rotation.h"
#include "src/state/exchange.h"

#include <math.h>

#define IMPULSE_PASSES 4   // of all: after so many searches zones are made
#define WHOLE_PASS     7   // after so many whole bodies are
#define SWEEPS         10  // over the impulses of a search
// Of the margin: how far apart impulses bring what has crossed. What they part flies apart as fast:
// with 0.1 an edge of a heap at rest was thrown at 0.1 m/s again and again.
#define PARTED   1e-3f
#define FAR_MOST 1.5   // of what is lacking: one place that moves for all goes no farther
#define ON_WALL  1e-3  // of the size: nearer to an obstacle than this it lies on it

// --- who is in it ---

static size_t key_of(const pl_resolve* resolve, uint32_t body, uint32_t place) {
    return resolve->zone_first[body] + place;
}

static pl_zone_place* member_at(const pl_resolve* resolve, uint32_t body, uint32_t place) {
    return &resolve->members[resolve->member_of[key_of(resolve, body, place)] - 1];
}

// Room that is made in a step is told.
static bool make_room(const pl_stage* stage, void** array, size_t* capacity, size_t used,
                      size_t count, size_t size) {
    if (count <= *capacity) return true;
    if (stage->contacts->bounded ||
        !pl_grow(&stage->resolve->hooks, array, capacity, used, 2 * count, size))
        return false;
    stage->contacts->grown++;
    return true;
}

// False: there is no memory for more.
static bool add_member(const pl_stage* stage, uint32_t index, uint32_t place) {
    pl_resolve* resolve = stage->resolve;
    const pl_body* body = stage->all[index];
    size_t key = key_of(resolve, index, place), count = resolve->member_count;
    if (resolve->member_of[key] != 0) return true;
    if (!make_room(stage, (void**)&resolve->members, &resolve->member_capacity, count, count + 1,
                   sizeof *resolve->members))
        return false;
    resolve->members[count] = (pl_zone_place){.body = index,
                                              .place = place,
                                              .root = (uint32_t)count,
                                              .carrier = PL_NOBODY,
                                              .fixed = body->asleep || body->inv_mass[place] == 0};
    resolve->member_of[key] = (uint32_t)++resolve->member_count;
    return true;
}

// The body of its k-th place; PL_NOBODY: an obstacle's.
static uint32_t body_at(const pl_toi_event* event, uint32_t k) {
    return event->body[k >= event->split];
}

static bool add_members(const pl_stage* stage, const pl_toi_event* event) {
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t body = body_at(event, k);
        if (body == PL_NOBODY) continue;
        if (!add_member(stage, body, event->place[k])) return false;
        pl_zone_place* member = member_at(stage->resolve, body, event->place[k]);
        member->crosses = true;
        pl_mark_moved(stage->all[body], event->place[k]);  // whether it helps or not
        if (event->obstacle != PL_NOBODY) member->carrier = event->obstacle;
    }
    return true;
}

static bool gather_members(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->event_count; ++i)
        if (!add_members(stage, &list->events[i])) return false;
    return true;
}

// Obstacles at which they lie.
static void find_walls(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->member_count; ++i) resolve->members[i].wall_count = 0;
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        if (!pl_is_wall(stage, c)) continue;
        uint32_t at = resolve->member_of[key_of(resolve, c->body[0], c->place[0])];
        if (at == 0 || resolve->members[at - 1].wall_count == PL_ZONE_WALLS) continue;
        pl_zone_place* member = &resolve->members[at - 1];
        member->wall[member->wall_count++] = (uint32_t)i;
    }
}

void pl_contact_part_begin(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    size_t places = 0;
    resolve->member_count = 0;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        resolve->zone_first[i] = places;
        places += stage->all[i]->padded;
    }
}

void pl_contact_part_end(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->member_count; ++i) {
        const pl_zone_place* member = &resolve->members[i];
        resolve->member_of[key_of(resolve, member->body, member->place)] = 0;
    }
    resolve->member_count = 0;
}

// --- where they are ---

static pl_vec3d where(const pl_body* body, uint32_t place) {
    return pl_vec3d_make(body->origin[0] + (double)body->x[0][place],
                         body->origin[1] + (double)body->x[1][place],
                         body->origin[2] + (double)body->x[2][place]);
}

static pl_vec3d way_of(const pl_body* body, uint32_t place) {
    if (body->asleep) return pl_vec3d_make(0, 0, 0);
    return pl_vec3d_make((double)body->x[0][place] - (double)body->past[0][place],
                         (double)body->x[1][place] - (double)body->past[1][place],
                         (double)body->x[2][place] - (double)body->past[2][place]);
}

static void move_place(pl_body* body, uint32_t place, pl_vec3d move, float h) {
    const double d[3] = {move.x, move.y, move.z};
    for (int k = 0; k < 3; ++k) {
        body->x[k][place] += (float)d[k];
        body->v[k][place] += (float)(d[k] / (double)h);
    }
    body->touched = body->meets_soft = body->held_out = true;
    pl_mark_moved(body, place);
}

// How far a place is from an obstacle, less the margin, if it is there.
static double wall_gap(const pl_contact* c, pl_vec3d at) {
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
    return (double)c->gap + pl_vec3d_dot(n, pl_vec3d_sub(at, c->point));
}

// --- impulses ---

// Whether an obstacle is in the way.
static bool is_blocked(const pl_stage* stage, const pl_zone_place* member, pl_vec3d way) {
    const pl_body* body = stage->all[member->body];
    for (uint32_t i = 0; i < member->wall_count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[member->wall[i]];
        pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
        if (pl_vec3d_dot(n, way) < 0.0 &&
            wall_gap(c, where(body, member->place)) < ON_WALL * body->extent)
            return true;
    }
    return false;
}

// What is left of a move.
static pl_vec3d as_far_as_walls(const pl_stage* stage, const pl_zone_place* member, pl_vec3d move) {
    pl_vec3d at = where(stage->all[member->body], member->place);
    for (uint32_t i = 0; i < member->wall_count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[member->wall[i]];
        double gap = wall_gap(c, pl_vec3d_add(at, move));
        pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
        if (gap < 0.0 && pl_vec3d_dot(n, move) < 0.0) move = pl_vec3d_add_scaled(move, -gap, n);
    }
    return move;
}

static double limit(double value, double most) {
    return value > most ? most : value < -most ? -most : value;
}

// What the sides of an event have been given, N s. A side that is held takes what the other gets.
static void tell(const pl_stage* stage, const pl_toi_event* event, const pl_vec3d given[2]) {
    bool swapped = event->body[0] == PL_NOBODY;
    pl_who who = pl_who_make(stage, event->body[swapped], event->body[!swapped], event->obstacle);
    pl_vec3d normal = pl_vec3_widen(pl_vec3_load(event->normal)), other = given[!swapped];
    pl_vec3d impulse = given[swapped];
    if (pl_vec3d_length(other) > pl_vec3d_length(impulse)) impulse = pl_vec3d_neg(other);
    const pl_press_at at = {
        .push = pl_vec3d_length(impulse),
        .point = where(stage->all[who.body[0]], event->place[swapped ? event->split : 0]),
        .normal = swapped ? pl_vec3d_neg(normal) : normal};
    pl_exchange_give(stage, who, &at, impulse, false);
}

// True: it has changed something.
static bool push_apart(const pl_stage* stage, const pl_toi_event* event) {
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(event->normal));
    pl_vec3d about = pl_vec3d_load(stage->all[pl_toi_body(event)]->origin);
    double gap = event->held, ease = 0.0, inv_mass[4] = {0};
    for (uint32_t k = 0; k < 4; ++k) {
        if (body_at(event, k) == PL_NOBODY) continue;
        const pl_body* body = stage->all[body_at(event, k)];
        const pl_zone_place* member = member_at(stage->resolve, body->index, event->place[k]);
        double w = (double)event->weight[k];
        bool gives = !member->fixed && !is_blocked(stage, member, pl_vec3d_scale(n, w));
        inv_mass[k] = gives ? (double)body->inv_mass[event->place[k]] : 0.0;
        gap += w * pl_vec3d_dot(n, pl_vec3d_sub(where(body, event->place[k]), about));
        ease += w * w * inv_mass[k];
    }
    pl_vec3d given[2] = {{0, 0, 0}, {0, 0, 0}};
    double lack = (double)(PARTED * event->margin) - gap;
    if (!(lack > 0.0) || !(ease > 0.0)) return false;
    for (uint32_t k = 0; k < 4; ++k) {
        double push = limit((double)event->weight[k] * inv_mass[k] * lack / ease, FAR_MOST * lack);
        if (push == 0.0) continue;
        pl_body* body = stage->all[body_at(event, k)];
        const pl_zone_place* member = member_at(stage->resolve, body->index, event->place[k]);
        pl_vec3d move = as_far_as_walls(stage, member, pl_vec3d_scale(n, push));
        move_place(body, event->place[k], move, stage->h);
        body->contact[event->place[k]] = 1.0f;
        pl_vec3d* sum = &given[k >= event->split];
        *sum = pl_vec3d_add_scaled(*sum, 1.0 / (inv_mass[k] * (double)stage->h), move);
    }
    tell(stage, event, given);
    return true;
}

static void push_all(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    bool again = true;
    for (int sweep = 0; sweep < SWEEPS && again; ++sweep) {
        again = false;
        for (size_t i = 0; i < list->event_count; ++i)
            again = push_apart(stage, &list->events[i]) || again;
    }
}

// --- zones ---

static uint32_t root_of(const pl_resolve* resolve, uint32_t index) {
    pl_zone_place* members = resolve->members;
    while (members[index].root != index) {
        members[index].root = members[members[index].root].root;
        index = members[index].root;
    }
    return index;
}

// Returns the root of both.
static uint32_t join_roots(const pl_resolve* resolve, uint32_t a, uint32_t b) {
    uint32_t lower = a < b ? a : b, upper = a < b ? b : a;
    if (lower == upper) return lower;
    resolve->members[upper].root = lower;
    resolve->members[lower].united = true;
    return lower;
}

static uint32_t root_at(const pl_resolve* resolve, uint32_t body, uint32_t place) {
    return root_of(resolve, resolve->member_of[key_of(resolve, body, place)] - 1);
}

// A place that goes through an obstacle by itself is a zone of its own, too: it is carried.
static void unite(const pl_resolve* resolve, const pl_toi_event* event) {
    uint32_t root = PL_NOBODY;
    for (uint32_t k = 0; k < 4; ++k) {
        if (body_at(event, k) == PL_NOBODY) continue;
        uint32_t other = root_at(resolve, body_at(event, k), event->place[k]);
        root = root == PL_NOBODY ? other : join_roots(resolve, root, other);
    }
    if (event->obstacle != PL_NOBODY) resolve->members[root].united = true;
}

// All places of a body. False: there is no memory for them.
static bool unite_body(const pl_stage* stage, uint32_t index) {
    const pl_body* body = stage->all[index];
    for (uint32_t i = 0; i < body->count; ++i)
        if (!add_member(stage, index, i)) return false;
    uint32_t root = root_at(stage->resolve, index, 0);
    for (uint32_t i = 1; i < body->count; ++i)
        root = join_roots(stage->resolve, root, root_at(stage->resolve, index, i));
    return true;
}

// Events come pair by pair.
static bool is_of_same(const pl_toi_event* a, const pl_toi_event* b) {
    return (a->body[0] == b->body[0] && a->body[1] == b->body[1]) ||
           (a->body[0] == b->body[1] && a->body[1] == b->body[0]);
}

static bool unite_bodies(const pl_stage* stage) {
    const pl_toi_event* events = stage->contacts->events;
    for (size_t i = 0; i < stage->contacts->event_count; ++i) {
        if (i > 0 && is_of_same(&events[i], &events[i - 1])) continue;
        for (int side = 0; side < 2; ++side)
            if (events[i].body[side] != PL_NOBODY && !unite_body(stage, events[i].body[side]))
                return false;
    }
    return true;
}

static pl_vec3d past_of(const pl_body* body, uint32_t place) {
    return pl_vec3d_sub(where(body, place), way_of(body, place));
}

static void add_to_zone(const pl_stage* stage, pl_zone_sum* zone, const pl_zone_place* member) {
    const pl_body* body = stage->all[member->body];
    pl_vec3d way = way_of(body, member->place);
    if (member->fixed && !zone->fixed) zone->held = way;
    zone->fixed = zone->fixed || member->fixed;
    if (zone->carrier == PL_NOBODY) zone->carrier = member->carrier;
    zone->walled = zone->walled || member->wall_count > 0;
    double mass = member->fixed ? 0.0 : (double)body->mass[member->place];
    zone->mass += mass;
    zone->centre = pl_vec3d_add_scaled(zone->centre, mass, past_of(body, member->place));
    zone->way = pl_vec3d_add_scaled(zone->way, mass, way);
}

static void add_turn(const pl_stage* stage, pl_zone_sum* zone, const pl_zone_place* member) {
    const pl_body* body = stage->all[member->body];
    if (member->fixed) return;
    double mass = (double)body->mass[member->place];
    pl_vec3d r = pl_vec3d_sub(past_of(body, member->place), zone->centre);
    pl_vec3d way = pl_vec3d_sub(way_of(body, member->place), zone->way);
    zone->spin = pl_vec3d_add_scaled(zone->spin, mass, pl_vec3d_cross(r, way));
    const double a[3] = {r.x, r.y, r.z};
    double rr = pl_vec3d_dot(r, r);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            zone->inertia[3 * i + k] += mass * ((i == k ? rr : 0.0) - a[i] * a[k]);
}

static pl_vec3d row(const double m[9], int i) {
    return pl_vec3d_make(m[3 * i], m[3 * i + 1], m[3 * i + 2]);
}

// inertia . turn = spin, by Cramer's rule; what lies on a line does not turn.
static pl_vec3d turn_of(const pl_zone_sum* zone) {
    const double* m = zone->inertia;
    pl_vec3d a = row(m, 0), b = row(m, 1), c = row(m, 2), s = zone->spin;
    double det = pl_vec3d_triple(a, b, c), trace = m[0] + m[4] + m[8];
    if (!(det > 1e-6 * trace * trace * trace)) return pl_vec3d_make(0, 0, 0);
    pl_vec3d turn =
        pl_vec3d_make(pl_vec3d_triple(s, b, c), pl_vec3d_triple(a, s, c), pl_vec3d_triple(a, b, s));
    return pl_vec3d_scale(turn, 1.0 / det);
}

static void begin_motion(pl_zone_sum* zone) {
    if (zone->mass > 0.0) {
        zone->centre = pl_vec3d_scale(zone->centre, 1.0 / zone->mass);
        zone->way = pl_vec3d_scale(zone->way, 1.0 / zone->mass);
    }
}

static void finish_motion(pl_zone_sum* zone) {
    bool turns = !zone->fixed && !zone->walled;
    pl_vec3d half = turns ? pl_vec3d_scale(turn_of(zone), 0.5) : pl_vec3d_make(0, 0, 0);
    if (zone->fixed) zone->way = zone->held;
    double length = sqrt(1.0 + pl_vec3d_dot(half, half));
    const double q[4] = {half.x / length, half.y / length, half.z / length, 1.0 / length};
    pl_rotation_from_quaternion(q, zone->turn);
}

// A zone does not go into obstacles.
static void hold_at_walls(const pl_stage* stage, pl_zone_sum* zone, const pl_zone_place* member) {
    const pl_body* body = stage->all[member->body];
    for (uint32_t i = 0; i < member->wall_count && !zone->fixed; ++i) {
        const pl_contact* c = &stage->contacts->contacts[member->wall[i]];
        pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
        double gap = wall_gap(c, pl_vec3d_add(past_of(body, member->place), zone->way));
        if (gap < 0.0) zone->way = pl_vec3d_add_scaled(zone->way, -gap, n);
    }
}

// How far a point that is at `from` at the beginning moves with an obstacle.
static pl_vec3d way_with(const pl_obstacle* obstacle, pl_vec3d from) {
    pl_vec3d arm = pl_vec3d_sub(from, pl_vec3d_load(obstacle->past.position));
    pl_vec3d own = pl_rotation_back(obstacle->past.turn, arm);
    pl_vec3d to = pl_rotation_turn(obstacle->now.turn, own);
    return pl_vec3d_sub(pl_vec3d_add(to, pl_vec3d_load(obstacle->now.position)), from);
}

static pl_vec3d way_in(const pl_zone_sum* zone, pl_vec3d from) {
    pl_vec3d r = pl_vec3d_sub(from, zone->centre);
    return pl_vec3d_add(zone->way, pl_vec3d_sub(pl_rotation_turn(zone->turn, r), r));
}

static void move_member(const pl_stage* stage, pl_zone_sum* zone, const pl_zone_place* member) {
    pl_body* body = stage->all[member->body];
    if (member->fixed) return;
    pl_vec3d from = past_of(body, member->place);
    pl_vec3d way = zone->carrier == PL_NOBODY ? way_in(zone, from)
                                              : way_with(stage->obstacles[zone->carrier], from);
    move_place(body, member->place, pl_vec3d_sub(way, way_of(body, member->place)), stage->h);
    if (member->crosses) body->contact[member->place] = 1.0f;
}

typedef void zone_fn(const pl_stage* stage, pl_zone_sum* zone, const pl_zone_place* member);

static void each_member(const pl_stage* stage, zone_fn* run) {
    const pl_resolve* resolve = stage->resolve;
    for (uint32_t i = 0; i < resolve->member_count; ++i) {
        const pl_zone_place* root = &resolve->members[root_of(resolve, i)];
        if (root->united) run(stage, &resolve->zones[root->zone], &resolve->members[i]);
    }
}

// False: there is no memory for them.
static bool make_zones(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    resolve->zone_count = 0;
    for (uint32_t i = 0; i < resolve->member_count; ++i) {
        pl_zone_place* member = &resolve->members[i];
        if (member->root == i && member->united) member->zone = (uint32_t)resolve->zone_count++;
    }
    if (!make_room(stage, (void**)&resolve->zones, &resolve->zone_capacity, 0, resolve->zone_count,
                   sizeof *resolve->zones))
        return false;
    for (size_t i = 0; i < resolve->zone_count; ++i)
        resolve->zones[i] = (pl_zone_sum){.carrier = PL_NOBODY};
    return true;
}

static void move_zones(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    if (!make_zones(stage)) return;
    each_member(stage, add_to_zone);
    for (size_t i = 0; i < resolve->zone_count; ++i) begin_motion(&resolve->zones[i]);
    each_member(stage, add_turn);
    for (size_t i = 0; i < resolve->zone_count; ++i) finish_motion(&resolve->zones[i]);
    for (int pass = 0; pass < PL_ZONE_WALLS; ++pass) each_member(stage, hold_at_walls);
    each_member(stage, move_member);
}

// --- both ---

static void wake(const pl_stage* stage) {
    const pl_vec3d none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < stage->contacts->event_count; ++i) {
        const pl_toi_event* event = &stage->contacts->events[i];
        tell(stage, event, none);  // what zones give is found by what is left (account.c)
        for (int side = 0; side < 2; ++side) {
            if (event->body[side] == PL_NOBODY) continue;
            pl_body* body = stage->all[event->body[side]];
            body->disturbed = body->disturbed || body->asleep;
        }
    }
}

void pl_contact_part(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    bool whole = stage->pass >= WHOLE_PASS;
    if (!gather_members(stage) || (whole && !unite_bodies(stage))) return;
    wake(stage);
    find_walls(stage);
    if (stage->pass < IMPULSE_PASSES) {
        push_all(stage);
        return;
    }
    for (size_t i = 0; i < stage->contacts->event_count; ++i)
        unite(resolve, &stage->contacts->events[i]);
    move_zones(stage);
}
