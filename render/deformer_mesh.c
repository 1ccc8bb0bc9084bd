// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The buffers of a surface that the graphics card deforms. Corners, creases and whose normals a
// corner averages (its ring) are found once, in the bind pose; the card then makes the normals from
// the deformed vertices as scene_corners.c does, so that a picture does not tell who deformed it.
#include "render/stage.h"

#include "src/base/text.h"
#include "src/base/triangles.h"

#include <stddef.h>
#include <string.h>

#define PAIRS_MOST ((size_t)1 << 26)

// What is needed only until the buffers are made.
typedef struct draft {
    const plump_picture_item* item;
    pl_arena arena;
    float* positions;  // of the bind pose, as the function takes them
    pl_corners_job job;
    pl_corner_rings rings;
    uint32_t* indices;
} draft;

// ---------------------------------------------------------------- checks

static plump_result check_vertex(const plump_picture_item* item, uint32_t at, uint32_t vertex,
                                 plump_error* error) {
    const plump_picture_deform* d = item->deform;
    for (size_t k = 4 * (size_t)vertex; k < 4 * (size_t)vertex + 4; ++k) {
        if (!(d->weights[k] >= 0 && d->weights[k] <= 2))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture item %u: vertex %u has weight %g; weights sum to 1", at, vertex,
                           (double)d->weights[k]);
        if (d->weights[k] > 0 && d->segments[k] >= d->segment_count)
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture item %u: vertex %u is moved by segment %u, there are %u", at,
                           vertex, (unsigned)d->segments[k], (unsigned)d->segment_count);
    }
    return PLUMP_OK;
}

static plump_result check_mesh(const plump_picture_item* item, uint32_t at, plump_error* error) {
    const plump_triangles* t = &item->triangles;
    if (!t->positions || (!t->indices && t->triangle_count > t->vertex_count / 3))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has %u triangles, but no vertices or too few", at,
                       t->triangle_count);
    for (size_t c = 0; c < 3 * (size_t)t->triangle_count; ++c) {
        uint32_t vertex = pl_triangles_corner(t, (uint32_t)(c / 3), (unsigned)(c % 3));
        if (vertex >= t->vertex_count)
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture item %u: triangle %zu uses vertex %u, there are %u", at, c / 3,
                           vertex, t->vertex_count);
    }
    plump_result result = PLUMP_OK;
    for (uint32_t v = 0; result == PLUMP_OK && v < t->vertex_count; ++v)
        result = check_vertex(item, at, v, error);
    return result;
}

static plump_result check_limits(const plump_triangles* t, uint32_t at, size_t* pairs,
                                 plump_error* error) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    *pairs = (size_t)most < PAIRS_MOST ? (size_t)most : PAIRS_MOST;
    if (3 * (size_t)t->vertex_count <= (size_t)most) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "picture item %u has %u vertices, the OpenGL driver can deform %d", at,
                   t->vertex_count, (int)most / 3);
}

// ---------------------------------------------------------------- corners

static bool make_room(draft* d) {
    const plump_triangles* t = &d->item->triangles;
    size_t corners = 3 * (size_t)t->triangle_count;
    d->positions = pl_arena_alloc(&d->arena, t->vertex_count, 3 * sizeof *d->positions);
    d->indices = pl_arena_alloc(&d->arena, corners, sizeof *d->indices);
    d->job.corners = pl_arena_alloc(&d->arena, corners, sizeof *d->job.corners);
    d->job.corner_indices = pl_arena_alloc(&d->arena, corners, sizeof *d->job.corner_indices);
    d->rings.items = pl_arena_alloc(&d->arena, corners, sizeof *d->rings.items);
    return d->positions && d->indices && d->job.corners && d->job.corner_indices && d->rings.items;
}

static bool make_corners(draft* d) {
    const plump_triangles* t = &d->item->triangles;
    if (!make_room(d)) return false;
    for (uint32_t v = 0; v < t->vertex_count; ++v) {
        double p[3];
        pl_triangles_position(t, v, p);
        for (size_t k = 0; k < 3; ++k) d->positions[3 * (size_t)v + k] = (float)p[k];
    }
    for (size_t c = 0; c < 3 * (size_t)t->triangle_count; ++c)
        d->indices[c] = pl_triangles_corner(t, (uint32_t)(c / 3), (unsigned)(c % 3));
    d->job.item = d->item;
    d->job.positions = d->positions;
    d->job.indices = d->indices;
    d->job.vertex_count = t->vertex_count;
    d->job.triangle_count = t->triangle_count;
    d->job.segments = d->item->deform->segments;
    d->job.weights = d->item->deform->weights;
    d->job.rings = &d->rings;
    return pl_scene_corners(&d->arena, &d->job);
}

// ---------------------------------------------------------------- buffers

static void put_buffer(GLenum target, GLuint buffer, const void* data, size_t size) {
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, data, data ? GL_STATIC_DRAW : GL_STREAM_COPY);
}

static void whole_attribute(GLuint at, GLint count, size_t stride, size_t offset) {
    glEnableVertexAttribArray(at);
    glVertexAttribIPointer(at, count, GL_UNSIGNED_INT, (GLsizei)stride, (const void*)offset);
}

static void put_bind(const pl_deform_mesh* mesh, const draft* d) {
    const plump_picture_deform* deform = d->item->deform;
    size_t count = mesh->vertex_count;
    glBindVertexArray(mesh->bind_array);
    put_buffer(GL_ARRAY_BUFFER, mesh->bind_buffers[0], d->positions, 12 * count);
    pl_gl_attribute(0, 3, GL_FLOAT, GL_FALSE, 0, 0, 0);
    put_buffer(GL_ARRAY_BUFFER, mesh->bind_buffers[1], deform->segments, 16 * count);
    whole_attribute(1, 4, 0, 0);
    put_buffer(GL_ARRAY_BUFFER, mesh->bind_buffers[2], deform->weights, 16 * count);
    pl_gl_attribute(2, 4, GL_FLOAT, GL_FALSE, 0, 0, 0);
}

