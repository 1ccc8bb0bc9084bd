// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The file of a rig: node 0 is the mesh, then a node per bone. Each accessor has a view of its own;
// JSON comes before the bytes, so that these are put first into a writer of their own.
#include "io/rig_parts.h"

#include "src/base/cookie.h"

#include <math.h>
#include <string.h>

// The first accessors, in their order.
enum { POSITIONS, NORMALS, JOINTS, WEIGHTS, INDICES, INVERSES };

typedef struct {
    const plump_rig_def* def;
    plump_triangles t;
    pl_writer bin, views, accessors;
    uint32_t accessor_count;
    uint32_t clip_accessors;  // the first of the clips'
} rig;

plump_rig_def plump_default_rig_def(void) {
    return (plump_rig_def){
        .colour = {226, 111, 84, 255}, .key_rate = 30, .scale = 1, .cookie = PL_COOKIE_RIG};
}

// ---------------------------------------------------------------- checks

static plump_result check_bones(const plump_rig_def* def, plump_error* error) {
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        const plump_rig_bone* bone = &def->bones[i];
        if (bone->parent != PLUMP_RIG_ROOT && bone->parent >= i)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "bone %u has the parent %u; parents come before their children",
                           (unsigned)i, (unsigned)bone->parent);
        bool is_fine = bone->radius > 0 && bone->radius < 1e12;
        for (int k = 0; k < 3; ++k)
            is_fine = is_fine && fabs(bone->joint[k]) < 1e12 && fabs(bone->tip[k]) < 1e12;
        if (!is_fine)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "bone %u: its ends must be finite and its radius above 0", (unsigned)i);
    }
    return PLUMP_OK;
}

static bool is_fine_wave(const plump_rig_def* def, const plump_rig_wave* w) {
    double length = w->axis[0] * w->axis[0] + w->axis[1] * w->axis[1] + w->axis[2] * w->axis[2];
    double all = length + w->amplitude + w->cycles + w->phase + w->offset + w->from + w->to;
    return w->bone < def->bone_count && (unsigned)w->motion <= PLUMP_RIG_MOVE && length > 0 &&
           fabs(all) < 1e12;
}

static plump_result check_clips(const plump_rig_def* def, plump_error* error) {
    for (uint32_t i = 0; i < def->clip_count; ++i) {
        const plump_rig_clip* clip = &def->clips[i];
        if (!(clip->seconds > 0 && clip->seconds * def->key_rate <= 1e6))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "clip %u lasts %g s; it must be above 0 and at most 1e6 keys",
                           (unsigned)i, clip->seconds);
        for (uint32_t k = 0; k < clip->wave_count; ++k) {
            if (!is_fine_wave(def, &clip->waves[k]))
                return pl_fail(
                    error, PLUMP_ERROR_ARGUMENT,
                    "wave %u of clip %u: its bone must exist, its axis have a length and "
                    "its numbers be finite",
                    (unsigned)k, (unsigned)i);
        }
    }
    return PLUMP_OK;
}

// `name` stands for the file in messages.
static plump_result check(const char* name, const plump_rig_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_RIG)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_rig_def was not begun with plump_default_rig_def()");
    if (!def->bones || def->bone_count == 0 || def->bone_count > 256)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "a rig has 1 to 256 bones, not %u",
                       (unsigned)def->bone_count);
    if (!(def->key_rate > 0 && def->key_rate <= 1e4))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the key rate is %g; it is above 0 to 1e4",
                       def->key_rate);
    if (!(def->scale > 0 && def->scale <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the scale is %g; it is above 0 to 1e6",
                       def->scale);
    plump_result result = check_bones(def, error);
    if (result == PLUMP_OK) result = check_clips(def, error);
    if (result == PLUMP_OK) result = pl_write_check(&def->triangles, error);
    return result == PLUMP_OK ? pl_write_check_floats(&def->triangles, name, "GLB", error) : result;
}

// ---------------------------------------------------------------- accessors

