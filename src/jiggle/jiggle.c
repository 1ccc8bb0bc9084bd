// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Deformers: made, asked, destroyed. The idea is told in jiggle_data.h.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/jiggle/jiggle_data.h"
#include "src/math/elementary.h"
#include "src/world/checks.h"

#define VERTICES_MOST ((uint32_t)1 << 26)
#define SEGMENTS_MOST ((uint32_t)1 << 16)

plump_jiggle_set plump_default_jiggle_set(void) {
    plump_jiggle_set set;
    memset(&set, 0, sizeof set);
    set.weights[0] = 1;
    set.radius = 0.5f;
    set.mass = 1;
    set.stiffness = 200;
    set.damping = 4;
    set.limit = 0.8f;
    set.turn_ratio = 0.2f;
    set.turn_limit = 0.8f;
    return set;
}

void plump_jiggle_set_tune(plump_jiggle_set* set, double hertz, double ratio) {
    if (!set) return;
    double w = 2 * PL_PI * hertz;
    set->stiffness = (float)(w * w * (double)set->mass);
    set->damping = (float)(2 * ratio * w * (double)set->mass);
}

plump_jiggle_def plump_default_jiggle_def(void) {
    plump_jiggle_def def;
    memset(&def, 0, sizeof def);
    def.segment_count = 1;
    def.softness = 1.5f;
    def.worker_count = 1;
    def.cookie = PL_COOKIE_JIGGLE;
    return def;
}

// --- checks ---

static plump_result check_mesh(const plump_jiggle_def* def, plump_error* error) {
    plump_result result = pl_triangles_check_layout(&def->mesh, error);
    if (result != PLUMP_OK) return result;
    if (!def->mesh.positions || def->mesh.vertex_count == 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "the bind pose has no vertices");
    if (def->mesh.vertex_count > VERTICES_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "the bind pose has %u vertices; %u are the most of one deformer: split it",
                       (unsigned)def->mesh.vertex_count, (unsigned)VERTICES_MOST);
    if (def->normal_stride != 0 && def->normal_stride < 3 * sizeof(float))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "normal_stride is %zu bytes, one needs %zu",
                       def->normal_stride, 3 * sizeof(float));
    if (!def->segments != !def->weights)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the skin has only one of segments and weights; give both or none");
    if (def->segment_count == 0 || def->segment_count > SEGMENTS_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there are %u segments; it must be 1 to %u",
                       (unsigned)def->segment_count, (unsigned)SEGMENTS_MOST);
    return PLUMP_OK;
}

static plump_result check_numbers(const plump_jiggle_def* def, plump_error* error) {
    if ((unsigned)def->method >= PLUMP_JIGGLE_METHOD_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no method %u of following paths",
                       (unsigned)def->method);
    plump_result result =
        pl_check_number((double)def->steps, 0, PL_JIGGLE_STEPS_MOST, "number of steps", error);
    if (result == PLUMP_OK) result = pl_check_float(def->softness, 0.01, 100, "softness", error);
    if (result == PLUMP_OK) result = pl_check_float(def->threshold, 0, 1e9, "threshold", error);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k)
        result = pl_check_float(def->gravity[k], -1e6, 1e6, "gravity", error);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k)
        result = pl_check_float(def->bind_gravity[k], -1e6, 1e6, "gravity of the bind pose", error);
    return result;
}

static plump_result check_set_numbers(const plump_jiggle_set* set, uint32_t index,
                                      plump_error* error) {
    const struct {
        const char* what;
        float value;
        double least, most;
    } numbers[] = {{"radius", set->radius, 1e-9, 1e9},
                   {"mass", set->mass, 1e-12, 1e12},
                   {"stiffness", set->stiffness, 1e-12, 1e15},
                   {"damping", set->damping, 0, 1e15},
                   {"limit", set->limit, 0, 4},
                   {"turn_hertz", set->turn_hertz, 0, 1e6},
                   {"turn_ratio", set->turn_ratio, 0, 1e6},
                   {"turn_limit", set->turn_limit, 0, 3}};
    for (size_t i = 0; i < PL_COUNT(numbers); ++i) {
        char what[40];
        pl_text_format(what, sizeof what, "%s of set %u", numbers[i].what, (unsigned)index);
        plump_result result =
            pl_check_float(numbers[i].value, numbers[i].least, numbers[i].most, what, error);
        if (result != PLUMP_OK) return result;
    }
    return pl_check_point(set->anchor, "anchor of a set", error);
}

