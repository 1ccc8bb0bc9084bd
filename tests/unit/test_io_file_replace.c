// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whole or not at all: every call to the system that replacing a file makes fails in turn, is cut
// short, or is the last thing the process does. Afterwards there is the complete old or the
// complete new file, and nothing else. The source is included so that its calls can be caught.
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------- caught calls

static int call_count, strike_at, strike_error;  // the call that is struck, from 1; 0: none
typedef enum { FAIL, KILL, SHORTEN, INTERRUPT } strike_kind;
static strike_kind strike;

// True: the call is to fail with strike_error.
static int struck(void) {
    if (++call_count != strike_at) return 0;
    if (strike == KILL) raise(SIGKILL);
    if (strike == SHORTEN) return 0;
    errno = strike == INTERRUPT ? EINTR : strike_error;
    return 1;
}

static int caught_open(const char* path, int flags, ...) {
    return struck() ? -1 : open(path, flags, 0666);
}

static ssize_t caught_write(int file, const void* bytes, size_t size) {
    if (struck()) return -1;
    if (strike == SHORTEN && call_count >= strike_at) size = size > 3 ? 3 : size;
    return write(file, bytes, size);
}

static int caught_fsync(int file) {
    return struck() ? -1 : fsync(file);
}

static int caught_close(int file) {
    int failed = struck();
    int number = errno;
    close(file);
    errno = number;
    return failed ? -1 : 0;
}

static int caught_rename(const char* from, const char* to) {
    return struck() ? -1 : rename(from, to);
}

static ssize_t caught_read(int file, void* bytes, size_t size) {
    if (struck()) return -1;
    if (strike == SHORTEN && call_count >= strike_at) size = size > 3 ? 3 : size;
    return read(file, bytes, size);
}

static off_t caught_lseek(int file, off_t at, int from) {
    return struck() ? -1 : lseek(file, at, from);
}

#define open   caught_open
#define read   caught_read
#define lseek  caught_lseek
#define write  caught_write
#define fsync  caught_fsync
#define close  caught_close
#define rename caught_rename
#include "io/file_replace.c"
#undef open
#undef read
#undef lseek
#undef write
#undef fsync
#undef close
#undef rename

#include "tests/unit/folder_kit.h"
#include "tests/unit/test_io_kit.h"

#include <dirent.h>

// ---------------------------------------------------------------- helpers

static void aim(strike_kind kind, int at, int number) {
    strike = kind;
    strike_at = at;
    strike_error = number;
    call_count = 0;
}

