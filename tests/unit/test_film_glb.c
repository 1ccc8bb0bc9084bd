// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Animated GLBs, read back by a small player of the tests' own. tests/web has the Khronos validator
// and three.js for the same.
#define _XOPEN_SOURCE 700
#include "tests/unit/film_kit.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "tests/unit/film_player.h"

static void expect_frame(const player* p, film_kit* kit, uint32_t frame, unsigned part,
                         uint32_t moved) {
    double time = (double)(float)(frame / 30.0);
    size_t node = showing_node(p, part, time);
    assert_true(node != SIZE_MAX);
    film_kit_move(kit, moved);
    for (size_t k = 0; k < 12; ++k) {
        double value = attribute_at(p, node, "POSITION", time, k / 3, k % 3);
        if (!(fabs(value - (double)kit->positions[part][k]) <= 1e-6))
            fail_msg("frame %u, part %u, value %zu: %.9g", frame, part, k, value);
    }
}

// ---------------------------------------------------------------- tests

static void every_frame_comes_back(void** state) {
    (void)state;
    static const uint32_t limits[] = {0, 120, 24, 23, 7, 2};
    for (unsigned n = 0; n < sizeof limits / sizeof limits[0]; ++n) {
        film_kit kit;
        film_kit_make(&kit, path_of("a.glb"));
        kit.def.targets_max = limits[n];
        plump_film* film = film_kit_open(&kit);
        for (uint32_t f = 0; f < 25; ++f) film_kit_add(&kit, film, f);
        film_kit_close(film);
        player p = play(path_of("a.glb"));
        expect_bounds(&p);
        for (uint32_t f = 0; f < 25; ++f) {
            for (unsigned part = 0; part < 3; ++part) expect_frame(&p, &kit, f, part, f);
        }
        // 24 targets: frame 0 is the rest
        size_t meshes = json_array_size(get(p.json, "meshes"));
        assert_int_equal(meshes, limits[n] == 23  ? 5
                                 : limits[n] == 7 ? 9
                                 : limits[n] == 2 ? 47
                                                  : 3);
        stop(&p);
    }
}

static void frames_blend_into_each_other(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.targets_max = 3;
    plump_film* film = film_kit_open(&kit);
    for (uint32_t f = 0; f < 10; ++f) film_kit_add(&kit, film, f);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    for (uint32_t f = 0; f < 9; ++f) {
        double middle = ((double)(float)(f / 30.0) + (double)(float)((f + 1) / 30.0)) / 2;
        size_t node = showing_node(&p, 0, middle);
        for (size_t k = 0; k < 12; ++k) {
            film_kit_move(&kit, f);
            double expected = (double)kit.positions[0][k];
            film_kit_move(&kit, f + 1);
            expected = (expected + (double)kit.positions[0][k]) / 2;
            double value = attribute_at(&p, node, "POSITION", middle, k / 3, k % 3);
            assert_true(fabs(value - expected) <= 1e-6);
        }
    }
    stop(&p);
}

static void normals_follow_the_surface(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    plump_film* film = film_kit_open(&kit);
    // a quarter turn about y: x becomes -z, z becomes x
    for (unsigned v = 0; v < 4; ++v) {
        const float* r = film_rest[0] + 3 * (size_t)v;
        memcpy(kit.positions[0] + 3 * (size_t)v, (float[3]){r[2], r[1], -r[0]}, 12);
    }
    memcpy(kit.positions[1], film_rest[1], sizeof film_rest[1]);
    assert_int_equal(plump_film_add(film, 0.5, kit.given, NULL), PLUMP_OK);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    size_t normal = number(get(primitive_of(&p, 0), "attributes"), "NORMAL");
    for (size_t v = 0; v < 4; ++v) {
        double rest[3], turned[3], length = 0;
        for (size_t k = 0; k < 3; ++k) {
            rest[k] = value_of(&p, normal, v, 3, k);
            turned[k] = attribute_at(&p, 0, "NORMAL", 0.5, v, k);
            length += rest[k] * rest[k];
        }
        assert_true(fabs(length - 1) < 1e-6);
        assert_true(fabs(turned[0] - rest[2]) < 1e-6 && fabs(turned[1] - rest[1]) < 1e-6 &&
                    fabs(turned[2] + rest[0]) < 1e-6);
    }
    // all three faces at the corner 0 look away from the others
    for (size_t k = 0; k < 3; ++k) assert_true(value_of(&p, normal, 0, 3, k) < -0.5);
    assert_null(json_object_get(get(primitive_of(&p, 1), "attributes"), "NORMAL"));
    assert_int_equal(target_count(&p, 1), 0);  // it never left its rest
    stop(&p);
}

static void normals_are_whole_where_there_is_no_area(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    plump_film* film = film_kit_open(&kit);
    film_kit_add(&kit, film, 0);
    for (unsigned k = 0; k < 12; ++k) kit.positions[0][k] = 1e-38f * (float)(k == 5);
    assert_int_equal(plump_film_add(film, 1, kit.given, NULL), PLUMP_OK);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    for (size_t v = 0; v < 4; ++v)
        assert_true(fabs(attribute_at(&p, 0, "NORMAL", 1, v, 1) - 1) < 1e-6);
    stop(&p);
}

