// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films of every format: what was filmed is in the files, bad frames are refused and change
// nothing, and whatever fails leaves nothing behind. MDD, PC2 and sequences are read back here; GLB
// has test_film_glb.c.
#define _XOPEN_SOURCE 700
#include "tests/unit/film_kit.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const char* const endings[] = {"glb", "mdd", "pc2", "ply", "obj"};
#define FORMATS (sizeof endings / sizeof endings[0])

static const char* film_path(unsigned format) {
    static char name[32];
    snprintf(name, sizeof name, "film.%s", endings[format]);
    return path_of(name);
}

// Everything a film of this format leaves when it is closed.
static void remove_film(unsigned format, uint32_t frames) {
    if (format < 3) assert_int_equal(remove(film_path(format)), 0);
    if (format == 1 || format == 2) assert_int_equal(remove(path_of("film.rest.obj")), 0);
    for (uint32_t f = 0; format >= 3 && f < frames; ++f) {
        char name[32];
        snprintf(name, sizeof name, "film.%04u.%s", f, endings[format]);
        assert_int_equal(remove(path_of(name)), 0);
    }
    assert_int_equal(film_kit_file_count(), 0);
}

// ---------------------------------------------------------------- MDD, PC2

static void expect_positions(film_bytes b, size_t at, bool big, film_kit* kit, uint32_t frame) {
    film_kit_move(kit, frame);
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned k = 0; k < 3 * FILM_VERTICES; ++k, at += 4)
            assert_true(film_f32(b, at, big) == kit->positions[i][k]);
    }
}

static void write_frames(film_kit* kit, uint32_t frames) {
    plump_film* film = film_kit_open(kit);
    for (uint32_t f = 0; f < frames; ++f) film_kit_add(kit, film, f);
    film_kit_close(film);
}

static void mdd_holds_what_was_filmed(void** state) {
    (void)state;
    static const uint32_t counts[] = {1, 24, 1000};
    for (unsigned n = 0; n < 3; ++n) {
        film_kit kit;
        film_kit_make(&kit, path_of("a.mdd"));
        write_frames(&kit, counts[n]);
        film_bytes b = film_kit_take(path_of("a.mdd"));
        assert_int_equal(film_u32(b, 0, true), counts[n]);
        assert_int_equal(film_u32(b, 4, true), 12);
        assert_int_equal(b.size, 8 + counts[n] * (4 + 12 * 12));
        for (uint32_t f = 0; f < counts[n]; ++f) {
            assert_true(film_f32(b, 8 + 4 * (size_t)f, true) == (float)(f / 30.0));
            expect_positions(b, 8 + 4 * (size_t)counts[n] + 144 * (size_t)f, true, &kit, f);
        }
        free(b.at);
        remove(path_of("a.rest.obj"));
    }
}

static void pc2_holds_what_was_filmed(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.PC2"));
    write_frames(&kit, 24);
    film_bytes b = film_kit_take(path_of("a.PC2"));
    assert_memory_equal(b.at, "POINTCACHE2", 12);
    assert_int_equal(film_u32(b, 12, false), 1);
    assert_int_equal(film_u32(b, 16, false), 12);
    assert_true(film_f32(b, 20, false) == 0 && film_f32(b, 24, false) == 1);
    assert_int_equal(film_u32(b, 28, false), 24);
    assert_int_equal(b.size, 32 + 24 * 144);
    for (uint32_t f = 0; f < 24; ++f) expect_positions(b, 32 + 144 * (size_t)f, false, &kit, f);
    free(b.at);
    remove(path_of("a.rest.obj"));
}

