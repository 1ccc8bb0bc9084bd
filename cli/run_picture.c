// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pictures of a run: a still (.png), a picture per frame ("frame.%04d.png") or a film (.mp4, .webm,
// .webp, .gif). Where the scene says what is framed and bodies have colours of their own, frames
// are drawn as they come; else all of them wait for the end, when it is known how far the camera
// must see and what the colours mean.
#include "cli/run_picture.h"

#include <plump/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    const run_show* show;
    char* path;
    bool still, film;  // neither: a sequence
    bool at_once;      // frames are drawn as they come
    bool taken;        // a still has its moment
    uint32_t drawn;    // pictures so far
    run_cast cast;
    run_view view;
    run_instant instant;
    run_reel reel;
    run_box box;
    double high;
    run_ffmpeg* ffmpeg;
} picture;

// --- names ---

static bool is_film(const char* path) {
    return run_has_ending(path, ".mp4") || run_has_ending(path, ".webm") ||
           run_has_ending(path, ".webp") || run_has_ending(path, ".gif");
}

static bool is_png(const char* path) {
    return run_has_ending(path, ".png");
}

static bool takes(const char* path) {
    return is_png(path) || is_film(path);
}

// NULL: out of memory.
static char* name_picture(const char* path, uint32_t number) {
    int digits = 0;
    size_t length = 0, size = strlen(path) + 32;
    const char* at = run_find_number(path, &digits, &length);
    char* name = malloc(size);
    if (name && at)
        snprintf(name, size, "%.*s%0*u%s", (int)(at - path), path, digits, number, at + length);
    return name;
}

// --- opening ---

static void free_picture(picture* p) {
    run_reel_close(&p->reel);
    run_instant_free(&p->instant);
    run_view_free(&p->view);
    run_cast_free(&p->cast);
    free(p->path);
    free(p);
}

static void choose(picture* p) {
    int digits;
    size_t length;
    p->film = is_film(p->path);
    p->still = !p->film && !run_find_number(p->path, &digits, &length);
    p->at_once = !p->still && p->show->info.frame_given && p->cast.figure == PLUMP_FIGURE_COUNT;
}

// The codecs of films take even sizes only.
static uint32_t even(const picture* p, uint32_t size) {
    return p->film && size % 2 && size < PLUMP_PICTURE_SIZE_MAX ? size + 1 : size;
}

static plump_result open_picture(picture* p, plump_error* error) {
    const plump_scene_info* info = &p->show->info;
    plump_result result = PLUMP_OK;
    if (is_film(p->path)) result = run_ffmpeg_find(p->path, error);
    if (result == PLUMP_OK) result = run_cast_make(p->show, &p->cast, error);
    if (result != PLUMP_OK) return result;
    choose(p);
    result = run_view_make(p->show, &p->cast, even(p, info->picture_width),
                           even(p, info->picture_height),
                           p->still ? PLUMP_QUALITY_STILL : PLUMP_QUALITY_DRAFT, &p->view, error);
    if (result == PLUMP_OK) p->view.reach = run_view_reach(p->show, p->view.width, p->view.height);
    if (result == PLUMP_OK && !run_instant_make(&p->cast, &p->instant))
        result = run_fail_memory(error);
    if (result == PLUMP_OK && p->at_once) run_view_frame(&p->view, &p->box);
    if (result == PLUMP_OK && !p->at_once && !p->still) result = run_reel_open(&p->reel, error);
    if (result == PLUMP_OK && p->film)
        result = run_ffmpeg_open(p->path, p->view.width, p->view.height, p->show->frame_rate,
                                 &p->ffmpeg, error);
    return result;
}

static plump_result open(const run_show* show, const char* path, void** state, plump_error* error) {
    picture* p = calloc(1, sizeof *p);
    if (!p) return run_fail_memory(error);
    p->show = show;
    p->box = RUN_NO_BOX;
    p->path = malloc(strlen(path) + 1);
    if (p->path) memcpy(p->path, path, strlen(path) + 1);
    plump_result result = p->path ? open_picture(p, error) : run_fail_memory(error);
    if (result == PLUMP_OK)
        *state = p;
    else
        free_picture(p);
    return result;
}

// --- drawing ---

static plump_result write_png(const picture* p, const char* path, plump_error* error) {
    uint8_t* png = NULL;
    size_t size = 0;
    plump_result result =
        plump_png_create(p->view.pixels, p->view.width, p->view.height, NULL, &png, &size, error);
    if (result == PLUMP_OK) result = plump_file_write_bytes(path, png, size, error);
    plump_png_free(png, NULL);
    return result;
}

