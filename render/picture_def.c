// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Defaults of a picture, the names of its views and its colours for numbers. Needs no OpenGL, so it
// is part of every build.
#include <plump/picture.h>

#include "src/base/cookie.h"
#include "src/base/platform.h"

#include <string.h>

plump_picture_item plump_default_picture_item(void) {
    plump_picture_item item = {0};
    item.scale = 1;
    item.colour = (plump_colour){222, 116, 90, 255};
    item.back_colour = (plump_colour){104, 122, 148, 255};
    item.shading = PLUMP_SHADING_SMOOTH;
    item.crease_angle = 60;
    item.wire_colour = (plump_colour){28, 30, 36, 255};
    item.wire_width = 1.2;
    item.opacity = 1;
    return item;
}

plump_picture_def plump_default_picture_def(void) {
    plump_picture_def def = {0};
    def.width = 1280;
    def.height = 960;
    def.azimuth = 35;
    def.elevation = 20;
    def.field_of_view = 26;
    def.margin = 0.1;
    def.background = (plump_colour){246, 246, 244, 255};
    def.floor = true;
    def.quality = PLUMP_QUALITY_STILL;
    def.cookie = PL_COOKIE_PICTURE;
    return def;
}

static const struct {
    const char* name;
    double azimuth, elevation;
} views[] = {
    {"front", 0, 0}, {"right", 90, 0},   {"back", 180, 0},          {"left", 270, 0},
    {"top", 0, 90},  {"bottom", 0, -90}, {"three-quarter", 35, 20},
};

// A plain decimal number such as -12.5; NULL when there is none. No locale, no exponent.
static const char* read_number(const char* text, double* value) {
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    double number = 0, unit = 1;
    int digits = 0;
    for (; *text >= '0' && *text <= '9' && digits < 15; ++text, ++digits) {
        number = number * 10 + (*text - '0');
    }
    if (*text == '.') {
        for (++text; *text >= '0' && *text <= '9' && digits < 15; ++text, ++digits) {
            unit /= 10;
            number += unit * (*text - '0');
        }
    }
    *value = negative ? -number : number;
    return digits ? text : NULL;
}

bool plump_picture_set_view(plump_picture_def* def, const char* view) {
    for (size_t i = 0; i < PL_COUNT(views); ++i) {
        if (strcmp(view, views[i].name) != 0) continue;
        def->azimuth = views[i].azimuth;
        def->elevation = views[i].elevation;
        return true;
    }
    double azimuth, elevation;
    const char* rest = read_number(view, &azimuth);
    if (!rest || *rest != ',') return false;
    rest = read_number(rest + 1, &elevation);
    if (!rest || *rest != 0) return false;
    if (azimuth < -360 || azimuth > 360 || elevation < -90 || elevation > 90) return false;
    def->azimuth = azimuth;
    def->elevation = elevation;
    return true;
}

// In OKLab (Ottosson 2020) the lightness of the first goes evenly from 0.34 to 0.91, that of the
// second from 0.90 to 0.38, while hue and chroma change.
plump_colour plump_picture_ramp(plump_ramp ramp, double share) {
    static const uint8_t tables[PLUMP_RAMP_COUNT][11][3] = {
        {{49, 41, 117},
         {28, 66, 139},
         {4, 91, 142},
         {4, 113, 144},
         {3, 134, 148},
         {0, 156, 150},
         {5, 178, 144},
         {61, 199, 125},
         {132, 213, 103},
         {191, 223, 80},
         {245, 230, 63}},
        {{227, 222, 207},
         {226, 206, 171},
         {225, 186, 132},
         {225, 164, 90},
         {225, 138, 41},
         {215, 115, 4},
         {200, 95, 6},
         {184, 74, 0},
         {168, 52, 0},
         {151, 25, 1},
         {129, 1, 13}},
    };
    const uint8_t(*table)[3] = tables[(unsigned)ramp < PLUMP_RAMP_COUNT ? ramp : 0];
    double at = share > 0 ? (share < 1 ? share : 1) * 10 : 0;  // NaN is not above 0
    size_t from = at < 10 ? (size_t)at : 9;
    uint8_t mixed[3];
    for (int k = 0; k < 3; ++k) {
        double t = at - (double)from;
        mixed[k] = (uint8_t)(table[from][k] + t * (table[from + 1][k] - table[from][k]) + 0.5);
    }
    return (plump_colour){mixed[0], mixed[1], mixed[2], 255};
}
