// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Geometry, camera and lights before any pixel is drawn.
#include "tests/unit/test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#include "render/light_rig.h"
#include "src/base/alloc.h"

static pl_scene build(const plump_picture_def* def) {
    pl_scene scene;
    plump_error error = {0};
    plump_result result =
        pl_scene_build(def, NULL, pl_alloc_hooks((plump_allocator){0}), &scene, &error);
    if (result != PLUMP_OK) print_error("%s\n", error.text);
    assert_int_equal(result, PLUMP_OK);
    return scene;
}

static double normal_dot(const pl_scene_corner* corner, const double direction[3]) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += corner->normal[k] / 32767.0 * direction[k];
    return sum;
}

static void ball_has_radial_normals_and_shared_corners(void** state) {
    (void)state;
    mesh ball = make_ball(24, 48);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    pl_scene scene = build(&def);
    assert_int_equal(scene.corner_count, ball.vertex_count);
    assert_true(scene.is_solid);
    for (size_t c = 0; c < scene.corner_count; ++c) {
        const float* p = scene.corners[c].position;
        double length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        double radial[3] = {p[0] / length, p[1] / length, p[2] / length};
        assert_true(normal_dot(&scene.corners[c], radial) > cos(1.0 * PI / 180));
    }
    for (size_t i = 0; i < scene.index_count; ++i) {
        const float* shared = scene.corners[scene.corner_indices[i]].position;
        assert_memory_equal(shared, scene.positions + 3 * scene.indices[i], 12);
    }
    pl_scene_free(&scene);
    mesh_free(&ball);
}

