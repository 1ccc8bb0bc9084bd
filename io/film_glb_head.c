// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The JSON of an animated GLB: a node, a mesh and its targets per part, materials by colour, and
// the animation.
#include "io/film_glb.h"

#include <math.h>
#include <string.h>

typedef enum { INDICES, VERTICES, ANIMATION } view;

static const pl_glb* glb_of(const plump_film* film) {
    return film->own;
}

static bool is_empty(const plump_film* film, uint32_t index) {
    return film->parts[index].triangle_count == 0;
}

static uint32_t per_target(const plump_film* film, uint32_t index) {
    return film->parts[index].is_flat ? 1 : 2;
}

// Accessors stand in this order: each part's indices, rest and targets; then each animation's.
static void number_accessors(const plump_film* film) {
    pl_glb* glb = film->own;
    uint32_t next = 0;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        glb->parts[i].accessor = next;
        if (!is_empty(film, i)) next += 1 + per_target(film, i) * (1 + glb->parts[i].target_count);
    }
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_glb_part* own = &glb->parts[i];
        own->shape.accessor = own->alike == i ? next : glb->parts[own->alike].shape.accessor;
        if (own->target_count > 0 && own->alike == i) next += 2;
        own->shown.accessor = next;
        if (pl_glb_is_hidden(own)) next += 2;
    }
}

