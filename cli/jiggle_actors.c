// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who is shown: every part of the character as it jiggles, and beside it, if wished, as it would be
// without.
#include "cli/jiggle_plan.h"

#include <math.h>
#include <stdlib.h>

#define PI    3.14159265358979323846
#define APART 1.1  // of the character's width
#define LOOKS 16   // at the clip, to see how wide it goes

// Where the part is now rather than in the bind pose.
static void fill_actor(const jiggle_plan* plan, uint32_t index, const float* positions,
                       run_actor* actor) {
    plump_character_part part;
    plump_character_get_part(plan->character, index, &part);
    run_actor_take_part(plan->character, index, plan->indices + 3 * (size_t)part.first_triangle,
                        actor);
    actor->rest_positions = actor->triangles.positions;
    actor->triangles.positions = positions + 3 * (size_t)part.first_vertex;
}

// What a card needs to deform the part.
static void add_skin(const jiggle_plan* plan, run_actor* actor) {
    size_t first = 4 * (size_t)actor->first_vertex;
    actor->segments = plump_character_segments(plan->character) + first;
    actor->weights = plump_character_weights(plan->character) + first;
}

static void widen(const jiggle_plan* plan, const double right[3], double* low, double* high) {
    for (size_t i = 0; i < plan->info.vertex_count; ++i) {
        const float* p = plan->beside + 3 * i;
        double along = (double)p[0] * right[0] + (double)p[2] * right[2];
        *low = fmin(*low, along);
        *high = fmax(*high, along);
    }
}

// The skinned pose stands to the left, as the camera sees it, so far that the two do not meet
// wherever the clip takes them. The pose is left at the beginning.
static void find_beside(jiggle_plan* plan) {
    const plump_character_clip* clip = &plan->clip;
    double azimuth = plan->show.eye_azimuth * (PI / 180), low = 1e300, high = -1e300;
    const double right[3] = {cos(azimuth), 0, -sin(azimuth)};
    for (int i = LOOKS; i >= 0 && plan->wish->beside; --i) {
        double time = clip->begin + (clip->end - clip->begin) * i / LOOKS;
        // one that is refused will be told when it is its turn
        if (plump_pose_set(plan->pose, plan->clip_index, time, NULL) != PLUMP_OK) continue;
        plump_pose_skin(plan->pose, plan->beside);
        widen(plan, right, &low, &high);
    }
    for (int k = 0; k < 3; ++k)
        plan->beside_by[k] = low < high ? -APART * (high - low) * right[k] : 0;
}

bool jiggle_actors_make(jiggle_plan* plan) {
    uint32_t parts = plan->info.part_count, count = plan->wish->beside ? 2 * parts : parts;
    plan->actors = calloc((size_t)count + 1, sizeof *plan->actors);
    plan->bodies = calloc((size_t)count + 1, sizeof *plan->bodies);
    plan->indices = malloc((3 * (size_t)plan->info.triangle_count + 1) * sizeof *plan->indices);
    plan->beside = malloc((3 * (size_t)plan->info.vertex_count + 1) * sizeof *plan->beside);
    if (!plan->actors || !plan->bodies || !plan->indices || !plan->beside) return false;
    plan->actor_count = count;
    find_beside(plan);
    for (uint32_t i = 0; i < count; ++i) {
        const float* positions = i < parts ? plan->jiggled : plan->beside;
        fill_actor(plan, i % parts, positions, &plan->actors[i]);
        if (i < parts) add_skin(plan, &plan->actors[i]);
        plan->bodies[i] =
            (run_body){.present = true, .positions = plan->actors[i].triangles.positions};
    }
    return true;
}

run_frame jiggle_actors_frame(jiggle_plan* plan, double time, uint32_t index) {
    for (size_t i = 0; i < 3 * (size_t)plan->info.vertex_count; ++i) {
        plan->beside[i] = (float)((double)plan->skinned[i] + plan->beside_by[i % 3]);
    }
    jiggle_card_fill(plan);
    return (run_frame){.index = index, .time = time, .bodies = plan->bodies};
}

void jiggle_actors_free(jiggle_plan* plan) {
    free(plan->actors);
    free(plan->bodies);
    free(plan->indices);
    free(plan->beside);
}
