// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Two kinds of scenes: what happens to bodies while they live, and fields of bodies from the whole
// of their documented range.
#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- events ---

typedef struct event_list {
    char text[2048];
    size_t size;
} event_list;

static void add_event(event_list* list, double time, const char* what) {
    int length = snprintf(list->text + list->size, sizeof list->text - list->size,
                          "%s\n  {\"time\": %.4g, %s}", list->size ? "," : "", time, what);
    list->size += (size_t)length;
}

static void set_field(event_list* list, double time, const char* field, double value) {
    char what[128];
    snprintf(what, sizeof what, "\"do\": \"set\", \"values\": {\"%s\": %.6g}", field, value);
    add_event(list, time, what);
}

static void change_volume(sweep_plan* p, event_list* list, double time) {
    set_field(list, time, "volume_scale", sweep_even_in_log(p, 0.3, 3));
    p->energy_until = fmin(p->energy_until, time);  // pressure does work
}

// Some speed for a body of that density and size, which fills a fifth of its box.
static void kick(sweep_plan* p, event_list* list, double time, double mass) {
    char what[160];
    sweep_kick* k = &p->kicks[p->kick_count++];
    k->time = time;
    for (int i = 0; i < 3; ++i) k->impulse[i] = mass * sweep_uniform(p, -2, 2);
    snprintf(what, sizeof what, "\"do\": \"impulse\", \"impulse\": [%.9g, %.9g, %.9g]",
             k->impulse[0], k->impulse[1], k->impulse[2]);
    add_event(list, time, what);
    p->momentum_until = fmin(p->momentum_until, time);
}

static void switch_off_and_on(sweep_plan* p, event_list* list, double time) {
    add_event(list, time, "\"do\": \"disable\"");
    add_event(list, time + 0.3, "\"do\": \"enable\"");
    p->overlap_until = fmin(p->overlap_until, time);
    p->energy_until = fmin(p->energy_until, time + 0.3);  // it is lifted into its shape
}

// It comes on a ramp, of which only the end can be read.
static void change_gravity(sweep_plan* p, event_list* list, double time) {
    set_field(list, time, "gravity_scale", sweep_uniform(p, -1, 3));
    p->momentum_until = fmin(p->momentum_until, time);
}

static void add_some_event(sweep_plan* p, event_list* list, double time, double mass) {
    switch (sweep_below(p, 7)) {
    case 0: set_field(list, time, "frequency", sweep_even_in_log(p, 1, 50)); break;
    case 1: set_field(list, time, "damping", sweep_uniform(p, 0, 1)); break;
    case 2: change_gravity(p, list, time); break;
    case 3: change_volume(p, list, time); break;
    case 4: kick(p, list, time, mass); break;
    case 5: switch_off_and_on(p, list, time); break;
    default: set_field(list, time, "friction", sweep_uniform(p, 0, 2)); break;
    }
}

// A body hung by its upper part until it is let go; the flattest shape reaches 0.12 sizes up.
static void hang(sweep_plan* p, sweep_body* b, event_list* list) {
    size_t used = strlen(b->extra);
    snprintf(b->extra + used, sizeof b->extra - used,
             ", \"pins\": [{\"where\": {\"above\": {\"axis\": \"y\", \"value\": %.6g}}}]",
             0.06 * b->size);
    b->position[1] += 0.5 * b->size;
    add_event(list, sweep_uniform(p, 0.2, 0.6), "\"do\": \"release\"");
    p->momentum_until = 0;
}

static void blow(sweep_plan* p, char* tail, size_t size) {
    p->wind_from = sweep_uniform(p, 0.1, 0.5), p->wind_until = p->wind_from + 0.4;
    p->wind[0] = sweep_uniform(p, -10, 10);
    p->momentum_until = fmin(p->momentum_until, p->wind_from);
    snprintf(tail, size,
             ",\n \"fields\": [{\"kind\": \"wind\", \"strength\": %.9g, \"from\": %.9g, \"until\": "
             "%.9g}]",
             p->wind[0], p->wind_from, p->wind_until);
}

