// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Impacts. A body that would go deeper into something in one substep than contacts can mend is
// stopped where it first touches: all its places go only a share of their way, and the whole loses
// the speed at which it came in, but for what the next substep can take. What is given to one is
// taken from the other. It is the price of substeps of finite length, and reported. What spins into
// something loses that, too (stop_spin.c).
//
// Restitution is the same for bodies that wish for it: they get back a share of that speed at once,
// as a whole, before anything deforms.
#include "src/bone/skeleton.h"
#include "src/collide/collide_data.h"
#include "src/state/exchange.h"

#include <math.h>

#define DEEP_MOST    0.5   // of volume / area: how deep contacts may have to mend
#define ROUNDS       4     // who is stopped may be run into by others
#define BOUNCE_SLOW  4.0   // times what gravity adds in a substep: slower ones do not bounce ...
#define BOUNCE_LEAST 0.02  // ... nor these, in sqrt(gravity x size)

double pl_body_girth(const pl_body* body) {
    double scale = (double)body->def.scale;
    double area = body->surface->area_total * scale * scale;
    return DEEP_MOST * fabs(body->rest_volume) / area;
}

static float restitution_of(const pl_stage* stage, const pl_pair* pair) {
    float own = stage->all[pair->a]->def.restitution;
    return pl_larger(own, pair->is_obstacle ? stage->obstacles[pair->b]->def.restitution
                                            : stage->all[pair->b]->def.restitution);
}

static double depth_most(const pl_stage* stage, const pl_pair* pair) {
    double own = stage->collide->bounds[pair->a].girth;
    if (pair->is_obstacle) return own;
    double other = stage->collide->bounds[pair->b].girth;
    return own < other ? own : other;
}

static void take_first(pl_impact* first, double at, pl_vec3d normal, double approach,
                       pl_vec3d point) {
    if (at < first->at && approach > 0.0) *first = (pl_impact){at, normal, approach, point};
}

static pl_vec3d place_of(const pl_body* body, uint32_t i, double at) {
    pl_vec3d now =
        pl_vec3d_make((double)body->x[0][i], (double)body->x[1][i], (double)body->x[2][i]);
    pl_vec3d origin = pl_vec3d_load(body->origin);
    if (body->asleep) return pl_vec3d_add(origin, now);
    pl_vec3d past =
        pl_vec3d_make((double)body->past[0][i], (double)body->past[1][i], (double)body->past[2][i]);
    return pl_vec3d_add(origin, pl_vec3d_mix(past, now, at));
}

static pl_vec3d relative_drift(const pl_stage* stage, const pl_pair* pair) {
    pl_vec3d other = pair->is_obstacle ? pl_obstacle_drift(stage->obstacles[pair->b])
                                       : pl_body_drift(stage->all[pair->b]);
    return pl_vec3d_sub(pl_body_drift(stage->all[pair->a]), other);
}

// How far any place moves past the other in this substep, m.
static double way_past(const pl_stage* stage, const pl_pair* pair) {
    double way = pl_vec3d_length(relative_drift(stage, pair)) + pl_body_spread(stage->all[pair->a]);
    if (!pair->is_obstacle) way += pl_body_spread(stage->all[pair->b]);
    if (pair->is_obstacle && pl_obstacle_moves(stage->obstacles[pair->b]))
        way += pl_obstacle_turning(stage->obstacles[pair->b], stage->all[pair->a]);
    return way;
}

// --- against obstacles ---

typedef struct sweep {
    const pl_body* body;
    const pl_obstacle* obstacle;
    pl_view past, now;
    pl_impact* first;
} sweep;

