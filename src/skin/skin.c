// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Skins: made, asked, destroyed. The idea is told in skin_data.h.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/mesh/mesh_data.h"
#include "src/skin/skin_data.h"

#define USUAL_REACH (1.0 / 6)  // of the skin's size

plump_skin_def plump_default_skin_def(void) {
    plump_skin_def def;
    memset(&def, 0, sizeof def);
    def.thickness = 0.002;
    def.cling = 0.7f;
    def.smooth = 0.7f;
    def.cookie = PL_COOKIE_SKIN;
    return def;
}

// --- making ---

static plump_result check_def(const plump_world* world, const plump_skin_def* def,
                              plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_SKIN)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_skin_def with plump_default_skin_def()");
    if (!def->mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the skin has no mesh");
    if (!(def->thickness >= 0 && def->thickness <= 1e6) || !(def->reach >= 0 && def->reach <= 1e6))
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "the skin's thickness is %g m and its reach %g m; both must be from 0 to 1e6",
            def->thickness, def->reach);
    if (!(def->cling >= 0 && def->cling <= 1) || !(def->smooth >= 0 && def->smooth <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the skin's cling is %g and its smooth %g; both must be from 0 to 1",
                       (double)def->cling, (double)def->smooth);
    return pl_below_check(world, def->bodies, def->body_count, def->obstacles, def->obstacle_count,
                          error);
}

static void name_carriers(plump_skin* skin, const plump_skin_def* def) {
    for (uint32_t i = 0; i < def->body_count; ++i)
        skin->carriers[skin->carrier_count++].body = def->bodies[i];
    for (uint32_t i = 0; i < def->obstacle_count; ++i)
        skin->carriers[skin->carrier_count++].obstacle = def->obstacles[i];
}

static bool make_room(plump_skin* skin, const plump_world* world) {
    pl_arena* memory = &skin->memory;
    const pl_surface* s = skin->surface;
    size_t all = (size_t)skin->carrier_count * s->count;
    for (uint32_t i = 0; i < skin->carrier_count; ++i) {
        const pl_body* body = skin->carriers[i].body.value
                                  ? pl_world_find(world, skin->carriers[i].body, NULL)
                                  : NULL;
        skin->poke_count += body ? body->count : 0;
    }
    skin->weight = pl_arena_alloc(memory, all, sizeof(float));
    skin->gap = pl_arena_alloc(memory, all, sizeof(float));
    skin->least_gap = pl_arena_alloc(memory, s->count, sizeof(float));
    skin->lower = pl_arena_alloc_zero(memory, s->count, sizeof *skin->lower);
    skin->nearest = pl_arena_alloc_zero(memory, s->count, 1);
    skin->turn = pl_arena_alloc(memory, s->count, 4 * sizeof(float));
    skin->push = pl_arena_alloc_zero(memory, s->count, 3 * sizeof(float));
    skin->pokes = pl_arena_alloc_zero(memory, (size_t)skin->poke_count + 1, sizeof *skin->pokes);
    const pl_tree_shape* shape = pl_tree_shape_get(skin->mesh, NULL);
    return skin->weight && skin->gap && skin->least_gap && skin->nearest && skin->lower &&
           skin->turn && skin->push && skin->pokes && shape &&
           pl_arena_three(memory, s->count, skin->delta) &&
           pl_arena_three(memory, s->count, skin->outward) &&
           pl_arena_three(memory, s->padded, skin->x) &&
           pl_arena_three(memory, s->padded, skin->next) &&
           pl_tree_make(&skin->tree, memory, shape, false);
}

static bool lay_on(plump_skin* skin, const plump_world* world, const plump_skin_def* def) {
    skin->surface = def->mesh ? pl_mesh_surface(def->mesh, NULL) : NULL;
    if (!skin->surface || !make_room(skin, world)) return false;
    const pl_surface* s = skin->surface;
    skin->origin = pl_vec3d_add(s->centre, pl_vec3d_load(def->mesh->origin));
    skin->reach = def->reach > 0 ? def->reach : USUAL_REACH * s->extent;
    for (int k = 0; k < 3; ++k) memcpy(skin->x[k], s->rest[k], s->padded * sizeof(float));
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        pl_carrier* carrier = &skin->carriers[b];
        if (pl_below_find(world, carrier->body, carrier->obstacle, &skin->below[b]))
            carrier->rest = pl_below_pose(&skin->below[b]);
    }
    pl_skin_look(skin, world);
    pl_skin_bind(skin, world->pool);
    skin->info.vertex_count = s->count;
    skin->info.triangle_count = s->triangle_count;
    pl_skin_pose_all(skin, world->pool);
    return true;
}