static bool are_equal(plump_colour a, plump_colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

// Parts of one colour share a material. Returns whether this part's is a new one.
static bool number_material(const plump_film* film, uint32_t index, uint32_t next) {
    pl_glb* glb = film->own;
    for (uint32_t i = 0; i < index; ++i) {
        if (is_empty(film, i) || !are_equal(film->parts[i].colour, film->parts[index].colour))
            continue;
        glb->parts[index].material = glb->parts[i].material;
        return false;
    }
    glb->parts[index].material = next;
    return true;
}

// ---------------------------------------------------------------- nodes, meshes, materials

static void put_nodes(pl_writer* w, const plump_film* film) {
    uint32_t meshes = 0;
    pl_writer_text(w, ",\"nodes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_writer_text(w, i ? ",{\"name\":" : "{\"name\":");
        pl_writer_json_text(w, film->parts[i].name);
        if (!is_empty(film, i)) pl_writer_format(w, ",\"mesh\":%u", (unsigned)meshes++);
        pl_writer_text(w, "}");
    }
    pl_writer_text(w, "],\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i)
        pl_writer_format(w, i ? ",%u" : "%u", (unsigned)i);
    pl_writer_text(w, "]}]");
}

static void put_attributes(pl_writer* w, const pl_film_part* part, uint32_t accessor) {
    pl_writer_format(w, "{\"POSITION\":%u", (unsigned)accessor);
    if (!part->is_flat) pl_writer_format(w, ",\"NORMAL\":%u", (unsigned)accessor + 1);
    pl_writer_text(w, "}");
}

// Whoever shows the mesh without playing it sees the first frame.
static void put_first_weights(pl_writer* w, const pl_glb_part* own) {
    uint32_t first = own->shape.items[0].target;
    if (first == 0) return;
    for (uint32_t k = 1; k <= own->target_count; ++k)
        pl_writer_text(w, k == 1 ? (k == first ? ",\"weights\":[1" : ",\"weights\":[0")
                                 : (k == first ? ",1" : ",0"));
    pl_writer_text(w, "]");
}

static void put_mesh(pl_writer* w, const plump_film* film, uint32_t index) {
    const pl_film_part* part = &film->parts[index];
    const pl_glb_part* own = &glb_of(film)->parts[index];
    uint32_t step = per_target(film, index);
    pl_writer_text(w, "{\"name\":");
    pl_writer_json_text(w, part->name);
    pl_writer_text(w, ",\"primitives\":[{\"attributes\":");
    put_attributes(w, part, own->accessor + 1);
    pl_writer_format(w, ",\"indices\":%u,\"material\":%u", (unsigned)own->accessor,
                     (unsigned)own->material);
    for (uint32_t k = 0; k < own->target_count; ++k) {
        pl_writer_text(w, k ? "," : ",\"targets\":[");
        put_attributes(w, part, own->accessor + 1 + step * (k + 1));
    }
    pl_writer_text(w, own->target_count ? "]}]" : "}]");
    if (own->target_count) put_first_weights(w, own);
    pl_writer_text(w, "}");
}

static void put_meshes(pl_writer* w, const plump_film* film) {
    const char* comma = "";
    pl_writer_text(w, ",\"meshes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (is_empty(film, i)) continue;
        pl_writer_text(w, comma);
        put_mesh(w, film, i);
        comma = ",";
    }
    pl_writer_text(w, "]");
}

// From sRGB to the linear light glTF computes with.
static double linear(uint8_t value) {
    double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void put_material(pl_writer* w, plump_colour colour) {
    pl_writer_format(w,
                     "{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%g,%g,%g,%g],"
                     "\"metallicFactor\":0,\"roughnessFactor\":0.55},\"doubleSided\":true",
                     linear(colour.r), linear(colour.g), linear(colour.b), colour.a / 255.0);
    if (colour.a < 255) pl_writer_text(w, ",\"alphaMode\":\"BLEND\"");
    pl_writer_text(w, "}");
}

static void put_materials(pl_writer* w, const plump_film* film) {
    uint32_t count = 0;
    pl_writer_text(w, ",\"materials\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (is_empty(film, i) || !number_material(film, i, count)) continue;
        if (count++) pl_writer_text(w, ",");
        put_material(w, film->parts[i].colour);
    }
    pl_writer_text(w, "]");
}

// ---------------------------------------------------------------- accessors

static void put_accessor(pl_writer* w, view of, uint64_t at, unsigned type, uint64_t count,
                         const char* shape) {
    pl_writer_format(w,
                     "{\"bufferView\":%u,\"byteOffset\":%llu,\"componentType\":%u,\"count\":%llu,"
                     "\"type\":\"%s\"",
                     (unsigned)of, (unsigned long long)at, type, (unsigned long long)count, shape);
}

static void put_bounds(pl_writer* w, const char* key, const float* values, unsigned count) {
    pl_writer_format(w, ",\"%s\":[", key);
    for (unsigned k = 0; k < count; ++k) {
        if (k) pl_writer_text(w, ",");
        pl_writer_float(w, values[k]);
    }
    pl_writer_text(w, "]");
}

static void put_shape(pl_writer* w, const pl_film_part* part, const pl_glb_target* target) {
    uint64_t count = part->vertex_count;
    pl_writer_text(w, ",");
    put_accessor(w, VERTICES, target->at, 5126, count, "VEC3");
    put_bounds(w, "min", target->least, 3);
    put_bounds(w, "max", target->most, 3);
    pl_writer_text(w, "}");
    if (part->is_flat) return;
    pl_writer_text(w, ",");
    put_accessor(w, VERTICES, target->at + 12 * count, 5126, count, "VEC3");
    pl_writer_text(w, "}");
}

static void put_part_accessors(pl_writer* w, const plump_film* film, uint32_t index) {
    const pl_film_part* part = &film->parts[index];
    const pl_glb_part* own = &glb_of(film)->parts[index];
    put_accessor(w, INDICES, own->indices_at, part->vertex_count <= PL_GLB_SHORT_MAX ? 5123 : 5125,
                 3 * (uint64_t)part->triangle_count, "SCALAR");
    pl_writer_text(w, "}");
    put_shape(w, part, &own->rest);
    for (uint32_t k = 0; k < own->target_count; ++k) put_shape(w, part, &own->targets[k]);
}

static void put_key_accessors(pl_writer* w, const plump_film* film, const pl_glb_keys* keys,
                              uint64_t values, const char* shape) {
    uint64_t from = glb_of(film)->animation_at;
    pl_writer_text(w, ",");
    put_accessor(w, ANIMATION, keys->times_at - from, 5126, keys->count, "SCALAR");
    put_bounds(w, "min", &film->times[keys->items[0].frame], 1);
    put_bounds(w, "max", &film->times[keys->items[keys->count - 1].frame], 1);
    pl_writer_text(w, "},");
    put_accessor(w, ANIMATION, keys->values_at - from, 5126, values, shape);
    pl_writer_text(w, "}");
}

static void put_accessors(pl_writer* w, const plump_film* film) {
    const char* comma = "";
    pl_writer_text(w, ",\"accessors\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (is_empty(film, i)) continue;
        pl_writer_text(w, comma);
        put_part_accessors(w, film, i);
        comma = ",";
    }
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb_of(film)->parts[i];
        if (own->target_count > 0 && own->alike == i)
            put_key_accessors(w, film, &own->shape, (uint64_t)own->shape.count * own->target_count,
                              "SCALAR");
        if (pl_glb_is_hidden(own))
            put_key_accessors(w, film, &own->shown, own->shown.count, "VEC3");
    }
    pl_writer_text(w, "]");
}

// ---------------------------------------------------------------- animation, buffer

// One sampler per channel, in the same order.
static void put_sampler(pl_writer* w, const char** comma, uint32_t accessor, const char* way) {
    pl_writer_format(w, "%s{\"input\":%u,\"output\":%u,\"interpolation\":\"%s\"}", *comma,
                     (unsigned)accessor, (unsigned)accessor + 1, way);
    *comma = ",";
}

static void put_channel(pl_writer* w, uint32_t* count, uint32_t node, const char* path) {
    pl_writer_format(w, "%s{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
                     *count ? "," : "", (unsigned)*count, (unsigned)node, path);
    ++*count;
}

static void put_animation(pl_writer* w, const plump_film* film) {
    const pl_glb* glb = glb_of(film);
    if (glb->size == glb->animation_at) return;
    const char* comma = "";
    uint32_t count = 0;
    pl_writer_text(w, ",\"animations\":[{\"name\":\"film\",\"samplers\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb->parts[i];
        if (own->target_count) put_sampler(w, &comma, own->shape.accessor, "LINEAR");
        if (pl_glb_is_hidden(own)) put_sampler(w, &comma, own->shown.accessor, "STEP");
    }
    pl_writer_text(w, "],\"channels\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb->parts[i];
        if (own->target_count) put_channel(w, &count, i, "weights");
        if (pl_glb_is_hidden(own)) put_channel(w, &count, i, "scale");
    }
    pl_writer_text(w, "]}]");
}

static void put_views(pl_writer* w, const pl_glb* glb) {
    unsigned long long vertices = glb->vertices_at, animation = glb->animation_at;
    unsigned long long size = glb->size;
    pl_writer_format(w,
                     ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":%llu,\"target\":34963},"
                     "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu,\"byteStride\":12,"
                     "\"target\":34962}",
                     vertices, vertices, animation - vertices);
    if (size > animation)
        pl_writer_format(w, ",{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu}", animation,
                         size - animation);
    pl_writer_format(w, "],\"buffers\":[{\"byteLength\":%llu}]}", size);
}

static void patch(pl_writer* w, size_t at, uint64_t value) {
    for (unsigned k = 0; k < 4; ++k) w->bytes[at + k] = (unsigned char)(value >> 8 * k);
}

void pl_glb_put_head(const plump_film* film, pl_writer* w) {
    const pl_glb* glb = film->own;
    number_accessors(film);
    pl_writer_put(w,
                  "glTF\2\0\0\0----"
                  "----JSON",
                  20);
    pl_writer_text(w, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"plump " PLUMP_VERSION_TEXT
                      "\"}");
    put_nodes(w, film);
    put_materials(w, film);  // numbers them for the meshes
    put_meshes(w, film);
    put_accessors(w, film);
    put_animation(w, film);
    put_views(w, glb);
    while (!w->failed && w->used % 4 != 0) pl_writer_text(w, " ");
    uint64_t json = w->used - 20;
    pl_writer_u32(w, (uint32_t)glb->size);
    pl_writer_put(w, "BIN\0", 4);
    if (w->failed) return;
    patch(w, 8, w->used + glb->size);
    patch(w, 12, json);
}