static void sweep_place(const sweep* s, uint32_t place) {
    const pl_body* body = s->body;
    const pl_solid* solid = s->obstacle->solid;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* x_past[3] = {body->past[0], body->past[1], body->past[2]};
    double from[3], to[3], at, normal[3];
    pl_view_apply(&s->past, x_past, place, from);
    pl_view_apply(&s->now, x, place, to);
    if (pl_solid_is_round(solid)) {
        if (!pl_solid_segment(solid, from, to, &at, normal)) return;
    } else {
        float a[3], b[3];
        pl_crossing crossing;
        for (int k = 0; k < 3; ++k) a[k] = (float)from[k], b[k] = (float)to[k];
        pl_tree_segment(&solid->tree, solid->x, a, b, &crossing);
        if (crossing.triangle == PL_TREE_NONE) return;
        if (solid->surface && crossing.enters == solid->hollow) return;  // on its way out
        const uint32_t* corner = solid->triangles + 3 * (size_t)crossing.triangle;
        pl_vec3d n = pl_vec3_widen(pl_face_normal(solid->x, corner));
        pl_vec3d_store(pl_vec3d_scale(n, crossing.enters ? 1.0 : -1.0), normal);
        at = (double)crossing.at;
    }
    pl_vec3d n = pl_vec3d_load(normal);
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(to), pl_vec3d_load(from));
    take_first(s->first, at, pl_vec3_widen(pl_view_back(&s->now, n)), -pl_vec3d_dot(way, n),
               place_of(body, place, at));
}

// An edge of the obstacle on its way into the body, as the body's middle sees it.
static void sweep_sample(const pl_sample* sample, void* user) {
    const sweep* s = user;
    const pl_body* body = s->body;
    const float* x[3] = {body->past[0], body->past[1], body->past[2]};
    pl_vec3d to = pl_vec3d_sub(sample->now, pl_body_drift(body));
    float a[3], b[3];
    pl_vec3_store(pl_vec3d_narrow(sample->past), a);
    pl_vec3_store(pl_vec3d_narrow(to), b);
    pl_crossing crossing;
    pl_tree_segment(&body->collider->tree, x, a, b, &crossing);
    if (crossing.triangle == PL_TREE_NONE || !crossing.enters) return;
    const uint32_t* corner = body->surface->triangles + 3 * (size_t)crossing.triangle;
    pl_vec3d n = pl_vec3_widen(pl_vec3_neg(pl_face_normal(x, corner)));
    pl_vec3d way = pl_vec3d_sub(sample->past, to);
    pl_vec3d point = pl_vec3d_mix(sample->past, sample->now, (double)crossing.at);
    take_first(s->first, (double)crossing.at, n, -pl_vec3d_dot(way, n),
               pl_vec3d_add(point, pl_vec3d_load(body->origin)));
}

// Whether what begins in a group's box may come to the obstacle: a ribbon is looked at in nearly
// every substep, since it is thinner than its ways, and most of it is nowhere near.
static bool may_come(const sweep* s, uint32_t group, double way) {
    float lo[3], hi[3];
    if (s->body->pin_count > 0 || !pl_solid_is_round(s->obstacle->solid)) return true;
    pl_tree_group_box(&s->body->collider->tree, group, lo, hi);
    return pl_box_is_near(s->obstacle->solid, &s->past, lo, hi, way);
}

static pl_impact meet_obstacle(const pl_stage* stage, const pl_pair* pair) {
    pl_impact first = {.at = 2.0};
    const pl_obstacle* obstacle = stage->obstacles[pair->b];
    const pl_body* body = stage->all[pair->a];
    sweep s = {body, obstacle, pl_view_make(&obstacle->past, body->origin),
               pl_view_make(&obstacle->now, body->origin), &first};
    const pl_tree_shape* shape = body->collider->tree.shape;
    double way = way_past(stage, pair);
    for (uint32_t group = 0; group < pl_tree_group_count(shape); ++group) {
        uint32_t begin, end;
        if (!may_come(&s, group, way)) continue;
        pl_tree_group_vertices(shape, group, &begin, &end);
        for (uint32_t i = begin; i < end; ++i) sweep_place(&s, shape->owned[i]);
    }
    for (uint32_t i = 0; i < obstacle->solid->edge_count; ++i)
        pl_visit_samples(body, obstacle, &obstacle->solid->edges[i], sweep_sample, &s);
    return first;
}

// --- against bodies ---

// The places of one in the frame of the other, which is held still at the beginning.
typedef struct passage {
    const pl_body *mover, *still;
    const float* target[3];      // places of the other at the beginning
    pl_vec3d shift, drift;       // into its frame; how it moves as a whole
    float way_lo[3], way_hi[3];  // how far places of the mover get in that frame, m
    double slow;                 // m: ways that do no harm
    double side;
    pl_impact* first;
} passage;

