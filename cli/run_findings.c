// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a run must not pass over in silence: surfaces that lie in each other at the end, by geometry
// and not by what contacts know; contacts that found no room; crumpled surfaces; bodies that shake
// at the end. Each is a sentence that says what to try, and exit code 1.
#include "cli/run.h"
#include "cli/worst.h"

#include <math.h>
#include <stdio.h>

#define OVERLAP_USUAL   0.05  // of the size
#define ROUGHNESS_USUAL 0.2   // edges
#define SELF_MOST       0.5  // pairs of triangles per particle: soles that are pressed flat have fewer
#define CUT_MOST                                                                                   \
    0.02  // pairs of triangles of two bodies per particle: depth says little of bodies that lie in
          // the same place
#define KEPT         1e-6  // of a volume
#define RISE_SECONDS 1.0

void run_findings_look(run_body_figures* f, const plump_body_info* info, double time,
                       double seconds) {
    // one without a volume to keep, such as a disabled one, may lie as flat as a cloth, and takes
    // some time to rise
    if (info->volume_state == PLUMP_VOLUME_UNBOUND) f->flat_until = RISE_SECONDS;
    if (f->flat_until > 0) {
        f->flat_until -= seconds;
        f->roughness_flat = cli_worse(f->roughness_flat, info->roughness);
    } else {
        f->roughness_most = cli_worse(f->roughness_most, info->roughness);
    }
    run_shaking_look(&f->shaking, info, seconds);
    // foam promises no volume: it is as large as what presses it lets it be
    if (!f->compressible) run_missed_look(&f->missed, info, time, seconds);
}

// --- the end ---

static const char* name_of(const plump_scene* scene, plump_body_id id) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    for (uint32_t i = 0; i < info.body_count; ++i) {
        plump_scene_body body;
        plump_scene_get_body(scene, i, &body);
        if (body.id.value == id.value) return body.name;
    }
    return "a body";
}

// Bodies that lie in each other though no point of one is deep in the other.
static bool is_cut(const plump_overlap_report* o, double particles) {
    return (double)o->bodies.pair_count > CUT_MOST * particles;
}

static void judge_obstacles(run_figures* figures, const plump_scene* scene, double most) {
    const plump_overlap *end = &figures->overlap.obstacles,
                        *begin = &figures->overlap_begin.obstacles;
    if (!cli_exceeds(end->share, most)) return;
    bool began = cli_exceeds(begin->share, most);
    run_figures_find(figures, "%s lies %.3g %% of its size in an obstacle at the end: %s",
                     name_of(scene, end->share_body), 100 * end->share,
                     began ? "it began in one; place it outside"
                           : "more substeps, a shorter step or a stiffer body would help");
}

static void judge_bodies(run_figures* figures, const plump_scene* scene, double particles,
                         double most) {
    const plump_overlap* end = &figures->overlap.bodies;
    const char* advice = cli_exceeds(figures->overlap_begin.bodies.share, most) ||
                                 is_cut(&figures->overlap_begin, particles)
                             ? "some began so; place them apart"
                             : "more substeps, a larger margin or stiffer bodies would help";
    if (cli_exceeds(end->share, most))
        run_figures_find(
            figures,
            "%s and %s lie %.3g %% of their size in each other at the end (%llu pairs of "
            "triangles): %s",
            name_of(scene, end->share_body), name_of(scene, end->share_other), 100 * end->share,
            (unsigned long long)end->pair_count, advice);
    else if (is_cut(&figures->overlap, particles))
        run_figures_find(figures,
                         "%s and %s go through each other at the end (%llu pairs of triangles): %s",
                         name_of(scene, end->body), name_of(scene, end->other),
                         (unsigned long long)end->pair_count, advice);
}

// What a mesh brings along is its own.
static void judge_self(run_figures* figures, const plump_scene* scene, double particles) {
    uint64_t begin = figures->overlap_begin.self.pair_count;
    const plump_overlap* end = &figures->overlap.self;
    if (!((double)end->pair_count > (double)begin + SELF_MOST * particles)) return;
    run_figures_find(
        figures,
        "surfaces lie in themselves at the end (%llu pairs of triangles, most in %s): too soft "
        "for their weight or for what presses them; raise the frequency",
        (unsigned long long)end->pair_count, name_of(scene, end->body));
}

