// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of a substep of springs, and their row in the table of models.
#include "src/elastic/mass_spring/mass_spring.h"

#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/elastic/elastic.h"
#include "src/math/elementary.h"
#include "src/math/rotation.h"

extern const pl_elastic_model pl_mass_spring_model;

#define SEED         0.01f
#define SOFT_LIMIT   3.0    // g extent / c^2 beyond which a body folds, as for shape matching
#define SPREAD_LEAST 0.005  // inertia / (mass extent^2): a smaller body does not know how it turns

static pl_spring_wish wish_of(const pl_body* body) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    return (pl_spring_wish){.frequency = (double)body->def.frequency,
                            .damping = (double)body->def.damping,
                            .lambda = ms->springs->lambda,
                            .roof = ms->roof,
                            .implicit = body->def.spring_implicit};
}

// --- the substep, phase by phase ---

static bool takes_part(const pl_body* body) {
    return body->model == &pl_mass_spring_model;
}

static uint32_t rounds_of(const pl_body* body) {
    const pl_spring_pace* pace = &pl_mass_spring_of(body)->pace;
    return pace->solves + pace->inners;
}

static bool goes_on(const pl_body* body, const pl_stage* stage) {
    return takes_part(body) && stage->pass < rounds_of(body);
}

static bool is_solving(const pl_body* body, const pl_stage* stage) {
    return stage->pass >= pl_mass_spring_of(body)->pace.inners;
}

static bool is_implicit(const pl_body* body) {
    return takes_part(body) && pl_mass_spring_of(body)->pace.implicit;
}

static void set_pace(pl_body* body, const pl_stage* stage) {
    pl_mass_spring* ms = pl_mass_spring_of(body);
    if (ms->paced != stage->h) {
        pl_spring_wish wish = wish_of(body);
        ms->pace = pl_spring_pace_find(&wish, (double)stage->h);
        ms->paced = stage->h;
    }
    body->unreachable = !ms->pace.reached;
}

static void sum_motion(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const float* past[3] = {body->past[0], body->past[1], body->past[2]};
    pl_motion_sum_of(span, stage, past);
}

static void look(const pl_span* span, const pl_stage* stage) {
    if (takes_part(span->body)) sum_motion(span, stage);
}

// What has collapsed gets a hundredth of its rest shape to unfold from.
static void unfold(const pl_span* span) {
    const pl_body* body = span->body;
    for (int c = 0; c < 3; ++c) {
        for (uint32_t i = span->begin; i < span->end; ++i) {
            float seed = body->inv_mass[i] > 0.0f ? SEED * body->rest[c][i] : 0.0f;
            body->past[c][i] += seed;
            body->x[c][i] += seed;
        }
    }
}

static void begin(const pl_span* span, const pl_stage* stage) {
    if (!takes_part(span->body)) return;
    if (pl_mass_spring_of(span->body)->collapsed) unfold(span);
    pl_spring_kernels_get(stage->isa)->begin(span, stage);
}

static void draw(const pl_span* span, const pl_stage* stage) {
    if (!goes_on(span->body, stage)) return;
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    if (!is_solving(span->body, stage))
        kernels->draw(span, stage);
    else if (stage->pass == pl_mass_spring_of(span->body)->pace.inners)
        kernels->linearise(span, stage);
    else
        kernels->iterate(span, stage);
}

static void move(const pl_span* span, const pl_stage* stage) {
    if (!goes_on(span->body, stage)) return;
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    (is_solving(span->body, stage) ? kernels->solve : kernels->move)(span, stage);
}

static pl_motion join_motion(const pl_body* body, pl_inertia* inertia) {
    return pl_motion_join(body->motion_sums, pl_motion_block_count(body->padded), inertia);
}

static void note_motion(pl_body* body, const pl_stage* stage) {
    if (!takes_part(body)) return;
    pl_mass_spring* ms = pl_mass_spring_of(body);
    pl_inertia inertia;
    ms->before = join_motion(body, &inertia);
    ms->collapsed = inertia.inverse[0] == 0 && inertia.inverse[4] == 0 && inertia.inverse[8] == 0;
    set_pace(body, stage);
}

static void finish(const pl_span* span, const pl_stage* stage) {
    if (!takes_part(span->body)) return;
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    if (!is_implicit(span->body)) {
        kernels->finish(span, stage);
    } else {
        kernels->finish_implicit(span, stage);
        sum_motion(span, stage);
    }
}