// What was put into the bytes since `from` becomes accessor, `count` elements; bounds may be NULL.
static void add_accessor(rig* r, size_t from, uint32_t count, unsigned component, const char* type,
                         unsigned bound_count, const float* least, const float* most) {
    const char* comma = r->accessor_count ? "," : "";
    pl_writer_format(&r->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", comma,
                     from, r->bin.used - from);
    if (r->accessor_count <= INDICES)  // attributes come first
        pl_writer_format(&r->views, ",\"target\":%u",
                         r->accessor_count == INDICES ? 34963u : 34962u);
    pl_writer_text(&r->views, "}");
    pl_writer_format(&r->accessors,
                     "%s{\"bufferView\":%u,\"componentType\":%u,\"count\":%u,\"type\":\"%s\"",
                     comma, (unsigned)r->accessor_count, component, (unsigned)count, type);
    for (int i = 0; bound_count && i < 2; ++i) {
        pl_writer_text(&r->accessors, i ? "],\"max\":[" : ",\"min\":[");
        for (unsigned k = 0; k < bound_count; ++k) {
            if (k) pl_writer_text(&r->accessors, ",");
            pl_writer_float(&r->accessors, i ? most[k] : least[k]);
        }
    }
    pl_writer_text(&r->accessors, bound_count ? "]}" : "}");
    while (!r->bin.failed && r->bin.used % 4 != 0) pl_writer_put(&r->bin, "", 1);
    r->accessor_count++;
}

static void put_positions(rig* r) {
    size_t from = r->bin.used;
    float least[3] = {0}, most[3] = {0};
    for (uint32_t i = 0; i < r->t.vertex_count; ++i) {
        double position[3];
        pl_triangles_position(&r->t, i, position);
        for (int k = 0; k < 3; ++k) {
            float value = (float)position[k];
            if (i == 0 || value < least[k]) least[k] = value;
            if (i == 0 || value > most[k]) most[k] = value;
            pl_writer_f32(&r->bin, value);
        }
    }
    add_accessor(r, from, r->t.vertex_count, 5126, "VEC3", 3, least, most);
}

static void put_normals(rig* r, const float* normals) {
    size_t from = r->bin.used;
    for (size_t i = 0; i < 3 * (size_t)r->t.vertex_count; ++i) pl_writer_f32(&r->bin, normals[i]);
    add_accessor(r, from, r->t.vertex_count, 5126, "VEC3", 0, NULL, NULL);
}

static void put_shares(rig* r, const pl_rig_share* skin, bool weights) {
    size_t from = r->bin.used;
    for (uint32_t i = 0; i < r->t.vertex_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            unsigned char bone = (unsigned char)skin[i].bones[k];
            if (weights)
                pl_writer_f32(&r->bin, skin[i].weights[k]);
            else
                pl_writer_put(&r->bin, &bone, 1);
        }
    }
    add_accessor(r, from, r->t.vertex_count, weights ? 5126 : 5121, "VEC4", 0, NULL, NULL);
}

static void put_indices(rig* r) {
    size_t from = r->bin.used;
    for (uint32_t i = 0; i < r->t.triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) pl_writer_u32(&r->bin, pl_triangles_corner(&r->t, i, k));
    }
    add_accessor(r, from, 3 * r->t.triangle_count, 5125, "SCALAR", 0, NULL, NULL);
}

// Joints have no rotation in the bind pose, so that their inverses only move.
static void put_inverses(rig* r) {
    size_t from = r->bin.used;
    for (uint32_t i = 0; i < r->def->bone_count; ++i) {
        const double* joint = r->def->bones[i].joint;
        for (int k = 0; k < 16; ++k) {
            double value = k % 5 == 0;
            if (k >= 12 && k < 15) value = -joint[k - 12];
            pl_writer_f32(&r->bin, (float)value);
        }
    }
    add_accessor(r, from, r->def->bone_count, 5126, "MAT4", 0, NULL, NULL);
}

static void put_times(rig* r, const plump_rig_clip* clip) {
    size_t from = r->bin.used;
    uint32_t count = pl_rig_key_count(r->def, clip);
    float least = 0, most = (float)clip->seconds;
    for (uint32_t i = 0; i < count; ++i)
        pl_writer_f32(&r->bin, i + 1 == count ? most : (float)(clip->seconds * i / (count - 1)));
    add_accessor(r, from, count, 5126, "SCALAR", 1, &least, &most);
}

static void put_values(rig* r, const plump_rig_clip* clip, uint32_t bone, plump_rig_motion motion) {
    size_t from = r->bin.used;
    uint32_t count = pl_rig_key_count(r->def, clip);
    int width = motion == PLUMP_RIG_TURN ? 4 : 3;
    for (uint32_t i = 0; i < count; ++i) {
        double value[4];
        pl_rig_value(r->def, clip, bone, motion, (double)i / (count - 1), value);
        for (int k = 0; k < width; ++k) pl_writer_f32(&r->bin, (float)value[k]);
    }
    add_accessor(r, from, count, 5126, width == 4 ? "VEC4" : "VEC3", 0, NULL, NULL);
}

