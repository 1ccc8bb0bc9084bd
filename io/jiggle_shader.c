// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Secondary motion as GLSL: the skinning, the fields and the path lines of src/jiggle, written for
// one vertex at a time. All coordinates are about an origin that travels with the character, so
// that the card's 32-bit floats do as well as ours.
#include <plump/jiggle_shader.h>

#include "io/soup.h"
#include "src/base/cookie.h"
#include "src/base/narrow.h"

#include <string.h>

#define BLOCK_MOST 65536u

struct plump_jiggle_shader {
    plump_allocator hooks;
    uint32_t segment_count, set_count;
    char *text, *function;
};

// ---------------------------------------------------------------- text

static const char block_text[] =
    "layout(std140) uniform plump_jiggle {\n"
    "    vec4 origin;               // xyz, to which all else is relative; w: steps along a path\n"
    "    vec4 rows[3 * SEGMENTS];   // matrices, three rows each\n"
    "    vec4 fields[3 * SETS];     // p and 1 / r^2; q - p and the group (-1: none); turning\n"
    "};\n\n";

static const char attributes_text[] = "uniform mat4 view_projection;\n"
                                      "in vec3 position;\n"
                                      "in vec3 normal;\n"
                                      "in uvec4 segments;\n"
                                      "in vec4 weights;\n"
                                      "out vec3 world_position;\n"
                                      "out vec3 world_normal;\n\n";

static const char field_text[] =
    "// What a field adds to the velocity v at x, and to the change w of a normal n, -grad(v.n).\n"
    "void add_field(int i, float t, vec3 x, vec3 n, inout vec3 v, inout vec3 w) {\n"
    "    vec3 a = fields[3 * i + 1].xyz, u = fields[3 * i + 2].xyz;\n"
    "    vec3 b = x - (fields[3 * i].xyz + t * a);\n"
    "    float per = fields[3 * i].w, s = dot(b, b) * per;\n"
    "    if (s >= 1.0) return;\n"
    "    float d = 1.0 - s, d2 = d * d, d3 = d2 * d, k = 4.0 * per * dot(a, b), bn = dot(b, n);\n"
    "    vec3 back = cross(n, u);\n"
    "    v += d3 * ((1.0 - 5.0 * s) * a + k * b + cross(u, b));\n"
    "    w -= 2.0 * per * d2 * ((20.0 * s - 8.0) * dot(a, n) - 3.0 * k * bn - 3.0 * dot(b, back)) "
    "* b +\n"
    "         d3 * (4.0 * per * bn * a + k * n + back);\n"
    "}\n\n"
    "void change(int segment, float group, float t, vec3 x, vec3 n, out vec3 v, out vec3 w) {\n"
    "    v = vec3(0.0);\n"
    "    w = vec3(0.0);\n"
    "    for (int i = 0; i < SETS; ++i) {\n"
    "        bool on = (deforms[segment * WORDS + i / 32] >> uint(i % 32) & 1u) != 0u;\n"
    "        if (on && fields[3 * i + 1].w == group) add_field(i, t, x, n, v, w);\n"
    "    }\n"
    "}\n\n";

// Ralston's method of order 4, as in src/jiggle.
static const char flow_text[] =
    "void flow(int segment, float group, inout vec3 x, inout vec3 n) {\n"
    "    float h = 1.0 / origin.w;\n"
    "    vec3 v1, v2, v3, v4, w1, w2, w3, w4;\n"
    "    for (float i = 0.0; i < origin.w; i += 1.0) {\n"
    "        change(segment, group, i * h, x, n, v1, w1);\n"
    "        change(segment, group, (i + 0.4) * h, x + h * 0.4 * v1, n + h * 0.4 * w1, v2, w2);\n"
    "        change(segment, group, (i + 0.455737254) * h,\n"
    "               x + h * (0.296977609 * v1 + 0.158759645 * v2),\n"
    "               n + h * (0.296977609 * w1 + 0.158759645 * w2), v3, w3);\n"
    "        change(segment, group, (i + 1.0) * h,\n"
    "               x + h * (0.218100388 * v1 - 3.05096515 * v2 + 3.83286476 * v3),\n"
    "               n + h * (0.218100388 * w1 - 3.05096515 * w2 + 3.83286476 * w3), v4, w4);\n"
    "        x += h * (0.174760282 * v1 - 0.551480663 * v2 + 1.2055356 * v3 + 0.171184781 * v4);\n"
    "        n += h * (0.174760282 * w1 - 0.551480663 * w2 + 1.2055356 * w3 + 0.171184781 * w4);\n"
    "    }\n"
    "}\n\n";