static passage set_passage(const pl_pair* pair, const pl_body* mover, const pl_body* still,
                           double side, pl_impact* first) {
    passage p = {.mover = mover, .still = still, .side = side, .first = first};
    p.shift = pl_vec3d_sub(pl_vec3d_load(mover->origin), pl_vec3d_load(still->origin));
    p.drift = pl_body_drift(still);
    const double shift[3] = {p.shift.x, p.shift.y, p.shift.z};
    const double drift[3] = {p.drift.x, p.drift.y, p.drift.z};
    for (int k = 0; k < 3; ++k) {
        double lo = mover->asleep ? 0.0 : (double)mover->collider->move_lo[k];
        double hi = mover->asleep ? 0.0 : (double)mover->collider->move_hi[k];
        p.target[k] = still->asleep ? still->x[k] : still->past[k];
        p.way_lo[k] = (float)(shift[k] + (lo < drift[k] ? lo - drift[k] : 0.0)) - pair->slack;
        p.way_hi[k] = (float)(shift[k] + (hi > drift[k] ? hi - drift[k] : 0.0)) + pair->slack;
    }
    return p;
}

static pl_vec3d way_of(const passage* p, uint32_t i) {
    const pl_body* mover = p->mover;
    double moved[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3 && !mover->asleep; ++k)
        moved[k] = (double)mover->x[k][i] - (double)mover->past[k][i];
    return pl_vec3d_sub(pl_vec3d_load(moved), p->drift);
}

// Never enough.
static bool pass(const passage* p, uint32_t i) {
    const pl_body* mover = p->mover;
    float* const* x = mover->asleep ? mover->x : mover->past;
    pl_vec3d then = pl_vec3d_make((double)x[0][i], (double)x[1][i], (double)x[2][i]);
    pl_vec3d way = way_of(p, i), from = pl_vec3d_add(then, p->shift);
    float a[3], b[3];
    pl_vec3_store(pl_vec3d_narrow(from), a);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_add(from, way)), b);
    pl_crossing crossing;
    pl_tree_segment(&p->still->collider->tree, p->target, a, b, &crossing);
    if (crossing.triangle == PL_TREE_NONE || !crossing.enters) return false;
    const uint32_t* corner = p->still->surface->triangles + 3 * (size_t)crossing.triangle;
    pl_vec3d n = pl_vec3_widen(pl_face_normal(p->target, corner));
    take_first(p->first, (double)crossing.at, pl_vec3d_scale(n, p->side), -pl_vec3d_dot(way, n),
               place_of(mover, i, (double)crossing.at));
    return false;
}

// Whether what begins in a box of the mover may come to the other. Pinned places are not held back
// with the rest: their ways are not known.
static bool comes_near(const passage* p, const float lo[3], const float hi[3]) {
    float from[3], to[3];
    for (int k = 0; k < 3; ++k) {
        from[k] = lo[k] + p->way_lo[k];
        to[k] = hi[k] + p->way_hi[k];
    }
    return p->mover->pin_count > 0 || pl_tree_meets(&p->still->collider->tree, from, to);
}

// Calls `visit` for the places of the mover that may come to the other, until one says true.
typedef bool visit_place(const passage* p, uint32_t place);

static bool visit_near(const passage* p, visit_place* visit) {
    const pl_tree* tree = &p->mover->collider->tree;
    const uint32_t* first = tree->shape->owned_first;
    float lo[3], hi[3];
    for (uint32_t leaf = 0; leaf < tree->shape->leaf_count; ++leaf) {
        if (leaf % PL_TREE_GROUP_LEAVES == 0) {
            pl_tree_group_box(tree, leaf / PL_TREE_GROUP_LEAVES, lo, hi);
            if (!comes_near(p, lo, hi)) {
                leaf += PL_TREE_GROUP_LEAVES - 1;
                continue;
            }
        }
        pl_tree_leaf_box(tree, leaf, lo, hi);
        if (!comes_near(p, lo, hi)) continue;
        for (uint32_t i = first[leaf]; i < first[leaf + 1]; ++i)
            if (visit(p, tree->shape->owned[i])) return true;
    }
    return false;
}

static bool is_fast(const passage* p, uint32_t i) {
    pl_vec3d way = way_of(p, i);
    return pl_vec3d_dot(way, way) > p->slow * p->slow;
}