static bool put_bytes(rig* r, const plump_allocator* hooks) {
    float* normals = pl_alloc(hooks, r->t.vertex_count, 3 * sizeof *normals);
    pl_rig_share* skin = pl_alloc(hooks, r->t.vertex_count, sizeof *skin);
    bool made = normals && skin && pl_rig_normals(hooks, &r->t, normals) &&
                pl_rig_skin(hooks, r->def, &r->t, skin);
    if (made) {
        put_positions(r);
        put_normals(r, normals);
        put_shares(r, skin, false);
        put_shares(r, skin, true);
        put_indices(r);
        put_inverses(r);
    }
    pl_free(hooks, normals);
    pl_free(hooks, skin);
    r->clip_accessors = r->accessor_count;
    for (uint32_t i = 0; made && i < r->def->clip_count; ++i) {
        const plump_rig_clip* clip = &r->def->clips[i];
        put_times(r, clip);
        for (uint32_t n = 0; n < 2 * r->def->bone_count; ++n) {
            if (pl_rig_is_moved(clip, n / 2, (plump_rig_motion)(n % 2)))
                put_values(r, clip, n / 2, (plump_rig_motion)(n % 2));
        }
    }
    return made;
}

// ---------------------------------------------------------------- JSON

static void put_name(pl_writer* w, const char* name, const char* fallback, uint32_t number) {
    pl_writer_text(w, "\"name\":");
    if (name && name[0])
        pl_writer_json_text(w, name);
    else
        pl_writer_format(w, "\"%s %u\"", fallback, (unsigned)number);
}

static void put_children(pl_writer* w, const plump_rig_def* def, uint32_t bone) {
    uint32_t count = 0;
    for (uint32_t i = bone + 1; i < def->bone_count; ++i) {
        if (def->bones[i].parent != bone) continue;
        pl_writer_format(w, count++ ? ",%u" : ",\"children\":[%u", (unsigned)i + 1);
    }
    if (count) pl_writer_text(w, "]");
}

static void put_nodes(pl_writer* w, const plump_rig_def* def) {
    pl_writer_text(w, ",\"nodes\":[{\"mesh\":0,\"skin\":0,");
    put_name(w, def->name, "character", 0);
    pl_writer_text(w, "}");
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        double offset[3];
        pl_rig_offset(def, i, offset);
        pl_writer_text(w, ",{");
        put_name(w, def->bones[i].name, "bone", i);
        for (int k = 0; k < 3; ++k) {
            pl_writer_text(w, k ? "," : ",\"translation\":[");
            pl_writer_double(w, offset[k]);
        }
        pl_writer_text(w, "]");
        put_children(w, def, i);
        pl_writer_text(w, "}");
    }
    pl_writer_text(w, "],\"scene\":0,\"scenes\":[{\"nodes\":[0");
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        if (def->bones[i].parent == PLUMP_RIG_ROOT) pl_writer_format(w, ",%u", (unsigned)i + 1);
    }
    pl_writer_format(w, "]}],\"skins\":[{\"inverseBindMatrices\":%d,\"joints\":[", INVERSES);
    for (uint32_t i = 0; i < def->bone_count; ++i)
        pl_writer_format(w, i ? ",%u" : "%u", (unsigned)i + 1);
    pl_writer_text(w, "]}]");
}

static void put_mesh(pl_writer* w, const plump_rig_def* def) {
    pl_writer_text(w, ",\"meshes\":[{");
    put_name(w, def->name, "character", 0);
    pl_writer_format(w,
                     ",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,"
                     "\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},\"indices\":%d,\"material\":0}]}],"
                     "\"materials\":[",
                     POSITIONS, NORMALS, JOINTS, WEIGHTS, INDICES);
    const plump_colour* c = &def->colour;
    pl_writer_glb_material(w, (const uint8_t[4]){c->r, c->g, c->b, c->a}, -1);
    pl_writer_text(w, "]");
}

