// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's kernels on a cloud of places with regions of its own: the same bits for every
// instruction set and every cut into spans, right against plain sums in double, momentum kept,
// pinned places and padding left alone; also of a rest shape that has grown, and with a share of
// the pull for what is finer than regions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/elastic/shape_match/ball_groups.h"
#include "src/elastic/shape_match/fine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1503, PADDED = 1504, REGIONS = 37, REGIONS_PADDED = 48, BLOCKS = 6, PAIRS = 60000 };

// Everything the kernels read and write.
typedef struct lab {
    pl_body body;
    pl_shape_match sm;
    pl_ball_regions balls;
    pl_stage stage;
    uint32_t member_first[REGIONS_PADDED + 1], member[PAIRS];
    float member_share[PAIRS];
    uint32_t region_first[PADDED + 1], region[PAIRS];
    float region_share[PAIRS];
    float x[3][PADDED], v[3][PADDED], rest[3][PADDED];
    float mass[PADDED], inv_mass[PADDED], stiffness[PADDED], fit[PADDED];
    float rest_normal[3][PADDED], goal_normal[3][PADDED];
    float rows[3 * PADDED], transforms[16 * REGIONS_PADDED], core_sums[16 * BLOCKS];
    float change_sums[PL_CHANGE_SUMS * (PADDED / PL_SPAN_PARTICLES + 1)];
    float pose_sums[16 * (PADDED / PL_SPAN_PARTICLES + 1)];
    float region_rest[10][REGIONS_PADDED + 16];
} lab;

// What is out of the ordinary about a lab.
enum { PAINTED = 1, PINNED = 2, GROWN = 4, FINE = 8, WISHES = 16 };

static double unit(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-53;
}

static double squared_distance(const lab* l, uint32_t a, uint32_t b) {
    double sum = 0.0;
    for (int c = 0; c < 3; ++c) {
        double d = (double)l->rest[c][a] - (double)l->rest[c][b];
        sum += d * d;
    }
    return sum;
}

// The same lists by place.
static void list_by_place(lab* l) {
    uint32_t used = 0, next[REGIONS];
    memcpy(next, l->member_first, sizeof next);
    for (uint32_t i = 0; i < PADDED; ++i) {
        l->region_first[i] = used;
        for (uint32_t j = 0; j < REGIONS; ++j) {
            if (next[j] == l->member_first[j + 1] || l->member[next[j]] != i) continue;
            l->region[used] = j;
            l->region_share[used++] = l->member_share[next[j]++];
        }
    }
    l->region_first[PADDED] = used;
    l->balls.region_first = l->region_first;
    l->balls.region = l->region;
    l->balls.region_share = l->region_share;
}

// Regions around every 41st place; a place beyond all of them joins the region of its number.
static void make_regions(lab* l) {
    static double weight[REGIONS][COUNT];
    double radius = 0.5;
    for (uint32_t i = 0; i < COUNT; ++i) {
        double total = 0.0;
        for (uint32_t j = 0; j < REGIONS; ++j) {
            double inside = 1.0 - squared_distance(l, i, 40 * j) / (radius * radius);
            weight[j][i] = inside > 0.0 ? inside * inside : 0.0;
            total += weight[j][i];
        }
        if (!(total > 0.0)) weight[i % REGIONS][i] = total = 1.0;
        for (uint32_t j = 0; j < REGIONS; ++j) weight[j][i] /= total;
    }
    uint32_t used = 0;
    for (uint32_t j = 0; j < REGIONS_PADDED; ++j) {
        l->member_first[j] = used;
        for (uint32_t i = 0; j < REGIONS && i < COUNT; ++i) {
            if (!(weight[j][i] > 0.0)) continue;
            assert_true(used < PAIRS);
            l->member[used] = i;
            l->member_share[used++] = (float)weight[j][i];
        }
    }
    l->member_first[REGIONS_PADDED] = used;
    l->balls.count = REGIONS;
    l->balls.padded = REGIONS_PADDED;
    l->balls.member_first = l->member_first;
    l->balls.member = l->member;
    l->balls.member_share = l->member_share;
    list_by_place(l);
    assert_true(pl_ball_groups_make(&l->balls, PADDED, &l->body.memory));
    l->sm.fine = pl_fine_create(&l->body, &l->balls, &l->balls);
    assert_non_null(l->sm.fine);
}