static plump_result check_segment(uint32_t segment, uint32_t index, const plump_jiggle_def* def,
                                  plump_error* error) {
    if (segment < def->segment_count) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "set %u names segment %u, there are %u",
                   (unsigned)index, (unsigned)segment, (unsigned)def->segment_count);
}

static plump_result check_set(const plump_jiggle_def* def, uint32_t index, plump_error* error) {
    const plump_jiggle_set* set = &def->sets[index];
    plump_result result = check_set_numbers(set, index, error);
    double sum = 0;
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS && result == PLUMP_OK; ++k) {
        result = pl_check_float(set->weights[k], 0, 2, "weight of a set", error);
        sum += (double)set->weights[k];
        if (result == PLUMP_OK && set->weights[k] > 0)
            result = check_segment(set->segments[k], index, def, error);
    }
    if (result != PLUMP_OK) return result;
    if (!(sum >= 0.5 && sum <= 1.5))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the weights of set %u sum to %g; they must to 1", (unsigned)index, sum);
    if (set->on_count > PLUMP_JIGGLE_ON_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "set %u is limited to %u segments; %u is the most, or all by on_all",
                       (unsigned)index, (unsigned)set->on_count, (unsigned)PLUMP_JIGGLE_ON_MOST);
    for (uint32_t i = 0; i < set->on_count && result == PLUMP_OK; ++i)
        result = check_segment(set->on[i], index, def, error);
    return result;
}

static plump_result check_def(const plump_jiggle_def* def, plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_JIGGLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_jiggle_def with plump_default_jiggle_def()");
    plump_result result = check_mesh(def, error);
    if (result == PLUMP_OK) result = check_numbers(def, error);
    if (result != PLUMP_OK) return result;
    if (def->set_count > PLUMP_JIGGLE_SETS_MOST || (def->set_count > 0 && !def->sets))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there are %u sets; it must be 0 to %u",
                       def->sets ? (unsigned)def->set_count : 0u, (unsigned)PLUMP_JIGGLE_SETS_MOST);
    for (uint32_t i = 0; i < def->set_count && result == PLUMP_OK; ++i)
        result = check_set(def, i, error);
    return result;
}

// --- sets ---

static void take_set(plump_jiggle* jiggle, const plump_jiggle_def* def, uint32_t index,
                     float threshold) {
    plump_jiggle_set* set = &jiggle->sets[index];
    float sum = 0;
    *set = def->sets[index];
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) sum += set->weights[k];
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) set->weights[k] /= sum;
    if (set->on_count == 0 && !set->on_all) {
        for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k)
            if (set->weights[k] > 0) set->on[set->on_count++] = set->segments[k];
    }
    jiggle->set_group[index] =
        (unsigned char)(set->radius < threshold ? PL_JIGGLE_LOCAL : PL_JIGGLE_GLOBAL);
}

static bool acts_on(const plump_jiggle_set* set, uint32_t segment) {
    if (set->on_all) return true;
    for (uint32_t i = 0; i < set->on_count; ++i)
        if (set->on[i] == segment) return true;
    return false;
}

