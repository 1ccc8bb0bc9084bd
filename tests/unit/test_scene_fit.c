// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes of bodies in the size and with the vertices that a scene asks for, holes filled or not.
#define _XOPEN_SOURCE 700  // mkdtemp
#include "tests/unit/scene_kit.h"

#include "tests/unit/folder_kit.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

// A pyramid of edge `size` and its four sides, with its base or without.
static void write_pyramid(const char* name, double size, bool closed) {
    char text[1000];
    int used = snprintf(text, sizeof text,
                        "v 0 0 0\nv %.9g 0 0\nv %.9g 0 %.9g\nv 0 0 %.9g\nv %.9g %.9g %.9g\n"
                        "f 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n",
                        size, size, size, size, size / 2, size / 2, size / 2);
    if (closed) snprintf(text + used, sizeof text - (size_t)used, "f 1 2 3\nf 1 3 4\n");
    assert_int_equal(plump_file_write_bytes(path_of(name), text, strlen(text), NULL), PLUMP_OK);
}

static plump_scene_def beside(void) {
    plump_scene_def def = plump_default_scene_def();
    def.folder = folder;
    return def;
}

static double width_of(plump_triangles t) {
    double low = 1e300, high = -1e300;
    assert_true(t.position_stride == 0);
    for (size_t i = 0; i < t.vertex_count; ++i) {
        double x = t.position_type == PLUMP_SCALAR_FLOAT64
                       ? ((const double*)t.positions)[3 * i]
                       : (double)((const float*)t.positions)[3 * i];
        low = fmin(low, x), high = fmax(high, x);
    }
    return high - low;
}

static void a_file_of_any_unit_gets_the_size(void** state) {
    (void)state;
    static const double sizes[] = {1e-9, 1e-4, 1, 1e5, 1e9};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        write_pyramid("p.obj", sizes[i], true);
        plump_scene_def def = beside();
        plump_scene* scene = scene_accept_with(
            "{'bodies': [{'mesh': 'p.obj', 'size': 0.3, 'detail': {'mesh': 'p.obj'}}]}", &def);
        const pl_plan* plan = &scene->plan;
        double volume = plump_mesh_volume(plan->bodies[0].def.mesh);
        assert_true(fabs(volume / (0.3 * 0.3 * 0.15 / 3) - 1) < 1e-5);
        // what follows it is in the file's coordinates, and goes along
        assert_true(fabs(width_of(plan->groups[0].detail) - 0.3) < 1e-6);
        assert_int_equal(plump_scene_start(scene, NULL), PLUMP_OK);
        plump_scene_destroy(scene);
    }
    // without a size the file's own counts
    write_pyramid("p.obj", 2, true);
    plump_scene_def def = beside();
    plump_scene* scene = scene_accept_with("{'bodies': [{'mesh': 'p.obj'}]}", &def);
    assert_true(fabs(plump_mesh_volume(scene->plan.bodies[0].def.mesh) - 4.0 / 3) < 1e-6);
    plump_scene_destroy(scene);
    unlink(path_of("p.obj"));
}

static void holes_are_filled_where_somebody_says_so(void** state) {
    (void)state;
    static const char* const set = "bodies.0.fill_holes=true";
    plump_scene_def def = beside();
    plump_scene* scene = NULL;
    plump_error error;
    write_pyramid("p.obj", 1, false);
    assert_int_equal(scene_read("{'bodies': [{'mesh': 'p.obj'}]}", "x", &def, &scene, &error),
                     PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "fill_holes"));
    plump_scene_destroy(
        scene_accept_with("{'bodies': [{'mesh': 'p.obj', 'fill_holes': true}]}", &def));
    def.sets = &set;
    def.set_count = 1;
    plump_scene_destroy(scene_accept_with("{'bodies': [{'mesh': 'p.obj'}]}", &def));
    def.set_count = 0;
    def.fill_holes = true;
    plump_scene_destroy(scene_accept_with("{'bodies': [{'mesh': 'p.obj', 'size': 2}]}", &def));
    unlink(path_of("p.obj"));
}

#define COARSE                                                                                     \
    "{'bodies': [{'shape': 'bear', 'vertices': 1500, 'size': 0.3, 'coarse': 300},"                 \
    " {'shape': 'bear', 'vertices': 1500, 'size': 0.3, 'coarse': 300},"                            \
    " {'shape': 'bear', 'vertices': 200, 'coarse': 300}], 'obstacles': [{'shape': 'plane'}]}"

static void a_fine_mesh_follows_a_coarse_body(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(COARSE);
    const pl_plan* plan = &scene->plan;
    plump_scene_body body;
    assert_int_equal(plump_mesh_vertex_count(plan->bodies[0].def.mesh), 300);
    assert_ptr_equal(plan->bodies[0].def.mesh, plan->bodies[1].def.mesh);
    assert_int_equal(plan->groups[0].detail.vertex_count, 1500);
    assert_int_equal(plan->groups[2].detail.vertex_count, 0);  // coarse enough as it is
    assert_int_equal(plan->info.particle_count,
                     600 + plump_mesh_vertex_count(plan->bodies[2].def.mesh));
    assert_int_equal(plump_scene_start(scene, NULL), PLUMP_OK);
    assert_int_equal(plump_scene_get_body(scene, 0, &body), PLUMP_OK);
    assert_int_equal(plump_detail_vertex_count(body.detail), 1500);
    for (int i = 0; i < 5; ++i) assert_int_equal(plump_scene_step(scene, NULL), PLUMP_OK);
    // a state is taken back by a scene that was made coarse in the same way
    size_t size = plump_scene_snapshot_size(scene);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(plump_scene_snapshot(scene, bytes, size, &size, NULL), PLUMP_OK);
    plump_scene* other = scene_accept(COARSE);
    assert_int_equal(plump_scene_start(other, NULL), PLUMP_OK);
    assert_int_equal(plump_scene_restore(other, bytes, size, NULL), PLUMP_OK);
    assert_true(plump_scene_hash(other) == plump_scene_hash(scene));
    plump_scene_destroy(other);
    free(bytes);
    plump_scene_destroy(scene);
    // somebody may want to see something else
    scene = scene_accept("{'bodies': [{'shape': 'bear', 'vertices': 900, 'coarse': 300,"
                         " 'detail': {'shape': 'bear', 'vertices': 700}}]}");
    assert_true(scene->plan.groups[0].detail.vertex_count < 800);
    plump_scene_destroy(scene);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    write_pyramid("p.obj", 1e-9, false);
    for (long n = 1;; ++n) {
        memory_kit kit = {.fail_at = n};
        plump_scene_def def = beside();
        plump_scene* scene = NULL;
        plump_error error;
        def.allocator = memory_kit_hooks(&kit);
        def.fill_holes = true;
        plump_result result =
            scene_read("{'bodies': [{'mesh': 'p.obj', 'size': 1, 'detail': {'mesh': 'p.obj'}},"
                       " {'shape': 'sphere', 'vertices': 162, 'coarse': 50}]}",
                       "x", &def, &scene, &error);
        plump_scene_destroy(scene);
        assert_int_equal(kit.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(n < 3000);
    }
    unlink(path_of("p.obj"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_any_unit_gets_the_size),
        cmocka_unit_test(holes_are_filled_where_somebody_says_so),
        cmocka_unit_test(a_fine_mesh_follows_a_coarse_body),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("scene_fit", tests, make_folder, remove_folder);
}

#else

int main(void) {
    return 0;
}

#endif