static pl_impact meet_body(const pl_stage* stage, const pl_pair* pair) {
    pl_impact first = {.at = 2.0};
    const pl_body *a = stage->all[pair->a], *b = stage->all[pair->b];
    passage there = set_passage(pair, a, b, 1.0, &first);
    passage back = set_passage(pair, b, a, -1.0, &first);
    there.slow = back.slow = depth_most(stage, pair);
    // slow ones are of interest only where others are fast, or where they bounce
    bool matters = restitution_of(stage, pair) > 0.0f || visit_near(&there, is_fast) ||
                   visit_near(&back, is_fast);
    if (!matters) return first;
    visit_near(&there, pass);
    visit_near(&back, pass);
    return first;
}

// --- what is done about it ---

// Where it is hit, as it stands at the end of the substep.
static pl_vec3d where_met(const pl_obstacle* obstacle, const pl_impact* hit) {
    return pl_vec3d_add_scaled(hit->point, 1.0 - hit->at, pl_obstacle_drift(obstacle));
}

static pl_struck see_free(const pl_stage* stage, const pl_obstacle* obstacle,
                          const pl_impact* hit) {
    pl_vec3d at = where_met(obstacle, hit);
    return (pl_struck){.velocity = pl_skeleton_speed(stage, obstacle->bone, at),
                       .ease = pl_skeleton_ease(stage, obstacle->bone, at, hit->normal)};
}

// What an obstacle is where it is hit: a bone is as heavy as its joints let it be, and as fast as
// blows of this substep have made it.
static pl_struck see_obstacle(const pl_stage* stage, const pl_obstacle* obstacle,
                              const pl_impact* hit) {
    if (pl_obstacle_gives(obstacle)) return see_free(stage, obstacle, hit);
    pl_vec3d drift = pl_obstacle_drift_at(obstacle, hit->point);
    pl_struck struck = {.velocity = pl_vec3d_scale(drift, 1.0 / (double)stage->h)};
    if (!obstacle->bone) return struck;
    struck.ease = pl_skeleton_ease(stage, obstacle->bone, hit->point, hit->normal);
    pl_vec3d kick = pl_skeleton_kick(stage, obstacle->bone, hit->point);
    struck.velocity = pl_vec3d_add(struck.velocity, kick);
    return struck;
}

// Of the wholes, with what impacts in this substep have changed; of an obstacle, where it is hit.
static double speed_of(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit) {
    pl_vec3d other = pair->is_obstacle
                         ? see_obstacle(stage, stage->obstacles[pair->b], hit).velocity
                         : stage->all[pair->b]->collider->velocity;
    pl_vec3d apart = pl_vec3d_sub(stage->all[pair->a]->collider->velocity, other);
    return -pl_vec3d_dot(apart, hit->normal);
}

static bool may_hit_hard(const pl_stage* stage, const pl_pair* pair) {
    if (!pair->is_obstacle && pair->a == pair->b) return false;
    if (restitution_of(stage, pair) > 0.0f) return true;
    return way_past(stage, pair) > depth_most(stage, pair);
}

// All places go this share of their way and are carried from there, and the whole gets faster by
// `kick`.
static void hold_back(pl_body* body, double share, pl_vec3d carry, pl_vec3d kick) {
    float part = (float)share;
    const float add[3] = {(float)kick.x, (float)kick.y, (float)kick.z};
    const float on[3] = {(float)carry.x, (float)carry.y, (float)carry.z};
    for (int k = 0; k < 3; ++k) {
        float *x = body->x[k], *v = body->v[k], *ahead = body->ahead[k];
        const float* past = body->past[k];
        for (uint32_t i = 0; i < body->count; ++i) {
            if (!(body->inv_mass[i] > 0.0f)) continue;
            x[i] = past[i] + part * (x[i] - past[i]) + on[k];
            ahead[i] = past[i] + part * (ahead[i] - past[i]) + on[k];
            v[i] += add[k];
        }
        body->collider->move_lo[k] = part * body->collider->move_lo[k] + on[k];
        body->collider->move_hi[k] = part * body->collider->move_hi[k] + on[k];
        if (on[k] < 0.0f) body->box_lo[k] += on[k];
        if (on[k] > 0.0f) body->box_hi[k] += on[k];
    }
    body->collider->velocity = pl_vec3d_add(body->collider->velocity, kick);
    body->collider->held++;
}

