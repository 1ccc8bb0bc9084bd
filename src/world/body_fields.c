// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/body_fields.h"

#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/narrow.h"
#include "src/base/spelling.h"
#include "src/base/text.h"
#include "src/state/body_state.h"

#include <float.h>
#include <math.h>
#include <string.h>

// How a field lies in the struct.
typedef enum field_type { FLOAT, DOUBLE, COUNT, YES_NO, CHOICE } field_type;

_Static_assert(sizeof(plump_model) == sizeof(int) && sizeof(plump_matching) == sizeof(int) &&
                   sizeof(plump_volume) == sizeof(int),
               "choices are read as int");

// Most that is far beyond use and still far from where floats run out.
#define FAR   1e9
#define FAST  1e6
#define TURNS 1e5

#define MODELS    (PLUMP_MODEL_COUNT - 1)
#define MATCHINGS (PLUMP_MATCHING_COUNT - 1)
#define VOLUMES   (PLUMP_VOLUME_COUNT - 1)

// X(name, member, type, unit, least, most, usual, changeable, text)
#define BODY_FIELDS(X)                                                                             \
    X("model", model, CHOICE, "", 0, MODELS, 0, false,                                             \
      "how it resists deformation: shape matching (0), hardly (1, bag), springs (2)")              \
    X("position.x", position[0], DOUBLE, "m", -FAR, FAR, 0, false, "where the mesh's zero goes")   \
    X("position.y", position[1], DOUBLE, "m", -FAR, FAR, 0, false, "where the mesh's zero goes")   \
    X("position.z", position[2], DOUBLE, "m", -FAR, FAR, 0, false, "where the mesh's zero goes")   \
    X("rotation.x", rotation[0], FLOAT, "", -FAST, FAST, 0, false, "quaternion of any length")     \
    X("rotation.y", rotation[1], FLOAT, "", -FAST, FAST, 0, false, "quaternion of any length")     \
    X("rotation.z", rotation[2], FLOAT, "", -FAST, FAST, 0, false, "quaternion of any length")     \
    X("rotation.w", rotation[3], FLOAT, "", -FAST, FAST, 1, false, "quaternion of any length")     \
    X("scale", scale, FLOAT, "", 1e-6, 1e6, 1, true, "times the mesh's size")                      \
    X("velocity.x", velocity[0], FLOAT, "m/s", -FAST, FAST, 0, false, "at the start")              \
    X("velocity.y", velocity[1], FLOAT, "m/s", -FAST, FAST, 0, false, "at the start")              \
    X("velocity.z", velocity[2], FLOAT, "m/s", -FAST, FAST, 0, false, "at the start")              \
    X("angular_velocity.x", angular_velocity[0], FLOAT, "rad/s", -TURNS, TURNS, 0, false,          \
      "at the start, about the centre of mass")                                                    \
    X("angular_velocity.y", angular_velocity[1], FLOAT, "rad/s", -TURNS, TURNS, 0, false,          \
      "at the start, about the centre of mass")                                                    \
    X("angular_velocity.z", angular_velocity[2], FLOAT, "rad/s", -TURNS, TURNS, 0, false,          \
      "at the start, about the centre of mass")                                                    \
    X("density", density, FLOAT, "kg/m^3", 1e-6, 1e9, 1000, true, "mass = density x volume")       \
    X("gravity_scale", gravity_scale, FLOAT, "", -1000, 1000, 1, true,                             \
      "times the world's gravity")                                                                 \
    X("acceleration.x", acceleration[0], FLOAT, "m/s^2", -FAST, FAST, 0, true, "added to gravity") \
    X("acceleration.y", acceleration[1], FLOAT, "m/s^2", -FAST, FAST, 0, true, "added to gravity") \
    X("acceleration.z", acceleration[2], FLOAT, "m/s^2", -FAST, FAST, 0, true, "added to gravity") \
    X("matching", matching, CHOICE, "", 0, MATCHINGS, 0, false,                                    \
      "regions by radius (0, physical) or by edge rings (1, paper)")                               \
    X("frequency", frequency, FLOAT, "Hz", 0.01, 1000, 3, true, "lowest free vibration")           \
    X("damping", damping, FLOAT, "", 0, 10, 0.05, true, "damping ratio of that vibration")         \
    X("radius", radius, FLOAT, "m", 0, 1e6, 0, false,                                              \
      "of a region; 0: chosen by shape and frequency")                                             \
    X("core", core, FLOAT, "", 0, 1, 0.1, true,                                                    \
      "share of frequency^2 that comes from the body as a whole; none in plastic bodies")          \
    X("contact_weight", contact_weight, FLOAT, "", 1, 100, 1, true,                                \
      "how much touching vertices count in the fit")                                               \
    X("omega", omega, COUNT, "", 1, 8, 3, false, "paper: region size in edges")                    \
    X("stiffness", stiffness, FLOAT, "", 0, 1, 0.9, true,                                          \
      "paper: share of the way to the goal per substep")                                           \
    X("region_damping", region_damping, FLOAT, "", 0, 1, 0, true,                                  \
      "paper: share of non-rigid region velocity removed per substep; changeable if it was not 0 " \
      "at creation")                                                                               \
    X("normal_point", normal_point, YES_NO, "", 0, 1, 0, false,                                    \
      "paper: an extra point along the normal in every region")                                    \
    X("naive_sums", naive_sums, YES_NO, "", 0, 1, 0, false,                                        \
      "paper: sum vertex by vertex, slow, for comparison")                                         \
    X("passes", passes, COUNT, "", 1, 16, 1, true, "elastic passes per substep")                   \
    X("yield", yield, FLOAT, "", 0, 10, 0, true,                                                   \
      "strain beyond which the shape flows; 0: never; changeable if it was not 0 at creation")     \
    X("creep", creep, FLOAT, "1/s", 0, 1000, 10, true, "how fast it flows")                        \
    X("plastic_limit", plastic_limit, FLOAT, "", 0, 10, 1, true, "largest lasting strain")         \
    X("spring_shear", spring_shear, FLOAT, "", 0, 10, 0.5, false,                                  \
      "springs: stiffness across edges over that along them")                                      \
    X("spring_bend", spring_bend, FLOAT, "", 0, 1, 0.03, false,                                    \
      "springs: thickness of the skin that resists bending, in sizes of the body")                 \
    X("spring_edge_damping", spring_edge_damping, FLOAT, "", 0, 10, 1, true,                       \
      "springs: damping along edges, in relation to the body's")                                   \
    X("spring_shear_damping", spring_shear_damping, FLOAT, "", 0, 10, 1, true,                     \
      "springs: damping across edges")                                                             \
    X("spring_bend_damping", spring_bend_damping, FLOAT, "", 0, 10, 1, true,                       \
      "springs: damping of bending")                                                               \
    X("spring_implicit", spring_implicit, YES_NO, "", 0, 1, 1, true,                               \
      "springs: implicit steps, calm in contact; 0: explicit ones, which add no damping")          \
    X("volume", volume, CHOICE, "", 0, VOLUMES, 0, true,                                           \
      "which volume it keeps: its own (0), each part's (1), none (2)")                             \
    X("volume_scale", volume_scale, FLOAT, "", 0.01, 100, 1, true,                                 \
      "target over rest volume: above 1 inflates, below 1 deflates")                               \
    X("volume_time", volume_time, FLOAT, "s", 0, 1000, 0.5, true,                                  \
      "in which the target follows volume_scale (99 %)")                                           \
    X("compressibility", compressibility, FLOAT, "1/Pa", 0, 1, 0, true,                            \
      "relative loss of volume per pascal; 0: none")                                               \
    X("volume_global", volume_global, FLOAT, "", 0, 1, 1, true,                                    \
      "share of the correction over the whole body; the rest goes where it deforms")               \
    X("volume_inner", volume_inner, FLOAT, "", 0, 1, 0.1, true,                                    \
      "how much a change of thickness counts as deforming")                                        \
    X("volume_thick", volume_thick, FLOAT, "", 0, 1, 0.01, true,                                   \
      "how much that of the thickest place counts")                                                \
    X("volume_thin", volume_thin, FLOAT, "", 0, 1, 0.1, true,                                      \
      "how much that of the thinnest place counts")                                                \
    X("volume_smoothing", volume_smoothing, FLOAT, "", 0, 1, 1, true,                              \
      "of the correction's weights over neighbours")                                               \
    X("volume_momentum", volume_momentum, YES_NO, "", 0, 1, 1, true,                               \
      "correct without pushing or turning the whole")                                              \
    X("volume_velocity", volume_velocity, YES_NO, "", 0, 1, 1, true,                               \
      "take divergence out of velocities too")                                                     \
    X("volume_exact", volume_exact, YES_NO, "", 0, 1, 1, true,                                     \
      "solve the cubic; 0: one Newton step per substep, or none after volume_implicit")            \
    X("friction", friction, FLOAT, "", 0, 100, 0.5, true,                                          \
      "while it slides; of two that touch the geometric mean")                                     \
    X("friction_static", friction_static, FLOAT, "", 0, 100, 0.5, true,                            \
      "until it slides; counts as friction if below it")                                           \
    X("restitution", restitution, FLOAT, "", 0, 1, 0, true,                                        \
      "share of an impact's speed given back at once to the whole; the larger of two")             \
    X("margin", margin, FLOAT, "m", 0, 1000, 0, true,                                              \
      "kept free around it; 0: by its size and edges")                                             \
    X("soft_contact", soft_contact, YES_NO, "", 0, 1, 1, true, "meets other bodies")               \
    X("self_contact", self_contact, YES_NO, "", 0, 1, 0, true, "meets itself")                     \
    X("category", category, COUNT, "", 0, 4294967295.0, 1, true, "bits of what it is")             \
    X("collides_with", collides_with, COUNT, "", 0, 4294967295.0, 4294967295.0, true,              \
      "bits of what it meets; two meet if both want to")                                           \
    X("can_sleep", can_sleep, YES_NO, "", 0, 1, 1, true, "whether it falls asleep at rest")        \
    X("sleep_speed", sleep_speed, FLOAT, "m/s", 0, 1000, 0.002, true,                              \
      "asleep when slower than this for half a second, per metre of size")

