// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters are made at the start, at rest where their clip begins, and follow every step of the
// world.
#include "io/scene_run_character.h"

#include "src/base/clock.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

#define STEP_RATE 120.0  // per second, at least
#define JUMP      1.0    // radii, by which a clip moves an anchor in one piece only if it jumps

// --- making ---

static bool make_segments(pl_arena* arena, pl_run_character* c) {
    size_t count = c->segment_count;
    c->order = pl_arena_alloc(arena, count, sizeof *c->order);
    c->parents = pl_arena_alloc(arena, count, sizeof *c->parents);
    c->matrices = pl_arena_alloc(arena, count, 12 * sizeof *c->matrices);
    c->by_hand = pl_arena_alloc(arena, count, 12 * sizeof *c->by_hand);
    c->followed = pl_arena_alloc(arena, count, 12 * sizeof *c->followed);
    c->is_moved = pl_arena_alloc_zero(arena, count, sizeof *c->is_moved);
    return c->order && c->parents && c->matrices && c->by_hand && c->followed && c->is_moved;
}

static bool make_vertices(pl_arena* arena, pl_run_character* c) {
    c->positions = pl_arena_alloc(arena, c->vertex_count, 3 * sizeof *c->positions);
    c->normals = pl_arena_alloc(arena, c->vertex_count, 3 * sizeof *c->normals);
    c->relative = pl_arena_alloc(arena, c->vertex_count, 3 * sizeof *c->relative);
    bool made = c->positions && c->normals && c->relative;
    for (int i = 0; i < 3; ++i) {
        c->volumes[i] = pl_arena_alloc_zero(arena, c->closed_count, sizeof *c->volumes[i]);
        made = made && c->volumes[i];
    }
    return made;
}

static bool make_room(pl_arena* arena, pl_run_character* c) {
    const pl_plan_character* plan = c->plan;
    c->obstacles = pl_arena_alloc(arena, plan->obstacle_count, sizeof *c->obstacles);
    c->hands = pl_arena_alloc(arena, plan->dragger_count, 3 * sizeof *c->hands);
    return c->obstacles && c->hands && make_segments(arena, c) && make_vertices(arena, c);
}

static void measure_character(const plump_scene* scene, pl_run_character* c) {
    plump_character_info info;
    if (!c->plan->character) {
        const plump_mesh* mesh = scene->plan.bodies[c->plan->body].def.mesh;
        c->vertex_count = plump_mesh_vertex_count(mesh);
        c->segment_count = c->closed_count = 1;
        return;
    }
    plump_character_get_info(c->plan->character, &info);
    c->vertex_count = info.vertex_count;
    c->segment_count = info.segment_count;
    c->closed_count = info.closed_count;
}

static plump_jiggle_def make_def(const plump_scene* scene, const pl_run_character* c) {
    const pl_plan_character* plan = c->plan;
    plump_jiggle_def def = plump_default_jiggle_def();
    if (plan->character) {
        def.mesh = plump_character_triangles(plan->character);
        def.segments = plump_character_segments(plan->character);
        def.weights = plump_character_weights(plan->character);
        def.mesh.positions = plump_pose_bind(c->pose);
    } else {
        def.mesh = plump_mesh_triangles(scene->plan.bodies[plan->body].def.mesh);
    }
    def.segment_count = c->segment_count;
    def.sets = plan->sets;
    def.set_count = plan->set_count;
    for (int k = 0; k < 3; ++k) def.gravity[k] = plan->gravity * scene->plan.gravity[k];
    def.polish = plan->polish;
    def.softness = plan->softness;
    def.worker_count = scene->worker_count;
    def.allocator = scene->hooks;
    return def;
}

static plump_result make_skeleton(const plump_scene* scene, pl_run_character* c,
                                  plump_error* error) {
    const plump_character* character = c->plan->character;
    for (uint32_t i = 0; i < c->segment_count; ++i) {
        plump_character_segment segment;
        plump_character_get_segment(character, i, &segment);
        c->parents[i] = segment.parent;
    }
    if (!pl_scene_order_segments(c->parents, c->segment_count, c->is_moved, c->order))
        return pl_fail(error, PLUMP_ERROR_DATA, "a bone is its own ancestor");
    memset(c->is_moved, 0, c->segment_count * sizeof *c->is_moved);
    plump_result result = plump_pose_create(character, &scene->hooks, &c->pose, error);
    if (result != PLUMP_OK || c->plan->clip == PLUMP_NO_CLIP) return result;
    plump_character_get_clip(character, c->plan->clip, &c->clip);
    return plump_pose_find_loop(c->pose, c->plan->clip, &c->is_loop, error);
}

