// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Paper mode's kernels: the same bits for every instruction set, sums along runs as exact as
// measured for blocks of 64, the same result as by member lists, rigid motion and momentum kept,
// nothing but numbers out of any shape.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ring_kit.h"
#include "tests/unit/reference_step.h"

#include <math.h>

static const ring_kit_wish wishes[] = {
    {PLUMP_SHAPE_SPHERE, 642, 1, 0.0f, false, true},
    {PLUMP_SHAPE_SPHERE, 642, 3, 0.1f, false, true},
    {PLUMP_SHAPE_UV_SPHERE, 900, 2, 0.2f, true, true},
    {PLUMP_SHAPE_CREATURE, 1500, 4, 0.0f, true, true},
    {PLUMP_SHAPE_BOX, 8, 1, 0.5f, true, true},
    {PLUMP_SHAPE_SPHERE, 12, 8, 1.0f, true, true},
};

// Every eleventh place is pinned, stiffness is painted.
static void paint(ring_kit* kit) {
    pl_body* body = &kit->body;
    body->stiffness = ring_kit_floats(kit, body->padded);
    for (uint32_t i = 0; i < body->count; ++i) {
        body->stiffness[i] = (float)ring_kit_unit(i + 77);
        body->fit[i] = body->stiffness[i];
        if (i % 11 == 3) {
            body->inv_mass[i] = 0.0f;
            body->fit[i] *= 1000.0f;
        }
    }
}

static uint64_t hash_of(const ring_kit* kit, bool naive) {
    const pl_body* body = &kit->body;
    uint64_t hash = PL_HASH_START;
    for (int c = 0; c < 3; ++c) {
        hash = pl_hash_floats(hash, body->x[c], body->padded);
        hash = pl_hash_floats(hash, body->v[c], body->padded);
        hash = pl_hash_floats(hash, body->goal_normal[c], body->padded);
    }
    size_t rows =
        naive ? body->padded : pl_prefix_rows(body->padded) - (64 - body->padded % 64) % 64;
    hash = pl_hash_floats(hash, kit->sm.rows, 16 * rows);
    return pl_hash_floats(hash, kit->sm.transforms, 16 * rows);
}

static void every_set_gives_the_scalar_bits(void** state) {
    (void)state;
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        for (int way = 0; way < 4; ++way) {
            bool naive = way & 1;
            uint64_t scalar = 0;
            for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
                if (!pl_isa_available((pl_isa)isa)) continue;
                ring_kit* kit = ring_kit_make(wishes[w]);
                ring_kit_deform(kit, 0.1);
                if (way & 2) paint(kit);
                for (int step = 0; step < 3; ++step) ring_kit_pass(kit, (pl_isa)isa, naive);
                uint64_t hash = hash_of(kit, naive);
                if (isa == PL_ISA_SCALAR) scalar = hash;
                if (hash != scalar) {
                    fail_msg("%s differs from scalar, body %zu, way %d", pl_isa_name((pl_isa)isa),
                             w, way);
                }
                ring_kit_free(kit);
            }
        }
    }
}

// Small whole numbers add without rounding: prefix sums must give exactly what members give.
static void runs_cover_the_members(void** state) {
    (void)state;
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        ring_kit* kit = ring_kit_make(wishes[w]);
        uint32_t padded = kit->body.padded;
        float* plain = ring_kit_floats(kit, (size_t)16 * padded);
        float* by_runs = ring_kit_floats(kit, (size_t)16 * padded);
        float* by_members = ring_kit_floats(kit, (size_t)16 * padded);
        for (uint32_t i = 0; i < padded; ++i) {
            float* row = kit->sm.rows + (size_t)16 * pl_prefix_row(i);
            for (uint32_t c = 0; c < 16; ++c) {
                float value = (float)((i * 7 + c * 13) % 101) - 50.0f;
                plain[16 * i + c] = value;
                row[c] = value + (i % 64 ? row[(int)c - 16] : 0.0f);
            }
        }
        for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            const pl_ring_kernels* k = pl_ring_kernels_get((pl_isa)isa);
            k->sum_runs(kit->sm.rings, 0, padded, kit->sm.rows, by_runs);
            k->sum_members(kit->sm.rings, 0, padded, plain, by_members);
            for (uint32_t i = 0; i < 16 * padded; ++i)
                assert_true(i % 16 >= 12 || by_runs[i] == by_members[i]);
        }
        ring_kit_free(kit);
    }
}

