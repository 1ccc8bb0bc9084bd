// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump look: a picture of mesh files, with what is wrong in them coloured.
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/look_model.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *out, *view, *size, *up;
    bool smooth, flat, wireframe, floor, raw, draft, json;
} wishes;

// Everything a picture borrows while it is drawn.
typedef struct {
    look_model* models;
    int count;
    plump_picture_def def;
    plump_picture_item* items;
    plump_picture_line* lines;
    plump_picture_label labels[16];
    char label_texts[16][64];
} sheet;

#define PI    3.14159265358979
#define SPACE 1.35  // from model to model, whose longest side is 1

static const char* const verdict_names[] = {"accept", "repair", "reject"};

static const plump_colour palette[] = {
    {222, 116, 90, 255},  {96, 152, 196, 255},  {236, 180, 84, 255},  {128, 176, 120, 255},
    {166, 128, 190, 255}, {214, 134, 152, 255}, {110, 176, 172, 255}, {188, 150, 116, 255},
};
static const plump_colour clay = {204, 206, 210, 255};

static bool parse_size(const char* text, uint32_t* width, uint32_t* height) {
    unsigned long w, h;
    char* end;
    if (*text < '0' || *text > '9') return false;
    w = strtoul(text, &end, 10);
    if (*end != 'x' || end[1] < '0' || end[1] > '9') return false;
    h = strtoul(end + 1, &end, 10);
    if (*end || w < 1 || h < 1 || w > PLUMP_PICTURE_SIZE_MAX || h > PLUMP_PICTURE_SIZE_MAX) {
        return false;
    }
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return true;
}

static int set_wishes(const wishes* wish, plump_picture_def* def) {
    if (wish->view && !plump_picture_set_view(def, wish->view)) {
        cli_complain("look",
                     "--view is front, back, left, right, top, bottom, three-quarter or "
                     "AZIMUTH,ELEVATION in degrees (such as 30,15), not '%s'",
                     wish->view);
        return CLI_REFUSED;
    }
    if (wish->size && !parse_size(wish->size, &def->width, &def->height)) {
        cli_complain("look", "--size is WIDTHxHEIGHT, each 1 to %d pixels, not '%s'",
                     PLUMP_PICTURE_SIZE_MAX, wish->size);
        return CLI_REFUSED;
    }
    if (wish->up && strcmp(wish->up, "y") != 0 && strcmp(wish->up, "z") != 0) {
        cli_complain("look", "--up is y or z, not '%s'", wish->up);
        return CLI_REFUSED;
    }
    if (wish->smooth && wish->flat) {
        cli_complain("look", "--smooth and --flat exclude each other");
        return CLI_REFUSED;
    }
    def->up = wish->up && wish->up[0] == 'z' ? PLUMP_UP_Z : PLUMP_UP_Y;
    def->floor = wish->floor;
    def->quality = wish->draft ? PLUMP_QUALITY_DRAFT : PLUMP_QUALITY_STILL;
    return -1;
}

// How many stand in a row, so that all rows together have the picture's proportions. A row goes
// back only where the view from above shows what is behind.
static int choose_columns(const plump_picture_def* def, int count) {
    double rise = sin(fabs(def->elevation) * (PI / 180));
    if (rise < 0.25 || count < 4) return count;
    double wanted = (double)def->width / def->height, nearest = INFINITY;
    int best = count;
    for (int columns = 1; columns <= count; ++columns) {
        int rows = (count + columns - 1) / columns;
        double shape = SPACE * columns / (1 + SPACE * (rows - 1) * rise);
        double off = fabs(log(shape / wanted));
        if (off < nearest) nearest = off, best = columns;
    }
    return best;
}

// Several models stand side by side, all of one size, in rows that run across the picture.
static void place_item(const sheet* s, int at) {
    const look_model* model = &s->models[at];
    plump_picture_item* item = &s->items[at];
    double side = 0;
    for (int k = 0; k < 3; ++k) side = fmax(side, model->high[k] - model->low[k]);
    if (s->count < 2 || !(side > 0)) return;
    item->scale = 1 / side;
    int columns = choose_columns(&s->def, s->count), row = at / columns;
    int in_row = s->count - row * columns;
    if (in_row > columns) in_row = columns;
    double across = SPACE * (at % columns - (in_row - 1) / 2.0), away = SPACE * row;
    // rows stand in the gaps of the one before
    if (columns < s->count && in_row == columns) across += SPACE * (row % 2 ? 0.25 : -0.25);
    double a = s->def.azimuth * (PI / 180);
    bool z_up = s->def.up == PLUMP_UP_Z;
    int up = z_up ? 2 : 1, depth = z_up ? 1 : 2;
    double sign = z_up ? -1 : 1;
    double slot[3] = {0, 0, 0};
    slot[0] = across * cos(a) - away * sin(a);
    slot[depth] = sign * (-across * sin(a) - away * cos(a));
    for (int k = 0; k < 3; ++k) {
        double middle = (model->low[k] + model->high[k]) / 2;
        item->move[k] = slot[k] - (k == up ? model->low[k] : middle) * item->scale;
    }
}

