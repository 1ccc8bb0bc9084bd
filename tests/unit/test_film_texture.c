// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Textures in films: the bytes and coordinates that went into a GLB come out again when it is read
// as a character, and what is no texture is refused or left out.
#define _XOPEN_SOURCE 700
#include "character_kit.h"
#include "folder_kit.h"
#include "memory_kit.h"

#include <plump/film.h>
#include <plump/shape.h>

static plump_error error;
static const unsigned char png[13] = "\x89PNG\r\n\x1a\nplump", jpeg[5] = "\xFF\xD8\xFFxy";
static const plump_image_file png_file = {png, sizeof png, "image/png"};
static const plump_image_file jpeg_file = {jpeg, sizeof jpeg, "image/jpeg"};

typedef struct stage {
    plump_mesh* mesh;
    float* texcoords;
    plump_film_part parts[3];
    plump_film_def def;
} stage;

// Two parts with the one texture, one with another.
static void begin(stage* s, const char* path) {
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BOX);
    shape.vertex_count = 100;
    assert_int_equal(plump_shape_create(&shape, &s->mesh, &error), PLUMP_OK);
    uint32_t count = plump_mesh_vertex_count(s->mesh);
    s->texcoords = malloc(2 * count * sizeof *s->texcoords);
    assert_non_null(s->texcoords);
    for (uint32_t i = 0; i < 2 * count; ++i) s->texcoords[i] = (float)i / (float)count;
    for (int i = 0; i < 3; ++i) {
        s->parts[i] = plump_default_film_part();
        s->parts[i].triangles = plump_mesh_triangles(s->mesh);
        s->parts[i].texcoords = s->texcoords;
        s->parts[i].texture = i == 2 ? &jpeg_file : &png_file;
    }
    s->def = plump_default_film_def();
    s->def.path = path;
    s->def.parts = s->parts;
    s->def.part_count = 3;
}

static void end(stage* s) {
    free(s->texcoords);
    plump_mesh_destroy(s->mesh);
}

static plump_result write_film(const stage* s) {
    plump_film* film = NULL;
    plump_result result = plump_film_open(&s->def, &film, &error);
    float* moved = malloc(3 * plump_mesh_vertex_count(s->mesh) * sizeof *moved);
    assert_non_null(moved);
    for (int frame = 0; frame < 3 && result == PLUMP_OK; ++frame) {
        for (size_t i = 0; i < 3 * (size_t)plump_mesh_vertex_count(s->mesh); ++i)
            moved[i] = plump_mesh_positions(s->mesh)[i] * (1 + 0.1f * (float)frame);
        const float* positions[3] = {moved, moved, moved};
        result = plump_film_add(film, frame, positions, &error);
    }
    free(moved);
    if (result == PLUMP_OK) return plump_film_close(film, &error);
    plump_film_discard(film);
    return result;
}

static void textures_come_through_a_film(void** state) {
    (void)state;
    stage s;
    const char* path = path_of("box.glb");
    begin(&s, path);
    if (write_film(&s) != PLUMP_OK) fail_msg("%s", error.text);
    plump_character* c = NULL;
    if (plump_character_read(path, NULL, &c, &error) != PLUMP_OK) fail_msg("%s", error.text);
    plump_character_info info;
    plump_character_part parts[3];
    plump_character_get_info(c, &info);
    assert_int_equal(info.note_count, 0);
    for (uint32_t i = 0; i < 3; ++i) {
        plump_character_get_part(c, i, &parts[i]);
        const plump_image_file* given = i == 2 ? &jpeg_file : &png_file;
        assert_non_null(parts[i].texture);
        assert_int_equal(parts[i].texture->size, given->size);
        assert_memory_equal(parts[i].texture->bytes, given->bytes, given->size);
        assert_string_equal(parts[i].texture->type, given->type);
        // the part's own vertices come first, those of creases behind
        assert_true(parts[i].vertex_count > plump_mesh_vertex_count(s.mesh));
        assert_memory_equal(parts[i].texcoords, s.texcoords,
                            2 * sizeof(float) * plump_mesh_vertex_count(s.mesh));
    }
    assert_ptr_equal(parts[0].texture, parts[1].texture);  // once in the file
    plump_character_destroy(c);
    end(&s);
    assert_int_equal(remove(path), 0);
}

static void wrong_textures_are_refused(void** state) {
    (void)state;
    stage s;
    begin(&s, path_of("box.glb"));
    plump_image_file wrong = {png, sizeof png, "image/webp"};
    s.parts[1].texture = &wrong;
    assert_int_equal(write_film(&s), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "PNG or JPEG"));
    wrong = (plump_image_file){png, 0, "image/png"};
    assert_int_equal(write_film(&s), PLUMP_ERROR_ARGUMENT);
    s.parts[1].texture = &png_file;
    s.texcoords[5] = NAN;
    assert_int_equal(write_film(&s), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "vertex 2 has the texture coordinate"));
    end(&s);
}

static void memory_may_run_out(void** state) {
    (void)state;
    stage s;
    const char* path = path_of("box.glb");
    begin(&s, path);
    memory_kit memory = {0};
    s.def.allocator = memory_kit_hooks(&memory);
    for (long n = 1;; ++n) {
        memory = (memory_kit){.fail_at = n};
        plump_result result = write_film(&s);
        assert_int_equal(memory.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(n < 1000);
    }
    end(&s);
    assert_int_equal(remove(path), 0);
}

// A texture that cannot be had is told, and the character comes without.
static void missing_textures_are_told(void** state) {
    (void)state;
    const char* const images[3] = {"{'uri':'nowhere.png'}", "{'bufferView':0}", "{}"};
    for (int i = 0; i < 3; ++i) {
        character_kit kit = kit_bar(NULL);
        float uv[24] = {0};
        char json[1024];
        int texcoords = kit_floats(&kit, uv, 24, "VEC2");
        snprintf(json, sizeof json,
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':%d},"
                 "'indices':1,'material':0}]}],'nodes':[{'mesh':0}],'textures':[{'source':0}],"
                 "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}],"
                 "'images':[%s]",
                 texcoords, images[i]);
        plump_character* c = kit_accept_character(&kit, json);
        plump_character_part part;
        plump_character_get_part(c, 0, &part);
        assert_null(part.texture);
        assert_null(part.texcoords);
        assert_non_null(strstr(plump_character_note(c, 0), "a texture was left out"));
        plump_character_destroy(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_come_through_a_film),
        cmocka_unit_test(wrong_textures_are_refused),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(missing_textures_are_told),
    };
    return KIT_RUN(tests, make_folder, remove_folder);
}
