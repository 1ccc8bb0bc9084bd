// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// GLB: one list of 32-bit positions for all, and a node with its own indices for each group. The
// nodes stand at the positions' origin, so that floats keep their bits however far out they lie.
// Doubles are narrowed about an origin chosen here when they lie far out.
#include "io/soup.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SHORT_VERTICES 65535u  // 16-bit indices stop below the restart value

// Where the nodes stand and what box the positions fill around it.
typedef struct {
    double origin[3];
    float least[3], most[3];
} frame;

static float narrow(double value) {
    if (value > FLT_MAX) return FLT_MAX;
    if (value < -FLT_MAX) return -FLT_MAX;
    return value == value ? (float)value : 0;
}

// A vertex relative to the frame's origin.
static void local_position(const plump_triangles* t, const frame* f, uint32_t vertex,
                           float local[3]) {
    if (t->position_type == PLUMP_SCALAR_FLOAT32) {
        size_t stride = t->position_stride ? t->position_stride : 3 * sizeof(float);
        memcpy(local, (const char*)t->positions + vertex * stride, 3 * sizeof(float));
        return;
    }
    double position[3];
    pl_triangles_position(t, vertex, position);
    for (int k = 0; k < 3; ++k) local[k] = narrow(position[k] - f->origin[k]);
}

// A point near `centre` on a grid as coarse as the mesh is large, so that the differences to it are
// exact; 0 when the mesh is not far out.
static double round_centre(double centre, double size) {
    if (!(fabs(centre) > 4 * size) || !(size > 0)) return 0;
    double grid = 1;
    while (grid < size && grid < DBL_MAX / 4) grid *= 2;
    while (grid > size * 2 && grid > DBL_MIN) grid /= 2;
    return floor(centre / grid + 0.5) * grid;
}