// A of a region in double, by its members, and where its middle is now and at rest.
static void exact_matrix(const ring_kit* kit, uint32_t region, double a[9], double mean[3],
                         double rest_mean[3]) {
    const pl_body* body = &kit->body;
    const pl_ring_regions* rings = kit->sm.rings;
    double mass = 0;
    memset(a, 0, 9 * sizeof *a);
    for (int i = 0; i < 3; ++i) mean[i] = rest_mean[i] = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t n = rings->member_first[region]; n < rings->member_first[region + 1]; ++n) {
            uint32_t m = rings->members[n];
            double f = (double)body->fit[m] * (double)rings->inv_size[m];
            if (pass == 0) mass += f;
            for (int i = 0; i < 3; ++i) {
                double x = (double)body->x[i][m], x0 = (double)body->rest[i][m];
                if (pass == 0) mean[i] += f * x, rest_mean[i] += f * x0;
                for (int j = 0; pass == 1 && j < 3; ++j) {
                    a[3 * i + j] += f * (x - mean[i]) * ((double)body->rest[j][m] - rest_mean[j]);
                }
            }
        }
        for (int i = 0; pass == 0 && i < 3; ++i) mean[i] /= mass, rest_mean[i] /= mass;
    }
}

// One element of A in the body's frame as the fit takes it from the sums of displacements.
static float summed_matrix(const ring_kit* kit, uint32_t region, const float* m, int i) {
    static const int at[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    float* const* rest = kit->sm.region_rest;
    float change = m[i / 3 * 4 + i % 3] - m[i / 3 * 4 + 3] * rest[6 + i % 3][region];
    return rest[at[i]][region] + change;
}

// The root mean square over regions of |A - exact| / |exact|, A as the fit takes it from the sums.
static double matrix_error(plump_shape_kind shape, uint32_t vertices, uint32_t omega, bool naive) {
    ring_kit_wish wish = {shape, vertices, omega, 0.0f, false, true};
    ring_kit* kit = ring_kit_make(wish);
    ring_kit_deform(kit, 0.002);
    const pl_ring_kernels* k = pl_ring_kernels_get(pl_isa_best());
    float* sums = ring_kit_floats(kit, (size_t)16 * kit->body.padded);
    ring_kit_pose(kit, pl_isa_best());
    ring_kit_run(kit, naive ? k->rows_naive : k->rows);
    (naive ? k->sum_members : k->sum_runs)(kit->sm.rings, 0, kit->body.padded, kit->sm.rows, sums);
    double total = 0;
    for (uint32_t region = 0; region < kit->body.count; ++region) {
        double exact[9], middle[3], rest[3], norm = 0, error = 0;
        exact_matrix(kit, region, exact, middle, rest);
        for (int i = 0; i < 9; ++i) {
            double turned = 0;  // into the body's frame
            for (int k2 = 0; k2 < 3; ++k2)
                turned += (double)kit->sm.pose[3 * k2 + i / 3] * exact[3 * k2 + i % 3];
            double a = (double)summed_matrix(kit, region, sums + (size_t)16 * region, i);
            error += (a - turned) * (a - turned);
            norm += turned * turned;
        }
        total += error / norm;
    }
    double rms = sqrt(total / kit->body.count);
    print_message("  omega %u %s: rms error of A %.1e\n", omega, naive ? "members" : "runs", rms);
    ring_kit_free(kit);
    return rms;
}

// Sums of displacements: ten times as exact as sums of positions in the same blocks of 64 would be,
// for a body as badly deformed as this one.
static void region_sums_are_as_exact_as_blocks_of_64_allow(void** state) {
    (void)state;
    assert_true(matrix_error(PLUMP_SHAPE_SPHERE, 1562, 1, false) < 2e-5);
    assert_true(matrix_error(PLUMP_SHAPE_SPHERE, 1562, 3, false) < 2e-6);
    double naive = matrix_error(PLUMP_SHAPE_CREATURE, 5407, 1, true);
    assert_true(naive < 2e-5);
    assert_true(matrix_error(PLUMP_SHAPE_CREATURE, 5407, 1, false) < 10 * naive);
    assert_true(matrix_error(PLUMP_SHAPE_CREATURE, 5407, 3, false) < 1.5e-5);
    assert_true(matrix_error(PLUMP_SHAPE_CREATURE, 5407, 5, false) < 5e-6);
}

static void runs_and_members_lead_to_the_same_place(void** state) {
    (void)state;
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        ring_kit *fast = ring_kit_make(wishes[w]), *naive = ring_kit_make(wishes[w]);
        ring_kit_deform(fast, 0.02);
        ring_kit_deform(naive, 0.02);
        ring_kit_pass(fast, pl_isa_best(), false);
        ring_kit_pass(naive, pl_isa_best(), true);
        for (int c = 0; c < 3; ++c) {
            for (uint32_t i = 0; i < fast->body.count; ++i) {
                double dx = (double)fast->body.x[c][i] - (double)naive->body.x[c][i];
                double dv = (double)fast->body.v[c][i] - (double)naive->body.v[c][i];
                assert_true(fabs(dx) < 2e-5);
                assert_true(fabs(dv) < 2e-5 / (double)fast->stage.h);
            }
        }
        ring_kit_free(fast);
        ring_kit_free(naive);
    }
}

