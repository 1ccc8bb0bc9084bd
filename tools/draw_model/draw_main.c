// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Draws the pictures of docs/models/shape_match.md, docs/volume.md, docs/contact.md,
// docs/detail.md and docs/zones.md from built-in shapes and simulated bodies:
//     draw_model docs/pictures [NAME...]
// Run it by hand when the model or the shapes change, and look at what comes out.
#include "tools/draw_model/draw_canvas.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char* name;
    void (*draw)(draw_canvas*);
} pictures[] = {
    {"goals", draw_goals},       {"regions", draw_regions},
    {"order", draw_order},       {"runs", draw_runs},
    {"hanging", draw_hanging},   {"plastic", draw_plastic},
    {"soft", draw_soft},         {"finger", draw_finger},
    {"plates", draw_plates},     {"twist", draw_twist},
    {"inflated", draw_inflated}, {"pile", draw_pile},
    {"glass", draw_glass},       {"pushes", draw_pushes},
    {"detail", draw_detail},     {"detail-bar", draw_detail_bar},
    {"zones", draw_zones},       {"zone-growth", draw_zone_growth},
};

static bool is_asked(const char* name, int argc, char** argv) {
    for (int i = 2; i < argc; ++i) {
        if (strcmp(argv[i], name) == 0) return true;
    }
    return argc == 2;
}

int main(int argc, char** argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: draw_model FOLDER [NAME...]\n");
        return 2;
    }
    draw_canvas canvas = {argv[1], NULL};
    plump_error error;
    draw_check(plump_renderer_create(NULL, &canvas.renderer, &error), &error);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; ++i) {
        if (is_asked(pictures[i].name, argc, argv)) pictures[i].draw(&canvas);
    }
    plump_renderer_destroy(canvas.renderer);
    return 0;
}
