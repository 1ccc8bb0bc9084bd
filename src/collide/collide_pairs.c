// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The broad phase: bodies sorted along x, boxes that meet become pairs, pairs are sorted by who
// they are. What sleeps is met only by what is awake.
#include "src/base/search.h"
#include "src/collide/collide_data.h"
#include "src/math/rotation.h"
#include "src/mesh/mesh_inner.h"
#include "src/state/calm.h"

#include <math.h>
#include <string.h>

// What hardly moves has a hair more friction. Exactly at the threshold nothing else would stop the
// speed that a body gains while its contacts share the load anew: a box on a slope as steep as its
// friction crept by 1 mm/s for ever.
#define HOLD_MORE 1e-3f  // of its friction
#define HOLD_SLOW 0.02   // sizes per second

// What is hit faster than its elasticity can answer has its near side driven through its far side,
// and what hit it goes along: a ball at 100 m/s got behind a plate of 2 cm and 5 Hz in 40 of 50
// shots. So what is thin meets itself while it is hit, and everything that is hit very fast,
// whether it does otherwise or not. Sheets, which a search would find near themselves everywhere,
// only if what hits them gives way and is faster still; else it suffices that their sides do not
// pass each other. Eight slivers of 30 x 2 cm and 2 mm on each other list 20,000 contacts
// otherwise, and boil.
#define THIN       0.015   // half the volume over the area, of the size: thinner ones are thin
#define SHEET      0.004   // and these are sheets: 1.6 % of the size thick, as a rule
#define FAST       1200.0  // times that, per second
#define SHEET_FAST 6000.0

#define STRUCK_WAYS 2.0
#define CLOSER      0.8f  // of the rest distance: thinner than two margins is not yet squeezed

// How far around a body contacts are listed, in girths: with the plain share of its size both sides
// of a ribbon on a floor are, and cost twice.
#define SLACK_GIRTHS 2.0

// Between parts of one body, in edges. A row of 60 cubes took 400 times as long by its own length.
#define PARTS_SLACK  0.5f
#define PARTS_MARGIN 0.1f

