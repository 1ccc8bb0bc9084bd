// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A character in figures: the volume that its closed surfaces enclose in the bind pose, as what
// drives it leaves them, and as they are seen.
#include "io/scene_run_character.h"

#include "io/character_data.h"

#include <math.h>

// Of a mesh that is closed as a whole, relative to its first vertex.
static double volume_of(const plump_mesh* mesh, const float* x) {
    const uint32_t* corners = plump_mesh_indices(mesh);
    double six = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(mesh); ++i, corners += 3) {
        double p[3][3];
        for (int n = 0; n < 3; ++n)
            for (size_t k = 0; k < 3; ++k)
                p[n][k] = (double)x[3 * (size_t)corners[n] + k] - (double)x[k];
        six += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
               p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return six / 6;
}

static void take_volumes(const plump_scene* scene, const pl_run_character* c, const float* x,
                         double* volumes) {
    if (c->plan->character)
        plump_character_volumes(c->plan->character, x, volumes);
    else
        volumes[0] = volume_of(scene->plan.bodies[c->plan->body].def.mesh, x);
}

// Where what is seen has its first vertex is the origin of all, so that far out no digits are lost.
static plump_result take_driven(const plump_scene* scene, pl_run_character* c, plump_error* error) {
    const double* origin = c->positions;
    if (c->pose) {
        pl_pose_skin(c->pose, c->matrices, origin, c->relative);
        return PLUMP_OK;
    }
    plump_body_id body = scene->run->bodies[c->plan->body].id;
    plump_body_view view;
    plump_result result = plump_body_lend(scene->world, body, &view, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < c->vertex_count; ++i) {
        uint32_t place = view.place_of[i];
        const float own[3] = {view.x[place], view.y[place], view.z[place]};
        for (size_t k = 0; k < 3; ++k)
            c->relative[3 * (size_t)i + k] = (float)((double)own[k] + (view.origin[k] - origin[k]));
    }
    return result;
}

static plump_result take_all_volumes(const plump_scene* scene, pl_run_character* c,
                                     plump_error* error) {
    const pl_plan_character* plan = c->plan;
    double size =
        plan->character ? (double)plan->scale : (double)scene->plan.bodies[plan->body].def.scale;
    const float* bind = plan->character
                            ? plump_pose_bind(c->pose)
                            : plump_mesh_positions(scene->plan.bodies[plan->body].def.mesh);
    take_volumes(scene, c, bind, c->volumes[0]);
    for (uint32_t i = 0; i < c->closed_count; ++i) c->volumes[0][i] *= size * size * size;
    plump_result result = take_driven(scene, c, error);
    if (result != PLUMP_OK) return result;
    take_volumes(scene, c, c->relative, c->volumes[1]);
    for (size_t i = 0; i < 3 * (size_t)c->vertex_count; ++i)
        c->relative[i] = (float)(c->positions[i] - c->positions[i % 3]);
    take_volumes(scene, c, c->relative, c->volumes[2]);
    return PLUMP_OK;
}

// What is not a number is worse than any; fmax() would leave it out.
static void raise_to(double* most, double value) {
    if (!(value <= *most || isnan(*most))) *most = value;
}

static void compare_volumes(const pl_run_character* c, plump_scene_character_report* report) {
    for (uint32_t i = 0; i < c->closed_count; ++i) {
        report->volume_bind += fabs(c->volumes[0][i]);
        report->volume_skinned += fabs(c->volumes[1][i]);
        report->volume += fabs(c->volumes[2][i]);
    }
    for (uint32_t i = 0; i < c->closed_count; ++i) {
        double bind = c->volumes[0][i], skinned = c->volumes[1][i], seen = c->volumes[2][i];
        if (!(fabs(bind) > 1e-9 * report->volume_bind)) continue;  // flat: it encloses nothing
        raise_to(&report->volume_error, fabs((seen - skinned) / bind));
        raise_to(&report->volume_skinned_change, fabs(skinned / bind - 1));
        raise_to(&report->volume_change, fabs(seen / bind - 1));
    }
}

static void find_deepest(const pl_run_character* c, uint32_t count,
                         plump_scene_character_report* report) {
    report->contact_count = count;
    for (uint32_t i = 0; i < count; ++i)
        report->contact_depth = fmax(report->contact_depth, c->contacts[i].depth);
}

plump_result plump_scene_report_character(plump_scene* scene, uint32_t index,
                                          plump_scene_character_report* report,
                                          plump_error* error) {
    plump_result result = pl_scene_look_at_character(scene, index, false, error);
    if (result != PLUMP_OK) return result;
    pl_run_character* c = &scene->run->characters[index];
    uint32_t contact_count = 0;
    result = take_all_volumes(scene, c, error);
    if (result == PLUMP_OK) result = pl_scene_read_contacts(scene, c, &contact_count, error);
    if (result != PLUMP_OK) return result;
    *report = c->report;
    report->vertex_count = c->vertex_count;
    report->segment_count = c->segment_count;
    report->set_count = c->plan->set_count;
    report->closed_count = c->closed_count;
    compare_volumes(c, report);
    find_deepest(c, contact_count, report);
    return PLUMP_OK;
}
