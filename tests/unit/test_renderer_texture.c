// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Textures in pictures: they lie where their texcoords say, multiply the colour, look the same on
// what the card deforms, and broken ones leave the plain colour and a sentence.
#include "test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#include "bear_kit.h"
#include "memory_kit.h"
#include "render/textures.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

enum { SIDE = 32 };

typedef struct {
    uint8_t bytes[16384];
    plump_image_file file;
} image;

static void fill(image* out, const uint8_t* bytes, size_t size, const char* type) {
    assert_true(size <= sizeof out->bytes);
    memcpy(out->bytes, bytes, size);
    out->file = (plump_image_file){out->bytes, size, type};
}

static void pack_png(image* out, const uint8_t* pixels) {
    uint8_t* bytes;
    size_t size;
    assert_int_equal(plump_png_create(pixels, SIDE, SIDE, NULL, &bytes, &size, NULL), PLUMP_OK);
    fill(out, bytes, size, "image/png");
    plump_png_free(bytes, NULL);
}

static void add_bytes(void* context, void* data, int size) {
    image* out = context;
    assert_true(out->file.size + (size_t)size <= sizeof out->bytes);
    memcpy(out->bytes + out->file.size, data, (size_t)size);
    out->file.size += (size_t)size;
}

static void pack_jpeg(image* out, const uint8_t* pixels) {
    out->file = (plump_image_file){out->bytes, 0, "image/jpeg"};
    assert_true(stbi_write_jpg_to_func(add_bytes, out, SIDE, SIDE, 4, pixels, 95) != 0);
}

