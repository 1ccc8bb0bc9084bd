// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Clear walls, ground that fades, floors that hide, and colours for numbers.
#include "tests/unit/test_render_kit.h"

#include "tests/unit/memory_kit.h"

static const plump_colour red = {220, 30, 30, 255}, blue = {30, 60, 220, 255};

static void a_glass_shows_what_is_in_it(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item items[2] = {item_of(&ball), item_of(&ball)};
    items[0].colour = red, items[0].scale = 0.5;
    items[1].colour = blue;
    plump_picture_def def = small_picture(items, 2);
    uint8_t* solid = draw(renderer, &def);
    const uint8_t* centre = pixel(&def, solid, 120, 120);
    assert_true(centre[2] > centre[0] + 60);  // only the outer one is seen
    items[1].opacity = 0.05;
    uint8_t* clear = draw(renderer, &def);
    centre = pixel(&def, clear, 120, 120);
    assert_true(centre[0] > centre[2] + 60);  // now the inner one
    // and there is a wall beside it: neither background nor solid
    const uint8_t* wall = pixel(&def, clear, 50, 120);
    assert_true(wall[2] > wall[0] + 2 && brightness(wall) > 3 * 160);
    free(solid);
    free(clear);
    mesh_free(&ball);
}

static void walls_add_up_and_darken_no_more_than_their_share(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    plump_picture_item item = item_of(&square);
    plump_picture_def def = small_picture(&item, 1);
    def.background.a = 0;
    double last = -1;
    for (int i = 0; i <= 4; ++i) {
        item.opacity = i / 5.0;
        uint8_t* pixels = draw(renderer, &def);
        double alpha = pixel(&def, pixels, 120, 120)[3] / 255.0;
        assert_true(alpha > last);
        assert_true(fabs(alpha - (item.opacity + 0.03)) < 0.06);  // a little of it mirrors
        last = alpha;
        free(pixels);
    }
    mesh_free(&square);
}

static void what_stands_before_a_glass_hides_it(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64), square = make_square(0, -3);
    plump_picture_item items[2] = {item_of(&ball), item_of(&square)};
    items[1].opacity = 0.5;
    items[1].colour = blue;
    plump_picture_def def = small_picture(items, 2);
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -1, def.frame_max[k] = 1;
    uint8_t* both = draw(renderer, &def);
    items[1].opacity = 0;
    uint8_t* none = draw(renderer, &def);
    for (int k = 0; k < 3; ++k) {
        int with = pixel(&def, both, 120, 120)[k], without = pixel(&def, none, 120, 120)[k];
        assert_true(abs(with - without) < 12);  // but for its shadow
    }
    free(both);
    free(none);
    mesh_free(&ball);
    mesh_free(&square);
}

static void ground_fades_and_is_not_framed(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64), square = make_square(0, -1);
    plump_picture_item items[2] = {item_of(&ball), item_of(&square)};
    items[1].scale = 20;
    items[1].move[2] = 19;  // behind the ball, 40 wide
    items[1].fade = true;
    plump_picture_def def = small_picture(items, 2);
    def.background.a = 0;
    def.field_of_view = 0;
    uint8_t* pixels = draw(renderer, &def);
    assert_int_equal(pixel(&def, pixels, 0, 0)[3], 255);  // its middle fills the picture
    const uint8_t* edge = pixel(&def, pixels, 120 + 96 - 4, 120);
    assert_true(edge[0] > edge[2] + 20);  // the ball is as large as if it were alone
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -20, def.frame_max[k] = 20;
    uint8_t* far = draw(renderer, &def);
    assert_int_equal(pixel(&def, far, 24, 24)[3], 0);
    assert_true(pixel(&def, far, 120, 90)[3] > 240);
    free(pixels);
    free(far);
    mesh_free(&ball);
    mesh_free(&square);
}

static void a_given_floor_hides_what_is_below(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item item = item_of(&ball);
    item.colour = red;
    plump_picture_def def = small_picture(&item, 1);
    def.floor = def.floor_given = true;
    def.elevation = 20;
    def.floor_height = 0;  // through its middle
    uint8_t* pixels = draw(renderer, &def);
    const uint8_t* low = pixel(&def, pixels, 120, 200);
    const uint8_t* high = pixel(&def, pixels, 120, 60);
    assert_true(high[0] > high[2] + 60);
    assert_true(abs(low[0] - low[2]) < 30);
    def.floor_given = false;  // then it lies under the ball
    uint8_t* whole = draw(renderer, &def);
    low = pixel(&def, whole, 120, 200);
    assert_true(low[0] > low[2] + 60);
    free(pixels);
    free(whole);
    mesh_free(&ball);
}

static double lightness(plump_colour c) {
    const uint8_t bytes[3] = {c.r, c.g, c.b};
    const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += weights[k] * pow(bytes[k] / 255.0, 2.2);
    return cbrt(sum);
}

