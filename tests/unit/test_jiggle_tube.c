// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Limbs and tails that are shaken hard, with sets that placed themselves, stay limbs and tails:
// their thickness, ring by ring against the skinned pose, hardly changes, and there is no string of
// beads. PLUMP_TEST_TABLE=1 prints what was measured.
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

enum {
    RINGS = 81,
    SIDES = 16,
    BONES = 4,
    CHORD = 4,
    COUNT = RINGS * SIDES + 2,
    FACES = 2 * RINGS * SIDES
};

#define LENGTH 2.0
#define TURN   6.283185307179586

// Along y, closed by a fan at each end, hung on four bones in a row.
typedef struct tube {
    float at[3 * COUNT], weights[4 * COUNT];
    uint32_t faces[3 * FACES], segments[4 * COUNT];
} tube;

static double height_of(int ring) {
    return LENGTH * ring / (RINGS - 1);
}

static void set_vertex(tube* t, int index, double x, double y, double z) {
    double bone = y / LENGTH * BONES - 0.5, first = floor(bone);
    first = first < 0 ? 0 : first > BONES - 2 ? BONES - 2 : first;
    double share = 0.5 + 2 * (bone - first - 0.5);  // over half of a bone's length
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; ++k) t->at[3 * index + k] = (float)at[k];
    t->segments[4 * index] = (uint32_t)first;
    t->segments[4 * index + 1] = (uint32_t)first + 1;
    t->weights[4 * index] = (float)(1 - share);
    t->weights[4 * index + 1] = (float)share;
}

static uint32_t* add_face(uint32_t* to, int a, int b, int c) {
    const int corner[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) *to++ = (uint32_t)corner[k];
    return to;
}

static tube* make_tube(double thick, double thin) {
    tube* t = calloc(1, sizeof *t);
    assert_non_null(t);
    uint32_t* face = t->faces;
    for (int i = 0; i < RINGS; ++i) {
        double radius = thick + (thin - thick) * i / (RINGS - 1);
        for (int k = 0; k < SIDES; ++k) {
            int next = (k + 1) % SIDES, a = i * SIDES + k, b = i * SIDES + next;
            set_vertex(t, a, radius * cos(TURN * k / SIDES), height_of(i),
                       radius * sin(TURN * k / SIDES));
            if (i == RINGS - 1) {
                face = add_face(face, a, COUNT - 1, b);
                continue;
            }
            face = add_face(face, a, a + SIDES, b);
            face = add_face(face, b, a + SIDES, b + SIDES);
            if (i == 0) face = add_face(face, a, b, COUNT - 2);
        }
    }
    set_vertex(t, COUNT - 2, 0, -0.5 * thick, 0);
    set_vertex(t, COUNT - 1, 0, LENGTH + 0.5 * thin, 0);
    return t;
}

static plump_jiggle_def def_of(const tube* t) {
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh.positions = t->at;
    def.mesh.vertex_count = COUNT;
    def.mesh.indices = t->faces;
    def.mesh.index_type = PLUMP_INDEX_UINT32;
    def.mesh.triangle_count = FACES;
    def.segments = t->segments;
    def.weights = t->weights;
    def.segment_count = BONES;
    return def;
}

// The root is thrown to and fro at 9 g, across and along, and the bones sway.
static void shake(double time, double matrices[12 * BONES]) {
    double x = 0.25 * sin(TURN * 3 * time), y = 0.15 * sin(TURN * 2.2 * time), angle = 0;
    for (int i = 0; i < BONES; ++i) {
        double joint = LENGTH / BONES * i, *m = matrices + 12 * i;
        if (i > 0) {
            x -= sin(angle) * LENGTH / BONES;
            y += cos(angle) * LENGTH / BONES;
        }
        angle += 0.2 * sin(TURN * 1.5 * time);
        const double turned[12] = {cos(angle), -sin(angle), 0, x + sin(angle) * joint,
                                   sin(angle), cos(angle),  0, y - cos(angle) * joint,
                                   0,          0,           1, 0};
        memcpy(m, turned, sizeof turned);
    }
}

// Of the polygon of a ring, whichever way it lies.
static double ring_area(const double* x, int ring) {
    double sum[3] = {0, 0, 0};
    const double* at = x + 3 * (size_t)(ring * SIDES);
    for (int k = 0; k < SIDES; ++k) {
        double a[3], b[3], c[3];
        for (int n = 0; n < 3; ++n) {
            a[n] = at[3 * k + n] - at[n];
            b[n] = at[3 * ((k + 1) % SIDES) + n] - at[n];
        }
        kit_cross(a, b, c);
        for (int n = 0; n < 3; ++n) sum[n] += 0.5 * c[n];
    }
    return sqrt(kit_dot(sum, sum));
}

