// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Deformation skinning (eq. 18) and normals against plain references; groups, level of detail,
// morphs; and the same bits for every instruction set and number of threads.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L  // setenv
#endif
#include "src/wide/isa.h"
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

enum { SEGMENTS = 3, SETS = 4 };

// A capsule of three segments along y, blended at their joints, with four sets.
typedef struct puppet {
    plump_mesh* mesh;
    uint32_t count;
    uint32_t* segments;
    float* weights;
    plump_jiggle_set sets[SETS];
    double matrices[12 * SEGMENTS];
} puppet;

static double smooth(double x) {
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return x * x * (3 - 2 * x);
}

static void weights_at(double y, double w[SEGMENTS]) {
    double low = smooth((y + 0.25) / 0.2), high = smooth((y - 0.05) / 0.2);
    w[0] = 1 - low;
    w[1] = low * (1 - high);
    w[2] = low * high;
}

static void turn_about(double m[12], double angle, double height) {
    double c = cos(angle), s = sin(angle);
    const double r[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    memset(m, 0, 12 * sizeof *m);
    for (int k = 0; k < 9; ++k) m[4 * (k / 3) + k % 3] = r[k];
    m[3] = -r[1] * height;
    m[7] = height - r[4] * height;
}

static void make_puppet(puppet* p, uint32_t vertices) {
    p->mesh = kit_shape(PLUMP_SHAPE_CAPSULE, vertices);
    p->count = plump_mesh_vertex_count(p->mesh);
    p->segments = calloc(4 * (size_t)p->count, sizeof *p->segments);
    p->weights = calloc(4 * (size_t)p->count, sizeof *p->weights);
    for (uint32_t i = 0; i < p->count; ++i) {
        double y = (double)plump_mesh_positions(p->mesh)[3 * i + 1];
        double w[SEGMENTS];
        weights_at(y, w);
        for (uint32_t k = 0; k < SEGMENTS; ++k) {
            // any order, and unused places between
            p->segments[4 * i + (k + i) % 4] = k;
            p->weights[4 * i + (k + i) % 4] = (float)w[k];
        }
        p->segments[4 * i + (3 + i) % 4] = 12345;  // weight 0: not looked at
    }
    const double y[SETS] = {-0.35, -0.05, 0.35, 0.4};
    const float r[SETS] = {0.3f, 0.35f, 0.3f, 0.12f};
    const uint32_t of[SETS] = {0, 1, 2, 2};
    for (int i = 0; i < SETS; ++i) {
        p->sets[i] = plump_default_jiggle_set();
        p->sets[i].anchor[1] = y[i];
        p->sets[i].radius = r[i];
        p->sets[i].segments[0] = of[i];
    }
    p->sets[1].segments[1] = 2;
    p->sets[1].weights[0] = 0.75f;
    p->sets[1].weights[1] = 0.25f;
    p->sets[3].turn_hertz = 3;
    for (int k = 0; k < SEGMENTS; ++k) turn_about(p->matrices + 12 * k, 0.4 * k, -0.15);
}

static void free_puppet(puppet* p) {
    plump_mesh_destroy(p->mesh);
    free(p->segments);
    free(p->weights);
}

static plump_jiggle_def puppet_def(const puppet* p) {
    plump_jiggle_def def = kit_def(p->mesh);
    def.segments = p->segments;
    def.weights = p->weights;
    def.segment_count = SEGMENTS;
    def.sets = p->sets;
    def.set_count = SETS;
    return def;
}

// Swung a little: the second segment's bend grows over some steps.
static void swing(plump_jiggle* jiggle, const puppet* p, int steps) {
    double m[12 * SEGMENTS];
    for (int i = 1; i <= steps; ++i) {
        for (int k = 0; k < SEGMENTS; ++k) turn_about(m + 12 * k, 0.4 * k * i / steps, -0.15);
        assert_int_equal(plump_jiggle_step(jiggle, 0.02, m, NULL, NULL), PLUMP_OK);
    }
    (void)p;
}

// --- eq. 18 ---

static bool acts_on(const plump_jiggle_set* set, uint32_t segment) {
    for (int k = 0; k < 4; ++k)
        if (set->weights[k] > 0 && set->segments[k] == segment) return true;
    return false;
}

static void transform(const double m[12], const double x[3], double to[3]) {
    for (int k = 0; k < 3; ++k)
        to[k] = m[4 * k] * x[0] + m[4 * k + 1] * x[1] + m[4 * k + 2] * x[2] + m[4 * k + 3];
}

// Matrix, small fields, large fields; mixed by the vertex' weights, or by those at the point.
static void mix_point(const puppet* p, const plump_jiggle* jiggle, uint32_t vertex,
                      const double x[3], bool by_place, double to[3]) {
    double there[SEGMENTS];
    weights_at(x[1], there);
    memset(to, 0, 3 * sizeof *to);
    for (uint32_t k = 0; k < 4; ++k) {
        double weight = (double)p->weights[4 * vertex + k], at[3];
        if (by_place && p->segments[4 * vertex + k] < SEGMENTS)
            weight = there[p->segments[4 * vertex + k]];
        if (weight == 0) continue;
        uint32_t segment = p->segments[4 * vertex + k];
        transform(p->matrices + 12 * segment, x, at);
        for (uint32_t group = 0; group < 2; ++group) {
            kit_set sets[SETS];
            int count = 0;
            for (uint32_t i = 0; i < SETS; ++i) {
                plump_jiggle_state s;
                plump_jiggle_read(jiggle, i, &s, NULL);
                if (s.group != group || !acts_on(&p->sets[i], segment)) continue;
                memcpy(sets[count].p, s.anchor, sizeof s.anchor);
                memcpy(sets[count].q, s.point, sizeof s.point);
                memcpy(sets[count].turn, s.turn, sizeof s.turn);
                sets[count++].r = s.radius;
            }
            kit_flow(sets, count, 16, at);
        }
        for (int i = 0; i < 3; ++i) to[i] += weight * at[i];
    }
}

static void reference_point(const puppet* p, const plump_jiggle* jiggle, uint32_t vertex,
                            const double x[3], double to[3]) {
    mix_point(p, jiggle, vertex, x, false, to);
}

static void bind_point(const puppet* p, uint32_t vertex, double to[3]) {
    double origin[3];
    plump_mesh_origin(p->mesh, origin);
    for (uint32_t k = 0; k < 3; ++k)
        to[k] = (double)plump_mesh_positions(p->mesh)[3 * vertex + k] + origin[k];
}

static void skinning_agrees_with_a_plain_reference(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 1000);
    plump_jiggle_def def = puppet_def(&p);
    def.steps = 8;
    plump_jiggle* jiggle = kit_make(&def);
    double *now = malloc(3 * p.count * sizeof *now), most = 0;
    swing(jiggle, &p, 5);
    kit_deform(jiggle, now, NULL);
    for (uint32_t i = 0; i < p.count; ++i) {
        double at[3], to[3];
        bind_point(&p, i, at);
        reference_point(&p, jiggle, i, at, to);
        double e = kit_distance(to, now + 3 * i);
        most = e > most ? e : most;
    }
    assert_true(most < 2e-6);
    // and the fields do something
    plump_jiggle_state s;
    plump_jiggle_read(jiggle, 2, &s, NULL);
    assert_true(s.stretch > 0.05);
    plump_jiggle_read(jiggle, 3, &s, NULL);
    assert_true(s.group == 0 && kit_dot(s.turn, s.turn) > 1e-4);
    plump_jiggle_destroy(jiggle);
    free(now);
    free_puppet(&p);
}

