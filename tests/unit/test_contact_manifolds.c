// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts that are taken over from substep to substep are those that a search would find: in heaps
// that roll, settle, rest and are taken apart. Rows that last go the way of rows made anew.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "src/collide/collide_data.h"
#include "src/world/world_data.h"
#include "tests/unit/contact_kit.h"

#define BODIES 8

// Stacks of two boxes, and a ball that falls on one of them and rolls off.
static scene make_heap(void) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    s.look_every = 1000;
    scene_floor(&s, 0.5f);
    for (uint32_t i = 0; i < BODIES; ++i) {
        bool ball = i + 1 == BODIES;
        plump_shape_kind kind = ball ? PLUMP_SHAPE_SPHERE : PLUMP_SHAPE_BOX;
        const plump_mesh* mesh = scene_keep(&s, mesh_shape(kind, 218, ball ? 0.15 : 0.3));
        double height = ball ? 1 : 0.152 + 0.303 * (i % 2);
        plump_body_def def = scene_def(mesh, 14, 0.5 * (i / 2) - (ball ? 0.45 : 0), height, 0);
        def.damping = 0.5f;
        def.can_sleep = 0;
        scene_body(&s, &def);
    }
    return s;
}

static void copy(const scene* from, scene* to) {
    size_t size = plump_world_snapshot_size(from->world);
    unsigned char* bytes = malloc(size);
    const plump_mesh* mesh[BODIES];
    assert_non_null(bytes);
    for (uint32_t i = 0; i < from->mesh_count; ++i) mesh[i] = from->mesh[i];
    OK(plump_world_snapshot(from->world, bytes, size, &size, &kit_error));
    OK(plump_world_restore(to->world, bytes, size, mesh, from->mesh_count, &kit_error));
    free(bytes);
}

static bool is_listed(const pl_contact_list* list, const pl_contact* c) {
    for (size_t i = 0; i < list->count; ++i) {
        const pl_contact* other = &list->contacts[i];
        if (pl_contact_same_pair(other, c) && other->split == c->split &&
            other->place[0] == c->place[0])
            return true;
    }
    return false;
}

// Of what contacts carry in one, the share that is not listed in the other.
static double missing(const scene* searched, const scene* taken) {
    const pl_contact_list* list = &searched->world->contacts;
    double all = 0, missed = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const pl_contact* c = &list->contacts[i];
        all += (double)c->push;
        if (c->split == 1 && !is_listed(&taken->world->contacts, c)) missed += (double)c->push;
    }
    return all > 0 ? missed / all : 0;
}

static size_t count_taken(const scene* s) {
    size_t count = 0;
    for (size_t i = 0; i < s->world->collide->pair_count; ++i)
        count += s->world->collide->pairs[i].manifold != NULL;
    return count;
}

static double largest_difference(const scene* a, const scene* b) {
    double most = 0;
    for (uint32_t i = 0; i < BODIES; ++i) {
        const pl_body *p = a->world->bodies[i], *q = b->world->bodies[i];
        for (int k = 0; k < 3; ++k)
            for (uint32_t v = 0; v < p->count; ++v)
                most = fmax(most, fabs(p->origin[k] - q->origin[k] + (double)p->x[k][v] -
                                       (double)q->x[k][v]));
    }
    return most;
}

// Both go on from the same state, one step of many substeps at a time.
static void what_is_taken_over_is_what_a_search_finds(void** state) {
    (void)state;
    scene s = make_heap(), searched = make_heap();
    searched.world->collide->searches_always = true;
    double most_missing = 0, most_apart = 0;
    size_t pairs = 0, taken = 0;
    for (int i = 0; i < 320; ++i) {
        if (i % 8 == 0) copy(&s, &searched);
        OK(plump_world_step(s.world, s.dt, 8, &kit_error));
        pairs += s.world->collide->pair_count;
        taken += count_taken(&s);
        if (i % 8 != 0) continue;
        OK(plump_world_step(searched.world, s.dt, 8, &kit_error));
        assert_false(searched.world->contacts.lasting);
        most_missing = fmax(most_missing, missing(&searched, &s));
        most_apart = fmax(most_apart, largest_difference(&s, &searched));
    }
    volume_judge(most_missing <= 0.01, "share of the load that is not listed (at most 0.01)",
                 most_missing);
    volume_judge(most_apart <= 1e-5, "m apart after a step (at most 1e-5)", most_apart);
    double share = (double)taken / (double)pairs;
    volume_judge(share > 0.4, "share of pairs that are taken over (more than 0.4)", share);
    volume_judge(s.world->contacts.lasting, "all are in the end", s.world->contacts.lasting);
    volume_expect_good();
    scene_end(&s);
    scene_end(&searched);
}

// A step begins with a search, so nothing of it is in a snapshot.
static void a_snapshot_needs_no_manifolds(void** state) {
    (void)state;
    scene s = make_heap(), again = make_heap();
    for (int i = 0; i < 200; ++i) OK(plump_world_step(s.world, s.dt, 6, &kit_error));
    assert_true(s.world->collide->manifold_count > 0);
    copy(&s, &again);
    for (int i = 0; i < 20; ++i) {
        OK(plump_world_step(s.world, s.dt, 6, &kit_error));
        OK(plump_world_step(again.world, s.dt, 6, &kit_error));
        assert_int_equal(plump_world_hash(s.world), plump_world_hash(again.world));
    }
    scene_end(&s);
    scene_end(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_over_is_what_a_search_finds),
        cmocka_unit_test(a_snapshot_needs_no_manifolds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