static double inverse_mass(const pl_body* body) {
    return body->asleep || body->pin_count > 0 ? 0.0 : 1.0 / body->mass_total;
}

// How far an obstacle that has been met goes on into the body for the rest of the substep.
static pl_vec3d carry_on(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit,
                         double share) {
    if (!pair->is_obstacle || pl_obstacle_gives(stage->obstacles[pair->b]))
        return pl_vec3d_make(0, 0, 0);
    pl_vec3d drift = pl_obstacle_drift_at(stage->obstacles[pair->b], hit->point);
    double way = pl_vec3d_dot(drift, hit->normal);
    return pl_vec3d_scale(hit->normal, way > 0.0 ? (1.0 - share) * way : 0.0);
}

// What a body was given, to the bone that it is from.
static void push_bone(const pl_stage* stage, pl_body* body, const pl_obstacle* obstacle,
                      const pl_impact* hit, pl_vec3d impulse) {
    if (!obstacle || !obstacle->bone || !(pl_vec3d_dot(impulse, impulse) > 0.0)) return;
    pl_vec3d back = pl_vec3d_neg(impulse);
    if (!pl_obstacle_gives(obstacle)) {
        pl_skeleton_push(obstacle->bone, hit->point, back, true);
        return;
    }
    pl_skeleton_strike(stage, obstacle->bone, where_met(obstacle, hit), back);
    body->on_driven = body->on_driven || (body->struck_by && body->struck_by != obstacle->bone);
    body->struck_by = obstacle->bone;
}

// What a body was given, into its sum.
static void tell_body(pl_body* body, pl_vec3d sum) {
    double impulse[3];
    pl_vec3d_store(sum, impulse);
    for (int k = 0; k < 3; ++k) body->contact_impulse[k] += impulse[k];
    body->disturbed = body->disturbed || body->asleep;
}

static void tell_obstacle(pl_obstacle* hit_one, const pl_impact* hit, pl_vec3d sum) {
    pl_obstacle* obstacle = pl_obstacle_whole(hit_one);
    pl_vec3d arm = pl_vec3d_sub(hit->point, pl_vec3d_load(obstacle->now.position));
    double impulse[3], turn[3];
    pl_vec3d_store(sum, impulse);
    pl_vec3d_store(pl_vec3d_cross(arm, sum), turn);
    for (int k = 0; k < 3; ++k) {
        obstacle->impulse[k] += impulse[k];
        obstacle->angular_impulse[k] += turn[k];
    }
}

// What each of the two gives way by, 1/kg, and the impulse that takes out so much of the speed at
// which they come at each other as wholes, N s.
typedef struct blow {
    double ease_a, ease_b, impulse;
} blow;

static blow blow_of(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit, double take) {
    blow b = {.ease_a = inverse_mass(stage->all[pair->a])};
    b.ease_b = pair->is_obstacle ? see_obstacle(stage, stage->obstacles[pair->b], hit).ease
                                 : inverse_mass(stage->all[pair->b]);
    double ease = b.ease_a + b.ease_b;
    b.impulse = take > 0.0 && ease > 0.0 ? take / ease : 0.0;
    if (!isfinite(b.impulse)) b.impulse = 0.0;
    return b;
}

// Who has got what.
static void tell(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit, pl_vec3d sum) {
    pl_who who = pl_who_make(stage, pair->a, pair->is_obstacle ? PL_NOBODY : pair->b,
                             pair->is_obstacle ? pair->b : PL_NOBODY);
    pl_exchange_give(stage, who, &(pl_press_at){pl_vec3d_length(sum), hit->point, hit->normal}, sum,
                     true);
    tell_body(stage->all[pair->a], sum);
    if (pair->is_obstacle) {
        tell_obstacle(stage->obstacles[pair->b], hit, pl_vec3d_neg(sum));
    } else {
        tell_body(stage->all[pair->b], pl_vec3d_neg(sum));
    }
}