// Fields that came later: in the hash of a world only where one of them is not as usual, since
// without them a body does what it did before there were any.
#define LATER_FIELDS(X)                                                                            \
    X("part_contact", part_contact, YES_NO, "", 0, 1, 1, true,                                     \
      "its parts meet each other, but for those that cut each other at rest")                      \
    X("firmness", firmness, FLOAT, "", 0, 100, 6, true,                                            \
      "how much stiffer it is against what is finer than regions; 0: not at all")                  \
    X("volume_implicit", volume_implicit, YES_NO, "", 0, 1, 0, true,                               \
      "first the implicit constraint, linear in the motion of the substep")                        \
    X("volume_printed", volume_printed, YES_NO, "", 0, 1, 0, true,                                 \
      "its weights outside the denominator, as printed: wrong, for comparison")                    \
    X("zone_reach", zone_reach, FLOAT, "m/(N s)", 0, 1e6, 0, true,                                 \
      "radius that a load gives to its deformation zone; 0: no zones")                             \
    X("zone_least", zone_least, FLOAT, "m", 0, 1e6, 0, true,                                       \
      "radius of a zone at the beginning; 0: a tenth of the size")                                 \
    X("zone_most", zone_most, FLOAT, "m", 0, 1e9, 0, true,                                         \
      "largest radius of a zone; 0: four sizes, next to the whole")                                \
    X("zone_fade", zone_fade, FLOAT, "s", 1e-3, 1e6, 0.5, true,                                    \
      "in which a load is forgotten (to 1/e)")

