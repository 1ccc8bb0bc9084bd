// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a primitive looks like: the colour of its material and its texture, whose bytes are kept as
// they are. A texture that cannot be had is left out and told, not refused: it moves nothing.
#include "io/character_data.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

// From the linear light glTF computes with to sRGB.
static uint8_t encode(double linear) {
    if (!(linear > 0)) return 0;
    if (linear >= 1) return 255;
    double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (uint8_t)(c * 255 + 0.5);
}

static plump_result read_colour(const pl_character_reader* r, const pl_gltf_item* material,
                                const pl_gltf_item* pbr, plump_colour* colour) {
    double factor[4] = {1, 1, 1, 1};
    bool present = false;
    const char* mode = json_string_value(json_object_get(material->json, "alphaMode"));
    plump_result result = PLUMP_OK;
    if (pbr->json) result = pl_gltf_numbers(r->g, pbr, "baseColorFactor", 4, factor, &present);
    *colour = (plump_colour){encode(factor[0]), encode(factor[1]), encode(factor[2]), 255};
    if (mode && strcmp(mode, "BLEND") == 0 && factor[3] >= 0 && factor[3] < 1)
        colour->a = (uint8_t)(factor[3] * 255 + 0.5);
    return result;
}

// ---------------------------------------------------------------- images

static const char* type_of(const unsigned char* bytes, uint64_t size) {
    if (size > 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0) return "image/png";
    if (size > 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) return "image/jpeg";
    return NULL;
}

static plump_result keep_image(pl_character_reader* r, const pl_gltf_item* item,
                               plump_image_file* image) {
    const unsigned char* bytes = NULL;
    uint64_t size = 0;
    plump_result result = pl_gltf_image(r->g, item, &bytes, &size);
    if (result != PLUMP_OK) return result;
    const char* type = type_of(bytes, size);
    if (!type) return PL_GLTF_BAD(r->g, "%s is neither PNG nor JPEG", item->path);
    result = pl_gltf_charge(r->g, size, 1, item->path);
    if (result != PLUMP_OK) return result;
    void* kept = pl_arena_alloc(&r->c->arena, (size_t)size, 1);
    if (!kept) return pl_reader_fail_memory(r->g->reader);
    memcpy(kept, bytes, (size_t)size);
    *image = (plump_image_file){kept, (size_t)size, type};
    return PLUMP_OK;
}

static plump_result find_image(pl_character_reader* r, const pl_gltf_item* texture,
                               const plump_image_file** image) {
    pl_gltf_item item;
    bool found = false;
    size_t index = 0;
    plump_result result = pl_gltf_follow(r->g, texture, "source", "images", &found, &index, &item);
    if (result == PLUMP_OK && found && r->images[index].size == 0)
        result = keep_image(r, &item, &r->images[index]);
    if (result == PLUMP_OK && found) *image = &r->images[index];
    return result;
}

// Only memory stops the reading; the first other trouble becomes a note.
static plump_result tell_image(pl_character_reader* r, plump_error* why) {
    char text[PLUMP_ERROR_TEXT_SIZE];
    if (why->code == PLUMP_ERROR_MEMORY) return pl_reader_fail_memory(r->g->reader);
    if (r->has_wrong_image) return PLUMP_OK;
    r->has_wrong_image = true;
    pl_text_format(text, sizeof text, "a texture was left out: %s", why->text);
    return pl_character_add_note(r, text) ? PLUMP_OK : pl_reader_fail_memory(r->g->reader);
}

// ---------------------------------------------------------------- textures

static plump_result read_texcoords(pl_character_reader* r, const pl_gltf_item* primitive,
                                   uint64_t set, pl_character_part* part) {
    pl_gltf_item attributes, item;
    pl_gltf_accessor accessor;
    bool found = false;
    size_t index;
    char key[32];
    pl_text_format(key, sizeof key, "TEXCOORD_%llu", (unsigned long long)set);
    plump_result result =
        pl_gltf_member(r->g, primitive, "attributes", JSON_OBJECT, true, &attributes);
    if (result == PLUMP_OK)
        result = pl_gltf_follow(r->g, &attributes, key, "accessors", &found, &index, &item);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_accessor_open(r->g, &item, &pl_gltf_texcoords, &accessor);
    if (result != PLUMP_OK) return result;
    if (accessor.count != part->vertex_count)
        return PL_GLTF_BAD(r->g, "%s.%s has %llu elements for %u positions", attributes.path, key,
                           (unsigned long long)accessor.count, (unsigned)part->vertex_count);
    float* to = pl_arena_alloc(&r->c->arena, part->vertex_count, 2 * sizeof *to);
    if (!to) return pl_reader_fail_memory(r->g->reader);
    part->texcoords = to;
    for (uint32_t i = 0; i < part->vertex_count; ++i) {
        double uv[2];
        pl_gltf_accessor_numbers(&accessor, uv);
        for (int k = 0; k < 2; ++k) *to++ = fabs(uv[k]) <= 1e6 ? (float)uv[k] : 0.0f;
    }
    return PLUMP_OK;
}

static plump_result read_texture(pl_character_reader* r, const pl_gltf_item* primitive,
                                 const pl_gltf_item* pbr, pl_character_part* part) {
    pl_gltf_item info, texture;
    bool found = false;
    size_t index;
    uint64_t set = 0;
    plump_result result = PLUMP_OK;
    if (!pbr->json) return result;
    result = pl_gltf_member(r->g, pbr, "baseColorTexture", JSON_OBJECT, false, &info);
    if (result != PLUMP_OK || !info.json) return result;
    result = pl_gltf_follow(r->g, &info, "index", "textures", &found, &index, &texture);
    if (result == PLUMP_OK) result = pl_gltf_whole(r->g, &info, "texCoord", false, &set);
    if (result == PLUMP_OK && found) result = find_image(r, &texture, &part->texture);
    if (result == PLUMP_OK && part->texture) result = read_texcoords(r, primitive, set, part);
    return result;
}

plump_result pl_character_look(pl_character_reader* r, const pl_gltf_item* primitive,
                               pl_character_part* part) {
    pl_gltf_item material, pbr;
    bool found = false;
    size_t index;
    part->colour = (plump_colour){200, 200, 200, 255};
    plump_result result =
        pl_gltf_follow(r->g, primitive, "material", "materials", &found, &index, &material);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_member(r->g, &material, "pbrMetallicRoughness", JSON_OBJECT, false, &pbr);
    if (result == PLUMP_OK) result = read_colour(r, &material, &pbr, &part->colour);
    if (result != PLUMP_OK) return result;
    // complaints about textures are caught
    plump_error why = {PLUMP_OK, ""};
    plump_error* given = r->g->reader->error;
    r->g->reader->error = &why;
    result = read_texture(r, primitive, &pbr, part);
    r->g->reader->error = given;
    if (!part->texcoords) part->texture = NULL;
    return result == PLUMP_OK ? PLUMP_OK : tell_image(r, &why);
}

#endif