// --- normals ---

static double angle_between(const double a[3], const double b[3]) {
    double across[3];
    kit_cross(a, b, across);
    return atan2(sqrt(kit_dot(across, across)), kit_dot(a, b)) * 57.29577951308232;
}

// By the derivative of the reference in the tangent plane, weights included.
static void reference_normal(const puppet* p, const plump_jiggle* jiggle, uint32_t vertex,
                             const double n[3], double to[3]) {
    double at[3], side[2][3], axis[3] = {0, 0, 0}, moved[2][3];
    bind_point(p, vertex, at);
    axis[fabs(n[0]) < 0.5 ? 0 : 1] = 1;
    kit_cross(n, axis, side[0]);
    double length = sqrt(kit_dot(side[0], side[0]));
    for (int k = 0; k < 3; ++k) side[0][k] /= length;
    kit_cross(n, side[0], side[1]);
    for (int i = 0; i < 2; ++i) {
        double plus[3], minus[3], a[3], b[3];
        for (int k = 0; k < 3; ++k) {
            plus[k] = at[k] + 1e-5 * side[i][k];
            minus[k] = at[k] - 1e-5 * side[i][k];
        }
        mix_point(p, jiggle, vertex, plus, true, a);
        mix_point(p, jiggle, vertex, minus, true, b);
        for (int k = 0; k < 3; ++k) moved[i][k] = a[k] - b[k];
    }
    kit_cross(moved[0], moved[1], to);
}