// Lists of sets per group and segment, in order of sets.
static bool make_lists(plump_jiggle* jiggle) {
    uint32_t segments = jiggle->def.segment_count;
    size_t lists = (size_t)PL_JIGGLE_GROUPS * segments, total = 0;
    jiggle->list_first = pl_arena_alloc(&jiggle->memory, lists + 1, sizeof(uint32_t));
    if (!jiggle->list_first) return false;
    for (int pass = 0; pass < 2; ++pass) {
        if (pass == 1) jiggle->list = pl_arena_alloc(&jiggle->memory, total, sizeof(uint32_t));
        if (pass == 1 && !jiggle->list) return false;
        total = 0;
        for (size_t l = 0; l < lists; ++l) {
            jiggle->list_first[l] = (uint32_t)total;
            for (uint32_t i = 0; i < jiggle->set_count; ++i) {
                bool is_in = jiggle->set_group[i] == l / segments &&
                             acts_on(&jiggle->sets[i], (uint32_t)(l % segments));
                if (!is_in) continue;
                if (pass == 1) jiggle->list[total] = i;
                total += 1;
            }
        }
        jiggle->list_first[lists] = (uint32_t)total;
    }
    return true;
}

// Room for as many steps as the limits could ask for, twice that where fields overlap.
static bool make_groups(plump_jiggle* jiggle) {
    double longest = 1, per = jiggle->def.steps ? (double)jiggle->def.steps : 12;
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        const plump_jiggle_set* set = &jiggle->sets[i];
        double most = (double)set->limit + 0.5 * (double)set->turn_limit;
        longest = most > longest ? most : longest;
    }
    double wanted = 2 * longest * per;
    uint32_t steps = wanted < PL_JIGGLE_STEPS_MOST ? (uint32_t)wanted : PL_JIGGLE_STEPS_MOST;
    for (int g = 0; g < PL_JIGGLE_GROUPS; ++g) {
        pl_jiggle_group* group = &jiggle->groups[g];
        group->row_count = PL_JIGGLE_STAGES * steps;
        group->steps = 1;
        group->centres = pl_arena_alloc_zero(
            &jiggle->memory, (size_t)jiggle->set_count * group->row_count, 4 * sizeof(float));
        if (!group->centres) return false;
    }
    return true;
}

static plump_result take_sets(plump_jiggle* jiggle, const plump_jiggle_def* def,
                              plump_error* error) {
    pl_arena* memory = &jiggle->memory;
    uint32_t count = jiggle->set_count = def->set_count;
    jiggle->sets = pl_arena_alloc(memory, count, sizeof *jiggle->sets);
    jiggle->set_group = pl_arena_alloc(memory, count, 1);
    jiggle->masses = pl_arena_alloc_zero(memory, count, sizeof *jiggle->masses);
    jiggle->fields = pl_arena_alloc_zero(memory, count, sizeof *jiggle->fields);
    if (!jiggle->sets || !jiggle->set_group || !jiggle->masses || !jiggle->fields)
        return pl_fail_memory(error, "making a deformer");
    float threshold = def->threshold, largest = 0;
    for (uint32_t i = 0; i < count; ++i)
        largest = def->sets[i].radius > largest ? def->sets[i].radius : largest;
    if (!(threshold > 0)) threshold = 0.5f * largest;
    for (uint32_t i = 0; i < count; ++i) take_set(jiggle, def, i, threshold);
    if (!make_lists(jiggle) || !make_groups(jiggle))
        return pl_fail_memory(error, "making a deformer");
    return PLUMP_OK;
}

// --- making ---

static void forget_pointers(plump_jiggle_def* def) {
    memset(&def->mesh, 0, sizeof def->mesh);
    def->normals = NULL;
    def->segments = NULL;
    def->weights = NULL;
    def->sets = NULL;
}

