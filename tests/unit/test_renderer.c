// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pictures, judged by what a viewer could measure in them.
#include "tests/unit/test_render_kit.h"

static void ball_covers_its_disc(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(64, 128);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    def.background.a = 0;
    const double fields[] = {0, 26, 90};
    for (size_t i = 0; i < 3; ++i) {
        def.field_of_view = fields[i];
        def.quality = i == 0 ? PLUMP_QUALITY_STILL : PLUMP_QUALITY_DRAFT;
        uint8_t* pixels = draw(renderer, &def);
        double radius = 240 * (1 - 2 * def.margin) / 2, area = PI * radius * radius;
        assert_true(fabs(covered(&def, pixels) / area - 1) < 0.01);
        free(pixels);
    }
    mesh_free(&ball);
}

static void centre_shows_the_colour_and_corners_the_background(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item item = item_of(&ball);
    item.colour = (plump_colour){40, 90, 220, 255};
    plump_picture_def def = small_picture(&item, 1);
    def.background = (plump_colour){250, 240, 20, 255};
    def.floor = true;
    uint8_t* pixels = draw(renderer, &def);
    const uint8_t* centre = pixel(&def, pixels, 120, 120);
    assert_true(centre[2] > centre[1] + 40 && centre[1] > centre[0]);
    assert_true(centre[2] > 120);
    // from the front the floor ends at the horizon: the upper corners are background
    for (uint32_t x = 0; x < 240; x += 239) {
        const uint8_t* corner = pixel(&def, pixels, x, 0);
        assert_memory_equal(corner, &def.background, 4);
    }
    free(pixels);
    mesh_free(&ball);
}

static void light_comes_from_the_upper_left_of_the_eye(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item item = item_of(&ball);
    item.colour = (plump_colour){170, 170, 170, 255};
    plump_picture_def def = small_picture(&item, 1);
    uint8_t* front = draw(renderer, &def);
    assert_true(brightness(pixel(&def, front, 90, 80)) >
                brightness(pixel(&def, front, 150, 160)) + 60);
    assert_true(brightness(pixel(&def, front, 120, 70)) >
                brightness(pixel(&def, front, 120, 170)) + 60);
    // the lamp goes with the eye: a ball looks the same from every side
    def.azimuth = 90;
    uint8_t* side = draw(renderer, &def);
    double difference = 0;
    for (size_t i = 0; i < 240 * 240 * 4; ++i) difference += abs(front[i] - side[i]);
    assert_true(difference / (240 * 240 * 4) < 1.5);
    free(front);
    free(side);
    mesh_free(&ball);
}

static void shadow_falls_to_the_right_and_fades_out(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    def.floor = true;
    def.elevation = 30;
    def.margin = 0.3;
    uint8_t* pixels = draw(renderer, &def);
    double open = brightness((const uint8_t*)&def.background);
    double right = brightness(pixel(&def, pixels, 175, 150));
    double left = brightness(pixel(&def, pixels, 50, 160));
    assert_true(right < open - 60);
    assert_true(left > right + 60);
    assert_true(left <= open);
    assert_true(fabs(brightness(pixel(&def, pixels, 0, 0)) - open) < 4);
    // without a floor the same place is background
    def.floor = false;
    uint8_t* without = draw(renderer, &def);
    assert_memory_equal(pixel(&def, without, 175, 150), &def.background, 4);
    // on a transparent background the shadow is all there is: black, half opaque
    def.floor = true;
    def.background.a = 0;
    uint8_t* clear = draw(renderer, &def);
    const uint8_t* shadow = pixel(&def, clear, 175, 150);
    assert_true(shadow[3] > 20 && shadow[3] < 240 && shadow[0] < 10);
    assert_int_equal(pixel(&def, clear, 0, 0)[3], 0);
    free(pixels);
    free(without);
    free(clear);
    mesh_free(&ball);
}

static void same_call_same_picture(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    plump_renderer* second = renderer_or_skip();
    mesh ball = make_ball(24, 48);
    plump_picture_item item = item_of(&ball);
    item.wireframe = true;
    plump_picture_line line = {{-1, 0, 1.2}, {1, 0.5, 1.2}, {255, 0, 0, 255}, 3};
    plump_picture_def def = small_picture(&item, 1);
    def.floor = true;
    def.azimuth = 35, def.elevation = 20;
    def.lines = &line, def.line_count = 1;
    uint8_t* a = draw(renderer, &def);
    plump_picture_def other = def;
    other.width = 100, other.item_count = 0;
    free(draw(renderer, &other));
    uint8_t* b = draw(renderer, &def);
    uint8_t* c = draw(second, &def);
    assert_memory_equal(a, b, 240 * 240 * 4);
    assert_memory_equal(a, c, 240 * 240 * 4);
    plump_renderer_destroy(second);
    free(a);
    free(b);
    free(c);
    mesh_free(&ball);
}

