// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/manifold.h"

#include "src/collide/collide_data.h"

#include <math.h>

#define TRAVEL_MOST 0.1  // slacks that the two may have moved past each other
#define WAY_MORE    0.5  // slacks that may be predicted beyond what was
#define STEP        0.5  // edges: what is predicted to go farther meets other triangles

// --- travel ---

// How far a has moved past b since the step began.
static double travel_of(const pl_stage* stage, const pl_pair* pair, double drift[3]) {
    const pl_travel* a = &stage->all[pair->a]->collider->gone;
    const pl_travel* b = pair->is_obstacle ? NULL : &stage->all[pair->b]->collider->gone;
    for (int k = 0; k < 3; ++k) drift[k] = a->drift[k] - (b ? b->drift[k] : 0.0);
    return a->spread + (b ? b->spread : 0.0);
}

static double travel_since(const pl_stage* stage, const pl_pair* pair, const pl_manifold* m) {
    double drift[3], spread = travel_of(stage, pair, drift), sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = drift[k] - m->drift[k];
        sum += d * d;
    }
    return sqrt(sum) + (spread - m->spread);
}

// --- which are taken over ---

// How far any place moves past the other in this substep.
static double way_of(const pl_stage* stage, const pl_pair* pair) {
    bool self = !pair->is_obstacle && pair->a == pair->b;
    return self ? 2.0 * pl_body_spread(stage->all[pair->a]) : (double)pair->way;
}

// What is hit, caught or moved from outside is searched for anew in every substep.
static bool is_quiet(const pl_stage* stage, const pl_pair* pair) {
    if (pair->hard || pair->struck || pair->across || pair->bounced) return false;
    if (pair->near && !pair->parts) return false;
    const pl_body* a = stage->all[pair->a];
    if (way_of(stage, pair) > STEP * pl_body_edge(a)) return false;
    if (pair->is_obstacle) {
        const pl_obstacle* obstacle = stage->obstacles[pair->b];
        return !obstacle->bone && !pl_obstacle_moves(obstacle);
    }
    const pl_body* b = stage->all[pair->b];
    return way_of(stage, pair) <= STEP * pl_body_edge(b) && !pl_caught_let_go(a, b);
}

static bool lasts(const pl_stage* stage, pl_pair* pair, const pl_manifold* m) {
    if (!m->whole || pair->slack != m->slack || pair->parts != m->parts || !is_quiet(stage, pair))
        return false;
    double slack = (double)pair->slack;
    pair->since = travel_since(stage, pair, m);
    return pair->since <= TRAVEL_MOST * slack &&
           way_of(stage, pair) <= (double)m->way + WAY_MORE * slack;
}

static uint64_t key_of(uint32_t a, bool is_obstacle, uint32_t b) {
    return (uint64_t)a << 33 | (uint64_t)is_obstacle << 32 | b;
}

void pl_manifolds_begin(pl_collide* collide) {
    collide->manifold_count = 0;
}

// Both are sorted.
void pl_manifolds_match(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (size_t i = 0, next = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        uint64_t key = key_of(pair->a, pair->is_obstacle, pair->b);
        const pl_manifold* m = collide->manifolds;
        while (next < collide->manifold_count &&
               key_of(m[next].a, m[next].is_obstacle, m[next].b) < key)
            ++next;
        bool same = next < collide->manifold_count &&
                    key_of(m[next].a, m[next].is_obstacle, m[next].b) == key;
        pair->manifold =
            same && !collide->searches_always && lasts(stage, pair, &m[next]) ? &m[next] : NULL;
        if (!pair->manifold) pair->since = 0.0;
    }
}

// --- taking over ---

