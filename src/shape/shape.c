// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Built-in shapes: the table of kinds, the checks, and the way from a maker's surface to a mesh.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/shape/shape_build.h"

#include <string.h>

#define FIRST_CHARACTER PLUMP_SHAPE_BEAR
#define MOST_ATTEMPTS   10
#define MOST_SEARCHED   24000

#define MIN_VERTICES 4
#define MAX_VERTICES 4000000

typedef struct shape_kind {
    const char* name;
    const char* summary;
    uint32_t vertex_count;  // default
    bool (*make)(pl_shape_surface* surface, uint32_t wish);
} shape_kind;

static const shape_kind kinds[PLUMP_SHAPE_COUNT] = {
    [PLUMP_SHAPE_SPHERE] = {"sphere", "a ball without poles: an icosahedron cut finer", 2562,
                            pl_shape_geodesic},
    [PLUMP_SHAPE_UV_SPHERE] = {"uv-sphere", "a ball of meridians and parallels with two poles",
                               1562, pl_shape_uv_sphere},
    [PLUMP_SHAPE_BOX] = {"box", "a cube whose faces are squares cut in four", 770, pl_shape_box},
    [PLUMP_SHAPE_BAR] = {"bar", "a beam four times as long as thick", 1490, pl_shape_bar},
    [PLUMP_SHAPE_TORUS] = {"torus", "a ring lying flat", 532, pl_shape_torus},
    [PLUMP_SHAPE_KNOT] = {"knot", "a tube along a trefoil", 21127, pl_shape_knot},
    [PLUMP_SHAPE_CAPSULE] = {"capsule", "an upright cylinder with round ends", 1001,
                             pl_shape_capsule},
    [PLUMP_SHAPE_SPINDLE] = {"spindle", "a muscle: a belly with a tendon at either end", 534,
                             pl_shape_spindle},
    [PLUMP_SHAPE_BEAR] = {"bear", "a gummy bear", 1502, pl_shape_bear},
    [PLUMP_SHAPE_DUCK] = {"duck", "a bath duck", 532, pl_shape_duck},
    [PLUMP_SHAPE_CREATURE] = {"creature", "a standing animal with snout, ears, paws and tail", 5407,
                              pl_shape_creature},
    [PLUMP_SHAPE_JELLY] = {"jelly", "a moulded jelly with knobs", 4002, pl_shape_jelly},
    [PLUMP_SHAPE_HEAD] = {"head", "a friendly head with a large nose, ears and lips", 8002,
                          pl_shape_head},
    [PLUMP_SHAPE_CAMEL] = {"camel", "a camel with one hump, standing", 6002, pl_shape_camel},
};

static bool is_kind(plump_shape_kind kind) {
    return (unsigned)kind < PLUMP_SHAPE_COUNT;
}

const char* plump_shape_name(plump_shape_kind kind) {
    return is_kind(kind) ? kinds[kind].name : NULL;
}

const char* plump_shape_summary(plump_shape_kind kind) {
    return is_kind(kind) ? kinds[kind].summary : NULL;
}

plump_shape_kind plump_shape_find(const char* name) {
    if (!name) return PLUMP_SHAPE_COUNT;
    for (unsigned i = 0; i < PLUMP_SHAPE_COUNT; ++i)
        if (strcmp(kinds[i].name, name) == 0) return (plump_shape_kind)i;
    return PLUMP_SHAPE_COUNT;
}

plump_shape_def plump_default_shape_def(plump_shape_kind kind) {
    plump_shape_def def;
    memset(&def, 0, sizeof def);
    def.kind = kind;
    def.vertex_count = is_kind(kind) ? kinds[kind].vertex_count : 0;
    def.size = 1;
    def.cookie = PL_COOKIE_SHAPE;
    return def;
}

bool pl_surface_reserve(pl_shape_surface* surface, uint32_t vertex_count, uint32_t triangle_count) {
    surface->points = pl_arena_alloc(surface->arena, vertex_count, sizeof(pl_vec3d));
    surface->triangles = pl_arena_alloc(surface->arena, triangle_count, 3 * sizeof(uint32_t));
    surface->vertex_count = vertex_count;
    surface->triangle_count = triangle_count;
    return surface->points && surface->triangles;
}