// At which a body goes towards the other where they meet, by its rigid motion.
static pl_vec3d rigid_at(const pl_body* body, const pl_impact* hit) {
    const pl_motion* now = &body->motion_now;
    if (body->asleep) return pl_vec3d_make(0, 0, 0);
    pl_vec3d centre = pl_vec3d_add(pl_vec3d_load(body->origin), now->centre);
    pl_vec3d spin = pl_vec3d_cross(now->angular_velocity, pl_vec3d_sub(hit->point, centre));
    return pl_vec3d_add(now->velocity, spin);
}

static double rigid_speed(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit) {
    pl_vec3d other = pair->is_obstacle
                         ? see_obstacle(stage, stage->obstacles[pair->b], hit).velocity
                         : rigid_at(stage->all[pair->b], hit);
    pl_vec3d apart = pl_vec3d_sub(rigid_at(stage->all[pair->a], hit), other);
    return -pl_vec3d_dot(apart, hit->normal);
}

// How it moves by now: a light bone that is struck comes back in the same substep.
static void move_anew(const pl_stage* stage, pl_body* body) {
    pl_inertia inertia;
    if (!body->struck_by || body->asleep) return;
    pl_motion_sum_span(&(pl_span){body, 0, body->padded}, stage);
    body->motion_now = pl_motion_join_body(body, &inertia);
}

// The speed at which the two come at each other as wholes, taken out but for what may stay.
static void answer(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit, double share,
                   double stay) {
    pl_body* a = stage->all[pair->a];
    pl_body* b = pair->is_obstacle ? NULL : stage->all[pair->b];
    pl_obstacle* obstacle = b ? NULL : stage->obstacles[pair->b];
    pl_vec3d carry = carry_on(stage, pair, hit, share);
    // what gives way turns, and pl_stop_spin() does all of it, with the spin that there is
    bool turns = obstacle && pl_obstacle_gives(obstacle) && rigid_speed(stage, pair, hit) > stay;
    blow got = blow_of(stage, pair, hit, turns ? 0.0 : speed_of(stage, pair, hit) - stay);
    pl_vec3d push = pl_vec3d_scale(hit->normal, got.impulse);
    if (!a->asleep) hold_back(a, share, carry, pl_vec3d_scale(push, got.ease_a));
    if (b && !b->asleep) hold_back(b, share, carry, pl_vec3d_scale(push, -got.ease_b));
    push_bone(stage, a, obstacle, hit, push);
    pl_struck struck = {0};
    if (obstacle) struck = see_obstacle(stage, obstacle, hit);
    pl_vec3d spin = pl_stop_spin(stage, a, b, &struck, hit, stay);
    push_bone(stage, a, obstacle, hit, spin);
    move_anew(stage, a);
    tell(stage, pair, hit, pl_vec3d_add(push, spin));
}

// --- restitution ---

// A light body between a heavy one and a floor would be thrown to and fro by both in every substep
// and hold up the heavy one without slowing it: one that lies on something does not bounce off what
// is heavier, contacts slow both.
static bool is_between(const pl_stage* stage, const pl_pair* pair) {
    if (pair->is_obstacle) return false;
    const pl_body *a = stage->all[pair->a], *b = stage->all[pair->b];
    return (a->mass_total < b->mass_total ? a : b)->contact_count > 0;
}

// At which their masses come at each other: that of places, which may vibrate, would be more.
static double mass_speed(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit) {
    const pl_body *a = stage->all[pair->a], *b = pair->is_obstacle ? NULL : stage->all[pair->b];
    pl_vec3d apart = a->asleep ? pl_vec3d_make(0, 0, 0) : a->motion_now.velocity;
    if (!b) {
        apart = pl_vec3d_sub(apart, see_obstacle(stage, stage->obstacles[pair->b], hit).velocity);
    } else if (!b->asleep) {
        apart = pl_vec3d_sub(apart, b->motion_now.velocity);
    }
    return -pl_vec3d_dot(apart, hit->normal);
}

// For this substep the body goes where its new velocity takes it: held where it hit, within the
// margin, it would be pushed out of that on top of what it is given back (a box of 12 Hz and
// restitution 1 got a tenth faster with every bounce).
static void throw_back(pl_body* body, pl_vec3d kick, double h) {
    if (body->asleep) return;
    body->motion_now.velocity = pl_vec3d_add(body->motion_now.velocity, kick);
    hold_back(body, 0.0, pl_vec3d_scale(body->motion_now.velocity, h), kick);
}

