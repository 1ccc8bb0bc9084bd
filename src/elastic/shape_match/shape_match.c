// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of shape matching, and its row in the table of models.
#include "src/elastic/shape_match/shape_match.h"

#include "src/base/text.h"
#include "src/elastic/bag/bag.h"
#include "src/elastic/elastic.h"
#include "src/elastic/shape_match/fine.h"
#include "src/elastic/shape_match/firm.h"
#include "src/elastic/shape_match/growth.h"
#include "src/math/rotation.h"
#include "src/mesh/mesh_pieces.h"
#include "src/mesh/mesh_rings.h"
#include "src/state/pace.h"

#include <math.h>

// In one substep, rad: where places fly off along their tangents by more than the body is wide, no
// turn gives back what shape matching does to that.
#define TURN_MOST 0.5
#define OFF_MOST  0.5  // of the volume: areas at rest say nothing of a body further off

static bool is_plastic(const plump_body_def* def) {
    return def->yield > 0.0f;
}

static pl_match_law own_law(const pl_body* body) {
    const plump_body_def* def = &body->def;
    const pl_shape_match* sm = pl_shape_match_of(body);
    // The core knows the first shape only: it would pull a body that has flowed back to it, and
    // draw together what lies beside each other in one mesh.
    bool has_core = !is_plastic(def) && !sm->plastic && !sm->is_loose;
    return (pl_match_law){
        .frequency = (double)def->frequency,
        .damping = (double)def->damping,
        .core = has_core ? (double)def->core : 0.0,
        .firmness = (double)def->firmness,
        .yield = (double)def->yield,
        .creep = (double)def->creep,
        .plastic_limit = (double)def->plastic_limit,
    };
}

static pl_match_law law_of(const pl_body* body) {
    return pl_is_bag(body) ? pl_bag_law(body) : own_law(body);
}

// Bags that nothing holds but their volume are left alone.
static bool is_matched(const pl_body* body) {
    return body->model->solve == pl_shape_match_solve &&
           !(pl_is_bag(body) && body->def.firmness <= 0.0f);
}

// --- the pass, phase by phase ---

// Whether the body takes part in this pass, and in which mode.
static bool is_ring(const pl_body* body, const pl_stage* stage) {
    return is_matched(body) && stage->pass < body->def.passes && pl_shape_match_of(body)->rings;
}

static bool is_ball(const pl_body* body, const pl_stage* stage) {
    return is_matched(body) && stage->pass < body->def.passes && pl_shape_match_of(body)->balls;
}

static bool takes_part(const pl_body* body, const pl_stage* stage) {
    return is_ball(body, stage) || is_ring(body, stage);
}

static void sum_motion(const pl_span* span, const pl_stage* stage) {
    pl_body* body = span->body;
    if (!takes_part(body, stage)) return;
    // where it was: a pull d moves x by d and v by d / h, so that x = past + h v, and the angular
    // momentum sum m x x v is sum m past x v
    const float* past[3] = {body->past[0], body->past[1], body->past[2]};
    pl_motion_sum_of(span, stage, past, NULL);
    pl_pose_kernels_get(stage->isa)->sum(span, stage);
}

// A share s of the way per substep is a stiffness s / h^2. Where the world chooses substeps it
// takes shorter ones while something hits: a body squeezed in 3 of them and let go in 13 threw a
// load off at four times the speed that it had come with. So the share is that of the substep which
// the body lies still with, and less in shorter ones.
static void set_ring_pace(pl_body* body, const pl_stage* stage) {
    double weight = (double)pl_vec3_length(body->acceleration), step = (double)stage->step;
    double count = ceil(step * pl_rate_by_weight(weight, body->extent) - 1e-6);
    double longest = count > 1.0 ? step / count : step;
    double ratio = stage->own_pace ? (double)stage->h / longest : 1.0;
    double share = (double)body->def.stiffness * (ratio < 1.0 ? ratio * ratio : 1.0);
    pl_shape_match_of(body)->ring_share = (float)share;
}