// Springs neither push nor turn the whole; an implicit step, whose forces are those of a line
// through where it will be, does turn it, and slows down what spins. Where nothing holds the body
// it is taken back, but for one squeezed to nothing, which a next to nothing would set spinning.
static void settle_debt(pl_body* body, const pl_stage* stage) {
    (void)stage;
    if (!is_implicit(body)) return;
    pl_mass_spring* ms = pl_mass_spring_of(body);
    pl_inertia inertia;
    pl_motion after = join_motion(body, &inertia);
    bool alone = body->pin_count == 0 && pl_motion_is_sound(&after);
    bool turns = inertia.trace > SPREAD_LEAST * body->mass_total * body->extent * body->extent;
    pl_vec3d push = pl_vec3d_sub(ms->before.velocity, after.velocity);
    pl_vec3d moment = pl_vec3d_sub(ms->before.angular_momentum, after.angular_momentum);
    pl_vec3d turn = pl_rotation_turn(inertia.inverse, moment);
    alone = alone && pl_vec3d_is_finite(push) && pl_vec3d_is_finite(turn);
    pl_vec3d none = pl_vec3d_make(0, 0, 0);
    pl_vec3_store(pl_vec3d_narrow(alone ? push : none), ms->debt);
    pl_vec3_store(pl_vec3d_narrow(alone && turns ? turn : none), ms->turn_debt);
    pl_vec3_store(pl_vec3d_narrow(alone ? after.centre : none), ms->centre);
}

static void give_back(const pl_span* span, const pl_stage* stage) {
    if (is_implicit(span->body) && span->body->pin_count == 0)
        pl_spring_kernels_get(stage->isa)->give_back(span, stage);
}

static uint32_t most_rounds(const pl_stage* stage, bool* any_implicit) {
    uint32_t most = 0;
    *any_implicit = false;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        const pl_body* body = stage->bodies[i];
        if (!takes_part(body)) continue;
        most = rounds_of(body) > most ? rounds_of(body) : most;
        *any_implicit = *any_implicit || is_implicit(body);
    }
    return most;
}

static void solve(const pl_stage* stage) {
    bool any_implicit;
    pl_stage turn = *stage;
    pl_stage_particles(stage, look);
    pl_stage_bodies(stage, note_motion);
    pl_stage_particles(stage, begin);
    uint32_t rounds = most_rounds(stage, &any_implicit);
    for (turn.pass = 0; turn.pass < rounds; ++turn.pass) {
        pl_stage_regions(&turn, draw);
        pl_stage_particles(&turn, move);
    }
    pl_stage_particles(stage, finish);
    if (!any_implicit) return;
    pl_stage_bodies(stage, settle_debt);
    pl_stage_particles(stage, give_back);  // no momentum out of nothing
}

// --- a body's share of it ---

static float* make_rows(pl_body* body, size_t count, size_t floats) {
    return pl_arena_alloc_zero(&body->memory, count, floats * sizeof(float));
}

static bool make_arrays(pl_body* body, pl_mass_spring* ms) {
    size_t stencils = ms->springs->padded;
    ms->mobility = make_rows(body, body->padded, 4);
    ms->place = make_rows(body, body->padded, 4);
    ms->speed = make_rows(body, body->padded, 4);
    ms->left = make_rows(body, body->padded, 4);
    ms->way = make_rows(body, body->padded, 4);
    ms->sum = make_rows(body, body->padded, 4);
    ms->force = make_rows(body, 16 * stencils + 4, 1);
    bool made =
        ms->mobility && ms->place && ms->speed && ms->left && ms->way && ms->sum && ms->force;
    for (int k = 0; k < 3; ++k) made = (ms->length[k] = make_rows(body, stencils, 1)) && made;
    for (int k = 0; k < PL_SPRING_LINEAR; ++k)
        made = (ms->linear[k] = make_rows(body, stencils, 1)) && made;
    return made;
}

// The corners that a spring of each kind joins.
static const int first_corner[PL_SPRING_KINDS] = {0, 2, 0},
                 last_corner[PL_SPRING_KINDS] = {1, 3, 3};

// A spring is as stiff as the mean of what is painted at its corners.
static void paint(const pl_body* body, pl_mass_spring* ms) {
    const pl_springs* s = ms->springs;
    for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
        for (uint32_t i = 0; i < s->net.count; ++i) {
            float sum = 0;
            for (int k = first_corner[kind]; k <= last_corner[kind]; ++k)
                sum += body->stiffness[s->net.corner[4 * (size_t)i + (size_t)k]];
            ms->share[kind][i] = sum / (float)(last_corner[kind] - first_corner[kind] + 1);
            ms->painted[kind][i] = s->stiffness[kind][i] * ms->share[kind][i];
        }
    }
}