#define IS_WHOLE(type) ((type) != FLOAT && (type) != DOUBLE)

#define PUBLIC_ROW(name, member, type, unit, least, most, usual, changeable, text)                 \
    {name, unit, text, least, most, usual, IS_WHOLE(type), changeable},
#define PLACE_ROW(name, member, type, unit, least, most, usual, changeable, text)                  \
    {offsetof(plump_body_def, member), type},
#define COUNT_ROW(name, member, type, unit, least, most, usual, changeable, text) +1

typedef struct field_place {
    size_t offset;
    field_type type;
} field_place;

static const plump_field fields[] = {BODY_FIELDS(PUBLIC_ROW) LATER_FIELDS(PUBLIC_ROW)};
static const field_place places[] = {BODY_FIELDS(PLACE_ROW) LATER_FIELDS(PLACE_ROW)};

#define FIELD_COUNT ((uint32_t)PL_COUNT(fields))
#define FIRST_COUNT (0 BODY_FIELDS(COUNT_ROW))

const plump_field* plump_body_fields(uint32_t* count) {
    if (count) *count = FIELD_COUNT;
    return fields;
}

double pl_body_field_get(const plump_body_def* def, uint32_t index) {
    const unsigned char* at = (const unsigned char*)def + places[index].offset;
    switch (places[index].type) {
    case DOUBLE: {
        double value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    case FLOAT: {
        float value;
        memcpy(&value, at, sizeof value);
        return (double)value;
    }
    case COUNT: {
        uint32_t value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    case CHOICE: {
        int value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    default: return *at;  // a byte: a bool that holds neither 0 nor 1 may not be read as one
    }
}

void pl_body_field_put(plump_body_def* def, uint32_t index, double value) {
    unsigned char* at = (unsigned char*)def + places[index].offset;
    switch (places[index].type) {
    case DOUBLE: memcpy(at, &value, sizeof value); break;
    case FLOAT: {
        float narrow = (float)value;
        memcpy(at, &narrow, sizeof narrow);
        break;
    }
    case COUNT: {
        uint32_t whole = (uint32_t)value;
        memcpy(at, &whole, sizeof whole);
        break;
    }
    case CHOICE: {
        int choice = (int)value;
        memcpy(at, &choice, sizeof choice);
        break;
    }
    case YES_NO: *(bool*)at = value != 0; break;
    }
}

static bool is_usual(const plump_body_def* def, uint32_t index) {
    double usual = fields[index].usual;
    if (places[index].type == FLOAT) usual = pl_narrow(usual);
    return pl_body_field_get(def, index) == usual;
}

bool pl_body_field_counts(const plump_body_def* def, uint32_t index) {
    static const char springs[] = "spring_";
    if (strncmp(fields[index].name, springs, sizeof springs - 1) == 0)
        return def->model == PLUMP_MODEL_MASS_SPRING;
    bool counts = index < FIRST_COUNT;
    for (uint32_t i = FIRST_COUNT; !counts && i < FIELD_COUNT; ++i) counts = !is_usual(def, i);
    return counts;
}

plump_body_def plump_default_body_def(void) {
    plump_body_def def;
    memset(&def, 0, sizeof def);
    pl_fpmode mode = pl_fpmode_enter();  // 0.1 must become the same float everywhere
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) pl_body_field_put(&def, i, fields[i].usual);
    pl_fpmode_leave(mode);
    def.cookie = PL_COOKIE_BODY;
    return def;
}

// A bound as the caller may write it into the struct: 0.01f is a little less than 0.01.
static double bound(uint32_t index, double value, bool is_least) {
    if (places[index].type != FLOAT) return value;
    double narrow = pl_narrow(value);
    return (narrow < value) == is_least ? narrow : value;
}

plump_result pl_body_field_check(uint32_t index, double value, plump_error* error) {
    const plump_field* f = fields + index;
    const char* space = f->unit[0] ? " " : "";
    if (value >= bound(index, f->least, true) && value <= bound(index, f->most, false)) {
        if (!f->whole || value == (double)(int64_t)value) return PLUMP_OK;
    } else if (!f->whole && value == value && value <= DBL_MAX && value >= -DBL_MAX) {
        bool is_low = value < f->least;
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "body %s is %g%s%s; it must be at %s %g",
                       f->name, value, space, f->unit, is_low ? "least" : "most",
                       is_low ? f->least : f->most);
    }
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "body %s is %g%s%s; it must be a %s from %g to %g",
                   f->name, value, space, f->unit, f->whole ? "whole number" : "number", f->least,
                   f->most);
}