// Samplers and channels of one clip; `times` is the accessor of its times.
static void put_channels(pl_writer* w, const rig* r, const plump_rig_clip* clip, uint32_t times,
                         bool as_samplers) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < 2 * r->def->bone_count; ++n) {
        if (!pl_rig_is_moved(clip, n / 2, (plump_rig_motion)(n % 2))) continue;
        if (count) pl_writer_text(w, ",");
        if (as_samplers)
            pl_writer_format(w, "{\"input\":%u,\"output\":%u}", (unsigned)times,
                             (unsigned)(times + 1 + count));
        else
            pl_writer_format(w, "{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
                             (unsigned)count, (unsigned)n / 2 + 1,
                             n % 2 ? "translation" : "rotation");
        count++;
    }
}

static uint32_t channel_count(const rig* r, const plump_rig_clip* clip) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < 2 * r->def->bone_count; ++n)
        count += pl_rig_is_moved(clip, n / 2, (plump_rig_motion)(n % 2));
    return count;
}

static void put_clips(pl_writer* w, const rig* r) {
    uint32_t times = r->clip_accessors, written = 0;
    for (uint32_t i = 0; i < r->def->clip_count; ++i) {
        const plump_rig_clip* clip = &r->def->clips[i];
        uint32_t channels = channel_count(r, clip);
        if (channels > 0) {  // glTF knows no empty clips
            pl_writer_text(w, written++ ? ",{" : ",\"animations\":[{");
            put_name(w, clip->name, "clip", i);
            pl_writer_text(w, ",\"samplers\":[");
            put_channels(w, r, clip, times, true);
            pl_writer_text(w, "],\"channels\":[");
            put_channels(w, r, clip, times, false);
            pl_writer_text(w, "]}");
        }
        times += 1 + channels;
    }
    if (written) pl_writer_text(w, "]");
}

static void put_file(pl_writer* w, const rig* r) {
    size_t start = pl_writer_glb_begin(w);
    put_nodes(w, r->def);
    put_mesh(w, r->def);
    put_clips(w, r);
    pl_writer_text(w, ",\"accessors\":[");
    pl_writer_put(w, r->accessors.bytes, r->accessors.used);
    pl_writer_text(w, "],\"bufferViews\":[");
    pl_writer_put(w, r->views.bytes, r->views.used);
    pl_writer_format(w, "],\"buffers\":[{\"byteLength\":%zu}]}", r->bin.used);
    size_t chunk = pl_writer_glb_bytes(w, start);
    pl_writer_put(w, r->bin.bytes, r->bin.used);
    pl_writer_glb_end(w, start, chunk);
}

// ---------------------------------------------------------------- the calls

// The whole file in memory, of a def that was checked; false: out of memory. The caller frees it
// either way.
static bool make_file(const plump_rig_def* def, const plump_allocator* hooks, pl_writer* file) {
    pl_rig_scaled scaled;
    rig r = {.def = &scaled.def, .t = def->triangles};
    *file = (pl_writer){.hooks = *hooks};
    r.bin.hooks = r.views.hooks = r.accessors.hooks = *hooks;
    bool made = pl_rig_scale(hooks, def, &scaled) && put_bytes(&r, hooks) && !r.bin.failed &&
                !r.views.failed && !r.accessors.failed;
    if (made) put_file(file, &r);
    pl_free(hooks, r.bin.bytes);
    pl_free(hooks, r.views.bytes);
    pl_free(hooks, r.accessors.bytes);
    pl_rig_scaled_free(hooks, &scaled);
    return made && !file->failed;
}

plump_result plump_rig_write(const char* path, const plump_rig_def* def, plump_error* error) {
    if (!path || !def)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", path ? "def" : "path");
    plump_result result = check(path, def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    pl_writer file;
    result = make_file(def, &hooks, &file)
                 ? plump_file_write_bytes(path, file.bytes, file.used, error)
                 : pl_fail_memory(error, "writing a rig");
    pl_free(&hooks, file.bytes);
    return result;
}

plump_result plump_rig_create(const plump_rig_def* def, plump_character** character,
                              plump_error* error) {
    if (character) *character = NULL;
    if (!def || !character)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", def ? "character" : "def");
    const char* name = def->name ? def->name : "character";
    plump_result result = check(name, def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_read_def read = plump_default_read_def();
    read.format = PLUMP_FORMAT_GLB;
    read.allocator = def->allocator;
    pl_writer file;
    result = make_file(def, &hooks, &file)
                 ? plump_character_read_memory(file.bytes, file.used, name, &read, character, error)
                 : pl_fail_memory(error, "making a rig");
    pl_free(&hooks, file.bytes);
    return result;
}
