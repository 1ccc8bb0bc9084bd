// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Items that the renderer lets the graphics card deform, against the same items deformed by
// plump_jiggle_deform(): where their vertices and normals are, what pictures show of them, and what
// is refused.
#include "test_render_kit.h"

#ifdef PLUMP_HAVE_RENDER

#include "bear_kit.h"
#include "memory_kit.h"
#include "render/stage.h"
#include "src/base/alloc.h"

// The bear, as the card gets it and as C deforms it.
typedef struct both {
    stage bear;
    float* block;
    float* positions;  // by C
    plump_picture_deform deform;
    plump_picture_item card, c;
} both;

static void begin_both(both* b) {
    begin(&b->bear);
    size_t size = plump_jiggle_shader_block_size(b->bear.shader);
    b->block = malloc(size);
    b->positions = malloc(12 * (size_t)b->bear.count);
    assert_true(b->block && b->positions);
    b->deform = (plump_picture_deform){.function = plump_jiggle_shader_function(b->bear.shader),
                                       .block = b->block,
                                       .block_size = size,
                                       .segments = b->bear.segments,
                                       .weights = b->bear.weights,
                                       .segment_count = SEGMENTS,
                                       .mesh_id = 1};
    b->card = b->c = plump_default_picture_item();
    b->card.triangles = b->c.triangles = b->bear.def.mesh;
    b->card.deform = &b->deform;
    b->c.rest_positions = b->bear.def.mesh.positions;
    b->c.triangles.positions = b->positions;
    b->c.triangles.position_stride = 0;
}

static void end_both(both* b) {
    free(b->block);
    free(b->positions);
    end(&b->bear);
}

// To a frame; returns the stretch.
static double step_both(both* b, int frame, double far_out) {
    stage* s = &b->bear;
    plump_jiggle_report report = {0};
    pose(s, frame, far_out);
    if (frame == 0)
        assert_int_equal(plump_jiggle_reset(s->jiggle, s->matrices, &error), PLUMP_OK);
    else
        assert_int_equal(plump_jiggle_step(s->jiggle, 1.0 / 30, s->matrices, &report, &error), 0);
    assert_int_equal(plump_jiggle_deform(s->jiggle, PLUMP_SCALAR_FLOAT32, b->positions, 0, NULL, 0,
                                         s->count, &error),
                     PLUMP_OK);
    assert_int_equal(plump_jiggle_shader_fill(s->shader, s->jiggle, s->matrices, b->block, &error),
                     PLUMP_OK);
    return report.stretch_most;
}

// ---------------------------------------------------------------- where vertices are

static void compare_positions(double far_out, double slack) {
    both b;
    plump_renderer* renderer = get_renderer();
    begin_both(&b);
    float* out = malloc(12 * (size_t)b.bear.count);
    double worst = 0, most = 0, origin[3];
    for (int frame = 0; frame <= FRAMES; ++frame) {
        most = fmax(most, step_both(&b, frame, far_out));
        if (plump_renderer_deform(renderer, &b.card, out, origin, &error) != PLUMP_OK)
            fail_msg("%s", error.text);
        for (size_t i = 0; i < 3 * (size_t)b.bear.count; ++i)
            worst = fmax(worst, fabs((double)out[i] + origin[i % 3] - (double)b.positions[i]));
    }
    print_message("stretch %.2f, positions off by %.1e of size\n", most, worst);
    assert_true(most > 0.3);  // it did swing
    assert_true(worst <= slack);
    free(out);
    end_both(&b);
}

static void the_card_puts_vertices_where_c_does(void** state) {
    (void)state;
    compare_positions(0, 1e-4);
}

static void far_out_too(void** state) {
    (void)state;
    compare_positions(1000, 1e-4);  // floats of C are 6e-5 apart there, those of the card are not
}

// ---------------------------------------------------------------- normals

static pl_corners_job corners_by_c(const both* b, pl_arena* arena) {
    size_t count = 3 * (size_t)b->c.triangles.triangle_count;
    pl_corners_job job = {.item = &b->c,
                          .positions = b->positions,
                          .indices = b->c.triangles.indices,
                          .vertex_count = b->bear.count,
                          .triangle_count = b->c.triangles.triangle_count,
                          .corners = pl_arena_alloc(arena, count, sizeof *job.corners),
                          .corner_indices = pl_arena_alloc(arena, count, sizeof(uint32_t))};
    assert_true(job.corners && job.corner_indices);
    assert_true(pl_scene_corners(arena, &job));
    return job;
}