// The paper's way (section 5.3): two more points, in floats.
static void tangent_normals(const puppet* p, const plump_jiggle_def* def, double e,
                            const double* bind, double* to) {
    puppet three = *p;
    float* at = malloc(9 * p->count * sizeof *at);
    three.segments = malloc(12 * p->count * sizeof(uint32_t));
    three.weights = malloc(12 * p->count * sizeof(float));
    double *now = malloc(9 * p->count * sizeof *now), x[3], side[2][3];
    for (uint32_t i = 0; i < p->count; ++i) {
        double axis[3] = {0, 0, 0};
        const double* n = bind + 3 * i;
        bind_point(p, i, x);
        axis[fabs(n[0]) < 0.5 ? 0 : 1] = 1;
        kit_cross(n, axis, side[0]);
        double length = sqrt(kit_dot(side[0], side[0]));
        for (int k = 0; k < 3; ++k) side[0][k] /= length;
        kit_cross(n, side[0], side[1]);
        for (uint32_t k = 0; k < 9; ++k)
            at[9 * i + k] = (float)(x[k % 3] + (k < 3 ? 0 : e * side[k / 3 - 1][k % 3]));
        for (uint32_t k = 0; k < 3; ++k) {
            memcpy(three.segments + 12 * i + 4 * k, p->segments + 4 * i, 4 * sizeof(uint32_t));
            memcpy(three.weights + 12 * i + 4 * k, p->weights + 4 * i, 4 * sizeof(float));
        }
    }
    plump_jiggle_def points = kit_points(at, 3 * p->count);
    points.segments = three.segments;
    points.weights = three.weights;
    points.segment_count = SEGMENTS;
    points.sets = p->sets;
    points.set_count = SETS;
    points.steps = def->steps;
    plump_jiggle* jiggle = kit_make(&points);
    swing(jiggle, p, 5);
    kit_deform(jiggle, now, NULL);
    for (uint32_t i = 0; i < p->count; ++i) {
        double a[3], b[3];
        for (uint32_t k = 0; k < 3; ++k) {
            a[k] = now[9 * i + 3 + k] - now[9 * i + k];
            b[k] = now[9 * i + 6 + k] - now[9 * i + k];
        }
        kit_cross(a, b, to + 3 * i);
    }
    plump_jiggle_destroy(jiggle);
    free(at);
    free(now);
    free(three.segments);
    free(three.weights);
}

typedef struct errors {
    double one_most, one_mean;      // vertices of one segment, degrees
    double mixed_most, mixed_mean;  // of several
} errors;

static errors judge(const puppet* p, const plump_jiggle* jiggle, const double* bind,
                    const double* normals) {
    errors e = {0, 0, 0, 0};
    double one = 0, mixed = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        double exact[3];
        int weights = 0;
        reference_normal(p, jiggle, i, bind + 3 * i, exact);
        double angle = angle_between(exact, normals + 3 * i);
        for (int k = 0; k < 4; ++k) weights += p->weights[4 * i + (uint32_t)k] > 0;
        double* most = weights == 1 ? &e.one_most : &e.mixed_most;
        *most = angle > *most ? angle : *most;
        *(weights == 1 ? &e.one_mean : &e.mixed_mean) += angle;
        *(weights == 1 ? &one : &mixed) += 1;
    }
    e.one_mean /= one;
    e.mixed_mean /= mixed;
    return e;
}