static void connect(lab* l) {
    pl_body* body = &l->body;
    body->elastic = &l->sm;
    body->count = COUNT;
    body->padded = PADDED;
    for (int c = 0; c < 3; ++c) {
        body->x[c] = l->x[c];
        body->v[c] = l->v[c];
        body->rest[c] = l->rest[c];
        body->rest_normal[c] = l->rest_normal[c];
        body->goal_normal[c] = l->goal_normal[c];
    }
    body->mass = l->mass;
    body->inv_mass = l->inv_mass;
    body->fit = l->fit;
    l->sm.balls = &l->balls;
    l->sm.rows = l->rows;
    l->sm.transforms = l->transforms;
    l->sm.core_sums = l->core_sums;
    l->sm.change_sums = l->change_sums;
    l->sm.pose_sums = l->pose_sums;
    for (int k = 0; k < 10; ++k) l->sm.region_rest[k] = l->region_rest[k];
    l->sm.region_count = REGIONS_PADDED;
    l->sm.skin_share = 0.6f;
    l->sm.core_share = 0.07f;
    l->sm.retardation = 0.011f;
    l->stage.h = 1.0f / 120.0f;
}

// A lumpy cloud, stretched, sheared, turned and shaken, in motion.
static void deform(lab* l, uint64_t seed) {
    const double map[3][3] = {{0.5, -0.9, 0.1}, {0.8, 0.7, -0.2}, {0.1, 0.3, 1.2}};
    for (uint32_t i = 0; i < PADDED; ++i) {
        for (int c = 0; c < 3; ++c) {
            double x = 0.05 * (unit(seed + 7 * i + (unsigned)c) - 0.5) + 0.2;
            for (int d = 0; d < 3; ++d) x += map[c][d] * (double)l->rest[d][i];
            l->x[c][i] = (float)x;
            l->v[c][i] = (float)(2.0 * c - 1.0 + unit(seed + 9000000 + 3 * i + (unsigned)c));
        }
        l->v[0][i] += 3.0f * l->x[1][i];
        l->v[1][i] -= 3.0f * l->x[0][i];
    }
}

static void weigh(lab* l, int wish) {
    bool painted = wish & PAINTED, pinned = wish & PINNED;
    l->body.stiffness = painted ? l->stiffness : NULL;
    for (uint32_t i = 0; i < PADDED; ++i) {
        bool real = i < COUNT, held = pinned && i % 50 == 7;
        l->stiffness[i] = real ? (float)(0.1 + 0.9 * unit(50000 + i)) : 0.0f;
        l->mass[i] = real ? (float)(0.5 + unit(70000 + i)) : 0.0f;
        l->inv_mass[i] = real && !held ? 1.0f / l->mass[i] : 0.0f;
        l->fit[i] = l->mass[i] * (painted ? l->stiffness[i] : 1.0f) * (held ? 1000.0f : 1.0f);
    }
}

static lab* make_lab(int wish) {
    lab* l = calloc(1, sizeof *l);
    assert_non_null(l);
    l->body.memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    for (uint32_t i = 0; i < PADDED; ++i) {
        uint32_t from = i < COUNT ? i : COUNT - 1;
        // along a winding path, so that neighbours in the order are near each other
        double t = 40.0 * from / COUNT;
        l->rest[0][i] = (float)(0.8 * sin(t) + 0.1 * unit(from));
        l->rest[1][i] = (float)(0.05 * t - 1.0);
        l->rest[2][i] = (float)(0.5 * cos(t) + 0.1 * unit(from + 40000));
        for (int c = 0; i < COUNT && c < 3; ++c)
            l->rest_normal[c][i] = (float)(unit(80000 + 3 * i + (unsigned)c) - 0.5);
    }
    connect(l);
    make_regions(l);
    l->sm.growth = wish & GROWN ? 1.3f : 1.0f;
    l->sm.fine_share = wish & FINE ? 0.8f : 0.0f;
    weigh(l, wish);
    deform(l, 1);
    return l;
}

