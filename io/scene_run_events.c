// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Events, and pins and ties that end: each acts once, at the beginning of the step that begins at
// its time or next after it. The books (who is held, gone, disabled) are kept apart from the world,
// so that a restored world can have them brought to where they belong.
//
// A disabled body loses what holds its shape and its volume: it is as limp as the softest body that
// can be made, a hundredth of a hertz, and falls flat like a wet cloth. What is flat has no inside
// that others could be kept out of: they pass through it. Enabled again it has the values it would
// have had all along.
#include "io/scene_run.h"

#include "src/base/text.h"

#include <string.h>

#define LIMP_FREQUENCY 0.01  // Hz, the least there is: its forces are 1e-5 of those at 3 Hz

// --- one body ---

// The wish for one of the fields that disabling takes over; NULL: it is another field.
static double* wish_for(pl_run_body* body, const char* field) {
    if (!strcmp(field, "frequency")) return &body->frequency;
    if (!strcmp(field, "stiffness")) return &body->stiffness;
    if (!strcmp(field, "volume")) return &body->volume;
    if (!strcmp(field, "soft_contact")) return &body->soft_contact;
    return NULL;
}

static plump_result set_matter(plump_scene* scene, const pl_run_body* wish, plump_error* error) {
    const struct {
        const char* field;
        double value;
    } matter[] = {{"frequency", wish->frequency},
                  {"stiffness", wish->stiffness},
                  {"volume", wish->volume},
                  {"soft_contact", wish->soft_contact}};
    for (size_t i = 0; i < sizeof matter / sizeof *matter; ++i) {
        plump_result result =
            plump_body_set(scene->world, wish->id, matter[i].field, matter[i].value, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// With `acts` false, here and below, only the books are kept.
static plump_result disable(plump_scene* scene, pl_run_body* body, bool acts, plump_error* error) {
    plump_result result = PLUMP_OK;
    const pl_run_body limp = {
        .id = body->id, .frequency = LIMP_FREQUENCY, .volume = PLUMP_VOLUME_FREE};
    if (acts && !body->disabled) result = set_matter(scene, &limp, error);
    if (result == PLUMP_OK) body->disabled = true;
    return result;
}

static plump_result enable(plump_scene* scene, pl_run_body* body, bool acts, plump_error* error) {
    plump_result result = PLUMP_OK;
    if (acts && body->disabled) result = set_matter(scene, body, error);
    if (result == PLUMP_OK) body->disabled = false;
    return result;
}

static plump_result set_fields(plump_scene* scene, pl_run_body* body, const pl_plan_event* event,
                               bool acts, plump_error* error) {
    for (uint32_t i = 0; i < event->set_count; ++i) {
        const pl_plan_set* set = &event->sets[i];
        double* wish = wish_for(body, set->field);
        plump_result result = PLUMP_OK;
        if (acts && !(wish && body->disabled))
            result = plump_body_set(scene->world, body->id, set->field, set->value, error);
        if (result != PLUMP_OK) return result;
        if (wish) *wish = set->value;
    }
    return PLUMP_OK;
}

// Two pins of a body may share vertices; the last one to go frees them.
static plump_result let_go_hold(plump_scene* scene, pl_run_hold* hold, bool acts,
                                plump_error* error) {
    const pl_run_body* body = &scene->run->bodies[hold->body];
    for (uint32_t i = 0; i < hold->pin->vertex_count; ++i) {
        uint32_t vertex = hold->pin->vertices[i];
        if (--body->grips[vertex] > 0 || !acts) continue;
        plump_result result = plump_body_unpin(scene->world, body->id, vertex, error);
        if (result != PLUMP_OK) return result;
    }
    hold->held = false;
    return PLUMP_OK;
}

static plump_result let_go_tie(plump_scene* scene, pl_run_tie* tie, bool acts, plump_error* error) {
    plump_result result = acts ? plump_attachment_destroy(scene->world, tie->id, error) : PLUMP_OK;
    if (result == PLUMP_OK) tie->held = false;
    return result;
}

static plump_result release(plump_scene* scene, uint32_t index, const pl_plan_event* event,
                            bool acts, plump_error* error) {
    pl_scene_run* run = scene->run;
    const pl_run_body* body = &run->bodies[index];
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; event->pins && i < body->hold_count && result == PLUMP_OK; ++i) {
        pl_run_hold* hold = &run->holds[body->first_hold + i];
        if (hold->held) result = let_go_hold(scene, hold, acts, error);
    }
    for (uint32_t i = 0; event->attachments && i < body->tie_count && result == PLUMP_OK; ++i) {
        pl_run_tie* tie = &run->ties[run->ties_of[body->first_tie + i]];
        if (tie->held && tie->body == index) result = let_go_tie(scene, tie, acts, error);
    }
    return result;
}

// The world forgets what hangs on a body together with it.
static plump_result take_away(plump_scene* scene, uint32_t index, bool acts, plump_error* error) {
    pl_scene_run* run = scene->run;
    plump_result result =
        acts ? plump_body_destroy(scene->world, run->bodies[index].id, error) : PLUMP_OK;
    if (result != PLUMP_OK) return result;
    run->bodies[index].gone = true;
    scene->body_ids[index] = (plump_body_id){0};
    const pl_run_body* body = &run->bodies[index];
    for (uint32_t i = 0; i < body->hold_count; ++i) run->holds[body->first_hold + i].held = false;
    for (uint32_t i = 0; i < body->tie_count; ++i)
        run->ties[run->ties_of[body->first_tie + i]].held = false;
    return PLUMP_OK;
}

// --- events ---

// What the world keeps the books of.
static plump_result act(plump_scene* scene, uint32_t index, const pl_plan_event* event,
                        plump_error* error) {
    plump_world* world = scene->world;
    plump_body_id id = scene->run->bodies[index].id;
    const plump_body_def* def = &scene->plan.bodies[index].def;
    switch (event->kind) {
    case PL_PLAN_IMPULSE:
        return plump_body_add_impulse(world, id, PLUMP_ALL_VERTICES, event->impulse, error);
    case PL_PLAN_FREEZE: return plump_body_set_frozen(world, id, true, error);
    case PL_PLAN_UNFREEZE: return plump_body_set_frozen(world, id, false, error);
    case PL_PLAN_TAKE_OUT: return plump_body_set_enabled(world, id, false, error);
    case PL_PLAN_BRING_IN: return plump_body_set_enabled(world, id, true, error);
    case PL_PLAN_RESET: return plump_body_reset(world, id, def->position, def->rotation, error);
    default: return PLUMP_OK;
    }
}

static plump_result apply(plump_scene* scene, uint32_t index, const pl_plan_event* event, bool acts,
                          plump_error* error) {
    pl_run_body* body = &scene->run->bodies[index];
    if (body->gone) return PLUMP_OK;
    switch (event->kind) {
    case PL_PLAN_RELEASE: return release(scene, index, event, acts, error);
    case PL_PLAN_SET: return set_fields(scene, body, event, acts, error);
    case PL_PLAN_DISABLE: return disable(scene, body, acts, error);
    case PL_PLAN_ENABLE: return enable(scene, body, acts, error);
    case PL_PLAN_REMOVE: return take_away(scene, index, acts, error);
    default: return acts ? act(scene, index, event, error) : PLUMP_OK;
    }
}

static plump_result apply_to_all(plump_scene* scene, const pl_plan_event* event, bool acts,
                                 plump_error* error) {
    for (uint32_t r = 0; r < event->who.count; ++r) {
        const pl_plan_range* range = &event->who.ranges[r];
        for (uint32_t i = 0; i < range->count; ++i) {
            plump_result result = apply(scene, range->first + i, event, acts, error);
            if (result == PLUMP_OK) continue;
            return pl_fail(error, result, "the event at %g s, %s: %s", event->time,
                           scene->plan.bodies[range->first + i].name, error ? error->text : "");
        }
    }
    return PLUMP_OK;
}

// Pins and ties whose time is over.
static plump_result end_holds(plump_scene* scene, double time, bool acts, plump_error* error) {
    pl_scene_run* run = scene->run;
    double now = time + pl_scene_slack(scene);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < run->hold_count && result == PLUMP_OK; ++i) {
        pl_run_hold* hold = &run->holds[i];
        if (hold->held && hold->pin->until <= now) result = let_go_hold(scene, hold, acts, error);
    }
    for (uint32_t i = 0; i < run->tie_count && result == PLUMP_OK; ++i) {
        pl_run_tie* tie = &run->ties[i];
        if (tie->held && tie->plan->until <= now) result = let_go_tie(scene, tie, acts, error);
    }
    return result;
}

static plump_result fire(plump_scene* scene, double time, bool acts, plump_error* error) {
    pl_scene_run* run = scene->run;
    const pl_plan* plan = &scene->plan;
    while (run->next_event < plan->event_count &&
           plan->events[run->next_event].time <= time + pl_scene_slack(scene)) {
        plump_result result = apply_to_all(scene, &plan->events[run->next_event], acts, error);
        if (result != PLUMP_OK) return result;
        ++run->next_event;
    }
    return end_holds(scene, time, acts, error);
}

// All pins, as at the start.
static void take_hold(const plump_scene* scene) {
    const pl_scene_run* run = scene->run;
    for (uint32_t i = 0; i < scene->plan.body_count; ++i) {
        if (!run->bodies[i].grips) continue;
        uint32_t vertices = plump_mesh_vertex_count(scene->plan.bodies[i].def.mesh);
        memset(run->bodies[i].grips, 0, vertices * sizeof *run->bodies[i].grips);
    }
    for (uint32_t i = 0; i < run->hold_count; ++i) {
        pl_run_hold* hold = &run->holds[i];
        hold->held = true;
        for (uint32_t k = 0; k < hold->pin->vertex_count; ++k)
            run->bodies[hold->body].grips[hold->pin->vertices[k]]++;
    }
}

void pl_scene_forget_events(plump_scene* scene) {
    pl_scene_run* run = scene->run;
    run->next_event = 0;
    for (uint32_t i = 0; i < scene->plan.body_count; ++i) {
        pl_run_body* body = &run->bodies[i];
        const plump_body_def* def = &scene->plan.bodies[i].def;
        body->gone = body->disabled = false;
        body->frequency = (double)def->frequency;
        body->stiffness = (double)def->stiffness;
        body->soft_contact = def->soft_contact;
        body->volume = (double)def->volume;
        scene->body_ids[i] = body->id;
    }
    take_hold(scene);
    for (uint32_t i = 0; i < run->tie_count; ++i) run->ties[i].held = true;
}

plump_result pl_scene_fire_events(plump_scene* scene, plump_error* error) {
    return fire(scene, pl_scene_clock(scene), true, error);
}

void pl_scene_replay_events(plump_scene* scene, uint64_t steps) {
    pl_scene_forget_events(scene);
    scene->run->steps = steps;
    if (steps == 0) return;
    fire(scene, (double)(steps - 1) * (double)scene->plan.info.dt, false, NULL);
}