static void choose_origin(const plump_triangles* t, frame* f) {
    double least[3], most[3], size = 0;
    pl_triangles_position(t, 0, least);
    memcpy(most, least, sizeof most);
    for (uint32_t i = 1; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (position[k] < least[k]) least[k] = position[k];
            if (position[k] > most[k]) most[k] = position[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        double side = most[k] / 2 - least[k] / 2;
        if (side > size) size = side;
    }
    for (int k = 0; k < 3; ++k) {
        f->origin[k] = round_centre(least[k] / 2 + most[k] / 2, size);
    }
}

static frame make_frame(const plump_triangles* t) {
    frame f = {{t->origin[0], t->origin[1], t->origin[2]}, {0}, {0}};
    bool is_zero = t->origin[0] == 0 && t->origin[1] == 0 && t->origin[2] == 0;
    if (t->position_type == PLUMP_SCALAR_FLOAT64 && is_zero) choose_origin(t, &f);
    local_position(t, &f, 0, f.least);
    memcpy(f.most, f.least, sizeof f.most);
    for (uint32_t i = 1; i < t->vertex_count; ++i) {
        float local[3];
        local_position(t, &f, i, local);
        for (int k = 0; k < 3; ++k) {
            if (local[k] < f.least[k]) f.least[k] = local[k];
            if (local[k] > f.most[k]) f.most[k] = local[k];
        }
    }
    return f;
}

// One pass of a stable sort, by eight bits of the label.
static void sort_pass(const plump_triangles* t, const uint32_t* from, uint32_t* to,
                      unsigned shift) {
    uint32_t starts[257] = {0};
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        starts[(pl_triangles_group(t, from[i]) >> shift & 0xFF) + 1]++;
    for (uint32_t i = 0; i < 256; ++i) starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        to[starts[pl_triangles_group(t, from[i]) >> shift & 0xFF]++] = from[i];
}

// The triangles by group, in their own order within each. NULL: out of memory.
static uint32_t* sort_by_group(const plump_allocator* hooks, const plump_triangles* t) {
    uint32_t* order = pl_alloc(hooks, t->triangle_count, sizeof *order);
    uint32_t* other = pl_alloc(hooks, t->triangle_count, sizeof *other);
    bool is_full = order && other;
    for (uint32_t i = 0; is_full && i < t->triangle_count; ++i) order[i] = i;
    for (unsigned shift = 0; is_full && shift < 32; shift += 8) {
        sort_pass(t, order, other, shift);
        uint32_t* sorted = other;
        other = order;
        order = sorted;
    }
    pl_free(hooks, other);
    if (is_full) return order;
    pl_free(hooks, order);
    return NULL;
}

// The runs of equal labels in `order`; each becomes a mesh.
typedef struct {
    const plump_triangles* t;
    const plump_write_def* def;
    const uint32_t* order;  // NULL: no groups
    frame f;
    unsigned index_size;
} scene;

static uint32_t run_end(const scene* s, uint32_t begin) {
    if (!s->order) return s->t->triangle_count;
    uint32_t label = pl_triangles_group(s->t, s->order[begin]), end = begin;
    while (end < s->t->triangle_count && pl_triangles_group(s->t, s->order[end]) == label) end++;
    return end;
}

static void put_name(pl_writer* w, const scene* s, uint32_t begin) {
    pl_writer_text(w, "\"name\":");
    uint32_t label = s->order ? pl_triangles_group(s->t, s->order[begin]) : 0;
    if (s->def->group_names && label < s->def->group_count && s->def->group_names[label]) {
        pl_writer_json_text(w, s->def->group_names[label]);
    } else if (s->order) {
        pl_writer_format(w, "\"group %u\"", (unsigned)label);
    } else {
        pl_writer_text(w, "\"mesh\"");
    }
}

static void put_node(pl_writer* w, const scene* s, uint32_t begin, uint32_t mesh) {
    pl_writer_format(w, "%s{\"mesh\":%u,", mesh ? "," : "", (unsigned)mesh);
    put_name(w, s, begin);
    const double* o = s->f.origin;
    if (o[0] != 0 || o[1] != 0 || o[2] != 0) {
        for (int k = 0; k < 3; ++k) {
            pl_writer_text(w, k ? "," : ",\"translation\":[");
            pl_writer_double(w, o[k]);
        }
        pl_writer_text(w, "]");
    }
    pl_writer_text(w, "}");
}

static void put_bounds(pl_writer* w, const char* key, const float values[3]) {
    pl_writer_format(w, ",\"%s\":[", key);
    for (int k = 0; k < 3; ++k) {
        if (k) pl_writer_text(w, ",");
        pl_writer_float(w, values[k]);
    }
    pl_writer_text(w, "]");
}

static void put_accessors(pl_writer* w, const scene* s) {
    pl_writer_format(w,
                     "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%u,"
                     "\"type\":\"VEC3\"",
                     (unsigned)s->t->vertex_count);
    put_bounds(w, "min", s->f.least);
    put_bounds(w, "max", s->f.most);
    pl_writer_text(w, "}");
    for (uint32_t begin = 0, end; begin < s->t->triangle_count; begin = end) {
        end = run_end(s, begin);
        pl_writer_format(w,
                         ",{\"bufferView\":1,\"byteOffset\":%llu,\"componentType\":%u,"
                         "\"count\":%llu,\"type\":\"SCALAR\"}",
                         3ull * s->index_size * begin, s->index_size == 2 ? 5123u : 5125u,
                         3ull * (end - begin));
    }
    pl_writer_text(w, "],");
}

static void put_json(pl_writer* w, const scene* s) {
    uint32_t meshes = 0, triangles = s->t->triangle_count;
    if (triangles == 0 || s->t->vertex_count == 0) {
        pl_writer_text(w, "}");
        return;
    }
    pl_writer_text(w, ",\"nodes\":[");
    for (uint32_t begin = 0; begin < triangles; begin = run_end(s, begin)) {
        put_node(w, s, begin, meshes++);
    }
    pl_writer_text(w, "],\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < meshes; ++i) pl_writer_format(w, i ? ",%u" : "%u", (unsigned)i);
    pl_writer_text(w, "]}],\"meshes\":[");
    for (uint32_t begin = 0, i = 0; begin < triangles; begin = run_end(s, begin)) {
        pl_writer_text(w, i ? ",{" : "{");
        put_name(w, s, begin);
        pl_writer_format(w, ",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":%u}]}",
                         (unsigned)++i);
    }
    pl_writer_text(w, "],");
    put_accessors(w, s);
    unsigned long long positions = 12ull * s->t->vertex_count;
    unsigned long long indices = 3ull * s->index_size * triangles;
    pl_writer_format(w,
                     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%llu,\"target\":34962},"
                     "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu,\"target\":34963}],"
                     "\"buffers\":[{\"byteLength\":%llu}]}",
                     positions, positions, indices, positions + indices);
}

