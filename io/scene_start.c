// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Makes the world of a scene as it is at time 0: bodies in the plan's order, then obstacles, pins
// and attachments, so that ids are the same each time. Made beside the old world, which goes only
// when all is well.
#include "io/scene_run_character.h"

#include "src/base/fpmode.h"
#include "src/base/text.h"

#include <string.h>

// What a start makes; taken over by the scene when complete.
typedef struct start {
    const plump_scene* scene;
    plump_world* world;
    pl_scene_run* run;
    plump_obstacle_id* obstacle_ids;
    plump_bone_id* bone_ids;
} start;

// --- bodies and obstacles ---

static plump_result make_world(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    plump_world_def def = plump_default_world_def();
    memcpy(def.gravity, plan->gravity, sizeof def.gravity);
    def.substep_limit = plan->substep_limit;
    def.contact_capacity = plan->contact_capacity;
    def.worker_count = s->scene->worker_count;
    def.allocator = s->scene->hooks;
    return plump_world_create(&def, &s->world, error);
}

static plump_result make_bodies(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    for (uint32_t i = 0; i < plan->body_count; ++i) {
        plump_result result =
            plump_body_create(s->world, &plan->bodies[i].def, &s->run->bodies[i].id, error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: %s", plan->bodies[i].name, error ? error->text : "");
    }
    return PLUMP_OK;
}

static plump_result make_obstacles(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    for (uint32_t i = 0; i < plan->obstacle_count; ++i) {
        plump_obstacle_def def = plan->obstacles[i].def;
        pl_scene_obstacle_pose(&plan->obstacles[i], 0, pl_scene_slack(s->scene), def.position,
                               def.rotation);
        plump_result result = plump_obstacle_create(s->world, &def, &s->obstacle_ids[i], error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: %s", plan->obstacles[i].name,
                           error ? error->text : "");
    }
    return PLUMP_OK;
}

// --- pins ---

static void vertex_place(const plump_body_view* view, uint32_t vertex, double x[3]) {
    uint32_t place = view->place_of[vertex];
    x[0] = view->origin[0] + (double)view->x[place];
    x[1] = view->origin[1] + (double)view->y[place];
    x[2] = view->origin[2] + (double)view->z[place];
}

static plump_result make_hold(start* s, uint32_t body, const pl_plan_pin* pin, plump_error* error) {
    pl_run_hold* hold = &s->run->holds[s->run->hold_count++];
    *hold = (pl_run_hold){.pin = pin, .body = body};
    plump_body_id id = s->run->bodies[body].id;
    bool moves = pin->motion.count > 0;
    if (moves) {
        hold->from = pl_arena_alloc(&s->run->arena, pin->vertex_count, 3 * sizeof(double));
        if (!hold->from) return pl_fail_memory(error, "pinning vertices");
        pl_scene_place_point(&s->scene->plan.bodies[body].def, pin->motion.pivot, hold->pivot);
    }
    plump_body_view view;
    plump_result result = plump_body_lend(s->world, id, &view, error);
    for (uint32_t i = 0; moves && result == PLUMP_OK && i < pin->vertex_count; ++i)
        vertex_place(&view, pin->vertices[i], hold->from + 3 * (size_t)i);
    for (uint32_t i = 0; result == PLUMP_OK && i < pin->vertex_count; ++i)
        result = plump_body_pin(s->world, id, pin->vertices[i], error);
    return result;
}

static plump_result make_holds(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    for (uint32_t i = 0; i < plan->body_count; ++i) {
        const pl_plan_group* group = &plan->groups[plan->bodies[i].group];
        pl_run_body* body = &s->run->bodies[i];
        body->first_hold = s->run->hold_count;
        body->hold_count = group->pin_count;
        if (group->pin_count == 0) continue;
        body->grips = pl_arena_alloc_zero(
            &s->run->arena, plump_mesh_vertex_count(plan->bodies[i].def.mesh), sizeof *body->grips);
        if (!body->grips) return pl_fail_memory(error, "pinning vertices");
        for (uint32_t k = 0; k < group->pin_count; ++k) {
            plump_result result = make_hold(s, i, &group->pins[k], error);
            if (result != PLUMP_OK) return result;
        }
    }
    return PLUMP_OK;
}

// --- attachments ---

// A point of the world in the frame of an obstacle: the turn back, p + 2 u x (u x p - w p).
static void into_frame(const plump_obstacle_info* info, const double point[3], double local[3]) {
    const float* r = info->rotation;
    double q[4], length = 0, p[3], c[3];
    for (int k = 0; k < 4; ++k) length += (double)r[k] * (double)r[k];
    for (int k = 0; k < 4; ++k) q[k] = (double)r[k];
    for (int k = 0; k < 3; ++k) p[k] = point[k] - info->position[k];
    for (int k = 0; k < 3; ++k)
        c[k] = q[(k + 1) % 3] * p[(k + 2) % 3] - q[(k + 2) % 3] * p[(k + 1) % 3] - q[3] * p[k];
    for (int k = 0; k < 3; ++k) {
        double d = q[(k + 1) % 3] * c[(k + 2) % 3] - q[(k + 2) % 3] * c[(k + 1) % 3];
        local[k] = p[k] + 2 * d / length;
    }
}

// What ties `vertex`, the n-th that the entry ties, at its other end.
static plump_result fill_tie(const start* s, const pl_plan_attachment* plan, size_t n,
                             const double at[3], plump_attachment_def* def, plump_error* error) {
    def->stiffness = plan->stiffness;
    def->breaking_force = plan->breaking_force;
    def->damping = plan->damping;
    def->radius = plan->radius;
    def->other_radius = plan->other_radius;
    memcpy(def->point, at, sizeof def->point);
    if (plan->other != PL_PLAN_NONE) {
        def->other = s->run->bodies[plan->other].id;
        def->other_vertex = plan->other_vertices[n];
    }
    if (plan->obstacle == PL_PLAN_NONE) return PLUMP_OK;
    plump_obstacle_info info;
    def->obstacle = s->obstacle_ids[plan->obstacle];
    plump_result result = plump_obstacle_get_info(s->world, def->obstacle, &info, error);
    if (result == PLUMP_OK) into_frame(&info, at, def->point);
    return result;
}

static plump_result make_tie(start* s, const pl_plan_attachment* plan, uint32_t body, size_t n,
                             uint32_t vertex, plump_error* error) {
    plump_attachment_def def = plump_default_attachment_def();
    def.body = s->run->bodies[body].id;
    def.vertex = vertex;
    pl_run_tie* tie = &s->run->ties[s->run->tie_count++];
    *tie = (pl_run_tie){.plan = plan, .body = body};
    plump_result result =
        plump_attachment_find_patch(s->world, def.body, vertex, plan->radius, tie->from, error);
    if (result != PLUMP_OK) return result;
    if (plan->motion.count > 0)
        pl_scene_place_point(&s->scene->plan.bodies[body].def, plan->motion.pivot, tie->pivot);
    result = fill_tie(s, plan, n, tie->from, &def, error);
    return result == PLUMP_OK ? plump_attachment_create(s->world, &def, &tie->id, error) : result;
}

// Which ties a body has, at either end: counted, then filled in.
static plump_result index_ties(start* s, plump_error* error) {
    pl_scene_run* run = s->run;
    run->ties_of = pl_arena_alloc_zero(&run->arena, 2 * (size_t)run->tie_count, sizeof(uint32_t));
    if (!run->ties_of) return pl_fail_memory(error, "tying vertices");
    uint32_t first = 0;
    for (uint32_t pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < run->tie_count; ++i) {
            const uint32_t ends[2] = {run->ties[i].body, run->ties[i].plan->other};
            for (int k = 0; k < 2; ++k) {
                if (ends[k] == PL_PLAN_NONE) continue;
                pl_run_body* body = &run->bodies[ends[k]];
                if (pass) run->ties_of[body->first_tie + body->tie_count] = i;
                body->tie_count++;
            }
        }
        for (uint32_t i = 0; !pass && i < s->scene->plan.body_count; ++i) {
            run->bodies[i].first_tie = first;
            first += run->bodies[i].tie_count;
            run->bodies[i].tie_count = 0;
        }
    }
    return PLUMP_OK;
}