// Paint counts per vertex of the mesh.
static plump_result check_paint(const float* paint, uint32_t count, const char* name, double least,
                                double most, plump_error* error) {
    for (uint32_t i = 0; paint && i < count; ++i) {
        if (paint[i] >= (float)least && paint[i] <= (float)most) continue;
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "body %s is %g at vertex %u; it must be from %g to %g", name,
                       (double)paint[i], (unsigned)i, least, most);
    }
    return PLUMP_OK;
}

// Someone has to take part.
static plump_result check_volume_paint(const float* paint, uint32_t count, plump_error* error) {
    plump_result result = check_paint(paint, count, "vertex_volume", 0, PL_PAINT_MOST, error);
    if (result != PLUMP_OK || !paint) return result;
    for (uint32_t i = 0; i < count; ++i) {
        if (paint[i] >= (float)PL_PAINT_LEAST) return PLUMP_OK;
    }
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "body vertex_volume is 0, or next to it, at every vertex; at least one must "
                   "have %g or more to take part in the volume correction",
                   PL_PAINT_LEAST);
}

const float** pl_body_def_spring_paint(plump_body_def* def, int which) {
    return which == PL_PAINT_SHEAR  ? &def->vertex_shear
           : which == PL_PAINT_BEND ? &def->vertex_bend
                                    : &def->vertex_damping;
}

