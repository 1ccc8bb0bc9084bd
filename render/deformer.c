// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "render/deformer.h"

#include "render/shaders.h"
#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/base/triangles.h"

#include <string.h>

// ---------------------------------------------------------------- set-up

plump_result pl_deformer_create(pl_deformer* deformer, plump_allocator hooks, plump_error* error) {
    static const char* const outs[] = {"position", "normal", "colour", "texcoord"};
    const char* text[] = {pl_ring_vertex};
    *deformer = (pl_deformer){.hooks = hooks};
    deformer->corner_program = pl_gl_feedback_program(text, 1, outs, 4, error);
    if (!deformer->corner_program) return PLUMP_ERROR_UNSUPPORTED;
    glGenBuffers(1, &deformer->block);
    // nothing runs without a complete frame, though none is drawn into
    glGenFramebuffers(1, &deformer->target);
    glGenRenderbuffers(1, &deformer->pixel);
    glBindRenderbuffer(GL_RENDERBUFFER, deformer->pixel);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, deformer->target);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              deformer->pixel);
    return PLUMP_OK;
}

static void free_program(pl_deform_program* program, const plump_allocator* hooks) {
    glDeleteProgram(program->program);
    pl_free(hooks, program->function);
    pl_free(hooks, program);
}

void pl_deformer_sweep(pl_deformer* deformer) {
    for (pl_deform_mesh** at = &deformer->meshes; *at;) {
        pl_deform_mesh* mesh = *at;
        if (mesh->is_used && mesh->id) {
            mesh->is_used = false;
            at = &mesh->next;
        } else {
            *at = mesh->next;
            pl_deform_mesh_destroy(mesh, &deformer->hooks);
        }
    }
    for (pl_deform_program** at = &deformer->programs; *at;) {
        pl_deform_program* program = *at;
        if (program->is_used) {
            program->is_used = false;
            at = &program->next;
        } else {
            *at = program->next;
            free_program(program, &deformer->hooks);
        }
    }
}

void pl_deformer_destroy(pl_deformer* deformer) {
    pl_deformer_sweep(deformer);
    pl_deformer_sweep(deformer);  // nothing is used any more
    glDeleteProgram(deformer->corner_program);
    glDeleteBuffers(1, &deformer->block);
    glDeleteFramebuffers(1, &deformer->target);
    glDeleteRenderbuffers(1, &deformer->pixel);
}

// ---------------------------------------------------------------- programs

static plump_result check_block(const plump_picture_deform* deform, uint32_t at,
                                plump_error* error) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_UNIFORM_BLOCK_SIZE, &most);
    if (deform->block_size <= (size_t)most) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "picture item %u needs %zu bytes of uniforms to be deformed, the OpenGL driver "
                   "has %d; fewer segments or sets would do",
                   at, deform->block_size, (int)most);
}

static char* copy_text(const char* text, const plump_allocator* hooks) {
    size_t size = strlen(text) + 1;
    char* copy = pl_alloc(hooks, size, 1);
    if (copy) memcpy(copy, text, size);
    return copy;
}

static plump_result make_program(pl_deformer* deformer, const char* function,
                                 pl_deform_program** made, plump_error* error) {
    static const char* const outs[] = {"place"};
    const char* text[] = {pl_shader_version, function, pl_deform_vertex};
    pl_deform_program* fresh = pl_alloc_zero(&deformer->hooks, 1, sizeof *fresh);
    if (fresh) fresh->function = copy_text(function, &deformer->hooks);
    if (!fresh || !fresh->function) {
        pl_free(&deformer->hooks, fresh);
        return pl_fail_memory(error, "deforming an item");
    }
    fresh->program = pl_gl_feedback_program(text, 3, outs, 1, error);
    GLuint block = fresh->program ? glGetUniformBlockIndex(fresh->program, "plump_jiggle") : 0;
    if (!fresh->program || block == GL_INVALID_INDEX) {
        if (fresh->program)
            pl_fail(error, PLUMP_ERROR_ARGUMENT,
                    "the function that deforms a picture's item uses no block 'plump_jiggle'");
        free_program(fresh, &deformer->hooks);
        return block == GL_INVALID_INDEX ? PLUMP_ERROR_ARGUMENT : PLUMP_ERROR_UNSUPPORTED;
    }
    glUniformBlockBinding(fresh->program, block, 0);
    glGetActiveUniformBlockiv(fresh->program, block, GL_UNIFORM_BLOCK_DATA_SIZE,
                              &fresh->block_size);
    fresh->next = deformer->programs;
    deformer->programs = *made = fresh;
    return PLUMP_OK;
}