// A double as a number that sorts like it.
static uint64_t sortable(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

// --- how they move ---

pl_vec3d pl_body_drift(const pl_body* body) {
    if (body->asleep) return pl_vec3d_make(0, 0, 0);
    const float *lo = body->collider->move_lo, *hi = body->collider->move_hi;
    return pl_vec3d_make(0.5 * ((double)lo[0] + (double)hi[0]),
                         0.5 * ((double)lo[1] + (double)hi[1]),
                         0.5 * ((double)lo[2] + (double)hi[2]));
}

double pl_body_spread(const pl_body* body) {
    double sum = 0.0;
    for (int k = 0; k < 3 && !body->asleep; ++k) {
        double half =
            0.5 * ((double)body->collider->move_hi[k] - (double)body->collider->move_lo[k]);
        sum += half * half;
    }
    return sqrt(sum);
}

pl_vec3d pl_obstacle_drift(const pl_obstacle* obstacle) {
    return pl_vec3d_sub(pl_vec3d_load(obstacle->now.position),
                        pl_vec3d_load(obstacle->past.position));
}

pl_vec3d pl_obstacle_drift_at(const pl_obstacle* obstacle, pl_vec3d point) {
    pl_vec3d arm = pl_vec3d_sub(point, pl_vec3d_load(obstacle->now.position));
    pl_vec3d own = pl_rotation_back(obstacle->now.turn, arm);
    pl_vec3d before = pl_rotation_turn(obstacle->past.turn, own);
    return pl_vec3d_add(pl_obstacle_drift(obstacle), pl_vec3d_sub(arm, before));
}

#define WAY_MOST 0.1  // of the size: faster ones are stopped

static float way_of(double extent, double way) {
    return (float)(way < WAY_MOST * extent ? way : WAY_MOST * extent);
}

// --- boxes ---

void pl_collide_join_bounds(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_collider* collider = body->collider;
    const float* first = collider->span_bounds;
    for (int c = 0; c < 3; ++c) {
        body->box_lo[c] = first[c];
        body->box_hi[c] = first[3 + c];
        collider->move_lo[c] = first[6 + c];
        collider->move_hi[c] = first[9 + c];
        collider->still_lo[c] = first[12 + c];
        collider->still_hi[c] = first[15 + c];
    }
    body->boxed = true;
    for (uint32_t i = 1; i < pl_span_count(body->padded); ++i) {
        const float* b = first + (size_t)PL_BOUNDS * i;
        for (int c = 0; c < 3; ++c) {
            body->box_lo[c] = b[c] < body->box_lo[c] ? b[c] : body->box_lo[c];
            body->box_hi[c] = b[3 + c] > body->box_hi[c] ? b[3 + c] : body->box_hi[c];
            collider->move_lo[c] =
                b[6 + c] < collider->move_lo[c] ? b[6 + c] : collider->move_lo[c];
            collider->move_hi[c] =
                b[9 + c] > collider->move_hi[c] ? b[9 + c] : collider->move_hi[c];
            collider->still_lo[c] =
                b[12 + c] < collider->still_lo[c] ? b[12 + c] : collider->still_lo[c];
            collider->still_hi[c] =
                b[15 + c] > collider->still_hi[c] ? b[15 + c] : collider->still_hi[c];
        }
    }
}

void pl_collide_bound_span(const pl_span* span, const pl_stage* stage) {
    float* bounds =
        span->body->collider->span_bounds + PL_BOUNDS * (size_t)(span->begin / PL_SPAN_PARTICLES);
    pl_collide_kernels_get(stage->isa)->bounds(span->body, span->begin, span->end, bounds);
}

// Around everything it may meet.
static void set_bound(pl_body* body, const pl_stage* stage) {
    pl_bound* bound = &stage->collide->bounds[body->index];
    double room = PL_SLACK * body->extent + (double)pl_margin_curved(body) +
                  (double)way_of(body->extent, pl_body_spread(body));
    for (int c = 0; c < 3; ++c) {
        bound->lo[c] = body->origin[c] + (double)body->box_lo[c] - room;
        bound->hi[c] = body->origin[c] + (double)body->box_hi[c] + room;
    }
    bound->girth = pl_body_girth(body);
    bound->is_sheet = bound->girth < SHEET * pl_body_part_extent(body);
    bound->groups = pl_tree_group_count(body->collider->tree.shape);
    bound->places = body->count;
    bound->meets = false;
    bound->meets_self = body->def.self_contact && !body->asleep;
    bound->struck_way = 0.0;
    bound->pushed_way = 0.0f;
    bound->parts_meet = pl_parts_meet(body) && !body->asleep;
}

// The bounds are still those of the end of the last substep.
static void note_last_way(pl_body* body, bool begins) {
    pl_travel *last = &body->collider->last, *gone = &body->collider->gone;
    pl_vec3d_store(pl_body_drift(body), last->drift);
    last->spread = pl_body_spread(body);
    for (int k = 0; k < 3; ++k) gone->drift[k] = begins ? 0.0 : gone->drift[k] + last->drift[k];
    gone->spread = begins ? 0.0 : gone->spread + last->spread;
}

static void bound_body(pl_body* body, const pl_stage* stage) {
    note_last_way(body, stage->collide->begins);
    body->collider->lies = false;
    pl_collide_join_bounds(body, stage);
    set_bound(body, stage);
}

static void bound_bodies(const pl_stage* stage) {
    pl_stage_particles(stage, pl_collide_bound_span);
    pl_stage_bodies(stage, bound_body);
}

// What sleeps has kept its box, but for the origin's shifts.
static void bound_sleepers(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->all_count && stage->body_count < stage->all_count; ++i)
        if (stage->all[i]->asleep) {
            stage->all[i]->collider->gone = (pl_travel){0};
            set_bound(stage->all[i], stage);
        }
}