// A box whose corners are shared by three faces each is drawn with a vertex per face and corner,
// its own eight first. Other angles leave it round.
static void sharp_edges_stay_sharp(void** state) {
    (void)state;
    static const float box[24] = {-1, -2, -3, 1, -2, -3, 1, 2, -3, -1, 2, -3,
                                  -1, -2, 3,  1, -2, 3,  1, 2, 3,  -1, 2, 3};
    static const uint16_t corners[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                         2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3};
    static const double angles[] = {60, 89, 91, 180};
    for (unsigned n = 0; n < 4; ++n) {
        film_kit kit;
        film_kit_make(&kit, path_of("a.glb"));
        kit.def.part_count = 1;
        kit.parts[0].crease_angle = angles[n];
        kit.parts[0].triangles = (plump_triangles){
            .positions = box, .vertex_count = 8, .indices = corners, .triangle_count = 12};
        plump_film* film = film_kit_open(&kit);
        float moved[24];
        for (unsigned k = 0; k < 24; ++k) moved[k] = box[k] * 2 + (float)(k % 3);
        assert_int_equal(plump_film_add(film, 1, (const float*[]){moved}, NULL), PLUMP_OK);
        film_kit_close(film);
        player p = play(path_of("a.glb"));
        expect_bounds(&p);
        const json_t* attributes = get(primitive_of(&p, 0), "attributes");
        size_t position = number(attributes, "POSITION"), normal = number(attributes, "NORMAL");
        size_t count = count_of(&p, position);
        assert_int_equal(count, angles[n] < 90 ? 24 : 8);
        for (size_t v = 0; v < count; ++v) {
            unsigned ones = 0;
            for (size_t k = 0; k < 3; ++k) {
                double rest = value_of(&p, position, v, 3, k);
                if (v < 8) assert_true(rest == (double)box[3 * v + k]);
                assert_true(attribute_at(&p, 0, "POSITION", 1, v, k) == rest * 2 + (double)k);
                double at_rest = value_of(&p, normal, v, 3, k);
                assert_true(fabs(attribute_at(&p, 0, "NORMAL", 1, v, k) - at_rest) < 1e-6);
                // outwards, along one axis
                assert_true(at_rest * rest >= 0);
                ones += fabs(fabs(at_rest) - 1) < 1e-6;
            }
            assert_int_equal(ones, count == 24 ? 1 : 0);
        }
        stop(&p);
    }
}

static void a_resting_part_adds_no_targets(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    plump_film* film = film_kit_open(&kit);
    uint64_t sizes[40];
    for (uint32_t f = 0; f < 40; ++f) {
        film_kit_move(&kit, f < 5 ? f : f < 30 ? 5 : 0);
        assert_int_equal(plump_film_add(film, f / 30.0, kit.given, NULL), PLUMP_OK);
        plump_film_info info;
        plump_film_get_info(film, &info);
        sizes[f] = info.byte_count;
    }
    assert_true(sizes[5] > sizes[4] && sizes[39] == sizes[5]);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    assert_int_equal(target_count(&p, 0), 5);
    // 0 to 5, the end of that run, and rest at both ends of its own
    size_t keys = count_of(&p, number(sampler_of(&p, 0, "weights"), "input"));
    assert_int_equal(keys, 6 + 1 + 2);
    for (uint32_t f = 0; f < 40; ++f) expect_frame(&p, &kit, f, 0, f < 5 ? f : f < 30 ? 5 : 0);
    stop(&p);
}

static void a_part_comes_and_goes(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.targets_max = 4;
    plump_film* film = film_kit_open(&kit);
    for (uint32_t f = 0; f < 20; ++f) {
        kit.given[0] = f >= 3 && f < 12 && f != 7 ? kit.positions[0] : NULL;
        film_kit_add(&kit, film, f);
    }
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    for (uint32_t f = 0; f < 20; ++f) {
        if (f >= 3 && f < 12 && f != 7)
            expect_frame(&p, &kit, f, 0, f);
        else
            assert_true(showing_node(&p, 0, (double)(float)(f / 30.0)) == SIZE_MAX);
        expect_frame(&p, &kit, f, 1, f);
    }
    stop(&p);
}

static void without_frames_nothing_moves(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    film_kit_close(film_kit_open(&kit));
    player p = play(path_of("a.glb"));
    assert_null(json_object_get(p.json, "animations"));
    expect_frame(&p, &kit, 0, 0, 0);
    expect_frame(&p, &kit, 0, 2, 0);
    stop(&p);
}

