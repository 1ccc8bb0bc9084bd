// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A soft body as the primary motion. Its vertices, where its own model has put them, take the place
// of the skinned ones; the fields act on those. No matrix says how an anchor moves, so each goes
// with the best rigid motion of the vertices around it,
//     min over R, t of  sum w_i |R x_i + t - y_i|^2,   w_i = area_i (1 - d_i^2 / r^2)^2,
// with x_i at rest, y_i now, and d_i < r how far x_i is from the anchor (Horn 1987: R is the fit of
// the moments, and means go to means). Of a body that moves as one this is its motion exactly; of
// one that is squashed the anchor stays amid what is around it, and its spring sees the motion of
// that part alone.
//
// For all that comes after, the body's vertices are a bind pose of their own that changes every
// frame, under a matrix that does nothing.
#include "src/base/fpmode.h"
#include "src/base/narrow.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_data.h"
#include "src/math/rotation.h"
#include "src/mesh/mesh_data.h"
#include "src/world/world_data.h"

#include <float.h>
#include <math.h>

#define NEAR_LEAST 8u     // vertices that a fit wants
#define NEAR_MOST  4096u  // and all it needs: of more, some evenly
#define SAME_PLACE 1e-5   // of the size

// A vertex that has a say in where an anchor goes.
struct pl_jiggle_near {
    uint32_t vertex;
    float weight;
};

// --- made once ---

static pl_vec3d place_of(const float* rows, uint32_t vertex) {
    return pl_vec3_widen(pl_vec3_load(rows + 3 * (size_t)vertex));
}

// Of the triangles around each vertex, as shares of the mean; 1 where there are none at all.
static void find_areas(const plump_jiggle* jiggle, double* areas) {
    double total = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) areas[i] = 0;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d a = place_of(jiggle->bind, corner[0]), b = place_of(jiggle->bind, corner[1]),
                 c = place_of(jiggle->bind, corner[2]);
        double area = pl_vec3d_length(pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a)));
        for (int k = 0; k < 3; ++k) areas[corner[k]] += area;
        total += 3 * area;
    }
    double mean = total > 0 ? total / (double)jiggle->vertex_count : 1;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) areas[i] = total > 0 ? areas[i] / mean : 1;
}

static double square_to(const plump_jiggle* jiggle, const double anchor[3], uint32_t vertex) {
    pl_vec3d at = pl_vec3d_sub(pl_vec3d_load(anchor), pl_vec3d_load(jiggle->centre));
    return pl_vec3d_length_squared(pl_vec3d_sub(place_of(jiggle->bind, vertex), at));
}

// Vertices that count within a distance.
static uint32_t count_within(const plump_jiggle* jiggle, const double anchor[3], double reach,
                             const double* areas) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i)
        count += areas[i] > 0 && square_to(jiggle, anchor, i) < reach * reach;
    return count;
}

// The radius of the set; more where too few vertices are so near.
static double find_reach(const plump_jiggle* jiggle, const plump_jiggle_set* set,
                         const double* areas, uint32_t* count) {
    double nearest = DBL_MAX, farthest = 0, reach = (double)set->radius;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double square = square_to(jiggle, set->anchor, i);
        nearest = square < nearest ? square : nearest;
        farthest = square > farthest ? square : farthest;
    }
    nearest = 1.5 * sqrt(nearest);
    farthest = 1.5 * sqrt(farthest);
    reach = reach > nearest ? reach : nearest;
    for (;;) {
        *count = count_within(jiggle, set->anchor, reach, areas);
        if (*count >= NEAR_LEAST || reach >= farthest) return reach;
        reach = 2 * reach > farthest * 1e-6 ? 2 * reach : farthest * 1e-6;
    }
}

// The vertices of a set, of `count` within reach every so many-th, and their middle.
static uint32_t gather(const plump_jiggle* jiggle, uint32_t index, double reach, uint32_t count,
                       const double* areas, struct pl_jiggle_near* near) {
    const plump_jiggle_set* set = &jiggle->sets[index];
    uint32_t each = (count - 1) / NEAR_MOST + 1, seen = 0, taken = 0;
    double total = 0;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double square = square_to(jiggle, set->anchor, i) / (reach * reach);
        if (!(areas[i] > 0 && square < 1) || seen++ % each != 0) continue;
        float weight = (float)(areas[i] * (1 - square) * (1 - square));
        near[taken++] = (struct pl_jiggle_near){i, weight};
        total += (double)weight;
        sum = pl_vec3d_add_scaled(sum, (double)weight, place_of(jiggle->bind, i));
    }
    pl_vec3d_store(pl_vec3d_scale(sum, 1 / total), jiggle->ride.middles + 3 * (size_t)index);
    return taken;
}

