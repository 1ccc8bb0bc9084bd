// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What pictures cannot be asked for, and the extremes of what they can.
#define _POSIX_C_SOURCE 200809L  // fork, setenv
#include "tests/unit/memory_kit.h"
#include "tests/unit/test_render_kit.h"

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

#ifdef __unix__
// Must come first: a driver that was loaded once stays.
static void no_driver_is_a_sentence_not_a_crash(void** state) {
    (void)state;
    const char* const hide[][2] = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json"},
                                   {"LIBGL_DRIVERS_PATH", "/nowhere"}};
    for (size_t i = 0; i < 2; ++i) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            setenv(hide[i][0], hide[i][1], 1);
            plump_renderer* renderer = NULL;
            plump_error error = {0};
            plump_result result = plump_renderer_create(NULL, &renderer, &error);
            bool told = result == PLUMP_ERROR_UNSUPPORTED && !renderer &&
                        strstr(error.text, "libgl1-mesa-dri");
            // a driver that does not care about the variable is fine as well
            _exit(told || result == PLUMP_OK ? 0 : 1);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}
#endif

static void nothing_to_draw_is_background(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    plump_picture_item item = plump_default_picture_item();
    plump_picture_def def = small_picture(NULL, 0);
    def.floor = true;
    def.background = (plump_colour){1, 128, 254, 255};
    for (uint32_t count = 0; count < 2; ++count) {
        def.items = &item;
        def.item_count = count;  // an item without triangles is nothing as well
        uint8_t* pixels = draw(renderer, &def);
        for (size_t i = 0; i < 240 * 240; ++i) {
            assert_memory_equal(pixels + 4 * i, &def.background, 4);
        }
        free(pixels);
    }
}

static void sizes_from_one_pixel_to_many_pieces(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    plump_picture_item item = item_of(&square);
    plump_picture_def def = small_picture(&item, 1);
    def.background.a = 0;
    def.margin = 0;
    const uint32_t sizes[][2] = {{1, 1}, {4096, 4096}, {2100, 2}, {3, 2049}, {8192, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        def.width = sizes[i][0], def.height = sizes[i][1];
        def.margin = i == 1 ? 0.45 : 0;  // little to shade where there is much to fill
        uint8_t* pixels = draw(renderer, &def);
        double side = (1 - 2 * def.margin) * (def.width < def.height ? def.width : def.height);
        double area = side * side;
        assert_true(fabs(covered(&def, pixels) / area - 1) < 0.002 + 2.0 / side);
        free(pixels);
    }
    // across the seam of two pieces the picture goes on
    def.width = 2400, def.height = 200;
    def.field_of_view = 0;
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -1, def.frame_max[k] = 1;
    item.move[0] = 8.4;  // covers 2040 - 100 to 2040 + 100 pixels
    uint8_t* pixels = draw(renderer, &def);
    for (uint32_t x = 2030; x < 2066; ++x) {
        const uint8_t *here = pixel(&def, pixels, x, 120), *next = pixel(&def, pixels, x + 1, 120);
        assert_int_equal(here[3], 255);
        for (int k = 0; k < 3; ++k) assert_true(abs(here[k] - next[k]) < 12);
    }
    free(pixels);
    mesh_free(&square);
}

static void expect(const plump_picture_def* def, plump_result code, const char* words) {
    uint8_t* pixels = calloc(240 * 240, 4);
    plump_error error = {0};
    assert_int_equal(plump_renderer_draw(get_renderer(), def, pixels, &error), code);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, words)) print_error("'%s' does not say '%s'\n", error.text, words);
    assert_non_null(strstr(error.text, words));
    assert_int_equal(plump_renderer_draw(get_renderer(), def, pixels, NULL), code);
    for (size_t i = 0; i < 240 * 240 * 4; ++i) assert_int_equal(pixels[i], 0);
    free(pixels);
}