static void free_lab(lab* l) {
    pl_arena_release(&l->body.memory, NULL);
    free(l);
}

static void find_motion(lab* l, pl_isa isa) {
    float sums[BLOCKS * PL_MOTION_CHANNELS];
    static float past[3][PADDED];  // as of the places before the substep
    for (int c = 0; c < 3; ++c)
        for (uint32_t i = 0; i < PADDED; ++i) past[c][i] = l->x[c][i] - l->stage.h * l->v[c][i];
    const float* const x[3] = {past[0], past[1], past[2]};
    const float* const v[3] = {l->v[0], l->v[1], l->v[2]};
    assert_int_equal(pl_motion_block_count(PADDED), BLOCKS);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        uint32_t end = (b + 1) * PL_MOTION_BLOCK;
        pl_motion_kernels_get(isa)->block(x, v, l->mass, b * PL_MOTION_BLOCK,
                                          end < PADDED ? end : PADDED,
                                          sums + (size_t)b * PL_MOTION_CHANNELS);
    }
    l->sm.motion = pl_motion_join(sums, BLOCKS, &l->sm.inertia);
}

// Spans from last to first: their order must not matter.
static void in_spans(lab* l, uint32_t length, uint32_t step,
                     void (*run)(const pl_span*, const pl_stage*)) {
    for (uint32_t n = (length + step - 1) / step; n-- > 0;) {
        pl_span span = {&l->body, n * step, (n + 1) * step < length ? (n + 1) * step : length};
        run(&span, &l->stage);
    }
}

static void pass(lab* l, pl_isa isa, uint32_t places, uint32_t regions) {
    const pl_ball_kernels* k = pl_ball_kernels_get(isa);
    find_motion(l, isa);
    l->body.mass_total = l->sm.motion.mass;
    in_spans(l, PADDED, PL_SPAN_PARTICLES, pl_pose_kernels_get(isa)->sum);
    pl_pose_join(&l->body);
    pl_region_rest_update(&l->body);
    pl_fine_update(&l->body, &l->sm);
    in_spans(l, PADDED, places, k->rows);
    in_spans(l, REGIONS_PADDED, regions, k->fit);
    k->core(&l->body);
    if (l->sm.fine_share > 0.0f) k->shift(&l->body);
    in_spans(l, PADDED, places, k->pull);
}

static void assert_same_bits(const lab* a, const lab* b) {
    assert_memory_equal(a->rows, b->rows, sizeof a->rows);
    assert_memory_equal(a->core_sums, b->core_sums, sizeof a->core_sums);
    assert_memory_equal(a->sm.core, b->sm.core, sizeof a->sm.core);
    assert_memory_equal(a->transforms, b->transforms, sizeof a->transforms);
    assert_memory_equal(a->x, b->x, sizeof a->x);
    assert_memory_equal(a->v, b->v, sizeof a->v);
    assert_memory_equal(a->goal_normal, b->goal_normal, sizeof a->goal_normal);
}

static void assert_scalar_bits(int wish, const lab* expected) {
    const uint32_t cuts[][2] = {{256, 16}, {1024, 32}, {PADDED, REGIONS_PADDED}};
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        for (size_t cut = 0; pl_isa_available((pl_isa)isa) && cut < PL_COUNT(cuts); ++cut) {
            lab* l = make_lab(wish);
            for (int n = 0; n < 3; ++n) pass(l, (pl_isa)isa, cuts[cut][0], cuts[cut][1]);
            assert_same_bits(l, expected);
            free_lab(l);
        }
    }
}