// Adds what a region makes of its members in double: where it would put them, and their normals.
static void blend_region(const ring_kit* kit, uint32_t region, reference_vec* goal,
                         reference_vec* normal) {
    const pl_body* body = &kit->body;
    const pl_ring_regions* rings = kit->sm.rings;
    double a[9], middle[3], rest[3], r[9], size = (double)kit->sm.growth;
    exact_matrix(kit, region, a, middle, rest);
    assert_true(reference_rotation(a, r));
    for (uint32_t n = rings->member_first[region]; n < rings->member_first[region + 1]; ++n) {
        uint32_t m = rings->members[n];
        double share = (double)rings->inv_size[m];
        for (int c = 0; c < 3; ++c) {
            goal[m][c] += share * middle[c];
            for (int d = 0; d < 3; ++d) {
                double arm = size * ((double)body->rest[d][m] - rest[d]);
                goal[m][c] += share * r[3 * c + d] * arm;
                normal[m][c] += share * r[3 * c + d] * (double)body->rest_normal[d][m];
            }
        }
    }
}

static double larger(double a, double b) {
    return a <= b ? b : a;  // a where it is NaN
}

static void compare_goals(ring_kit_wish wish, float growth, bool naive) {
    ring_kit* kit = ring_kit_make(wish);
    pl_body* body = &kit->body;
    reference_vec* goal = calloc(body->count, sizeof *goal);
    reference_vec* normal = calloc(body->count, sizeof *normal);
    kit->sm.growth = growth;
    ring_kit_deform(kit, 0.02);
    for (uint32_t j = 0; j < body->count; ++j) blend_region(kit, j, goal, normal);
    for (uint32_t i = 0; i < body->count; ++i)
        for (int c = 0; c < 3; ++c)
            goal[i][c] += (1 - (double)kit->sm.ring_share) * ((double)body->x[c][i] - goal[i][c]);
    ring_kit_pass(kit, pl_isa_best(), naive);
    double off = 0, turned = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        for (int c = 0; c < 3; ++c) {
            off = larger(fabs((double)body->x[c][i] - goal[i][c]), off);
            turned = larger(fabs((double)body->goal_normal[c][i] - normal[i][c]), turned);
        }
    }
    print_message("  omega %u growth %.1f %s: off by %.1e, normals %.1e\n", wish.omega,
                  (double)growth, naive ? "members" : "runs", off, turned);
    assert_true(off < 1e-6);
    assert_true(turned < 5e-5);
    free(goal);
    free(normal);
    ring_kit_free(kit);
}