static void set_pace(pl_body* body, const pl_stage* stage) {
    pl_shape_match* sm = pl_shape_match_of(body);
    const pl_match_law* law = &sm->law;
    float h = stage->h, passes = (float)body->def.passes;
    if (!sm->balls) {
        set_ring_pace(body, stage);
        return;
    }
    body->unreachable = !sm->reached;
    if (sm->paced == h) return;  // finding it may take 10 us: as long as moving 500 particles
    pl_pace pace = pl_tune_pace(&sm->tuning, law->frequency, law->damping, law->core, (double)h);
    if (sm->fine) pl_tune_firm(&sm->tuning, law->firmness, (double)h, &pace);
    // n passes of a share s act like one of n s
    sm->skin_share = pace.skin_share / passes;
    sm->core_share = pace.core_share / passes;
    sm->fine_share = pace.fine;
    sm->retardation = pace.retardation;
    sm->frequency_reached = pace.frequency;
    pl_firm_pace(body, sm, (double)h);
    sm->paced = h;
    body->unreachable = !(sm->reached = pace.reached);
}

// The rest shape changes with the body's scale.
static void find_normals(pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3 normal = pl_vec3d_narrow(pl_ring_vector(body->surface, body->rest, i));
        body->rest_normal[0][i] = normal.x;
        body->rest_normal[1][i] = normal.y;
        body->rest_normal[2][i] = normal.z;
    }
}

// What hangs on the rest shape and on the weights of the fit.
static void follow_weights(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    find_normals(body);
    pl_region_rest_update(body);
    if (sm->fine) pl_fine_update(body, sm);
    if (sm->normal_points[0]) pl_ring_normal_points(body);
    sm->weights_changed = false;
}

static void join_motion(pl_body* body, const pl_stage* stage) {
    if (!takes_part(body, stage)) return;
    pl_shape_match* sm = pl_shape_match_of(body);
    sm->motion = pl_motion_join_body(body, &sm->inertia);
    sm->swelling = (float)(body->volume_ratio_speed / (3.0 * body->volume_ratio));
    sm->growth = (float)(pl_is_bag(body) ? pl_bag_growth(body) : pl_growth_of(body));
    pl_pose_join(body);
    if (stage->pass == 0) set_pace(body, stage);
    sm->firm = sm->balls && stage->pass == 0 && pl_firm_wanted(body);
    if (sm->weights_changed) follow_weights(body);
}

static void make_rows(const pl_span* span, const pl_stage* stage) {
    if (is_ball(span->body, stage)) {
        pl_ball_kernels_get(stage->isa)->rows(span, stage);
        if (pl_shape_match_of(span->body)->firm) pl_firm_look(span);
    } else if (is_ring(span->body, stage)) {
        const pl_ring_kernels* kernels = pl_ring_kernels_get(stage->isa);
        (span->body->def.naive_sums ? kernels->rows_naive : kernels->rows)(span, stage);
    }
}

static void fit_regions(const pl_span* span, const pl_stage* stage) {
    if (is_ball(span->body, stage)) {
        const pl_ball_kernels* kernels = pl_ball_kernels_get(stage->isa);
        if (span->begin == 0) kernels->core(span->body);  // beside the first of the skin's regions
        kernels->fit(span, stage);
    } else if (is_ring(span->body, stage)) {
        const pl_ring_kernels* kernels = pl_ring_kernels_get(stage->isa);
        (span->body->def.naive_sums ? kernels->fit_naive : kernels->fit)(span, stage);
    }
}

static void pull(const pl_span* span, const pl_stage* stage) {
    if (is_ball(span->body, stage)) {
        pl_ball_kernels_get(stage->isa)->pull(span, stage);
    } else if (is_ring(span->body, stage)) {
        const pl_ring_kernels* kernels = pl_ring_kernels_get(stage->isa);
        (span->body->def.naive_sums ? kernels->pull_naive : kernels->pull)(span, stage);
    }
}

// --- what is as fine as edges, in bodies that press others, once in a substep ---

static bool is_firm(const pl_body* body) {
    return is_matched(body) && pl_shape_match_of(body)->firm;
}

static void begin_firm(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    if (is_firm(span->body)) pl_firm_begin(span);
}

static void pass_firm(const pl_span* span, const pl_stage* stage) {
    if (is_firm(span->body)) pl_firm_pass(span, stage->pass);
}

static void end_firm(const pl_span* span, const pl_stage* stage) {
    if (is_firm(span->body)) pl_firm_end(span, stage->h);
}

static void make_firm(const pl_stage* stage) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->body_count; ++i) count += is_firm(stage->bodies[i]);
    if (count == 0) return;
    pl_stage turn = *stage;
    pl_stage_particles(stage, begin_firm);
    for (turn.pass = 0; turn.pass < pl_firm_passes(); ++turn.pass)
        pl_stage_particles(&turn, pass_firm);
    pl_stage_particles(stage, end_firm);
}

