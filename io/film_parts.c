// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/film_parts.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- copies

static char* copy_name(const plump_film* film, const char* given, uint32_t index) {
    char number[32];
    if (!given) {
        pl_text_format(number, sizeof number, "part %u", (unsigned)index);
        given = number;
    }
    size_t size = strlen(given) + 1;
    char* name = pl_alloc(&film->hooks, size, 1);
    if (name) memcpy(name, given, size);
    return name;
}

static plump_result copy_rest(pl_film_part* part, const plump_triangles* t, plump_error* error) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (size_t k = 0; k < 3; ++k) {
            if (!(fabs(position[k]) <= (double)PL_FILM_COORDINATE_MAX))
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "film part '%s': vertex %u has the coordinate %g at rest; it must "
                               "be finite and at most 1e30",
                               part->name, (unsigned)i, position[k]);
            part->rest[3 * (size_t)i + k] = (float)position[k];
        }
    }
    memcpy(part->now, part->rest, 3 * sizeof(float) * (size_t)t->vertex_count);
    return PLUMP_OK;
}

static plump_result copy_corners(pl_film_part* part, const plump_triangles* t, plump_error* error) {
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t corner = pl_triangles_corner(t, i, k);
            if (corner >= t->vertex_count)
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "film part '%s': triangle %u uses vertex %u, there are %u",
                               part->name, (unsigned)i, (unsigned)corner,
                               (unsigned)t->vertex_count);
            part->indices[3 * (size_t)i + k] = corner;
        }
    }
    return PLUMP_OK;
}

static plump_result copy_triangles(const plump_film* film, pl_film_part* part,
                                   const plump_triangles* t, plump_error* error) {
    size_t floats = 3 * (size_t)t->vertex_count;
    part->vertex_count = t->vertex_count;
    part->triangle_count = t->triangle_count;
    part->indices = pl_alloc(&film->hooks, 3 * (size_t)t->triangle_count, sizeof(uint32_t));
    part->rest = pl_alloc(&film->hooks, floats, sizeof(float));
    part->now = pl_alloc(&film->hooks, floats, sizeof(float));
    part->next = part->is_still ? NULL : pl_alloc(&film->hooks, floats, sizeof(float));
    if (!part->indices || !part->rest || !part->now || !(part->next || part->is_still))
        return pl_fail_memory(error, "opening a film");
    plump_result result = copy_rest(part, t, error);
    return result == PLUMP_OK ? copy_corners(part, t, error) : result;
}

static bool is_image_type(const char* type) {
    return type && (strcmp(type, "image/png") == 0 || strcmp(type, "image/jpeg") == 0);
}

// The film's number of a texture; images are known by their bytes.
static plump_result add_image(plump_film* film, const plump_image_file* file, pl_film_part* part,
                              plump_error* error) {
    if (!file->bytes || file->size == 0 || file->size > UINT32_MAX / 2 ||
        !is_image_type(file->type))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "film part '%s': its texture must be the bytes of a PNG or JPEG, with its "
                       "type",
                       part->name);
    for (part->image = 0; part->image < film->image_count; ++part->image) {
        const plump_image_file* known = &film->images[part->image].file;
        if (known->bytes == file->bytes && known->size == file->size) return PLUMP_OK;
    }
    film->images[film->image_count++] = (pl_film_image){.file = *file};
    return PLUMP_OK;
}

static plump_result copy_texture(plump_film* film, const plump_film_part* given, pl_film_part* part,
                                 plump_error* error) {
    if (!given->texcoords || !given->texture || film->format != PLUMP_FILM_GLB ||
        part->vertex_count == 0)
        return PLUMP_OK;
    size_t count = 2 * (size_t)part->vertex_count;
    for (size_t i = 0; i < count; ++i) {
        if (!(fabsf(given->texcoords[i]) <= PL_FILM_COORDINATE_MAX))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "film part '%s': vertex %u has the texture coordinate %g; it must be "
                           "finite",
                           part->name, (unsigned)(i / 2), (double)given->texcoords[i]);
    }
    part->texcoords = pl_alloc(&film->hooks, count, sizeof(float));
    if (!part->texcoords) return pl_fail_memory(error, "opening a film");
    memcpy(part->texcoords, given->texcoords, count * sizeof(float));
    return add_image(film, given->texture, part, error);
}