plump_result plump_skin_create(const plump_world* world, const plump_skin_def* def,
                               plump_skin** skin, plump_error* error) {
    if (!skin) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the skin");
    *skin = NULL;
    plump_result result = check_def(world, def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_skin* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a skin");
    made->memory = pl_arena_make(hooks);
    made->mesh = def->mesh;
    made->thickness = def->thickness;
    made->cling = def->cling;
    made->smooth = def->smooth;
    name_carriers(made, def);
    pl_fpmode mode = pl_fpmode_enter();
    bool done = lay_on(made, world, def);
    pl_fpmode_leave(mode);
    if (!done) {
        plump_skin_destroy(made);
        return pl_fail_memory(error, "making a skin");
    }
    *skin = made;
    return PLUMP_OK;
}

void plump_skin_destroy(plump_skin* skin) {
    if (!skin) return;
    plump_allocator hooks = skin->memory.hooks;
    pl_arena_release(&skin->memory, NULL);
    pl_free(&hooks, skin);
}

// --- asking ---

const plump_mesh* plump_skin_mesh(const plump_skin* skin) {
    return skin ? skin->mesh : NULL;
}

void plump_skin_get_info(const plump_skin* skin, plump_skin_info* info) {
    if (!info) return;
    memset(info, 0, sizeof *info);
    if (skin) *info = skin->info;
}

// --- reading ---

static void put_three(plump_scalar_type type, pl_vec3d v, unsigned char* to) {
    const double wide[3] = {v.x, v.y, v.z};
    const float narrow[3] = {(float)v.x, (float)v.y, (float)v.z};
    if (type == PLUMP_SCALAR_FLOAT64)
        memcpy(to, wide, sizeof wide);
    else
        memcpy(to, narrow, sizeof narrow);
}

static plump_result check_stride(size_t stride, size_t size, const char* what, plump_error* error) {
    if (stride == 0 || stride >= size) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the stride of %s is %zu bytes; three numbers need %zu", what, stride, size);
}

static plump_result check_read(const plump_skin* skin, const plump_world* world,
                               plump_scalar_type type, const void* positions, uint32_t capacity,
                               plump_error* error) {
    if (!skin || !world)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no skin or no world");
    if ((unsigned)type > PLUMP_SCALAR_FLOAT64 || !positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the number type or the buffer to read into is none");
    if (capacity < skin->surface->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the buffer has room for %u vertices, the skin has %u", (unsigned)capacity,
                       (unsigned)skin->surface->count);
    return PLUMP_OK;
}

static bool pose(plump_skin* skin, const plump_world* world) {
    pl_fpmode mode = pl_fpmode_enter();
    bool there = pl_skin_look(skin, world);
    if (there) pl_skin_pose_all(skin, world->pool);
    pl_fpmode_leave(mode);
    return there;
}

plump_result plump_skin_read(plump_skin* skin, const plump_world* world, plump_scalar_type type,
                             void* positions, size_t position_stride, void* normals,
                             size_t normal_stride, uint32_t capacity, plump_error* error) {
    size_t size = type == PLUMP_SCALAR_FLOAT64 ? 3 * sizeof(double) : 3 * sizeof(float);
    plump_result result = check_read(skin, world, type, positions, capacity, error);
    if (result == PLUMP_OK) result = check_stride(position_stride, size, "positions", error);
    if (result == PLUMP_OK && normals) result = check_stride(normal_stride, size, "normals", error);
    if (result != PLUMP_OK) return result;
    if (!pose(skin, world))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "nothing is left below the skin");
    for (uint32_t i = 0; i < skin->surface->count; ++i) {
        uint32_t vertex = skin->surface->vertex_of[i];
        pl_vec3d at = pl_vec3d_add(skin->now_origin, pl_skin_point(skin->x, i));
        put_three(type, at,
                  (unsigned char*)positions + vertex * (position_stride ? position_stride : size));
        if (normals)
            put_three(type, pl_skin_normal(skin, i),
                      (unsigned char*)normals + vertex * (normal_stride ? normal_stride : size));
    }
    return PLUMP_OK;
}