static bool boxes_meet(const pl_bound* a, const pl_bound* b) {
    for (int c = 0; c < 3; ++c) {
        if (!(a->lo[c] <= b->hi[c] && b->lo[c] <= a->hi[c])) return false;
    }
    return true;
}

// --- who may meet whom ---

static bool is_apart(const uint64_t* apart, size_t count, uint32_t a, uint32_t b) {
    uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    size_t at = pl_find_key(apart, count, key);
    return at < count && apart[at] == key;
}

static bool filters_agree(uint32_t category_a, uint32_t with_a, uint32_t category_b,
                          uint32_t with_b) {
    return (category_a & with_b) != 0 && (category_b & with_a) != 0;
}

bool pl_bodies_agree(const pl_body* a, const pl_body* b, const uint64_t* apart,
                     size_t apart_count) {
    return !(a->asleep && b->asleep) && pl_bodies_meet(a, b, apart, apart_count);
}

bool pl_body_meets_obstacle(const pl_body* body, const pl_obstacle* obstacle) {
    return !body->disabled && filters_agree(body->def.category, body->def.collides_with,
                                            obstacle->def.category, obstacle->def.collides_with);
}

bool pl_bodies_meet(const pl_body* a, const pl_body* b, const uint64_t* apart, size_t apart_count) {
    return a->def.soft_contact && b->def.soft_contact && !a->disabled && !b->disabled &&
           filters_agree(a->def.category, a->def.collides_with, b->def.category,
                         b->def.collides_with) &&
           !is_apart(apart, apart_count, a->id.value, b->id.value);
}

static float mean_friction(float a, float b) {
    return sqrtf(a * b);
}

static void set_friction(pl_pair* pair, float slides, float sticks, double slow) {
    float more = 1.0f + HOLD_MORE * (float)slow;
    pair->friction = more * slides;
    pair->friction_static = more * pl_larger(slides, sticks);
}

static double slack_of(const pl_stage* stage, const pl_body* body) {
    double thin = SLACK_GIRTHS * stage->collide->bounds[body->index].girth;
    return thin < PL_SLACK * body->extent ? thin : PL_SLACK * body->extent;
}

// Whether it is hit so.
static bool is_struck(const pl_stage* stage, const pl_body* body, const pl_body* other,
                      pl_vec3d velocity) {
    pl_bound* bound = &stage->collide->bounds[body->index];
    if (body->asleep || (bound->is_sheet && !other)) return false;
    bool is_thin = bound->girth < THIN * pl_body_part_extent(body) && !bound->is_sheet;
    double fast = (bound->is_sheet ? SHEET_FAST : FAST) * bound->girth;
    bool struck = (is_thin && pl_calm(body, other, velocity) < 1.0) ||
                  pl_unrest_of_two(body, other, velocity) > fast;
    bound->meets_self = bound->meets_self || struck;
    double way = (double)stage->h * pl_unrest_of_two(body, other, velocity);
    if (struck && other) way = INFINITY;  // two that give way at once go deeper than either tells
    if (struck && way > bound->struck_way) bound->struck_way = way;
    return struck;
}

static void add_pair(pl_collide* collide, const pl_pair* pair) {
    if (collide->pair_count < collide->pair_capacity) {
        collide->pairs[collide->pair_count++] = *pair;
    } else {
        collide->dropped_pairs[pl_pair_kind(pair)]++;
    }
}

