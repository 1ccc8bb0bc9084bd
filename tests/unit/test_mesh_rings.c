// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_rings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static pl_vec3d rest_at(const pl_surface* surface, uint32_t place) {
    return pl_vec3d_make((double)surface->rest[0][place], (double)surface->rest[1][place],
                         (double)surface->rest[2][place]);
}

// The area vectors around a place, times two, from the list of triangles.
static pl_vec3d plain_sum(const pl_surface* surface, uint32_t place) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < surface->triangle_count; ++i) {
        const uint32_t* t = surface->triangles + 3 * (size_t)i;
        if (t[0] != place && t[1] != place && t[2] != place) continue;
        pl_vec3d a = rest_at(surface, t[0]);
        pl_vec3d b = pl_vec3d_sub(rest_at(surface, t[1]), a);
        pl_vec3d c = pl_vec3d_sub(rest_at(surface, t[2]), a);
        sum = pl_vec3d_add(sum, pl_vec3d_cross(b, c));
    }
    return sum;
}

static uint32_t column(const pl_rings* rings, uint32_t place, uint32_t k) {
    uint32_t entry = rings->columns[16 * (size_t)(rings->first[place / 16] + k) + place % 16];
    assert_int_equal(entry % 4, 0);
    return entry / 4;
}

// e_k x (e_k+1 - e_k-1) over every second column.
static pl_vec3d paired_sum(const pl_surface* surface, const pl_rings* rings, uint32_t place) {
    uint32_t count = rings->first[place / 16 + 1] - rings->first[place / 16];
    pl_vec3d sum = pl_vec3d_make(0, 0, 0), centre = rest_at(surface, place);
    assert_int_equal(count % 2, 1);
    for (uint32_t k = 1; k < count; k += 2) {
        pl_vec3d edge = pl_vec3d_sub(rest_at(surface, column(rings, place, k)), centre);
        pl_vec3d across = pl_vec3d_sub(rest_at(surface, column(rings, place, k + 1)),
                                       rest_at(surface, column(rings, place, k - 1)));
        sum = pl_vec3d_add(sum, pl_vec3d_cross(edge, across));
    }
    return sum;
}

static void expect_rings(const plump_mesh* mesh) {
    const pl_surface* surface = pl_mesh_surface(mesh, NULL);
    const pl_rings* rings = pl_rings_get(mesh, NULL);
    assert_non_null(rings);
    for (uint32_t i = 0; i < surface->count; ++i) {
        pl_vec3d want = plain_sum(surface, i), got = paired_sum(surface, rings, i);
        double off = pl_vec3d_length(pl_vec3d_sub(want, got));
        assert_true(off <= 1e-12 * surface->area_total);
    }
}

static void pairs_sum_up_to_the_ring(void** state) {
    (void)state;
    const plump_shape_kind kinds[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_UV_SPHERE, PLUMP_SHAPE_BOX,
                                      PLUMP_SHAPE_CREATURE, PLUMP_SHAPE_TORUS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        plump_mesh* mesh = make_shape(kinds[i], 300);
        expect_rings(mesh);
        plump_mesh_destroy(mesh);
    }
}

static void every_neighbour_is_once_among_the_pairs(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_UV_SPHERE, 382);  // with poles
    const pl_surface* surface = pl_mesh_surface(mesh, NULL);
    const pl_rings* rings = pl_rings_get(mesh, NULL);
    for (uint32_t i = 0; i < surface->padded; ++i) {
        uint32_t count = rings->first[i / 16 + 1] - rings->first[i / 16], others = 0;
        uint64_t sum = 0, want = 0;
        for (uint32_t k = 1; k < count; ++k) {
            uint32_t place = column(rings, i, k);
            if (place != i) sum += (uint64_t)place * place + 1, ++others;
        }
        uint32_t end = i < surface->count ? surface->ring_first[i + 1] : 0;
        for (uint32_t k = i < surface->count ? surface->ring_first[i] : 0; k < end; ++k)
            want += (uint64_t)surface->ring[k] * surface->ring[k] + 1;
        assert_true(sum == want);
        if (i >= surface->count)
            assert_true(rings->inv_valence[i] == 0.0f);
        else
            assert_true(rings->inv_valence[i] == 1.0f / (float)others);
    }
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_sum_up_to_the_ring),
        cmocka_unit_test(every_neighbour_is_once_among_the_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
