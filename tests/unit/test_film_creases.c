// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Seams and creases: vertices at one place share a normal where the surface is smooth, whether it
// is cut there or not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/film_creases.h"
#include "memory_kit.h"

#include <math.h>

// A cube, cut along every edge: four vertices per face.
static float cube[72];
static uint32_t corners[36];

static void make_cube(void) {
    for (int face = 0; face < 6; ++face) {
        int axis = face / 2, side = face % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int k = 0; k < 4; ++k) {
            float* p = cube + 12 * face + 3 * k;
            p[axis] = (float)side;
            p[u] = (float)((k == 1 || k == 2) == (side == 1));
            p[v] = (float)(k >= 2);
        }
        const int quad[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; ++k) corners[6 * face + k] = (uint32_t)(4 * face + quad[k]);
    }
}

static pl_film_part make_part(void) {
    make_cube();
    return (pl_film_part){
        .vertex_count = 24, .triangle_count = 12, .indices = corners, .rest = cube};
}

static plump_allocator hooks_of(memory_kit* memory) {
    return memory_kit_hooks(memory);
}

static void a_cube_cut_along_its_edges_keeps_them_or_not_by_the_angle(void** state) {
    (void)state;
    for (int smooth = 0; smooth < 2; ++smooth) {
        memory_kit memory = {0};
        plump_allocator hooks = hooks_of(&memory);
        pl_film_part part = make_part();
        pl_film_drawn drawn;
        double sums[72];
        float normals[72];
        assert_true(pl_film_split(&hooks, &part, smooth ? 100 : 60, &drawn));
        assert_int_equal(drawn.vertex_count, 24);  // it is cut already
        pl_film_normals(&drawn, cube, sums, normals);
        for (int i = 0; i < 24; ++i) {
            float largest = 0;
            for (int k = 0; k < 3; ++k) largest = fmaxf(largest, fabsf(normals[3 * i + k]));
            if (!smooth) assert_true(fabsf(largest - 1) < 1e-6f);
            // three faces, of which one or two triangles each meet in the corner
            if (smooth) assert_true(largest < 0.9f && largest > 0.5f);
            for (int k = 0; smooth && k < 24; ++k) {
                const float *p = cube + 3 * i, *q = cube + 3 * k;
                if (p[0] != q[0] || p[1] != q[1] || p[2] != q[2]) continue;
                for (int c = 0; c < 3; ++c) assert_true(normals[3 * i + c] == normals[3 * k + c]);
            }
        }
        pl_film_free_drawn(&hooks, &drawn);
        assert_int_equal(memory.blocks, 0);
    }
}

// The same cube with eight vertices: every edge is a crease, each vertex becomes three.
static void a_cube_in_one_piece_is_cut_where_it_is_sharp(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_allocator hooks = hooks_of(&memory);
    pl_film_part part = make_part();
    for (int i = 0; i < 36; ++i) {
        uint32_t first = 0;
        const float* p = cube + 3 * corners[i];
        while (cube[3 * first] != p[0] || cube[3 * first + 1] != p[1] ||
               cube[3 * first + 2] != p[2])
            first++;
        corners[i] = first;
    }
    pl_film_drawn drawn;
    double sums[3 * 64];
    float normals[3 * 64], positions[3 * 64];
    assert_true(pl_film_split(&hooks, &part, 60, &drawn));
    assert_int_equal(drawn.vertex_count, 24 + 16);  // eight of the 24 are used; two more each
    pl_film_gather(&drawn, cube, positions);
    pl_film_normals(&drawn, positions, sums, normals);
    for (int i = 0; i < 36; ++i) {
        const float* n = normals + 3 * drawn.indices[i];
        assert_true(fabsf(fmaxf(fabsf(n[0]), fmaxf(fabsf(n[1]), fabsf(n[2]))) - 1) < 1e-6f);
    }
    pl_film_free_drawn(&hooks, &drawn);
    assert_int_equal(memory.blocks, 0);
}

static void memory_may_run_out(void** state) {
    (void)state;
    pl_film_part part = make_part();
    for (long n = 1;; ++n) {
        memory_kit memory = {.fail_at = n};
        plump_allocator hooks = hooks_of(&memory);
        pl_film_drawn drawn;
        bool made = pl_film_split(&hooks, &part, 60, &drawn);
        if (made) pl_film_free_drawn(&hooks, &drawn);
        assert_int_equal(memory.blocks, 0);
        assert_int_equal(made, memory.calls < n);
        if (made) break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_cut_along_its_edges_keeps_them_or_not_by_the_angle),
        cmocka_unit_test(a_cube_in_one_piece_is_cut_where_it_is_sharp),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