static void wrong_definitions_are_refused_with_a_sentence(void** state) {
    (void)state;
    mesh square = make_square(0, 0);
    plump_picture_item item = item_of(&square);
    const plump_picture_def good = small_picture(&item, 1);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e9};
    for (size_t i = 0; i < 4; ++i) {
        plump_picture_def def = good;
        def.azimuth = bad[i];
        expect(&def, PLUMP_ERROR_ARGUMENT, "azimuth");
        def = good, def.elevation = bad[i];
        expect(&def, PLUMP_ERROR_ARGUMENT, "elevation");
        def = good, def.field_of_view = bad[i];
        expect(&def, PLUMP_ERROR_ARGUMENT, "field of view");
        def = good, def.margin = bad[i];
        expect(&def, PLUMP_ERROR_ARGUMENT, "margin");
    }
    plump_picture_def def = good;
    def.width = 0;
    expect(&def, PLUMP_ERROR_ARGUMENT, "0x240");
    def = good, def.height = 8193;
    expect(&def, PLUMP_ERROR_ARGUMENT, "1 to 8192");
    def = good, def.cookie = 0;
    expect(&def, PLUMP_ERROR_ARGUMENT, "plump_default_picture_def");
    def = good, def.items = NULL;
    expect(&def, PLUMP_ERROR_ARGUMENT, "NULL");
    def = good, def.line_count = 1;
    expect(&def, PLUMP_ERROR_ARGUMENT, "NULL");
    def = good, def.label_count = 1;
    expect(&def, PLUMP_ERROR_ARGUMENT, "NULL");
    def = good, def.floor_given = true, def.floor_height = NAN;
    expect(&def, PLUMP_ERROR_ARGUMENT, "floor");
    def = good, def.frame_given = true, def.frame_max[1] = INFINITY;
    expect(&def, PLUMP_ERROR_ARGUMENT, "frame");
    plump_picture_line line = {{0, 0, NAN}, {1, 0, 0}, {255, 0, 0, 255}, 2};
    def = good, def.lines = &line, def.line_count = 1;
    expect(&def, PLUMP_ERROR_DATA, "line 0");
    line.from[2] = 0, line.width = NAN;
    expect(&def, PLUMP_ERROR_ARGUMENT, "width");
    mesh_free(&square);
}

static void wrong_items_are_refused_with_a_sentence(void** state) {
    (void)state;
    mesh square = make_square(0, 0);
    plump_picture_item item = item_of(&square);
    const plump_picture_item good = item;
    plump_picture_def def = small_picture(&item, 1);
    const float values[] = {NAN, INFINITY, 2e30f};
    for (size_t i = 0; i < 3; ++i) {
        square.positions[4] = values[i];
        expect(&def, PLUMP_ERROR_DATA, "vertex 1 of triangle 0");
    }
    square.positions[4] = -1;
    square.indices[5] = 4;
    expect(&def, PLUMP_ERROR_DATA, "uses vertex 4, there are 4");
    square.indices[5] = 3;
    item.scale = 0;
    expect(&def, PLUMP_ERROR_ARGUMENT, "scale");
    item = good, item.move[2] = NAN;
    expect(&def, PLUMP_ERROR_DATA, "not finite");
    item = good, item.crease_angle = 181;
    expect(&def, PLUMP_ERROR_ARGUMENT, "crease");
    item = good, item.wireframe = true, item.wire_width = 0;
    expect(&def, PLUMP_ERROR_ARGUMENT, "wire width");
    item = good, item.triangles.positions = NULL;
    expect(&def, PLUMP_ERROR_ARGUMENT, "no vertices");
    item = good, item.triangles.indices = NULL;
    expect(&def, PLUMP_ERROR_ARGUMENT, "too few");
    item = good, item.triangles.triangle_count = 0xFFFFFFFF, item.triangles.indices = NULL;
    expect(&def, PLUMP_ERROR_ARGUMENT, "too few");
    // a stray vertex no triangle uses may be anything
    float stray[15];
    memcpy(stray, square.positions, 12 * sizeof *stray);
    stray[12] = stray[13] = stray[14] = NAN;
    item = good, item.triangles.positions = stray, item.triangles.vertex_count = 5;
    uint8_t* pixels = draw(get_renderer(), &def);
    assert_true(brightness(pixel(&def, pixels, 120, 120)) < 700);
    free(pixels);
    mesh_free(&square);
}

