// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of a substep of springs, and their row in the table of models.
#include "src/elastic/mass_spring/mass_spring.h"

#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/elastic/elastic.h"
#include "src/math/elementary.h"
#include "src/math/rotation.h"

#include <string.h>

extern const pl_elastic_model pl_mass_spring_model;

#define SEED       0.01f
#define SOFT_LIMIT 3.0   // g extent / c^2 beyond which a body folds, as for shape matching
#define NOISE      2e-8  // of speeds: rounding

static pl_spring_wish wish_of(const pl_body* body) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    return (pl_spring_wish){.frequency = (double)body->def.frequency,
                            .damping = (double)body->def.damping,
                            .share = {(double)body->def.spring_edge_damping,
                                      (double)body->def.spring_shear_damping,
                                      (double)body->def.spring_bend_damping},
                            .lambda = ms->springs->lambda,
                            .roof = ms->roof,
                            .implicit = body->def.spring_implicit};
}

// --- the substep, phase by phase ---

static bool takes_part(const pl_body* body) {
    return body->model == &pl_mass_spring_model;
}

static bool is_implicit(const pl_body* body) {
    return takes_part(body) && pl_mass_spring_of(body)->pace.implicit;
}

static bool is_explicit(const pl_body* body) {
    return takes_part(body) && !pl_mass_spring_of(body)->pace.implicit;
}

static uint32_t rounds_of(const pl_body* body) {
    const pl_spring_pace* pace = &pl_mass_spring_of(body)->pace;
    return pace->solves + pace->inners;
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
    pl_motion_sum_of(span, stage, past, NULL);
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

// --- explicit: inner steps, then iterations of Chebyshev ---

static bool is_moving(const pl_body* body, const pl_stage* stage) {
    return is_explicit(body) && stage->pass < pl_mass_spring_of(body)->pace.inners;
}

static bool is_damping(const pl_body* body, const pl_stage* stage) {
    return is_explicit(body) && stage->pass >= pl_mass_spring_of(body)->pace.inners &&
           stage->pass < rounds_of(body);
}

static bool is_first(const pl_body* body, const pl_stage* stage) {
    return stage->pass == pl_mass_spring_of(body)->pace.inners;
}

static void draw(const pl_span* span, const pl_stage* stage) {
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    if (is_moving(span->body, stage)) kernels->draw(span, stage);
    if (is_damping(span->body, stage) && is_first(span->body, stage))
        kernels->linearise(span, stage);
}

static void move(const pl_span* span, const pl_stage* stage) {
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    if (is_moving(span->body, stage)) kernels->move(span, stage);
    if (is_damping(span->body, stage))
        (is_first(span->body, stage) ? kernels->assemble : kernels->apply)(span, stage);
}

static void relax(const pl_span* span, const pl_stage* stage) {
    if (is_damping(span->body, stage)) pl_spring_kernels_get(stage->isa)->relax(span, stage);
}

static uint32_t most_rounds(const pl_stage* stage, uint32_t* inners) {
    uint32_t most = 0;
    *inners = UINT32_MAX;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        const pl_body* body = stage->bodies[i];
        if (!is_explicit(body)) continue;
        uint32_t own = pl_mass_spring_of(body)->pace.inners;
        most = rounds_of(body) > most ? rounds_of(body) : most;
        *inners = own < *inners ? own : *inners;
    }
    return most;
}

static void step_explicitly(const pl_stage* stage) {
    pl_stage turn = *stage;
    uint32_t inners, rounds = most_rounds(stage, &inners);
    for (turn.pass = 0; turn.pass < rounds; ++turn.pass) {
        pl_stage_regions(&turn, draw);
        pl_stage_particles(&turn, move);
        if (turn.pass >= inners) pl_stage_particles(&turn, relax);
    }
}

// --- implicit: conjugate gradients ---

static bool is_solving(const pl_body* body) {
    return is_implicit(body) && pl_mass_spring_of(body)->solve.phase != PL_SPRING_PHASE_DONE;
}

static void linearise(const pl_span* span, const pl_stage* stage) {
    if (is_implicit(span->body)) pl_spring_kernels_get(stage->isa)->linearise(span, stage);
}

static void assemble(const pl_span* span, const pl_stage* stage) {
    if (is_implicit(span->body)) pl_spring_kernels_get(stage->isa)->assemble(span, stage);
}

static void apply(const pl_span* span, const pl_stage* stage) {
    if (is_solving(span->body)) pl_spring_kernels_get(stage->isa)->apply(span, stage);
}

static double sum_up(const pl_body* body, int which) {
    const float* sums = pl_mass_spring_of(body)->sums;
    double sum = 0;
    for (uint32_t i = 0; i < pl_span_count(body->padded); ++i)
        sum += (double)sums[PL_SPRING_SUMS * (size_t)i + (size_t)which];
    return sum;
}