static plump_result make_ties(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    for (uint32_t a = 0; a < plan->attachment_count; ++a) {
        const pl_plan_attachment* entry = &plan->attachments[a];
        for (size_t n = 0; n < (size_t)entry->who.count * entry->vertex_count; ++n) {
            uint32_t body = entry->who.first + (uint32_t)(n / entry->vertex_count);
            uint32_t vertex = entry->vertices[n % entry->vertex_count];
            plump_result result = make_tie(s, entry, body, n, vertex, error);
            if (result != PLUMP_OK) return result;
        }
    }
    return index_ties(s, error);
}

// --- the run ---

static size_t count_holds(const pl_plan* plan) {
    size_t count = 0;
    for (uint32_t i = 0; i < plan->body_count; ++i)
        count += plan->groups[plan->bodies[i].group].pin_count;
    return count;
}

static size_t count_ties(const pl_plan* plan) {
    size_t count = 0;
    for (uint32_t i = 0; i < plan->attachment_count; ++i)
        count += (size_t)plan->attachments[i].who.count * plan->attachments[i].vertex_count;
    return count;
}

static plump_result make_run(start* s, plump_error* error) {
    const pl_plan* plan = &s->scene->plan;
    pl_scene_run* run = pl_alloc_zero(&s->scene->hooks, 1, sizeof *run);
    if (!run) return pl_fail_memory(error, "starting a scene");
    s->run = run;
    run->arena = pl_arena_make(s->scene->hooks);
    run->bodies = pl_arena_alloc_zero(&run->arena, plan->body_count, sizeof *run->bodies);
    run->holds = pl_arena_alloc_zero(&run->arena, count_holds(plan), sizeof *run->holds);
    run->ties = pl_arena_alloc_zero(&run->arena, count_ties(plan), sizeof *run->ties);
    s->obstacle_ids =
        pl_arena_alloc_zero(&run->arena, plan->obstacle_count, sizeof *s->obstacle_ids);
    run->muscles =
        pl_arena_alloc_zero(&run->arena, pl_scene_count_muscles(plan), sizeof *run->muscles);
    s->bone_ids = pl_arena_alloc_zero(&run->arena, plan->bone_count, sizeof *s->bone_ids);
    if (run->bodies && run->holds && run->ties && run->muscles && s->obstacle_ids && s->bone_ids)
        return PLUMP_OK;
    return pl_fail_memory(error, "starting a scene");
}

