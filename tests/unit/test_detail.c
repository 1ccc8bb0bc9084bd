// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Detail meshes as they are read: rigid motion, bending, layouts, the same bits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/detail_kit.h"

// --- rigid motion ---

// x, y, z turned by a quaternion.
static pl_vec3d turned(const double q[4], pl_vec3d p) {
    pl_vec3d axis = pl_vec3d_make(q[0], q[1], q[2]);
    pl_vec3d twice = pl_vec3d_scale(pl_vec3d_cross(axis, p), 2);
    return pl_vec3d_add(pl_vec3d_add_scaled(p, q[3], twice), pl_vec3d_cross(axis, twice));
}

static void rigid_motion_holds(plump_mesh* fine, plump_mesh* coarse, float scale) {
    const double q[4] = {0.36, 0.48, -0.64, 0.48};
    plump_body_def def = plump_default_body_def();
    for (int k = 0; k < 4; ++k) def.rotation[k] = (float)q[k];
    def.position[0] = 20, def.position[1] = -3, def.position[2] = 5;
    def.scale = scale;
    detail_kit kit = kit_of(fine, coarse, NULL), moved = kit;
    kit_read(&kit);
    double* before = kit.normals;
    moved.normals = malloc((size_t)3 * kit.report.vertex_count * sizeof(double));
    assert_non_null(moved.normals);
    def.mesh = coarse;
    OK(plump_body_create(kit.world, &def, &moved.body, &kit_error));
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i)
        assert_true(pl_vec3d_distance(kit_at(kit.now, i), kit_at(kit.rest, i)) < 1e-6);
    kit_read(&moved);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i) {
        pl_vec3d wanted = turned(q, pl_vec3d_scale(kit_at(kit.rest, i), (double)scale));
        wanted = pl_vec3d_add(wanted, pl_vec3d_load(def.position));
        assert_true(pl_vec3d_distance(kit_at(moved.now, i), wanted) < 1e-6 * (double)scale);
        pl_vec3d normal = turned(q, kit_at(before, i));
        assert_true(pl_vec3d_distance(kit_at(moved.normals, i), normal) < 1e-5);
        assert_true(fabs(pl_vec3d_length(kit_at(moved.normals, i)) - 1) < 1e-6);
    }
    free(moved.normals);
    kit_free(&kit);
}

static void rigid_motion_reproduces_the_fine_mesh(void** state) {
    (void)state;
    rigid_motion_holds(make_shape(PLUMP_SHAPE_CREATURE, 20000),
                       make_shape(PLUMP_SHAPE_CREATURE, 1000), 1);
    rigid_motion_holds(bumpy_sphere(10000, 0.02), make_shape(PLUMP_SHAPE_SPHERE, 42), 1);
    rigid_motion_holds(make_shape(PLUMP_SHAPE_TORUS, 4000), make_shape(PLUMP_SHAPE_TORUS, 200), 1);
    rigid_motion_holds(make_shape(PLUMP_SHAPE_KNOT, 8000), make_shape(PLUMP_SHAPE_KNOT, 1000), 1);
    rigid_motion_holds(make_shape(PLUMP_SHAPE_BOX, 5000), make_shape(PLUMP_SHAPE_BOX, 8), 1);
}

static void scaled_bodies_carry_scaled_details(void** state) {
    (void)state;
    rigid_motion_holds(bumpy_sphere(3000, 0.02), make_shape(PLUMP_SHAPE_SPHERE, 42), 1e-3f);
    rigid_motion_holds(bumpy_sphere(3000, 0.02), make_shape(PLUMP_SHAPE_SPHERE, 42), 250.0f);
}

// --- bending ---

// Bends what is upright round an axis, 120 degrees per metre.
static void bend(const double p[3], double to[3]) {
    double radius = 180 / (120 * 3.14159265358979), angle = p[1] / radius;
    to[0] = (radius + p[0]) * cos(angle) - radius;
    to[1] = (radius + p[0]) * sin(angle);
    to[2] = p[2];
}

static double angle_between(pl_vec3d a, pl_vec3d b) {
    double cosine = pl_vec3d_dot(a, b) / (pl_vec3d_length(a) * pl_vec3d_length(b));
    return acos(cosine < 1 ? cosine : 1) * 57.29577951;
}