static void pair_bodies(const pl_stage* stage, const pl_body* a, const pl_body* b) {
    double smaller = a->extent < b->extent ? a->extent : b->extent;
    double own = slack_of(stage, a), other = slack_of(stage, b);
    double way = pl_vec3d_length(pl_vec3d_sub(pl_body_drift(a), pl_body_drift(b))) +
                 pl_body_spread(a) + pl_body_spread(b);
    pl_pair pair = {.a = a->index < b->index ? a->index : b->index,
                    .b = a->index < b->index ? b->index : a->index,
                    .slack = (float)(own < other ? own : other),
                    .way = way_of(smaller, way),
                    .margin = 0.5f * (pl_margin_curved(a) + pl_margin_curved(b))};
    const pl_bound* bounds = stage->collide->bounds;
    pair.hard = a->def.restitution > 0.0f || b->def.restitution > 0.0f ||
                way > bounds[pair.a].girth || way > bounds[pair.b].girth;
    set_friction(&pair, mean_friction(a->def.friction, b->def.friction),
                 mean_friction(a->def.friction_static, b->def.friction_static),
                 pl_slowness(a, b, b->motion.velocity, HOLD_SLOW));
    bool struck = is_struck(stage, a, b, b->motion.velocity);
    pair.struck = is_struck(stage, b, a, a->motion.velocity) || struck;
    stage->collide->bounds[a->index].meets = stage->collide->bounds[b->index].meets = true;
    add_pair(stage->collide, &pair);
}

// Of those places, the distance squared to the place across.
static float across_squared(float* const x[3], uint32_t a, uint32_t b) {
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) {
        float d = x[k][a] - x[k][b];
        sum += d * d;
    }
    return sum;
}

// Whether anywhere one side is so near to the other that what hits it may drive it there in this
// substep, within the margins if it was not so at rest, or half as near as at rest. A bar of 10 cm
// that falls is nowhere; looking for contacts took it 40 times as long as a cube. Nor are fingers
// thinner than the margins of a whole person.
static bool is_squeezed(const pl_body* body, double way) {
    const pl_inner* inner = body->collider->inner;
    float reach = (float)(STRUCK_WAYS * way), near = reach + 2.0f * pl_margin_plain(body);
    for (uint32_t i = 0; i < body->count; ++i) {
        uint32_t other = inner->across[i];
        if (other == i) continue;
        float rest = body->def.scale * inner->length[i], most = pl_larger(0.5f * rest, reach);
        most = pl_larger(most, near < CLOSER * rest ? near : CLOSER * rest);
        if (across_squared(body->x, i, other) < most * most ||
            across_squared(body->past, i, other) < most * most)
            return true;
    }
    return false;
}

static void pair_self(const pl_stage* stage, const pl_body* body) {
    const pl_bound* bound = &stage->collide->bounds[body->index];
    pl_pair pair = {.a = body->index,
                    .b = body->index,
                    .parts = !bound->meets_self,
                    .slack = (float)(PL_SLACK * body->extent),
                    .margin = pl_margin_plain(body)};
    if (pair.parts) {  // which may be far smaller than the whole
        float edge = (float)(body->surface->edge_mean * (double)body->def.scale);
        pair.slack = (float)(PL_SLACK * pl_body_part_extent(body));
        pair.margin = pl_margin_parts(body);
        if (pair.slack > PARTS_SLACK * edge) pair.slack = PARTS_SLACK * edge;
        if (pair.margin > PARTS_MARGIN * edge) pair.margin = PARTS_MARGIN * edge;
    }
    // What an obstacle hits is looked at as far as that may drive one side towards the other: a
    // ribbon of 5 mm is everywhere nearer to itself than the slack.
    float way = (float)(STRUCK_WAYS * bound->struck_way);
    pair.near = pair.parts || (!body->def.self_contact && isfinite(way));
    if (pair.near && !pair.parts && pair.slack > way) pair.slack = way;
    set_friction(&pair, body->def.friction, body->def.friction_static, 0.0);
    add_pair(stage->collide, &pair);
}

static void pair_across(const pl_stage* stage, const pl_body* body) {
    pl_pair pair = {.a = body->index, .b = body->index, .across = true};
    set_friction(&pair, body->def.friction, body->def.friction_static, 0.0);
    add_pair(stage->collide, &pair);
}