// Also of a rest shape that has grown or shrunk.
static void goals_and_their_normals_are_the_blend_of_the_regions(void** state) {
    (void)state;
    const ring_kit_wish kits[] = {{PLUMP_SHAPE_SPHERE, 642, 1, 0.0f, false, true},
                                  {PLUMP_SHAPE_SPHERE, 642, 3, 0.1f, false, true},
                                  {PLUMP_SHAPE_CREATURE, 1500, 4, 0.0f, false, true}};
    const float sizes[] = {1.0f, 1.3f, 0.8f};
    for (size_t n = 0; n < PL_COUNT(sizes); ++n) {
        for (size_t k = 0; k < PL_COUNT(kits); ++k) {
            compare_goals(kits[k], sizes[n], false);
            compare_goals(kits[k], sizes[n], true);
        }
    }
}

// x = R x0 + t and v = u + w cross x: already where it wants to be, damping or not.
static void rigid_motion_stays(void** state) {
    (void)state;
    const double r[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}};
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        ring_kit* kit = ring_kit_make(wishes[w]);
        pl_body* body = &kit->body;
        for (uint32_t i = 0; i < body->padded; ++i) {
            for (unsigned c = 0; c < 3; ++c) {
                double x = 0.2 * c - 0.1;
                for (unsigned d = 0; d < 3; ++d) x += r[c][d] * (double)body->rest[d][i];
                body->x[c][i] = (float)x;
            }
            body->v[0][i] = 0.5f - 2.0f * body->x[1][i];
            body->v[1][i] = 0.1f + 2.0f * body->x[0][i];
            body->v[2][i] = -0.3f;
        }
        float* before[6];
        for (int c = 0; c < 6; ++c) {
            const float* now = c < 3 ? body->x[c] : body->v[c - 3];
            before[c] = ring_kit_floats(kit, body->padded);
            memcpy(before[c], now, body->padded * sizeof *now);
        }
        kit->sm.ring_share = 0.0f;  // velocities as damping alone leaves them
        ring_kit_pass(kit, pl_isa_best(), false);
        for (int c = 0; c < 3; ++c) {
            for (uint32_t i = 0; i < body->count; ++i) {
                assert_true(fabsf(body->v[c][i] - before[3 + c][i]) < 2e-3f);
            }
        }
        kit->sm.ring_share = 1.0f;
        ring_kit_pass(kit, pl_isa_best(), false);
        for (int c = 0; c < 3; ++c) {
            for (uint32_t i = 0; i < body->count; ++i) {
                assert_true(fabsf(body->x[c][i] - before[c][i]) < 1e-5f);
            }
        }
        ring_kit_free(kit);
    }
}

static void momentum_is_kept(void** state) {
    (void)state;
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        ring_kit* kit = ring_kit_make(wishes[w]);
        pl_body* body = &kit->body;
        ring_kit_deform(kit, 0.1);
        double centre[3] = {0}, momentum[3] = {0};
        for (int c = 0; c < 3; ++c) {
            for (uint32_t i = 0; i < body->count; ++i) {
                centre[c] += (double)body->x[c][i];
                momentum[c] += (double)body->v[c][i];
            }
        }
        ring_kit_pass(kit, pl_isa_best(), false);
        for (int c = 0; c < 3; ++c) {
            for (uint32_t i = 0; i < body->count; ++i) {
                centre[c] -= (double)body->x[c][i];
                momentum[c] -= (double)body->v[c][i];
            }
            assert_true(fabs(centre[c]) / body->count < 2e-6);
            assert_true(fabs(momentum[c]) / body->count < 2e-6 / (double)kit->stage.h);
        }
        ring_kit_free(kit);
    }
}

static double shaking(const pl_body* body) {
    double mean[3] = {0}, energy = 0;
    for (int c = 0; c < 3; ++c) {
        for (uint32_t i = 0; i < body->count; ++i) mean[c] += (double)body->v[c][i] / body->count;
        for (uint32_t i = 0; i < body->count; ++i) {
            double v = (double)body->v[c][i] - mean[c];
            energy += v * v;
        }
    }
    return energy;
}