static plump_result check_cookie(const plump_body_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the body definition is NULL");
    if (def->cookie == PL_COOKIE_BODY) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the body definition was not begun with plump_default_body_def(), or comes "
                   "from another version of plump");
}

plump_result pl_body_def_check(const plump_body_def* def, plump_error* error) {
    plump_result result = check_cookie(def, error);
    if (result != PLUMP_OK) return result;
    if (!def->mesh)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the body definition has no mesh; set def.mesh to its rest shape");
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        result = pl_body_field_check(i, pl_body_field_get(def, i), error);
        if (result != PLUMP_OK) return result;
    }
    double length = 0;  // squared; in double the smallest float does not vanish
    for (unsigned k = 0; k < 4; ++k) length += (double)def->rotation[k] * (double)def->rotation[k];
    if (!(length > 0))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "body rotation is 0, 0, 0, 0; a quaternion needs a length, and 0, 0, 0, 1 "
                       "turns nothing");
    uint32_t count = plump_mesh_vertex_count(def->mesh);
    result =
        check_paint(def->vertex_mass, count, "vertex_mass", PL_PAINT_LEAST, PL_PAINT_MOST, error);
    if (result != PLUMP_OK) return result;
    result = check_paint(def->vertex_stiffness, count, "vertex_stiffness", 0, 1, error);
    if (result == PLUMP_OK)
        result = check_paint(def->vertex_shear, count, "vertex_shear", 0, 1, error);
    if (result == PLUMP_OK)
        result = check_paint(def->vertex_bend, count, "vertex_bend", 0, 1, error);
    if (result == PLUMP_OK)
        result = check_paint(def->vertex_damping, count, "vertex_damping", 0, 1, error);
    if (result != PLUMP_OK) return result;
    return check_volume_paint(def->vertex_volume, count, error);
}

static const char* nearest_name(const char* name) {
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) pl_nearest_try(&nearest, fields[i].name);
    return nearest.name;
}

static bool find(const char* name, uint32_t* index) {
    for (uint32_t i = 0; name && i < FIELD_COUNT; ++i) {
        if (strcmp(fields[i].name, name) != 0) continue;
        *index = i;
        return true;
    }
    return false;
}

bool pl_body_field_find(const char* name, uint32_t* index, plump_error* error) {
    if (find(name, index)) return true;
    if (name)
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "a body has no field \"%.*s\"; the nearest is \"%s\"",
                PL_NEAREST_LETTERS, name, nearest_name(name));
    else
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the name of the body's field is NULL");
    return false;
}

bool pl_body_field_changeable(const char* name) {
    uint32_t index;
    return find(name, &index) && fields[index].changeable;
}

plump_result plump_body_def_set(plump_body_def* def, const char* name, double value,
                                plump_error* error) {
    uint32_t index;
    plump_result result = check_cookie(def, error);
    if (result != PLUMP_OK) return result;
    if (!pl_body_field_find(name, &index, error)) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    result = pl_body_field_check(index, value, error);
    if (result == PLUMP_OK) pl_body_field_put(def, index, value);
    pl_fpmode_leave(mode);
    return result;
}

double plump_body_def_get(const plump_body_def* def, const char* name) {
    uint32_t index;
    return def && find(name, &index) ? pl_body_field_get(def, index) : (double)NAN;
}