static plump_result make_obstacles(const plump_scene* scene, pl_run_character* c,
                                   plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < c->plan->obstacle_count && result == PLUMP_OK; ++i) {
        const pl_plan_obstacle* plan = &scene->plan.obstacles[c->plan->obstacles[i]];
        plump_obstacle_def def = plan->def;
        pl_scene_obstacle_pose(plan, 0, PL_SCENE_SLACK * (double)scene->plan.info.dt, def.position,
                               def.rotation);
        result = plump_jiggle_obstacle_create(c->jiggle, &def, &c->obstacles[i], error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "obstacle %s: %s", plan->name, error ? error->text : "");
    }
    return result;
}

// --- the clip ---

double pl_scene_clip_time(const pl_run_character* c, double time, double* round) {
    double length = c->clip.end - c->clip.begin, played = c->plan->speed * time;
    *round = 0;
    if (c->plan->clip == PLUMP_NO_CLIP || !(length > 0)) return c->clip.begin;
    *round = floor(played / length + 1e-9);
    double phase = played - *round * length;
    return c->clip.begin + (phase < 0 ? 0 : phase < length ? phase : length);
}

// Its matrices, and its bind pose if morph targets have changed that.
static plump_result pose_at(const plump_scene* scene, pl_run_character* c, double clip_time,
                            double time, plump_error* error) {
    plump_result result = pl_scene_pose_character(scene, c, clip_time, time, error);
    if (result != PLUMP_OK || !plump_pose_is_morphed(c->pose)) return result;
    return plump_jiggle_set_bind(c->jiggle, plump_pose_bind(c->pose), 0, NULL, 0, error);
}

// Masses move along unfelt, from the end of a clip that does not close to its beginning.
static plump_result rewind_clip(const plump_scene* scene, pl_run_character* c, double time,
                                plump_error* error) {
    plump_result result = pose_at(scene, c, c->clip.begin, time, error);
    if (result == PLUMP_OK) result = plump_jiggle_carry(c->jiggle, c->matrices, error);
    return result;
}

static plump_result swing(const plump_scene* scene, pl_run_character* c, double from, double dt,
                          plump_jiggle_report* report, plump_error* error) {
    double round, before, clip_time = pl_scene_clip_time(c, from + dt, &round);
    bool is_jump = false;
    pl_scene_clip_time(c, from, &before);
    plump_result result = PLUMP_OK;
    if (!c->is_loop && round != before) result = rewind_clip(scene, c, from, error);
    if (result == PLUMP_OK && c->plan->clip != PLUMP_NO_CLIP) {
        // of the clip alone: hands and the whole may be as fast as they like
        result = pose_at(scene, c, clip_time, from, error);
        is_jump = result == PLUMP_OK && plump_jiggle_jump(c->jiggle, c->matrices) > JUMP;
    }
    if (is_jump) result = plump_jiggle_carry(c->jiggle, c->matrices, error);
    c->report.cut_count += is_jump;
    if (result == PLUMP_OK) result = pose_at(scene, c, clip_time, from + dt, error);
    return result == PLUMP_OK ? plump_jiggle_step(c->jiggle, dt, c->matrices, report, error)
                              : result;
}

// --- steps ---

bool pl_scene_is_present(const plump_scene* scene, const pl_run_character* c) {
    return c->plan->body == PL_PLAN_NONE || !scene->run->bodies[c->plan->body].gone;
}

// Masses that are held at the end of a piece.
static plump_result hold_masses(const plump_scene* scene, const pl_run_character* c, double time,
                                plump_error* error) {
    double slack = pl_scene_slack(scene);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < c->plan->dragger_count && result == PLUMP_OK; ++i) {
        const pl_plan_dragger* dragger = &c->plan->draggers[i];
        bool holds = time >= dragger->from - slack && time < dragger->until - slack;
        double to[3];
        memcpy(to, c->hands + 3 * (size_t)i, sizeof to);
        if (dragger->motion.count > 0) {
            pl_scene_pose pose = pl_scene_pose_at(&dragger->motion, time, slack);
            for (int k = 0; k < 3; ++k) to[k] += pose.position[k];
        }
        result = plump_jiggle_drag(c->jiggle, dragger->set, holds ? to : NULL, error);
    }
    return result;
}