// Red, green over blue, white.
static void quarters(uint8_t* pixels) {
    static const uint8_t colours[4][4] = {
        {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
    for (int i = 0; i < SIDE * SIDE; ++i) {
        int x = i % SIDE >= SIDE / 2, y = i / SIDE >= SIDE / 2;
        memcpy(pixels + 4 * (size_t)i, colours[2 * y + x], 4);
    }
}

static void one_colour(uint8_t* pixels, uint8_t r, uint8_t g, uint8_t b) {
    const uint8_t colour[4] = {r, g, b, 255};
    for (size_t i = 0; i < SIDE * SIDE; ++i) memcpy(pixels + 4 * i, colour, 4);
}

// As make_square() orders its corners: from bottom left, counter-clockwise.
static const float square_texcoords[8] = {0, 1, 1, 1, 1, 0, 0, 0};
static const plump_colour white = {255, 255, 255, 255};

static plump_picture_item textured(const mesh* m, const image* picture) {
    plump_picture_item item = item_of(m);
    item.colour = white;
    item.texcoords = square_texcoords;
    item.texture = &picture->file;
    return item;
}

static int strongest(const uint8_t* p) {
    if (abs(p[0] - p[1]) < 12 && abs(p[1] - p[2]) < 12) return 3;
    return p[0] > p[1] && p[0] > p[2] ? 0 : p[1] > p[2] ? 1 : 2;
}

// ---------------------------------------------------------------- what is seen

static void the_image_lies_where_texcoords_say(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    uint8_t raw[4 * SIDE * SIDE];
    quarters(raw);
    for (int jpeg = 0; jpeg < 2; ++jpeg) {
        image picture;
        (jpeg ? pack_jpeg : pack_png)(&picture, raw);
        plump_picture_item item = textured(&square, &picture);
        plump_picture_def def = small_picture(&item, 1);
        uint8_t* pixels = draw(renderer, &def);
        assert_null(plump_renderer_note(renderer, NULL));
        for (int i = 0; i < 4; ++i) {
            uint32_t x = i % 2 ? 170 : 70, y = i / 2 ? 170 : 70;
            assert_int_equal(strongest(pixel(&def, pixels, x, y)), i);
        }
        free(pixels);
    }
    mesh_free(&square);
}

static void compare(const plump_picture_def* def, const uint8_t* a, const uint8_t* b, int most) {
    for (size_t i = 0; i < 4 * (size_t)def->width * def->height; ++i)
        assert_true(abs(a[i] - b[i]) <= most);
}

// White times a colour, and the colour times white, is the plain colour.
static void colours_are_multiplied(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    uint8_t raw[4 * SIDE * SIDE];
    const plump_colour given[] = {{200, 120, 40, 255}, white, {255, 0, 0, 255}};
    const plump_colour shown[] = {{200, 120, 40, 255}, {90, 200, 30, 255}, {0, 0, 0, 255}};
    const uint8_t painted[][3] = {{255, 255, 255}, {90, 200, 30}, {0, 255, 0}};
    for (int i = 0; i < 3; ++i) {
        image picture;
        one_colour(raw, painted[i][0], painted[i][1], painted[i][2]);
        pack_png(&picture, raw);
        plump_picture_item item = textured(&square, &picture), plain = item_of(&square);
        plump_picture_def def = small_picture(&item, 1), bare = small_picture(&plain, 1);
        item.colour = given[i];
        plain.colour = shown[i];
        uint8_t *a = draw(renderer, &def), *b = draw(renderer, &bare);
        compare(&def, a, b, 2);
        free(a);
        free(b);
    }
    mesh_free(&square);
}

// A triangle's own colour, such as a mark, covers the image.
static void marks_cover_the_image(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    uint8_t raw[4 * SIDE * SIDE];
    image picture;
    const plump_colour marks[2] = {{250, 200, 0, 255}, {0, 200, 250, 255}};
    one_colour(raw, 0, 0, 40);
    pack_png(&picture, raw);
    plump_picture_item item = textured(&square, &picture), plain = item_of(&square);
    item.triangle_colours = plain.triangle_colours = marks;
    plump_picture_def def = small_picture(&item, 1), bare = small_picture(&plain, 1);
    uint8_t *a = draw(renderer, &def), *b = draw(renderer, &bare);
    compare(&def, a, b, 2);
    free(a);
    free(b);
    mesh_free(&square);
}

// Texcoords that are no numbers or far out are drawn all the same.
static void wild_texcoords_are_drawn(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    uint8_t raw[4 * SIDE * SIDE];
    image picture;
    quarters(raw);
    pack_png(&picture, raw);
    const float wild[8] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e9f, 0.5f, NAN};
    plump_picture_item item = textured(&square, &picture);
    item.texcoords = wild;
    plump_picture_def def = small_picture(&item, 1);
    free(draw(renderer, &def));
    mesh_free(&square);
}

// ---------------------------------------------------------------- on the card

static void the_card_shows_the_same_image(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    stage bear;
    begin(&bear);
    size_t size = plump_jiggle_shader_block_size(bear.shader);
    float *block = malloc(size), *positions = malloc(12 * (size_t)bear.count);
    float* texcoords = malloc(8 * (size_t)bear.count);
    uint8_t raw[4 * SIDE * SIDE];
    image picture;
    quarters(raw);
    pack_png(&picture, raw);
    pose(&bear, 3, 0);
    assert_int_equal(plump_jiggle_reset(bear.jiggle, bear.matrices, &error), PLUMP_OK);
    assert_int_equal(plump_jiggle_deform(bear.jiggle, PLUMP_SCALAR_FLOAT32, positions, 0, NULL, 0,
                                         bear.count, &error),
                     PLUMP_OK);
    assert_int_equal(
        plump_jiggle_shader_fill(bear.shader, bear.jiggle, bear.matrices, block, &error), PLUMP_OK);
    for (size_t i = 0; i < bear.count; ++i) {
        texcoords[2 * i] = 3 * positions[3 * i];
        texcoords[2 * i + 1] = 3 * positions[3 * i + 1];
    }
    plump_picture_deform deform = {.function = plump_jiggle_shader_function(bear.shader),
                                   .block = block,
                                   .block_size = size,
                                   .segments = bear.segments,
                                   .weights = bear.weights,
                                   .segment_count = SEGMENTS};
    plump_picture_item card = plump_default_picture_item();
    card.triangles = bear.def.mesh;
    card.colour = white;
    card.texture = &picture.file;
    card.texcoords = texcoords;
    plump_picture_item c = card;
    card.deform = &deform;
    c.rest_positions = bear.def.mesh.positions;
    c.triangles.positions = positions;
    c.triangles.position_stride = 0;
    plump_picture_def on_card = small_picture(&card, 1), by_c = small_picture(&c, 1);
    uint8_t *a = draw(renderer, &on_card), *b = draw(renderer, &by_c);
    size_t different = 0, coloured = 0;
    for (size_t i = 0; i < (size_t)240 * 240; ++i) {
        int most = 0;
        for (size_t k = 0; k < 3; ++k) most = (int)fmax(most, abs(a[4 * i + k] - b[4 * i + k]));
        different += most > 8;
        coloured += strongest(a + 4 * i) != 3;
    }
    assert_true(coloured > 5000);
    assert_true(different < coloured / 50);
    free(a), free(b), free(block), free(positions), free(texcoords);
    end(&bear);
}

// ---------------------------------------------------------------- broken files

static void try_read(const uint8_t* bytes, size_t size, bool must_fail) {
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    plump_error trouble = {0};
    pl_image read;
    plump_image_file file = {bytes, size, "image/png"};  // what is in it tells the type
    plump_result result = pl_image_read(&file, &hooks, &read, &trouble);
    if (result == PLUMP_OK) {
        assert_true(read.width > 0 && read.height > 0 && read.pixels);
        unsigned sum = 0;  // all of it is there
        for (size_t i = 0; i < 4 * (size_t)read.width * read.height; ++i) sum += read.pixels[i];
        assert_true(sum > 0 || read.pixels[0] == 0);
        pl_image_free(&read, &hooks);
    } else {
        assert_null(read.pixels);
        assert_true(strlen(trouble.text) > 10);
    }
    if (must_fail) assert_int_not_equal(result, PLUMP_OK);
}

static void cut_and_flipped_files_do_no_harm(void** state) {
    (void)state;
    uint8_t raw[4 * SIDE * SIDE];
    quarters(raw);
    for (size_t i = 0; i < sizeof raw; i += 7) raw[i] = (uint8_t)(i * 37);
    for (int jpeg = 0; jpeg < 2; ++jpeg) {
        image whole, broken;
        (jpeg ? pack_jpeg : pack_png)(&whole, raw);
        try_read(whole.bytes, whole.file.size, false);
        // a PNG ends with 16 bytes that hold no pixels, a JPEG with its marker
        size_t end = whole.file.size - (jpeg ? 1 : 16);
        for (size_t size = 0; size < end; ++size) {
            uint8_t* cut = malloc(size ? size : 1);  // so that reading beyond it is noticed
            memcpy(cut, whole.bytes, size);
            try_read(cut, size, true);
            free(cut);
        }
        uint32_t random = 7;
        for (int i = 0; i < 4000; ++i) {
            broken = whole;
            for (int k = 0; k <= i % 3; ++k) {
                random = random * 1664525u + 1013904223u;
                broken.bytes[(random >> 8) % whole.file.size] ^= (uint8_t)(1u << (random >> 29));
            }
            try_read(broken.bytes, whole.file.size, false);
        }
    }
}

// More codes than there are bytes.
static void wrong_tables_are_refused(void** state) {
    (void)state;
    uint8_t raw[4 * SIDE * SIDE];
    image picture;
    size_t found = 0;
    quarters(raw);
    pack_jpeg(&picture, raw);
    for (size_t i = 0; i + 24 < picture.file.size; ++i) {
        if (picture.bytes[i] != 0xFF || picture.bytes[i + 1] != 0xC4) continue;
        image broken = picture;
        memset(broken.bytes + i + 5, 255, 16);
        try_read(broken.bytes, picture.file.size, true);
        found++;
    }
    assert_true(found > 0);
}

static void put_size(image* png, uint32_t width, uint32_t height) {
    for (int k = 0; k < 4; ++k) {
        png->bytes[16 + k] = (uint8_t)(width >> (24 - 8 * k));
        png->bytes[20 + k] = (uint8_t)(height >> (24 - 8 * k));
    }
}

static void too_large_images_are_refused(void** state) {
    (void)state;
    uint8_t raw[4 * SIDE * SIDE];
    memory_kit memory = {0};
    plump_allocator hooks = memory_kit_hooks(&memory);
    plump_error trouble;
    image picture;
    pl_image read;
    quarters(raw);
    pack_png(&picture, raw);
    const uint32_t sizes[][2] = {{20000, 4}, {8000, 8000}, {0x7FFFFFFF, 0x7FFFFFFF}, {0, 4}};
    for (size_t i = 0; i < 4; ++i) {
        put_size(&picture, sizes[i][0], sizes[i][1]);
        assert_int_not_equal(pl_image_read(&picture.file, &hooks, &read, &trouble), PLUMP_OK);
        assert_non_null(strstr(trouble.text, "image"));
        assert_int_equal(memory.blocks, 0);
        assert_true(memory.peak < (size_t)1 << 20);
    }
}

static void reading_may_run_out_of_memory(void** state) {
    (void)state;
    uint8_t raw[4 * SIDE * SIDE];
    quarters(raw);
    for (int jpeg = 0; jpeg < 2; ++jpeg) {
        image picture;
        (jpeg ? pack_jpeg : pack_png)(&picture, raw);
        plump_result result = PLUMP_ERROR_MEMORY;
        for (long at = 1; result != PLUMP_OK; ++at) {
            memory_kit memory = {.fail_at = at};
            plump_allocator hooks = memory_kit_hooks(&memory);
            plump_error trouble;
            pl_image read;
            result = pl_image_read(&picture.file, &hooks, &read, &trouble);
            assert_true(result == PLUMP_OK || result == PLUMP_ERROR_MEMORY);
            if (result == PLUMP_OK) pl_image_free(&read, &hooks);
            assert_int_equal(memory.blocks, 0);
            assert_true(at < 100);
        }
    }
}

static void a_broken_image_leaves_the_plain_colour_and_a_note(void** state) {
    (void)state;
    plump_renderer* renderer = get_renderer();
    mesh square = make_square(0, 0);
    uint8_t raw[4 * SIDE * SIDE];
    image picture;
    quarters(raw);
    pack_png(&picture, raw);
    plump_picture_item plain[2] = {item_of(&square), item_of(&square)};
    plump_picture_item items[2] = {plain[0], textured(&square, &picture)};
    items[0].move[2] = plain[0].move[2] = -1;
    items[1].colour = plain[1].colour;
    plump_picture_def def = small_picture(items, 2), bare = small_picture(plain, 2);
    picture.file.size /= 2;
    uint8_t *a = draw(renderer, &def), *b;
    uint32_t which = 9;
    assert_non_null(plump_renderer_note(renderer, &which));
    assert_int_equal(which, 1);
    assert_non_null(strstr(plump_renderer_note(renderer, NULL), "its texture is not shown"));
    b = draw(renderer, &bare);
    assert_null(plump_renderer_note(renderer, NULL));  // of the last picture
    assert_memory_equal(a, b, (size_t)240 * 240 * 4);
    free(a);
    free(b);
    mesh_free(&square);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_image_lies_where_texcoords_say),
        cmocka_unit_test(colours_are_multiplied),
        cmocka_unit_test(marks_cover_the_image),
        cmocka_unit_test(wild_texcoords_are_drawn),
        cmocka_unit_test(the_card_shows_the_same_image),
        cmocka_unit_test(cut_and_flipped_files_do_no_harm),
        cmocka_unit_test(wrong_tables_are_refused),
        cmocka_unit_test(too_large_images_are_refused),
        cmocka_unit_test(reading_may_run_out_of_memory),
        cmocka_unit_test(a_broken_image_leaves_the_plain_colour_and_a_note),
    };
    return cmocka_run_group_tests(tests, NULL, end_renderer);
}

#else

int main(void) {
    return 0;
}

#endif
