// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The vertex shader against the C it mirrors: over 100 frames of a bear that is thrown about, the
// graphics card's positions and normals are those of plump_jiggle_deform().
#include "test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#include "memory_kit.h"
#include "render/gl_context.h"

#include <plump/jiggle_shader.h>
#include <plump/shape.h>

#define FRAMES   100
#define SEGMENTS 3
#define SETS     5

static plump_error error;

typedef struct stage {
    plump_mesh* mesh;
    uint32_t count;
    uint32_t* segments;
    float *weights, *normals;
    plump_jiggle_set sets[SETS];
    plump_jiggle_def def;
    plump_jiggle* jiggle;
    plump_jiggle_shader* shader;
    double matrices[12 * SEGMENTS];
} stage;

// Legs, trunk and head, mixed by height.
static void make_skin(stage* s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        float y = plump_mesh_positions(s->mesh)[3 * i + 1];
        float high = fminf(fmaxf((y - 0.02f) / 0.12f, 0), 1);
        float low = fminf(fmaxf((-0.25f - y) / 0.12f, 0), 1);
        s->weights[4 * i] = low, s->weights[4 * i + 1] = 1 - low - high;
        s->weights[4 * i + 2] = high, s->weights[4 * i + 3] = 0;
        for (uint32_t k = 0; k < 4; ++k) s->segments[4 * i + k] = k % SEGMENTS;
        for (uint32_t k = 0; k < 3; ++k) s->normals[3 * i + k] = 0;
    }
    const uint32_t* corners = plump_mesh_indices(s->mesh);
    const float* x = plump_mesh_positions(s->mesh);
    for (uint32_t i = 0; i < 3 * plump_mesh_triangle_count(s->mesh); ++i) {
        const float *p = x + 3 * corners[i - i % 3], *q = x + 3 * corners[i - i % 3 + 1],
                    *r = x + 3 * corners[i - i % 3 + 2];
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t a = (k + 1) % 3, b = (k + 2) % 3;
            s->normals[3 * corners[i] + k] +=
                1e4f * ((q[a] - p[a]) * (r[b] - p[b]) - (q[b] - p[b]) * (r[a] - p[a]));
        }
    }
}

static void make_sets(stage* s) {
    static const double anchors[SETS][3] = {
        {0, -0.2, 0.1}, {0, 0.25, 0}, {0.16, 0.4, 0}, {-0.16, 0.4, 0}, {0.1, -0.35, 0.1}};
    static const float radii[SETS] = {0.4f, 0.35f, 0.15f, 0.15f, 0.2f};
    static const uint32_t segments[SETS] = {1, 2, 2, 2, 0};
    for (int i = 0; i < SETS; ++i) {
        s->sets[i] = plump_default_jiggle_set();
        memcpy(s->sets[i].anchor, anchors[i], sizeof anchors[i]);
        s->sets[i].segments[0] = segments[i];
        s->sets[i].radius = radii[i];
        plump_jiggle_set_tune(&s->sets[i], 2.0 + i, 0.15);
    }
    s->sets[0].on_all = true;
    s->sets[1].on[0] = 1, s->sets[1].on[1] = 2, s->sets[1].on_count = 2;
    s->sets[1].turn_hertz = 3;
}

