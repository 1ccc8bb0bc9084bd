// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films by ffmpeg, a program of its own: raw pictures go into its standard input. No shell is
// asked. It works in a process group of its own, so that Ctrl-C is for plump to finish by.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "cli/run_picture.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32

plump_result run_ffmpeg_find(const char* path, plump_error* error) {
    return run_fail(error, PLUMP_ERROR_UNSUPPORTED,
                    "%s: films are not made on Windows; write a sequence of pictures, "
                    "frames.%%04d.png, and make a film of them",
                    path);
}

plump_result run_ffmpeg_open(const char* path, uint32_t width, uint32_t height, double frame_rate,
                             run_ffmpeg** film, plump_error* error) {
    (void)width, (void)height, (void)frame_rate, (void)film;
    return run_ffmpeg_find(path, error);
}

plump_result run_ffmpeg_add(run_ffmpeg* film, const uint8_t* pixels, plump_error* error) {
    (void)film, (void)pixels, (void)error;
    return PLUMP_ERROR_UNSUPPORTED;
}

plump_result run_ffmpeg_close(run_ffmpeg* film, plump_error* error) {
    (void)film, (void)error;
    return PLUMP_ERROR_UNSUPPORTED;
}

void run_ffmpeg_discard(run_ffmpeg* film) {
    (void)film;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

struct run_ffmpeg {
    char* path;
    char* fresh;  // what ffmpeg writes, until it is whole
    pid_t process;
    int in;      // its standard input; -1: closed
    FILE* said;  // what it says
    size_t pixel_count;
    uint8_t* row;  // pictures without alpha
};

extern char** environ;

// --- the program ---

static bool is_in_folder(const char* folder, size_t length) {
    char program[4096];
    if (length + sizeof "/ffmpeg" > sizeof program) return false;
    memcpy(program, folder, length);
    memcpy(program + length, "/ffmpeg", sizeof "/ffmpeg");
    return access(program, X_OK) == 0;
}

plump_result run_ffmpeg_find(const char* path, plump_error* error) {
    const char* folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        if (length > 0 && is_in_folder(folders, length)) return PLUMP_OK;
        folders += length + (folders[length] == ':');
    }
    return run_fail(error, PLUMP_ERROR_UNSUPPORTED,
                    "%s: films are made by ffmpeg, which is not in the PATH; install it, or write "
                    "a sequence of pictures, frames.%%04d.png",
                    path);
}

enum { ARGUMENTS_MOST = 48 };

typedef struct arguments {
    char* list[ARGUMENTS_MOST];
    int count;
} arguments;

static void add(arguments* a, const char* const* more) {
    for (; *more && a->count + 1 < ARGUMENTS_MOST; ++more) a->list[a->count++] = (char*)*more;
    a->list[a->count] = NULL;
}

static void add_format(arguments* a, const char* path) {
    static const char* const mp4[] = {"-c:v", "libx264",  "-preset", "medium",    "-crf",
                                      "18",   "-pix_fmt", "yuv420p", "-movflags", "+faststart",
                                      "-f",   "mp4",      NULL};
    static const char* const webm[] = {"-c:v", "libvpx-vp9", "-crf", "24",       "-b:v",
                                       "0",    "-row-mt",    "1",    "-pix_fmt", "yuv420p",
                                       "-f",   "webm",       NULL};
    static const char* const webp[] = {"-quality", "85", "-loop", "0", "-f", "webp", NULL};
    static const char* const gif[] = {
        "-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a",
        "-loop",
        "0",
        "-f",
        "gif",
        NULL};
    add(a, run_has_ending(path, ".mp4")    ? mp4
           : run_has_ending(path, ".webm") ? webm
           : run_has_ending(path, ".webp") ? webp
                                           : gif);
}

