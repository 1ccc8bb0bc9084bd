// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rows of figures, as text for people and as flat JSON for scripts.
#include "cli/bench.h"
#include "cli/json_out.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static void clear_progress(const bench* b) {
    if (b->shows_progress) fputs("\r\033[K", stderr);
}

void bench_say(const bench* b, const char* format, ...) {
    if (b->wish.json) return;
    clear_progress(b);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);  // each line when it is known; the next may take a while
}

void bench_progress(const bench* b, const char* format, ...) {
    if (!b->shows_progress) return;
    clear_progress(b);
    fprintf(stderr, "%s: ", b->name);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
}

bench_row bench_empty_row(void) {
    return (bench_row){.time = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
                       .volume_error = NAN,
                       .bytes_particle = NAN,
                       .paper = {NAN, NAN, NAN, NAN, NAN, NAN},
                       .touching = {NAN, NAN, NAN, NAN, NAN},
                       .show = {NAN, NAN, NAN, NAN, NAN},
                       .radius = NAN,
                       .runs_per_region = NAN,
                       .region_size = NAN};
}

static double ns_per_particle(const bench_row* row) {
    return row->time.least * 1e9 / row->particles;
}

// Figures beyond the contract stand in a row only where there are any.
static void set_extra(json_t* object, const char* key, double value) {
    if (!isnan(value)) json_object_set_new(object, key, cli_json_real(value));
}

static void set_touching(json_t* object, const bench_row* row) {
    set_extra(object, "ms_collide", row->time.collide_least * 1e3);
    set_extra(object, "ms_collide_median", row->time.collide_median * 1e3);
    set_extra(object, "ms_contact", row->time.contact_least * 1e3);
    set_extra(object, "ms_contact_median", row->time.contact_median * 1e3);
    set_extra(object, "substeps", row->touching.substeps);
    set_extra(object, "contacts", row->touching.contacts);
    set_extra(object, "overlap_max", row->touching.overlap);
    set_extra(object, "us_body", row->touching.us_body);
    set_extra(object, "over_first", row->touching.over_first);
}

static void set_show(json_t* object, const bench_show* show) {
    set_extra(object, "triangles", show->triangles);
    set_extra(object, "over_plain", show->over_plain);
    set_extra(object, "volume_lost", show->loss);
    set_extra(object, "frames_second", show->fps);
    set_extra(object, "paper_frames_second", show->paper_fps);
}

void bench_keep(bench* b, const bench_row* row) {
    json_t* object =
        json_pack("{s:s, s:s, s:I, s:I, s:o, s:I, s:s, s:s, s:o, s:o, s:o, s:o, s:o}",            //
                  "bench", b->name, "scene", row->scene,                                          //
                  "particles", (json_int_t)row->particles,                                        //
                  "bodies", (json_int_t)row->bodies,                                              //
                  "omega", row->omega ? json_integer((json_int_t)row->omega) : json_null(),       //
                  "threads", (json_int_t)row->threads, "isa", row->isa, "variant", row->variant,  //
                  "ms_step", cli_json_real(row->time.least * 1e3),                                //
                  "ms_median", cli_json_real(row->time.median * 1e3),                             //
                  "volume_error_max", cli_json_real(row->volume_error),                           //
                  "paper_cpu_ms", cli_json_real(row->paper.cpu_ms),                               //
                  "paper_gpu_ms", cli_json_real(row->paper.gpu_ms));
    set_extra(object, "paper_cpu_naive_ms", row->paper.cpu_naive_ms);
    set_extra(object, "paper_gpu_elastic_ms", row->paper.gpu_elastic_ms);
    set_extra(object, "paper_gpu_volume_ms", row->paper.gpu_volume_ms);
    set_extra(object, "paper_volume_loss", row->paper.volume_loss);
    set_extra(object, "ms_elastic", row->time.elastic_least * 1e3);
    set_extra(object, "ms_elastic_median", row->time.elastic_median * 1e3);
    set_extra(object, "ms_volume", row->time.volume_least * 1e3);
    set_extra(object, "ms_volume_median", row->time.volume_median * 1e3);
    set_touching(object, row);
    set_show(object, &row->show);
    set_extra(object, "ns_particle", ns_per_particle(row));
    set_extra(object, "bytes_particle", row->bytes_particle);
    set_extra(object, "radius", row->radius);
    set_extra(object, "runs_per_region", row->runs_per_region);
    set_extra(object, "region_size", row->region_size);
    json_array_append_new(b->rows, object);
}

static const char* or_dash(char text[24], int digits, double value) {
    if (isnan(value)) return "-";
    snprintf(text, 24, "%.*f", digits, value);
    return text;
}

void bench_heading(bench* b, const char* title, bool with_paper) {
    b->has_paper_columns = with_paper;
    bench_say(b, "\n%s\n%-22s %9s %-15s %7s %-6s %9s %9s %9s %9s %8s %8s %7s", title, "scene",
              "particles", "variant", "threads", "isa", "step ms", "median", "elastic", "volume",
              "V error", "ns/part.", "B/part.");
    if (with_paper) bench_say(b, " %9s %9s", "CPU/here", "GPU/here");
    bench_say(b, "\n");
}

void bench_line(bench* b, const bench_row* row) {
    bench_keep(b, row);
    const bench_time* t = &row->time;
    double here = t->least * 1e3;
    bench_say(b, "%-22s %9u %-15s %7u %-6s %9.4f %9.4f %9.4f %9.4f %8.0e %8.2f %7.0f", row->scene,
              row->particles, row->variant, row->threads, row->isa, here, t->median * 1e3,
              t->elastic_least * 1e3, t->volume_least * 1e3, row->volume_error,
              ns_per_particle(row), row->bytes_particle);
    if (b->has_paper_columns) {
        char texts[2][24];
        bench_say(b, " %9s %9s", or_dash(texts[0], 1, row->paper.cpu_ms / here),
                  or_dash(texts[1], 2, row->paper.gpu_ms / here));
    }
    bench_say(b, "\n");
}

void bench_touching_heading(bench* b, const char* title) {
    bench_say(b, "\n%s\n%-22s %9s %-10s %7s %8s %9s %9s %9s %9s %6s %9s %8s %9s %9s %7s\n", title,
              "scene", "particles", "variant", "threads", "substeps", "step ms", "median",
              "collide", "contact", "share", "contacts", "V error", "overlap", "us/body",
              "x first");
}

void bench_touching_line(bench* b, const bench_row* row) {
    bench_keep(b, row);
    const bench_time* t = &row->time;
    const bench_touching* c = &row->touching;
    char texts[2][24];
    bench_say(b, "%-22s %9u %-10s %7u %8.0f %9.3f %9.3f %9.3f %9.3f %4.0f %% %9.0f %8.0e",
              row->scene, row->particles, row->variant, row->threads, c->substeps, t->least * 1e3,
              t->median * 1e3, t->collide_least * 1e3, t->contact_least * 1e3,
              100 * (t->collide_median + t->contact_median) / t->median, c->contacts,
              row->volume_error);
    bench_say(b, " %7.3f %% %9s %7s\n", 100 * c->overlap, or_dash(texts[0], 2, c->us_body),
              or_dash(texts[1], 2, c->over_first));
}