static void every_instruction_set_and_span_gives_the_same_bits(void** state) {
    (void)state;
    for (int wish = 0; wish < WISHES; ++wish) {
        lab* expected = make_lab(wish);
        for (int n = 0; n < 3; ++n) pass(expected, PL_ISA_SCALAR, PADDED, REGIONS_PADDED);
        assert_scalar_bits(wish, expected);
        free_lab(expected);
    }
}

// --- the same in double, plainly ---

// y = x_old + b (v - V - W cross (x_old - C))
static void look_ahead(const lab* l, uint32_t i, double y[3]) {
    const pl_motion* m = &l->sm.motion;
    pl_vec3d x = {(double)l->x[0][i], (double)l->x[1][i], (double)l->x[2][i]};
    pl_vec3d v = {(double)l->v[0][i], (double)l->v[1][i], (double)l->v[2][i]};
    pl_vec3d old = pl_vec3d_add_scaled(x, -(double)l->stage.h, v);
    pl_vec3d arm = pl_vec3d_sub(old, m->centre);
    pl_vec3d rigid = pl_vec3d_add(m->velocity, pl_vec3d_cross(m->angular_velocity, arm));
    pl_vec3d look = pl_vec3d_add_scaled(old, (double)l->sm.retardation, pl_vec3d_sub(v, rigid));
    pl_vec3d_store(look, y);
}

// The rest shape as it is now, and 1.
static void rest_at(const lab* l, uint32_t i, double x0[4]) {
    for (int c = 0; c < 3; ++c) x0[c] = (double)l->sm.growth * (double)l->rest[c][i];
    x0[3] = 1.0;
}

static void add_moments(const lab* l, uint32_t i, double weight, double moments[16]) {
    double y[4], x0[4];
    rest_at(l, i, x0);
    look_ahead(l, i, y);
    y[3] = 1.0;
    for (int k = 0; k < 16; ++k) moments[k] += weight * (double)l->fit[i] * y[k / 4] * x0[k % 4];
}

// The nearest rotation by R <- (R + R^-T) / 2; the deformations here are far from turning over.
static void rotate(const double a[9], double r[9]) {
    memcpy(r, a, 9 * sizeof *r);
    for (int n = 0; n < 60; ++n) {
        double cofactor[9];
        for (int k = 0; k < 9; ++k) {
            int i = k / 3, j = k % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3,
                j2 = (j + 2) % 3;
            cofactor[k] = r[3 * i1 + j1] * r[3 * i2 + j2] - r[3 * i1 + j2] * r[3 * i2 + j1];
        }
        double det = r[0] * cofactor[0] + r[1] * cofactor[1] + r[2] * cofactor[2];
        assert_true(det > 0.0);
        for (int k = 0; k < 9; ++k) r[k] = 0.5 * (r[k] + cofactor[k] / det);
    }
}

static void fit_reference(const double moments[16], double transform[12]) {
    double a[9], r[9], mass = moments[15];
    for (int k = 0; k < 9; ++k) {
        int i = k / 3, j = k % 3;
        a[k] = moments[4 * i + j] - moments[4 * i + 3] * moments[12 + j] / mass;
    }
    rotate(a, r);
    for (int i = 0; i < 3; ++i) {
        transform[4 * i + 3] = moments[4 * i + 3] / mass;
        for (int j = 0; j < 3; ++j) {
            transform[4 * i + j] = r[3 * i + j];
            transform[4 * i + 3] -= r[3 * i + j] * moments[12 + j] / mass;
        }
    }
}

static double apply(const double* row, const lab* l, uint32_t i) {
    double x0[4];
    rest_at(l, i, x0);
    return row[0] * x0[0] + row[1] * x0[1] + row[2] * x0[2] + row[3];
}