plump_result pl_scene_read_contacts(const plump_scene* scene, pl_run_character* c, uint32_t* count,
                                    plump_error* error) {
    *count = plump_jiggle_contacts(c->jiggle, NULL, 0);
    if (!pl_grow(&scene->hooks, (void**)&c->contacts, &c->contact_capacity, 0, *count,
                 sizeof *c->contacts))
        return pl_fail_memory(error, "reading the contacts of a character");
    plump_jiggle_contacts(c->jiggle, c->contacts, *count);
    return PLUMP_OK;
}

// What it touched when it was deformed last pushes the bones.
static plump_result fall(const plump_scene* scene, pl_run_character* c, double dt,
                         plump_error* error) {
    uint32_t count;
    plump_result result = pl_scene_read_contacts(scene, c, &count, error);
    if (result == PLUMP_OK) result = plump_ragdoll_step(c->ragdoll, dt, c->contacts, count, error);
    if (result != PLUMP_OK) return result;
    memcpy(c->matrices, plump_ragdoll_matrices(c->ragdoll),
           12 * c->segment_count * sizeof *c->matrices);
    return PLUMP_OK;
}

// One piece of a step: by what drives it.
static plump_result move_character(plump_scene* scene, pl_run_character* c, double from, double dt,
                                   plump_jiggle_report* report, plump_error* error) {
    plump_result result = hold_masses(scene, c, from + dt, error);
    if (result != PLUMP_OK) return result;
    if (!c->pose)
        return plump_jiggle_step_body(c->jiggle, dt, scene->world,
                                      scene->run->bodies[c->plan->body].id, report, error);
    if (!c->ragdoll) return swing(scene, c, from, dt, report, error);
    result = fall(scene, c, dt, error);
    return result == PLUMP_OK ? plump_jiggle_step(c->jiggle, dt, c->matrices, report, error)
                              : result;
}

static plump_result step_piece(plump_scene* scene, pl_run_character* c, double from, double dt,
                               plump_error* error) {
    plump_jiggle_report report = {0};
    double began = pl_clock_seconds();
    plump_result result = move_character(scene, c, from, dt, &report, error);
    c->report.seconds += pl_clock_seconds() - began;
    if (result != PLUMP_OK)
        return pl_fail(error, result, "%s: %s", c->plan->name, error ? error->text : "");
    c->report.stretch_most = fmax(c->report.stretch_most, report.stretch_most);
    c->report.limited_steps += report.limited_count > 0 && !c->is_limited;
    c->is_limited = c->is_limited || report.limited_count > 0;
    return PLUMP_OK;
}

static bool has_ragdoll(const plump_scene* scene) {
    for (uint32_t i = 0; i < scene->plan.character_count; ++i) {
        if (scene->run->characters[i].ragdoll) return true;
    }
    return false;
}

// All take the same piece; one that a body drives takes the whole step with the last of them.
static plump_result step_all(plump_scene* scene, double from, double dt, bool is_last,
                             plump_error* error) {
    plump_result result = PLUMP_OK;
    if (has_ragdoll(scene)) result = pl_scene_deform_characters(scene, from, false, error);
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i) {
        pl_run_character* c = &scene->run->characters[i];
        if (!pl_scene_is_present(scene, c) || (!c->pose && !is_last)) continue;
        double step = c->pose ? dt : (double)scene->plan.info.dt;
        result = step_piece(scene, c, from + dt - step, step, error);
    }
    scene->run->is_deformed = false;
    return result;
}

plump_result pl_scene_step_characters(plump_scene* scene, plump_error* error) {
    double dt = (double)scene->plan.info.dt, from = pl_scene_clock(scene);
    double count = fmax(ceil(dt * STEP_RATE - 0.01), 1);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.character_count; ++i)
        scene->run->characters[i].is_limited = false;
    if (scene->plan.character_count == 0) return PLUMP_OK;
    // what somebody has looked at was among the obstacles before the world's step
    scene->run->is_deformed = false;
    for (double i = 0; i < count && result == PLUMP_OK; ++i)
        result = step_all(scene, from + i * (dt / count), dt / count, i + 1 == count, error);
    return result;
}