static void put_binary(pl_writer* w, const scene* s) {
    for (uint32_t i = 0; i < s->t->vertex_count; ++i) {
        float local[3];
        local_position(s->t, &s->f, i, local);
        for (int k = 0; k < 3; ++k) pl_writer_f32(w, local[k]);
    }
    for (uint32_t i = 0; i < s->t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t corner = pl_triangles_corner(s->t, s->order ? s->order[i] : i, k);
            unsigned char bytes[4] = {(unsigned char)corner, (unsigned char)(corner >> 8),
                                      (unsigned char)(corner >> 16), (unsigned char)(corner >> 24)};
            pl_writer_put(w, bytes, s->index_size);
        }
    }
}

// ---------------------------------------------------------------- what writers of GLB share

// Pads what was written since `begin` to a multiple of four and puts its length in front of it.
static void close_part(pl_writer* w, size_t begin, size_t length_at, const char* padding) {
    while (!w->failed && (w->used - begin) % 4 != 0) pl_writer_put(w, padding, 1);
    if (w->failed) return;
    uint64_t length = w->used - begin;
    // the format ends at 4 GiB
    if (length > UINT32_MAX) w->failed = true;
    for (unsigned k = 0; k < 4; ++k) w->bytes[length_at + k] = (unsigned char)(length >> 8 * k);
}

size_t pl_writer_glb_begin(pl_writer* w) {
    size_t start = w->used;
    pl_writer_text(w, "glTF");
    pl_writer_u32(w, 2);
    pl_writer_u32(w, 0);
    pl_writer_u32(w, 0);
    pl_writer_text(w, "JSON");
    pl_writer_text(w, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"plump " PLUMP_VERSION_TEXT
                      "\"}");
    return start;
}

size_t pl_writer_glb_bytes(pl_writer* w, size_t start) {
    close_part(w, start + 20, start + 12, " ");
    size_t chunk = w->used;
    pl_writer_u32(w, 0);
    pl_writer_put(w, "BIN\0", 4);
    return chunk;
}

void pl_writer_glb_end(pl_writer* w, size_t start, size_t chunk) {
    if (chunk)
        close_part(w, chunk + 8, chunk, "\0");
    else
        close_part(w, start + 20, start + 12, " ");
    close_part(w, start, start + 8, " ");
}

// From sRGB to the linear light glTF computes with.
static double linear(uint8_t value) {
    double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

void pl_writer_glb_material(pl_writer* w, const uint8_t colour[4], int texture) {
    pl_writer_format(w,
                     "{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%g,%g,%g,%g],"
                     "\"metallicFactor\":0,\"roughnessFactor\":0.55",
                     linear(colour[0]), linear(colour[1]), linear(colour[2]), colour[3] / 255.0);
    if (texture >= 0) pl_writer_format(w, ",\"baseColorTexture\":{\"index\":%d}", texture);
    pl_writer_text(w, "},\"doubleSided\":true");
    if (colour[3] < 255) pl_writer_text(w, ",\"alphaMode\":\"BLEND\"");
    pl_writer_text(w, "}");
}

// ---------------------------------------------------------------- a mesh

void pl_write_glb(pl_writer* w, const plump_triangles* t, const plump_write_def* def) {
    scene s = {.t = t, .def = def, .index_size = t->vertex_count <= SHORT_VERTICES ? 2 : 4};
    bool is_empty = t->triangle_count == 0 || t->vertex_count == 0;
    uint32_t* order = NULL;
    if (!is_empty && t->groups) {
        order = sort_by_group(&w->hooks, t);
        if (!order) {
            w->failed = true;
            return;
        }
    }
    s.order = order;
    if (!is_empty) s.f = make_frame(t);

    size_t start = pl_writer_glb_begin(w), chunk = 0;
    put_json(w, &s);
    if (!is_empty) {
        chunk = pl_writer_glb_bytes(w, start);
        put_binary(w, &s);
    }
    pl_writer_glb_end(w, start, chunk);
    pl_free(&w->hooks, order);
}