static plump_result find_program(pl_deformer* deformer, const plump_picture_deform* deform,
                                 uint32_t at, pl_deform_program** found, plump_error* error) {
    plump_result result = check_block(deform, at, error);
    *found = deformer->programs;
    while (*found && strcmp((*found)->function, deform->function) != 0) *found = (*found)->next;
    if (result == PLUMP_OK && !*found)
        result = make_program(deformer, deform->function, found, error);
    if (result != PLUMP_OK) return result;
    (*found)->is_used = true;
    if (deform->block_size >= (size_t)(*found)->block_size) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "picture item %u: its function has a block of %d bytes, block_size is %zu", at,
                   (int)(*found)->block_size, deform->block_size);
}

// ---------------------------------------------------------------- meshes

// What else an item's buffers depend on, as far as it is small.
static uint64_t look_of(const plump_picture_item* item) {
    const plump_triangles* t = &item->triangles;
    const uint32_t words[] = {t->vertex_count,
                              t->triangle_count,
                              (uint32_t)item->shading,
                              item->wireframe,
                              item->vertex_colours != NULL,
                              item->triangle_colours != NULL,
                              item->texture && item->texcoords};
    uint64_t hash = pl_hash_words(PL_HASH_START, words, sizeof words / sizeof words[0]);
    hash = pl_hash_bytes(hash, &item->crease_angle, sizeof item->crease_angle);
    return pl_hash_bytes(hash, &item->colour, sizeof item->colour);
}

static plump_result find_mesh(pl_deformer* deformer, const plump_picture_item* item, uint32_t at,
                              pl_deform_mesh** found, plump_error* error) {
    uint64_t id = item->deform->mesh_id, look = look_of(item);
    *found = id ? deformer->meshes : NULL;
    // one that this picture has already used holds where another item is
    while (*found && ((*found)->id != id || (*found)->look != look || (*found)->is_used))
        *found = (*found)->next;
    if (!*found) {
        plump_result result = pl_deform_mesh_create(item, at, deformer->hooks, found, error);
        if (result != PLUMP_OK) return result;
        (*found)->id = id, (*found)->look = look;
        (*found)->next = deformer->meshes;
        deformer->meshes = *found;
    }
    (*found)->is_used = true;
    return PLUMP_OK;
}

// ---------------------------------------------------------------- running

static void feed_back(GLuint buffer, GLuint array, size_t count) {
    glBindVertexArray(array);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
}

static plump_result check_deform(const plump_picture_item* item, uint32_t at, plump_error* error) {
    const plump_picture_deform* d = item->deform;
    if (d->function && d->block && d->block_size >= 4 * sizeof(float) && d->segments && d->weights)
        return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "picture item %u is deformed without function, block, segments or weights", at);
}