static void the_rest_mesh_has_all_parts_in_order(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.mdd"));
    plump_film* film = film_kit_open(&kit);
    plump_film_info info;
    film_kit_add(&kit, film, 3);
    plump_film_get_info(film, &info);
    assert_int_equal(info.format, PLUMP_FILM_MDD);
    assert_int_equal(info.frame_count, 1);
    assert_int_equal(info.file_count, 2);
    assert_int_equal(info.byte_count, 144);
    assert_string_equal(info.path, path_of("a.mdd"));
    assert_string_equal(info.rest_path, path_of("a.rest.obj"));
    film_kit_close(film);
    film_bytes b = film_kit_take(path_of("a.rest.obj"));
    plump_soup* soup = io_accept_bytes(b.at, b.size, "a.rest.obj");
    io_expect_counts(soup, 12, 12);
    for (uint32_t v = 0; v < 12; ++v) {
        const float* p = film_rest[v / 4] + 3 * (size_t)(v % 4);
        io_expect_vertex(soup, v, (double)p[0], (double)p[1], (double)p[2]);
    }
    io_expect_triangle(soup, 5, 4, 5, 7);
    assert_int_equal(plump_soup_group_count(soup), 0);  // one object, as a cache needs it
    plump_soup_destroy(soup);
    free(b.at);
    remove(path_of("a.mdd"));
}

static void without_frames_caches_show_the_rest(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.mdd"));
    film_kit_close(film_kit_open(&kit));
    film_bytes b = film_kit_take(path_of("a.mdd"));
    assert_int_equal(film_u32(b, 0, true), 1);
    assert_true(film_f32(b, 8, true) == 0);
    expect_positions(b, 12, true, &kit, 0);
    free(b.at);
    remove(path_of("a.rest.obj"));
}

static void a_part_that_is_not_there_is_a_point_in_caches(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.pc2"));
    plump_film* film = film_kit_open(&kit);
    kit.given[1] = NULL;
    film_kit_add(&kit, film, 1);
    film_kit_close(film);
    film_bytes b = film_kit_take(path_of("a.pc2"));
    for (unsigned k = 0; k < 12; ++k)
        assert_true(film_f32(b, 32 + 48 + 4 * k, false) == film_rest[1][k % 3]);
    assert_true(film_f32(b, 32 + 96, false) == film_rest[2][0]);  // the next part is there
    free(b.at);
    remove(path_of("a.rest.obj"));
}

// ---------------------------------------------------------------- sequences

static void expect_frame_file(const char* path, film_kit* kit, uint32_t frame, unsigned parts) {
    film_bytes b = film_kit_take(path);
    plump_soup* soup = io_accept_bytes(b.at, b.size, path);
    io_expect_counts(soup, 4 * parts, 4 * parts);
    film_kit_move(kit, frame);
    for (uint32_t v = 0; v < 4; ++v) {
        const float* p = kit->positions[0] + 3 * (size_t)v;
        io_expect_vertex(soup, v, (double)p[0], (double)p[1], (double)p[2]);
    }
    plump_soup_destroy(soup);
    free(b.at);
}

static void a_sequence_has_a_file_per_frame(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.ply"));
    plump_film* film = film_kit_open(&kit);
    for (uint32_t f = 0; f < 3; ++f) {
        kit.given[1] = f == 2 ? NULL : kit.positions[1];
        film_kit_add(&kit, film, f);
    }
    plump_film_info info;
    plump_film_get_info(film, &info);
    assert_string_equal(info.path, path_of("a.%04d.ply"));
    assert_null(info.rest_path);
    assert_int_equal(info.file_count, 3);
    assert_true(info.byte_count > 3 * 8 * 12);
    film_kit_close(film);
    expect_frame_file(path_of("a.0000.ply"), &kit, 0, 3);
    expect_frame_file(path_of("a.0001.ply"), &kit, 1, 3);
    expect_frame_file(path_of("a.0002.ply"), &kit, 2, 2);
    assert_int_equal(film_kit_file_count(), 0);
}