static void judge_overlap(run_figures* figures, const plump_scene* scene, double most) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    double particles = (double)info.particle_count;
    judge_obstacles(figures, scene, most);
    judge_bodies(figures, scene, particles, most);
    judge_self(figures, scene, particles);
}

// Why a surface has crumpled, as far as it can be told.
static const char* cause_of(const run_figures* figures, const run_body_figures* f,
                            const plump_scene_body* body) {
    if (figures->contained > 0) return "its numbers were not finite for a while";
    if (f->too_soft) return "it is too soft for its weight: raise its frequency";
    if (figures->unreachable > 0) return "substeps are too long for its frequency: take more";
    if (body->model && body->model[0] == 'b') return "a bag is limp: take another model";
    if (f->volume_error_most > KEPT && !f->compressible) return "it had no room for its volume";
    return "contacts press it harder than it holds: a smaller radius or a higher frequency would "
           "help";
}

// The worst of those that are beyond a bound, and how many others are.
typedef struct beyond {
    uint32_t worst, others;
    double most;
} beyond;

static void add_beyond(beyond* b, uint32_t body, double value) {
    if (b->most > 0) b->others++;
    if (value > b->most) {
        b->worst = body;
        b->most = value;
    }
}

static void name_beyond(const beyond* b, const plump_scene* scene, char* text, size_t size) {
    plump_scene_body body;
    plump_scene_get_body(scene, b->worst, &body);
    if (b->others == 0)
        snprintf(text, size, "%s", body.name);
    else
        snprintf(text, size, "%s and %u other%s", body.name, b->others, b->others == 1 ? "" : "s");
}

static void judge_roughness(run_figures* figures, const plump_scene* scene, double most) {
    beyond rough = {0};
    char names[300];
    for (uint32_t i = 0; i < figures->body_count; ++i) {
        run_body_figures* f = &figures->bodies[i];
        if (!f->bound) f->roughness_most = cli_worse(f->roughness_most, f->roughness_flat);
        if (cli_exceeds(f->roughness_most, most)) add_beyond(&rough, i, f->roughness_most);
    }
    if (!(rough.most > 0)) return;
    plump_scene_body body;
    plump_scene_get_body(scene, rough.worst, &body);
    name_beyond(&rough, scene, names, sizeof names);
    run_figures_find(figures, "the surface of %s was crumpled by %.2g edges: %s", names, rough.most,
                     cause_of(figures, &figures->bodies[rough.worst], &body));
}

static void judge_shaking(run_figures* figures, const plump_scene* scene) {
    beyond shaking = {0};
    char names[300];
    for (uint32_t i = 0; i < figures->body_count; ++i)
        if (figures->bodies[i].shaking.shakes)
            add_beyond(&shaking, i, figures->bodies[i].shaking.unrest);
    if (!(shaking.most > 0)) return;
    name_beyond(&shaking, scene, names, sizeof names);
    run_figures_find(figures, "%s still shake%s at the end: more damping or substeps would help",
                     names, shaking.others == 0 ? "s" : "");
}

void run_findings_begin(run_plan* plan) {
    plump_world_measure_overlap(plump_scene_world(plan->scene), &plan->figures.overlap_begin, NULL);
}

int run_findings_judge(run_plan* plan) {
    const run_wishes* wish = plan->wish;
    run_figures* figures = &plan->figures;
    plump_error error;
    plump_result result =
        plump_world_measure_overlap(plump_scene_world(plan->scene), &figures->overlap, &error);
    if (result != PLUMP_OK) run_figures_warn(figures, "overlap was not measured: %s", error.text);
    judge_overlap(figures, plan->scene,
                  isnan(wish->overlap_most) ? OVERLAP_USUAL : wish->overlap_most);
    judge_roughness(figures, plan->scene,
                    isnan(wish->roughness_most) ? ROUGHNESS_USUAL : wish->roughness_most);
    judge_shaking(figures, plan->scene);
    run_missed_judge(figures, plan->scene);
    if (figures->dropped > 0)
        run_figures_find(
            figures,
            "%llu contacts found no room: raise contact_capacity, or leave it at 0 to let it grow",
            (unsigned long long)figures->dropped);
    return figures->findings > 0 ? CLI_FINDING : CLI_DONE;
}
