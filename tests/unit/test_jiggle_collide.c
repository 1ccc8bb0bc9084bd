// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles: no vertex stays inside, the collision field is what the paper's section 4.1 defines,
// several at once, other bodies. PLUMP_TEST_LONG=1: ten thousand obstacles.
#include "src/jiggle/jiggle_data.h"
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

// --- the field, as the paper defines it: |d| grad p x grad q with p = (1 - b) e, q = (1 - b) f ---

typedef struct push {
    double c[3], d[3], inner, outer;
} push;

static double blend(const push* p, double r) {
    double t = (r - p->inner) / (p->outer - p->inner);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return 4 * t * t * t * (1 - t) + t * t * t * t;  // Bezier's, weights 0 0 0 1 1
}

// p and q at a point.
static void potentials(const push* p, const double x[3], double t, double both[2]) {
    double axis[3] = {0, 0, 0}, e[3], f[3], y[3], length = sqrt(kit_dot(p->d, p->d));
    axis[fabs(p->d[0]) < 0.5 * length ? 0 : 1] = 1;
    kit_cross(p->d, axis, e);
    double size = sqrt(kit_dot(e, e));
    for (int k = 0; k < 3; ++k) {
        e[k] /= size;
        y[k] = x[k] - p->c[k] - t * p->d[k];
    }
    kit_cross(p->d, e, f);
    for (int k = 0; k < 3; ++k) f[k] /= length;
    double rest = 1 - blend(p, sqrt(kit_dot(y, y)));
    both[0] = rest * kit_dot(e, y);
    both[1] = rest * kit_dot(f, y);
}

static void push_field(const push* p, const double x[3], double t, double v[3]) {
    double grad[2][3], step = 1e-5;
    for (int k = 0; k < 3; ++k) {
        double far[3], near[3], a[2], b[2];
        memcpy(far, x, sizeof far);
        memcpy(near, x, sizeof near);
        far[k] += step;
        near[k] -= step;
        potentials(p, far, t, a);
        potentials(p, near, t, b);
        for (int i = 0; i < 2; ++i) grad[i][k] = (a[i] - b[i]) / (2 * step);
    }
    kit_cross(grad[0], grad[1], v);
    for (int k = 0; k < 3; ++k) v[k] *= sqrt(kit_dot(p->d, p->d));
}

// Rows straight into the kernel: one Euler step is the field at t = 0.
static void collision_field_is_the_papers(void** state) {
    (void)state;
    enum { COUNT = 160 };
    float at[3 * COUNT];
    for (int i = 0; i < 3 * COUNT; ++i) at[i] = (float)kit_random(-1, 1);
    plump_jiggle_def def = kit_points(at, COUNT);
    def.method = PLUMP_JIGGLE_EULER;
    plump_jiggle* jiggle = kit_make(&def);
    double now[3 * COUNT];
    for (int round = 0; round < 20; ++round) {
        push p = {.inner = kit_random(0.1, 0.5)};
        p.outer = p.inner + kit_random(0.2, 1);
        double way[3];
        kit_direction(way);
        for (int k = 0; k < 3; ++k) {
            p.c[k] = kit_random(-0.3, 0.3);
            p.d[k] = 0.2 * way[k];
        }
        pl_jiggle_push made = {
            .inner = (float)p.inner, .per_width = (float)(1 / (p.outer - p.inner)), .steps = 1};
        kit_deform(jiggle, now, NULL);
        for (int k = 0; k < 3; ++k) {
            made.c[k] = (float)(p.c[k] - jiggle->origin[k]);
            made.d[k] = (float)p.d[k];
        }
        for (uint32_t b = 0; b < jiggle->block_count; ++b)
            jiggle->kernels->push(jiggle, &made, false, PL_JIGGLE_BLOCK * b);
        for (uint32_t i = 0; i < COUNT; ++i) {
            double v[3], moved[3];
            push_field(&p, now + 3 * i, 0, v);
            for (uint32_t k = 0; k < 3; ++k)
                moved[k] = (double)jiggle->row_x[jiggle->mix_row[0][i] + k] + jiggle->origin[k] -
                           now[3 * i + k];
            assert_true(kit_distance(v, moved) < 1e-5);
        }
    }
    plump_jiggle_destroy(jiggle);
}

// --- obstacles by chance ---

static void turn_back(const float q[4], const double v[3], double to[3]) {
    double x = -(double)q[0], y = -(double)q[1], z = -(double)q[2], w = (double)q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 3; ++i) to[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2];
}