static const char deform_text[] =
    "// Where a vertex of the bind pose is, relative to origin.xyz, and its normal of any length.\n"
    "void plump_deform(vec3 position, vec3 normal, uvec4 segments, vec4 weights,\n"
    "                  out vec3 x, out vec3 n) {\n"
    "    x = vec3(0.0);\n"
    "    n = vec3(0.0);\n"
    "    for (int k = 0; k < 4; ++k) {\n"
    "        if (weights[k] <= 0.0) continue;\n"
    "        int segment = int(segments[k]);\n"
    "        vec4 a = rows[3 * segment], b = rows[3 * segment + 1], c = rows[3 * segment + 2];\n"
    "        vec4 from = vec4(position, 1.0);\n"
    "        vec3 at = vec3(dot(a, from), dot(b, from), dot(c, from));\n"
    "        vec3 bc = cross(b.xyz, c.xyz), ca = cross(c.xyz, a.xyz), ab = cross(a.xyz, b.xyz);\n"
    "        vec3 up = sign(dot(a.xyz, bc)) *\n"
    "                  vec3(dot(bc, normal), dot(ca, normal), dot(ab, normal));\n"
    "        flow(segment, 0.0, at, up);\n"
    "        flow(segment, 1.0, at, up);\n"
    "        x += weights[k] * at;\n"
    "        n += weights[k] * up;\n"
    "    }\n"
    "}\n\n";

static const char main_text[] = "void main() {\n"
                                "    vec3 x, n;\n"
                                "    plump_deform(position, normal, segments, weights, x, n);\n"
                                "    world_position = x + origin.xyz;\n"
                                "    world_normal = normalize(n);\n"
                                "    gl_Position = view_projection * vec4(world_position, 1.0);\n"
                                "}\n";

// ---------------------------------------------------------------- who deforms whom

static bool acts_on(const plump_jiggle_set* set, uint32_t segment) {
    if (set->on_all) return true;
    for (uint32_t i = 0; i < set->on_count && i < PLUMP_JIGGLE_ON_MOST; ++i) {
        if (set->on[i] == segment) return true;
    }
    for (int k = 0; set->on_count == 0 && k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        if (set->weights[k] > 0 && set->segments[k] == segment) return true;
    }
    return false;
}

static void put_masks(pl_writer* w, const plump_jiggle_def* def, uint32_t words) {
    uint32_t count = def->segment_count * words;
    pl_writer_format(w, "// bit i: set i deforms the segment\nconst uint deforms[%u] = uint[%u](",
                     (unsigned)count, (unsigned)count);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t mask = 0;
        for (uint32_t k = 0; k < 32 && i % words * 32 + k < def->set_count; ++k)
            mask |= (uint32_t)acts_on(&def->sets[i % words * 32 + k], i / words) << k;
        pl_writer_format(w, "%s%s%uu", i ? "," : "",
                         i % 12 == 11 ? "\n    "
                         : i          ? " "
                                      : "",
                         (unsigned)mask);
    }
    pl_writer_text(w, ");\n\n");
}

// All but the version, the attributes and main().
static void put_function(pl_writer* w, const plump_jiggle_def* def) {
    uint32_t sets = def->set_count ? def->set_count : 1, words = (sets + 31) / 32;
    pl_writer_text(w, "// Secondary motion by plump " PLUMP_VERSION_TEXT
                      ", after von Funck, Theisel, Seidel 2007.\n");
    pl_writer_format(w, "const int SEGMENTS = %u;\nconst int SETS = %u;\nconst int WORDS = %u;\n\n",
                     (unsigned)def->segment_count, (unsigned)sets, (unsigned)words);
    pl_writer_text(w, block_text);
    put_masks(w, def, words);
    pl_writer_text(w, field_text);
    pl_writer_text(w, flow_text);
    pl_writer_text(w, deform_text);
}

static char* make_text(const plump_jiggle_def* def, plump_allocator hooks, bool is_whole) {
    pl_writer w = {.hooks = hooks};
    if (is_whole) pl_writer_text(&w, "#version 330 core\n");
    put_function(&w, def);
    if (is_whole) pl_writer_text(&w, attributes_text);
    if (is_whole) pl_writer_text(&w, main_text);
    pl_writer_put(&w, "", 1);
    if (!w.failed) return (char*)w.bytes;
    pl_free(&hooks, w.bytes);
    return NULL;
}

