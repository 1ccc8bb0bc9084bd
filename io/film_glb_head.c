// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The JSON of an animated GLB: a node, a mesh and its targets per part, materials by colour, and
// the animation.
#include "io/film_glb.h"

#include <string.h>

// Views: these two, one of texture coordinates and one per image if there are any, and the
// animation's.
typedef enum { INDICES, VERTICES, MORE } view;

static uint32_t animation_view(const plump_film* film) {
    return film->image_count ? MORE + 1 + film->image_count : MORE;
}

static const pl_glb* glb_of(const plump_film* film) {
    return film->own;
}

static bool is_empty(const plump_film* film, uint32_t index) {
    return film->parts[index].triangle_count == 0;
}

static uint32_t per_target(const plump_film* film, uint32_t index) {
    return film->parts[index].is_flat ? 1 : 2;
}

static void number_track(pl_glb_track* track, uint32_t* next) {
    track->accessor = *next;
    if (track->key_count > 0) *next += 2;
}

// Accessors stand in this order: each part's indices, rest and targets; then the animation's.
static void number_accessors(const plump_film* film) {
    pl_glb* glb = film->own;
    uint32_t next = 0;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        glb->parts[i].accessor = next;
        if (!is_empty(film, i)) next += 1 + per_target(film, i) * (1 + glb->parts[i].target_count);
    }
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_glb_part* own = &glb->parts[i];
        number_track(&own->shown, &next);
        for (uint32_t k = 0; k < own->take_count; ++k) {
            number_track(&own->takes[k].weights, &next);
            number_track(&own->takes[k].shown, &next);
        }
    }
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (film->parts[i].texcoords) glb->parts[i].texcoord_accessor = next++;
    }
}

// Nodes: the parts', then those of takes.
static void number_meshes(const plump_film* film) {
    pl_glb* glb = film->own;
    uint32_t mesh = 0, child = film->part_count;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_glb_part* own = &glb->parts[i];
        own->mesh = mesh;
        own->child = child;
        mesh += own->take_count;
        if (own->take_count > 1) child += own->take_count;
    }
}