static void carried_normals_are_better_than_tangent_points(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 1000);
    plump_jiggle_def def = puppet_def(&p);
    def.steps = 3;
    plump_jiggle* jiggle = kit_make(&def);
    double *now = malloc(3 * p.count * sizeof *now), *normals = malloc(3 * p.count * sizeof *now),
           *bind = malloc(3 * p.count * sizeof *now);
    kit_deform(jiggle, now, bind);
    swing(jiggle, &p, 5);
    kit_deform(jiggle, now, normals);
    errors carried = judge(&p, jiggle, bind, normals);
    for (uint32_t i = 0; i < p.count; ++i)
        assert_true(fabs(kit_dot(normals + 3 * i, normals + 3 * i) - 1) < 1e-6);
    bool prints = getenv("PLUMP_TEST_TABLE") != NULL;
    if (prints)
        printf("carried: %.2e %.2e, mixed %.2e %.2e degrees\n", carried.one_most, carried.one_mean,
               carried.mixed_most, carried.mixed_mean);
    assert_true(carried.one_most < 0.5 && carried.mixed_most < 12 && carried.mixed_mean < 2);
    for (double e = 1e-1; e > 1e-6; e /= 10) {
        tangent_normals(&p, &def, e, bind, now);
        errors tangent = judge(&p, jiggle, bind, now);
        if (prints)
            printf("tangent points at %g: %.2e %.2e, mixed %.2e %.2e degrees\n", e,
                   tangent.one_most, tangent.one_mean, tangent.mixed_most, tangent.mixed_mean);
        assert_true(carried.one_mean < tangent.one_mean);
        assert_true(5 * carried.mixed_mean < tangent.mixed_mean);
    }
    plump_jiggle_destroy(jiggle);
    free(now);
    free(normals);
    free(bind);
    free_puppet(&p);
}

// --- the same bits ---

static void run_bits(const plump_jiggle_def* def, const puppet* p, float* to) {
    plump_jiggle* jiggle = kit_make(def);
    plump_obstacle_def floor = plump_default_obstacle_def();
    uint32_t number;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    floor.position[1] = -0.42;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &floor, &number, NULL), PLUMP_OK);
    swing(jiggle, p, 5);
    assert_int_equal(
        plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, to, 24, to + 3, 24, p->count, NULL),
        PLUMP_OK);
    plump_jiggle_destroy(jiggle);
}

static void every_instruction_set_and_thread_count_gives_the_same_bits(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 9000);
    size_t bytes = 6 * (size_t)p.count * sizeof(float);
    float *first = malloc(bytes), *other = malloc(bytes);
    for (int method = 0; method < 3; ++method) {
        plump_jiggle_def def = puppet_def(&p);
        def.method = (plump_jiggle_method)method;
        setenv("PLUMP_ISA", "scalar", 1);
        run_bits(&def, &p, first);
        for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            setenv("PLUMP_ISA", pl_isa_name((pl_isa)isa), 1);
            for (uint32_t threads = 1; threads <= 3; ++threads) {
                def.worker_count = threads;
                memset(other, 0, bytes);
                run_bits(&def, &p, other);
                assert_memory_equal(first, other, bytes);
            }
        }
        unsetenv("PLUMP_ISA");
    }
    free(first);
    free(other);
    free_puppet(&p);
}

// --- what a caller may change ---

static void far_sets_are_left_out(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 1000);
    plump_jiggle_def def = puppet_def(&p);
    plump_jiggle *all = kit_make(&def), *none;
    def.set_count = 0;
    none = kit_make(&def);
    double *a = malloc(3 * p.count * sizeof *a), *b = malloc(3 * p.count * sizeof *b);
    const double near[3] = {0, 0, 1}, far[3] = {0, 0, 100};
    plump_jiggle_state s;
    swing(all, &p, 5);
    swing(none, &p, 5);
    // 0.05 x 100 is more than any radius
    assert_int_equal(plump_jiggle_set_viewer(all, far, 0.05, NULL), PLUMP_OK);
    kit_deform(all, a, NULL);
    kit_deform(none, b, NULL);
    assert_memory_equal(a, b, 3 * p.count * sizeof *a);
    plump_jiggle_read(all, 0, &s, NULL);
    assert_false(s.active);
    // at 1 m only the smallest is
    assert_int_equal(plump_jiggle_set_viewer(all, near, 0.2, NULL), PLUMP_OK);
    kit_deform(all, a, NULL);
    assert_memory_not_equal(a, b, 3 * p.count * sizeof *a);
    for (uint32_t i = 0; i < SETS; ++i) {
        plump_jiggle_read(all, i, &s, NULL);
        assert_int_equal(s.active, i != 3);
    }
    plump_jiggle_destroy(all);
    plump_jiggle_destroy(none);
    free(a);
    free(b);
    free_puppet(&p);
}