// What gravity has added in this substep to the speed at which they meet. They turn round where
// they were at its beginning, with the speed that they had then, and gravity acts on them
// afterwards: it would be added once more with every bounce if it were given back, and what leaves
// without it rises higher than it was (a duck by 11 % in a step of 1/30 s).
static double pulled(const pl_stage* stage, const pl_pair* pair, const pl_impact* hit) {
    pl_vec3d pull = pl_vec3_widen(stage->all[pair->a]->acceleration);
    if (!pair->is_obstacle)
        pull = pl_vec3d_sub(pull, pl_vec3_widen(stage->all[pair->b]->acceleration));
    double added = -pl_vec3d_dot(pull, hit->normal) * (double)stage->h;
    return added > 0.0 ? added : 0.0;
}

// Gives back a share of the speed at which they meet, if that is not too slow.
static bool bounce(const pl_stage* stage, pl_pair* pair, const pl_impact* hit) {
    const pl_body* a = stage->all[pair->a];
    double h = (double)stage->h, gravity = (double)pl_vec3_length(a->acceleration);
    double slow = BOUNCE_SLOW * gravity * h + BOUNCE_LEAST * sqrt(gravity * a->extent);
    double speed = mass_speed(stage, pair, hit), back = restitution_of(stage, pair);
    if (!(back > 0.0) || !(speed > slow) || is_between(stage, pair)) return false;
    double gained = pulled(stage, pair, hit), away = back * (speed - gained) - gained;
    blow got = blow_of(stage, pair, hit, speed + (away > 0.0 ? away : 0.0));
    pl_vec3d push = pl_vec3d_scale(hit->normal, got.impulse);
    throw_back(stage->all[pair->a], pl_vec3d_scale(push, got.ease_a), h);
    if (pair->is_obstacle) {
        push_bone(stage, stage->all[pair->a], stage->obstacles[pair->b], hit, push);
    } else {
        throw_back(stage->all[pair->b], pl_vec3d_scale(push, -got.ease_b), h);
    }
    tell(stage, pair, hit, push);
    return pair->bounced = true;
}

// Where those that meet are slow enough as wholes, and single places are too fast: what they do
// beside the rigid motion is cut to this share, in positions and velocities alike, so that momentum
// and spin stay. (Held back as a whole, a body kept its speed without going anywhere, and gained
// what gravity added: 16 % more energy than there was, in a box that sank onto a camel's legs; and
// an Armadillo that lay on its fingers never slept, with places at 1 m/s that did not move.)
static void hold_shape(pl_body* body, double share, float h) {
    float part = (float)share;
    pl_vec3 u = pl_vec3d_narrow(body->motion_now.velocity);
    pl_vec3 w = pl_vec3d_narrow(body->motion_now.angular_velocity);
    pl_vec3 centre = pl_vec3d_narrow(body->motion_now.centre);
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!(body->inv_mass[i] > 0.0f)) continue;
        pl_vec3 x = pl_vec3_make(body->x[0][i], body->x[1][i], body->x[2][i]);
        pl_vec3 rigid = pl_vec3_add(u, pl_vec3_cross(w, pl_vec3_sub(x, centre)));
        const float own[3] = {rigid.x, rigid.y, rigid.z};
        for (int k = 0; k < 3; ++k) {
            float at = body->past[k][i] + h * own[k];
            body->x[k][i] = at + part * (body->x[k][i] - at);
            body->ahead[k][i] = at + part * (body->ahead[k][i] - at);
            body->v[k][i] = own[k] + part * (body->v[k][i] - own[k]);
        }
    }
    body->collider->held++;
}

static void hold_shapes(const pl_stage* stage, const pl_pair* pair, double share) {
    pl_body *a = stage->all[pair->a], *b = pair->is_obstacle ? NULL : stage->all[pair->b];
    move_anew(stage, a);
    if (!a->asleep) hold_shape(a, share, stage->h);
    if (b && !b->asleep) hold_shape(b, share, stage->h);
}

// --- who is looked at ---

// Changes whenever one of the two is held back or struck; never 0.
static uint32_t stamp_of(const pl_stage* stage, const pl_pair* pair) {
    uint32_t own = stage->all[pair->a]->collider->held + 1;
    if (!pair->is_obstacle) return own + stage->all[pair->b]->collider->held;
    const pl_obstacle* obstacle = stage->obstacles[pair->b];
    return pl_obstacle_gives(obstacle) ? own + obstacle->bone->struck : own;
}