void sweep_make_events(sweep_plan* p) {
    event_list list = {.size = 0};
    char fields[256] = "", tail[2560];
    uint32_t count = 1 + sweep_below(p, 2), events = 1 + sweep_below(p, 4);
    double size = sweep_even_in_log(p, 0.05, 1);
    sweep_begin(p, "bodies are changed, kicked, switched off and on, let go", 9.81);
    for (uint32_t i = 0; i < count; ++i) {
        sweep_body b = sweep_any_body(p, size);
        b.position[0] = 1.6 * size * i;
        b.position[1] = sweep_uniform(p, 0.52, 1) * size;
        if (sweep_chance(p, 0.3)) hang(p, &b, &list);
        sweep_write_body(p, &b);
    }
    for (uint32_t i = 0; i < events; ++i) {
        add_some_event(p, &list, sweep_uniform(p, 0.05, 0.8), 200 * size * size * size);
    }
    if (sweep_chance(p, 0.3)) blow(p, fields, sizeof fields);
    snprintf(tail, sizeof tail, "%s,\n \"events\": [%s]", fields, list.text);
    sweep_end_on_floor(p, tail);
}

// --- extremes ---

// Left out: where a body is, which is for the kinds "far" and "fast"; whom it meets; and room
// around it, which in metres would fill the scene.
static bool is_left_out(const char* name) {
    static const char* const out[] = {"position",     "rotation", "scale",         "velocity",
                                      "soft_contact", "category", "collides_with", "margin",
                                      "model",        "angular",  "naive_sums"};
    for (size_t i = 0; i < sizeof out / sizeof *out; ++i) {
        if (strncmp(name, out[i], strlen(out[i])) == 0) return true;
    }
    return false;
}

static double draw(sweep_plan* p, const plump_field* f) {
    if (f->whole) return f->least + sweep_below(p, (uint32_t)(f->most - f->least) + 1);
    if (sweep_chance(p, 0.3)) return sweep_chance(p, 0.5) ? f->least : f->most;
    double low = f->least > 0 ? f->least : 1e-6 * f->most;
    double value = sweep_even_in_log(p, low, f->most);
    return f->least < 0 && sweep_chance(p, 0.5) ? -value : value;
}

// Pressure does work as the volume changes, and `free` bodies keep none.
static void note_extreme(sweep_plan* p, const char* name) {
    if (strncmp(name, "volume_scale", 12) == 0) p->energy_until = 0;
}

// Scene files have choices by name and flags as true or false; vectors are given as a whole.
static void write_extreme(sweep_plan* p, sweep_body* b, const plump_field* f) {
    static const char* const matchings[] = {"\"physical\"", "\"paper\""};
    static const char* const volumes[] = {"\"body\"", "\"parts\"", "\"free\""};
    double value = draw(p, f);
    char key[64], text[64];
    snprintf(key, sizeof key, "%s", f->name);
    char* dot = strchr(key, '.');
    if (dot) *dot = 0;
    snprintf(text, sizeof text, "%.7g", value);
    if (f->whole && f->least == 0 && f->most == 1) {
        snprintf(text, sizeof text, "%s", value != 0 ? "true" : "false");
    }
    if (!strcmp(key, "matching")) snprintf(text, sizeof text, "%s", matchings[(int)value]);
    if (!strcmp(key, "volume")) snprintf(text, sizeof text, "%s", volumes[(int)value]);
    if (dot) snprintf(text, sizeof text, "[0, %.7g, 0]", value);
    char quoted[72];
    size_t used = strlen(b->extra);
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    if (strstr(b->extra, quoted)) return;  // drawn before
    snprintf(b->extra + used, sizeof b->extra - used, ", %s %s", quoted, text);
    note_extreme(p, key);
}

void sweep_make_extreme(sweep_plan* p) {
    uint32_t count, fields = 1 + sweep_below(p, 3);
    const plump_field* all = plump_body_fields(&count);
    sweep_body b = sweep_any_body(p, sweep_even_in_log(p, 1e-3, 1e3));
    b.extra[0] = 0;
    b.position[1] = sweep_uniform(p, 0.52, 1) * b.size;
    for (uint32_t i = 0; i < fields;) {
        const plump_field* f = &all[sweep_below(p, count)];
        if (is_left_out(f->name)) continue;
        write_extreme(p, &b, f);
        ++i;
    }
    p->may_be_refused = true;
    sweep_begin(p, "fields from the whole of their range", 9.81);
    sweep_write_body(p, &b);
    sweep_end_on_floor(p, "");
}