// What a pass makes of a state: how far places go to their goals and these's normals.
typedef struct outcome {
    double away[PADDED][3];    // y less goal
    double normal[PADDED][3];  // blended rotations of the rest shape's
    double d[PADDED][3];       // how places move
} outcome;

// What the region makes of its places.
static void blend_region(const lab* l, uint32_t j, outcome* out) {
    double moments[16] = {0.0}, transform[12];
    for (uint32_t k = l->member_first[j]; k < l->member_first[j + 1]; ++k)
        add_moments(l, l->member[k], (double)l->member_share[k], moments);
    fit_reference(moments, transform);
    for (uint32_t k = l->member_first[j]; k < l->member_first[j + 1]; ++k) {
        uint32_t i = l->member[k];
        double share = (double)l->member_share[k], y[3];
        look_ahead(l, i, y);
        for (int c = 0; c < 3; ++c) {
            const double* row = transform + 4 * c;
            out->away[i][c] += share * (y[c] - apply(row, l, i));
            for (int e = 0; e < 3; ++e)
                out->normal[i][c] += share * row[e] * (double)l->rest_normal[e][i];
        }
    }
}

// away -= blended means of the regions
static void take_out_smooth(const lab* l, double (*away)[3]) {
    static double smooth[PADDED][3];
    memset(smooth, 0, sizeof smooth);
    for (uint32_t j = 0; j < REGIONS; ++j) {
        double mean[3] = {0.0}, mass = 0.0;
        for (uint32_t k = l->member_first[j]; k < l->member_first[j + 1]; ++k) {
            double f = (double)l->fit[l->member[k]] * (double)l->member_share[k];
            mass += f;
            for (int c = 0; c < 3; ++c) mean[c] += f * away[l->member[k]][c];
        }
        for (uint32_t k = l->member_first[j]; k < l->member_first[j + 1]; ++k)
            for (int c = 0; c < 3; ++c)
                smooth[l->member[k]][c] += (double)l->member_share[k] * mean[c] / mass;
    }
    for (uint32_t i = 0; i < COUNT; ++i)
        for (int c = 0; c < 3; ++c) away[i][c] -= smooth[i][c];
}

// Where the pass moves each place, from the state before it and the rigid motion found in it.
static void pass_reference(const lab* l, outcome* out) {
    static double finer[PADDED][3];
    double whole[16] = {0.0}, core[12], fine = (double)l->sm.fine_share;
    memset(out, 0, sizeof *out);
    for (uint32_t j = 0; j < REGIONS; ++j) blend_region(l, j, out);
    memcpy(finer, out->away, sizeof finer);
    for (int n = 0; n < PL_FINE_ORDER; ++n) take_out_smooth(l, finer);
    for (uint32_t i = 0; i < COUNT; ++i) add_moments(l, i, 1.0, whole);
    fit_reference(whole, core);
    for (uint32_t i = 0; i < COUNT; ++i) {
        double y[3], s = l->body.stiffness ? (double)l->stiffness[i] : 1.0;
        look_ahead(l, i, y);
        for (int c = 0; c < 3; ++c) {
            double skin = (1.0 - fine) * out->away[i][c] + fine * finer[i][c];
            out->d[i][c] = s * (-(double)l->sm.skin_share * skin +
                                (double)l->sm.core_share * (apply(core + 4 * c, l, i) - y[c]));
            if (!(l->inv_mass[i] > 0.0f)) out->d[i][c] = 0.0;
        }
    }
}

static double larger(double a, double b) {
    return a <= b ? b : a;  // a where it is NaN
}