static void a_sequence_is_named_as_asked(void** state) {
    (void)state;
    static const char* const names[][3] = {
        {"a%d.obj", "a0.obj", "a1.obj"},
        {"b%03d-x.obj", "b000-x.obj", "b001-x.obj"},
        {"100%.obj", "100%.0000.obj", "100%.0001.obj"},
        {"%x%2d%.obj", "%x00%.obj", "%x01%.obj"},
        {".obj", ".obj.0000", ".obj.0001"},
    };
    for (unsigned n = 0; n < sizeof names / sizeof names[0]; ++n) {
        film_kit kit;
        film_kit_make(&kit, path_of(names[n][0]));
        kit.def.format = PLUMP_FILM_OBJ;
        write_frames(&kit, 2);
        expect_frame_file(path_of(names[n][1]), &kit, 0, 3);
        expect_frame_file(path_of(names[n][2]), &kit, 1, 3);
        assert_int_equal(film_kit_file_count(), 0);
    }
}

// ---------------------------------------------------------------- refused

static void expect_refused(const plump_film_def* def, plump_result code, const char* sentence) {
    plump_film* film = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_film_open(def, &film, &error), code);
    assert_null(film);
    if (!strstr(error.text, sentence)) fail_msg("\"%s\" lacks \"%s\"", error.text, sentence);
}

static void what_cannot_be_filmed_is_refused(void** state) {
    (void)state;
    film_kit good, kit;
    film_kit_make(&good, path_of("a.glb"));
    static const float far[12] = {0, 0, 0, 1, 0, 0, 0, 2e30f, 0, 0, 0, 1};
    static const uint16_t wrong[12] = {0, 1, 2, 0, 1, 4};
    for (unsigned n = 0; n < 13; ++n) {
        kit = good;
        kit.def.parts = kit.parts;
        plump_result code = PLUMP_ERROR_ARGUMENT;
        const char* sentence = "";
        switch (n) {
        case 0: kit.def.cookie = 0, sentence = "begun with plump_default_film_def()"; break;
        case 1: kit.def.path = NULL, sentence = "the film's path is NULL"; break;
        case 2: kit.def.path = "", sentence = "the film's path is empty"; break;
        case 3: kit.def.parts = NULL, sentence = "the film's parts are NULL"; break;
        case 4: kit.def.frame_rate = 0, sentence = "the frame rate is 0"; break;
        case 5: kit.def.path = "a.fbx", sentence = "a.fbx: which format? A name ending in"; break;
        case 6: kit.def.part_count = 0, sentence = "none of the film's parts has triangles"; break;
        case 7: kit.def.targets_max = 1, sentence = "targets_max is 0 or 2 and more"; break;
        case 8:
            kit.parts[1].triangles.positions = NULL;
            sentence = "film part 'part 1' has 4 vertices, but its positions are NULL";
            break;
        case 9:
            kit.parts[0].triangles.positions = far;
            code = PLUMP_ERROR_DATA;
            sentence = "film part 'ball': vertex 2 has the coordinate 2e+30 at rest";
            break;
        case 10:
            kit.parts[2].triangles.indices = wrong;
            code = PLUMP_ERROR_DATA;
            sentence = "film part 'floor': triangle 1 uses vertex 4, there are 4";
            break;
        default:
            kit.def.allocator.alloc = memory_kit_alloc, sentence = "only one of its two";
            break;
        }
        expect_refused(&kit.def, code, sentence);
    }
    kit = good;
    kit.def.path = path_of("nowhere/a.glb");
    expect_refused(&kit.def, PLUMP_ERROR_FILE, "there is no such file or folder");
    kit.def.path = path_of("%d/a.%d%04d.ply");
    expect_refused(&kit.def, PLUMP_ERROR_ARGUMENT, "two places for the number of a frame");
    kit.def.path = path_of("nowhere/a.ply");
    expect_refused(&kit.def, PLUMP_ERROR_FILE, "there is no such file or folder");
    kit.def.path = folder;
    kit.def.format = PLUMP_FILM_MDD;
    expect_refused(&kit.def, PLUMP_ERROR_FILE, "it is a folder");
    assert_int_equal(film_kit_file_count(), 0);
}

static void expect_frame_refused(plump_film* film, const film_kit* kit, double time,
                                 plump_result code, const char* sentence) {
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_film_add(film, time, kit->given, &error), code);
    if (!strstr(error.text, sentence)) fail_msg("\"%s\" lacks \"%s\"", error.text, sentence);
}