// The instant becomes the next picture.
static plump_result draw_next(picture* p, plump_error* error) {
    plump_result result = run_view_draw(&p->view, &p->instant, error);
    if (result != PLUMP_OK) return result;
    if (p->film) {
        result = run_ffmpeg_add(p->ffmpeg, p->view.pixels, error);
    } else {
        char* name = name_picture(p->path, p->drawn);
        result = name ? write_png(p, name, error) : run_fail_memory(error);
        free(name);
    }
    if (result == PLUMP_OK) p->drawn++;
    return result;
}

// The last look at what is kept; what frames show from now on is known.
static void settle(picture* p) {
    p->view.high = run_view_round(p->high);
    run_view_frame(&p->view, &p->box);
}

static void measure(picture* p, bool* all) {
    *all = run_instant_measure(&p->cast, &p->instant, &p->box, p->still ? NULL : &p->view.reach);
    if (p->cast.figure != PLUMP_FIGURE_COUNT)
        p->high = fmax(p->high, run_instant_high(&p->cast, &p->instant));
}

static plump_result add_frame(void* state, const run_frame* frame, plump_error* error) {
    picture* p = state;
    bool all, due = p->show->info.still_time >= 0 &&
                    frame->time >= p->show->info.still_time - 0.5 / p->show->frame_rate;
    if (p->still && (p->taken || !due)) return PLUMP_OK;
    plump_result result = run_instant_take(&p->cast, frame, &p->instant, error);
    p->taken = true;
    if (result != PLUMP_OK || p->still) return result;
    if (p->at_once) return draw_next(p, error);
    measure(p, &all);
    return run_reel_add(&p->reel, &p->cast, &p->instant, error);
}

// --- closing ---

static plump_result draw_still(picture* p, const run_frame* end, plump_error* error) {
    bool all = true;
    plump_result result = p->taken ? PLUMP_OK : run_instant_take(&p->cast, end, &p->instant, error);
    if (result != PLUMP_OK) return result;
    measure(p, &all);
    p->view.high = run_view_round(p->high);
    // a box fits less tightly than what is drawn, unless that is far larger than what is shown
    if (!all || p->show->info.frame_given) run_view_frame(&p->view, &p->box);
    result = run_view_draw(&p->view, &p->instant, error);
    return result == PLUMP_OK ? write_png(p, p->path, error) : result;
}

static void show_progress(run_progress* progress, const picture* p, uint32_t count) {
    char words[80];
    const char* slash = strrchr(p->path, '/');
    if (!run_progress_is_due(progress)) return;
    snprintf(words, sizeof words, "drawing %u of %u, %.24s", p->drawn + 1, count,
             slash ? slash + 1 : p->path);
    run_progress_draw(progress, (double)p->drawn / count, words);
}

static plump_result draw_reel(picture* p, plump_error* error) {
    run_progress progress = run_progress_begin(p->show->quiet);
    uint32_t count = p->reel.count;
    settle(p);
    plump_result result = run_reel_rewind(&p->reel, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < count; ++i) {
        show_progress(&progress, p, count);
        result = run_reel_next(&p->reel, &p->cast, &p->instant, error);
        if (result == PLUMP_OK) result = draw_next(p, error);
    }
    run_progress_end(&progress);
    return result;
}

static void remove_pictures(const picture* p) {
    for (uint32_t i = 0; !p->still && !p->film && i < p->drawn; ++i) {
        char* name = name_picture(p->path, i);
        if (name) remove(name);
        free(name);
    }
}

static void discard(void* state) {
    picture* p = state;
    run_ffmpeg_discard(p->ffmpeg);
    remove_pictures(p);
    free_picture(p);
}

static plump_result close_picture(void* state, const run_frame* end, char* note, size_t note_size,
                                  plump_error* error) {
    picture* p = state;
    plump_result result = PLUMP_OK;
    if (p->still) {
        result = draw_still(p, end, error);
        snprintf(note, note_size, "%u x %u", p->view.width, p->view.height);
    } else {
        if (!p->at_once) result = draw_reel(p, error);
        snprintf(note, note_size, "%u frame%s, %u x %u", p->drawn, p->drawn == 1 ? "" : "s",
                 p->view.width, p->view.height);
    }
    if (result == PLUMP_OK && p->film) {
        run_ffmpeg* film = p->ffmpeg;
        p->ffmpeg = NULL;
        result = run_ffmpeg_close(film, error);
    }
    if (result != PLUMP_OK) {
        discard(p);
        return result;
    }
    free_picture(p);
    return PLUMP_OK;
}

const run_output_kind run_picture_kind = {.about = ".png .mp4 .webm .webp .gif",
                                          .takes = takes,
                                          .is_numbered = is_png,
                                          .open = open,
                                          .frame = add_frame,
                                          .close = close_picture,
                                          .discard = discard};
