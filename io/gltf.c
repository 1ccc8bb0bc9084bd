// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// glTF 2.0: GLB chunks or plain JSON, then the scene.
#include "io/gltf.h"

#include "io/json_scan.h"
#include "src/base/bytes.h"

#include <string.h>

#if !defined(PLUMP_HAVE_JANSSON)

plump_result pl_read_gltf(pl_reader* reader) {
    return pl_reader_fail(reader, PLUMP_ERROR_UNSUPPORTED, PL_PLACE_NONE, 0,
                          "this build reads no glTF, because jansson was missing when it was made; "
                          "install libjansson-dev and build again, or use another format");
}

#else

typedef struct {
    const unsigned char* json;
    size_t json_size, json_at;
    const unsigned char* chunk;
    size_t chunk_size;
} container;

#define GLB_MAGIC  0x46546C67u
#define CHUNK_JSON 0x4E4F534Au
#define CHUNK_BIN  0x004E4942u
#define BAD_BYTE(reader, at, ...)                                                                  \
    pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_BYTE, at, __VA_ARGS__)

static plump_result check_header(const pl_reader* reader, size_t* total) {
    if (reader->size < 12) return BAD_BYTE(reader, reader->size, "the GLB header is cut short");
    uint32_t version = pl_bytes_u32(reader->bytes + 4), length = pl_bytes_u32(reader->bytes + 8);
    if (version != 2) {
        return pl_reader_fail(reader, PLUMP_ERROR_UNSUPPORTED, PL_PLACE_BYTE, 4,
                              "GLB version %u is not read; convert it to version 2",
                              (unsigned)version);
    }
    if (length > reader->size) {
        return BAD_BYTE(reader, 8, "the GLB should have %u bytes, but the file ends after %zu",
                        (unsigned)length, reader->size);
    }
    *total = length;
    return PLUMP_OK;
}

// The first chunk is JSON, the second may be the binary one; all others are skipped.
static plump_result split_chunks(const pl_reader* reader, container* parts) {
    size_t total = 0, at = 12;
    plump_result result = check_header(reader, &total);
    if (result != PLUMP_OK) return result;
    for (unsigned n = 0; at < total; ++n) {
        if (total - at < 8) return BAD_BYTE(reader, at, "a GLB chunk's header is cut short");
        uint32_t length = pl_bytes_u32(reader->bytes + at),
                 type = pl_bytes_u32(reader->bytes + at + 4);
        at += 8;
        if (length > total - at) {
            return BAD_BYTE(reader, at - 8, "a GLB chunk claims %u bytes, %zu are left",
                            (unsigned)length, total - at);
        }
        if (n == 0 && type == CHUNK_JSON) {
            parts->json = reader->bytes + at;
            parts->json_size = length;
            parts->json_at = at;
        } else if (n == 1 && type == CHUNK_BIN) {
            parts->chunk = reader->bytes + at;
            parts->chunk_size = length;
        }
        at += length;
    }
    if (!parts->json) return BAD_BYTE(reader, 12, "the first GLB chunk is not JSON");
    return PLUMP_OK;
}

static plump_result open_container(const pl_reader* reader, container* parts) {
    if (reader->size >= 4 && pl_bytes_u32(reader->bytes) == GLB_MAGIC) {
        plump_result result = split_chunks(reader, parts);
        if (result != PLUMP_OK) return result;
    } else {
        parts->json = reader->bytes;
        parts->json_size = reader->size;
    }
    if (parts->json_size >= 3 && memcmp(parts->json, "\xEF\xBB\xBF", 3) == 0) {
        parts->json += 3, parts->json_at += 3, parts->json_size -= 3;
    }
    // chunks are padded with blanks, by some writers with zeros
    while (parts->json_size > 0 && parts->json[parts->json_size - 1] == 0) parts->json_size--;
    return PLUMP_OK;
}

// Of a file that is something else a parser of JSON would complain about the first letter.
static plump_result check_beginning(const pl_reader* reader, const container* parts) {
    size_t at = 0;
    if (parts->json_at > 3) return PLUMP_OK;  // in a GLB
    while (at < parts->json_size && memchr(" \t\r\n", parts->json[at], 4)) at++;
    if (at < parts->json_size && memchr("{[", parts->json[at], 2)) return PLUMP_OK;
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                          "the file does not look like glTF: it begins neither with 'glTF' (.glb) "
                          "nor with '{' (.gltf); export it as GLB");
}

plump_result pl_gltf_charge(pl_gltf* g, uint64_t count, uint64_t size, const char* what) {
    if (count > g->budget / size) {
        return PL_GLTF_FAIL(g, PLUMP_ERROR_LIMIT,
                            "%s would unfold to more than 64 times the file's size in memory; "
                            "fewer instances or values would help",
                            what);
    }
    g->budget -= count * size;
    return PLUMP_OK;
}

static plump_result complain_about_json(const pl_gltf* g, const container* parts,
                                        const json_error_t* error) {
    if (!error->text[0] || json_error_code(error) == json_error_out_of_memory) {
        return pl_reader_fail_memory(g->reader);
    }
    if (g->chunk || parts->json_at > 3) {
        return BAD_BYTE(g->reader, parts->json_at + (size_t)error->position, "JSON: %s",
                        error->text);
    }
    return pl_reader_fail(g->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, (uint64_t)error->line,
                          "JSON: %s", error->text);
}

