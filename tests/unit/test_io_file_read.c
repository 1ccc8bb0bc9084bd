// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Files on disk: what is no regular file is refused in words, sizes are not believed, formats are
// told by content before name.
#define _XOPEN_SOURCE 700
#include "tests/unit/folder_kit.h"
#include "tests/unit/test_io_kit.h"

#include "io/file_error.h"
#include "io/file_read.h"
#include "io/format.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIANGLE_OBJ "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"

static void refuse(const char* path, plump_result code, const char* reason) {
    plump_error error = {PLUMP_OK, ""};
    plump_soup* soup = (plump_soup*)&error;
    char sentence[600];
    assert_int_equal(plump_file_read(path, NULL, &soup, &error), code);
    assert_null(soup);
    snprintf(sentence, sizeof sentence, "%s: %s", path, reason);
    assert_string_equal(error.text, sentence);
}

static void a_file_is_read(void** state) {
    (void)state;
    const char* path = path_of("mesh");  // no ending: by content
    plump_error error = {PLUMP_OK, ""};
    plump_soup* soup;
    assert_int_equal(plump_file_write_bytes(path, TRIANGLE_OBJ, strlen(TRIANGLE_OBJ), &error),
                     PLUMP_OK);
    if (plump_file_read(path, NULL, &soup, &error) != PLUMP_OK) fail_msg("%s", error.text);
    io_expect_counts(soup, 3, 1);
    plump_soup_destroy(soup);
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_OFF;  // as told, right or wrong
    assert_int_equal(plump_file_read(path, &def, &soup, &error), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "mesh:1: vertex count needs a number, not \"v\""));
    unlink(path);
}

static void what_is_no_regular_file_is_refused(void** state) {
    (void)state;
    refuse(path_of("missing.obj"), PLUMP_ERROR_INPUT,
           "cannot be opened: there is no such file or folder");
    refuse(folder, PLUMP_ERROR_INPUT, "cannot be read: it is a folder");
    refuse("/dev/null", PLUMP_ERROR_INPUT,
           "is a device or pipe; only regular files are read, copy it into one");
    refuse("", PLUMP_ERROR_INPUT, "cannot be opened: there is no such file or folder");
    const char* path = path_of("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    refuse(path, PLUMP_ERROR_INPUT,
           "is a device or pipe; only regular files are read, copy it into one");
    unlink(path);
    path = path_of("empty.obj");
    assert_int_equal(plump_file_write_bytes(path, "", 0, NULL), PLUMP_OK);
    refuse(path, PLUMP_ERROR_DATA, "the file is empty");
    if (geteuid() != 0) {
        assert_int_equal(chmod(path, 0), 0);
        refuse(path, PLUMP_ERROR_INPUT, "cannot be opened: permission is missing");
    }
    unlink(path);
}

static void a_file_with_a_huge_hole_is_refused(void** state) {
    (void)state;
    const char* path = path_of("hole.stl");
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    fclose(file);
    if (truncate(path, (off_t)1 << 43) == 0)  // 8 TiB, where the file system lets it be
        refuse(path, PLUMP_ERROR_MEMORY, "its 8796093022208 bytes do not fit into memory");
    unlink(path);
}

// Files of /proc say that they have no bytes at all.
static void a_size_of_zero_is_not_believed(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    unsigned char* bytes = NULL;
    size_t size = 0;
    if (access("/proc/self/status", R_OK) != 0) return;
    assert_int_equal(pl_file_load("/proc/self/status", &hooks, &bytes, &size, NULL), PLUMP_OK);
    assert_true(size > 100 && memcmp(bytes, "Name:", 5) == 0);
    pl_free(&hooks, bytes);
}

// Each time memory is taken, the file has become larger by more than that.
static void* alloc_while_growing(size_t size, size_t alignment, void* user) {
    const char* path = user;
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(truncate(path, status.st_size + 2 * (off_t)size), 0);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void free_grown(void* block, void* user) {
    (void)user;
    free(block);
}

static void a_file_that_outgrows_its_reader_is_refused(void** state) {
    (void)state;
    char* path = (char*)path_of("growing");
    plump_error error;
    void* bytes = NULL;
    size_t size = 7;
    assert_int_equal(plump_file_write_bytes(path, "0123456789", 10, NULL), PLUMP_OK);
    plump_allocator growing = {alloc_while_growing, free_grown, path};
    assert_int_equal(plump_file_read_bytes(path, 0, growing, &bytes, &size, &error),
                     PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "growing: gives far more than the 10 bytes that it has"));
    assert_null(bytes);
    assert_int_equal(size, 7);
    unlink(path);
}

