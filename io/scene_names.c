// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Names of bodies and obstacles in order, so that a scene that names them often is read in a time
// that grows with its text: 100,000 events that each name one of 10,000 bodies took 20 s.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <stdlib.h>
#include <string.h>

static int compare(const void* a, const void* b) {
    const pl_scene_name *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order != 0) return order;
    return x->index < y->index ? -1 : x->index > y->index;
}

void pl_scene_sort_names(pl_scene_name* names, size_t count) {
    if (count > 1) qsort(names, count, sizeof *names, compare);
}

uint32_t pl_scene_find_name(const pl_scene_name* names, size_t count, const char* name,
                            size_t length) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(names[middle].name, name, length);
        if (order == 0 && names[middle].name[length]) order = 1;
        if (order == 0) return names[middle].index;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return PL_PLAN_NONE;
}

#endif