// The same surface as shared and as split vertices, near and far out, small and large.
static void picture_depends_on_the_shape_alone(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(16, 32);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    uint8_t* expected = draw(renderer, &def);
    size_t corners = ball.triangle_count * 3;
    double* split = malloc(corners * 3 * sizeof *split);
    for (size_t c = 0; c < corners; ++c) {
        for (size_t k = 0; k < 3; ++k) {
            split[3 * c + k] = 1e-3 * (double)ball.positions[3 * ball.indices[c] + k];
        }
    }
    item.triangles = (plump_triangles){.positions = split,
                                       .position_type = PLUMP_SCALAR_FLOAT64,
                                       .vertex_count = (uint32_t)corners,
                                       .triangle_count = ball.triangle_count,
                                       .origin = {1e5, -2e5, 3e5}};
    uint8_t* pixels = draw(renderer, &def);
    size_t apart = 0;
    for (size_t i = 0; i < 240 * 240 * 4; ++i) apart += abs(expected[i] - pixels[i]) > 3;
    assert_true(apart < 240 * 240 * 4 / 200);
    free(split);
    free(expected);
    free(pixels);
    mesh_free(&ball);
}

static void up_and_views_turn_the_picture(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    // a needle along z, thick at its +x side
    const float p[] = {0, 0, 0, 0.3f, 0, 0, 0, 0, 3};
    const uint16_t t[] = {0, 1, 2, 0, 2, 1};
    plump_picture_item item = plump_default_picture_item();
    item.triangles =
        (plump_triangles){.positions = p, .vertex_count = 3, .indices = t, .triangle_count = 2};
    plump_picture_def def = small_picture(&item, 1);
    def.background.a = 0;
    def.field_of_view = 0;
    def.margin = 0;
    def.up = PLUMP_UP_Z;
    uint8_t* upright = draw(renderer, &def);
    assert_int_equal(pixel(&def, upright, 113, 120)[3], 255);
    assert_int_equal(pixel(&def, upright, 20, 120)[3], 0);
    assert_true(pixel(&def, upright, 108, 20)[3] > 0);
    free(upright);
    def.up = PLUMP_UP_Y;
    assert_true(plump_picture_set_view(&def, "top"));
    uint8_t* above = draw(renderer, &def);
    // from above x goes right and z towards the viewer, down the picture
    assert_int_equal(pixel(&def, above, 120, 4)[3], 255);
    assert_int_equal(pixel(&def, above, 130, 200)[3], 0);
    free(above);
}

static void given_frame_holds_still(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(24, 48);
    plump_picture_item item = item_of(&ball);
    plump_picture_def def = small_picture(&item, 1);
    def.background.a = 0;
    def.field_of_view = 0;
    def.margin = 0;
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -4, def.frame_max[k] = 4;
    item.move[0] = 2;  // 60 of 240 pixels to the right of the middle
    uint8_t* pixels = draw(renderer, &def);
    assert_int_equal(pixel(&def, pixels, 180, 120)[3], 255);
    assert_int_equal(pixel(&def, pixels, 180 + 33, 120)[3], 0);
    assert_int_equal(pixel(&def, pixels, 180 - 33, 120)[3], 0);
    assert_true(fabs(covered(&def, pixels) / (PI * 30 * 30) - 1) < 0.02);
    free(pixels);
    mesh_free(&ball);
}

static void lines_show_in_front_and_shine_through(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh ball = make_ball(32, 64);
    plump_picture_item item = item_of(&ball);
    item.colour = (plump_colour){200, 200, 200, 255};
    plump_picture_line lines[] = {{{-1, 0.4, 1.1}, {1, 0.4, 1.1}, {230, 20, 30, 255}, 5},
                                  {{-1, -0.4, -1.1}, {1, -0.4, -1.1}, {230, 20, 30, 255}, 5}};
    plump_picture_def def = small_picture(&item, 1);
    def.field_of_view = 0;
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -1, def.frame_max[k] = 1;
    uint8_t* without = draw(renderer, &def);
    def.lines = lines, def.line_count = 2;
    uint8_t* pixels = draw(renderer, &def);
    uint32_t upper = (uint32_t)(120 - 0.4 * 96), lower = (uint32_t)(120 + 0.4 * 96);
    const uint8_t* front = pixel(&def, pixels, 120, upper);
    assert_true(abs(front[0] - 230) < 3 && abs(front[1] - 20) < 6 && abs(front[2] - 30) < 6);
    const uint8_t* behind = pixel(&def, pixels, 120, lower);
    const uint8_t* before = pixel(&def, without, 120, lower);
    assert_true(before[1] - behind[1] > 10);  // it shines through
    assert_true(behind[1] > 60);              // but only a little
    // 5 pixels wide, not more
    assert_memory_equal(pixel(&def, pixels, 120, upper + 5), pixel(&def, without, 120, upper + 5),
                        4);
    free(without);
    free(pixels);
    mesh_free(&ball);
}