static bool have_equal_looks(const pl_film_part* p, const pl_film_part* q) {
    plump_colour a = p->colour, b = q->colour;
    if (!p->texcoords != !q->texcoords || (p->texcoords && p->image != q->image)) return false;
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

// Parts of one colour and texture share a material. Returns whether this part's is a new one.
static bool number_material(const plump_film* film, uint32_t index, uint32_t next) {
    pl_glb* glb = film->own;
    for (uint32_t i = 0; i < index; ++i) {
        if (is_empty(film, i) || !have_equal_looks(&film->parts[i], &film->parts[index])) continue;
        glb->parts[index].material = glb->parts[i].material;
        return false;
    }
    glb->parts[index].material = next;
    return true;
}

// ---------------------------------------------------------------- nodes, meshes, materials

static void put_name(pl_writer* w, const char* name) {
    pl_writer_text(w, "{\"name\":");
    pl_writer_json_text(w, name);
}

static void put_part_node(pl_writer* w, const plump_film* film, uint32_t index) {
    const pl_glb_part* own = &glb_of(film)->parts[index];
    if (index) pl_writer_text(w, ",");
    put_name(w, film->parts[index].name);
    if (own->take_count == 1) pl_writer_format(w, ",\"mesh\":%u", (unsigned)own->mesh);
    for (uint32_t k = 0; own->take_count > 1 && k < own->take_count; ++k)
        pl_writer_format(w, k ? ",%u" : ",\"children\":[%u", (unsigned)(own->child + k));
    pl_writer_text(w, own->take_count > 1 ? "]}" : "}");
}

static void put_nodes(pl_writer* w, const plump_film* film) {
    pl_writer_text(w, ",\"nodes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) put_part_node(w, film, i);
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb_of(film)->parts[i];
        for (uint32_t k = 0; own->take_count > 1 && k < own->take_count; ++k) {
            pl_writer_text(w, ",");
            put_name(w, film->parts[i].name);
            pl_writer_format(w, ",\"mesh\":%u}", (unsigned)(own->mesh + k));
        }
    }
    pl_writer_text(w, "],\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i)
        pl_writer_format(w, i ? ",%u" : "%u", (unsigned)i);
    pl_writer_text(w, "]}]");
}

// Texture coordinates are never the first accessor: 0 stands for none.
static void put_attributes(pl_writer* w, const pl_film_part* part, uint32_t accessor,
                           uint32_t texcoords) {
    pl_writer_format(w, "{\"POSITION\":%u", (unsigned)accessor);
    if (!part->is_flat) pl_writer_format(w, ",\"NORMAL\":%u", (unsigned)accessor + 1);
    if (texcoords) pl_writer_format(w, ",\"TEXCOORD_0\":%u", (unsigned)texcoords);
    pl_writer_text(w, "}");
}

// Whoever shows the mesh without playing it sees its first frame.
static void put_first_weights(pl_writer* w, const pl_glb_part* own, const pl_glb_take* take) {
    const pl_glb_key* first = &own->shape.items[take->first_key];
    if (!own->basis && first->target == 0) return;
    pl_writer_text(w, ",\"weights\":[");
    for (uint32_t k = 0; k < take->target_count; ++k) {
        if (k) pl_writer_text(w, ",");
        pl_writer_float(w, pl_glb_weight(own, take, first, k));
    }
    pl_writer_text(w, "]");
}

static void put_mesh(pl_writer* w, const plump_film* film, uint32_t index,
                     const pl_glb_take* take) {
    const pl_film_part* part = &film->parts[index];
    const pl_glb_part* own = &glb_of(film)->parts[index];
    put_name(w, part->name);
    pl_writer_text(w, ",\"primitives\":[{\"attributes\":");
    put_attributes(w, part, own->accessor + 1, part->texcoords ? own->texcoord_accessor : 0);
    pl_writer_format(w, ",\"indices\":%u,\"material\":%u", (unsigned)own->accessor,
                     (unsigned)own->material);
    for (uint32_t k = 0; k < take->target_count; ++k) {
        pl_writer_text(w, k ? "," : ",\"targets\":[");
        // target 1 stands behind the shape at rest
        put_attributes(w, part,
                       own->accessor + 1 + per_target(film, index) * (take->first_target + k), 0);
    }
    pl_writer_text(w, take->target_count ? "]}]" : "}]");
    if (take->target_count) put_first_weights(w, own, take);
    pl_writer_text(w, "}");
}

static void put_meshes(pl_writer* w, const plump_film* film) {
    const char* comma = "";
    pl_writer_text(w, ",\"meshes\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb_of(film)->parts[i];
        for (uint32_t k = 0; k < own->take_count; ++k) {
            pl_writer_text(w, comma);
            put_mesh(w, film, i, &own->takes[k]);
            comma = ",";
        }
    }
    pl_writer_text(w, "]");
}

static void put_materials(pl_writer* w, const plump_film* film) {
    uint32_t count = 0;
    pl_writer_text(w, ",\"materials\":[");
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (is_empty(film, i) || !number_material(film, i, count)) continue;
        if (count++) pl_writer_text(w, ",");
        plump_colour c = film->parts[i].colour;
        pl_writer_glb_material(w, (const uint8_t[4]){c.r, c.g, c.b, c.a},
                               film->parts[i].texcoords ? (int)film->parts[i].image : -1);
    }
    pl_writer_text(w, "]");
}

static void put_textures(pl_writer* w, const plump_film* film) {
    for (uint32_t i = 0; i < film->image_count; ++i)
        pl_writer_format(w, "%s{\"source\":%u}", i ? "," : ",\"textures\":[", (unsigned)i);
    for (uint32_t i = 0; i < film->image_count; ++i)
        pl_writer_format(w, "%s{\"bufferView\":%u,\"mimeType\":\"%s\"}", i ? "," : "],\"images\":[",
                         (unsigned)(MORE + 1 + i), film->images[i].file.type);
    if (film->image_count) pl_writer_text(w, "]");
}

// ---------------------------------------------------------------- accessors

static void put_accessor(pl_writer* w, uint32_t of, uint64_t at, unsigned type, uint64_t count,
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

static void put_shape(pl_writer* w, bool is_flat, uint64_t count, const pl_glb_target* target) {
    pl_writer_text(w, ",");
    put_accessor(w, VERTICES, target->at, 5126, count, "VEC3");
    put_bounds(w, "min", target->least, 3);
    put_bounds(w, "max", target->most, 3);
    pl_writer_text(w, "}");
    if (is_flat) return;
    pl_writer_text(w, ",");
    put_accessor(w, VERTICES, target->at + 12 * count, 5126, count, "VEC3");
    pl_writer_text(w, "}");
}

static void put_part_accessors(pl_writer* w, const plump_film* film, uint32_t index) {
    const pl_film_part* part = &film->parts[index];
    const pl_glb_part* own = &glb_of(film)->parts[index];
    put_accessor(w, INDICES, own->indices_at,
                 own->drawn.vertex_count <= PL_GLB_SHORT_MAX ? 5123 : 5125,
                 3 * (uint64_t)part->triangle_count, "SCALAR");
    pl_writer_text(w, "}");
    put_shape(w, part->is_flat, own->drawn.vertex_count, &own->rest);
    for (uint32_t k = 0; k < own->target_count; ++k)
        put_shape(w, part->is_flat, own->drawn.vertex_count, &own->targets[k]);
}

static void put_track_accessors(pl_writer* w, const plump_film* film, const pl_glb_track* track,
                                const char* shape) {
    uint64_t from = glb_of(film)->animation_at;
    if (track->key_count == 0) return;
    pl_writer_text(w, ",");
    put_accessor(w, animation_view(film), track->times_at - from, 5126, track->key_count, "SCALAR");
    put_bounds(w, "min", &track->first_time, 1);
    put_bounds(w, "max", &track->last_time, 1);
    pl_writer_text(w, "},");
    put_accessor(w, animation_view(film), track->values_at - from, 5126, track->value_count, shape);
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
        put_track_accessors(w, film, &own->shown, "VEC3");
        for (uint32_t k = 0; k < own->take_count; ++k) {
            put_track_accessors(w, film, &own->takes[k].weights, "SCALAR");
            put_track_accessors(w, film, &own->takes[k].shown, "VEC3");
        }
    }
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb_of(film)->parts[i];
        if (!film->parts[i].texcoords) continue;
        pl_writer_text(w, ",");
        put_accessor(w, MORE, own->texcoords_at, 5126, own->drawn.vertex_count, "VEC2");
        pl_writer_text(w, "}");
    }
    pl_writer_text(w, "]");
}