static plump_result copy_part(plump_film* film, const plump_film_part* given, uint32_t index,
                              plump_error* error) {
    pl_film_part* part = &film->parts[index];
    plump_triangles t = given->triangles;
    part->colour = given->colour;
    part->is_flat = given->shading == PLUMP_SHADING_FLAT;
    part->is_still = given->still;
    part->crease_angle = given->crease_angle;
    part->is_there = true;
    part->name = copy_name(film, given->name, index);
    if (!part->name) return pl_fail_memory(error, "opening a film");
    if (!(part->crease_angle >= 0 && part->crease_angle <= 180))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "film part '%s' has the crease angle %g; it must be 0 to 180 degrees",
                       part->name, part->crease_angle);
    if (!t.indices && t.triangle_count == 0) t.triangle_count = t.vertex_count / 3;
    if (t.vertex_count > 0 && !t.positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "film part '%s' has %u vertices, but its positions are NULL", part->name,
                       (unsigned)t.vertex_count);
    // frames bring positions for every vertex, so vertices alone are as empty as nothing
    if (t.triangle_count == 0) t.vertex_count = 0;
    if (t.vertex_count > INT32_MAX - film->vertex_count ||
        t.triangle_count > INT32_MAX - film->triangle_count)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "film part '%s': more than %d vertices or triangles in one film", part->name,
                       INT32_MAX);
    film->vertex_count += t.vertex_count;
    film->triangle_count += t.triangle_count;
    plump_result result = t.triangle_count ? pl_triangles_check_layout(&t, error) : PLUMP_OK;
    if (result == PLUMP_OK) result = copy_triangles(film, part, &t, error);
    return result == PLUMP_OK ? copy_texture(film, given, part, error) : result;
}

plump_result pl_film_copy_parts(plump_film* film, const plump_film_def* def, plump_error* error) {
    film->parts = pl_alloc_zero(&film->hooks, def->part_count, sizeof *film->parts);
    film->images = pl_alloc_zero(&film->hooks, def->part_count, sizeof *film->images);
    if (!film->parts || !film->images) return pl_fail_memory(error, "opening a film");
    film->part_count = def->part_count;
    for (uint32_t i = 0; i < def->part_count; ++i) {
        plump_result result = copy_part(film, &def->parts[i], i, error);
        if (result != PLUMP_OK) return result;
    }
    if (film->triangle_count == 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: none of the film's parts has triangles; there is nothing to show",
                       film->path);
    return PLUMP_OK;
}

void pl_film_free_parts(plump_film* film) {
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_film_part* part = &film->parts[i];
        pl_free(&film->hooks, part->name);
        pl_free(&film->hooks, part->indices);
        pl_free(&film->hooks, part->rest);
        pl_free(&film->hooks, part->now);
        pl_free(&film->hooks, part->next);
        pl_free(&film->hooks, part->texcoords);
    }
    pl_free(&film->hooks, film->parts);
    pl_free(&film->hooks, film->images);
}

// ---------------------------------------------------------------- joined

// Appends a part behind the vertices and triangles that are there already.
static void join_part(pl_film_joined* joined, const pl_film_part* part, uint32_t label,
                      const float* positions) {
    plump_triangles* t = &joined->triangles;
    memcpy(joined->positions + 3 * (size_t)t->vertex_count, positions,
           3 * sizeof(float) * (size_t)part->vertex_count);
    for (size_t i = 0; i < 3 * (size_t)part->triangle_count; ++i)
        joined->indices[3 * (size_t)t->triangle_count + i] = part->indices[i] + t->vertex_count;
    for (size_t i = 0; i < part->triangle_count; ++i) joined->groups[t->triangle_count + i] = label;
    t->vertex_count += part->vertex_count;
    t->triangle_count += part->triangle_count;
}