static int spawn(run_ffmpeg* film, int out, char* const* list) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    int trouble = posix_spawn_file_actions_init(&actions);
    if (trouble) return trouble;
    trouble = posix_spawnattr_init(&attributes);
    if (!trouble) {
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawn_file_actions_adddup2(&actions, out, 0);
        posix_spawn_file_actions_adddup2(&actions, fileno(film->said), 1);
        posix_spawn_file_actions_adddup2(&actions, fileno(film->said), 2);
        trouble = posix_spawnp(&film->process, "ffmpeg", &actions, &attributes, list, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return trouble;
}

static plump_result start(run_ffmpeg* film, uint32_t width, uint32_t height, double frame_rate,
                          plump_error* error) {
    char size[32], rate[32];
    int ends[2];
    arguments a = {.count = 0};
    snprintf(size, sizeof size, "%ux%u", width, height);
    snprintf(rate, sizeof rate, "%.6g", frame_rate);
    const char* const begin[] = {"ffmpeg", "-hide_banner", "-loglevel", "error",
                                 "-y",     "-f",           "rawvideo",  "-pixel_format",
                                 "rgb24",  "-video_size",  size,        "-framerate",
                                 rate,     "-i",           "pipe:0",    NULL};
    const char* const end[] = {film->fresh, NULL};
    add(&a, begin);
    add_format(&a, film->path);
    add(&a, end);
    film->said = tmpfile();
    if (!film->said || pipe(ends) != 0)
        return run_fail(error, PLUMP_ERROR_FILE, "%s: no pipe to ffmpeg: %s", film->path,
                        strerror(errno));
    film->in = ends[1];
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int trouble = spawn(film, ends[0], a.list);
    close(ends[0]);
    if (!trouble) return PLUMP_OK;
    return run_fail(error, PLUMP_ERROR_UNSUPPORTED, "%s: ffmpeg would not start: %s", film->path,
                    strerror(trouble));
}

// --- ending it ---

static bool wait_for(run_ffmpeg* film) {
    int status = 0;
    if (film->process <= 0) return false;
    while (waitpid(film->process, &status, 0) < 0 && errno == EINTR) continue;
    film->process = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void close_in(run_ffmpeg* film) {
    if (film->in >= 0) close(film->in);
    film->in = -1;
}

static void free_film(run_ffmpeg* film) {
    close_in(film);
    if (film->said) fclose(film->said);
    free(film->path);
    free(film->fresh);
    free(film->row);
    free(film);
}

// The first line that it said.
static plump_result fail_said(run_ffmpeg* film, plump_error* error) {
    char line[200] = "";
    rewind(film->said);
    if (!fgets(line, sizeof line, film->said)) line[0] = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char* c = line; *c; ++c) {
        if (*c < 32 || *c > 126) *c = '?';
    }
    return run_fail(error, PLUMP_ERROR_UNSUPPORTED, "%s: ffmpeg failed: %s", film->path,
                    line[0] ? line : "it did not say why");
}

void run_ffmpeg_discard(run_ffmpeg* film) {
    if (!film) return;
    close_in(film);
    if (film->process > 0) kill(film->process, SIGKILL);
    wait_for(film);
    remove(film->fresh);
    free_film(film);
}

// --- the calls ---

static char* copy_text(const char* text, const char* more) {
    size_t length = strlen(text), size = strlen(more) + 1;
    char* copy = malloc(length + size);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    memcpy(copy + length, more, size);
    return copy;
}

plump_result run_ffmpeg_open(const char* path, uint32_t width, uint32_t height, double frame_rate,
                             run_ffmpeg** film, plump_error* error) {
    char ending[40];
    run_ffmpeg* made = calloc(1, sizeof *made);
    *film = NULL;
    if (!made) return run_fail_memory(error);
    snprintf(ending, sizeof ending, ".%ld.part", (long)getpid());
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);  // for good: if one ends early, that is told in words
    made->in = -1;
    made->pixel_count = (size_t)width * height;
    made->path = copy_text(path, "");
    made->fresh = copy_text(path, ending);
    made->row = malloc(3 * made->pixel_count);
    plump_result result = made->path && made->fresh && made->row
                              ? start(made, width, height, frame_rate, error)
                              : run_fail_memory(error);
    if (result == PLUMP_OK)
        *film = made;
    else
        free_film(made);
    return result;
}

plump_result run_ffmpeg_add(run_ffmpeg* film, const uint8_t* pixels, plump_error* error) {
    for (size_t i = 0; i < film->pixel_count; ++i) memcpy(film->row + 3 * i, pixels + 4 * i, 3);
    size_t size = 3 * film->pixel_count, done = 0;
    while (done < size) {
        ssize_t more = write(film->in, film->row + done, size - done);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) {
            close_in(film);
            wait_for(film);
            return fail_said(film, error);
        }
        done += (size_t)more;
    }
    return PLUMP_OK;
}

plump_result run_ffmpeg_close(run_ffmpeg* film, plump_error* error) {
    plump_result result = PLUMP_OK;
    close_in(film);
    if (!wait_for(film)) {
        result = fail_said(film, error);
    } else if (rename(film->fresh, film->path) != 0) {
        result = run_fail(error, PLUMP_ERROR_FILE, "%s cannot be written: %s", film->path,
                          strerror(errno));
    }
    if (result != PLUMP_OK) remove(film->fresh);
    free_film(film);
    return result;
}

#endif