// How deep a point is in an obstacle of these shapes; at most 0 outside. Hulls are octahedra.
static double depth_in(const plump_obstacle_def* o, const double x[3]) {
    double from[3], at[3], depth;
    for (int k = 0; k < 3; ++k) from[k] = x[k] - o->position[k];
    turn_back(o->rotation, from, at);
    double round = (double)o->radius, tall = (double)o->half_height;
    double beside = sqrt(at[0] * at[0] + at[2] * at[2]), over = fabs(at[1]) - tall;
    switch (o->shape) {
    case PLUMP_OBSTACLE_PLANE: return -at[1];
    case PLUMP_OBSTACLE_SPHERE: return round - sqrt(kit_dot(at, at));
    case PLUMP_OBSTACLE_CYLINDER: return fmin(round - beside, -over);
    case PLUMP_OBSTACLE_CAPSULE:
        return round - sqrt(beside * beside + (over > 0 ? over * over : 0));
    case PLUMP_OBSTACLE_HULL:
        depth = 1;
        for (int k = 0; k < 3; ++k) depth -= fabs(at[k]) / (double)o->half_size[k];
        return depth * 0.05;
    default:
        depth = 1;
        for (int k = 0; k < 3; ++k) depth = fmin(depth, (double)o->half_size[k] - fabs(at[k]));
        return depth;
    }
}

typedef struct solid_case {
    plump_obstacle_def def;
    float points[18];
} solid_case;

// Somewhere at the rim of a body of size 1, at most half of it inside.
static void random_solid(solid_case* s, plump_obstacle_shape shape) {
    plump_obstacle_def* o = &s->def;
    double way[3], square = 0;
    *o = plump_default_obstacle_def();
    o->shape = shape;
    for (int k = 0; k < 4; ++k) {
        o->rotation[k] = (float)kit_random(-1, 1);
        square += (double)o->rotation[k] * (double)o->rotation[k];
    }
    for (int k = 0; k < 4; ++k) o->rotation[k] /= (float)sqrt(square);
    o->radius = (float)kit_random(0.08, 0.6);
    o->half_height = (float)kit_random(0.05, 0.6);
    kit_direction(way);
    double far = kit_random(0.3, 0.9);
    for (int k = 0; k < 3; ++k) {
        o->half_size[k] = (float)kit_random(0.08, 0.6);
        o->position[k] = far * way[k];
    }
    if (shape == PLUMP_OBSTACLE_PLANE) {
        // below the body, by its own up
        float back[4] = {-o->rotation[0], -o->rotation[1], -o->rotation[2], o->rotation[3]};
        const double down[3] = {0, -kit_random(0, 0.5), 0};
        turn_back(back, down, o->position);
    }
    memset(s->points, 0, sizeof s->points);
    for (int i = 0; i < 6; ++i)
        s->points[3 * i + i / 2] = i % 2 ? -o->half_size[i / 2] : o->half_size[i / 2];
    if (shape == PLUMP_OBSTACLE_HULL) {
        o->points = s->points;
        o->point_count = 6;
    }
}

static double deepest(const plump_obstacle_def* o, const double* x, uint32_t count) {
    double most = -1;
    for (uint32_t i = 0; i < count; ++i) {
        double depth = depth_in(o, x + 3 * (size_t)i);
        most = depth > most ? depth : most;
    }
    return most;
}

static const plump_obstacle_shape shapes[] = {PLUMP_OBSTACLE_PLANE,    PLUMP_OBSTACLE_SPHERE,
                                              PLUMP_OBSTACLE_CAPSULE,  PLUMP_OBSTACLE_BOX,
                                              PLUMP_OBSTACLE_CYLINDER, PLUMP_OBSTACLE_HULL};

static void no_vertex_stays_in_an_obstacle(void** state) {
    (void)state;
    const plump_shape_kind kinds[4] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BEAR, PLUMP_SHAPE_DUCK,
                                       PLUMP_SHAPE_CREATURE};
    int rounds = getenv("PLUMP_TEST_LONG") ? 2500 : 90, met = 0;
    double worst = 0;
    for (int k = 0; k < 4; ++k) {
        plump_mesh* mesh = kit_shape(kinds[k], 1000);
        uint32_t count = plump_mesh_vertex_count(mesh), number;
        double *now = malloc(3 * count * sizeof *now), *still = malloc(3 * count * sizeof *now);
        plump_jiggle_def def = kit_def(mesh);
        plump_jiggle* jiggle = kit_make(&def);
        kit_deform(jiggle, still, NULL);
        double rest = kit_volume(still, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh));
        for (int i = 0; i < rounds; ++i) {
            solid_case s;
            plump_error error;
            random_solid(&s, shapes[i % 6]);
            bool meets = deepest(&s.def, still, count) > 1e-6;
            if (plump_jiggle_obstacle_create(jiggle, &s.def, &number, &error) != PLUMP_OK)
                fail_msg("%s", error.text);
            kit_deform(jiggle, now, NULL);
            assert_true(deepest(&s.def, now, count) < 1e-6);
            assert_int_equal(plump_jiggle_contacts(jiggle, NULL, 0) > 0, meets);
            // away from it, untouched
            if (!meets) assert_memory_equal(now, still, 3 * count * sizeof *now);
            double error_of = fabs(
                kit_volume(now, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh)) / rest -
                1);
            worst = error_of > worst ? error_of : worst;
            met += meets;
            assert_int_equal(plump_jiggle_obstacle_destroy(jiggle, number, NULL), PLUMP_OK);
        }
        plump_jiggle_destroy(jiggle);
        free(now);
        free(still);
        plump_mesh_destroy(mesh);
    }
    if (getenv("PLUMP_TEST_TABLE"))
        printf("%d obstacles met, volume of the polyhedra within %.1e\n", met, worst);
    assert_true(met > rounds * 2);
    assert_true(worst < 0.03);
}