// Moves the centre of the bounding box to the origin and makes its longest side `size`.
static void fit(pl_shape_surface* surface, double size) {
    pl_vec3d low = surface->points[0], high = low;
    for (uint32_t i = 1; i < surface->vertex_count; ++i) {
        low = pl_vec3d_min(low, surface->points[i]);
        high = pl_vec3d_max(high, surface->points[i]);
    }
    pl_vec3d centre = pl_shape_middle(low, high);
    double scale = size / pl_vec3d_max_abs(pl_vec3d_sub(high, low));
    for (uint32_t i = 0; i < surface->vertex_count; ++i)
        surface->points[i] = pl_vec3d_scale(pl_vec3d_sub(surface->points[i], centre), scale);
}

bool pl_shape_build(plump_shape_kind kind, uint32_t wish, double size, pl_shape_surface* surface) {
    if (!kinds[kind].make(surface, wish)) return false;
    fit(surface, size);
    return true;
}

static plump_result check_def(const plump_shape_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_SHAPE)
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "the shape definition was not begun with plump_default_shape_def(), or comes "
            "from another version of plump");
    if (!is_kind(def->kind))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "shape kind %d is unknown; kinds are 0 to %d",
                       (int)def->kind, (int)PLUMP_SHAPE_COUNT - 1);
    if (def->vertex_count < MIN_VERTICES || def->vertex_count > MAX_VERTICES)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a %s of %u vertices was asked for; ask for %d to %d", kinds[def->kind].name,
                       (unsigned)def->vertex_count, MIN_VERTICES, MAX_VERTICES);
    if (!(def->size >= 1e-6 && def->size <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "shape size is %g m; it must be from 1e-6 to 1e6", def->size);
    return PLUMP_OK;
}

plump_mesh_def pl_shape_intake(const pl_shape_surface* surface, plump_allocator allocator) {
    plump_mesh_def intake = plump_default_mesh_def();
    intake.triangles = pl_triangles_wide(surface->points, surface->vertex_count, surface->triangles,
                                         surface->triangle_count);
    intake.weld_tolerance = 0;
    intake.allocator = allocator;
    return intake;
}

// One attempt; *is_sound tells whether the surface is one ball-like piece that nowhere cuts itself.
static plump_result try_create(const plump_shape_def* def, uint32_t attempt, plump_mesh** mesh,
                               bool* is_sound, plump_error* error) {
    pl_arena arena = pl_arena_make(pl_alloc_hooks(def->allocator));
    pl_shape_surface surface = {.arena = &arena, .attempt = attempt};
    plump_result result;
    if (pl_shape_build(def->kind, def->vertex_count, def->size, &surface)) {
        plump_mesh_def intake = pl_shape_intake(&surface, def->allocator);
        // formulas cannot cut themselves, and fine characters are coarse ones cut finer
        intake.find_intersections =
            def->kind >= FIRST_CHARACTER && surface.vertex_count <= MOST_SEARCHED;
        plump_mesh_report report;
        result = plump_mesh_create(&intake, mesh, &report, error);
        *is_sound = result == PLUMP_OK &&
                    report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count == 0 &&
                    (def->kind < FIRST_CHARACTER || report.euler == 2);
    } else {
        result = pl_fail_memory(error, plump_shape_name(def->kind));
    }
    pl_arena_release(&arena, NULL);
    return result;
}

// A coarse character may come out with two limbs through each other; another first lattice helps.
static PL_NOINLINE plump_result create(const plump_shape_def* def, plump_mesh** mesh,
                                       plump_error* error) {
    plump_result result = PLUMP_OK;
    bool is_sound = false;
    for (uint32_t attempt = 0; attempt < MOST_ATTEMPTS && !is_sound && result == PLUMP_OK;
         ++attempt) {
        plump_mesh_destroy(*mesh);
        *mesh = NULL;
        result = try_create(def, attempt, mesh, &is_sound, error);
    }
    return result;
}

plump_result plump_shape_create(const plump_shape_def* def, plump_mesh** mesh, plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no place for the mesh (NULL)");
    *mesh = NULL;
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no shape definition (NULL)");
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    // the same bits whatever rounding the host has set
    pl_fpmode before = pl_fpmode_enter();
    result = create(def, mesh, error);
    pl_fpmode_leave(before);
    return result;
}