// A morphed bind pose is the same as a deformer made of it.
static void bind_pose_can_be_replaced(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 1000);
    double *a = malloc(6 * p.count * sizeof *a), *b = malloc(6 * p.count * sizeof *b), at[3];
    float* fat = malloc(3 * p.count * sizeof *fat);
    for (uint32_t i = 0; i < p.count; ++i) {
        bind_point(&p, i, at);
        for (int k = 0; k < 3; ++k)
            fat[3 * i + (uint32_t)k] = (float)(at[k] * (k == 0 ? 1.4 : k == 2 ? 1.2 : 1));
    }
    plump_jiggle_def def = puppet_def(&p);
    plump_jiggle* morphed = kit_make(&def);
    def.mesh.positions = fat;
    memset(def.mesh.origin, 0, sizeof def.mesh.origin);
    plump_jiggle* made = kit_make(&def);
    swing(morphed, &p, 5);
    swing(made, &p, 5);
    assert_int_equal(plump_jiggle_set_bind(morphed, fat, 0, NULL, 0, NULL), PLUMP_OK);
    kit_deform(morphed, a, a + 3 * p.count);
    kit_deform(made, b, b + 3 * p.count);
    for (uint32_t i = 0; i < 3 * p.count; ++i) {
        assert_true(fabs(a[i] - b[i]) < 3e-6);
        bool is_mixed = p.weights[4 * (i / 3)] < 1 && p.weights[4 * (i / 3) + 1] < 1 &&
                        p.weights[4 * (i / 3) + 2] < 1 && p.weights[4 * (i / 3) + 3] < 1;
        // slopes of weights stay those of the first bind pose
        if (!is_mixed) assert_true(fabs(a[3 * p.count + i] - b[3 * p.count + i]) < 3e-6);
    }
    plump_jiggle_destroy(morphed);
    plump_jiggle_destroy(made);
    free(fat);
    free(a);
    free(b);
    free_puppet(&p);
}

// Far from the origin, mirrored and scaled by a thousand: the same shape.
static void place_and_scale_do_not_matter(void** state) {
    (void)state;
    puppet p;
    make_puppet(&p, 1000);
    plump_jiggle_def def = puppet_def(&p);
    plump_jiggle *here = kit_make(&def), *there = kit_make(&def);
    double *a = malloc(6 * p.count * sizeof *a), *b = malloc(6 * p.count * sizeof *b);
    for (int i = 1; i <= 6; ++i) {
        double m[12 * SEGMENTS], far[12 * SEGMENTS];
        for (int k = 0; k < SEGMENTS; ++k) turn_about(m + 12 * k, 0.07 * k * i, -0.15);
        for (int k = 0; k < 12 * SEGMENTS; ++k) {
            far[k] = 1000 * m[k] * (k % 12 < 4 ? -1 : 1);
            if (k % 4 == 3) far[k] += 3e6;
        }
        plump_result (*move)(plump_jiggle*, const double*, plump_error*) =
            i == 1 ? plump_jiggle_reset : NULL;
        if (move) {
            assert_int_equal(move(here, m, NULL), PLUMP_OK);
            assert_int_equal(move(there, far, NULL), PLUMP_OK);
        }
        assert_int_equal(plump_jiggle_step(here, 0.02, m, NULL, NULL), PLUMP_OK);
        assert_int_equal(plump_jiggle_step(there, 0.02, far, NULL, NULL), PLUMP_OK);
    }
    kit_deform(here, a, a + 3 * p.count);
    kit_deform(there, b, b + 3 * p.count);
    for (uint32_t i = 0; i < p.count; ++i) {
        double back[3], mirror[3];
        for (uint32_t k = 0; k < 3; ++k) {
            back[k] = (b[3 * i + k] - 3e6) / (k == 0 ? -1000 : 1000);
            mirror[k] = b[3 * (p.count + i) + k] * (k == 0 ? -1 : 1);
        }
        assert_true(kit_distance(back, a + 3 * i) < 3e-6);
        assert_true(angle_between(mirror, a + 3 * (p.count + i)) < 0.01);
    }
    plump_jiggle_destroy(here);
    plump_jiggle_destroy(there);
    free(a);
    free(b);
    free_puppet(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skinning_agrees_with_a_plain_reference),
        cmocka_unit_test(carried_normals_are_better_than_tangent_points),
        cmocka_unit_test(every_instruction_set_and_thread_count_gives_the_same_bits),
        cmocka_unit_test(far_sets_are_left_out),
        cmocka_unit_test(bind_pose_can_be_replaced),
        cmocka_unit_test(place_and_scale_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