static void ramps_go_evenly_from_dark_to_light_or_back(void** state) {
    (void)state;
    const double signs[PLUMP_RAMP_COUNT] = {1, -1};
    for (int ramp = 0; ramp < PLUMP_RAMP_COUNT; ++ramp) {
        double whole = lightness(plump_picture_ramp((plump_ramp)ramp, 1)) -
                       lightness(plump_picture_ramp((plump_ramp)ramp, 0));
        assert_true(whole * signs[ramp] > 0.45);
        for (int i = 0; i < 20; ++i) {
            double from = lightness(plump_picture_ramp((plump_ramp)ramp, i / 20.0));
            double to = lightness(plump_picture_ramp((plump_ramp)ramp, (i + 1) / 20.0));
            assert_true((to - from) / whole > 0.02 && (to - from) / whole < 0.09);
        }
    }
    plump_colour first = plump_picture_ramp(PLUMP_RAMP_FULL, 0);
    plump_colour last = plump_picture_ramp(PLUMP_RAMP_FULL, 1);
    const double wrong[] = {-3, (double)NAN, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        plump_colour c = plump_picture_ramp(PLUMP_RAMP_FULL, wrong[i]);
        assert_memory_equal(&c, &first, 4);
    }
    plump_colour c = plump_picture_ramp(PLUMP_RAMP_FULL, 7);
    assert_memory_equal(&c, &last, 4);
}

static void the_bar_of_a_scale_has_the_ramps_ends(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    plump_picture_def def = small_picture(NULL, 0);
    plump_picture_scale scale = {.title = "strain", .high = 0.5, .ramp = PLUMP_RAMP_SPOTS};
    def.scale = &scale;
    uint8_t* pixels = draw(renderer, &def);
    // letters are 1 pixel per unit here: 9 from the left, rows of 13, 8 from below
    uint32_t y = 240 - 8 - 2 * 13 + 4, left = 9, right = 9 + 150 - 1;
    plump_colour first = plump_picture_ramp(PLUMP_RAMP_SPOTS, 0);
    plump_colour last = plump_picture_ramp(PLUMP_RAMP_SPOTS, 1);
    assert_memory_equal(pixel(&def, pixels, left, y), &first, 4);
    assert_memory_equal(pixel(&def, pixels, right, y), &last, 4);
    assert_memory_equal(pixel(&def, pixels, left - 1, y), &def.background, 4);
    assert_memory_equal(pixel(&def, pixels, right + 1, y), &def.background, 4);
    // words above, numbers below
    const uint32_t rows[2] = {y - 4 - 13, y - 4 + 13};
    for (int i = 0; i < 2; ++i) {
        int dark = 0;
        for (uint32_t x = left; x < right; ++x) {
            for (uint32_t k = 0; k < 10; ++k)
                dark += brightness(pixel(&def, pixels, x, rows[i] + k)) < 400;
        }
        assert_true(dark > 20);
    }
    free(pixels);
}

static void wrong_opacity_is_refused(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(8, 8);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    uint8_t* pixels = malloc(240 * 240 * 4);
    const double wrong[] = {-0.1, 1.1, (double)NAN};
    for (int i = 0; i < 3; ++i) {
        plump_error error;
        item.opacity = wrong[i];
        assert_int_equal(plump_renderer_draw(renderer, &def, pixels, &error), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "opacity"));
    }
    free(pixels);
    mesh_free(&ball);
}

static void a_picture_of_all_kinds_survives_want_of_memory(void** state) {
    (void)state;
    get_renderer();
    mesh ball = make_ball(8, 8);
    plump_picture_item items[3] = {item_of(&ball), item_of(&ball), item_of(&ball)};
    plump_picture_scale scale = {.title = "a"};
    items[1].opacity = 0.5;
    items[2].fade = true;
    plump_picture_def def = small_picture(items, 3);
    def.width = def.height = 48;
    def.scale = &scale;
    memory_kit memory = {0};
    plump_allocator hooks = memory_kit_hooks(&memory);
    plump_renderer* own = NULL;
    plump_error error;
    assert_int_equal(plump_renderer_create(&hooks, &own, &error), PLUMP_OK);
    uint8_t *first = malloc(48 * 48 * 4), *pixels = malloc(48 * 48 * 4);
    assert_int_equal(plump_renderer_draw(own, &def, first, &error), PLUMP_OK);
    long blocks = memory.blocks;
    plump_result result = PLUMP_ERROR_MEMORY;
    for (int at = 1; result != PLUMP_OK && at < 1000; ++at) {
        memory.calls = 0;
        memory.fail_at = at;
        result = plump_renderer_draw(own, &def, pixels, &error);
        assert_true(result == PLUMP_OK || result == PLUMP_ERROR_MEMORY);
        assert_int_equal(memory.blocks, blocks);
    }
    assert_int_equal(result, PLUMP_OK);
    assert_memory_equal(first, pixels, 48 * 48 * 4);  // the same state, the same picture
    plump_renderer_destroy(own);
    assert_int_equal(memory.blocks, 0);
    free(first);
    free(pixels);
    mesh_free(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_glass_shows_what_is_in_it),
        cmocka_unit_test(walls_add_up_and_darken_no_more_than_their_share),
        cmocka_unit_test(what_stands_before_a_glass_hides_it),
        cmocka_unit_test(ground_fades_and_is_not_framed),
        cmocka_unit_test(a_given_floor_hides_what_is_below),
        cmocka_unit_test(ramps_go_evenly_from_dark_to_light_or_back),
        cmocka_unit_test(the_bar_of_a_scale_has_the_ramps_ends),
        cmocka_unit_test(wrong_opacity_is_refused),
        cmocka_unit_test(a_picture_of_all_kinds_survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, end_renderer);
}
