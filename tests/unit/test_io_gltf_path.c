// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Neighbouring buffers: read from the file's folder, and from nowhere else.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "test_io_gltf_kit.h"

#include <sys/stat.h>
#include <unistd.h>

// folder/inside is where the glTF lies; folder/secret.bin must never be reached from there.
typedef struct {
    char top[64];
    char inside[80];
} folders;

static void path_in(char* path, size_t size, const char* folder, const char* name) {
    int length = snprintf(path, size, "%s/%s", folder, name);
    assert_true(length > 0 && (size_t)length < size);
}

static void write_file(const char* folder, const char* name, const kit_bytes* bytes) {
    char path[256];
    path_in(path, sizeof path, folder, name);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

static int make_folders(void** state) {
    folders* f = calloc(1, sizeof *f);
    const char* base = getenv("TMPDIR");
    if (!f) return -1;
    snprintf(f->top, sizeof f->top, "%.40s/plump_gltf_XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(f->top)) return -1;
    snprintf(f->inside, sizeof f->inside, "%s/inside", f->top);
    char path[256];
    if (mkdir(f->inside, 0700) != 0) return -1;
    path_in(path, sizeof path, f->inside, "deep");
    if (mkdir(path, 0700) != 0) return -1;
    kit_bytes bin = kit_tetrahedron();
    write_file(f->top, "secret.bin", &bin);
    write_file(f->inside, "a.bin", &bin);
    write_file(f->inside, "a b%.bin", &bin);
    write_file(f->inside, "..a", &bin);
    write_file(f->inside, "deep/b.bin", &bin);
    bin.size = 131;
    write_file(f->inside, "short.bin", &bin);
    kit_free(&bin);
    path_in(path, sizeof path, f->inside, "out.bin");
    if (symlink("../secret.bin", path) != 0) return -1;
    path_in(path, sizeof path, f->inside, "up");
    if (symlink("..", path) != 0) return -1;
    path_in(path, sizeof path, f->inside, "device");
    if (symlink("/dev/zero", path) != 0) return -1;
    path_in(path, sizeof path, f->inside, "pipe");
    if (mkfifo(path, 0600) != 0) return -1;
    *state = f;
    return 0;
}

static int drop_folders(void** state) {
    folders* f = *state;
    static const char* const names[] = {"a.bin",   "a b%.bin", "..a",    "deep/b.bin", "short.bin",
                                        "out.bin", "up",       "device", "pipe"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        path_in(path, sizeof path, f->inside, names[i]);
        unlink(path);
    }
    path_in(path, sizeof path, f->inside, "deep");
    rmdir(path);
    rmdir(f->inside);
    path_in(path, sizeof path, f->top, "secret.bin");
    unlink(path);
    int left = rmdir(f->top);
    free(f);
    return left;
}

static plump_result read_with(const char* folder, const char* uri, plump_soup** soup,
                              plump_error* error) {
    char json[2048], *c;
    snprintf(json, sizeof json,
             KIT_HEAD "'buffers':[{'byteLength':132,'uri':'%s'}]," KIT_VIEWS
                      "'accessors':[" KIT_POSITIONS "," KIT_INDICES "]," KIT_MESH "}",
             uri);
    while ((c = strchr(json, '\''))) *c = '"';
    return kit_read_bytes(json, strlen(json), folder, soup, error);
}

static void neighbours_are_read(void** state) {
    const folders* f = *state;
    static const char* const uris[] = {"a.bin",        "./a.bin",      "deep/b.bin",
                                       "deep//b.bin",  "a%20b%25.bin", "a b%25.bin",
                                       "deep%2fb.bin", "..a",          "%61.bin"};
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; ++i) {
        plump_soup* soup = NULL;
        plump_error error = {PLUMP_OK, ""};
        if (read_with(f->inside, uris[i], &soup, &error) != PLUMP_OK) fail_msg("%s", error.text);
        kit_check(soup, 4, 4, 1.0 / 6);
        plump_soup_destroy(soup);
    }
}

static void refuse_uri(const char* folder, const char* uri, plump_result code, const char* words) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = read_with(folder, uri, &soup, &error);
    assert_null(soup);
    if (result != code || !strstr(error.text, words) || !strstr(error.text, "buffers[0]")) {
        fail_msg("%s: %s \"%s\"", uri, plump_result_name(result), error.text);
    }
}

