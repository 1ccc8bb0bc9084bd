// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies as the caller sees them: descriptions, copies and views of the state.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/state/asleep.h"
#include "src/volume/volume.h"
#include "src/world/world_data.h"

#include <string.h>

// --- describing ---

// As it is now; of a spoiled body, as it was after its last step.
static void describe_motion(const plump_world* world, pl_body* body, plump_body_info* info) {
    pl_motion now = pl_body_measure(world, body);
    const pl_motion* m = pl_motion_is_sound(&now) ? &now : &body->motion;
    pl_vec3d_store(pl_vec3d_add(m->centre, pl_vec3d_load(body->origin)), info->centre);
    pl_vec3d_store(m->velocity, info->velocity);
    pl_vec3d_store(m->angular_velocity, info->angular_velocity);
    pl_vec3d_store(pl_vec3d_scale(m->velocity, m->mass), info->momentum);
    pl_vec3d_store(m->angular_momentum, info->angular_momentum);
    info->kinetic_energy = m->kinetic_energy;
}

static void describe_volume(const pl_body* body, plump_body_info* info) {
    info->rest_volume = body->rest_volume;
    info->volume = pl_volume_measure(body);
    info->volume_target = body->rest_volume * body->volume_ratio;
    info->volume_error = body->volume_error;
    info->volume_error_most = body->volume_error_most;
    info->volume_state = body->volume_state;
    info->volume_state_most = body->volume_state_most;
    info->volume_error_kept = pl_volume_kept_most(body);
    info->memory_shared += pl_volume_size_shared(body->mesh);
}

plump_result plump_body_describe(const plump_world* world, plump_body_id id, plump_body_info* info,
                                 plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!info) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the answer");
    *info = (plump_body_info){0};
    info->mesh = body->mesh;
    info->user = body->def.user;
    info->vertex_count = body->count;
    info->asleep = body->asleep && !pl_body_is_barred(body);
    info->frozen = body->frozen;
    info->disabled = body->disabled;
    info->contained = body->contained;
    info->frequency_unreachable = body->unreachable;
    info->mass = body->mass_total;
    info->extent = body->extent;
    info->memory = sizeof *body + body->memory.bytes + body->pin_capacity * sizeof *body->pins;
    info->memory_shared = pl_mesh_surface_size(body->mesh) + pl_collider_size_shared(body->mesh);
    info->contact_count = body->contact_count;
    info->penetration = (double)body->penetration;
    memcpy(info->contact_impulse, body->contact_impulse, sizeof info->contact_impulse);
    pl_fpmode mode = pl_fpmode_enter();
    describe_motion(world, body, info);
    describe_volume(body, info);
    info->roughness = body->roughness;
    body->model->describe(body, info);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

// --- reading ---

// Twice the sum of the area vectors of the triangles around, made 1 m long; about the vertex
// itself, since crosses about a far origin cancel.
static pl_vec3d normal_at(const pl_body* body, uint32_t place) {
    const pl_surface* s = body->surface;
    uint32_t first = s->ring_first[place], end = s->ring_first[place + 1];
    pl_vec3d sum = pl_vec3d_make(0, 0, 0), before = sum;
    for (uint32_t n = first; n <= end && first < end; ++n) {
        uint32_t other = s->ring[n < end ? n : first];
        pl_vec3d edge = pl_vec3d_make((double)body->x[0][other] - (double)body->x[0][place],
                                      (double)body->x[1][other] - (double)body->x[1][place],
                                      (double)body->x[2][other] - (double)body->x[2][place]);
        if (n > first) sum = pl_vec3d_add(sum, pl_vec3d_cross(before, edge));
        before = edge;
    }
    double length = pl_vec3d_length(sum);
    return length > 0 ? pl_vec3d_scale(sum, 1.0 / length) : sum;
}

static pl_vec3d quantity_at(const pl_body* body, plump_quantity quantity, uint32_t place) {
    if (quantity == PLUMP_QUANTITY_NORMAL) return normal_at(body, place);
    float* const* a = quantity == PLUMP_QUANTITY_POSITION ? body->x : body->v;
    pl_vec3d value = pl_vec3d_make((double)a[0][place], (double)a[1][place], (double)a[2][place]);
    if (quantity == PLUMP_QUANTITY_VELOCITY) return value;
    return pl_vec3d_add(value, pl_vec3d_load(body->origin));
}

static void write_vertices(const pl_body* body, plump_quantity quantity, plump_scalar_type type,
                           unsigned char* out, size_t stride) {
    for (uint32_t place = 0; place < body->count; ++place) {
        pl_vec3d value = quantity_at(body, quantity, place);
        unsigned char* to = out + body->surface->vertex_of[place] * stride;
        double wide[3] = {value.x, value.y, value.z};
        float narrow[3] = {(float)value.x, (float)value.y, (float)value.z};
        if (type == PLUMP_SCALAR_FLOAT64) {
            memcpy(to, wide, sizeof wide);  // the caller's layout may be unaligned
        } else {
            memcpy(to, narrow, sizeof narrow);
        }
    }
}

plump_result plump_body_read(const plump_world* world, plump_body_id id, plump_quantity quantity,
                             plump_scalar_type type, void* out, size_t stride, uint32_t capacity,
                             plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if ((unsigned)quantity >= PLUMP_QUANTITY_COUNT || (unsigned)type > PLUMP_SCALAR_FLOAT64 || !out)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the quantity, the number type or the buffer to read into is none");
    size_t size = type == PLUMP_SCALAR_FLOAT64 ? 3 * sizeof(double) : 3 * sizeof(float);
    if (stride != 0 && stride < size)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the stride is %zu bytes; three numbers need %zu", stride, size);
    if (capacity < body->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the buffer has room for %u vertices, the body has %u", (unsigned)capacity,
                       (unsigned)body->count);
    pl_fpmode mode = pl_fpmode_enter();
    write_vertices(body, quantity, type, out, stride ? stride : size);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

static plump_body_edit open_body(const pl_body* body) {
    plump_body_edit edit = {.count = body->count,
                            .vertex_of = body->surface->vertex_of,
                            .place_of = body->surface->place_of};
    for (int k = 0; k < 3; ++k) edit.origin[k] = body->origin[k];
    edit.x = body->x[0], edit.y = body->x[1], edit.z = body->x[2];
    edit.vx = body->v[0], edit.vy = body->v[1], edit.vz = body->v[2];
    return edit;
}

plump_result plump_body_lend(const plump_world* world, plump_body_id id, plump_body_view* view,
                             plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!view) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the view");
    plump_body_edit e = open_body(body);
    *view = (plump_body_view){
        e.count, e.vertex_of, e.place_of, {e.origin[0], e.origin[1], e.origin[2]}, e.x, e.y, e.z,
        e.vx,    e.vy,        e.vz};
    return PLUMP_OK;
}

plump_result plump_body_lend_edit(plump_world* world, plump_body_id id, plump_body_edit* edit,
                                  plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!edit) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the view");
    pl_body_rouse(world, body);
    *edit = open_body(body);
    return PLUMP_OK;
}