// ---------------------------------------------------------------- animation, buffer

// Channels are listed twice, once as samplers and once as what these drive, in the same order.
typedef struct {
    pl_writer* w;
    bool as_samplers;
    uint32_t count;
} channels;

static void put_channel(channels* c, const pl_glb_track* track, uint32_t node, bool is_scale) {
    if (track->key_count == 0) return;
    if (c->count) pl_writer_text(c->w, ",");
    if (c->as_samplers)
        pl_writer_format(c->w, "{\"input\":%u,\"output\":%u,\"interpolation\":\"%s\"}",
                         (unsigned)track->accessor, (unsigned)track->accessor + 1,
                         is_scale ? "STEP" : "LINEAR");
    else
        pl_writer_format(c->w, "{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
                         (unsigned)c->count, (unsigned)node, is_scale ? "scale" : "weights");
    c->count++;
}

static void put_channels(const plump_film* film, channels* c) {
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_glb_part* own = &glb_of(film)->parts[i];
        put_channel(c, &own->shown, i, true);
        for (uint32_t k = 0; k < own->take_count; ++k) {
            uint32_t node = own->take_count > 1 ? own->child + k : i;
            put_channel(c, &own->takes[k].weights, node, false);
            put_channel(c, &own->takes[k].shown, node, true);
        }
    }
}

static void put_animation(pl_writer* w, const plump_film* film) {
    if (glb_of(film)->size == glb_of(film)->animation_at) return;
    pl_writer_text(w, ",\"animations\":[{\"name\":\"film\",\"samplers\":[");
    put_channels(film, &(channels){w, true, 0});
    pl_writer_text(w, "],\"channels\":[");
    put_channels(film, &(channels){w, false, 0});
    pl_writer_text(w, "]}]");
}

static void put_more_views(pl_writer* w, const plump_film* film) {
    const pl_glb* glb = film->own;
    if (film->image_count == 0) return;
    pl_writer_format(w,
                     ",{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu,\"byteStride\":8,"
                     "\"target\":34962}",
                     (unsigned long long)glb->texcoords_at,
                     (unsigned long long)(glb->images_at - glb->texcoords_at));
    for (uint32_t i = 0; i < film->image_count; ++i)
        pl_writer_format(w, ",{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%zu}",
                         (unsigned long long)film->images[i].at, film->images[i].file.size);
}

static void put_views(pl_writer* w, const plump_film* film) {
    const pl_glb* glb = film->own;
    unsigned long long indices = glb->texcoords_at, vertices = glb->vertices_at;
    unsigned long long animation = glb->animation_at, size = glb->size;
    pl_writer_format(w,
                     ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":%llu,\"target\":34963},"
                     "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu,\"byteStride\":12,"
                     "\"target\":34962}",
                     indices, vertices, animation - vertices);
    put_more_views(w, film);
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
    number_meshes(film);
    pl_writer_put(w,
                  "glTF\2\0\0\0----"
                  "----JSON",
                  20);
    pl_writer_text(w, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"plump " PLUMP_VERSION_TEXT
                      "\"}");
    put_nodes(w, film);
    put_materials(w, film);  // numbers them for the meshes
    put_textures(w, film);
    put_meshes(w, film);
    put_accessors(w, film);
    put_animation(w, film);
    put_views(w, film);
    while (!w->failed && w->used % 4 != 0) pl_writer_text(w, " ");
    uint64_t json = w->used - 20;
    pl_writer_u32(w, (uint32_t)glb->size);
    pl_writer_put(w, "BIN\0", 4);
    if (w->failed) return;
    patch(w, 8, w->used + glb->size);
    patch(w, 12, json);
}