// From the second side to the first, at one end of the substep, but for what does not move.
static pl_vec3d between(const pl_stage* stage, const pl_contact* c, bool before) {
    const pl_body* a = stage->all[c->body[0]];
    pl_vec3d sum = pl_vec3d_load(a->origin);
    if (c->body[1] != PL_NOBODY)
        sum = pl_vec3d_sub(sum, pl_vec3d_load(stage->all[c->body[1]]->origin));
    for (uint32_t k = 0; k < 4; ++k) {
        if (c->weight[k] == 0.0f) continue;
        const pl_body* body = stage->all[c->body[k >= c->split]];
        float* const* x = before && !body->asleep ? body->past : body->x;
        double w = (double)c->weight[k];
        sum.x += w * (double)x[0][c->place[k]];
        sum.y += w * (double)x[1][c->place[k]];
        sum.z += w * (double)x[2][c->place[k]];
    }
    return sum;
}

static double extent_of(const pl_stage* stage, const pl_contact* c) {
    double own = stage->all[c->body[0]]->extent;
    if (c->split != 2) return own;
    double other = stage->all[c->body[1]]->extent;
    return own < other ? own : other;
}

static void refresh(const pl_stage* stage, pl_contact* c) {
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
    pl_vec3d now = between(stage, c, false), past = between(stage, c, true);
    double gap = pl_vec3d_dot(n, now) - c->level, gap_past = pl_vec3d_dot(n, past) - c->level;
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(now, past)), c->slide);
    pl_contact_set_gaps(c, (float)gap, (float)gap_past, stage->h, extent_of(stage, c));
    c->push = c->drag[0] = c->drag[1] = c->drag[2] = 0.0f;
}

void pl_manifold_take(pl_finding* finding, const pl_item* item) {
    for (uint32_t i = item->begin; i < item->end; ++i) {
        pl_contact c = finding->stage->contacts->contacts[i];
        refresh(finding->stage, &c);
        pl_finding_add(finding, &c);
    }
}

#define TAKEN_A_TASK 128

static void refresh_some(uint32_t task, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    size_t end = ((size_t)task + 1) * TAKEN_A_TASK;
    if (end > stage->contacts->count) end = stage->contacts->count;
    for (size_t i = (size_t)task * TAKEN_A_TASK; i < end; ++i)
        refresh(stage, &stage->contacts->contacts[i]);
}

bool pl_manifolds_take_all(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    size_t count = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        if (!collide->pairs[i].manifold) return false;
        count += collide->pairs[i].manifold->count;
    }
    if (count != stage->contacts->count) return false;
    pl_stage copy = *stage;
    uint32_t tasks = (uint32_t)((count + TAKEN_A_TASK - 1) / TAKEN_A_TASK);
    pl_task_parallel_for(stage->pool, tasks, refresh_some, &copy);
    return true;
}

// --- noting them ---

// A contact that was found with an obstacle: where along the normal that is.
static void note_level(const pl_stage* stage, pl_contact* c) {
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(c->normal));
    c->level = c->obstacle == PL_NOBODY
                   ? 0.0
                   : pl_vec3d_dot(n, between(stage, c, false)) + (double)c->depth;
}

static pl_manifold begin(const pl_stage* stage, const pl_pair* pair, bool whole) {
    pl_manifold m = {.a = pair->a,
                     .b = pair->b,
                     .is_obstacle = pair->is_obstacle,
                     .whole = whole,
                     .slack = pair->slack,
                     .parts = pair->parts,
                     .way = (float)way_of(stage, pair)};
    m.spread = travel_of(stage, pair, m.drift);
    return m;
}

void pl_manifolds_note(const pl_stage* stage, bool whole) {
    pl_collide* collide = stage->collide;
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0, next = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        pl_manifold* m = &collide->manifold_spare[i];
        *m = pair->manifold ? *pair->manifold : begin(stage, pair, whole);
        m->first = (uint32_t)next;
        for (; next < list->count && pl_pair_has(pair, &list->contacts[next]); ++next)
            if (!pair->manifold) note_level(stage, &list->contacts[next]);
        m->count = (uint32_t)next - m->first;
    }
    pl_manifold* before = collide->manifolds;
    collide->manifolds = collide->manifold_spare;
    collide->manifold_spare = before;
    collide->manifold_count = collide->pair_count;
}