static void triangles_and_backs_have_their_colours(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    plump_picture_item item = item_of(&square);
    const plump_colour own[] = {{250, 210, 50, 255}, {0, 0, 0, 0}};
    item.colour = (plump_colour){60, 180, 60, 255};
    item.back_colour = (plump_colour){60, 60, 200, 255};
    item.triangle_colours = own;
    plump_picture_def def = small_picture(&item, 1);
    uint8_t* front = draw(renderer, &def);
    const uint8_t* yellow = pixel(&def, front, 160, 160);  // below the diagonal
    const uint8_t* green = pixel(&def, front, 80, 80);
    assert_true(yellow[0] > 120 && yellow[1] > 100 && yellow[2] < yellow[1] / 2);
    assert_true(green[1] > green[0] + 40 && green[1] > green[2] + 40);
    def.azimuth = 180;
    uint8_t* back = draw(renderer, &def);
    const uint8_t* blue = pixel(&def, back, 160, 80);
    assert_true(blue[2] > blue[0] + 40 && blue[2] > blue[1] + 40);
    const uint8_t* marked = pixel(&def, back, 80, 160);
    assert_true(marked[0] > marked[2] + 40);  // a mark shows on both sides
    const plump_colour corners[] = {
        {200, 0, 0, 255}, {200, 0, 0, 255}, {0, 0, 200, 255}, {0, 0, 200, 255}};
    item.triangle_colours = NULL;
    item.vertex_colours = corners;
    def.azimuth = 0;
    uint8_t* blend = draw(renderer, &def);
    assert_true(pixel(&def, blend, 120, 200)[0] > pixel(&def, blend, 120, 200)[2] + 40);
    assert_true(pixel(&def, blend, 120, 40)[2] > pixel(&def, blend, 120, 40)[0] + 40);
    free(front);
    free(back);
    free(blend);
    mesh_free(&square);
}

// Pixels darker than the rest along a row: the width of the wire across it.
static uint32_t dark_run(const plump_picture_def* def, const uint8_t* pixels, uint32_t from,
                         uint32_t to, uint32_t y) {
    uint32_t count = 0;
    for (uint32_t x = from; x < to; ++x) count += brightness(pixel(def, pixels, x, y)) < 120;
    return count;
}

static void wire_is_as_wide_far_as_near(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh squares[] = {make_square(-1.2f, 0), make_square(4.0f, -8)};
    plump_picture_item items[] = {item_of(&squares[0]), item_of(&squares[1])};
    for (int i = 0; i < 2; ++i) {
        items[i].wireframe = true;
        items[i].wire_width = 4;
        items[i].colour = (plump_colour){230, 230, 230, 255};
        items[i].wire_colour = (plump_colour){0, 0, 0, 255};
    }
    plump_picture_def def = small_picture(items, 2);
    def.width = 400;
    def.field_of_view = 50;
    uint8_t* pixels = draw(renderer, &def);
    // the diagonal crosses each row once; its outer edges count half
    uint32_t runs[2] = {0, 0};
    for (uint32_t y = 118; y < 122; ++y) {
        runs[0] += dark_run(&def, pixels, 0, 230, y);
        runs[1] += dark_run(&def, pixels, 230, 400, y);
    }
    assert_true(runs[0] > 4 * 6 && runs[0] < 4 * 13);
    assert_true(runs[0] < runs[1] + 8 && runs[1] < runs[0] + 8);
    free(pixels);
    mesh_free(&squares[0]);
    mesh_free(&squares[1]);
}

static void legend_is_at_the_bottom_left(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    char hostile[400];
    for (size_t i = 0; i < sizeof hostile; ++i) hostile[i] = (char)(i % 255 + 1);
    hostile[sizeof hostile - 1] = 0;
    plump_picture_label labels[] = {
        {"open edges: 24", {225, 28, 36, 255}}, {hostile, {0, 0, 0, 0}}, {NULL, {9, 9, 9, 255}}};
    plump_picture_def def = small_picture(NULL, 0);
    def.labels = labels, def.label_count = 1;
    uint8_t* pixels = draw(renderer, &def);
    assert_memory_equal(pixel(&def, pixels, 12, 223), &labels[0].colour, 4);
    uint32_t dark = 0;
    for (uint32_t x = 20; x < 120; ++x) {
        for (uint32_t y = 215; y < 235; ++y) dark += pixel(&def, pixels, x, y)[0] < 120;
    }
    assert_true(dark > 60);
    for (uint32_t y = 0; y < 200; ++y) {
        assert_memory_equal(pixel(&def, pixels, 12, y), &def.background, 4);
    }
    free(pixels);
    def.label_count = 3;
    free(draw(renderer, &def));
    def.width = def.height = 3;
    free(draw(renderer, &def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_covers_its_disc),
        cmocka_unit_test(centre_shows_the_colour_and_corners_the_background),
        cmocka_unit_test(light_comes_from_the_upper_left_of_the_eye),
        cmocka_unit_test(shadow_falls_to_the_right_and_fades_out),
        cmocka_unit_test(same_call_same_picture),
        cmocka_unit_test(picture_depends_on_the_shape_alone),
        cmocka_unit_test(up_and_views_turn_the_picture),
        cmocka_unit_test(given_frame_holds_still),
        cmocka_unit_test(lines_show_in_front_and_shine_through),
        cmocka_unit_test(triangles_and_backs_have_their_colours),
        cmocka_unit_test(wire_is_as_wide_far_as_near),
        cmocka_unit_test(legend_is_at_the_bottom_left),
    };
    return cmocka_run_group_tests(tests, NULL, end_renderer);
}
