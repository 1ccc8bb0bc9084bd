// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/places.h"

struct pl_place_run {
    uint64_t place;  // of its first element
    uint32_t first;
    uint32_t step;  // from element to element
};

static uint64_t place_in_run(const struct pl_place_run* run, uint32_t element) {
    return run->place + (uint64_t)run->step * (element - run->first);
}

bool pl_places_add(pl_places* places, const plump_allocator* hooks, uint32_t element,
                   uint64_t place) {
    if (places->count > 0) {
        struct pl_place_run* run = &places->runs[places->count - 1];
        if (element == run->first + 1 && place >= run->place && place - run->place <= UINT32_MAX)
            run->step = (uint32_t)(place - run->place);
        if (place_in_run(run, element) == place) return true;
    }
    if (!pl_grow(hooks, (void**)&places->runs, &places->capacity, places->count, places->count + 1,
                 sizeof *places->runs))
        return false;
    places->runs[places->count++] = (struct pl_place_run){place, element, 0};
    return true;
}

uint64_t pl_places_find(const pl_places* places, uint32_t element) {
    size_t low = 0, high = places->count;  // the last run that begins at or before the element
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (places->runs[middle].first <= element)
            low = middle;
        else
            high = middle;
    }
    return places->count ? place_in_run(&places->runs[low], element) : 0;
}

void pl_places_free(pl_places* places, const plump_allocator* hooks) {
    pl_free(hooks, places->runs);
}