static void damping_takes_what_is_not_rigid(void** state) {
    (void)state;
    ring_kit_wish wish = {PLUMP_SHAPE_CREATURE, 1500, 3, 0.25f, false, false};
    ring_kit* kit = ring_kit_make(wish);
    ring_kit_deform(kit, 0.0);
    kit->sm.ring_share = 0.0f;
    double before = shaking(&kit->body);
    ring_kit_pass(kit, pl_isa_best(), false);
    // noise has next to no rigid part in any region: 3/4 of each velocity stay
    double kept = shaking(&kit->body) / before;
    print_message("  kept %.3f of the energy, 0.5625 of pure noise\n", kept);
    assert_true(kept > 0.55 && kept < 0.65);
    ring_kit_free(kit);
}

static void held_and_slack_places_stay(void** state) {
    (void)state;
    ring_kit_wish wish = {PLUMP_SHAPE_SPHERE, 642, 2, 0.3f, true, true};
    for (int naive = 0; naive < 2; ++naive) {
        ring_kit* kit = ring_kit_make(wish);
        ring_kit* before = ring_kit_make(wish);
        ring_kit_deform(kit, 0.1);
        ring_kit_deform(before, 0.1);
        paint(kit);
        kit->body.stiffness[5] = 0.0f;
        ring_kit_pass(kit, pl_isa_best(), naive != 0);
        uint32_t moved = 0;
        for (uint32_t i = 0; i < kit->body.padded; ++i) {
            bool still = true, steady = true;
            for (int c = 0; c < 3; ++c) {
                still = still && kit->body.x[c][i] == before->body.x[c][i];
                steady = steady && kit->body.v[c][i] == before->body.v[c][i];
            }
            if (kit->body.inv_mass[i] == 0.0f) assert_true(still && steady);
            if (i == 5) assert_true(still);
            moved += !still;
        }
        assert_true(moved > 500);
        ring_kit_free(kit);
        ring_kit_free(before);
    }
}

// Point, line, plane, mirror image, far out of scale: numbers in, numbers out.
static void broken_shapes_give_numbers(void** state) {
    (void)state;
    const float factors[][3] = {{0, 0, 0},     {1, 0, 0},         {1, 1, 0},
                                {-1, 1, 1},    {-1, -1, -1},      {1e-20f, 1e-20f, 1e-20f},
                                {1e15f, 1, 1}, {1e15f, 1e15f, 0}, {1e-30f, 1e10f, 1}};
    for (size_t w = 0; w < PL_COUNT(wishes); ++w) {
        for (size_t n = 0; n < PL_COUNT(factors); ++n) {
            ring_kit* kit = ring_kit_make(wishes[w]);
            pl_body* body = &kit->body;
            ring_kit_deform(kit, 0.0);
            for (int c = 0; c < 3; ++c) {
                for (uint32_t i = 0; i < body->padded; ++i) {
                    body->x[c][i] = body->rest[c][i] * factors[n][c];
                }
            }
            for (int step = 0; step < 5; ++step) ring_kit_pass(kit, pl_isa_best(), false);
            for (int c = 0; c < 3; ++c) {
                for (uint32_t i = 0; i < body->padded; ++i) {
                    assert_true(isfinite(body->x[c][i]) && isfinite(body->v[c][i]));
                }
            }
            ring_kit_free(kit);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_cover_the_members),
        cmocka_unit_test(every_set_gives_the_scalar_bits),
        cmocka_unit_test(region_sums_are_as_exact_as_blocks_of_64_allow),
        cmocka_unit_test(runs_and_members_lead_to_the_same_place),
        cmocka_unit_test(goals_and_their_normals_are_the_blend_of_the_regions),
        cmocka_unit_test(rigid_motion_stays),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(damping_takes_what_is_not_rigid),
        cmocka_unit_test(held_and_slack_places_stay),
        cmocka_unit_test(broken_shapes_give_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