// ---------------------------------------------------------------- calls

static plump_result check_def(const plump_jiggle_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_JIGGLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_jiggle_def was not begun with plump_default_jiggle_def()");
    if (!def->sets && def->set_count > 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "sets is NULL, set_count is %u",
                       (unsigned)def->set_count);
    uint64_t size = 16 + 48 * ((uint64_t)def->segment_count + def->set_count);
    if (def->segment_count > 0 && size <= BLOCK_MOST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "a shader for %u segments and %u sets needs %llu bytes of uniforms; it can have "
                   "at least 1 segment and %u bytes",
                   (unsigned)def->segment_count, (unsigned)def->set_count, (unsigned long long)size,
                   (unsigned)BLOCK_MOST);
}

plump_result plump_jiggle_shader_create(const plump_jiggle_def* def, plump_jiggle_shader** shader,
                                        plump_error* error) {
    if (shader) *shader = NULL;
    if (!def || !shader)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", def ? "shader" : "def");
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_jiggle_shader* fresh = pl_alloc_zero(&hooks, 1, sizeof *fresh);
    if (!fresh) return pl_fail_memory(error, "writing a shader");
    *fresh = (plump_jiggle_shader){.hooks = hooks,
                                   .segment_count = def->segment_count,
                                   .set_count = def->set_count,
                                   .text = make_text(def, hooks, true),
                                   .function = make_text(def, hooks, false)};
    if (!fresh->text || !fresh->function) {
        plump_jiggle_shader_destroy(fresh);
        return pl_fail_memory(error, "writing a shader");
    }
    *shader = fresh;
    return PLUMP_OK;
}

void plump_jiggle_shader_destroy(plump_jiggle_shader* shader) {
    if (!shader) return;
    plump_allocator hooks = shader->hooks;
    pl_free(&hooks, shader->text);
    pl_free(&hooks, shader->function);
    pl_free(&hooks, shader);
}

const char* plump_jiggle_shader_text(const plump_jiggle_shader* shader) {
    return shader->text;
}

const char* plump_jiggle_shader_function(const plump_jiggle_shader* shader) {
    return shader->function;
}

size_t plump_jiggle_shader_block_size(const plump_jiggle_shader* shader) {
    size_t sets = shader->set_count ? shader->set_count : 1;
    return 4 * sizeof(float) * (1 + 3 * (shader->segment_count + sets));
}

static void fill_field(const plump_jiggle_state* state, const double origin[3], float field[12]) {
    memset(field, 0, 12 * sizeof *field);
    field[7] = state->active && state->radius > 0 ? (float)state->group : -1.0f;
    if (field[7] < 0) return;
    for (int k = 0; k < 3; ++k) {
        field[k] = (float)(state->anchor[k] - origin[k]);
        field[4 + k] = (float)(state->point[k] - state->anchor[k]);
        field[8 + k] = (float)state->turn[k];
    }
    field[3] = (float)(1 / (state->radius * state->radius));
}

plump_result plump_jiggle_shader_fill(const plump_jiggle_shader* shader, plump_jiggle* jiggle,
                                      const double* matrices, float* block, plump_error* error) {
    if (!shader || !jiggle || !matrices || !block)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "an argument is NULL");
    if (plump_jiggle_segment_count(jiggle) != shader->segment_count ||
        plump_jiggle_set_count(jiggle) != shader->set_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the shader was made for another definition: %u segments and %u sets",
                       (unsigned)shader->segment_count, (unsigned)shader->set_count);
    double origin[3];
    uint32_t steps = plump_jiggle_step_count(jiggle);
    for (int k = 0; k < 3; ++k) origin[k] = pl_narrow(matrices[4 * k + 3]);
    for (int k = 0; k < 3; ++k) block[k] = (float)origin[k];
    block[3] = (float)(steps ? steps : 1);
    float* row = block + 4;
    for (size_t i = 0; i < 12 * (size_t)shader->segment_count; ++i)
        *row++ = (float)(matrices[i] - (i % 4 == 3 ? origin[i % 12 / 4] : 0));
    for (uint32_t i = 0; i < shader->set_count; ++i, row += 12) {
        plump_jiggle_state state;
        plump_result result = plump_jiggle_read(jiggle, i, &state, error);
        if (result != PLUMP_OK) return result;
        fill_field(&state, origin, row);
    }
    if (shader->set_count == 0) {
        memset(row, 0, 12 * sizeof *row);
        row[7] = -1;
    }
    return PLUMP_OK;
}