static double degrees_between(const int16_t a[4], const int16_t b[4]) {
    double dot = 0, aa = 0, bb = 0;
    for (int k = 0; k < 3; ++k) dot += a[k] * b[k], aa += a[k] * a[k], bb += b[k] * b[k];
    return acos(fmin(1, dot / sqrt(aa * bb))) * (180 / PI);
}

// Largest angle between the corners' normals.
static double compare_normals(const both* b, pl_deformer* deformer) {
    const pl_deform_mesh* made;
    double origin[3], worst = 0;
    pl_scene_item item = {.placement = {[0] = 1, [5] = 1, [10] = 1, [15] = 1}};
    pl_arena arena = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_corners_job job = corners_by_c(b, &arena);
    float* positions = pl_arena_alloc(&arena, b->bear.count, 12);
    if (pl_deformer_run(deformer, &b->card, 0, &made, positions, origin, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    item.mesh = made;
    pl_deformer_place(deformer, &item);
    pl_scene_corner* corners = pl_arena_alloc(&arena, made->corner_count, sizeof *corners);
    uint32_t* indices = pl_arena_alloc(&arena, made->index_count, sizeof *indices);
    glBindBuffer(GL_ARRAY_BUFFER, made->corner_buffer);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(made->corner_count * sizeof *corners),
                       corners);
    glBindBuffer(GL_ARRAY_BUFFER, made->corner_indices);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(made->index_count * sizeof *indices),
                       indices);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    for (size_t i = 0; i < made->index_count; ++i) {
        const pl_scene_corner *a = &corners[indices[i]], *c = &job.corners[job.corner_indices[i]];
        worst = fmax(worst, degrees_between(a->normal, c->normal));
        assert_memory_equal(a->colour, c->colour, 4);
    }
    pl_arena_release(&arena, NULL);
    return worst;
}

static void normals_are_those_of_the_deformed_triangles(void** state) {
    (void)state;
    both b;
    pl_gl_context gl;
    pl_gl_before before;
    pl_deformer deformer;
    double worst = 0;
    get_renderer();  // or skip
    assert_int_equal(pl_gl_context_create(&gl, &error), PLUMP_OK);
    assert_true(pl_gl_enter(&gl, &before));
    assert_int_equal(pl_deformer_create(&deformer, pl_alloc_hooks((plump_allocator){0}), &error),
                     PLUMP_OK);
    begin_both(&b);
    for (int wire = 0; wire < 2; ++wire) {
        b.card.wireframe = b.c.wireframe = wire;
        for (int frame = 0; frame <= FRAMES; ++frame) {
            step_both(&b, frame, 0);
            if (frame % 20 == 10) worst = fmax(worst, compare_normals(&b, &deformer));
            pl_deformer_sweep(&deformer);
        }
    }
    print_message("normals off by %.2g degrees\n", worst);
    assert_true(worst < 0.1);
    // facets: every triangle for itself
    b.card.shading = b.c.shading = PLUMP_SHADING_FLAT;
    assert_true(compare_normals(&b, &deformer) < 0.1);
    end_both(&b);
    pl_deformer_destroy(&deformer);
    pl_gl_leave(&gl, &before);
    pl_gl_context_destroy(&gl);
}

// ---------------------------------------------------------------- pictures

// Pixels whose grey differs by more than 3 levels, as a share of those that are not background; and
// the mean difference over these.
static double share_different(const plump_picture_def* def, const uint8_t* a, const uint8_t* b,
                              double* mean) {
    size_t seen = 0, different = 0, sum = 0;
    for (size_t i = 0; i < (size_t)def->width * def->height; ++i) {
        int most = 0;
        for (size_t k = 0; k < 4; ++k) most = (int)fmax(most, abs(a[4 * i + k] - b[4 * i + k]));
        seen += memcmp(a + 4 * i, a, 4) != 0;
        different += most > 3;
        sum += (size_t)most;
    }
    *mean = (double)sum / (double)(seen + 1);
    return (double)different / (double)(seen + 1);
}