plump_result pl_deformer_run(pl_deformer* deformer, const plump_picture_item* item, uint32_t at,
                             const pl_deform_mesh** mesh, float* positions, double origin[3],
                             plump_error* error) {
    pl_deform_program* program = NULL;
    pl_deform_mesh* found = NULL;
    while (glGetError() != GL_NO_ERROR) continue;
    plump_result result = check_deform(item, at, error);
    if (result == PLUMP_OK) result = find_program(deformer, item->deform, at, &program, error);
    if (result == PLUMP_OK) result = find_mesh(deformer, item, at, &found, error);
    if (result != PLUMP_OK) return result;
    const plump_picture_deform* deform = item->deform;
    glUseProgram(program->program);
    glBindFramebuffer(GL_FRAMEBUFFER, deformer->target);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, deformer->block);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)deform->block_size, deform->block, GL_STREAM_DRAW);
    feed_back(found->placed, found->bind_array, found->vertex_count);
    glBindBuffer(GL_ARRAY_BUFFER, found->placed);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(12 * (size_t)found->vertex_count),
                       positions);
    for (int k = 0; k < 3; ++k) origin[k] = (double)deform->block[k];
    *mesh = found;
    GLenum trouble = glGetError();
    if (trouble == GL_NO_ERROR) return PLUMP_OK;
    found->id = 0;  // it may not be whole
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "the OpenGL driver could not deform picture item %u: error 0x%x", at,
                   (unsigned)trouble);
}

void pl_deformer_place(const pl_deformer* deformer, const pl_scene_item* item) {
    const pl_deform_mesh* mesh = item->mesh;
    GLuint program = deformer->corner_program;
    glUseProgram(program);
    glBindFramebuffer(GL_FRAMEBUFFER, deformer->target);
    glUniformMatrix4fv(glGetUniformLocation(program, "placement"), 1, GL_FALSE, item->placement);
    pl_bind_texture(program, "places", GL_TEXTURE_BUFFER, mesh->placed_texture, 0);
    pl_bind_texture(program, "pairs", GL_TEXTURE_BUFFER, mesh->pair_texture, 1);
    feed_back(mesh->corner_buffer, mesh->ring_array, mesh->corner_count);
}

// ---------------------------------------------------------------- pictures

static bool is_deformed(const plump_picture_item* item) {
    return item->deform && item->triangles.triangle_count > 0 && item->triangles.vertex_count > 0;
}

static plump_result deform_item(pl_deformer* deformer, uint32_t at, plump_picture_item* item,
                                pl_deformed_picture* picture, plump_error* error) {
    plump_triangles* t = &item->triangles;
    double origin[3];
    float* positions = pl_arena_alloc(&picture->arena, t->vertex_count, 3 * sizeof *positions);
    if (!positions) return pl_fail_memory(error, "deforming an item");
    plump_result result =
        pl_deformer_run(deformer, item, at, &picture->meshes[at], positions, origin, error);
    if (result != PLUMP_OK) return result;
    t->positions = positions;
    t->position_type = PLUMP_SCALAR_FLOAT32;
    t->position_stride = 0;
    memcpy(t->origin, origin, sizeof origin);
    return PLUMP_OK;
}

plump_result pl_deformed_picture_make(pl_deformer* deformer, const plump_picture_def* given,
                                      pl_deformed_picture* picture, plump_error* error) {
    *picture = (pl_deformed_picture){.def = *given, .arena = pl_arena_make(deformer->hooks)};
    uint32_t count = given->item_count, deformed = 0;
    for (uint32_t i = 0; i < count; ++i) deformed += is_deformed(&given->items[i]);
    if (deformed == 0) return PLUMP_OK;
    plump_picture_item* items = pl_arena_alloc(&picture->arena, count, sizeof *items);
    picture->meshes = pl_arena_alloc_zero(&picture->arena, count, sizeof *picture->meshes);
    plump_result result = PLUMP_OK;
    if (!items || !picture->meshes) result = pl_fail_memory(error, "deforming items");
    for (uint32_t i = 0; result == PLUMP_OK && i < count; ++i) {
        items[i] = given->items[i];
        if (is_deformed(&items[i])) result = deform_item(deformer, i, &items[i], picture, error);
    }
    picture->def.items = items;
    if (result != PLUMP_OK) pl_deformed_picture_free(picture);
    return result;
}

void pl_deformed_picture_free(pl_deformed_picture* picture) {
    pl_arena_release(&picture->arena, NULL);
}