// A film with refused frames in between is the same file as one without.
static void a_refused_frame_changes_nothing(void** state) {
    (void)state;
    for (unsigned format = 0; format < 3; ++format) {
        film_bytes b[2];
        for (unsigned turn = 0; turn < 2; ++turn) {
            film_kit kit;
            film_kit_make(&kit, film_path(format));
            plump_film* film = film_kit_open(&kit);
            for (uint32_t f = 0; f < 5; ++f) {
                film_kit_move(&kit, f + 7);
                const float bad[] = {NAN, INFINITY, -INFINITY, 1.1e30f, -2e30f};
                float old = kit.positions[1][11];
                kit.positions[1][11] = bad[f];
                if (turn)
                    expect_frame_refused(film, &kit, f / 30.0, PLUMP_ERROR_DATA,
                                         "vertex 3 of 'part 1' has the coordinate");
                kit.positions[1][11] = old;
                if (turn) {
                    expect_frame_refused(film, &kit, -1, PLUMP_ERROR_ARGUMENT, "is at -1 s");
                    expect_frame_refused(film, &kit, NAN, PLUMP_ERROR_ARGUMENT, "times go from 0");
                }
                film_kit_add(&kit, film, f);
                if (turn)
                    expect_frame_refused(film, &kit, f / 30.0, PLUMP_ERROR_ARGUMENT,
                                         "times must grow");
            }
            film_kit_close(film);
            b[turn] = film_kit_take(film_path(format));
            remove(path_of("film.rest.obj"));
        }
        assert_int_equal(b[0].size, b[1].size);
        assert_memory_equal(b[0].at, b[1].at, b[0].size);
        free(b[0].at);
        free(b[1].at);
    }
}