static void compare_pictures(const both* b, plump_picture_def* def, const char* what) {
    double mean;
    plump_picture_item items[2] = {b->card, *def->items};
    plump_picture_def other = *def;
    other.items = items;
    if (def->item_count > 1) items[1] = def->items[1];
    uint8_t* by_c = draw(get_renderer(), def);
    uint8_t* by_card = draw(get_renderer(), &other);
    double share = share_different(def, by_c, by_card, &mean);
    print_message("%s: %.4f of the pixels differ, %.3f levels on average\n", what, share, mean);
    assert_true(share < 0.001 && mean < 0.05);
    free(by_c);
    free(by_card);
}

static void pictures_do_not_tell_who_deformed(void** state) {
    (void)state;
    both b;
    begin_both(&b);
    mesh square = make_square(0, 0);
    plump_picture_item items[2];
    for (int frame = 0; frame <= 24; ++frame) step_both(&b, frame, frame > 12 ? 50 : 0);
    items[0] = b.c;
    items[1] = item_of(&square);
    items[1].move[2] = -1, items[1].move[0] = 50;
    plump_picture_def def = small_picture(items, 1);
    def.floor = true, def.azimuth = 35, def.elevation = 20;
    compare_pictures(&b, &def, "on a floor");
    def.up = PLUMP_UP_Z;
    compare_pictures(&b, &def, "z up");
    def.up = PLUMP_UP_Y;
    def.item_count = 2;  // with another that casts and gets shadows
    compare_pictures(&b, &def, "before a wall");
    items[0].wireframe = b.card.wireframe = true;
    items[0].scale = b.card.scale = 2;
    compare_pictures(&b, &def, "wireframe, larger");
    items[0].wireframe = b.card.wireframe = false;
    items[0].opacity = b.card.opacity = 0.4;
    compare_pictures(&b, &def, "of glass");
    mesh_free(&square);
    end_both(&b);
}

// A mesh that stays on the card is deformed by each picture's own block.
static void frames_bring_only_their_block(void** state) {
    (void)state;
    both b;
    begin_both(&b);
    step_both(&b, 0, 0);
    plump_picture_def def = small_picture(&b.card, 1);
    def.frame_given = true;
    for (int k = 0; k < 3; ++k) def.frame_min[k] = -0.8, def.frame_max[k] = 0.8;
    uint8_t* first = draw(get_renderer(), &def);
    // were the bind pose brought again, the bear would lie in one point now
    float* none = calloc(b.bear.count, 12);
    b.card.triangles.positions = none;
    uint8_t* again = draw(get_renderer(), &def);
    assert_memory_equal(first, again, (size_t)def.width * def.height * 4);
    for (int frame = 1; frame <= 20; ++frame) step_both(&b, frame, 0);
    uint8_t* later = draw(get_renderer(), &def);
    assert_memory_not_equal(first, later, (size_t)def.width * def.height * 4);
    plump_picture_def by_c = def;
    double mean;
    by_c.items = &b.c;
    uint8_t* expected = draw(get_renderer(), &by_c);  // and without the mesh it leaves the card
    assert_true(share_different(&def, expected, later, &mean) < 0.001);
    uint8_t* gone = draw(get_renderer(), &def);
    assert_memory_not_equal(gone, later, (size_t)def.width * def.height * 4);
    free(none);
    free(first);
    free(again);
    free(later);
    free(expected);
    free(gone);
    end_both(&b);
}

// Two of one character, each with its own block: with one number as with two.
static void twins_in_a_picture_have_their_own_places(void** state) {
    (void)state;
    both b;
    begin_both(&b);
    step_both(&b, 0, 0);
    float* first = malloc(b.deform.block_size);
    assert_non_null(first);
    memcpy(first, b.block, b.deform.block_size);
    for (int frame = 1; frame <= 20; ++frame) step_both(&b, frame, 0);
    b.deform.mesh_id = 7;  // other tests left theirs on the card
    plump_picture_deform other = b.deform;
    plump_picture_item items[2] = {b.card, b.card};
    plump_picture_def def = small_picture(items, 2);
    other.block = first;
    items[1].deform = &other;
    items[1].move[0] = 1;
    uint8_t* one_number = draw(get_renderer(), &def);
    uint8_t* again = draw(get_renderer(), &def);  // both stayed on the card
    other.mesh_id = 8;
    uint8_t* two_numbers = draw(get_renderer(), &def);
    size_t size = (size_t)def.width * def.height * 4;
    assert_memory_equal(one_number, two_numbers, size);
    assert_memory_equal(again, two_numbers, size);
    other.block = b.block;  // and what the block says is seen
    uint8_t* same = draw(get_renderer(), &def);
    assert_memory_not_equal(same, two_numbers, size);
    free(one_number);
    free(again);
    free(two_numbers);
    free(same);
    free(first);
    end_both(&b);
}

