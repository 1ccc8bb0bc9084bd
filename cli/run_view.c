// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A moment as a picture: bodies in their colours, obstacles, planes as floor or slope, a legend.
#include "cli/run_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI        3.14159265358979323846
#define SLOPE     3.5  // how far a slope reaches, over the radius of what is framed
#define LEVEL     0.9999
#define SIDE_SEEN 0.05  // a plane seen from below or on edge is not drawn

plump_result run_view_make(const run_show* show, const run_cast* cast, uint32_t width,
                           uint32_t height, plump_picture_quality quality, run_view* view,
                           plump_error* error) {
    *view = (run_view){.show = show,
                       .cast = cast,
                       .width = width,
                       .height = height,
                       .quality = quality,
                       .high = 1};
    plump_result result = plump_renderer_create(NULL, &view->renderer, error);
    if (result != PLUMP_OK) return result;
    view->items = calloc((size_t)cast->body_count + cast->obstacle_count + 1, sizeof *view->items);
    view->deforms = calloc((size_t)cast->body_count + 1, sizeof *view->deforms);
    // a plane has four corners of its own
    view->obstacle_positions =
        calloc(3 * (cast->obstacle_vertices + 4 * (size_t)cast->obstacle_count) + 1,
               sizeof *view->obstacle_positions);
    view->colours = calloc(cast->body_vertices + 1, sizeof *view->colours);
    view->pixels = malloc((size_t)width * height * 4);
    if (view->items && view->deforms && view->obstacle_positions && view->colours && view->pixels)
        return PLUMP_OK;
    run_view_free(view);
    return run_fail_memory(error);
}

void run_view_free(run_view* view) {
    plump_renderer_destroy(view->renderer);
    free(view->items);
    free(view->deforms);
    free(view->obstacle_positions);
    free(view->colours);
    free(view->pixels);
    *view = (run_view){0};
}

void run_view_frame(run_view* view, const run_box* box) {
    const plump_scene_info* info = &view->show->info;
    view->frame = *box;
    view->framed = box->low[0] <= box->high[0];
    if (!info->frame_given) return;
    view->reach.any = false;
    memcpy(view->frame.low, info->frame_min, sizeof info->frame_min);
    memcpy(view->frame.high, info->frame_max, sizeof info->frame_max);
    view->framed = true;
}

// Left, right, down, up as the camera's planes lie, then near and far.
run_reach run_view_reach(const run_show* show, uint32_t width, uint32_t height) {
    const plump_scene_info* info = &show->info;
    double a = info->eye_azimuth * (PI / 180), e = info->eye_elevation * (PI / 180);
    double right[3] = {cos(a), 0, -sin(a)}, up[3] = {-sin(a) * sin(e), cos(e), -cos(a) * sin(e)};
    double back[3] = {sin(a) * cos(e), sin(e), cos(a) * cos(e)};
    double slope = tan(info->field_of_view * (PI / 360)) * (1 - 2 * info->margin);
    double wide = slope * width / fmin(width, height), high = slope * height / fmin(width, height);
    run_reach reach = {.any = false};
    for (int k = 0; k < 3; ++k) {
        reach.towards[0][k] = wide * back[k] - right[k];
        reach.towards[1][k] = wide * back[k] + right[k];
        reach.towards[2][k] = high * back[k] - up[k];
        reach.towards[3][k] = high * back[k] + up[k];
        reach.towards[4][k] = back[k];
        reach.towards[5][k] = -back[k];
    }
    return reach;
}

double run_view_round(double high) {
    if (!(high > 0) || !(high < 1e30)) return 1;
    double power = pow(10, floor(log10(high)));
    const double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
        if (high <= steps[i] * power * (1 + 1e-6)) return steps[i] * power;
    }
    return 10 * power;
}

// --- bodies ---

static plump_ramp ramp_of(const run_cast* cast) {
    return cast->figure == PLUMP_FIGURE_CONTACT ? PLUMP_RAMP_SPOTS : PLUMP_RAMP_FULL;
}

// Whether the card deforms, and did so far without trouble.
static bool is_on_card(const run_view* view) {
    const run_deform* deform = view->cast->deform;
    return deform && deform->function && deform->trouble.code == PLUMP_OK;
}

// The bind pose, and what the card needs to deform it.
static void leave_to_card(run_view* view, const run_instant* instant, uint32_t index,
                          plump_picture_item* item) {
    const run_deform* deform = view->cast->deform;
    const cast_body* body = &view->cast->bodies[index];
    view->deforms[index] = (plump_picture_deform){.function = deform->function,
                                                  .block = instant->block,
                                                  .block_size = deform->block_size,
                                                  .segments = body->segments,
                                                  .weights = body->weights,
                                                  .segment_count = deform->segment_count,
                                                  .mesh_id = index + (uint64_t)1};
    item->deform = &view->deforms[index];
    item->triangles.positions = body->rest_positions;
}