static void nothing_leads_out_of_the_folder(void** state) {
    const folders* f = *state;
    char absolute[128];
    snprintf(absolute, sizeof absolute, "%s/secret.bin", f->top);
    refuse_uri(f->inside, absolute, PLUMP_ERROR_DATA, "is an absolute path");
    refuse_uri(f->inside, "/dev/zero", PLUMP_ERROR_DATA, "is an absolute path");
    refuse_uri(f->inside, "%2Fdev/zero", PLUMP_ERROR_DATA, "is an absolute path");
    refuse_uri(f->inside, "//host/share/a.bin", PLUMP_ERROR_DATA, "is an absolute path");
    refuse_uri(f->inside, "../secret.bin", PLUMP_ERROR_DATA, "leads out of the file's folder");
    refuse_uri(f->inside, "deep/../a.bin", PLUMP_ERROR_DATA, "leads out of");
    refuse_uri(f->inside, "deep/..", PLUMP_ERROR_DATA, "leads out of");
    refuse_uri(f->inside, "..", PLUMP_ERROR_DATA, "leads out of");
    refuse_uri(f->inside, "%2e%2E/secret.bin", PLUMP_ERROR_DATA, "leads out of");
    refuse_uri(f->inside, "..%2Fsecret.bin", PLUMP_ERROR_DATA, "leads out of");
    refuse_uri(f->inside, "..\\\\secret.bin", PLUMP_ERROR_DATA, "has a backslash");
    refuse_uri(f->inside, "\\\\\\\\host\\\\a.bin", PLUMP_ERROR_DATA, "has a backslash");
    refuse_uri(f->inside, "C:/a.bin", PLUMP_ERROR_DATA, "is an address");
    refuse_uri(f->inside, "http://example.com/a.bin", PLUMP_ERROR_DATA, "is an address");
    refuse_uri(f->inside, "file:///etc/passwd", PLUMP_ERROR_DATA, "is an address");
    refuse_uri(f->inside, "FILE:a.bin", PLUMP_ERROR_DATA, "is an address");
    refuse_uri(f->inside, "a.bin%00.txt", PLUMP_ERROR_DATA, "has a zero byte");
    refuse_uri(f->inside, "a%2.bin", PLUMP_ERROR_DATA, "two hexadecimal digits");
    refuse_uri(f->inside, "a%", PLUMP_ERROR_DATA, "two hexadecimal digits");
    refuse_uri(f->inside, "", PLUMP_ERROR_DATA, "is empty");
}

static void links_pipes_and_devices_are_refused(void** state) {
    const folders* f = *state;
    static const char* const uris[] = {
        "out.bin",         "up/secret.bin", "device",  "pipe", "deep",
        "up/inside/a.bin", "missing.bin",   "a.bin/b", ".",    "deep/"};
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; ++i) {
        refuse_uri(f->inside, uris[i], PLUMP_ERROR_INPUT,
                   "must be a plain file in the glTF's folder");
    }
    char name[300];
    memset(name, 'a', sizeof name);
    name[299] = 0;
    refuse_uri(f->inside, name, PLUMP_ERROR_INPUT, "cannot be opened");
    refuse_uri("/nonexistent", "a.bin", PLUMP_ERROR_INPUT, "cannot be opened");
}

static void a_short_neighbour_is_refused(void** state) {
    const folders* f = *state;
    refuse_uri(f->inside, "short.bin", PLUMP_ERROR_DATA,
               "buffers[0].byteLength is 132, but only 131 bytes are there");
}

// A hole as large as no machine's memory, where the file system lets it be.
static void an_oversized_neighbour_is_named_with_its_size(void** state) {
    const folders* f = *state;
    kit_bytes bin = kit_tetrahedron();
    char path[256];
    write_file(f->inside, "large.bin", &bin);
    kit_free(&bin);
    path_in(path, sizeof path, f->inside, "large.bin");
    if (truncate(path, (off_t)1 << 43) == 0) {
        refuse_uri(f->inside, "large.bin", PLUMP_ERROR_MEMORY,
                   "buffers[0].uri large.bin: its 8796093022208 bytes do not fit into memory");
    }
    unlink(path);
}