static void odd_shapes_are_drawn_without_harm(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    // all at one point; a line; a huge fan; a speck beside something large
    const float point[9] = {3, 3, 3, 3, 3, 3, 3, 3, 3}, line[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    const float far_apart[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 9e29f, 0, 0, 9e29f, 1, 0, 9e29f, 0, 1};
    const float* lists[] = {point, line, far_apart};
    for (size_t i = 0; i < 3; ++i) {
        plump_picture_item item = plump_default_picture_item();
        item.triangles.positions = lists[i];
        item.triangles.vertex_count = i == 2 ? 6 : 3;
        item.triangles.triangle_count = i == 2 ? 2 : 1;
        item.wireframe = i == 1;
        plump_picture_def def = small_picture(&item, 1);
        def.floor = true;
        free(draw(renderer, &def));
    }
    enum { FAN = 5000 };
    float* p = malloc((FAN + 1) * 3 * sizeof *p);
    uint32_t* t = malloc(FAN * 3 * sizeof *t);
    p[0] = p[2] = 0, p[1] = 1;
    for (uint32_t i = 0; i < FAN; ++i) {
        p[3 * i + 3] = (float)cos(2 * PI * i / FAN), p[3 * i + 4] = 0;
        p[3 * i + 5] = (float)sin(2 * PI * i / FAN);
        t[3 * i] = 0, t[3 * i + 1] = (i + 1) % FAN + 1, t[3 * i + 2] = i + 1;
    }
    mesh fan = {p, t, FAN + 1, FAN};
    plump_picture_item item = item_of(&fan);
    plump_picture_def def = small_picture(&item, 1);
    free(draw(renderer, &def));
    mesh_free(&fan);
}

static void out_of_memory_comes_back_as_an_error(void** state) {
    (void)state;
    get_renderer();
    mesh ball = make_ball(6, 8);
    plump_picture_item item = item_of(&ball);
    plump_picture_label label = {"legend", {1, 2, 3, 255}};
    plump_picture_def def = small_picture(&item, 1);
    def.width = def.height = 16;
    def.labels = &label, def.label_count = 1;
    uint8_t pixels[16 * 16 * 4];
    for (int for_ever = 0; for_ever < 2; ++for_ever) {
        memory_kit memory = {.fail_at = 2, .fail_forever = for_ever != 0};
        plump_allocator hooks = memory_kit_hooks(&memory);
        plump_result result = PLUMP_ERROR_MEMORY;
        plump_renderer* renderer = NULL;
        assert_int_equal(plump_renderer_create(&hooks, &renderer, NULL), PLUMP_OK);
        for (long at = 1; result != PLUMP_OK; ++at) {
            assert_true(at < 100);
            memory.fail_at = at, memory.calls = 0;
            plump_error error = {0};
            result = plump_renderer_draw(renderer, &def, pixels, &error);
            assert_true(result == PLUMP_OK || result == PLUMP_ERROR_MEMORY);
            assert_int_equal(memory.blocks, 1);
            if (result != PLUMP_OK) assert_non_null(strstr(error.text, "out of memory"));
        }
        assert_true(memory.fail_at > 9);
        plump_renderer_destroy(renderer);
        assert_int_equal(memory.blocks, 0);
        memory.fail_at = 1, memory.calls = 0;
        assert_int_equal(plump_renderer_create(&hooks, &renderer, NULL), PLUMP_ERROR_MEMORY);
        assert_null(renderer);
        assert_int_equal(memory.blocks, 0);
    }
    mesh_free(&ball);
}

static void views_have_names_and_numbers(void** state) {
    (void)state;
    plump_picture_def def = plump_default_picture_def();
    assert_true(plump_picture_set_view(&def, "left"));
    assert_true(def.azimuth == 270 && def.elevation == 0);
    assert_true(plump_picture_set_view(&def, "-12.5,30"));
    assert_true(def.azimuth == -12.5 && def.elevation == 30);
    assert_true(plump_picture_set_view(&def, "+7,-.5"));
    assert_true(def.azimuth == 7 && def.elevation == -0.5);
    const char* const wrong[] = {"",      "Left", "12",      "1,2,3",    "1,",   ",1",
                                 "361,0", "0,91", "nan,0",   "1e2,3",    "1 ,2", "--1,2",
                                 "0,-91", "1,2x", "inf,inf", "0x10,0x10"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_false(plump_picture_set_view(&def, wrong[i]));
        assert_true(def.azimuth == 7 && def.elevation == -0.5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef __unix__
        cmocka_unit_test(no_driver_is_a_sentence_not_a_crash),
#endif
        cmocka_unit_test(nothing_to_draw_is_background),
        cmocka_unit_test(sizes_from_one_pixel_to_many_pieces),
        cmocka_unit_test(wrong_definitions_are_refused_with_a_sentence),
        cmocka_unit_test(wrong_items_are_refused_with_a_sentence),
        cmocka_unit_test(odd_shapes_are_drawn_without_harm),
        cmocka_unit_test(out_of_memory_comes_back_as_an_error),
        cmocka_unit_test(views_have_names_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, end_renderer);
}