static void set_file(const char* path, const char* text) {
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static const char* get_file(const char* path) {
    static char text[256];
    FILE* file = fopen(path, "rb");
    if (!file) return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static int count_files(void) {
    DIR* list = opendir(folder);
    int count = 0;
    assert_non_null(list);
    for (struct dirent* entry; (entry = readdir(list));)
        count += entry->d_name[0] != '.' || entry->d_name[1] == 'p';
    closedir(list);
    return count;
}

static plump_result put(const char* path, const char* text, plump_error* error) {
    return plump_file_write_bytes(path, text, strlen(text), error);
}

static const char old_text[] = "the old file", new_text[] = "the new file, which is longer";

// ---------------------------------------------------------------- tests

static void a_file_is_made_and_replaced(void** state) {
    (void)state;
    const char* path = path_of("a");
    aim(FAIL, 0, 0);
    assert_int_equal(put(path, old_text, NULL), PLUMP_OK);
    assert_string_equal(get_file(path), old_text);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(put(path, new_text, NULL), PLUMP_OK);
    assert_string_equal(get_file(path), new_text);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(plump_file_write_bytes(path, NULL, 0, NULL), PLUMP_OK);
    assert_string_equal(get_file(path), "");
    assert_int_equal(count_files(), 1);
    unlink(path);
}

static void a_name_without_a_folder_is_in_this_one(void** state) {
    (void)state;
    char here[1024];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
    aim(FAIL, 0, 0);
    plump_result result = put("a", new_text, NULL);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(result, PLUMP_OK);
    assert_string_equal(get_file(path_of("a")), new_text);
    unlink(path_of("a"));
}

// Each call fails with each reason, over an old file and over none.
static void every_failing_call_leaves_the_old_file(void** state) {
    (void)state;
    static const int reasons[] = {ENOSPC, EIO, EACCES, EDQUOT, EROFS};
    for (size_t r = 0; r < sizeof reasons / sizeof reasons[0]; ++r) {
        for (int with_old = 0; with_old < 2; ++with_old) {
            const char* path = path_of("a");
            int failures = 0;
            for (int at = 1;; ++at) {
                unlink(path);
                if (with_old) set_file(path, old_text);
                aim(FAIL, at, reasons[r]);
                plump_error error = {PLUMP_OK, ""};
                plump_result result = put(path, new_text, &error);
                const char* now = get_file(path);
                if (result == PLUMP_OK) {
                    assert_string_equal(now, new_text);
                } else {
                    failures++;
                    assert_int_equal(result, PLUMP_ERROR_FILE);
                    assert_non_null(strstr(error.text, "cannot be"));
                    // only the very last sync, of the folder, comes after the new file is there
                    bool made = strstr(error.text, "made to last") != NULL;
                    if (made || with_old)
                        assert_string_equal(now, made ? new_text : old_text);
                    else
                        assert_null(now);
                }
                assert_int_equal(count_files(), now ? 1 : 0);
                if (call_count < at) break;  // all calls have been struck
            }
            assert_true(failures >= 6);  // open, write, fsync, close, rename, fsync of the folder
            unlink(path);
        }
    }
}

static void interrupted_and_short_calls_go_on(void** state) {
    (void)state;
    for (int at = 1; at < 12; ++at) {
        aim(SHORTEN, at, 0);
        assert_int_equal(put(path_of("a"), new_text, NULL), PLUMP_OK);
        assert_string_equal(get_file(path_of("a")), new_text);
        unlink(path_of("a"));
    }
    for (int at = 1; at < 5; ++at) {  // open, write, fsync, close
        aim(INTERRUPT, at, 0);
        assert_int_equal(put(path_of("a"), new_text, NULL), PLUMP_OK);
        assert_string_equal(get_file(path_of("a")), new_text);
        assert_int_equal(count_files(), 1);
        unlink(path_of("a"));
    }
}

// A child is killed before each call, and half-way through its writing. What it was writing may
// stay behind under its own name, never under the file's.
static void killed_anywhere_the_file_is_whole(void** state) {
    (void)state;
    const char* path = path_of("a");
    bool seen_old = false, seen_new = false;
    for (int at = 1; at < 12; ++at) {
        set_file(path, old_text);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            aim(KILL, at, 0);
            _exit(put(path, new_text, NULL) == PLUMP_OK ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        const char* now = get_file(path);
        assert_non_null(now);
        bool is_old = strcmp(now, old_text) == 0;
        assert_true(is_old || strcmp(now, new_text) == 0);
        seen_old |= WIFSIGNALED(status) && is_old;
        seen_new |= WIFSIGNALED(status) && !is_old;
        if (!WIFSIGNALED(status)) assert_int_equal(status, 0);
    }
    assert_true(seen_old && seen_new);
    char command[320];
    snprintf(command, sizeof command, "rm -f %s/.plump-* %s/a", folder, folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(count_files(), 0);
}

// A real limit, as a full disk would be.
static void a_file_that_outgrows_its_limit_leaves_the_old_one(void** state) {
    (void)state;
    const char* path = path_of("a");
    aim(FAIL, 0, 0);
    set_file(path, old_text);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    tight = before;
    tight.rlim_cur = 16;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    plump_error error = {PLUMP_OK, ""};
    plump_result result = put(path, new_text, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(result, PLUMP_ERROR_FILE);
    assert_non_null(
        strstr(error.text, "/a: cannot be written: the file would be larger than allowed"));
    assert_string_equal(get_file(path), old_text);
    assert_int_equal(count_files(), 1);
    unlink(path);
}

// Devices by way of /proc, where nothing can be renamed: should the code be wrong, the machine's
// /dev stays whole.
static const char* device(const char* name) {
    static char path[64];
    int file = open(name, O_WRONLY);
    if (file < 0) return NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return access(path, W_OK) == 0 ? path : NULL;
}

static void devices_are_written_directly(void** state) {
    (void)state;
    plump_error error = {PLUMP_OK, ""};
    const char* path = device("/dev/full");
    if (!path) skip();
    aim(FAIL, 0, 0);
    assert_int_equal(put(path, new_text, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, ": cannot be written: the disk is full"));
    path = device("/dev/null");
    assert_int_equal(put(path, new_text, NULL), PLUMP_OK);
    aim(FAIL, 3, EIO);  // the close
    assert_int_equal(put(path, new_text, &error), PLUMP_ERROR_FILE);
    aim(FAIL, 1, EACCES);
    assert_int_equal(put(path, new_text, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, ": cannot be opened for writing: permission is missing"));
}

// A file somebody holds open must get the bytes itself; nothing of what was longer stays.
static void a_file_named_by_its_handle_is_filled_in_place(void** state) {
    (void)state;
    const char* path = path_of("a");
    set_file(path, new_text);
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    const char* handle = device(path);
    if (!handle) skip();
    aim(FAIL, 0, 0);
    assert_int_equal(put(handle, old_text, NULL), PLUMP_OK);
    assert_string_equal(get_file(path), old_text);
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino);
    close(atoi(strrchr(handle, '/') + 1));
    unlink(path);
}

// /dev/shm is below /dev, but holds files like any other folder.
static void files_below_dev_are_replaced_whole(void** state) {
    (void)state;
    char path[] = "/dev/shm/plump_test_XXXXXX";
    int file = mkstemp(path);
    if (file < 0) skip();
    close(file);
    set_file(path, new_text);
    int at_write = 2;  // behind the open
    aim(FAIL, at_write, ENOSPC);
    assert_int_equal(put(path, old_text, NULL), PLUMP_ERROR_FILE);
    assert_string_equal(get_file(path), new_text);
    aim(FAIL, 0, 0);
    assert_int_equal(put(path, old_text, NULL), PLUMP_OK);
    assert_string_equal(get_file(path), old_text);
    unlink(path);
}

static void a_pipe_gets_all_bytes(void** state) {
    (void)state;
    const char* path = path_of("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    aim(FAIL, 0, 0);
    if (child == 0) _exit(put(path, new_text, NULL) == PLUMP_OK ? 0 : 1);
    assert_string_equal(get_file(path), new_text);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    unlink(path);
}

static void links_stay_and_their_file_is_replaced(void** state) {
    (void)state;
    const char *file = path_of("a"), *link = path_of("b");
    aim(FAIL, 0, 0);
    set_file(file, old_text);
    assert_int_equal(symlink("a", link), 0);
    assert_int_equal(put(link, new_text, NULL), PLUMP_OK);
    assert_string_equal(get_file(file), new_text);
    struct stat status;
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    unlink(file);
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(put(link, new_text, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, "is a link to a file that is not there"));
    unlink(link);
    assert_int_equal(count_files(), 0);
}

static void folders_and_nowhere_are_refused(void** state) {
    (void)state;
    plump_error error = {PLUMP_OK, ""};
    aim(FAIL, 0, 0);
    assert_int_equal(put(folder, new_text, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, "cannot be written: it is a folder"));
    assert_int_equal(put("/nowhere/at/all", new_text, &error), PLUMP_ERROR_FILE);
    assert_string_equal(error.text,
                        "/nowhere/at/all: cannot be created: there is no such file or folder");
    assert_int_equal(put("", new_text, &error), PLUMP_ERROR_FILE);
    assert_int_equal(put(NULL, new_text, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_write_bytes("a", NULL, 1, &error), PLUMP_ERROR_ARGUMENT);
    if (geteuid() == 0) return;  // root may write anywhere
    assert_int_equal(chmod(folder, 0500), 0);
    assert_int_equal(put(path_of("a"), new_text, &error), PLUMP_ERROR_FILE);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_non_null(strstr(error.text, "cannot be created: permission is missing"));
}

// ---------------------------------------------------------------- spools

// A head and a body that was kept before it: new_text, in two parts.
static plump_result put_spooled(const char* path, plump_error* error) {
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    unsigned char buffer[8];
    pl_spool spool;
    pl_replace replace;
    plump_result result = pl_spool_open(&spool, &hooks, path, error);
    if (result != PLUMP_OK) return result;
    result = pl_spool_put(&spool, new_text + 4, 10, error);
    if (result == PLUMP_OK)
        result = pl_spool_put(&spool, new_text + 14, sizeof new_text - 1 - 14, error);
    if (result == PLUMP_OK) result = pl_replace_open(&replace, &hooks, path, error);
    if (result == PLUMP_OK) result = pl_replace_put(&replace, new_text, 4, error);
    if (result == PLUMP_OK) result = pl_spool_copy(&spool, &replace, buffer, sizeof buffer, error);
    if (result == PLUMP_OK) result = pl_replace_close(&replace, error);
    pl_spool_close(&spool);
    return result;
}

static void a_spool_that_fails_leaves_the_old_file(void** state) {
    (void)state;
    const char* path = path_of("a");
    int failures = 0;
    for (int at = 1;; ++at) {
        set_file(path, old_text);
        aim(FAIL, at, ENOSPC);
        plump_error error = {PLUMP_OK, ""};
        plump_result result = put_spooled(path, &error);
        bool is_new = result == PLUMP_OK || strstr(error.text, "made to last");
        assert_string_equal(get_file(path), is_new ? new_text : old_text);
        assert_int_equal(count_files(), 1);
        failures += result != PLUMP_OK;
        if (call_count < at) break;
    }
    assert_true(failures >= 14);
    for (int at = 1; at < 20; ++at) {
        aim(SHORTEN, at, 0);
        assert_int_equal(put_spooled(path, NULL), PLUMP_OK);
        assert_string_equal(get_file(path), new_text);
    }
    for (int at = 1; at < 4; ++at) {  // open, write, write
        aim(INTERRUPT, at, 0);
        assert_int_equal(put_spooled(path, NULL), PLUMP_OK);
        assert_string_equal(get_file(path), new_text);
    }
    unlink(path);
}

static void a_killed_program_leaves_no_spool(void** state) {
    (void)state;
    const char* path = path_of("a");
    for (int at = 2; at < 5; ++at) {  // after the spool was opened, before its file is
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            aim(KILL, at, 0);
            _exit(put_spooled(path, NULL) == PLUMP_OK ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(count_files(), 0);
    }
}

static void a_spool_for_nothing_that_can_be_is_refused(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    plump_error error = {PLUMP_OK, ""};
    pl_spool spool;
    aim(FAIL, 0, 0);
    assert_int_equal(pl_spool_open(&spool, &hooks, folder, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, "it is a folder"));
    assert_int_equal(pl_spool_open(&spool, &hooks, "/nowhere/a", &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, "there is no such file or folder"));
    pl_spool_close(&spool);
    memory_kit memory = {.fail_at = 1, .fail_forever = true};
    hooks = memory_kit_hooks(&memory);
    pl_replace replace;
    assert_int_equal(pl_spool_open(&spool, &hooks, path_of("a"), &error), PLUMP_ERROR_MEMORY);
    assert_int_equal(pl_replace_open(&replace, &hooks, path_of("a"), &error), PLUMP_ERROR_MEMORY);
    assert_int_equal(count_files(), 0);
    // beside a device there is no room
    assert_int_equal(put_spooled("/dev/full", &error), PLUMP_ERROR_FILE);
    assert_string_equal(error.text, "/dev/full: cannot be written: the disk is full");
    assert_int_equal(put_spooled("/dev/null", &error), PLUMP_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_made_and_replaced),
        cmocka_unit_test(a_name_without_a_folder_is_in_this_one),
        cmocka_unit_test(every_failing_call_leaves_the_old_file),
        cmocka_unit_test(interrupted_and_short_calls_go_on),
        cmocka_unit_test(killed_anywhere_the_file_is_whole),
        cmocka_unit_test(a_file_that_outgrows_its_limit_leaves_the_old_one),
        cmocka_unit_test(devices_are_written_directly),
        cmocka_unit_test(a_file_named_by_its_handle_is_filled_in_place),
        cmocka_unit_test(files_below_dev_are_replaced_whole),
        cmocka_unit_test(a_pipe_gets_all_bytes),
        cmocka_unit_test(links_stay_and_their_file_is_replaced),
        cmocka_unit_test(folders_and_nowhere_are_refused),
        cmocka_unit_test(a_spool_that_fails_leaves_the_old_file),
        cmocka_unit_test(a_killed_program_leaves_no_spool),
        cmocka_unit_test(a_spool_for_nothing_that_can_be_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
