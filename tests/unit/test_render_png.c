// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// PNG bytes, read back by another decoder.
#include "tests/unit/memory_kit.h"
#include "tests/unit/test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

// Flat areas, gradients and noise; opaque or not.
static uint8_t* make_pixels(uint32_t width, uint32_t height, bool opaque) {
    uint8_t* pixels = malloc((size_t)width * height * 4);
    uint32_t noise = 1;
    for (size_t i = 0; i < (size_t)width * height * 4; ++i) {
        noise = noise * 1664525u + 1013904223u;
        size_t row = i / 4 / width;
        pixels[i] = (uint8_t)(row % 3 == 0 ? 77 : row % 3 == 1 ? i / 4 : noise >> 24);
        if (opaque && i % 4 == 3) pixels[i] = 255;
    }
    return pixels;
}

static void png_reads_back_as_the_same_pixels(void** state) {
    (void)state;
    const uint32_t sizes[][2] = {{1, 1}, {1, 700}, {8192, 1}, {37, 53}, {640, 480}};
    for (size_t i = 0; i < 10; ++i) {
        uint32_t width = sizes[i / 2][0], height = sizes[i / 2][1];
        bool opaque = i % 2;
        uint8_t *pixels = make_pixels(width, height, opaque), *bytes;
        size_t size;
        assert_int_equal(plump_png_create(pixels, width, height, NULL, &bytes, &size, NULL),
                         PLUMP_OK);
        int x, y, channels;
        uint8_t* back = stbi_load_from_memory(bytes, (int)size, &x, &y, &channels, 4);
        assert_non_null(back);
        assert_int_equal(x, width);
        assert_int_equal(y, height);
        assert_int_equal(channels, opaque ? 3 : 4);
        assert_memory_equal(back, pixels, (size_t)width * height * 4);
        stbi_image_free(back);
        plump_png_free(bytes, NULL);
        free(pixels);
    }
}

static void drawn_picture_survives_as_png(void** state) {
    (void)state;
    plump_renderer* renderer = renderer_or_skip();
    mesh ball = make_ball(12, 24);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    def.floor = true;
    uint8_t *pixels = draw(renderer, &def), *bytes;
    size_t size;
    assert_int_equal(plump_png_create(pixels, 240, 240, NULL, &bytes, &size, NULL), PLUMP_OK);
    int x, y, channels;
    uint8_t* back = stbi_load_from_memory(bytes, (int)size, &x, &y, &channels, 4);
    assert_memory_equal(back, pixels, 240 * 240 * 4);
    stbi_image_free(back);
    plump_png_free(bytes, NULL);
    plump_renderer_destroy(renderer);
    free(pixels);
    mesh_free(&ball);
}

static void wrong_arguments_are_refused(void** state) {
    (void)state;
    uint8_t pixels[4] = {0}, *bytes = pixels;
    size_t size = 9;
    plump_error error;
    assert_int_equal(plump_png_create(NULL, 1, 1, NULL, &bytes, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_null(bytes);
    assert_int_equal(size, 0);
    assert_int_equal(plump_png_create(pixels, 0, 1, NULL, &bytes, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "0x1"));
    assert_int_equal(plump_png_create(pixels, 1, 8193, NULL, &bytes, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_png_create(pixels, 1, 1, NULL, NULL, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    plump_png_free(NULL, NULL);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        memory_kit memory = {.fail_forever = i % 2 != 0};
        plump_allocator hooks = memory_kit_hooks(&memory);
        uint8_t *pixels = make_pixels(24, 24, i < 2), *bytes;
        size_t size;
        plump_result result = PLUMP_ERROR_MEMORY;
        for (long at = 1; result != PLUMP_OK; ++at) {
            memory.fail_at = at, memory.calls = 0;
            result = plump_png_create(pixels, 24, 24, &hooks, &bytes, &size, NULL);
            assert_true(result == PLUMP_OK || result == PLUMP_ERROR_MEMORY);
            assert_int_equal(memory.blocks, result == PLUMP_OK ? 1 : 0);
        }
        assert_true(memory.fail_at > 11);
        plump_png_free(bytes, &hooks);
        assert_int_equal(memory.blocks, 0);
        free(pixels);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_reads_back_as_the_same_pixels),
        cmocka_unit_test(drawn_picture_survives_as_png),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void without_libraries_the_packages_are_named(void** state) {
    (void)state;
    uint8_t *bytes, pixels[4] = {0};
    size_t size;
    plump_error error = {0};
    plump_renderer* renderer;
    assert_int_equal(plump_png_create(pixels, 1, 1, NULL, &bytes, &size, &error),
                     PLUMP_ERROR_UNSUPPORTED);
    assert_null(bytes);
    assert_int_equal(plump_renderer_create(NULL, &renderer, &error), PLUMP_ERROR_UNSUPPORTED);
    assert_null(renderer);
    assert_non_null(strstr(error.text, "libepoxy-dev libegl-dev libgl1-mesa-dri libstb-dev"));
    assert_string_equal(plump_renderer_driver(NULL), "none");
    plump_renderer_destroy(NULL);
    plump_png_free(NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_libraries_the_packages_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