static void measure(pl_body* body, const pl_stage* stage) {
    (void)stage;
    if (!is_solving(body)) return;
    double sums[PL_SPRING_SUMS] = {0};
    for (int k = 0; k < PL_SPRING_GAMMA; ++k) sums[k] = sum_up(body, k);
    pl_spring_solve_measure(&pl_mass_spring_of(body)->solve, sums);
}

static void go_on(const pl_span* span, const pl_stage* stage) {
    if (!is_solving(span->body)) return;
    const pl_spring_kernels* kernels = pl_spring_kernels_get(stage->isa);
    pl_spring_phase phase = pl_mass_spring_of(span->body)->solve.phase;
    (phase == PL_SPRING_PHASE_FIRST    ? kernels->set_out
     : phase == PL_SPRING_PHASE_SECOND ? kernels->take_last
                                       : kernels->go_on)(span, stage);
}

// What is left when rounding is all that moves it, as a velocity.
static double noise_of(const pl_body* body) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    double own = 2 * PL_PI * (double)body->def.frequency * body->extent;
    double rigid = pl_vec3d_length(ms->before.velocity) +
                   pl_vec3d_length(ms->before.angular_velocity) * body->extent;
    double speed = NOISE * (own + rigid);
    return speed * speed * body->mass_total;
}

// Whether there are any left.
static bool judge(const pl_stage* stage) {
    bool any = false;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        if (!is_solving(body)) continue;
        pl_mass_spring* ms = pl_mass_spring_of(body);
        double gamma = sum_up(body, PL_SPRING_GAMMA);
        pl_spring_solve_judge(&ms->solve, gamma, noise_of(body), ms->pace.solves);
        any = any || is_solving(body);
    }
    return any;
}

static void step_implicitly(const pl_stage* stage) {
    pl_stage_regions(stage, linearise);
    pl_stage_particles(stage, assemble);
    do {
        pl_stage_particles(stage, apply);
        pl_stage_bodies(stage, measure);
        pl_stage_particles(stage, go_on);
    } while (judge(stage));
}

// --- around them ---

static void note_motion(pl_body* body, const pl_stage* stage) {
    if (!takes_part(body)) return;
    pl_mass_spring* ms = pl_mass_spring_of(body);
    pl_inertia inertia;
    ms->before = pl_motion_join_body(body, &inertia);
    ms->collapsed = inertia.inverse[0] == 0 && inertia.inverse[4] == 0 && inertia.inverse[8] == 0;
    set_pace(body, stage);
    pl_spring_solve_begin(&ms->solve, ms->pace.implicit);
    bool alone = body->pin_count == 0 && pl_motion_is_sound(&ms->before);
    pl_vec3d none = pl_vec3d_make(0, 0, 0);
    pl_vec3_store(pl_vec3d_narrow(alone ? ms->before.velocity : none), ms->drift);
    pl_vec3_store(pl_vec3d_narrow(alone ? ms->before.angular_velocity : none), ms->turn);
    pl_vec3_store(pl_vec3d_narrow(alone ? ms->before.centre : none), ms->centre);
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
    pl_motion after = pl_motion_join_body(body, &inertia);
    bool alone = body->pin_count == 0 && pl_motion_is_sound(&after);
    bool turns = pl_inertia_turns(&inertia, body->mass_total, body->extent);
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

static bool any_body(const pl_stage* stage, bool (*is_such)(const pl_body* body)) {
    for (uint32_t i = 0; i < stage->body_count; ++i)
        if (is_such(stage->bodies[i])) return true;
    return false;
}

static void solve(const pl_stage* stage) {
    pl_stage_particles(stage, look);
    pl_stage_bodies(stage, note_motion);
    pl_stage_particles(stage, begin);
    bool implicit = any_body(stage, is_implicit);
    if (any_body(stage, is_explicit)) step_explicitly(stage);
    if (implicit) step_implicitly(stage);
    pl_stage_particles(stage, finish);
    if (!implicit) return;
    pl_stage_bodies(stage, settle_debt);
    pl_stage_particles(stage, give_back);  // no momentum out of nothing
}

// --- a body's share of it ---

static float* make_rows(pl_body* body, size_t count, size_t floats) {
    return pl_arena_alloc_zero(&body->memory, count, floats * sizeof(float));
}

static bool make_arrays(pl_body* body, pl_mass_spring* ms) {
    size_t stencils = ms->springs->padded, columns = ms->springs->links.column_count;
    float** const rows[] = {&ms->mobility, &ms->place, &ms->speed, &ms->drive, &ms->way};
    bool made = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k)
        made = (*rows[k] = make_rows(body, body->padded, 4)) && made;
    float** const threes[] = {ms->sum,    ms->product, ms->left,          ms->residual,
                              ms->course, ms->first,   ms->first_product, ms->last_product};
    for (size_t k = 0; k < sizeof threes / sizeof *threes; ++k)
        made = pl_arena_three(&body->memory, body->padded, threes[k]) && made;
    float* last = make_rows(body, body->padded, 3);  // in one piece: it is in snapshots
    made = made && last;
    for (int c = 0; c < 3; ++c) ms->last[c] = last ? last + (size_t)c * body->padded : NULL;
    ms->force = make_rows(body, 16 * stencils + 4, 1);
    ms->bent = make_rows(body, 12 * stencils + 4, 1);
    ms->blocks = make_rows(body, columns, 96);
    for (int k = 0; k < 6; ++k)
        made = (ms->precondition[k] = make_rows(body, body->padded, 1)) && made;
    ms->sums = make_rows(body, pl_span_count(body->padded), PL_SPRING_SUMS);
    made = pl_arena_three(&body->memory, stencils, ms->length) && made;
    return made && ms->force && ms->bent && ms->blocks && ms->sums;
}