static void missing_arguments_are_refused(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    plump_film* film = NULL;
    assert_int_equal(plump_film_open(NULL, &film, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_film_open(&kit.def, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_film_close(NULL, NULL), PLUMP_ERROR_ARGUMENT);
    film = film_kit_open(&kit);
    assert_int_equal(plump_film_add(film, 0, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_film_add(NULL, 0, kit.given, NULL), PLUMP_ERROR_ARGUMENT);
    plump_film_discard(film);
    plump_film_discard(NULL);
    assert_int_equal(film_kit_file_count(), 0);
}

static void formats_have_names(void** state) {
    (void)state;
    assert_string_equal(plump_film_format_name(PLUMP_FILM_PC2), "pc2");
    assert_string_equal(plump_film_format_name(PLUMP_FILM_FORMAT_COUNT), "unknown");
    assert_int_equal(plump_film_format_of_name("a/b.GLB"), PLUMP_FILM_GLB);
    assert_int_equal(plump_film_format_of_name("a.%04d.obj"), PLUMP_FILM_OBJ);
    assert_int_equal(plump_film_format_of_name("a.stl"), PLUMP_FILM_AUTO);
    assert_int_equal(plump_film_format_of_name("auto"), PLUMP_FILM_AUTO);
    assert_int_equal(plump_film_format_of_name("a.auto"), PLUMP_FILM_AUTO);
    assert_int_equal(plump_film_format_of_name(NULL), PLUMP_FILM_AUTO);
}

// ---------------------------------------------------------------- nothing left behind

static void the_old_file_stays_until_the_film_is_closed(void** state) {
    (void)state;
    for (unsigned format = 0; format < 3; ++format) {
        film_kit kit;
        film_kit_make(&kit, film_path(format));
        assert_int_equal(plump_file_write_bytes(film_path(format), "old", 3, NULL), PLUMP_OK);
        plump_film* film = film_kit_open(&kit);
        for (uint32_t f = 0; f < 40; ++f) film_kit_add(&kit, film, f);
        assert_int_equal(film_kit_file_count(), 1);  // what grows has no name
        plump_film_discard(film);
        assert_int_equal(film_kit_file_count(), 1);
        film_bytes b = film_kit_take(film_path(format));
        assert_string_equal((char*)b.at, "old");
        free(b.at);
    }
}

static void discarded_sequences_are_removed(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.ply"));
    plump_film* film = film_kit_open(&kit);
    for (uint32_t f = 0; f < 12; ++f) film_kit_add(&kit, film, f);
    assert_int_equal(film_kit_file_count(), 12);
    plump_film_discard(film);
    assert_int_equal(film_kit_file_count(), 0);
}

static void a_killed_program_leaves_nothing(void** state) {
    (void)state;
    for (unsigned format = 0; format < 3; ++format) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            film_kit kit;
            film_kit_make(&kit, film_path(format));
            plump_film* film = film_kit_open(&kit);
            for (uint32_t f = 0; f < 10; ++f) film_kit_add(&kit, film, f);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(film_kit_file_count(), 0);
    }
}

// Opens, adds, closes; the first that fails ends it. Frames are long enough to fill the buffer.
static plump_result try_film(film_kit* kit, uint32_t frames, plump_error* error) {
    plump_film* film = NULL;
    plump_result result = plump_film_open(&kit->def, &film, error);
    for (uint32_t f = 0; result == PLUMP_OK && f < frames; ++f) {
        film_kit_move(kit, f);
        kit->given[1] = f % 3 == 1 ? NULL : kit->positions[1];
        result = plump_film_add(film, f / 30.0, kit->given, error);
        if (result != PLUMP_OK) plump_film_discard(film);
    }
    return result == PLUMP_OK ? plump_film_close(film, error) : result;
}

static void every_failing_allocation_leaves_nothing(void** state) {
    (void)state;
    // and a GLB of fewer shapes than frames
    for (unsigned format = 0; format < FORMATS + 1; ++format) {
        film_kit kit;
        plump_result result = PLUMP_ERROR_MEMORY;
        long at = 1;
        for (; result != PLUMP_OK; ++at) {
            memory_kit memory = {.fail_at = at, .fail_forever = at % 2};
            plump_error error = {PLUMP_OK, ""};
            film_kit_make(&kit, film_path(format % FORMATS));
            kit.def.allocator = memory_kit_hooks(&memory);
            kit.def.targets_max = 3;
            kit.def.tolerance = format < FORMATS ? 0 : 1e-9;
            kit.parts[0].crease_angle = 60;
            result = try_film(&kit, 6, &error);
            assert_int_equal(memory.blocks, 0);
            if (result == PLUMP_OK) break;
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
            assert_non_null(strstr(error.text, "memory"));
            assert_int_equal(film_kit_file_count(), 0);
        }
        assert_true(at > 20);
        remove_film(format % FORMATS, 6);
    }
}

static void a_full_disk_is_told_when_the_film_is_closed(void** state) {
    (void)state;
    for (unsigned format = 0; format < 3; ++format) {
        film_kit kit;
        plump_error error = {PLUMP_OK, ""};
        film_kit_make(&kit, "/dev/full");
        kit.def.format = (plump_film_format)(PLUMP_FILM_GLB + format);
        assert_int_equal(try_film(&kit, 3, &error), PLUMP_ERROR_FILE);
        assert_string_equal(error.text, "/dev/full: cannot be written: the disk is full");
    }
    assert_int_equal(access("/dev/full.rest.obj", F_OK), -1);
}

static void without_its_rest_mesh_there_is_no_cache(void** state) {
    (void)state;
    film_kit kit;
    plump_error error = {PLUMP_OK, ""};
    film_kit_make(&kit, path_of("a.mdd"));
    assert_int_equal(mkdir(path_of("a.rest.obj"), 0777), 0);
    assert_int_equal(try_film(&kit, 3, &error), PLUMP_ERROR_FILE);
    assert_non_null(strstr(error.text, "a.rest.obj: cannot be written: it is a folder"));
    assert_int_equal(film_kit_file_count(), 1);
    assert_int_equal(rmdir(path_of("a.rest.obj")), 0);
}

// No file may be longer than this: a write fails on the way, or the copy at the end does.
static void a_disk_that_fills_up_ends_the_film(void** state) {
    (void)state;
    struct rlimit old, little;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_IGN);
    static const uint32_t room[] = {100, 65536, 200000, 300000};
    for (unsigned format = 0; format < FORMATS; ++format) {
        for (unsigned n = 0; n < 4; ++n) {
            film_kit kit;
            plump_error error = {PLUMP_OK, ""};
            film_kit_make(&kit, film_path(format));
            little = old;
            little.rlim_cur = room[n];
            if (format >= 3 && n > 0) continue;  // each file is short
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
            plump_result result = try_film(&kit, 2200, &error);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
            assert_int_equal(result, PLUMP_ERROR_FILE);
            assert_non_null(strstr(error.text, "the file would be larger than allowed"));
            assert_int_equal(film_kit_file_count(), 0);
        }
    }
    signal(SIGXFSZ, SIG_DFL);
}

// Whoever goes on after the disk has failed hears it again, and the film cannot be closed well.
static void a_broken_film_stays_broken(void** state) {
    (void)state;
    struct rlimit old, little;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_IGN);
    film_kit kit;
    film_kit_make(&kit, path_of("a.pc2"));
    plump_film* film = film_kit_open(&kit);
    little = old;
    little.rlim_cur = 70000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    plump_result result = PLUMP_OK;
    uint32_t f = 0;
    for (; result == PLUMP_OK && f < 2000; ++f)
        result = plump_film_add(film, f / 30.0, kit.given, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(result, PLUMP_ERROR_FILE);
    expect_frame_refused(film, &kit, 1000, PLUMP_ERROR_FILE, "a.pc2: cannot be written");
    plump_error error;
    assert_int_equal(plump_film_close(film, &error), PLUMP_ERROR_FILE);
    assert_int_equal(film_kit_file_count(), 0);
}

// What a film holds in memory does not grow with its frames, but for their times and keys.
static void memory_stays_small(void** state) {
    (void)state;
    for (unsigned format = 0; format < 3; ++format) {
        size_t peaks[2];
        static const uint32_t frames[2] = {100, 3000};
        for (unsigned n = 0; n < 2; ++n) {
            film_kit kit;
            memory_kit memory = {0};
            film_kit_make(&kit, film_path(format));
            kit.def.allocator = memory_kit_hooks(&memory);
            plump_film* film = film_kit_open(&kit);
            for (uint32_t f = 0; f < frames[n]; ++f) film_kit_add(&kit, film, f);
            peaks[n] = memory.peak;
            film_kit_close(film);
            assert_int_equal(memory.blocks, 0);
            remove_film(format, frames[n]);
        }
        assert_true(peaks[1] - peaks[0] < (size_t)300 * frames[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mdd_holds_what_was_filmed),
        cmocka_unit_test(pc2_holds_what_was_filmed),
        cmocka_unit_test(the_rest_mesh_has_all_parts_in_order),
        cmocka_unit_test(without_frames_caches_show_the_rest),
        cmocka_unit_test(a_part_that_is_not_there_is_a_point_in_caches),
        cmocka_unit_test(a_sequence_has_a_file_per_frame),
        cmocka_unit_test(a_sequence_is_named_as_asked),
        cmocka_unit_test(what_cannot_be_filmed_is_refused),
        cmocka_unit_test(a_refused_frame_changes_nothing),
        cmocka_unit_test(missing_arguments_are_refused),
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(the_old_file_stays_until_the_film_is_closed),
        cmocka_unit_test(discarded_sequences_are_removed),
        cmocka_unit_test(a_killed_program_leaves_nothing),
        cmocka_unit_test(every_failing_allocation_leaves_nothing),
        cmocka_unit_test(a_full_disk_is_told_when_the_film_is_closed),
        cmocka_unit_test(without_its_rest_mesh_there_is_no_cache),
        cmocka_unit_test(a_disk_that_fills_up_ends_the_film),
        cmocka_unit_test(a_broken_film_stays_broken),
        cmocka_unit_test(memory_stays_small),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