// ---------------------------------------------------------------- refusals

static void refuse(const both* b, plump_result code, const char* words) {
    uint8_t* pixels = calloc(4, (size_t)240 * 240);
    plump_picture_def def = small_picture(&b->card, 1);
    plump_result result = plump_renderer_draw(get_renderer(), &def, pixels, &error);
    if (result != code || !strstr(error.text, words))
        fail_msg("%d '%s', not %d '%s'", (int)result, error.text, (int)code, words);
    free(pixels);
}

static void what_cannot_be_deformed_is_refused(void** state) {
    (void)state;
    both b;
    get_renderer();
    begin_both(&b);
    step_both(&b, 0, 0);
    plump_picture_deform good = b.deform;
    b.deform.mesh_id = 0;
    good.mesh_id = 0;
    b.deform.weights = NULL;
    refuse(&b, PLUMP_ERROR_ARGUMENT, "without function");
    b.deform = good, b.deform.block_size = (size_t)1 << 30;
    refuse(&b, PLUMP_ERROR_UNSUPPORTED, "bytes of uniforms");
    b.deform = good, b.deform.block_size -= 4;
    refuse(&b, PLUMP_ERROR_ARGUMENT, "block_size is");
    b.deform = good, b.deform.function = "void plump_deform() {";
    refuse(&b, PLUMP_ERROR_UNSUPPORTED, "refused a shader");
    b.deform.function = "void plump_deform(vec3 a, vec3 b, uvec4 c, vec4 d, out vec3 x, out vec3 n)"
                        "{ x = a; n = b; }\n";
    refuse(&b, PLUMP_ERROR_ARGUMENT, "no block");
    b.deform = good, b.deform.segment_count = 1;
    refuse(&b, PLUMP_ERROR_DATA, "is moved by segment");
    b.deform = good, b.bear.weights[5] = NAN;
    refuse(&b, PLUMP_ERROR_DATA, "weights sum to 1");
    b.bear.weights[5] = 1;
    b.card.triangles.vertex_count -= 5;
    refuse(&b, PLUMP_ERROR_DATA, "there are");
    b.card.triangles.vertex_count += 5;
    b.block[4] = INFINITY;  // a matrix
    refuse(&b, PLUMP_ERROR_DATA, "not finite");
    assert_int_equal(plump_renderer_deform(get_renderer(), &b.c, b.block, (double[3]){0}, &error),
                     PLUMP_ERROR_ARGUMENT);
    end_both(&b);
}

static void memory_that_runs_out_is_told(void** state) {
    (void)state;
    both b;
    get_renderer();
    begin_both(&b);
    step_both(&b, 0, 0);
    b.deform.mesh_id = 0;
    memory_kit memory = {0};
    plump_allocator hooks = memory_kit_hooks(&memory);
    plump_renderer* renderer = NULL;
    assert_int_equal(plump_renderer_create(&hooks, &renderer, &error), PLUMP_OK);
    plump_picture_def def = small_picture(&b.card, 1);
    def.width = def.height = 16;
    uint8_t pixels[16 * 16 * 4];
    long n = 1;
    for (;; ++n) {
        long blocks = memory.blocks;
        memory.calls = 0, memory.fail_at = n;
        plump_result result = plump_renderer_draw(renderer, &def, pixels, &error);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        if (n > 1) assert_true(memory.blocks <= blocks + 4);  // what stays on the card
    }
    assert_true(n > 10);
    plump_renderer_destroy(renderer);
    assert_int_equal(memory.blocks, 0);
    end_both(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_puts_vertices_where_c_does),
        cmocka_unit_test(far_out_too),
        cmocka_unit_test(normals_are_those_of_the_deformed_triangles),
        cmocka_unit_test(pictures_do_not_tell_who_deformed),
        cmocka_unit_test(frames_bring_only_their_block),
        cmocka_unit_test(twins_in_a_picture_have_their_own_places),
        cmocka_unit_test(what_cannot_be_deformed_is_refused),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, end_renderer);
}

#else

int main(void) {
    puts("built without pictures");
    return 0;
}

#endif
