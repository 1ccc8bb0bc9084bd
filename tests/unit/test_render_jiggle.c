// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The vertex shader against the C it mirrors: over 100 frames of a bear that is thrown about, the
// graphics card's positions and normals are those of plump_jiggle_deform().
#include "test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#include "bear_kit.h"
#include "memory_kit.h"
#include "render/gl_context.h"

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
    GLuint program = pl_gl_feedback_program(&text, 1, outs, 2, &error);
    if (!program) fail_msg("%s", error.text);
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