// --- what is finer than regions ---

static void shift_regions(pl_body* body, const pl_stage* stage) {
    if (!is_ball(body, stage)) return;
    if (pl_shape_match_of(body)->fine_share > 0.0f) pl_ball_kernels_get(stage->isa)->shift(body);
}

// --- what rounding leaves ---

// Forces within a body add up to nothing, and so do their moments; their roundings do not. Regions
// sum in float, and what is left always pushes and turns a body in the same way: 7e-5 m/s and a
// turn by 0.1 within 10,000 steps at rest. Where nothing holds the body from outside it is taken
// back. Region damping and the normal point are not so exact by themselves: there the turn stays.
// So does that of a body squeezed to nothing, which a next to nothing would set spinning.
static void settle_debt(pl_body* body, const pl_stage* stage) {
    if (!takes_part(body, stage)) return;
    pl_shape_match* sm = pl_shape_match_of(body);
    const plump_body_def* def = &body->def;
    bool alone = body->pin_count == 0;
    bool exact = sm->balls || (def->region_damping == 0.0f && !def->normal_point);
    bool turns = exact && pl_inertia_turns(&sm->inertia, body->mass_total, body->extent);
    double angle = pl_vec3d_length(sm->motion.angular_velocity) * (double)stage->h;
    turns = turns && angle < TURN_MOST;
    body->follows_goals = angle < TURN_MOST && fabs(body->volume_error) < OFF_MOST;
    double change[PL_CHANGE_SUMS] = {0};
    for (uint32_t span = 0; span < pl_span_count(body->padded); ++span) {
        for (uint32_t k = 0; k < PL_CHANGE_SUMS; ++k)
            change[k] += (double)sm->change_sums[PL_CHANGE_SUMS * span + k];
    }
    pl_vec3d push = pl_vec3d_load(change), moment = pl_vec3d_load(change + 3);
    moment = pl_vec3d_sub(moment, pl_vec3d_cross(sm->motion.centre, push));
    pl_vec3 back = pl_vec3d_narrow(pl_vec3d_scale(push, alone ? -1.0 / body->mass_total : 0.0));
    pl_vec3d turn = pl_rotation_turn(sm->inertia.inverse, moment);
    pl_vec3 turn_back = pl_vec3d_narrow(pl_vec3d_scale(turn, alone && turns ? -1.0 : 0.0));
    pl_vec3_store(back, sm->debt);
    pl_vec3_store(turn_back, sm->turn_debt);
}

static void give_back(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    if (takes_part(body, stage) && body->pin_count == 0)
        pl_pose_kernels_get(stage->isa)->give_back(span, stage);
}

void pl_shape_match_solve(const pl_stage* stage) {
    uint32_t passes = 0;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        if (!is_matched(body)) continue;
        passes = body->def.passes > passes ? body->def.passes : passes;
    }
    pl_stage turn = *stage;
    for (turn.pass = 0; turn.pass < passes; ++turn.pass) {
        pl_stage_particles(&turn, sum_motion);  // what is not deformation
        pl_stage_bodies(&turn, join_motion);
        pl_stage_particles(&turn, make_rows);   // moments of every particle
        pl_stage_regions(&turn, fit_regions);   // summed up to the motion of each region
        pl_stage_bodies(&turn, shift_regions);  // to hold what is finer than they are
        pl_stage_particles(&turn, pull);        // blended to goals
        if (turn.pass == 0) make_firm(&turn);   // evened out, in bodies that press others
        pl_stage_bodies(&turn, settle_debt);
        pl_stage_particles(&turn, give_back);  // no momentum out of nothing
    }
}

// --- a body's share of it ---