static plump_result parse_json(pl_gltf* g, const container* parts) {
    pl_json_scan scan = pl_json_scan_text(parts->json, parts->json_size, PL_GLTF_DEPTH);
    if (scan.depth > PL_GLTF_DEPTH) {
        return pl_reader_fail(g->reader, PLUMP_ERROR_LIMIT, PL_PLACE_BYTE,
                              parts->json_at + scan.deep_at,
                              "JSON nests deeper than %d; no glTF needs that", PL_GLTF_DEPTH);
    }
    plump_result result = pl_gltf_charge(g, pl_json_scan_memory(&scan), 1, "the JSON text");
    if (result != PLUMP_OK) return result;
    json_error_t error;
    g->root =
        json_loadb((const char*)parts->json, parts->json_size, JSON_DECODE_INT_AS_REAL, &error);
    if (!g->root) return complain_about_json(g, parts, &error);
    if (!json_is_object(g->root)) {
        return PL_GLTF_BAD(g, "the JSON text is not an object; is this a glTF file?");
    }
    return PLUMP_OK;
}

static plump_result check_version(const pl_gltf* g) {
    pl_gltf_item top = {g->root, ""}, asset;
    const char* version = NULL;
    plump_result result = pl_gltf_member(g, &top, "asset", JSON_OBJECT, true, &asset);
    if (result == PLUMP_OK) result = pl_gltf_text(g, &asset, "version", true, &version);
    if (result != PLUMP_OK || strncmp(version, "2.", 2) == 0) return result;
    return PL_GLTF_FAIL(g, PLUMP_ERROR_UNSUPPORTED,
                        "glTF version \"%.*s\" is not read; convert it to 2.0", 16, version);
}

// Extensions without which the positions or indices are not what they seem.
static plump_result check_extensions(const pl_gltf* g) {
    static const char* const refused[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                          "KHR_meshopt_compression", "EXT_mesh_gpu_instancing"};
    pl_gltf_item top = {g->root, ""}, list;
    plump_result result = pl_gltf_member(g, &top, "extensionsRequired", JSON_ARRAY, false, &list);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(list.json); ++i) {
        const char* name = json_string_value(json_array_get(list.json, i));
        for (size_t k = 0; name && k < PL_COUNT(refused); ++k) {
            if (strcmp(name, refused[k]) == 0) {
                return PL_GLTF_FAIL(g, PLUMP_ERROR_UNSUPPORTED,
                                    "the file requires %s, which is not read; export it without "
                                    "mesh compression or instancing",
                                    name);
            }
        }
    }
    return result;
}

static plump_result make_tables(pl_gltf* g) {
    size_t buffers, accessors;
    plump_result result = pl_gltf_count(g, "buffers", &buffers);
    if (result == PLUMP_OK) result = pl_gltf_count(g, "accessors", &accessors);
    if (result == PLUMP_OK)
        result = pl_gltf_charge(g, buffers, sizeof *g->buffers, "the list of buffers");
    if (result == PLUMP_OK)
        result = pl_gltf_charge(g, accessors, sizeof *g->positions, "the list of accessors");
    if (result != PLUMP_OK) return result;
    g->buffers = pl_arena_alloc_zero(&g->arena, buffers, sizeof *g->buffers);
    g->positions = pl_arena_alloc_zero(&g->arena, accessors, sizeof *g->positions);
    g->files = pl_arena_alloc_zero(&g->arena, 1, sizeof *g->files);
    g->names = json_object();
    bool done = g->buffers && g->positions && g->files && g->names;
    return done ? PLUMP_OK : pl_reader_fail_memory(g->reader);
}

plump_result pl_gltf_open(pl_gltf* g, pl_reader* reader, const plump_allocator* hooks) {
    container parts = {0};
    *g = (pl_gltf){.reader = reader, .arena = pl_arena_make(*hooks)};
    plump_result result = open_container(reader, &parts);
    if (result == PLUMP_OK) result = check_beginning(reader, &parts);
    if (result != PLUMP_OK) return result;
    g->chunk = parts.chunk;
    g->chunk_size = parts.chunk_size;
    // 64 times the file and 64 MiB, of which the file itself and small things take their part
    g->budget = 60 * (uint64_t)reader->size + (UINT64_C(60) << 20);
    result = parse_json(g, &parts);
    if (result == PLUMP_OK) result = check_version(g);
    if (result == PLUMP_OK) result = check_extensions(g);
    return result == PLUMP_OK ? make_tables(g) : result;
}

void pl_gltf_close(pl_gltf* g) {
    json_decref(g->names);
    json_decref(g->root);
    if (g->files) pl_gltf_path_free(&g->arena.hooks, g->files);
    pl_arena_release(&g->arena, NULL);
}

plump_result pl_read_gltf(pl_reader* reader) {
    pl_gltf g;
    pl_soup_places(reader->soup, PL_PLACE_NONE);
    plump_result result = pl_gltf_open(&g, reader, pl_soup_hooks(reader->soup));
    if (result == PLUMP_OK) result = pl_gltf_scene(&g);
    pl_gltf_close(&g);
    return result;
}

#endif