static void add_bodies(run_view* view, const run_instant* instant, plump_picture_def* def) {
    const run_cast* cast = view->cast;
    for (uint32_t i = 0; i < cast->body_count; ++i) {
        const cast_body* body = &cast->bodies[i];
        if (!instant->present[i]) continue;
        plump_picture_item* item = &view->items[def->item_count++];
        *item = plump_default_picture_item();
        item->triangles = body->triangles;
        item->triangles.positions = instant->positions + 3 * body->first;
        item->triangles.position_type = PLUMP_SCALAR_FLOAT32;
        item->triangles.position_stride = 0;
        memset(item->triangles.origin, 0, sizeof item->triangles.origin);
        item->colour = body->colour;
        item->opacity = body->opacity;
        item->triangle_colours = body->triangle_colours;
        item->rest_positions = body->rest_positions;
        item->texcoords = body->texcoords;
        item->texture = body->texture;
        if (body->segments && is_on_card(view)) leave_to_card(view, instant, i, item);
        if (cast->figure == PLUMP_FIGURE_COUNT || body->is_skin) continue;
        plump_colour* colours = view->colours + body->first;
        for (uint32_t v = 0; v < body->triangles.vertex_count; ++v) {
            double value = (double)instant->figures[body->first + v];
            colours[v] = plump_picture_ramp(ramp_of(cast), value / view->high);
        }
        item->vertex_colours = colours;
    }
}

// --- obstacles ---

static void add_obstacle(run_view* view, uint32_t index, const run_obstacle* at,
                         plump_picture_def* def) {
    const cast_obstacle* obstacle = &view->cast->obstacles[index];
    double* positions = view->obstacle_positions + 3 * obstacle->first;
    const double* own = obstacle->triangles.positions;
    for (size_t v = 0; v < obstacle->triangles.vertex_count; ++v) {
        run_place(at, own + 3 * v, positions + 3 * v);
    }
    plump_picture_item* item = &view->items[def->item_count++];
    *item = plump_default_picture_item();
    item->triangles = obstacle->triangles;
    item->triangles.positions = positions;
    item->colour = item->back_colour = obstacle->colour;
    item->opacity = obstacle->opacity;
    item->crease_angle = 35;
}

static void normal_of(const run_obstacle* at, double normal[3]) {
    run_obstacle turned = *at;
    memset(turned.position, 0, sizeof turned.position);
    run_place(&turned, (const double[3]){0, 1, 0}, normal);
}

static bool is_seen(const plump_picture_def* def, const double n[3]) {
    double a = def->azimuth * (PI / 180), e = def->elevation * (PI / 180);
    return n[0] * sin(a) * cos(e) + n[1] * sin(e) + n[2] * cos(a) * cos(e) > SIDE_SEEN;
}

static plump_colour mix_half(plump_colour a, plump_colour b) {
    return (plump_colour){(uint8_t)((a.r + b.r) / 2), (uint8_t)((a.g + b.g) / 2),
                          (uint8_t)((a.b + b.b) / 2), 255};
}

// A square around the place of the plane that is nearest to the middle of the picture.
static void add_slope(run_view* view, uint32_t index, const run_obstacle* at, const run_box* box,
                      plump_picture_def* def) {
    static const uint32_t corners[6] = {0, 1, 2, 2, 1, 3};
    double n[3], side[3], along[3], middle[3], off = 0, reach = SLOPE * run_box_radius(box);
    normal_of(at, n);
    if (!is_seen(def, n)) return;
    for (int k = 0; k < 3; ++k) {
        middle[k] = (box->low[k] + box->high[k]) / 2;
        off += (middle[k] - at->position[k]) * n[k];
    }
    double level = hypot(n[0], n[2]);
    side[0] = level > 0 ? n[2] / level : 1, side[1] = 0, side[2] = level > 0 ? -n[0] / level : 0;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        along[k] = n[i] * side[j] - n[j] * side[i];
    }
    double* p = view->obstacle_positions + 3 * (view->cast->obstacle_vertices + 4 * (size_t)index);
    for (int c = 0; c < 4; ++c) {
        for (int k = 0; k < 3; ++k) {
            p[3 * c + k] = middle[k] - off * n[k] +
                           reach * ((c & 1 ? side[k] : -side[k]) + (c & 2 ? along[k] : -along[k]));
        }
    }
    plump_picture_item* item = &view->items[def->item_count++];
    *item = plump_default_picture_item();
    item->triangles = (plump_triangles){.positions = p,
                                        .position_type = PLUMP_SCALAR_FLOAT64,
                                        .vertex_count = 4,
                                        .indices = corners,
                                        .index_type = PLUMP_INDEX_UINT32,
                                        .triangle_count = 2};
    item->colour = item->back_colour =
        mix_half(view->cast->obstacles[index].colour, view->show->info.background);
    item->fade = true;
}