static const float box[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                            -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint16_t box_faces[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                     2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 3, 0, 4, 3, 4, 7};

static plump_picture_item box_item(void) {
    plump_picture_item item = plump_default_picture_item();
    item.triangles = (plump_triangles){
        .positions = box, .vertex_count = 8, .indices = box_faces, .triangle_count = 12};
    return item;
}

static void box_keeps_its_edges_unless_the_crease_allows(void** state) {
    (void)state;
    plump_picture_item item = box_item();
    plump_picture_def def = small_picture(&item, 1);
    pl_scene scene = build(&def);
    assert_int_equal(scene.corner_count, 24);  // three sides meet at each vertex
    for (size_t c = 0; c < 24; ++c) {
        const int16_t* n = scene.corners[c].normal;
        int large = 0;
        for (int k = 0; k < 3; ++k) large += abs(n[k]) == 32767;
        assert_int_equal(large, 1);
    }
    pl_scene_free(&scene);
    item.crease_angle = 100;
    scene = build(&def);
    assert_int_equal(scene.corner_count, 8);  // round: by angle each side counts the same
    for (size_t c = 0; c < 8; ++c) {
        for (int k = 0; k < 3; ++k) {
            assert_true(abs(abs(scene.corners[c].normal[k]) - 18918) < 3);  // 1 / sqrt 3
        }
    }
    pl_scene_free(&scene);
    item.wireframe = true;
    scene = build(&def);
    assert_int_equal(scene.corner_count, 36);
    pl_scene_free(&scene);
}

static void solid_means_closed_and_outward(void** state) {
    (void)state;
    plump_picture_item item = box_item();
    plump_picture_def def = small_picture(&item, 1);
    uint16_t faces[36];
    memcpy(faces, box_faces, sizeof faces);
    item.triangles.indices = faces;
    item.triangles.triangle_count = 11;  // a hole
    pl_scene scene = build(&def);
    assert_false(scene.is_solid);
    pl_scene_free(&scene);
    item.triangles.triangle_count = 12;
    faces[0] = 2, faces[1] = 0;  // one flipped
    scene = build(&def);
    assert_false(scene.is_solid);
    pl_scene_free(&scene);
    for (int t = 0; t < 12; ++t) {  // all inside out
        faces[3 * t] = box_faces[3 * t + 1], faces[3 * t + 1] = box_faces[3 * t];
        faces[3 * t + 2] = box_faces[3 * t + 2];
    }
    scene = build(&def);
    assert_false(scene.is_solid);
    pl_scene_free(&scene);
}

static void project(const float m[16], const double p[3], double out[2]) {
    double clip[4];
    for (int i = 0; i < 4; ++i) {
        clip[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
    }
    assert_true(clip[3] > 0);
    assert_true(fabs(clip[2]) < clip[3]);
    out[0] = clip[0] / clip[3];
    out[1] = clip[1] / clip[3];
}

// From any side and at any angle everything is inside the margin, and touches it somewhere.
static void camera_frames_exactly(void** state) {
    (void)state;
    plump_picture_item items[] = {box_item(), box_item()};
    items[1].move[0] = 5, items[1].move[1] = 2, items[1].scale = 0.5;
    plump_picture_def def = small_picture(items, 2);
    def.width = 400;
    const double fields[] = {0, 1, 26, 120};
    for (int i = 0; i < 4 * 40; ++i) {
        def.field_of_view = fields[i % 4];
        def.azimuth = fmod(i * 37.7, 360);
        def.elevation = fmod(i * 17.3, 180) - 90;
        def.margin = 0.05 * (i % 9);
        pl_scene scene = build(&def);
        pl_camera camera = pl_camera_frame(&def, &scene);
        pl_camera_window window = {.width = 400, .height = 240};
        float matrix[16];
        pl_camera_matrix(&camera, &def, &window, matrix);
        double reach = 0;
        for (size_t c = 0; c < scene.corner_count; ++c) {
            const float* f = scene.corners[c].position;
            double p[3] = {f[0], f[1], f[2]}, at[2];
            project(matrix, p, at);
            reach = fmax(reach, fmax(fabs(at[0]), fabs(at[1])));
        }
        double share = 1 - 2 * def.margin;
        assert_true(reach < share * (1 + 1e-4));
        // so wide an angle may end at the nearest corner instead
        if (def.field_of_view < 120) assert_true(reach > share * (1 - 1e-4));
        pl_scene_free(&scene);
    }
}

static void pieces_of_a_picture_fit_together(void** state) {
    (void)state;
    plump_picture_item item = box_item();
    plump_picture_def def = small_picture(&item, 1);
    def.azimuth = 30, def.elevation = 20;
    pl_scene scene = build(&def);
    pl_camera camera = pl_camera_frame(&def, &scene);
    pl_camera_window whole = {.width = 240, .height = 240};
    pl_camera_window piece = {.x = 100, .y = 30, .width = 64, .height = 50};
    float a[16], b[16];
    pl_camera_matrix(&camera, &def, &whole, a);
    pl_camera_matrix(&camera, &def, &piece, b);
    double p[3] = {0.1, -0.2, 0.3}, at[2], in_piece[2];
    project(a, p, at);
    double x = (at[0] + 1) * 120, y = (1 - at[1]) * 120;
    project(b, p, in_piece);
    assert_true(fabs((in_piece[0] + 1) * 32 + 100 - x) < 1e-3);
    assert_true(fabs((1 - in_piece[1]) * 25 + 30 - y) < 1e-3);
    piece.jitter_x = 0.25, piece.jitter_y = -0.5;  // moves the picture right and up
    pl_camera_matrix(&camera, &def, &piece, b);
    project(b, p, in_piece);
    assert_true(fabs((in_piece[0] + 1) * 32 + 100 - x - 0.25) < 1e-3);
    assert_true(fabs((1 - in_piece[1]) * 25 + 30 - y + 0.5) < 1e-3);
    pl_scene_free(&scene);
}

// Whatever the number of passes, the light adds up to the same.
static void light_adds_up(void** state) {
    (void)state;
    plump_picture_def def = small_picture(NULL, 0);
    pl_scene scene = build(&def);
    pl_camera camera = pl_camera_frame(&def, &scene);
    pl_light lights[PL_LIGHT_PASSES_MAX * PL_LIGHTS_PER_PASS];
    double totals[2];
    const int passes[] = {4, PL_LIGHT_PASSES_MAX};
    const int per_pass[] = {PL_LIGHTS_PER_DRAFT, PL_LIGHTS_PER_PASS};
    for (int i = 0; i < 2; ++i) {
        int count = passes[i] * per_pass[i];
        pl_light_rig(&camera, passes[i], per_pass[i], false, lights);
        float floor_light[3];
        pl_light_floor(lights, count, floor_light);
        totals[i] = (double)floor_light[1];
        double below = 0;
        for (int k = 0; k < count; ++k) {
            const double* d = lights[k].direction;
            assert_true(fabs(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - 1) < 1e-9);
            below += fmax(-d[1], 0) * (double)lights[k].colour[1];
            bool last = k % per_pass[i] == per_pass[i] - 1;
            assert_true(last == (d[1] < 0));  // the shaders count on it
        }
        assert_true(fabs(below - 0.25) < 0.02);
    }
    assert_true(fabs(totals[0] / totals[1] - 1) < 0.02);
    pl_scene_free(&scene);
}

static void shadow_maps_hold_all_casters(void** state) {
    (void)state;
    plump_picture_item item = box_item();
    item.move[0] = 1e6;
    plump_picture_def def = small_picture(&item, 1);
    pl_scene scene = build(&def);
    pl_camera camera = pl_camera_frame(&def, &scene);
    pl_light lights[4 * PL_LIGHTS_PER_PASS + 1];
    pl_light_rig(&camera, 4, PL_LIGHTS_PER_PASS, false, lights);
    lights[4 * PL_LIGHTS_PER_PASS] = (pl_light){.direction = {0, 1, 0}};
    for (int k = 0; k <= 4 * PL_LIGHTS_PER_PASS; ++k) {
        float m[16], texel, depth;
        pl_light_matrix(&lights[k], &scene, 512, m, &texel, &depth);
        for (size_t c = 0; c < scene.corner_count; ++c) {
            const float* p = scene.corners[c].position;
            for (int i = 0; i < 3; ++i) {
                float at = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
                assert_true(at > 0 && at < 1);
            }
        }
        // nearer the light is less deep
        const double* d = lights[k].direction;
        assert_true(m[2] * d[0] + m[6] * d[1] + m[10] * d[2] < 0);
        assert_true(texel > 0 && texel < 0.02f && depth > 0);
    }
    pl_scene_free(&scene);
}

// Two triangles that share an edge, flat or folded by 90 degrees.
static void creases_are_those_at_rest_where_that_is_given(void** state) {
    (void)state;
    const float flat[] = {0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0};
    const float folded[] = {0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3};
    plump_picture_item item = plump_default_picture_item();
    item.triangles = (plump_triangles){.vertex_count = 4,
                                       .indices = triangles,
                                       .index_type = PLUMP_INDEX_UINT32,
                                       .triangle_count = 2};
    plump_picture_def def = small_picture(&item, 1);
    for (int i = 0; i < 4; ++i) {
        bool is_folded = i & 1, was_folded = i & 2;
        item.triangles.positions = is_folded ? folded : flat;
        item.rest_positions = was_folded ? folded : flat;
        pl_scene scene = build(&def);
        // on the edge both triangles have corners of their own, unless it is smooth or looks so
        assert_int_equal(scene.corner_count, is_folded && was_folded ? 6 : 4);
        pl_scene_free(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_has_radial_normals_and_shared_corners),
        cmocka_unit_test(box_keeps_its_edges_unless_the_crease_allows),
        cmocka_unit_test(solid_means_closed_and_outward),
        cmocka_unit_test(camera_frames_exactly),
        cmocka_unit_test(pieces_of_a_picture_fit_together),
        cmocka_unit_test(light_adds_up),
        cmocka_unit_test(shadow_maps_hold_all_casters),
        cmocka_unit_test(creases_are_those_at_rest_where_that_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    print_message("skipped: built without OpenGL\n");
    return 0;
}

#endif