// Lists of all sets, one after the other.
static bool make_lists(plump_jiggle* jiggle, pl_arena* scratch) {
    pl_jiggle_ride* ride = &jiggle->ride;
    uint32_t sets = jiggle->set_count;
    double* areas = pl_arena_alloc(scratch, jiggle->vertex_count, sizeof *areas);
    double* reach = pl_arena_alloc(scratch, sets, sizeof *reach);
    uint32_t* count = pl_arena_alloc(scratch, sets, sizeof *count);
    if (!areas || !reach || !count) return false;
    size_t room = 0;
    find_areas(jiggle, areas);
    for (uint32_t i = 0; i < sets; ++i) {
        reach[i] = find_reach(jiggle, &jiggle->sets[i], areas, &count[i]);
        room += count[i] < NEAR_MOST ? count[i] : NEAR_MOST;
    }
    ride->near = pl_arena_alloc(&ride->memory, room, sizeof *ride->near);
    if (!ride->near) return false;
    ride->first[0] = 0;
    for (uint32_t i = 0; i < sets; ++i)
        ride->first[i + 1] = ride->first[i] + gather(jiggle, i, reach[i], count[i], areas,
                                                     ride->near + ride->first[i]);
    return true;
}

bool pl_jiggle_make_ride(plump_jiggle* jiggle) {
    pl_jiggle_ride* ride = &jiggle->ride;
    if (ride->is_made) return true;
    pl_arena scratch = pl_arena_make(jiggle->memory.hooks);
    size_t vertices = jiggle->vertex_count, sets = jiggle->set_count;
    ride->bind = pl_arena_alloc(&ride->memory, vertices, 3 * sizeof(float));
    ride->normals = pl_arena_alloc(&ride->memory, vertices, 3 * sizeof(float));
    ride->first = pl_arena_alloc(&ride->memory, sets + 1, sizeof *ride->first);
    ride->middles = pl_arena_alloc(&ride->memory, sets, 3 * sizeof(double));
    ride->matrices = pl_arena_alloc_zero(&ride->memory, sets, 12 * sizeof(double));
    ride->is_made = ride->bind && ride->normals && ride->first && ride->middles && ride->matrices &&
                    make_lists(jiggle, &scratch);
    pl_arena_release(&scratch, NULL);
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

// --- anchors ---

// The best rigid motion of a set's vertices, and the body's scale.
static void fit_set(plump_jiggle* jiggle, uint32_t index, double scale) {
    const pl_jiggle_ride* ride = &jiggle->ride;
    double moments[9] = {0}, r[9], total = 0, *m = ride->matrices + 12 * (size_t)index;
    pl_vec3d rest = pl_vec3d_load(ride->middles + 3 * (size_t)index), now = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = ride->first[index]; i < ride->first[index + 1]; ++i) {
        const struct pl_jiggle_near* near = &ride->near[i];
        double weight = (double)near->weight;
        pl_vec3d x = pl_vec3d_sub(place_of(ride->bind, near->vertex), rest),
                 y = place_of(jiggle->bind, near->vertex);
        pl_rotation_add_moment(moments, y, pl_vec3d_scale(x, weight));
        now = pl_vec3d_add_scaled(now, weight, y);
        total += weight;
    }
    pl_rotation_fit(moments, r);
    // from about the centres into the world
    now = pl_vec3d_add(pl_vec3d_scale(now, 1 / total), pl_vec3d_load(jiggle->centre));
    rest = pl_vec3d_add(rest, pl_vec3d_load(ride->centre));
    pl_vec3d shift = pl_vec3d_sub(now, pl_vec3d_scale(pl_rotation_turn(r, rest), scale));
    const double t[3] = {shift.x, shift.y, shift.z};
    for (int k = 0; k < 12; ++k) m[k] = k % 4 == 3 ? t[k / 4] : scale * r[3 * (k / 4) + k % 4];
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
    for (uint32_t i = 0; i < jiggle->set_count; ++i) fit_set(jiggle, i, (double)body->def.scale);
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