// Trees at the beginning of the substep, which holding back leaves alone.
static void fit_past(pl_body* body) {
    if (body->collider->at_past) return;
    const float* x[3];
    for (int k = 0; k < 3; ++k) x[k] = body->asleep ? body->x[k] : body->past[k];
    pl_tree_refit(&body->collider->tree, x, NULL);
    body->collider->at_past = true;
}

static void look_at(const pl_stage* stage, pl_pair* pair) {
    pair->hit = pair->is_obstacle ? meet_obstacle(stage, pair) : meet_body(stage, pair);
    pair->hit_stamp = stamp_of(stage, pair);
}

static bool is_open(const pl_stage* stage, const pl_pair* pair) {
    return !pair->bounced && pair->hit_stamp != stamp_of(stage, pair) && may_hit_hard(stage, pair);
}

static void fit_one(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    fit_past(stage->all[stage->collide->order[index].value]);
}

static void look_at_one(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    look_at(stage, &stage->collide->pairs[stage->collide->order[index].value]);
}

// Looks at all pairs as they are now, in parallel. False: there are none.
static bool look_at_all(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_stage copy = *stage;
    uint32_t count = 0, bodies = 0;
    for (uint32_t i = 0; i < stage->all_count; ++i) collide->bounds[i].paired = false;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (!is_open(stage, pair)) continue;
        collide->bounds[pair->a].paired = true;
        if (!pair->is_obstacle) collide->bounds[pair->b].paired = true;
        ++count;
    }
    if (count == 0) return false;
    for (uint32_t i = 0; i < stage->all_count; ++i)
        if (collide->bounds[i].paired) collide->order[bodies++] = (pl_keyed){0, i};
    pl_task_parallel_for(stage->pool, bodies, fit_one, &copy);
    count = 0;
    for (uint32_t i = 0; i < collide->pair_count; ++i)
        if (is_open(stage, &collide->pairs[i])) collide->order[count++] = (pl_keyed){0, i};
    pl_task_parallel_for(stage->pool, count, look_at_one, &copy);
    return true;
}

// --- one after the other ---

// True if somebody was held back. What was looked at still holds unless one of the two has been
// held back since.
static bool stop_pair(const pl_stage* stage, pl_pair* pair) {
    if (pair->bounced || !may_hit_hard(stage, pair)) return false;
    if (pair->hit_stamp != stamp_of(stage, pair)) {
        fit_past(stage->all[pair->a]);
        if (!pair->is_obstacle) fit_past(stage->all[pair->b]);
        look_at(stage, pair);
    }
    pl_impact hit = pair->hit;
    if (hit.at > 1.0) return false;
    pl_body* a = stage->all[pair->a];
    double h = (double)stage->h, most = depth_most(stage, pair);
    double speed = speed_of(stage, pair, &hit);
    if (bounce(stage, pair, &hit)) return true;
    if (hit.approach <= most) return false;
    double share = hit.at + most / hit.approach;
    if (share >= 1.0) return false;
    if (speed > most / h || rigid_speed(stage, pair, &hit) > most / h) {
        answer(stage, pair, &hit, share, most / h);
    } else {
        hold_shapes(stage, pair, share);
    }
    a->stopped = true;
    if (!pair->is_obstacle) stage->all[pair->b]->stopped = true;
    return true;
}

void pl_collide_stop(const pl_stage* stage) {
    bool again = false;
    for (size_t i = 0; i < stage->collide->pair_count; ++i)
        again = again || stage->collide->pairs[i].hard;
    if (!again) return;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        pl_collider* collider = stage->all[i]->collider;
        collider->velocity = pl_vec3d_scale(pl_body_drift(stage->all[i]), 1.0 / (double)stage->h);
        collider->held = 0;
        collider->at_past = false;
    }
    for (int round = 0; round < ROUNDS && again; ++round) {
        again = false;
        if (!look_at_all(stage)) return;
        for (size_t i = 0; i < stage->collide->pair_count; ++i)
            again = stop_pair(stage, &stage->collide->pairs[i]) || again;
    }
}