// The highest level plane is the floor. Other planes are slopes; a scene that stands on those alone
// has no floor, unless it says where.
static void add_planes(run_view* view, const run_instant* instant, const run_box* box,
                       plump_picture_def* def) {
    bool sloping = false, found = false;
    double highest = 0;
    for (uint32_t i = 0; i < view->cast->obstacle_count; ++i) {
        const run_obstacle* at = &instant->obstacles[i];
        const cast_obstacle* obstacle = &view->cast->obstacles[i];
        double n[3];
        if (!obstacle->plane || !obstacle->visible || !at->present) continue;
        normal_of(at, n);
        if (n[1] >= LEVEL) {
            highest = found ? fmax(highest, at->position[1]) : at->position[1];
            found = true;
        } else {
            add_slope(view, i, at, box, def);
            sloping = true;
        }
    }
    if (def->floor_given) return;
    if (sloping && !found) def->floor = false;
    def->floor_given = found || view->framed;
    def->floor_height = found ? highest : view->framed ? view->frame.low[1] : 0;
}

// --- the picture ---

static plump_picture_def begin(const run_view* view) {
    const plump_scene_info* info = &view->show->info;
    plump_picture_def def = plump_default_picture_def();
    def.items = view->items;
    def.width = view->width;
    def.height = view->height;
    def.azimuth = info->eye_azimuth;
    def.elevation = info->eye_elevation;
    def.field_of_view = info->field_of_view;
    def.margin = info->margin;
    def.background = info->background;
    def.floor = info->floor;
    def.floor_given = info->floor_given;
    def.floor_height = info->floor_height;
    def.quality = view->quality;
    def.frame_given = view->framed;
    memcpy(def.frame_min, view->frame.low, sizeof def.frame_min);
    memcpy(def.frame_max, view->frame.high, sizeof def.frame_max);
    if (view->reach.any) {
        def.frame_points = view->reach.points;
        def.frame_point_count = RUN_REACHES;
    }
    return def;
}

static plump_picture_scale make_scale(const run_view* view) {
    static const char* const titles[PLUMP_FIGURE_COUNT] = {
        [PLUMP_FIGURE_STRAIN] = "strain of the surface",
        [PLUMP_FIGURE_VOLUME_WEIGHT] = "weight in the volume correction",
        [PLUMP_FIGURE_CONTACT] = "contact pressure (Pa)"};
    plump_picture_scale scale = {
        .title = titles[view->cast->figure], .high = view->high, .ramp = ramp_of(view->cast)};
    if (view->cast->figure == PLUMP_FIGURE_CONTACT && view->high >= 1e4) {
        scale.title = "contact pressure (kPa)";
        scale.high /= 1000;
    }
    return scale;
}

static plump_result draw(run_view* view, const run_instant* instant, plump_error* error) {
    plump_picture_def def = begin(view);
    plump_picture_scale scale;
    run_box box = view->frame;
    if (!view->framed) {
        box = RUN_NO_BOX;
        run_instant_measure(view->cast, instant, &box, NULL);
    }
    add_bodies(view, instant, &def);
    for (uint32_t i = 0; i < view->cast->obstacle_count; ++i) {
        if (view->cast->obstacles[i].surface && instant->obstacles[i].present)
            add_obstacle(view, i, &instant->obstacles[i], &def);
    }
    if (box.low[0] <= box.high[0]) add_planes(view, instant, &box, &def);
    if (view->cast->figure != PLUMP_FIGURE_COUNT) {
        scale = make_scale(view);
        def.scale = &scale;
    }
    return plump_renderer_draw(view->renderer, &def, view->pixels, error);
}

// The first texture that is missing is told in the end. Items are the bodies that are there, then
// the rest.
static void note_textures(const run_view* view, const run_instant* instant) {
    plump_error* told = view->show->untextured;
    uint32_t item = 0, body = 0;
    const char* note = plump_renderer_note(view->renderer, &item);
    if (!told || !note || told->code != PLUMP_OK) return;
    for (; body + 1 < view->cast->body_count; ++body) {
        if (instant->present[body] && item-- == 0) break;
    }
    run_fail(told, PLUMP_ERROR_DATA, "%s: %s", view->show->actors[body].name, note);
}

plump_result run_view_draw(run_view* view, const run_instant* instant, plump_error* error) {
    run_deform* deform = view->cast->deform;
    bool on_card = is_on_card(view);
    plump_result result = draw(view, instant, error);
    if (result != PLUMP_OK && on_card) {  // as the processor deformed it, from now on
        deform->trouble = *error;
        result = draw(view, instant, error);
    }
    if (deform) deform->picture_count++;
    note_textures(view, instant);
    return result;
}