// Shown without playing, the film is in its first frame.
static void the_first_frame_is_what_stands_still(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    plump_film* film = film_kit_open(&kit);
    for (uint32_t f = 2; f < 5; ++f) film_kit_add(&kit, film, f);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    json_t* weights = get(mesh_of(&p, 0), "weights");
    assert_int_equal(json_array_size(weights), 3);
    for (size_t k = 0; k < 3; ++k)
        assert_int_equal(json_integer_value(json_array_get(weights, k)), k == 0);
    stop(&p);
}

static void names_and_colours_are_kept(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.parts[0].name = "a \"b\\\n\xC3\xA4\xFF";
    kit.parts[0].colour = (plump_colour){255, 0, 188, 255};
    kit.parts[1].colour = (plump_colour){10, 10, 10, 51};
    kit.parts[2].colour = kit.parts[0].colour;
    film_kit_close(film_kit_open(&kit));
    player p = play(path_of("a.glb"));
    assert_string_equal(json_string_value(get(item(&p, "nodes", 0), "name")), "a \"b\\\n\xC3\xA4?");
    assert_string_equal(json_string_value(get(item(&p, "nodes", 1), "name")), "part 1");
    assert_null(json_object_get(item(&p, "nodes", 3), "mesh"));
    assert_int_equal(json_array_size(get(p.json, "materials")), 2);
    assert_int_equal(number(primitive_of(&p, 2), "material"), 0);
    json_t* first = get(get(item(&p, "materials", 0), "pbrMetallicRoughness"), "baseColorFactor");
    static const double linear[4] = {1, 0, 0.502886, 1};
    for (size_t k = 0; k < 4; ++k)
        assert_true(fabs(json_number_value(json_array_get(first, k)) - linear[k]) < 1e-5);
    json_t* second = item(&p, "materials", 1);
    assert_string_equal(json_string_value(get(second, "alphaMode")), "BLEND");
    json_t* factor = get(get(second, "pbrMetallicRoughness"), "baseColorFactor");
    assert_true(fabs(json_number_value(json_array_get(factor, 0)) - 10 / 255.0 / 12.92) < 1e-6);
    assert_true(fabs(json_number_value(json_array_get(factor, 3)) - 0.2) < 1e-6);
    stop(&p);
}

static void many_vertices_have_wide_indices(void** state) {
    (void)state;
    for (uint32_t count = 65535; count <= 65536; ++count) {
        float* positions = calloc(3 * (size_t)count, sizeof *positions);
        assert_non_null(positions);
        positions[0] = 1;
        const uint32_t corners[3] = {0, 1, count - 1};
        film_kit kit;
        film_kit_make(&kit, path_of("a.glb"));
        kit.parts[0].triangles = (plump_triangles){.positions = positions,
                                                   .vertex_count = count,
                                                   .indices = corners,
                                                   .index_type = PLUMP_INDEX_UINT32,
                                                   .triangle_count = 1};
        film_kit_close(film_kit_open(&kit));
        player p = play(path_of("a.glb"));
        const json_t* a = item(&p, "accessors", number(primitive_of(&p, 0), "indices"));
        assert_int_equal(number(a, "componentType"), count == 65535 ? 5123 : 5125);
        size_t at = p.binary + (count == 65535 ? 4 : 8);
        uint32_t last = film_u32(p.file, at, false);
        assert_int_equal(count == 65535 ? last & 0xFFFF : last, count - 1);
        stop(&p);
        free(positions);
    }
}

// As large as a GLB may be, and not a byte more.
static void a_glb_that_would_be_too_large_is_refused(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.size_most = 60000;
    plump_film* film = film_kit_open(&kit);
    plump_error error = {PLUMP_OK, ""};
    uint32_t f = 0;
    plump_result result = PLUMP_OK;
    for (; result == PLUMP_OK && f < 1000; ++f) {
        film_kit_move(&kit, f);
        result = plump_film_add(film, f / 30.0, kit.given, &error);
    }
    assert_int_equal(result, PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "would make the GLB larger than the 0.06 MB it may have"));
    assert_true(f > 20);
    film_kit_close(film);  // with the frames before
    player p = play(path_of("a.glb"));
    assert_true(p.file.size <= 60000 && p.file.size > 20000);
    for (uint32_t k = 0; k + 1 < f; ++k) expect_frame(&p, &kit, k, 0, k);
    stop(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_comes_back),
        cmocka_unit_test(frames_blend_into_each_other),
        cmocka_unit_test(normals_follow_the_surface),
        cmocka_unit_test(normals_are_whole_where_there_is_no_area),
        cmocka_unit_test(sharp_edges_stay_sharp),
        cmocka_unit_test(a_resting_part_adds_no_targets),
        cmocka_unit_test(a_part_comes_and_goes),
        cmocka_unit_test(without_frames_nothing_moves),
        cmocka_unit_test(the_first_frame_is_what_stands_still),
        cmocka_unit_test(names_and_colours_are_kept),
        cmocka_unit_test(many_vertices_have_wide_indices),
        cmocka_unit_test(a_glb_that_would_be_too_large_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

int main(void) {
    puts("built without jansson: GLBs cannot be read back");
    return 0;
}

#endif