// A backslash is a letter like any other: the folder is the one the file lies in.
static void a_backslash_in_the_name_parts_no_folder(void** state) {
    const folders* f = *state;
    static const char name[] = "left\\right.gltf";
    kit_bytes json = {0};
    char text[1024], path[256];
    int length = snprintf(text, sizeof text,
                          KIT_HEAD "'buffers':[{'byteLength':132,'uri':'a.bin'}]," KIT_VIEWS
                                   "'accessors':[" KIT_POSITIONS "," KIT_INDICES "]," KIT_MESH "}");
    for (char* c; (c = strchr(text, '\''));) *c = '"';
    kit_put(&json, text, (size_t)length);
    write_file(f->inside, name, &json);
    kit_free(&json);
    path_in(path, sizeof path, f->inside, name);
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = plump_file_read(path, NULL, &soup, &error);
    unlink(path);
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
}

static void without_a_folder_there_are_no_neighbours(void** state) {
    (void)state;
    refuse_uri(NULL, "a.bin", PLUMP_ERROR_INPUT, "embed the buffer or use GLB");
    refuse_uri(NULL, "../a.bin", PLUMP_ERROR_DATA, "leads out of");
}

// 1,000 buffers that are all one file of 1 MB cost it once; memory is counted by the hooks.
typedef struct {
    size_t now, most;
} meter;

static void* meter_alloc(size_t size, size_t alignment, void* user) {
    meter* m = user;
    (void)alignment;
    size_t* block = aligned_alloc(64, (size + 127) / 64 * 64);
    if (!block) return NULL;
    block[0] = size;
    m->now += size;
    if (m->now > m->most) m->most = m->now;
    return (char*)block + 64;
}

static void meter_free(void* block, void* user) {
    meter* m = user;
    size_t* start = (size_t*)(void*)((char*)block - 64);
    m->now -= start[0];
    free(start);
}