static pl_vec3d face_normal(const double* at, const uint32_t* c) {
    return pl_vec3d_cross(pl_vec3d_sub(kit_at(at, c[1]), kit_at(at, c[0])),
                          pl_vec3d_sub(kit_at(at, c[2]), kit_at(at, c[0])));
}

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// Degrees that 99 % of the fine edges stay below: between the triangles beside them, found by
// going round every triangle's half-edges, or between the normals at their ends.
typedef struct creases {
    double faces, faces_most, ends, ends_most;
} creases;

typedef struct side {
    uint64_t edge;
    uint32_t triangle;
} side;

static int by_edge(const void* a, const void* b) {
    uint64_t x = ((const side*)a)->edge, y = ((const side*)b)->edge;
    return x < y ? -1 : x > y;
}

static creases measure_creases(const plump_detail* detail, const double* at,
                               const double* normals) {
    const uint32_t* corners = plump_detail_indices(detail);
    size_t count = (size_t)3 * plump_detail_triangle_count(detail), edges = 0;
    side* sides = malloc(count * sizeof *sides);
    double *faces = malloc(count * sizeof *faces), *ends = malloc(count * sizeof *ends);
    assert_true(sides && faces && ends);
    for (size_t h = 0; h < count; ++h) {
        uint64_t a = corners[h], b = corners[h % 3 == 2 ? h - 2 : h + 1];
        sides[h] = (side){a < b ? a << 32 | b : b << 32 | a, (uint32_t)(h / 3)};
    }
    qsort(sides, count, sizeof *sides, by_edge);
    for (size_t h = 0; h + 1 < count; ++h) {
        if (sides[h].edge != sides[h + 1].edge) continue;
        faces[edges] = angle_between(face_normal(at, corners + 3 * (size_t)sides[h].triangle),
                                     face_normal(at, corners + 3 * (size_t)sides[h + 1].triangle));
        ends[edges++] = angle_between(kit_at(normals, (uint32_t)(sides[h].edge >> 32)),
                                      kit_at(normals, (uint32_t)sides[h].edge));
    }
    qsort(faces, edges, sizeof *faces, ascending);
    qsort(ends, edges, sizeof *ends, ascending);
    creases found = {faces[edges * 99 / 100], faces[edges - 1], ends[edges * 99 / 100],
                     ends[edges - 1]};
    free(sides), free(faces), free(ends);
    return found;
}

// Sums of face normals, for surfaces that come without.
static void sum_normals(const plump_detail* detail, const double* at, double* normals) {
    const uint32_t* corners = plump_detail_indices(detail);
    memset(normals, 0, (size_t)3 * plump_detail_vertex_count(detail) * sizeof *normals);
    for (uint32_t t = 0; t < plump_detail_triangle_count(detail); ++t) {
        pl_vec3d area = face_normal(at, corners + 3 * (size_t)t);
        for (size_t k = 0; k < 3; ++k) {
            double* to = normals + 3 * (size_t)corners[3 * (size_t)t + k];
            pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(to), area), to);
        }
    }
}

// A corner of a fine vertex's coarse triangle, now (from the view) or at rest.
static pl_vec3d corner_at(const detail_kit* kit, const plump_body_view* view, uint32_t i, int k) {
    uint32_t patch = kit->detail->patch[i] / PL_PATCH_STRIDE;
    uint32_t place = kit->detail->corner[k][patch] / PL_FRAME_STRIDE;
    if (view)
        return pl_vec3d_make((double)view->x[place] + view->origin[0],
                             (double)view->y[place] + view->origin[1],
                             (double)view->z[place] + view->origin[2]);
    const float* at =
        plump_mesh_positions(kit->coarse) + 3 * (size_t)kit->detail->surface->vertex_of[place];
    double origin[3];
    plump_mesh_origin(kit->coarse, origin);
    return pl_vec3d_make((double)at[0] + origin[0], (double)at[1] + origin[1],
                         (double)at[2] + origin[2]);
}