static void compare_pass(int wish) {
    static outcome out;
    lab *before = make_lab(wish), *after = make_lab(wish);
    find_motion(before, pl_isa_best());
    pass_reference(before, &out);
    pass(after, pl_isa_best(), 1024, 16);
    double most = 0.0, off = 0.0, off_speed = 0.0, off_normal = 0.0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        for (int c = 0; c < 3; ++c) {
            double d = out.d[i][c], x = (double)before->x[c][i] + d;
            double v = (double)before->v[c][i] + d / (double)before->stage.h;
            off = larger(fabs((double)after->x[c][i] - x), off);
            off_speed = larger(fabs((double)after->v[c][i] - v), off_speed);
            off_normal =
                larger(fabs((double)after->goal_normal[c][i] - out.normal[i][c]), off_normal);
            most = larger(fabs(d), most);
        }
    }
    print_message("wish %2d: off by %.1e, %.1e m/s, normals %.1e\n", wish, off, off_speed,
                  off_normal);
    // a pin's weight of 1,000 hides what the others say behind its own rounding
    double tolerance = wish & PINNED ? 2e-5 : 1e-6;
    assert_true(off < tolerance);
    assert_true(off_speed < 120.0 * tolerance);
    assert_true(off_normal < tolerance);
    assert_true(most > 0.02);  // there was something to do
    free_lab(before);
    free_lab(after);
}

static void a_pass_agrees_with_plain_sums_in_double(void** state) {
    (void)state;
    for (int wish = 0; wish < WISHES; ++wish) compare_pass(wish);
}

static void pinned_places_and_padding_are_left_alone(void** state) {
    (void)state;
    lab *before = make_lab(PAINTED | PINNED), *after = make_lab(PAINTED | PINNED);
    pass(after, pl_isa_best(), 1024, 16);
    for (uint32_t i = 0; i < PADDED; ++i) {
        bool held = !(before->inv_mass[i] > 0.0f), moved = false;
        for (int c = 0; c < 3; ++c) {
            moved = moved || before->x[c][i] != after->x[c][i];
            if (!held) continue;
            assert_memory_equal(&before->x[c][i], &after->x[c][i], sizeof(float));
            assert_memory_equal(&before->v[c][i], &after->v[c][i], sizeof(float));
        }
        assert_true(moved == !held);
    }
    free_lab(before);
    free_lab(after);
}

// sum m d = 0 and sum m y x d = 0, against the sum of magnitudes. What is finer than regions is
// pulled with a moment, which is given back later.
static void momentum_is_kept_to_rounding(void** state) {
    (void)state;
    for (int wish = 0; wish < WISHES; ++wish) {
        if (wish & PINNED) continue;
        lab *before = make_lab(wish), *after = make_lab(wish);
        find_motion(before, pl_isa_best());
        pass(after, pl_isa_best(), 1024, 16);
        pl_vec3d linear = {0.0, 0.0, 0.0}, angular = linear;
        double magnitude = 0.0;
        for (uint32_t i = 0; i < COUNT; ++i) {
            double y[3], m = (double)before->mass[i], h = (double)before->stage.h;
            look_ahead(before, i, y);
            // the change of velocity knows d with more digits than that of position
            pl_vec3d d = {h * ((double)after->v[0][i] - (double)before->v[0][i]),
                          h * ((double)after->v[1][i] - (double)before->v[1][i]),
                          h * ((double)after->v[2][i] - (double)before->v[2][i])};
            linear = pl_vec3d_add_scaled(linear, m, d);
            angular = pl_vec3d_add_scaled(angular, m, pl_vec3d_cross(pl_vec3d_load(y), d));
            magnitude += m * pl_vec3d_length(d);
        }
        assert_true(magnitude > 1.0);
        assert_true(pl_vec3d_length(linear) < 1e-6 * magnitude);
        assert_true(wish & FINE || pl_vec3d_length(angular) < 1e-6 * magnitude);
        free_lab(before);
        free_lab(after);
    }
}