// The way of the axis from a ring to the one some rings on.
static void axis_at(const double* x, int ring, double way[3]) {
    const double *from = x + 3 * (size_t)(ring * SIDES), *to = from + 3 * (size_t)(CHORD * SIDES);
    for (int n = 0; n < 3; ++n) {
        way[n] = 0;
        for (int k = 0; k < SIDES; ++k) way[n] += (to[3 * k + n] - from[3 * k + n]) / SIDES;
    }
}

static double tilt_at(const double* jiggled, const double* skinned, int ring) {
    double a[3], b[3], across[3];
    axis_at(jiggled, ring, a);
    axis_at(skinned, ring, b);
    kit_cross(a, b, across);
    return 360 / TURN * atan2(sqrt(kit_dot(across, across)), kit_dot(a, b));
}

// Of a whole run, against skinning: thickness of any ring, degrees that the axis is bent by, and
// the farthest that any vertex went.
typedef struct measure {
    double least, most, tilt, moved;
    uint32_t sets;
} measure;

static void measure_frame(const double* jiggled, const double* skinned, measure* m) {
    for (int ring = 0; ring < RINGS; ++ring) {
        double share = sqrt(ring_area(jiggled, ring) / ring_area(skinned, ring));
        m->least = share < m->least ? share : m->least;
        m->most = share > m->most ? share : m->most;
    }
    for (int ring = 0; ring < RINGS - CHORD; ++ring) {
        double tilt = tilt_at(jiggled, skinned, ring);
        m->tilt = tilt > m->tilt ? tilt : m->tilt;
    }
    for (int i = 0; i < COUNT; ++i) {
        double away = kit_distance(jiggled + 3 * i, skinned + 3 * i);
        m->moved = away > m->moved ? away : m->moved;
    }
}

static measure shaken(const tube* t, float strength) {
    plump_jiggle_def def = def_of(t);
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_set sets[16];
    measure m = {1, 1, 0, 0, 0};
    double *jiggled = malloc(3 * COUNT * sizeof *jiggled),
           *skinned = malloc(3 * COUNT * sizeof *skinned), matrices[12 * BONES];
    wishes.strength = strength;
    plump_jiggle* still = kit_make(&def);
    assert_int_equal(plump_jiggle_place_sets(&def, &wishes, sets, 16, &m.sets, NULL), PLUMP_OK);
    def.sets = sets;
    def.set_count = m.sets;
    plump_jiggle* jiggle = kit_make(&def);
    shake(0, matrices);
    assert_int_equal(plump_jiggle_reset(jiggle, matrices, NULL), PLUMP_OK);
    for (int i = 1; i <= 360; ++i) {
        shake(i / 120.0, matrices);
        assert_int_equal(plump_jiggle_step(jiggle, 1.0 / 120, matrices, NULL, NULL), PLUMP_OK);
        if (i % 4 != 0) continue;
        assert_int_equal(plump_jiggle_reset(still, matrices, NULL), PLUMP_OK);
        kit_deform(jiggle, jiggled, NULL);
        kit_deform(still, skinned, NULL);
        measure_frame(jiggled, skinned, &m);
    }
    plump_jiggle_destroy(still);
    plump_jiggle_destroy(jiggle);
    free(jiggled);
    free(skinned);
    if (getenv("PLUMP_TEST_TABLE"))
        printf("strength %g: %u sets, thickness %.2f .. %.2f, bent by %.0f, moved by %.3f\n",
               (double)strength, (unsigned)m.sets, m.least, m.most, m.tilt, m.moved);
    return m;
}

static void a_limb_keeps_its_thickness(void** state) {
    (void)state;
    tube* t = make_tube(0.12, 0.12);
    for (float strength = 1; strength < 101; strength *= 10) {
        measure m = shaken(t, strength);
        assert_true(m.least > 0.8 && m.most < 1.25 && m.tilt < 40);
        assert_true(m.moved > 0.04);  // and yet it swings
    }
    free(t);
}

static void a_tail_keeps_its_thickness(void** state) {
    (void)state;
    tube* t = make_tube(0.16, 0.05);
    for (float strength = 1; strength < 101; strength *= 10) {
        measure m = shaken(t, strength);
        assert_true(m.least > 0.8 && m.most < 1.25 && m.tilt < 40);
        assert_true(m.moved > 0.04);
    }
    free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limb_keeps_its_thickness),
        cmocka_unit_test(a_tail_keeps_its_thickness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