static bool make_items(sheet* s, const wishes* wish) {
    s->items = calloc((size_t)s->count, sizeof *s->items);
    if (!s->items) return false;
    double pixel = fmin(s->def.width, s->def.height) / 960.0;
    for (int i = 0; i < s->count; ++i) {
        const look_model* model = &s->models[i];
        plump_picture_item* item = &s->items[i];
        *item = plump_default_picture_item();
        item->triangles = model->drawn;
        item->triangle_colours = model->colours;
        bool marked =
            model->as_read || model->report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
        item->colour = marked ? clay : palette[(size_t)i % (sizeof palette / 4)];
        item->shading = wish->flat ? PLUMP_SHADING_FLAT : PLUMP_SHADING_SMOOTH;
        item->wireframe = wish->wireframe;
        item->wire_width = fmin(fmax(1.2 * pixel, 0.7), 100);
        place_item(s, i);
    }
    s->def.items = s->items;
    s->def.item_count = (uint32_t)s->count;
    return true;
}

static bool make_lines(sheet* s) {
    size_t count = 0;
    for (int i = 0; i < s->count; ++i) count += s->models[i].edge_count;
    if (count == 0) return true;
    if (count > UINT32_MAX / 2) return false;
    s->lines = calloc(count, sizeof *s->lines);
    if (!s->lines) return false;
    double width = fmin(fmax(3.5 * fmin(s->def.width, s->def.height) / 960.0, 1.5), 20);
    size_t at = 0;
    for (int i = 0; i < s->count; ++i) {
        const look_model* model = &s->models[i];
        const plump_picture_item* item = &s->items[i];
        for (size_t e = model->edge_count; e-- > 0;) {  // the weightiest are drawn first and stay
            const look_edge* edge = &model->edges[e];
            plump_picture_line* line = &s->lines[at++];
            look_model_vertex(model, edge->a, line->from);
            look_model_vertex(model, edge->b, line->to);
            for (int k = 0; k < 3; ++k) {
                line->from[k] = line->from[k] * item->scale + item->move[k];
                line->to[k] = line->to[k] * item->scale + item->move[k];
            }
            line->colour = look_defects[edge->defect].colour;
            line->width = width;
        }
    }
    s->def.lines = s->lines;
    s->def.line_count = (uint32_t)count;
    return true;
}

// How often each coloured kind occurs in what is drawn.
static void make_labels(sheet* s) {
    for (size_t d = look_defect_count; d-- > 0;) {
        unsigned long long count = 0;
        bool at_least = false;
        for (int i = 0; i < s->count; ++i) {
            const look_model* model = &s->models[i];
            bool shown = model->as_read || look_defects[d].kind == PLUMP_FINDING_SELF_INTERSECTIONS;
            if (!shown) continue;
            count += model->report.findings[look_defects[d].kind].count;
            at_least = at_least || model->report.findings[look_defects[d].kind].at_least;
        }
        if (count == 0) continue;
        uint32_t row = s->def.label_count++;
        snprintf(s->label_texts[row], sizeof s->label_texts[row], "%s: %s%llu",
                 look_defects[d].label, at_least ? "at least " : "", count);
        s->labels[row] = (plump_picture_label){s->label_texts[row], look_defects[d].colour};
    }
    s->def.labels = s->labels;
}

static plump_result draw(const sheet* s, const char* path, plump_error* error) {
    plump_renderer* renderer = NULL;
    uint8_t *pixels = NULL, *png = NULL;
    size_t size = 0;
    plump_result result = plump_renderer_create(NULL, &renderer, error);
    if (result == PLUMP_OK) {
        pixels = malloc((size_t)s->def.width * s->def.height * 4);
        result = pixels ? PLUMP_OK : PLUMP_ERROR_MEMORY;
        if (!pixels) snprintf(error->text, sizeof error->text, "out of memory for the picture");
    }
    if (result == PLUMP_OK) result = plump_renderer_draw(renderer, &s->def, pixels, error);
    if (result == PLUMP_OK) {
        result = plump_png_create(pixels, s->def.width, s->def.height, NULL, &png, &size, error);
    }
    if (result == PLUMP_OK) result = plump_file_write_bytes(path, png, size, error);
    plump_png_free(png, NULL);
    free(pixels);
    plump_renderer_destroy(renderer);
    return result;
}

static json_t* model_json(const look_model* model) {
    json_t* findings = json_object();
    for (int k = 0; k < PLUMP_FINDING_COUNT; ++k) {
        const plump_finding* finding = &model->report.findings[k];
        if (finding->count == 0) continue;
        json_object_set_new(findings, plump_finding_name((plump_finding_kind)k),
                            json_integer((json_int_t)finding->count));
    }
    return json_pack("{s:o, s:s, s:o, s:s, s:I, s:I, s:o}", "file", cli_json_text(model->name),
                     "verdict", verdict_names[model->report.verdict], "message",
                     cli_json_text(model->message), "drawn", model->as_read ? "file" : "mesh",
                     "vertices", (json_int_t)model->report.vertices, "triangles",
                     (json_int_t)model->drawn.triangle_count, "findings", findings);
}

