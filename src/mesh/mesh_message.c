// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The report's verdict and its one sentence: what was done, or what is wrong, where, and what would
// help.
#include "src/base/text.h"
#include "src/mesh/mesh_intake.h"

typedef struct {
    char* text;
    size_t size, used;
} sentence;

static void add(sentence* to, const char* format, ...) PL_PRINTF(2, 3);

static void add(sentence* to, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    to->used += pl_text_format_list(to->text + to->used, to->size - to->used, format, arguments);
    va_end(arguments);
}

// 1234567 as "1,234,567".
typedef struct {
    char text[32];
} digits;

static digits grouped(uint64_t value) {
    digits plain = {""}, out;
    size_t length =
        pl_text_format(plain.text, sizeof plain.text, "%llu", (unsigned long long)value);
    size_t used = 0;
    for (size_t i = 0; i < length; ++i) {
        if (i > 0 && (length - i) % 3 == 0) out.text[used++] = ',';
        out.text[used++] = plain.text[i];
    }
    out.text[used] = 0;
    return out;
}

static void add_count(sentence* to, uint64_t count, const char* one, const char* many) {
    add(to, "%s %s", grouped(count).text, count == 1 ? one : many);
}

static const plump_finding* finding(const pl_intake* s, plump_finding_kind kind) {
    return &s->report.findings[kind];
}

static const char* separator(const sentence* to) {
    return to->used ? "; " : "";
}

static void tell_bad_indices(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_BAD_INDICES);
    uint32_t triangle = f->first[0].a, vertex = 0;
    for (int k = 2; k >= 0; --k) {
        uint32_t v = s->triangles[3 * (size_t)triangle + (size_t)k];
        if (v >= s->vertex_count) vertex = v;
    }
    add(to, "triangle %u uses vertex %u, but there are %s vertices, counted from 0",
        (unsigned)triangle, (unsigned)vertex, grouped(s->report.input_vertices).text);
    if (f->count > 1) {
        add(to, ", and so do ");
        add_count(to, f->count - 1, "more", "more");
    }
    add(to, "; check how the indices were counted or cut short");
}

static void tell_not_finite(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_NOT_FINITE);
    if (s->size > 0) {
        add(to, "the whole mesh is only %g across; scale it up above 1e-18", s->size);
        return;
    }
    const double* p = s->positions + 3 * (size_t)f->first[0].a;
    add_count(to, f->count, "vertex is", "vertices are");
    add(to, " not finite or beyond 1e18, first vertex %u at (%g, %g, %g)", (unsigned)f->first[0].a,
        p[0], p[1], p[2]);
    add(to, "; scale the mesh or remove what made the number");
}

static void tell_open(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_OPEN_EDGES);
    add(to, "the surface is open: ");
    add_count(to, f->count, "edge", "edges");
    add(to, " in ");
    add_count(to, s->hole_count, "place", "places");
    add(to, " %s only one triangle, first between vertices %u and %u",
        f->count == 1 ? "has" : "have", (unsigned)f->first[0].a, (unsigned)f->first[0].b);
    add(to, s->def->fill_holes
                ? "; holes are filled only when nothing else is wrong"
                : "; close it in a modeller or ask for filled holes (fill_holes, --fill-holes)");
}

static void tell_nonmanifold(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_NONMANIFOLD_EDGES);
    add(to, "%s", separator(to));
    add_count(to, f->count, "edge has", "edges have");
    add(to,
        " three or more triangles, first between vertices %u and %u; separate the sheets or solids "
        "that meet there",
        (unsigned)f->first[0].a, (unsigned)f->first[0].b);
}

static void tell_unorientable(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_UNORIENTABLE_EDGES);
    add(to,
        "%sthe surface has only one side, as a Moebius strip has: inside and outside meet at edge "
        "%u to %u; cut the twisted band and join it untwisted",
        separator(to), (unsigned)f->first[0].a, (unsigned)f->first[0].b);
}

static void tell_flat(const pl_intake* s, sentence* to) {
    const plump_finding* f = finding(s, PLUMP_FINDING_FLAT_PARTS);
    add(to, "%s", separator(to));
    add_count(to, f->count, "part encloses", "parts enclose");
    add(to, " no volume, first the one with triangle %u; give it thickness or remove it",
        (unsigned)f->first[0].a);
}

static void tell_refusal(const pl_intake* s, sentence* to) {
    if (finding(s, PLUMP_FINDING_BAD_INDICES)->count) tell_bad_indices(s, to);
    if (finding(s, PLUMP_FINDING_NOT_FINITE)->count) tell_not_finite(s, to);
    if (finding(s, PLUMP_FINDING_OPEN_EDGES)->count) tell_open(s, to);
    if (finding(s, PLUMP_FINDING_NONMANIFOLD_EDGES)->count) tell_nonmanifold(s, to);
    if (finding(s, PLUMP_FINDING_UNORIENTABLE_EDGES)->count) tell_unorientable(s, to);
    if (finding(s, PLUMP_FINDING_FLAT_PARTS)->count) tell_flat(s, to);
    if (to->used) return;
    if (s->report.input_triangles == 0)
        add(to, "there are no triangles; a body needs a closed surface");
    else
        add(to,
            "nothing is left of the %s triangles: all of them have no area or cancel each other; "
            "check the scale, the indices and their type",
            grouped(s->report.input_triangles).text);
}

// Every finding of one weight, such as "16 vertices welded, 2 holes filled".
static bool tell_findings(const pl_intake* s, sentence* to, plump_finding_weight weight,
                          const char* before) {
    bool any = false;
    for (int kind = 0; kind < PLUMP_FINDING_COUNT; ++kind) {
        const plump_finding* f = &s->report.findings[kind];
        if (plump_finding_get_weight((plump_finding_kind)kind) != weight || !f->count) continue;
        add(to, "%s%s%s %s", any ? ", " : before, f->at_least ? "at least " : "",
            grouped(f->count).text, plump_finding_text((plump_finding_kind)kind, f->count));
        any = true;
    }
    return any;
}

static void tell_figures(const pl_intake* s, sentence* to) {
    const plump_mesh_report* r = &s->report;
    add_count(to, r->vertices, "vertex", "vertices");
    add(to, ", ");
    add_count(to, r->triangles, "triangle", "triangles");
    add(to, ", ");
    add_count(to, r->parts, "part", "parts");
    if (r->cavities) {
        add(to, ", ");
        add_count(to, r->cavities, "cavity", "cavities");
    }
    add(to, ", volume %g", r->volume);
    tell_findings(s, to, PLUMP_WEIGHT_WARNING, "; note: ");
}

void pl_intake_conclude(pl_intake* s) {
    plump_mesh_report* r = &s->report;
    sentence to = {r->message, sizeof r->message, 0};
    if (pl_intake_refused(s)) {
        r->verdict = PLUMP_VERDICT_REJECT;
        tell_refusal(s, &to);
    } else if (tell_findings(s, &to, PLUMP_WEIGHT_REPAIR, "")) {
        r->verdict = PLUMP_VERDICT_REPAIR;
        add(&to, "; now closed, ");
        tell_figures(s, &to);
    } else {
        r->verdict = PLUMP_VERDICT_ACCEPT;
        add(&to, "closed, ");
        tell_figures(s, &to);
    }
}