static void pair_obstacle(const pl_stage* stage, const pl_body* body, uint32_t index) {
    const pl_obstacle* obstacle = stage->obstacles[index];
    const plump_obstacle_def* def = &obstacle->def;
    double way = pl_body_spread(body) +
                 pl_vec3d_length(pl_vec3d_sub(pl_body_drift(body), pl_obstacle_drift(obstacle)));
    if (pl_obstacle_moves(obstacle)) way += pl_obstacle_turning(obstacle, body);
    float margin =
        pl_solid_is_round(obstacle->solid) ? pl_margin_plain(body) : pl_margin_curved(body);
    pl_pair pair = {.a = body->index,
                    .b = index,
                    .is_obstacle = true,
                    .slack = (float)slack_of(stage, body),
                    .way = way_of(body->extent, way),
                    .margin = margin + def->margin};
    pair.hard = body->def.restitution > 0.0f || def->restitution > 0.0f ||
                way > stage->collide->bounds[body->index].girth;
    pl_vec3d velocity = pl_vec3d_scale(pl_obstacle_drift(obstacle), 1.0 / (double)stage->h);
    set_friction(
        &pair, mean_friction(body->def.friction, def->friction),
        mean_friction(body->def.friction_static, def->friction_static),
        pl_slowness(body, NULL, pl_vec3d_add(velocity, pl_obstacle_belt(obstacle)), HOLD_SLOW));
    pair.struck = is_struck(stage, body, NULL, velocity);
    stage->collide->bounds[body->index].meets = true;
    add_pair(stage->collide, &pair);
}

// --- obstacles ---

// The box of a body in the frame of an obstacle, at one end of the substep, against its own box.
static bool meets_solid(const pl_bound* bound, const pl_place* place, const pl_solid* solid,
                        double room) {
    double centre[3], half[3];
    for (int c = 0; c < 3; ++c) {
        centre[c] = 0.5 * (bound->lo[c] + bound->hi[c]) - place->position[c];
        half[c] = 0.5 * (bound->hi[c] - bound->lo[c]);
    }
    for (int c = 0; c < 3; ++c) {
        const double* t = place->turn + c;  // the c-th column
        double middle = t[0] * centre[0] + t[3] * centre[1] + t[6] * centre[2];
        double reach = fabs(t[0]) * half[0] + fabs(t[3]) * half[1] + fabs(t[6]) * half[2] + room;
        if (!(middle - reach <= solid->hi[c] && middle + reach >= solid->lo[c])) return false;
    }
    return true;
}

double pl_obstacle_turning(const pl_obstacle* obstacle, const pl_body* body) {
    double turn = 0.0, arm = 0.0;
    for (int c = 0; c < 3; ++c) {
        double from = body->origin[c] - obstacle->now.position[c];
        double lo = fabs(from + (double)body->box_lo[c]), hi = fabs(from + (double)body->box_hi[c]);
        arm += lo > hi ? lo * lo : hi * hi;
    }
    for (int k = 0; k < 9; ++k) {
        double d = obstacle->now.turn[k] - obstacle->past.turn[k];
        turn += d * d;
    }
    return sqrt(turn * arm);
}

// How far any of its points moves in the substep, near the body.
static double obstacle_reach(const pl_obstacle* obstacle, const pl_body* body) {
    return pl_vec3d_length(pl_obstacle_drift(obstacle)) + pl_obstacle_turning(obstacle, body);
}

static void pair_with_obstacles(const pl_stage* stage, const pl_body* body) {
    const pl_bound* bound = &stage->collide->bounds[body->index];
    for (uint32_t i = 0; i < stage->obstacle_count; ++i) {
        const pl_obstacle* obstacle = stage->obstacles[i];
        if (obstacle->def.trigger || obstacle->part_count > 0) continue;
        if (!pl_body_meets_obstacle(body, obstacle)) continue;
        if (body->asleep && !pl_obstacle_gives(obstacle)) continue;
        double room = (double)obstacle->def.margin;
        if (pl_obstacle_moves(obstacle)) room += obstacle_reach(obstacle, body);
        if (meets_solid(bound, &obstacle->now, obstacle->solid, room))
            pair_obstacle(stage, body, i);
    }
}

// --- the sweep ---

