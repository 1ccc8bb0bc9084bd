// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A soft body as the primary motion. Its vertices, where its own model has put them, take the place
// of the skinned ones; the fields act on those. No matrix says how an anchor moves, so each goes
// with the best rigid motion of the vertices around it (jiggle_near.c).
//
// For all that comes after, the body's vertices are a bind pose of their own that changes every
// frame, under a matrix that does nothing.
#include "src/base/fpmode.h"
#include "src/base/narrow.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_data.h"
#include "src/mesh/mesh_data.h"
#include "src/world/world_data.h"

#include <math.h>

#define SAME_PLACE 1e-5  // of the size

// --- made once ---

bool pl_jiggle_make_ride(plump_jiggle* jiggle) {
    pl_jiggle_ride* ride = &jiggle->ride;
    if (ride->is_made) return true;
    size_t vertices = jiggle->vertex_count, sets = jiggle->set_count;
    ride->bind = pl_arena_alloc(&ride->memory, vertices, 3 * sizeof(float));
    ride->normals = pl_arena_alloc(&ride->memory, vertices, 3 * sizeof(float));
    ride->matrices = pl_arena_alloc_zero(&ride->memory, sets, 12 * sizeof(double));
    ride->is_made = ride->bind && ride->normals && ride->matrices &&
                    pl_jiggle_make_nearby(jiggle, &ride->memory, &ride->nearby);
    if (!ride->is_made) pl_jiggle_drop_ride(jiggle);
    return ride->is_made;
}

void pl_jiggle_drop_ride(plump_jiggle* jiggle) {
    pl_arena_release(&jiggle->ride.memory, NULL);
    jiggle->ride.is_made = false;
    jiggle->ride.mesh_hash = 0;
}

// --- vertices ---

static void copy_bind(plump_jiggle* jiggle, const float* bind, const float* normals,
                      const double centre[3], float* bind_to, float* normals_to,
                      double centre_to[3]) {
    size_t size = 3 * (size_t)jiggle->vertex_count * sizeof *bind;
    memcpy(bind_to, bind, size);
    memcpy(normals_to, normals, size);
    memcpy(centre_to, centre, 3 * sizeof *centre);
}

void pl_jiggle_enter_body(plump_jiggle* jiggle) {
    pl_jiggle_ride* ride = &jiggle->ride;
    if (ride->drives) return;
    copy_bind(jiggle, jiggle->bind, jiggle->normals, jiggle->centre, ride->bind, ride->normals,
              ride->centre);
    ride->drives = true;
}

void pl_jiggle_leave_body(plump_jiggle* jiggle) {
    pl_jiggle_ride* ride = &jiggle->ride;
    if (!ride->drives) return;
    copy_bind(jiggle, ride->bind, ride->normals, ride->centre, jiggle->bind, jiggle->normals,
              jiggle->centre);
    ride->drives = false;
    pl_jiggle_spread_bind(jiggle);
}

void pl_jiggle_follow_body(plump_jiggle* jiggle) {
    pl_jiggle_make_normals(jiggle);
    pl_jiggle_spread_bind(jiggle);
}

// About the body's own origin, to a float, so that no digits are lost far out.
static void take_vertices(plump_jiggle* jiggle, const pl_body* body) {
    double shift[3];
    for (int k = 0; k < 3; ++k) {
        jiggle->centre[k] = pl_narrow(body->origin[k]);
        shift[k] = body->origin[k] - jiggle->centre[k];
    }
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        uint32_t place = body->surface->place_of[i];
        for (unsigned k = 0; k < 3; ++k)
            jiggle->bind[3 * (size_t)i + k] = (float)((double)body->x[k][place] + shift[k]);
    }
    pl_jiggle_follow_body(jiggle);
}

// --- checks ---

static bool is_bind_pose(const plump_jiggle* jiggle, const pl_body* body) {
    const pl_jiggle_ride* ride = &jiggle->ride;
    const float* bind = ride->drives ? ride->bind : jiggle->bind;
    const double* centre = ride->drives ? ride->centre : jiggle->centre;
    double most = SAME_PLACE * body->surface->extent;
    for (size_t i = 0; i < 3 * (size_t)jiggle->vertex_count; ++i) {
        double own = (double)bind[i] + centre[i % 3];
        double mesh = (double)body->mesh->positions[i] + body->mesh->origin[i % 3];
        if (!(fabs(own - mesh) <= most)) return false;
    }
    return true;
}

static bool is_sound(const pl_body* body) {
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(body->origin[k]) <= PL_JIGGLE_COORDINATE_MOST)) return false;
        for (uint32_t i = 0; i < body->count; ++i)
            if (!(fabs((double)body->x[k][i]) <= PL_JIGGLE_COORDINATE_MOST)) return false;
    }
    return true;
}

static plump_result check_body(const plump_jiggle* jiggle, const pl_body* body,
                               plump_error* error) {
    if (jiggle->def.segment_count != 1)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a soft body drives deformers of one segment, this has %u",
                       (unsigned)jiggle->def.segment_count);
    bool is_known = jiggle->ride.is_made && jiggle->ride.mesh_hash == body->surface->hash;
    if (jiggle->vertex_count != body->count || (!is_known && !is_bind_pose(jiggle, body)))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the bind pose is not the mesh of the body (%u vertices, the body has %u): "
                       "make the deformer of plump_mesh_triangles() of the body's mesh",
                       (unsigned)jiggle->vertex_count, (unsigned)body->count);
    if (!is_sound(body))
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the body has vertices that are not finite, or beyond 1e9");
    return PLUMP_OK;
}

// --- the calls ---

// Checks, makes what is made once, and takes in where the body is.
static plump_result take_body(plump_jiggle* jiggle, const plump_world* world, plump_body_id id,
                              plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    plump_result result = check_body(jiggle, body, error);
    if (result != PLUMP_OK) return result;
    if (!pl_jiggle_make_ride(jiggle)) return pl_fail_memory(error, "following a body");
    jiggle->ride.mesh_hash = body->surface->hash;
    pl_jiggle_enter_body(jiggle);
    take_vertices(jiggle, body);
    const pl_jiggle_ride* ride = &jiggle->ride;
    for (uint32_t i = 0; i < jiggle->set_count; ++i)
        pl_jiggle_fit_nearby(&ride->nearby, i, ride->bind, ride->centre, jiggle->bind,
                             jiggle->centre, (double)body->def.scale,
                             ride->matrices + 12 * (size_t)i);
    return PLUMP_OK;
}

static plump_result check_call(const plump_jiggle* jiggle, const plump_world* world,
                               plump_error* error) {
    if (jiggle && world) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer, or no world");
}

plump_result plump_jiggle_step_body(plump_jiggle* jiggle, double dt, const plump_world* world,
                                    plump_body_id body, plump_jiggle_report* report,
                                    plump_error* error) {
    plump_result result = check_call(jiggle, world, error);
    if (result == PLUMP_OK) result = pl_jiggle_check_dt(dt, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    result = take_body(jiggle, world, body, error);
    if (result == PLUMP_OK) pl_jiggle_swing(jiggle, dt, pl_jiggle_identity, report);
    pl_fpmode_leave(mode);
    return result;
}

plump_result plump_jiggle_reset_body(plump_jiggle* jiggle, const plump_world* world,
                                     plump_body_id body, plump_error* error) {
    plump_result result = check_call(jiggle, world, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    result = take_body(jiggle, world, body, error);
    if (result == PLUMP_OK) {
        pl_jiggle_set_matrices(jiggle, pl_jiggle_identity);
        pl_jiggle_rest(jiggle);
    }
    pl_fpmode_leave(mode);
    return result;
}