// The fine mesh by linear interpolation: each vertex goes with its flat coarse triangle.
static void flat_positions(const detail_kit* kit, double* out) {
    plump_body_view view;
    OK(plump_body_lend(kit->world, kit->body, &view, &kit_error));
    for (uint32_t i = 0; i < kit->report.vertex_count; ++i) {
        pl_vec3d a = corner_at(kit, NULL, i, 0), e = pl_vec3d_sub(corner_at(kit, NULL, i, 1), a),
                 f = pl_vec3d_sub(corner_at(kit, NULL, i, 2), a);
        pl_vec3d n = pl_vec3d_normalize(pl_vec3d_cross(e, f), e);
        pl_vec3d p = pl_vec3d_sub(kit_at(kit->rest, i), a);
        double det = pl_vec3d_triple(e, f, n), u = pl_vec3d_triple(p, f, n) / det,
               v = pl_vec3d_triple(e, p, n) / det, w = pl_vec3d_triple(e, f, p) / det;
        a = corner_at(kit, &view, i, 0), e = pl_vec3d_sub(corner_at(kit, &view, i, 1), a);
        f = pl_vec3d_sub(corner_at(kit, &view, i, 2), a);
        n = pl_vec3d_normalize(pl_vec3d_cross(e, f), e);
        p = pl_vec3d_add_scaled(pl_vec3d_add_scaled(pl_vec3d_add_scaled(a, u, e), v, f), w, n);
        pl_vec3d_store(p, out + 3 * (size_t)i);
    }
}

static void a_bent_capsule_has_no_creases_at_coarse_edges(void** state) {
    (void)state;
    detail_kit kit =
        kit_of(make_shape(PLUMP_SHAPE_CAPSULE, 20000), make_shape(PLUMP_SHAPE_CAPSULE, 150), NULL);
    size_t size = (size_t)3 * kit.report.vertex_count * sizeof(double);
    double *exact = malloc(size), *exact_normals = malloc(size), *flat = malloc(size),
           *flat_normals = malloc(size);
    assert_true(exact && exact_normals && flat && flat_normals);
    kit_deform(&kit, bend);
    kit_read(&kit);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i)
        bend(kit.rest + 3 * (size_t)i, exact + 3 * (size_t)i);
    flat_positions(&kit, flat);
    sum_normals(kit.detail, exact, exact_normals);
    sum_normals(kit.detail, flat, flat_normals);
    creases smooth = measure_creases(kit.detail, kit.now, kit.normals);
    creases truth = measure_creases(kit.detail, exact, exact_normals);
    creases creased = measure_creases(kit.detail, flat, flat_normals);
    assert_true(creased.faces > 2 * truth.faces);  // there is something to get wrong
    assert_true(smooth.faces < 1.1 * truth.faces);
    assert_true(smooth.faces_most < 2 * truth.faces_most);
    assert_true(creased.faces_most > 3 * truth.faces_most);
    assert_true(smooth.ends < 1.1 * truth.ends);
    assert_true(smooth.ends_most < 1.2 * truth.ends_most);
    assert_true(creased.ends_most > 2 * truth.ends_most);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i) {
        assert_true(pl_vec3d_distance(kit_at(kit.now, i), kit_at(exact, i)) < 0.005);
        assert_true(angle_between(kit_at(kit.normals, i), kit_at(exact_normals, i)) < 6);
    }
    free(exact), free(exact_normals), free(flat), free(flat_normals);
    kit_free(&kit);
}

static void a_bent_creature_is_not_turned_inside_out(void** state) {
    (void)state;
    detail_kit kit = kit_of(make_shape(PLUMP_SHAPE_CREATURE, 20000),
                            make_shape(PLUMP_SHAPE_CREATURE, 1000), NULL);
    double* exact = malloc((size_t)3 * kit.report.vertex_count * sizeof *exact);
    assert_non_null(exact);
    kit_deform(&kit, bend);
    kit_read(&kit);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i) {
        bend(kit.rest + 3 * (size_t)i, exact + 3 * (size_t)i);
        assert_true(pl_vec3d_distance(kit_at(kit.now, i), kit_at(exact, i)) < 0.025);
    }
    const uint32_t* corners = plump_detail_indices(kit.detail);
    uint32_t off = 0;
    for (uint32_t t = 0; t < kit.report.triangle_count; ++t) {
        const uint32_t* c = corners + 3 * (size_t)t;
        double angle = angle_between(face_normal(kit.now, c), face_normal(exact, c));
        assert_true(angle < 80);  // where the coarse creature has no fingers
        off += angle > 20;
    }
    assert_true(off < kit.report.triangle_count / 100);
    free(exact);
    kit_free(&kit);
}

// --- state ---