static plump_result make_segments(plump_jiggle* jiggle, plump_error* error) {
    uint32_t count = jiggle->def.segment_count;
    jiggle->matrices = pl_arena_alloc_zero(&jiggle->memory, count, 12 * sizeof(double));
    jiggle->segments = pl_arena_alloc(&jiggle->memory, count, sizeof *jiggle->segments);
    jiggle->turns = pl_arena_alloc(&jiggle->memory, count, 12 * sizeof(float));
    if (!jiggle->matrices || !jiggle->segments || !jiggle->turns)
        return pl_fail_memory(error, "making a deformer");
    for (uint32_t i = 0; i < count; ++i)
        for (size_t k = 0; k < 3; ++k) jiggle->matrices[12 * (size_t)i + 5 * k] = 1;
    pl_jiggle_set_matrices(jiggle, jiggle->matrices);
    pl_jiggle_rest(jiggle);
    return PLUMP_OK;
}

static plump_result fill(plump_jiggle* jiggle, const plump_jiggle_def* def, plump_error* error) {
    jiggle->def = *def;
    forget_pointers(&jiggle->def);
    jiggle->isa = pl_isa_choose_by_environment(NULL);
    jiggle->kernels = pl_jiggle_kernels_get(jiggle->isa);
    jiggle->pool =
        pl_task_pool_create(&jiggle->memory.hooks, &def->tasks, def->worker_count, error);
    if (!jiggle->pool) return error ? error->code : PLUMP_ERROR_MEMORY;
    plump_result result = pl_jiggle_take_mesh(jiggle, def, error);
    if (result == PLUMP_OK) result = pl_jiggle_make_pairs(jiggle, def, error);
    if (result == PLUMP_OK && !pl_jiggle_make_polish(jiggle))
        result = pl_fail_memory(error, "making a deformer");
    if (result == PLUMP_OK) result = take_sets(jiggle, def, error);
    if (result == PLUMP_OK) result = make_segments(jiggle, error);
    return result;
}

plump_result plump_jiggle_create(const plump_jiggle_def* def, plump_jiggle** jiggle,
                                 plump_error* error) {
    plump_error own;
    if (!error) error = &own;
    if (!jiggle)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the deformer");
    *jiggle = NULL;
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_jiggle* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a deformer");
    made->memory = pl_arena_make(hooks);
    made->guest_memory = pl_arena_make(hooks);
    made->ride.memory = pl_arena_make(hooks);
    made->morph.memory = pl_arena_make(hooks);
    pl_fpmode mode = pl_fpmode_enter();
    result = fill(made, def, error);
    pl_fpmode_leave(mode);
    if (result != PLUMP_OK) {
        plump_jiggle_destroy(made);
        return result;
    }
    *jiggle = made;
    return PLUMP_OK;
}

void plump_jiggle_destroy(plump_jiggle* jiggle) {
    if (!jiggle) return;
    plump_allocator hooks = jiggle->memory.hooks;
    pl_jiggle_free_obstacles(jiggle);
    pl_jiggle_drop_ride(jiggle);
    pl_arena_release(&jiggle->morph.memory, NULL);
    pl_task_pool_destroy(jiggle->pool);
    pl_arena_release(&jiggle->memory, NULL);
    pl_free(&hooks, jiggle);
}

// --- asking ---

uint32_t plump_jiggle_vertex_count(const plump_jiggle* jiggle) {
    return jiggle ? jiggle->vertex_count : 0;
}

uint32_t plump_jiggle_set_count(const plump_jiggle* jiggle) {
    return jiggle ? jiggle->set_count : 0;
}

uint32_t plump_jiggle_segment_count(const plump_jiggle* jiggle) {
    return jiggle ? jiggle->def.segment_count : 0;
}

uint32_t plump_jiggle_step_count(plump_jiggle* jiggle) {
    if (!jiggle) return 0;
    pl_jiggle_make_fields(jiggle);
    uint32_t most = 0;
    for (int g = 0; g < PL_JIGGLE_GROUPS; ++g)
        most = jiggle->groups[g].steps > most ? jiggle->groups[g].steps : most;
    return most;
}

const char* plump_jiggle_isa(const plump_jiggle* jiggle) {
    return jiggle ? pl_isa_name(jiggle->isa) : NULL;
}