static plump_result make_rings(pl_body* body, pl_shape_match* sm, pl_task_pool* pool,
                               plump_error* error) {
    sm->rings = pl_ring_regions_get(body->mesh, body->def.omega, body->def.naive_sums, pool);
    if (!sm->rings) return pl_fail_memory(error, "listing the regions of a body");
    body->region_count = body->padded;
    body->region_span = PL_SPAN_PARTICLES;
    size_t rows = pl_prefix_rows(body->padded);
    sm->rows = pl_arena_alloc_zero(&body->memory, rows, 16 * sizeof(float));
    sm->transforms = pl_arena_alloc_zero(&body->memory, rows, 16 * sizeof(float));
    bool complete = sm->rows && sm->transforms;
    if (body->def.region_damping > 0.0f) {
        sm->row_turns = pl_arena_alloc_zero(&body->memory, rows, 4 * sizeof(float));
        sm->transform_turns = pl_arena_alloc_zero(&body->memory, rows, 4 * sizeof(float));
        complete = complete && sm->row_turns && sm->transform_turns;
    }
    for (int k = 0; body->def.normal_point && k < 4; ++k) {
        sm->normal_points[k] = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
        complete = complete && sm->normal_points[k];
    }
    if (body->def.normal_point) {
        sm->placed = pl_arena_alloc_zero(&body->memory, body->padded, 4 * sizeof(float));
        complete = complete && sm->placed;
    }
    return complete ? PLUMP_OK : pl_fail_memory(error, "making room for a body's regions");
}

static bool choose_radius(pl_body* body, pl_shape_match* sm, pl_task_pool* pool) {
    const plump_body_def* def = &body->def;
    if (def->radius > 0.0f)
        return pl_tune_radius(body->mesh, def->radius / def->scale, pl_is_bag(body), pool,
                              &sm->tuning);
    return pl_tune_choose(body->mesh, sm->law.frequency, sm->law.core, pl_is_bag(body), pool,
                          &sm->tuning);
}

// About as much work in a span of regions as in a span of particles: ten pairs per particle.
static uint32_t ball_span(const pl_ball_regions* balls) {
    uint32_t pairs = balls->member_first[balls->padded];
    uint32_t groups =
        (uint32_t)((uint64_t)balls->padded * 10 * PL_SPAN_PARTICLES / 16 / (pairs + 1));
    return groups < 1 ? 16 : groups > 64 ? 1024 : 16 * groups;
}

static pl_ball_layout means_layout(const pl_shape_match* sm) {
    return (pl_ball_layout){(float)sm->tuning.fine_radius, PL_MEAN_SPACING};
}

// Does nothing where the mesh has nothing finer than regions.
static bool make_fine(pl_body* body, pl_shape_match* sm, pl_task_pool* pool) {
    if (!(sm->tuning.fine_radius > 0)) return true;
    const pl_ball_regions* means = pl_ball_layout_get(body->mesh, means_layout(sm), pool);
    sm->fine = means ? pl_fine_create(body, sm->balls, means) : NULL;
    return sm->fine;
}

static plump_result make_balls(pl_body* body, pl_shape_match* sm, pl_task_pool* pool,
                               plump_error* error) {
    const pl_pieces* pieces = pl_pieces_get(body->mesh, pool);
    if (!pieces) return pl_fail_memory(error, "finding the pieces of a body");
    sm->is_loose = pieces->count > 1;
    if (!choose_radius(body, sm, pool)) return pl_fail_memory(error, "tuning a body");
    sm->balls = pl_ball_regions_get(body->mesh, (float)sm->tuning.radius, pool);
    if (!sm->balls) return pl_fail_memory(error, "listing the regions of a body");
    body->region_count = sm->balls->padded;
    body->region_span = ball_span(sm->balls);
    uint32_t blocks = pl_motion_block_count(body->padded);
    sm->rows = pl_arena_alloc_zero(&body->memory, body->padded, 3 * sizeof(float));
    sm->transforms = pl_arena_alloc_zero(&body->memory, sm->balls->padded, 16 * sizeof(float));
    sm->core_sums = pl_arena_alloc_zero(&body->memory, blocks, 16 * sizeof(float));
    bool complete = sm->rows && sm->transforms && sm->core_sums && pl_firm_create(body, sm);
    complete = complete && make_fine(body, sm, pool);
    return complete ? PLUMP_OK : pl_fail_memory(error, "making room for a body's regions");
}

static bool make_common(pl_body* body, pl_shape_match* sm) {
    uint32_t spans = pl_span_count(body->padded);
    sm->pose_sums = pl_arena_alloc_zero(&body->memory, spans, 16 * sizeof(float));
    sm->change_sums = pl_arena_alloc_zero(&body->memory, spans, PL_CHANGE_SUMS * sizeof(float));
    bool complete = sm->pose_sums && sm->change_sums &&
                    pl_arena_three(&body->memory, body->padded, body->rest_normal) &&
                    pl_arena_three(&body->memory, body->padded, body->goal_normal);
    for (int k = 0; k < 10; ++k) {
        size_t count = (size_t)body->region_count + 16;  // and the core
        sm->region_rest[k] = pl_arena_alloc_zero(&body->memory, count, sizeof(float));
        complete = complete && sm->region_rest[k];
    }
    return complete;
}