static void spoiled_and_crushed_bodies_give_no_crash(void** state) {
    (void)state;
    detail_kit kit =
        kit_of(make_shape(PLUMP_SHAPE_SPHERE, 642), make_shape(PLUMP_SHAPE_SPHERE, 42), NULL);
    plump_body_edit edit;
    OK(plump_body_lend_edit(kit.world, kit.body, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) edit.x[i] = edit.y[i] = edit.z[i] = 0;
    kit_read(&kit);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i) {
        assert_true(pl_vec3d_length(kit_at(kit.now, i)) < 1e-6);
        assert_true(pl_vec3d_length(kit_at(kit.normals, i)) < 1e-6);
    }
    edit.x[3] = NAN;
    kit_read(&kit);
    kit_free(&kit);
}

// --- layouts and bits ---

static void any_layout_gets_the_same_numbers(void** state) {
    (void)state;
    detail_kit kit = kit_of(bumpy_sphere(2000, 0.02), make_shape(PLUMP_SHAPE_SPHERE, 42), NULL);
    uint32_t count = kit.report.vertex_count;
    kit_deform(&kit, bend);
    kit_read(&kit);
    // an odd stride, normals behind positions, and something of the caller's behind both
    enum { STRIDE = 29 };
    unsigned char* buffer = malloc((size_t)STRIDE * count);
    float* tight = malloc((size_t)3 * count * sizeof *tight);
    assert_true(buffer && tight);
    memset(buffer, 0xA5, (size_t)STRIDE * count);
    OK(plump_detail_read(kit.detail, kit.world, kit.body, PLUMP_SCALAR_FLOAT32, buffer, STRIDE,
                         buffer + 12, STRIDE, count, &kit_error));
    OK(plump_detail_read(kit.detail, kit.world, kit.body, PLUMP_SCALAR_FLOAT32, tight, 0, NULL, 0,
                         count + 7, &kit_error));
    for (uint32_t i = 0; i < count; ++i) {
        float found[6];
        memcpy(found, buffer + (size_t)STRIDE * i, sizeof found);
        for (size_t k = 0; k < 3; ++k) {
            assert_true(found[k] == (float)kit.now[3 * (size_t)i + k]);
            assert_true(found[k] == tight[3 * (size_t)i + k]);
            assert_true(found[3 + k] == (float)kit.normals[3 * (size_t)i + k]);
        }
        for (int k = 24; k < STRIDE; ++k)
            assert_int_equal(buffer[(size_t)STRIDE * i + (size_t)k], 0xA5);
    }
    free(buffer), free(tight);
    kit_free(&kit);
}

static void every_instruction_set_and_thread_count_gives_the_same_bits(void** state) {
    (void)state;
    plump_mesh* coarse = make_shape(PLUMP_SHAPE_CREATURE, 500);
    plump_mesh* fine = make_shape(PLUMP_SHAPE_CREATURE, 7001);
    detail_kit kit = kit_of(fine, coarse, NULL);
    size_t size = (size_t)3 * kit.report.vertex_count * sizeof(double);
    double* first = malloc(2 * size);
    assert_non_null(first);
    int tried = 0;
    for (uint32_t threads = 1; threads <= 3; ++threads) {
        plump_world_destroy(kit.world);
        kit.world = make_world(0, threads);
        kit.body = make_body(kit.world, coarse, 0.3);
        kit_deform(&kit, bend);
        for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            kit.world->isa = (pl_isa)isa;
            kit_read(&kit);
            if (tried++ == 0) {
                memcpy(first, kit.now, size);
                memcpy(first + size / sizeof *first, kit.normals, size);
            }
            assert_memory_equal(first, kit.now, size);
            assert_memory_equal(first + size / sizeof *first, kit.normals, size);
        }
    }
    assert_true(tried >= 3);
    free(first);
    kit_free(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_motion_reproduces_the_fine_mesh),
        cmocka_unit_test(scaled_bodies_carry_scaled_details),
        cmocka_unit_test(a_bent_capsule_has_no_creases_at_coarse_edges),
        cmocka_unit_test(a_bent_creature_is_not_turned_inside_out),
        cmocka_unit_test(spoiled_and_crushed_bodies_give_no_crash),
        cmocka_unit_test(any_layout_gets_the_same_numbers),
        cmocka_unit_test(every_instruction_set_and_thread_count_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