static void sweep(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (uint32_t i = 0; i < stage->all_count; ++i)
        collide->order[i] = (pl_keyed){sortable(collide->bounds[i].lo[0]), i};
    pl_sort_keyed(collide->order, collide->order_spare, stage->all_count);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        uint32_t a = collide->order[i].value;
        const pl_bound* bound = &collide->bounds[a];
        for (uint32_t k = i + 1; k < stage->all_count; ++k) {
            uint32_t b = collide->order[k].value;
            if (collide->bounds[b].lo[0] > bound->hi[0]) break;
            if (boxes_meet(bound, &collide->bounds[b]) &&
                pl_bodies_agree(stage->all[a], stage->all[b], stage->apart, stage->apart_count))
                pair_bodies(stage, stage->all[a], stage->all[b]);
        }
    }
}

static void sort_pairs(pl_collide* collide) {
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        uint64_t key = (uint64_t)pair->a << 33 | (uint64_t)pair->is_obstacle << 32 | pair->b;
        collide->order[i] = (pl_keyed){key, (uint32_t)i};
    }
    pl_sort_keyed(collide->order, collide->order_spare, collide->pair_count);
    for (size_t i = 0; i < collide->pair_count; ++i)
        collide->pair_spare[i] = collide->pairs[collide->order[i].value];
    memcpy(collide->pairs, collide->pair_spare, collide->pair_count * sizeof *collide->pairs);
}

// Other bodies may push a place to an obstacle that it would not come near by itself.
static void note_push(pl_bound* bound, float way) {
    if (way > bound->pushed_way) bound->pushed_way = way;
}

static void widen_obstacle_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (pair->is_obstacle) continue;
        note_push(&collide->bounds[pair->a], pair->way);
        note_push(&collide->bounds[pair->b], pair->way);
    }
    for (size_t i = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        if (!pair->is_obstacle || !pl_solid_is_round(stage->obstacles[pair->b]->solid)) continue;
        float way = pair->way + collide->bounds[pair->a].pushed_way;
        pair->way = way_of(stage->all[pair->a]->extent, (double)way);
    }
}

// Obstacles first, and bodies with themselves last: in the order in which they find room.
static void collect_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    collide->pair_count = 0;
    memset(collide->dropped_pairs, 0, sizeof collide->dropped_pairs);
    for (uint32_t i = 0; i < stage->all_count; ++i)
        if (!stage->all[i]->asleep || stage->all[i]->frozen)
            pair_with_obstacles(stage, stage->all[i]);
    sweep(stage);
    widen_obstacle_pairs(stage);
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        const pl_body* body = stage->bodies[i];
        pl_bound* bound = &collide->bounds[body->index];
        bool apart = is_apart(stage->apart, stage->apart_count, body->id.value, body->id.value);
        bound->meets_self = bound->meets_self && !apart;
        if (bound->meets_self && !body->def.self_contact)
            bound->meets_self = is_squeezed(body, bound->struck_way);
        bound->parts_meet = bound->parts_meet && !apart;
        if (bound->meets_self || bound->parts_meet) pair_self(stage, body);
        if (bound->is_sheet && bound->meets && !bound->meets_self && !apart)
            pair_across(stage, body);
    }
}

// What does not find room makes room; only without memory pairs are left out, and counted.
static void find_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    collect_pairs(stage);
    size_t more = 0;
    for (int k = 0; k < PL_CONTACT_KINDS; ++k) more += collide->dropped_pairs[k];
    if (more > 0 && pl_collide_reserve_pairs(collide, collide->pair_count + more)) {
        stage->contacts->grown++;
        collect_pairs(stage);
    }
    for (int k = 0; k < PL_CONTACT_KINDS; ++k)
        stage->contacts->dropped[k] += collide->dropped_pairs[k];
}

void pl_collide_pairs(const pl_stage* stage) {
    pl_stage_batches(stage, bound_bodies);
    bound_sleepers(stage);
    find_pairs(stage);
    sort_pairs(stage->collide);
}