static bool make_plastic(pl_body* body, pl_shape_match* sm) {
    if (!(sm->law.yield > 0.0)) return true;
    sm->plastic = pl_arena_alloc_zero(&body->memory, body->region_count, 9 * sizeof(float));
    if (!sm->plastic) return false;
    pl_plastic_clear(sm);
    return true;
}

// The pace is found anew, the weights are summed anew, when the next step needs them.
void pl_shape_match_change(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    sm->law = law_of(body);
    sm->weights_changed = true;
    sm->paced = 0.0f;
    if (!is_matched(body)) body->follows_goals = false;
    if (sm->balls)
        sm->longest =
            pl_tune_substep(&sm->tuning, sm->law.frequency, sm->law.damping, sm->law.core);
}

plump_result pl_shape_match_create(pl_body* body, pl_task_pool* pool, plump_error* error) {
    pl_shape_match* sm = pl_arena_alloc_zero(&body->memory, 1, sizeof *sm);
    if (!sm) return pl_fail_memory(error, "making a body");
    body->elastic = sm;
    sm->growth = 1.0f;
    sm->law = law_of(body);
    bool paper = body->def.matching == PLUMP_MATCHING_PAPER && !pl_is_bag(body);
    plump_result result = (paper ? make_rings : make_balls)(body, sm, pool, error);
    if (result != PLUMP_OK) return result;
    sm->region_count = body->region_count;
    if (!make_common(body, sm)) return pl_fail_memory(error, "making a body");
    if (!make_plastic(body, sm)) return pl_fail_memory(error, "making a body plastic");
    pl_shape_match_change(body);
    return PLUMP_OK;
}

plump_result pl_shape_match_allows(const pl_body* body, const plump_body_def* wish,
                                   plump_error* error) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    if (is_plastic(wish) && !sm->plastic)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "this body was made without plasticity; give it a yield above 0 when "
                       "you create it");
    if (wish->region_damping > 0.0f && sm->rings && !sm->row_turns)
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "this body was made without region damping; give it some when you create it");
    return PLUMP_OK;
}

// In contact half as long a substep is taken, which is made up for here.
double pl_shape_match_substep(const pl_body* body) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    if (!is_matched(body)) return 0.0;
    double firm = sm->balls && pl_firm_wanted(body) ? 2.0 * pl_firm_substep(body) : sm->longest;
    return firm < sm->longest ? firm : sm->longest;
}

float* pl_shape_match_lasting(const pl_body* body, size_t* count) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    *count = sm->plastic ? (size_t)9 * sm->region_count : 0;
    return sm->plastic;
}

void pl_shape_match_forget(pl_body* body) {
    pl_plastic_clear(pl_shape_match_of(body));
}

static bool is_too_soft(const pl_body* body) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    pl_vec3 a = body->acceleration;
    return pl_tune_too_soft(&sm->tuning, sm->law.frequency, body->surface->extent, body->extent,
                            (double)pl_vec3_length(a));
}

void pl_shape_match_describe(const pl_body* body, plump_body_info* info) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    if (sm->rings) {
        info->region_count = sm->rings->count;
        info->memory_shared +=
            pl_ring_regions_size(body->mesh, body->def.omega, body->def.naive_sums);
        return;
    }
    info->region_count = sm->balls->count + 1;
    info->radius = sm->tuning.radius * (double)body->def.scale;
    info->frequency_reached = (double)sm->frequency_reached;
    info->substep_longest = sm->longest;
    info->too_soft = is_too_soft(body);
    info->memory_shared += pl_ball_regions_size(body->mesh, (float)sm->tuning.radius);
    if (sm->fine) info->memory_shared += pl_ball_layout_size(body->mesh, means_layout(sm));
}

const pl_elastic_model pl_shape_match_model = {
    .name = "shape_match",
    .create = pl_shape_match_create,
    .allows = pl_shape_match_allows,
    .change = pl_shape_match_change,
    .substep_longest = pl_shape_match_substep,
    .solve = pl_shape_match_solve,
    .lasting = pl_shape_match_lasting,
    .forget = pl_shape_match_forget,
    .describe = pl_shape_match_describe,
};