// A floor of two boxes side by side, a wall, and a ball on top.
static void several_obstacles_at_once_are_left(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 2562);
    uint32_t count = plump_mesh_vertex_count(mesh), number;
    double* now = malloc(3 * count * sizeof *now);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle* jiggle = kit_make(&def);
    plump_obstacle_def o[4];
    for (int i = 0; i < 4; ++i) {
        o[i] = plump_default_obstacle_def();
        o[i].shape = i < 3 ? PLUMP_OBSTACLE_BOX : PLUMP_OBSTACLE_SPHERE;
    }
    o[0].position[0] = -0.5;
    o[1].position[0] = 0.5;
    o[0].position[1] = o[1].position[1] = -0.9;
    o[2].position[0] = 0.9;
    o[3].position[1] = 0.7;
    o[3].radius = 0.3f;
    for (int i = 0; i < 4; ++i)
        assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o[i], &number, NULL), PLUMP_OK);
    kit_deform(jiggle, now, NULL);
    for (int i = 0; i < 4; ++i) assert_true(deepest(&o[i], now, count) < 1e-6);
    plump_jiggle_contact contacts[8];
    assert_int_equal(plump_jiggle_contacts(jiggle, contacts, 8), 4);
    for (uint32_t i = 0; i < 4; ++i) assert_int_equal(contacts[i].obstacle, i);
    assert_true(contacts[0].depth > 0.05 && contacts[0].direction[1] > 0.5);
    // moved out of the way all is as it was
    const double far[3] = {0, 50, 0};
    for (uint32_t i = 0; i < 4; ++i)
        assert_int_equal(plump_jiggle_obstacle_place(jiggle, i, far, o[0].rotation, NULL),
                         PLUMP_OK);
    kit_deform(jiggle, now, NULL);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(fabs(sqrt(kit_dot(now + 3 * i, now + 3 * i)) - 0.5) < 1e-4);
    plump_jiggle_destroy(jiggle);
    free(now);
    plump_mesh_destroy(mesh);
}

// Normals of a dent against those of its triangles.
static void normals_follow_a_dent(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 10242);
    uint32_t count = plump_mesh_vertex_count(mesh), number;
    double *now = malloc(3 * count * sizeof *now), *normals = malloc(3 * count * sizeof *now),
           *areas = calloc(3 * (size_t)count, sizeof *areas), sum = 0, most = 0, turned = 0;
    plump_jiggle_def def = kit_def(mesh);
    def.softness = 0.5f;
    plump_jiggle* jiggle = kit_make(&def);
    plump_obstacle_def o = plump_default_obstacle_def();
    o.shape = PLUMP_OBSTACLE_SPHERE;
    o.radius = 0.3f;
    o.position[0] = 0.65;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, NULL), PLUMP_OK);
    kit_deform(jiggle, now, normals);
    const uint32_t* faces = plump_mesh_indices(mesh);
    for (uint32_t t = 0; t < plump_mesh_triangle_count(mesh); ++t) {
        double a[3], b[3], area[3];
        for (uint32_t k = 0; k < 3; ++k) {
            a[k] = now[3 * faces[3 * t + 1] + k] - now[3 * faces[3 * t] + k];
            b[k] = now[3 * faces[3 * t + 2] + k] - now[3 * faces[3 * t] + k];
        }
        kit_cross(a, b, area);
        for (uint32_t k = 0; k < 9; ++k) areas[3 * faces[3 * t + k / 3] + k % 3] += area[k % 3];
    }
    for (uint32_t i = 0; i < count; ++i) {
        double across[3], *n = normals + 3 * i, *a = areas + 3 * i;
        kit_cross(n, a, across);
        double angle = atan2(sqrt(kit_dot(across, across)), kit_dot(n, a)) * 57.29577951;
        sum += angle;
        most = angle > most ? angle : most;
        // where the dent turned it most
        double rest = acos(
            fmax(-1, fmin(1, kit_dot(n, now + 3 * i) / sqrt(kit_dot(now + 3 * i, now + 3 * i)))));
        turned = rest * 57.29577951 > turned ? rest * 57.29577951 : turned;
    }
    if (getenv("PLUMP_TEST_TABLE"))
        printf("dent: %g, %g of %g degrees\n", most, sum / count, turned);
    assert_true(sum / count < 0.3 && most < 6 && turned > 40);
    plump_jiggle_destroy(jiggle);
    free(now);
    free(normals);
    free(areas);
    plump_mesh_destroy(mesh);
}