// With the masses of this body, none of them held: pins only take modes away.
static void find_roof(const pl_body* body, pl_mass_spring* ms) {
    const float* const share[3] = {ms->share[0], ms->share[1], ms->share[2]};
    double mean = body->mass_total / body->count;
    for (uint32_t i = 0; i < body->count; ++i) ms->scratch[i] = (double)body->mass[i] / mean;
    ms->roof = pl_spring_net_roof(&ms->springs->net, ms->scratch, body->stiffness ? share : NULL,
                                  ms->scratch + body->count);
}

static uint64_t hash_matter(const pl_body* body) {
    uint64_t hash = pl_hash_floats(PL_HASH_START, body->mass, body->count);
    return body->stiffness ? pl_hash_floats(hash, body->stiffness, body->count) : hash;
}

static bool make_springs(pl_body* body, pl_mass_spring* ms) {
    bool made = make_arrays(body, ms);
    ms->scratch = pl_arena_alloc(&body->memory, body->count, 3 * sizeof *ms->scratch);
    for (int k = 0; k < PL_SPRING_KINDS; ++k) {
        ms->stiffness[k] = ms->springs->stiffness[k];
        if (!body->stiffness) continue;
        ms->share[k] = make_rows(body, ms->springs->padded, 1);
        ms->painted[k] = make_rows(body, ms->springs->padded, 1);
        made = made && ms->share[k] && ms->painted[k];
        ms->stiffness[k] = ms->painted[k];
    }
    if (!made || !ms->scratch) return false;
    pl_springs_measure(ms->springs, body->rest, ms->length);
    return true;
}

// Masses and paint change when a snapshot is restored; all else is quick.
static void change(pl_body* body) {
    pl_mass_spring* ms = pl_mass_spring_of(body);
    uint64_t matter = hash_matter(body);
    if (ms->roof == 0 || matter != ms->matter) {
        if (body->stiffness) paint(body, ms);
        find_roof(body, ms);
        ms->matter = matter;
    }
    pl_spring_wish wish = wish_of(body);
    ms->paced = 0.0f;
    ms->longest = pl_spring_pace_longest(&wish);
}

static plump_result create(pl_body* body, pl_task_pool* pool, plump_error* error) {
    const plump_body_def* def = &body->def;
    pl_mass_spring* ms = pl_arena_alloc_zero(&body->memory, 1, sizeof *ms);
    if (!ms) return pl_fail_memory(error, "making a body");
    body->elastic = ms;
    ms->springs = pl_springs_get(body->mesh, def->spring_shear, def->spring_bend, pool);
    if (!ms->springs) return pl_fail_memory(error, "making the springs of a body");
    body->region_count = ms->springs->padded;
    body->region_span = PL_SPAN_PARTICLES;
    if (!make_springs(body, ms)) return pl_fail_memory(error, "making room for a body's springs");
    change(body);
    return PLUMP_OK;
}

static plump_result allows(const pl_body* body, const plump_body_def* wish, plump_error* error) {
    (void)body, (void)wish, (void)error;
    return PLUMP_OK;
}

static double substep_longest(const pl_body* body) {
    return pl_mass_spring_of(body)->longest;
}

static float* lasting(const pl_body* body, size_t* count) {
    (void)body;
    *count = 0;
    return NULL;
}

// Waves in the skin travel with c^2 = stiffness of a strip / mass of its area.
static bool is_too_soft(const pl_body* body) {
    const pl_surface* s = body->surface;
    double scale = (double)body->def.scale, rate = 2 * PL_PI * (double)body->def.frequency;
    double pull = rate * rate / pl_mass_spring_of(body)->springs->lambda;
    double speed_squared = pull * s->area_total / s->count * scale * scale;
    return (double)pl_vec3_length(body->acceleration) * body->extent > SOFT_LIMIT * speed_squared;
}

static void describe(const pl_body* body, plump_body_info* info) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    const plump_body_def* def = &body->def;
    info->region_count = ms->springs->net.count;
    info->frequency_reached = ms->pace.frequency;
    info->substep_longest = ms->longest;
    info->too_soft = is_too_soft(body);
    info->memory_shared += pl_springs_size(body->mesh, def->spring_shear, def->spring_bend);
}

const pl_elastic_model pl_mass_spring_model = {
    "mass_spring", create, allows, change, substep_longest, solve, lasting, describe,
};