bool pl_film_join(const plump_film* film, bool at_rest, pl_film_joined* joined) {
    size_t vertices = film->vertex_count, triangles = film->triangle_count;
    *joined = (pl_film_joined){
        .positions = pl_alloc(&film->hooks, 3 * vertices, sizeof(float)),
        .indices = pl_alloc(&film->hooks, 3 * triangles, sizeof(uint32_t)),
        .groups = pl_alloc(&film->hooks, triangles, sizeof(uint32_t)),
        .names = pl_alloc(&film->hooks, film->part_count, sizeof(char*)),
    };
    if (!joined->positions || !joined->indices || !joined->groups || !joined->names) {
        pl_film_free_joined(film, joined);
        return false;
    }
    joined->triangles = (plump_triangles){.positions = joined->positions,
                                          .indices = joined->indices,
                                          .index_type = PLUMP_INDEX_UINT32,
                                          .groups = joined->groups};
    joined->def = plump_default_write_def();
    joined->def.group_names = joined->names;
    joined->def.group_count = film->part_count;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_film_part* part = &film->parts[i];
        joined->names[i] = part->name;
        if (at_rest || part->is_there) join_part(joined, part, i, at_rest ? part->rest : part->now);
    }
    return true;
}

void pl_film_free_joined(const plump_film* film, pl_film_joined* joined) {
    pl_free(&film->hooks, joined->positions);
    pl_free(&film->hooks, joined->indices);
    pl_free(&film->hooks, joined->groups);
    pl_free(&film->hooks, joined->names);
}

// ---------------------------------------------------------------- bytes

static void empty_buffer(plump_film* film) {
    if (film->buffered > 0 && !film->is_broken &&
        pl_spool_put(&film->spool, film->buffer, film->buffered, &film->trouble) != PLUMP_OK)
        film->is_broken = true;
    film->buffered = 0;
}

void pl_film_put(plump_film* film, const void* bytes, size_t size) {
    const unsigned char* from = bytes;
    while (size > 0) {
        size_t room = PL_FILM_BUFFER_SIZE - film->buffered, part = size < room ? size : room;
        memcpy(film->buffer + film->buffered, from, part);
        film->buffered += part;
        from += part;
        size -= part;
        if (film->buffered == PL_FILM_BUFFER_SIZE) empty_buffer(film);
    }
}

static void store(unsigned char* to, float value, pl_film_order order) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (unsigned k = 0; k < 4; ++k)
        to[order == PL_FILM_BIG ? 3 - k : k] = (unsigned char)(bits >> 8 * k);
}

void pl_film_put_floats(plump_film* film, const float* values, size_t count, pl_film_order order) {
    for (size_t i = 0; i < count; ++i) {
        if (PL_FILM_BUFFER_SIZE - film->buffered < sizeof(float)) empty_buffer(film);
        store(film->buffer + film->buffered, values[i], order);
        film->buffered += sizeof(float);
    }
}

plump_result pl_film_flush(plump_film* film, plump_error* error) {
    empty_buffer(film);
    if (!film->is_broken) return PLUMP_OK;
    return pl_fail(error, film->trouble.code, "%s", film->trouble.text);
}

plump_result pl_film_finish(plump_film* film, const pl_writer* head, pl_replace* replace,
                            plump_error* error) {
    if (head->failed) return pl_fail_memory(error, "finishing a film");
    plump_result result = pl_film_flush(film, error);
    if (result == PLUMP_OK) result = pl_replace_open(replace, &film->hooks, film->path, error);
    if (result == PLUMP_OK) result = pl_replace_put(replace, head->bytes, head->used, error);
    if (result == PLUMP_OK)
        result = pl_spool_copy(&film->spool, replace, film->buffer, PL_FILM_BUFFER_SIZE, error);
    return result;
}