// Two balls, one overlapping the other by 0.3 of their radius, share the dent.
static void two_elastic_bodies_part(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 2562);
    uint32_t count = plump_mesh_vertex_count(mesh);
    double *a = malloc(3 * count * sizeof *a), *b = malloc(3 * count * sizeof *b), m[12];
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle *left = kit_make(&def), *right = kit_make(&def);
    memcpy(m, kit_identity, sizeof m);
    m[3] = 0.85;
    assert_int_equal(plump_jiggle_reset(right, m, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_meet(left, right, 0.5, NULL), PLUMP_OK);  // not yet deformed
    kit_deform(right, b, NULL);
    assert_int_equal(plump_jiggle_meet(left, right, 0.5, NULL), PLUMP_OK);
    kit_deform(left, a, NULL);
    assert_int_equal(plump_jiggle_contacts(left, NULL, 0), 1);
    assert_int_equal(plump_jiggle_meet(right, left, 1, NULL), PLUMP_OK);
    kit_deform(right, b, NULL);
    // each is on its side of some plane between them
    double most = -1, least = 2;
    for (uint32_t i = 0; i < count; ++i) {
        most = a[3 * i] > most ? a[3 * i] : most;
        least = b[3 * i] < least ? b[3 * i] : least;
    }
    double inside = 0;
    for (uint32_t i = 0; i < count; ++i) {
        // no vertex of either in the other: by distance from their own axis, where they face
        for (uint32_t k = i % 7; k < count; k += 7) {
            double dy = a[3 * i + 1] - b[3 * k + 1], dz = a[3 * i + 2] - b[3 * k + 2];
            double over = a[3 * i] - b[3 * k];
            if (dy * dy + dz * dz < 1e-4 && a[3 * i] > 0 && b[3 * k] < 0.85 && over > inside)
                inside = over;
        }
    }
    assert_true(inside < 0.02);
    assert_true(most < 0.46 && most > 0.40 && least > 0.40 && least < 0.46);
    // only once: the next time they are alone
    kit_deform(left, a, NULL);
    assert_int_equal(plump_jiggle_contacts(left, NULL, 0), 0);
    plump_jiggle_destroy(left);
    plump_jiggle_destroy(right);
    free(a);
    free(b);
    plump_mesh_destroy(mesh);
}

// A long bar under one end of which the ball has sunk in: out beside it, not along it.
static void long_bars_and_walls_are_left_beside(void** state) {
    (void)state;
    const plump_obstacle_shape bars[3] = {PLUMP_OBSTACLE_CAPSULE, PLUMP_OBSTACLE_CYLINDER,
                                          PLUMP_OBSTACLE_BOX};
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 2562);
    uint32_t count = plump_mesh_vertex_count(mesh), number;
    double* now = malloc(3 * count * sizeof *now);
    for (int i = 0; i < 3; ++i) {
        plump_jiggle_def def = kit_def(mesh);
        plump_jiggle* jiggle = kit_make(&def);
        plump_obstacle_def bar = plump_default_obstacle_def();
        plump_jiggle_contact contact;
        bar.shape = bars[i];
        bar.radius = 0.1f;
        bar.half_height = 4;
        bar.half_size[0] = 0.1f, bar.half_size[1] = 4, bar.half_size[2] = 3;
        bar.position[0] = -0.55;
        bar.position[1] = -3;
        assert_int_equal(plump_jiggle_obstacle_create(jiggle, &bar, &number, NULL), PLUMP_OK);
        kit_deform(jiggle, now, NULL);
        assert_int_equal(plump_jiggle_contacts(jiggle, &contact, 1), 1);
        assert_true(contact.direction[0] > 0.999);
        assert_true(fabs(contact.depth - 0.05) < 0.002);
        plump_jiggle_destroy(jiggle);
    }
    free(now);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collision_field_is_the_papers),
        cmocka_unit_test(no_vertex_stays_in_an_obstacle),
        cmocka_unit_test(long_bars_and_walls_are_left_beside),
        cmocka_unit_test(several_obstacles_at_once_are_left),
        cmocka_unit_test(normals_follow_a_dent),
        cmocka_unit_test(two_elastic_bodies_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