static void bytes_are_read_up_to_a_bound(void** state) {
    (void)state;
    const char* path = path_of("bytes");
    const plump_allocator usual = {0};
    plump_error error;
    void* bytes = NULL;
    size_t size = 7;
    assert_int_equal(plump_file_write_bytes(path, "0123456789", 10, NULL), PLUMP_OK);
    assert_int_equal(plump_file_read_bytes(path, 9, usual, &bytes, &size, &error),
                     PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "bytes: has 10 bytes; at most 9 are allowed"));
    assert_true(bytes == NULL && size == 7);
    assert_int_equal(plump_file_read_bytes(path, 10, usual, &bytes, &size, &error), PLUMP_OK);
    assert_true(size == 10 && memcmp(bytes, "0123456789", 10) == 0);
    plump_file_free_bytes(bytes, usual);
    const plump_allocator half = {alloc_while_growing, NULL, NULL};
    assert_int_equal(plump_file_read_bytes(path, 0, half, &bytes, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_read_bytes(NULL, 0, usual, &bytes, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_read_bytes(path, 0, usual, NULL, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_read_bytes(path, 0, usual, &bytes, NULL, &error),
                     PLUMP_ERROR_ARGUMENT);
    plump_file_free_bytes(NULL, usual);
    unlink(path);
}

static void a_file_of_many_pages_is_read_whole(void** state) {
    (void)state;
    size_t size = 3000001;
    char* text = malloc(size);
    assert_non_null(text);
    memset(text, '#', size);
    memcpy(text + size - strlen(TRIANGLE_OBJ) - 1, "\n" TRIANGLE_OBJ, strlen(TRIANGLE_OBJ) + 1);
    const char* path = path_of("large.obj");
    assert_int_equal(plump_file_write_bytes(path, text, size, NULL), PLUMP_OK);
    for (long n = 1;; ++n) {
        memory_kit memory = {.fail_at = n};
        plump_read_def def = plump_default_read_def();
        def.allocator = memory_kit_hooks(&memory);
        plump_soup* soup = NULL;
        plump_error error = {PLUMP_OK, ""};
        plump_result result = plump_file_read(path, &def, &soup, &error);
        plump_soup_destroy(soup);
        assert_int_equal(memory.blocks, 0);
        if (result == PLUMP_OK) {
            assert_true(memory.peak < size + 65536);
            break;
        }
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_non_null(strstr(error.text, "memory"));
        assert_true(n < 100);
    }
    unlink(path);
    free(text);
}

static void system_errors_have_words(void** state) {
    (void)state;
    plump_error error;
    char path[1000];
    assert_int_equal(pl_file_fail(&error, "a", "written", ENOSPC), PLUMP_ERROR_FILE);
    assert_string_equal(error.text, "a: cannot be written: the disk is full");
    // what is to be read and is not there is no fault of the machine's
    assert_int_equal(pl_file_fail_input(&error, "a", "opened", ENOENT), PLUMP_ERROR_INPUT);
    assert_int_equal(pl_file_fail_input(&error, "a", "read", EIO), PLUMP_ERROR_FILE);
    pl_file_fail(&error, "a", "read", 4242);
    assert_string_equal(error.text, "a: cannot be read: system error 4242");
    memset(path, 'p', sizeof path);
    path[sizeof path - 1] = 0;
    pl_file_fail(&error, path, "read", EIO);
    assert_non_null(strstr(error.text, "...ppp"));
    assert_non_null(strstr(error.text, "p: cannot be read: the disk reports an error"));
}

static void content_comes_before_the_name(void** state) {
    (void)state;
    static const struct {
        const char *text, *name;
        plump_format format;
    } cases[] = {
        {"glTF\2\0\0\0", "a.obj", PLUMP_FORMAT_GLB},
        {"ply\n", "a.obj", PLUMP_FORMAT_PLY},
        {"ply\r\n", "a", PLUMP_FORMAT_PLY},
        {"plywood", "a.off", PLUMP_FORMAT_OFF},
        {" \n{\"asset\"", "a.stl", PLUMP_FORMAT_GLTF},
        {"\xEF\xBB\xBF{", "a", PLUMP_FORMAT_GLTF},
        {"OFF\n", "a.obj", PLUMP_FORMAT_OFF},
        {"# c\nSTCN4nOFF 1", "a", PLUMP_FORMAT_OFF},
        {"xOFF\n", "a", PLUMP_FORMAT_AUTO},
        {"solid cube\n", "a.obj", PLUMP_FORMAT_STL},
        {"Solid", "a", PLUMP_FORMAT_STL},
        {"# c\r\n\r\nv 1 2 3", "a.stl", PLUMP_FORMAT_OBJ},
        {"mtllib a", "a", PLUMP_FORMAT_OBJ},
        {"g", "a", PLUMP_FORMAT_OBJ},
        {"vase", "a", PLUMP_FORMAT_AUTO},
        {"1 2 3", "a.OFF", PLUMP_FORMAT_OFF},
        {"1 2 3", "a.b/c", PLUMP_FORMAT_AUTO},
        {"", "a.PlY", PLUMP_FORMAT_PLY},
        {"", "a.glb", PLUMP_FORMAT_GLB},
        {"", "a.gltf", PLUMP_FORMAT_GLTF},
        {"", "a.auto", PLUMP_FORMAT_AUTO},
        {"#only a comment", "a", PLUMP_FORMAT_AUTO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        plump_format format = pl_format_guess((const unsigned char*)cases[i].text,
                                              strlen(cases[i].text), cases[i].name);
        if (format != cases[i].format) fail_msg("case %zu is %s", i, plump_format_name(format));
    }
    assert_string_equal(plump_format_name(PLUMP_FORMAT_PLY), "ply");
    assert_string_equal(plump_format_name(PLUMP_FORMAT_COUNT), "unknown");
    assert_int_equal(plump_format_of_name(NULL), PLUMP_FORMAT_AUTO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(what_is_no_regular_file_is_refused),
        cmocka_unit_test(a_file_with_a_huge_hole_is_refused),
        cmocka_unit_test(a_size_of_zero_is_not_believed),
        cmocka_unit_test(a_file_of_many_pages_is_read_whole),
        cmocka_unit_test(a_file_that_outgrows_its_reader_is_refused),
        cmocka_unit_test(bytes_are_read_up_to_a_bound),
        cmocka_unit_test(system_errors_have_words),
        cmocka_unit_test(content_comes_before_the_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
