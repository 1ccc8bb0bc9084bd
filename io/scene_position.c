// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Line and column of a place in the text. The parser keeps no positions, so the text is walked
// again, along the path only, when there is something to tell. It is known to be JSON.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

typedef struct {
    const char *at, *end;
} walk;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static char skip_blanks(walk* w) {
    while (w->at < w->end && is_blank(*w->at)) w->at++;
    return w->at < w->end ? *w->at : 0;
}

static void skip_string(walk* w) {
    for (w->at++; w->at < w->end && *w->at != '"'; ++w->at) {
        if (*w->at == '\\') w->at++;
    }
    if (w->at < w->end) w->at++;
}

// Past a value of any kind.
static void skip_value(walk* w) {
    int depth = 0;
    do {
        char c = skip_blanks(w);
        if (w->at >= w->end) return;
        if (c == '"') {
            skip_string(w);
        } else {
            if (c == '{' || c == '[') depth++;
            if (c == '}' || c == ']') depth--;
            w->at++;
            // the rest of a number or word
            while (depth == 0 && w->at < w->end && !is_blank(*w->at) && !strchr(",]}", *w->at)) {
                w->at++;
            }
        }
    } while (depth > 0);
}

// To the member's value; `*start` is where its key stands. Keys with escapes are not found.
static bool enter_member(walk* w, const char* key, const char** start) {
    size_t length = strlen(key);
    if (skip_blanks(w) != '{') return false;
    w->at++;
    while (skip_blanks(w) == '"') {
        const char* name = w->at;
        skip_string(w);
        bool is_it = (size_t)(w->at - name) == length + 2 && memcmp(name + 1, key, length) == 0;
        if (skip_blanks(w) == ':') w->at++;
        skip_blanks(w);
        if (is_it) {
            *start = name;
            return true;
        }
        skip_value(w);
        if (skip_blanks(w) == ',') w->at++;
    }
    return false;
}

static bool enter_element(walk* w, size_t index, const char** start) {
    if (skip_blanks(w) != '[') return false;
    w->at++;
    for (size_t i = 0; i < index; ++i) {
        skip_value(w);
        if (skip_blanks(w) != ',') return false;
        w->at++;
    }
    char c = skip_blanks(w);
    *start = w->at;
    return c && c != ']';
}

static const char* find(const pl_scene_reader* reader, const pl_item* item) {
    const pl_item* path[PL_SCENE_DEPTH + 2];
    size_t depth = 0;
    for (; item->up && depth < PL_COUNT(path); item = item->up) path[depth++] = item;
    walk w = {reader->text, reader->text + reader->size};
    skip_blanks(&w);
    const char* start = w.at;
    while (depth > 0) {
        const pl_item* next = path[--depth];
        bool found = next->key ? enter_member(&w, next->key, &start)
                               : enter_element(&w, next->index, &start);
        if (!found) break;
    }
    return start;
}

void pl_item_position(const pl_scene_reader* reader, const pl_item* item, size_t* line,
                      size_t* column) {
    const char* place = find(reader, item);
    *line = *column = 1;
    for (const char* at = reader->text; at < place; ++at) {
        if (*at == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*at & 0xC0) != 0x80) {  // bytes that go on with a character
            ++*column;
        }
    }
}

#endif