static void one_file_under_many_names_is_read_once(void** state) {
    const folders* f = *state;
    kit_bytes big = kit_tetrahedron(), json = {0};
    while (big.size < 1 << 20) kit_put_u32(&big, 0);
    write_file(f->inside, "a.bin", &big);
    enum { COUNT = 1000 };
    char text[256];
#define PUT(...) kit_put(&json, text, (size_t)snprintf(text, sizeof text, __VA_ARGS__))
    PUT(KIT_HEAD "'buffers':[");
    for (int i = 0; i < COUNT; ++i)
        PUT("%s{'byteLength':48,'uri':'%.*s/a.bin'}", i ? "," : "", 1, ".");
    PUT("],'bufferViews':[");
    for (int i = 0; i < COUNT; ++i) PUT("%s{'buffer':%d,'byteLength':48}", i ? "," : "", i);
    PUT("],'accessors':[");
    for (int i = 0; i < COUNT; ++i) {
        PUT("%s{'bufferView':%d,'componentType':5126,'count':3,'type':'VEC3'}", i ? "," : "", i);
    }
    PUT("],'meshes':[{'primitives':[");
    for (int i = 0; i < COUNT; ++i) PUT("%s{'attributes':{'POSITION':%d}}", i ? "," : "", i);
    PUT("]}]}");
    for (size_t i = 0; i < json.size; ++i) {
        if (json.data[i] == '\'') json.data[i] = '"';
    }
    meter m = {0, 0};
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_GLTF;
    def.folder = f->inside;
    def.allocator = (plump_allocator){meter_alloc, meter_free, &m};
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (plump_memory_read(json.data, json.size, "x.gltf", &def, &soup, &error) != PLUMP_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(plump_soup_triangles(soup).triangle_count, COUNT);
    assert_in_range(m.most, 1 << 20, 3 << 20);
    plump_soup_destroy(soup);
    assert_int_equal(m.now, 0);
    kit_free(&json);
    big.size = 132;
    write_file(f->inside, "a.bin", &big);
    kit_free(&big);
}

// Each file must be its own: a limit on how many, not on how often one is used.
static void too_many_neighbours_are_refused(void** state) {
    const folders* f = *state;
    kit_bytes bin = kit_tetrahedron();
    enum { COUNT = 257 };
    char text[256];
    for (int use = COUNT - 1; use <= COUNT; ++use) {
        kit_bytes json = {0};
        PUT(KIT_HEAD "'buffers':[");
        for (int i = 0; i < use; ++i) {
            PUT("n%d.bin", i);
            json.size -= strlen(text);
            write_file(f->inside, text, &bin);
            PUT("%s{'byteLength':48,'uri':'n%d.bin'}", i ? "," : "", i);
        }
        PUT("],'bufferViews':[");
        for (int i = 0; i < use; ++i) PUT("%s{'buffer':%d,'byteLength':48}", i ? "," : "", i);
        PUT("],'accessors':[");
        for (int i = 0; i < use; ++i) {
            PUT("%s{'bufferView':%d,'componentType':5126,'count':3,'type':'VEC3'}", i ? "," : "",
                i);
        }
        PUT("],'meshes':[{'primitives':[");
        for (int i = 0; i < use; ++i) PUT("%s{'attributes':{'POSITION':%d}}", i ? "," : "", i);
        PUT("]}]}");
        for (size_t i = 0; i < json.size; ++i) {
            if (json.data[i] == '\'') json.data[i] = '"';
        }
        plump_soup* soup = NULL;
        plump_error error = {PLUMP_OK, ""};
        plump_result result = kit_read_bytes(json.data, json.size, f->inside, &soup, &error);
        assert_int_equal(result, use < COUNT ? PLUMP_OK : PLUMP_ERROR_LIMIT);
        if (use == COUNT) assert_non_null(strstr(error.text, "is one file too many (256 are read"));
        plump_soup_destroy(soup);
        kit_free(&json);
    }
    for (int i = 0; i < COUNT; ++i) {
        char path[256];
        snprintf(text, sizeof text, "n%d.bin", i);
        path_in(path, sizeof path, f->inside, text);
        unlink(path);
    }
    kit_free(&bin);
}

static long countdown;

static void* poor_alloc(size_t size, size_t alignment, void* user) {
    (void)user;
    if (countdown > 0 && --countdown == 0) return NULL;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void poor_free(void* block, void* user) {
    (void)user;
    free(block);
}

static void memory_may_run_out_beside_a_neighbour(void** state) {
    const folders* f = *state;
    char json[1024], *c;
    snprintf(json, sizeof json,
             KIT_HEAD "'buffers':[{'byteLength':132,'uri':'a.bin'}]," KIT_VIEWS
                      "'accessors':[" KIT_POSITIONS "," KIT_INDICES "]," KIT_MESH "}");
    while ((c = strchr(json, '\''))) *c = '"';
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_GLTF;
    def.folder = f->inside;
    def.allocator = (plump_allocator){poor_alloc, poor_free, NULL};
    for (long n = 1;; ++n) {
        plump_soup* soup = NULL;
        countdown = n;
        plump_result result = plump_memory_read(json, strlen(json), "x.gltf", &def, &soup, NULL);
        plump_soup_destroy(soup);
        if (countdown > 0) {
            assert_int_equal(result, PLUMP_OK);
            assert_true(n > 7);
            break;
        }
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_read),
        cmocka_unit_test(nothing_leads_out_of_the_folder),
        cmocka_unit_test(links_pipes_and_devices_are_refused),
        cmocka_unit_test(a_short_neighbour_is_refused),
        cmocka_unit_test(an_oversized_neighbour_is_named_with_its_size),
        cmocka_unit_test(a_backslash_in_the_name_parts_no_folder),
        cmocka_unit_test(without_a_folder_there_are_no_neighbours),
        cmocka_unit_test(one_file_under_many_names_is_read_once),
        cmocka_unit_test(too_many_neighbours_are_refused),
        cmocka_unit_test(memory_may_run_out_beside_a_neighbour),
    };
    return KIT_RUN(tests, make_folders, drop_folders);
}