static void free_run(const plump_scene* scene, pl_scene_run* run) {
    if (!run) return;
    pl_scene_free_characters(scene, run);
    pl_arena_release(&run->arena, NULL);
    pl_free(&scene->hooks, run);
}

static void stop(plump_scene* scene) {
    plump_world_destroy(scene->world);
    free_run(scene, scene->run);
    scene->world = NULL;
    scene->run = NULL;
}

static void destroy_run(plump_scene* scene) {
    stop(scene);
    pl_scene_free_skins(scene);
    for (uint32_t i = 0; i < scene->plan.group_count; ++i) {
        plump_detail_destroy(scene->details[i]);
        scene->details[i] = NULL;
    }
}

// Detail meshes know the shape at rest only: made once, they serve every start.
static plump_result make_details(plump_scene* scene, plump_error* error) {
    scene->run_destroy = destroy_run;
    for (uint32_t i = 0; i < scene->plan.group_count; ++i) {
        const pl_plan_group* group = &scene->plan.groups[i];
        if (group->detail.vertex_count == 0 || scene->details[i]) continue;
        plump_detail_def def = plump_default_detail_def();
        def.mesh = scene->plan.bodies[group->first].def.mesh;
        def.fine = group->detail;
        def.allocator = scene->hooks;
        plump_result result = plump_detail_create(&def, &scene->details[i], NULL, error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: its detail mesh: %s", group->name,
                           error ? error->text : "");
    }
    return PLUMP_OK;
}

static plump_result make_all(start* s, plump_error* error) {
    plump_result result = make_run(s, error);
    if (result == PLUMP_OK) result = make_world(s, error);
    if (result == PLUMP_OK) result = make_bodies(s, error);
    if (result == PLUMP_OK) result = make_obstacles(s, error);
    if (result == PLUMP_OK) result = make_holds(s, error);
    if (result == PLUMP_OK) result = make_ties(s, error);
    if (result == PLUMP_OK)
        result = pl_scene_make_bones(s->scene, s->world, s->obstacle_ids, s->bone_ids, error);
    if (result == PLUMP_OK)
        result = pl_scene_make_muscles(s->scene, s->world, s->obstacle_ids, s->run, error);
    if (result == PLUMP_OK) result = pl_scene_make_characters(s->scene, s->world, s->run, error);
    return result;
}

static plump_result start_scene(plump_scene* scene, plump_error* error) {
    start s = {.scene = scene};
    plump_result result = make_details(scene, error);
    if (result == PLUMP_OK) result = make_all(&s, error);
    if (result == PLUMP_OK)
        result = pl_scene_make_skins(scene, s.world, s.run, s.obstacle_ids, error);
    if (result != PLUMP_OK) {
        plump_world_destroy(s.world);
        free_run(scene, s.run);
        return result;
    }
    stop(scene);
    scene->world = s.world;
    scene->run = s.run;
    memcpy(scene->obstacle_ids, s.obstacle_ids,
           scene->plan.obstacle_count * sizeof *s.obstacle_ids);
    pl_scene_forget_events(scene);
    return PLUMP_OK;
}

plump_result plump_scene_start(plump_scene* scene, plump_error* error) {
    if (!scene) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the scene is NULL");
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = start_scene(scene, error);
    pl_fpmode_leave(mode);
    return result;
}