static void begin(stage* s) {
    *s = (stage){0};
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BEAR);
    assert_int_equal(plump_shape_create(&shape, &s->mesh, &error), PLUMP_OK);
    s->count = plump_mesh_vertex_count(s->mesh);
    s->segments = malloc(4 * s->count * sizeof *s->segments);
    s->weights = malloc(4 * s->count * sizeof *s->weights);
    s->normals = malloc(3 * s->count * sizeof *s->normals);
    make_skin(s);
    make_sets(s);
    s->def = plump_default_jiggle_def();
    s->def.mesh = plump_mesh_triangles(s->mesh);
    memset(s->def.mesh.origin, 0, sizeof s->def.mesh.origin);
    s->def.normals = s->normals;
    s->def.segments = s->segments;
    s->def.weights = s->weights;
    s->def.segment_count = SEGMENTS;
    s->def.sets = s->sets;
    s->def.set_count = SETS;
    if (plump_jiggle_create(&s->def, &s->jiggle, &error) != PLUMP_OK) fail_msg("%s", error.text);
    if (plump_jiggle_shader_create(&s->def, &s->shader, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static void end(stage* s) {
    plump_jiggle_shader_destroy(s->shader);
    plump_jiggle_destroy(s->jiggle);
    plump_mesh_destroy(s->mesh);
    free(s->segments);
    free(s->weights);
    free(s->normals);
}

// Hops and turns, the higher the more.
static void pose(stage* s, int frame, double far_out) {
    double t = frame / 30.0, hop = 0.2 * fabs(sin(5 * t));
    for (int i = 0; i < SEGMENTS; ++i) {
        double angle = 0.3 * i * sin(4 * t), *m = s->matrices + 12 * i;
        const double rows[12] = {cos(angle), -sin(angle),
                                 0,          far_out + 0.3 * sin(3 * t),
                                 sin(angle), cos(angle) * 1.1,
                                 0,          hop,
                                 0,          0,
                                 1,          0.1 * t};
        memcpy(m, rows, sizeof rows);
    }
}

// ---------------------------------------------------------------- the card

typedef struct card {
    pl_gl_context gl;
    pl_gl_before before;
    GLuint program, vertices, attributes[4], block, out, frame, pixels;
} card;

static void put_attribute(card* c, int slot, const char* name, const void* data, size_t size,
                          int width, bool is_whole) {
    GLint at = glGetAttribLocation(c->program, name);
    glBindBuffer(GL_ARRAY_BUFFER, c->attributes[slot]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    assert_true(at >= 0);
    glEnableVertexAttribArray((GLuint)at);
    if (is_whole)
        glVertexAttribIPointer((GLuint)at, width, GL_UNSIGNED_INT, 0, NULL);
    else
        glVertexAttribPointer((GLuint)at, width, GL_FLOAT, GL_FALSE, 0, NULL);
}

static GLuint make_program(const char* text) {
    static const char* const outs[2] = {"world_position", "world_normal"};
    GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
    GLint done = 0;
    char log[2000] = "";
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    if (!done) fail_msg("the shader: %s", log);
    glAttachShader(program, shader);
    glTransformFeedbackVaryings(program, 2, outs, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    if (!done) fail_msg("the program: %s", log);
    glDeleteShader(shader);
    return program;
}

static void open_card(card* c, const stage* s) {
    if (pl_gl_context_create(&c->gl, &error) != PLUMP_OK) {
        if (getenv("PLUMP_NEED_PICTURES")) fail_msg("%s", error.text);
        printf("%s\n", error.text);
        skip();
    }
    assert_true(pl_gl_enter(&c->gl, &c->before));
    c->program = make_program(plump_jiggle_shader_text(s->shader));
    glUseProgram(c->program);
    glGenVertexArrays(1, &c->vertices);
    glBindVertexArray(c->vertices);
    glGenBuffers(4, c->attributes);
    put_attribute(c, 0, "position", plump_mesh_positions(s->mesh), 12 * s->count, 3, false);
    put_attribute(c, 1, "normal", s->normals, 12 * s->count, 3, false);
    put_attribute(c, 2, "segments", s->segments, 16 * s->count, 4, true);
    put_attribute(c, 3, "weights", s->weights, 16 * s->count, 4, false);
    glGenBuffers(1, &c->block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, c->block);
    glUniformBlockBinding(c->program, glGetUniformBlockIndex(c->program, "plump_jiggle"), 0);
    glGenBuffers(1, &c->out);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, c->out);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)(24 * s->count), NULL, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    // without a window nothing is drawn unless there is a frame, though none is looked at
    glGenRenderbuffers(1, &c->pixels);
    glBindRenderbuffer(GL_RENDERBUFFER, c->pixels);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
    glGenFramebuffers(1, &c->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, c->frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, c->pixels);
}

// x, y, z and the normal per vertex.
static void run_card(const card* c, const stage* s, float* results) {
    size_t size = plump_jiggle_shader_block_size(s->shader);
    float* block = malloc(size);
    assert_non_null(block);
    assert_int_equal(plump_jiggle_shader_fill(s->shader, s->jiggle, s->matrices, block, &error),
                     PLUMP_OK);
    glBindBuffer(GL_UNIFORM_BUFFER, c->block);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)size, block, GL_STREAM_DRAW);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)s->count);
    glEndTransformFeedback();
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)(24 * s->count), results);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    free(block);
}