// A rotation of the rest shape that flies with `speed`.
static void place_rigidly(lab* l, float speed) {
    const float v[3] = {speed, -2.0f * speed, 0.5f * speed};
    for (uint32_t i = 0; i < PADDED; ++i) {
        float size = l->sm.growth;
        float a = size * l->rest[0][i], b = size * l->rest[1][i], c = size * l->rest[2][i];
        float at[3] = {0.6f * a - 0.8f * b, 0.8f * a + 0.6f * b, c};
        for (int k = 0; k < 3; ++k) {
            l->v[k][i] = v[k];
            l->x[k][i] = at[k] + l->stage.h * v[k];
        }
    }
}

static void assert_not_pulled(lab* l, float speed) {
    static float before[3][PADDED];
    double tolerance = 2e-6 + 1e-6 * (double)speed * (double)l->stage.h;
    place_rigidly(l, speed);
    memcpy(before, l->x, sizeof before);
    pass(l, pl_isa_best(), 1024, 16);
    for (uint32_t i = 0; i < COUNT; ++i) {
        for (int c = 0; c < 3; ++c)
            assert_true(fabs((double)l->x[c][i] - (double)before[c][i]) < tolerance);
    }
}

static void a_body_in_its_shape_is_not_pulled(void** state) {
    (void)state;
    float speeds[] = {0.0f, 1.0f, 300.0f};
    for (int wish = 0; wish < WISHES; wish += GROWN) {
        for (size_t n = 0; n < PL_COUNT(speeds); ++n) {
            lab* l = make_lab(wish);
            assert_not_pulled(l, speeds[n]);
            free_lab(l);
        }
    }
}

// What rounding does to shares in small: it must not pull a body towards its origin.
static void shares_need_not_add_up_to_one(void** state) {
    (void)state;
    lab* l = make_lab(0);
    const pl_ball_groups* groups = l->balls.groups;
    for (uint32_t n = 0; n < 16 * groups->patch_first[groups->count]; ++n)
        groups->share[n] *= n % 5 ? 1.01f : 0.98f;
    assert_not_pulled(l, 0.0f);
    free_lab(l);
}

static void collapsed_and_turned_over_bodies_stay_finite(void** state) {
    (void)state;
    for (int kind = 0; kind < 5; ++kind) {
        lab* l = make_lab(PAINTED | FINE | (kind == 4 ? PINNED : 0));
        for (uint32_t i = 0; i < PADDED; ++i) {
            for (int c = 0; c < 3; ++c) {
                float factor = kind == 3 ? -1.0f : c < kind ? 1.0f : 0.0f;  // point .. plane
                l->x[c][i] = kind == 4 ? 1e12f * l->x[c][i] : factor * l->rest[c][i];
            }
        }
        for (int n = 0; n < 20; ++n) pass(l, pl_isa_best(), 1024, 16);
        for (uint32_t i = 0; i < PADDED; ++i) {
            for (int c = 0; c < 3; ++c) {
                assert_true(isfinite(l->x[c][i]));
                assert_true(isfinite(l->v[c][i]));
                assert_true(isfinite(l->goal_normal[c][i]));
            }
        }
        free_lab(l);
    }
}

static void empty_regions_neither_move_nor_turn(void** state) {
    (void)state;
    lab* l = make_lab(0);
    const float unmoved[16] = {0};
    pass(l, pl_isa_best(), 1024, 16);
    for (uint32_t j = REGIONS; j < REGIONS_PADDED; ++j) {
        for (int k = 0; k < 16; ++k) assert_true(l->transforms[16 * j + (uint32_t)k] == unmoved[k]);
    }
    free_lab(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_and_span_gives_the_same_bits),
        cmocka_unit_test(a_pass_agrees_with_plain_sums_in_double),
        cmocka_unit_test(pinned_places_and_padding_are_left_alone),
        cmocka_unit_test(momentum_is_kept_to_rounding),
        cmocka_unit_test(a_body_in_its_shape_is_not_pulled),
        cmocka_unit_test(shares_need_not_add_up_to_one),
        cmocka_unit_test(collapsed_and_turned_over_bodies_stay_finite),
        cmocka_unit_test(empty_regions_neither_move_nor_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