static int tell(const sheet* s, const wishes* wish) {
    int worst = CLI_DONE;
    json_t* files = json_array();
    for (int i = 0; i < s->count; ++i) {
        const look_model* model = &s->models[i];
        // a refused mesh is drawn all the same: a finding, not a failure
        if (model->report.verdict != PLUMP_VERDICT_ACCEPT) worst = CLI_FINDING;
        if (wish->json)
            json_array_append_new(files, model_json(model));
        else
            fprintf(stderr, "%s: %s\n", verdict_names[model->report.verdict], model->message);
    }
    if (!wish->json) {
        json_decref(files);
        printf("%s: %ux%u\n", wish->out, s->def.width, s->def.height);
        return worst;
    }
    int code = cli_print_json(json_pack("{s:o, s:I, s:I, s:o}", "picture", cli_json_text(wish->out),
                                        "width", (json_int_t)s->def.width, "height",
                                        (json_int_t)s->def.height, "files", files),
                              "look");
    return code > worst ? code : worst;
}

static int look_at(char** names, int count, const wishes* wish, sheet* s) {
    int code = set_wishes(wish, &s->def);
    if (code >= 0) return code;
    s->models = calloc((size_t)count, sizeof *s->models);
    if (!wish->view && count > 3) s->def.elevation = 30;  // over the first row's heads
    plump_error error = {PLUMP_ERROR_MEMORY, "out of memory"};
    plump_result result = s->models ? PLUMP_OK : PLUMP_ERROR_MEMORY;
    for (int i = 0; result == PLUMP_OK && i < count; ++i) {
        result = look_model_load(names[i], wish->raw, &s->models[i], &error);
        // a file of a kind we do not read is the user's slip, not the machine's
        if (result == PLUMP_ERROR_UNSUPPORTED) result = PLUMP_ERROR_ARGUMENT;
        if (result == PLUMP_OK) s->count++;
    }
    if (result == PLUMP_OK && !(make_items(s, wish) && make_lines(s))) result = PLUMP_ERROR_MEMORY;
    if (result == PLUMP_OK) {
        make_labels(s);
        result = draw(s, wish->out, &error);
    }
    if (result == PLUMP_OK) return tell(s, wish);
    cli_complain("look", "%s", error.text);
    return cli_exit_code(result);
}

static bool ends_in_png(const char* path) {
    size_t length = strlen(path);
    const char* ending = length > 4 ? path + length - 4 : "";
    return !strcmp(ending, ".png") || !strcmp(ending, ".PNG");
}

int plump_cli_look(int argc, char** argv) {
    wishes wish = {.floor = true};
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &wish.out, "PICTURE.png", "where to"},
        {"view", 'v', CLI_TEXT, &wish.view, "VIEW",
         "front, back, left, right, top, bottom, three-quarter (default), or "
         "AZIMUTH,ELEVATION"},
        {"size", 's', CLI_TEXT, &wish.size, "WxH", "pixels, default 1280x960"},
        {"up", 0, CLI_TEXT, &wish.up, "y|z", "the axis that points up, default y"},
        {"smooth", 0, CLI_FLAG, &wish.smooth, NULL, "round off all but sharp edges (default)"},
        {"flat", 0, CLI_FLAG, &wish.flat, NULL, "show every triangle as it is"},
        {"wireframe", 'w', CLI_FLAG, &wish.wireframe, NULL, "draw the triangles' edges"},
        {"no-floor", 0, CLI_UNFLAG, &wish.floor, NULL, "no floor and no shadow on it"},
        {"raw", 0, CLI_FLAG, &wish.raw, NULL, "draw the file as it is, also if it can be mended"},
        {"draft", 0, CLI_FLAG, &wish.draft, NULL, "faster and coarser"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "look", "FILE... -o PICTURE.png [options]",
        "Draws mesh files into a picture, no display needed. A mesh that can be a soft body is "
        "drawn\nas repaired; one that cannot is drawn as it is, with what is wrong coloured and "
        "counted.\nSeveral files stand side by side, each drawn at the same size.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest == 0 || !wish.out) {
        cli_complain("look", "wants at least one mesh file and -o PICTURE.png; 'plump look --help' "
                             "tells more");
        return CLI_REFUSED;
    }
    if (!ends_in_png(wish.out)) {
        cli_complain("look", "%s: only PNG is written; give it a name ending in .png", wish.out);
        return CLI_REFUSED;
    }
    sheet s = {.def = plump_default_picture_def()};
    code = look_at(argv + 1, rest, &wish, &s);
    for (int i = 0; i < s.count; ++i) look_model_free(&s.models[i]);
    free(s.models);
    free(s.items);
    free(s.lines);
    return code;
}