// --- the start ---

// Where hands take hold.
static void find_hands(const pl_run_character* c) {
    for (uint32_t i = 0; i < c->plan->dragger_count; ++i) {
        plump_jiggle_state state;
        if (plump_jiggle_read(c->jiggle, c->plan->draggers[i].set, &state, NULL) == PLUMP_OK)
            memcpy(c->hands + 3 * (size_t)i, state.anchor, sizeof state.anchor);
    }
}

static plump_result make_ragdoll(const plump_scene* scene, pl_arena* arena, pl_run_character* c,
                                 plump_error* error) {
    plump_rig_bone* bones = pl_arena_alloc(arena, c->segment_count, sizeof *bones);
    if (!bones) return pl_fail_memory(error, "making a ragdoll");
    plump_result result = plump_ragdoll_bones(c->plan->character, bones, c->segment_count, error);
    if (result != PLUMP_OK) return result;
    plump_ragdoll_def def = c->plan->ragdoll;
    def.bones = bones;
    def.bone_count = c->segment_count;
    def.allocator = scene->hooks;
    return plump_ragdoll_create(&def, &c->ragdoll, error);
}

// At rest where the motion begins.
static plump_result begin(const plump_scene* scene, const plump_world* world,
                          const pl_scene_run* run, pl_run_character* c, plump_error* error) {
    double round;
    if (!c->pose)
        return plump_jiggle_reset_body(c->jiggle, world, run->bodies[c->plan->body].id, error);
    plump_result result = pose_at(scene, c, pl_scene_clip_time(c, 0, &round), 0, error);
    if (result == PLUMP_OK && c->ragdoll)
        memcpy(c->matrices, plump_ragdoll_matrices(c->ragdoll),
               12 * c->segment_count * sizeof *c->matrices);
    return result == PLUMP_OK ? plump_jiggle_reset(c->jiggle, c->matrices, error) : result;
}

static plump_result make_character(const plump_scene* scene, const plump_world* world,
                                   const pl_scene_run* run, pl_arena* arena, pl_run_character* c,
                                   plump_error* error) {
    measure_character(scene, c);
    if (!make_room(arena, c)) return pl_fail_memory(error, "making a character");
    plump_result result = c->plan->character ? make_skeleton(scene, c, error) : PLUMP_OK;
    if (result == PLUMP_OK && c->plan->is_ragdoll) result = make_ragdoll(scene, arena, c, error);
    if (result != PLUMP_OK) return result;
    plump_jiggle_def def = make_def(scene, c);
    result = plump_jiggle_create(&def, &c->jiggle, error);
    if (result == PLUMP_OK) result = make_obstacles(scene, c, error);
    if (result == PLUMP_OK) result = begin(scene, world, run, c, error);
    if (result == PLUMP_OK) find_hands(c);
    return result;
}

plump_result pl_scene_make_characters(const plump_scene* scene, const plump_world* world,
                                      pl_scene_run* run, plump_error* error) {
    uint32_t count = scene->plan.character_count;
    run->characters = pl_arena_alloc_zero(&run->arena, count, sizeof *run->characters);
    if (!run->characters) return pl_fail_memory(error, "making characters");
    for (uint32_t i = 0; i < count; ++i) {
        pl_run_character* c = &run->characters[i];
        c->plan = &scene->plan.characters[i];
        plump_result result = make_character(scene, world, run, &run->arena, c, error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: %s", c->plan->name, error ? error->text : "");
    }
    return PLUMP_OK;
}

void pl_scene_free_characters(const plump_scene* scene, pl_scene_run* run) {
    for (uint32_t i = 0; run->characters && i < scene->plan.character_count; ++i) {
        plump_jiggle_destroy(run->characters[i].jiggle);
        plump_pose_destroy(run->characters[i].pose);
        plump_ragdoll_destroy(run->characters[i].ragdoll);
        pl_free(&scene->hooks, run->characters[i].contacts);
    }
}