// The corners that a spring of each kind joins.
static const int first_corner[PL_SPRING_KINDS] = {0, 2, 0},
                 last_corner[PL_SPRING_KINDS] = {1, 3, 3};

static bool is_painted(const pl_body* body) {
    return body->stiffness || body->spring_paint[PL_PAINT_SHEAR] ||
           body->spring_paint[PL_PAINT_BEND];
}

// The mean of what is painted at the corners of a spring; 1: nothing.
static float mean_of(const pl_springs* s, const float* paint, uint32_t stencil, int kind) {
    float sum = 0;
    if (!paint) return 1;
    for (int k = first_corner[kind]; k <= last_corner[kind]; ++k)
        sum += paint[s->net.corner[4 * (size_t)stencil + (size_t)k]];
    return sum / (float)(last_corner[kind] - first_corner[kind] + 1);
}

static void paint(const pl_body* body, pl_mass_spring* ms) {
    const pl_springs* s = ms->springs;
    const float* const own[PL_SPRING_KINDS] = {NULL, body->spring_paint[PL_PAINT_SHEAR],
                                               body->spring_paint[PL_PAINT_BEND]};
    const float* damping = body->spring_paint[PL_PAINT_DAMPING];
    for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
        for (uint32_t i = 0; is_painted(body) && i < s->net.count; ++i) {
            float share = mean_of(s, body->stiffness, i, kind) * mean_of(s, own[kind], i, kind);
            ms->share[kind][i] = share;
            ms->painted[kind][i] = s->stiffness[kind][i] * share;
        }
        for (uint32_t i = 0; damping && i < s->net.count; ++i)
            ms->damping[kind][i] = mean_of(s, damping, i, kind);
    }
}

// With the masses of this body, none of them held: pins only take modes away.
static void find_roof(const pl_body* body, pl_mass_spring* ms) {
    const float* const share[3] = {ms->share[0], ms->share[1], ms->share[2]};
    double mean = body->mass_total / body->count;
    for (uint32_t i = 0; i < body->count; ++i) ms->scratch[i] = (double)body->mass[i] / mean;
    ms->roof = pl_spring_net_roof(&ms->springs->net, ms->scratch, is_painted(body) ? share : NULL,
                                  ms->scratch + body->count);
}

static uint64_t hash_matter(const pl_body* body) {
    uint64_t hash = pl_hash_floats(PL_HASH_START, body->mass, body->count);
    if (body->stiffness) hash = pl_hash_floats(hash, body->stiffness, body->count);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (body->spring_paint[k]) hash = pl_hash_floats(hash, body->spring_paint[k], body->count);
    return hash;
}

static bool make_springs(pl_body* body, pl_mass_spring* ms) {
    bool made = make_arrays(body, ms);
    ms->scratch = pl_arena_alloc(&body->memory, body->count, 3 * sizeof *ms->scratch);
    for (int k = 0; k < PL_SPRING_KINDS; ++k) {
        ms->stiffness[k] = ms->springs->stiffness[k];
        if (body->spring_paint[PL_PAINT_DAMPING])
            made = (ms->damping[k] = make_rows(body, ms->springs->padded, 1)) && made;
        if (!is_painted(body)) continue;
        ms->share[k] = make_rows(body, ms->springs->padded, 1);
        ms->painted[k] = make_rows(body, ms->springs->padded, 1);
        made = made && ms->share[k] && ms->painted[k];
        ms->stiffness[k] = ms->painted[k];
    }
    return made && ms->scratch;
}

// Masses change with density and size, and with paint when a snapshot is restored; all else is
// quick.
static void change(pl_body* body) {
    pl_mass_spring* ms = pl_mass_spring_of(body);
    uint64_t matter = hash_matter(body);
    if (ms->roof == 0 || matter != ms->matter) {
        pl_springs_measure(ms->springs, body->rest, ms->length);
        paint(body, ms);
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
    *count = 3 * (size_t)body->padded;
    return pl_mass_spring_of(body)->last[0];
}

static void forget(pl_body* body) {
    size_t count;
    float* last = lasting(body, &count);
    memset(last, 0, count * sizeof *last);
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
    "mass_spring", create, allows, change, substep_longest, solve, lasting, forget, describe,
};