static void put_rings(const pl_deform_mesh* mesh, const draft* d) {
    size_t size = sizeof *d->rings.items;
    glBindVertexArray(mesh->ring_array);
    put_buffer(GL_ARRAY_BUFFER, mesh->ring_buffer, d->rings.items, mesh->corner_count * size);
    whole_attribute(0, 3, size, offsetof(pl_corner_ring, vertex));
    whole_attribute(1, 1, size, offsetof(pl_corner_ring, colour));
    pl_gl_attribute(2, 2, GL_FLOAT, GL_FALSE, size, offsetof(pl_corner_ring, texcoord), 0);
    put_buffer(GL_TEXTURE_BUFFER, mesh->pair_buffer, d->rings.pairs,
               d->rings.pair_count * sizeof *d->rings.pairs);
    glBindTexture(GL_TEXTURE_BUFFER, mesh->pair_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RG32UI, mesh->pair_buffer);
}

// Where the card writes, and what the passes draw from.
static void put_results(const pl_deform_mesh* mesh, const draft* d) {
    size_t indices = mesh->index_count * sizeof(uint32_t);
    glBindVertexArray(mesh->caster_array);
    put_buffer(GL_ARRAY_BUFFER, mesh->placed, NULL, 12 * (size_t)mesh->vertex_count);
    pl_gl_attribute(0, 3, GL_FLOAT, GL_FALSE, 0, 0, 0);
    put_buffer(GL_ELEMENT_ARRAY_BUFFER, mesh->caster_indices, d->indices, indices);
    glBindTexture(GL_TEXTURE_BUFFER, mesh->placed_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32F, mesh->placed);

    glBindVertexArray(mesh->corner_array);
    put_buffer(GL_ARRAY_BUFFER, mesh->corner_buffer, NULL,
               mesh->corner_count * sizeof(pl_scene_corner));
    pl_stage_corner_attributes();
    put_buffer(GL_ELEMENT_ARRAY_BUFFER, mesh->corner_indices, d->job.corner_indices, indices);
    glBindVertexArray(0);
}

static void put_mesh(pl_deform_mesh* mesh, const draft* d) {
    GLuint arrays[4], buffers[9], textures[2];
    glGenVertexArrays(4, arrays);
    glGenBuffers(9, buffers);
    glGenTextures(2, textures);
    mesh->bind_array = arrays[0], mesh->ring_array = arrays[1];
    mesh->corner_array = arrays[2], mesh->caster_array = arrays[3];
    memcpy(mesh->bind_buffers, buffers, sizeof mesh->bind_buffers);
    mesh->placed = buffers[3], mesh->ring_buffer = buffers[4], mesh->pair_buffer = buffers[5];
    mesh->corner_buffer = buffers[6], mesh->corner_indices = buffers[7];
    mesh->caster_indices = buffers[8];
    mesh->placed_texture = textures[0], mesh->pair_texture = textures[1];
    put_bind(mesh, d);
    put_rings(mesh, d);
    put_results(mesh, d);
}

// ---------------------------------------------------------------- the mesh

plump_result pl_deform_mesh_create(const plump_picture_item* item, uint32_t at,
                                   plump_allocator hooks, pl_deform_mesh** mesh,
                                   plump_error* error) {
    draft d = {.item = item, .arena = pl_arena_make(hooks), .rings = {.hooks = hooks}};
    *mesh = NULL;
    plump_result result = check_mesh(item, at, error);
    if (result == PLUMP_OK) result = check_limits(&item->triangles, at, &d.rings.pair_most, error);
    if (result != PLUMP_OK) return result;
    pl_deform_mesh* fresh = pl_alloc_zero(&hooks, 1, sizeof *fresh);
    bool made = fresh && make_corners(&d);
    if (made) {
        fresh->is_closed = d.job.is_closed;
        fresh->vertex_count = item->triangles.vertex_count;
        fresh->corner_count = d.job.corner_count;
        fresh->index_count = 3 * (size_t)item->triangles.triangle_count;
        put_mesh(fresh, &d);
        *mesh = fresh;
    } else {
        pl_free(&hooks, fresh);
        result = d.rings.pair_count >= d.rings.pair_most
                     ? pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                               "picture item %u has too many triangles around its vertices for "
                               "the OpenGL driver to deform",
                               at)
                     : pl_fail_memory(error, "deforming an item");
    }
    pl_free(&hooks, d.rings.pairs);
    pl_arena_release(&d.arena, NULL);
    return result;
}

void pl_deform_mesh_destroy(pl_deform_mesh* mesh, const plump_allocator* hooks) {
    const GLuint arrays[] = {mesh->bind_array, mesh->ring_array, mesh->corner_array,
                             mesh->caster_array};
    const GLuint buffers[] = {mesh->bind_buffers[0], mesh->bind_buffers[1], mesh->bind_buffers[2],
                              mesh->placed,          mesh->ring_buffer,     mesh->pair_buffer,
                              mesh->corner_buffer,   mesh->corner_indices,  mesh->caster_indices};
    const GLuint textures[] = {mesh->placed_texture, mesh->pair_texture};
    glDeleteVertexArrays(PL_COUNT(arrays), arrays);
    glDeleteBuffers(PL_COUNT(buffers), buffers);
    glDeleteTextures(PL_COUNT(textures), textures);
    pl_free(hooks, mesh);
}