static void close_card(card* c) {
    glDeleteProgram(c->program);
    glDeleteBuffers(4, c->attributes);
    glDeleteBuffers(1, &c->block);
    glDeleteBuffers(1, &c->out);
    glDeleteVertexArrays(1, &c->vertices);
    glDeleteFramebuffers(1, &c->frame);
    glDeleteRenderbuffers(1, &c->pixels);
    pl_gl_leave(&c->gl, &c->before);
    pl_gl_context_destroy(&c->gl);
}

// ---------------------------------------------------------------- tests

static void compare(double far_out, double slack) {
    stage s;
    card c = {0};
    begin(&s);
    open_card(&c, &s);
    float* results = malloc(24 * s.count);
    float* positions = malloc(12 * s.count);
    float* normals = malloc(12 * s.count);
    double worst = 0, worst_normal = 0, most = 0;
    pose(&s, 0, far_out);
    assert_int_equal(plump_jiggle_reset(s.jiggle, s.matrices, &error), PLUMP_OK);
    for (int frame = 1; frame <= FRAMES; ++frame) {
        plump_jiggle_report report;
        pose(&s, frame, far_out);
        assert_int_equal(plump_jiggle_step(s.jiggle, 1.0 / 30, s.matrices, &report, &error), 0);
        assert_int_equal(plump_jiggle_deform(s.jiggle, PLUMP_SCALAR_FLOAT32, positions, 0, normals,
                                             0, s.count, &error),
                         PLUMP_OK);
        run_card(&c, &s, results);
        most = fmax(most, report.stretch_most);
        for (uint32_t i = 0; i < s.count; ++i) {
            // where weights change C tilts normals too
            bool is_alone =
                s.weights[4 * i] == 1 || s.weights[4 * i + 1] == 1 || s.weights[4 * i + 2] == 1;
            for (uint32_t k = 0; k < 3; ++k) {
                double off = fabs((double)results[6 * i + k] - (double)positions[3 * i + k]);
                worst = fmax(worst, off);
                off = fabs((double)results[6 * i + 3 + k] - (double)normals[3 * i + k]);
                if (is_alone) worst_normal = fmax(worst_normal, off);
            }
        }
    }
    printf("stretch %.2f, positions off by %.1e of size, normals by %.1e\n", most, worst,
           worst_normal);
    assert_true(most > 0.3);  // it did swing
    assert_true(worst <= slack && worst_normal < 1e-2);
    free(results);
    free(positions);
    free(normals);
    close_card(&c);
    end(&s);
}

static void the_card_deforms_as_the_processor_does(void** state) {
    (void)state;
    compare(0, 1e-4);
}

static void far_out_too(void** state) {
    (void)state;
    compare(1000, 2e-4);  // floats are 6e-5 apart there
}

static void wrong_calls_are_refused(void** state) {
    (void)state;
    stage s;
    begin(&s);
    plump_jiggle_shader* other = NULL;
    plump_jiggle_def def = s.def;
    float block[64];
    assert_int_equal(plump_jiggle_shader_create(NULL, &other, &error), PLUMP_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(plump_jiggle_shader_create(&def, &other, &error), PLUMP_ERROR_ARGUMENT);
    def = s.def;
    def.segment_count = 100000;
    assert_int_equal(plump_jiggle_shader_create(&def, &other, &error), PLUMP_ERROR_LIMIT);
    def.segment_count = SEGMENTS;
    def.set_count = 0;
    assert_int_equal(plump_jiggle_shader_create(&def, &other, &error), PLUMP_OK);
    assert_int_equal(plump_jiggle_shader_fill(other, s.jiggle, s.matrices, block, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "another definition"));
    plump_jiggle_shader_destroy(other);
    memory_kit memory = {0};
    def.allocator = memory_kit_hooks(&memory);
    for (long n = 1;; ++n) {
        memory = (memory_kit){.fail_at = n};
        plump_result result = plump_jiggle_shader_create(&def, &other, &error);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_int_equal(memory.blocks, 0);
    }
    plump_jiggle_shader_destroy(other);
    assert_int_equal(memory.blocks, 0);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_deforms_as_the_processor_does),
        cmocka_unit_test(far_out_too),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    puts("built without pictures");
    return 0;
}

#endif
