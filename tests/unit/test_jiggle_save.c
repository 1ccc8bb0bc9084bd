// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// States of deformers: after a restore all goes on with the same bits; what is cut, flipped, a lie
// or of other sets is refused, and changes nothing.
#include "src/base/hash.h"
#include "src/world/snapshot.h"
#include "tests/unit/jiggle_kit.h"
#include "tests/unit/memory_kit.h"

#define SETS     3
#define SEGMENTS 2

typedef struct puppet {
    plump_mesh* mesh;
    plump_jiggle* jiggle;
    uint32_t* segments;
    float* weights;
    uint32_t count;
    double* at;
} puppet;

static plump_jiggle_def make_def(puppet* p, plump_jiggle_set sets[SETS]) {
    plump_jiggle_def def = kit_def(p->mesh);
    const float* x = plump_mesh_positions(p->mesh);
    for (uint32_t i = 0; i < p->count; ++i) {
        float share = 0.5f + x[3 * i] / 2;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        p->segments[4 * i + 1] = 1;
        p->weights[4 * i] = share;
        p->weights[4 * i + 1] = 1 - share;
    }
    for (int i = 0; i < SETS; ++i) {
        sets[i] = plump_default_jiggle_set();
        sets[i].anchor[0] = 0.3 * (i - 1);
        sets[i].radius = 0.4f + 0.3f * (float)i;
        sets[i].segments[0] = i == 2;
        sets[i].turn_hertz = i == 1 ? 2.0f : 0.0f;
        sets[i].on_all = i == 1;
    }
    def.segments = p->segments;
    def.weights = p->weights;
    def.segment_count = SEGMENTS;
    def.sets = sets;
    def.set_count = SETS;
    def.gravity[1] = -9.81f;
    def.bind_gravity[1] = -9.81f;
    return def;
}

static void add_obstacle(plump_jiggle* jiggle) {
    plump_obstacle_def def = plump_default_obstacle_def();
    uint32_t number;
    def.shape = PLUMP_OBSTACLE_PLANE;
    def.position[1] = -0.4;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &def, &number, NULL), PLUMP_OK);
}

static puppet make(plump_allocator hooks) {
    puppet p = {.mesh = kit_shape(PLUMP_SHAPE_SPHERE, 400)};
    plump_jiggle_set sets[SETS];
    p.count = plump_mesh_vertex_count(p.mesh);
    p.segments = calloc(4 * p.count, sizeof *p.segments);
    p.weights = calloc(4 * p.count, sizeof *p.weights);
    p.at = calloc(6 * p.count, sizeof *p.at);
    plump_jiggle_def def = make_def(&p, sets);
    def.allocator = hooks;
    p.jiggle = kit_make(&def);
    add_obstacle(p.jiggle);
    return p;
}

static void drop(puppet* p) {
    plump_jiggle_destroy(p->jiggle);
    plump_mesh_destroy(p->mesh);
    free(p->segments);
    free(p->weights);
    free(p->at);
}

static void matrices_at(double time, double m[12 * SEGMENTS]) {
    for (int i = 0; i < SEGMENTS; ++i) {
        double turn = (i + 1) * sin(3 * time);
        double* to = m + 12 * i;
        memcpy(to, kit_identity, sizeof kit_identity);
        to[0] = to[5] = cos(turn);
        to[1] = -sin(turn);
        to[4] = sin(turn);
        to[3] = 2 * sin(5 * time);
        to[7] = 0.2 * cos(9 * time) - 0.2;
    }
}

static void step(puppet* p, int frame) {
    double m[12 * SEGMENTS];
    const double hand[3] = {0.2, 0.5 + 0.01 * frame, 0.1};
    matrices_at(frame / 60.0, m);
    if (frame % 8 == 3) assert_int_equal(plump_jiggle_drag(p->jiggle, 2, hand, NULL), PLUMP_OK);
    if (frame % 8 == 7) assert_int_equal(plump_jiggle_drag(p->jiggle, 2, NULL, NULL), PLUMP_OK);
    assert_int_equal(plump_jiggle_step(p->jiggle, 1 / 60.0, m, NULL, NULL), PLUMP_OK);
}

// All that can be seen of a deformer, without deforming it first.
static uint64_t seen(const plump_jiggle* jiggle) {
    uint64_t hash = PL_HASH_START;
    plump_jiggle_contact contacts[8];
    uint32_t count = plump_jiggle_contacts(jiggle, contacts, 8);
    for (uint32_t i = 0; i < count && i < 8; ++i)
        hash = pl_hash_bytes(hash, &contacts[i], sizeof contacts[i]);
    for (uint32_t i = 0; i < SETS; ++i) {
        plump_jiggle_state state;
        assert_int_equal(plump_jiggle_read(jiggle, i, &state, NULL), PLUMP_OK);
        hash = pl_hash_bytes(hash, &state.anchor, sizeof state.anchor);
        hash = pl_hash_bytes(hash, &state.point, sizeof state.point);
        hash = pl_hash_bytes(hash, &state.velocity, sizeof state.velocity);
        hash = pl_hash_bytes(hash, &state.turn, sizeof state.turn);
        hash = pl_hash_bytes(hash, &state.radius, sizeof state.radius);
        hash = pl_hash_bytes(hash, &state.limited, sizeof state.limited);
    }
    return hash;
}

static uint64_t deformed(puppet* p) {
    kit_deform(p->jiggle, p->at, p->at + 3 * p->count);
    uint64_t hash = pl_hash_bytes(PL_HASH_START, p->at, 6 * p->count * sizeof *p->at);
    return hash ^ seen(p->jiggle);
}

static unsigned char* save(const plump_jiggle* jiggle, size_t* size) {
    size_t needed = plump_jiggle_state_size(jiggle);
    unsigned char* state = malloc(needed);
    plump_error error;
    if (plump_jiggle_save(jiggle, state, needed, size, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    assert_int_equal(*size, needed);
    return state;
}

static void restore(plump_jiggle* jiggle, const unsigned char* state, size_t size) {
    plump_error error;
    if (plump_jiggle_restore(jiggle, state, size, &error) != PLUMP_OK) fail_msg("%s", error.text);
}

// Saved at any of several frames, in the same deformer or another that has seen other things.
static void a_restored_deformer_goes_on_with_the_same_bits(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0}), other = make((plump_allocator){0});
    uint32_t contacts = 0;
    for (int frame = 0; frame < 9; ++frame) step(&other, 100 + frame);
    deformed(&other);
    for (int start = 0; start < 30; start += 5) {
        for (int frame = start; frame < start + 5; ++frame) step(&p, frame);
        deformed(&p);
        contacts += plump_jiggle_contacts(p.jiggle, NULL, 0);
        size_t size;
        unsigned char* state = save(p.jiggle, &size);
        uint64_t now = seen(p.jiggle), shape = deformed(&p), later[6];
        for (int i = 0; i < 6; ++i) {
            step(&p, start + 5 + i);
            later[i] = deformed(&p);
        }
        for (int which = 0; which < 2; ++which) {
            puppet* to = which ? &other : &p;
            restore(to->jiggle, state, size);
            assert_true(seen(to->jiggle) == now);
            assert_true(deformed(to) == shape);
            for (int i = 0; i < 6; ++i) {
                step(to, start + 5 + i);
                assert_true(deformed(to) == later[i]);
            }
        }
        restore(p.jiggle, state, size);
        free(state);
    }
    assert_true(contacts > 2);  // states with contacts were among them
    drop(&p);
    drop(&other);
}

static void a_state_is_the_same_saved_twice(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    for (int frame = 0; frame < 20; ++frame) step(&p, frame);
    size_t size, again;
    unsigned char* state = save(p.jiggle, &size);
    restore(p.jiggle, state, size);
    unsigned char* other = save(p.jiggle, &again);
    assert_int_equal(size, again);
    assert_memory_equal(state, other, size);
    free(state);
    free(other);
    drop(&p);
}

// --- refused ---

static void refuse(plump_jiggle* jiggle, const unsigned char* state, size_t size,
                   const char* part) {
    plump_error error;
    uint64_t before = seen(jiggle);
    // a block of its own size: reading past it is seen by the sanitizer
    unsigned char* exact = malloc(size ? size : 1);
    memcpy(exact, state, size);
    assert_int_not_equal(plump_jiggle_restore(jiggle, exact, size, &error), PLUMP_OK);
    free(exact);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
    assert_true(seen(jiggle) == before);
}

static void every_cut_and_every_flipped_byte_is_refused(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    for (int frame = 0; frame < 20; ++frame) step(&p, frame);
    deformed(&p);
    size_t size;
    unsigned char* state = save(p.jiggle, &size);
    for (size_t i = 0; i < size; ++i) refuse(p.jiggle, state, i, i < 40 ? "no state" : "bytes");
    for (size_t i = 0; i < size; ++i) {
        for (unsigned bit = 1; bit < 256; bit *= 2) {
            state[i] = (unsigned char)(state[i] ^ bit);
            refuse(p.jiggle, state, size, "state");
            state[i] = (unsigned char)(state[i] ^ bit);
        }
    }
    restore(p.jiggle, state, size);
    free(state);
    drop(&p);
}

static void seal(unsigned char* state, size_t size) {
    uint64_t sum = pl_snapshot_checksum(state, size);
    for (unsigned k = 0; k < 8; ++k) state[32 + k] = (unsigned char)(sum >> (8 * k));
}

// With the checksum made right again, bytes may lie: refused, or taken and of use.
static void lies_with_a_right_checksum_do_no_harm(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    for (int frame = 0; frame < 20; ++frame) step(&p, frame);
    deformed(&p);
    size_t size, taken = 0, refused = 0;
    unsigned char* state = save(p.jiggle, &size);
    unsigned char* lie = malloc(size);
    for (size_t i = 0; i < size; ++i) {
        for (unsigned change = 0; change < 3; ++change) {
            memcpy(lie, state, size);
            lie[i] = (unsigned char)(lie[i] ^ (change == 0 ? 0xff : change == 1 ? 0x40 : 1));
            seal(lie, size);
            plump_error error = {0};
            if (plump_jiggle_restore(p.jiggle, lie, size, &error) != PLUMP_OK) {
                assert_true(error.text[0] != 0);
                refused += 1;
                continue;
            }
            taken += 1;
            if (i % 7 != 0) continue;
            step(&p, 20);
            deformed(&p);
            for (uint32_t k = 0; k < 6 * p.count; ++k) assert_true(isfinite(p.at[k]));
        }
    }
    assert_true(taken > 100 && refused > 100);
    free(state);
    free(lie);
    drop(&p);
}

static void put_double(unsigned char* to, double value) {
    uint64_t bits = pl_double_bits(value);
    for (unsigned k = 0; k < 8; ++k) to[k] = (unsigned char)(bits >> (8 * k));
}

static void numbers_that_are_none_are_refused(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    for (int frame = 0; frame < 20; ++frame) step(&p, frame);
    deformed(&p);
    assert_true(plump_jiggle_contacts(p.jiggle, NULL, 0) > 0);
    size_t size, masses = 44 + 8 * 12 * SEGMENTS, each = 4 + 28 * 8;
    size_t contacts = masses + SETS * each;
    unsigned char* state = save(p.jiggle, &size);
    unsigned char* lie = malloc(size);
    const double bad[2] = {NAN, INFINITY};
    const struct {
        size_t at;
        const char* says;
    } places[] = {{44, "matrix"},         {masses - 8, "matrix"},
                  {masses + 4, "mass"},   {masses + 4 + 27 * 8, "mass"},
                  {contacts - 8, "mass"}, {contacts + 4 + 8, "contact"},
                  {size - 8, "contact"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        for (int k = 0; k < 2; ++k) {
            memcpy(lie, state, size);
            put_double(lie + places[i].at, bad[k]);
            seal(lie, size);
            refuse(p.jiggle, lie, size, places[i].says);
        }
    }
    memcpy(lie, state, size);
    memset(lie + contacts, 0xff, 4);  // so many contacts
    seal(lie, size);
    refuse(p.jiggle, lie, size, "end");
    memcpy(lie, state, size);
    lie[contacts + 4 + 4] = 7;
    seal(lie, size);
    refuse(p.jiggle, lie, size, "obstacle 7");
    free(state);
    free(lie);
    drop(&p);
}

static void states_of_other_sets_are_refused(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    size_t size;
    unsigned char* state = save(p.jiggle, &size);
    for (int change = 0; change < 8; ++change) {
        plump_jiggle_set sets[SETS];
        plump_jiggle_def def = make_def(&p, sets);
        if (change == 0) def.set_count = 2;
        if (change == 1) sets[1].anchor[2] = 1e-9;
        if (change == 2) sets[2].radius = 0.9f;
        if (change == 3) sets[0].on_all = true;
        if (change == 4) sets[0].damping = 3;
        if (change == 5) sets[2].weights[0] = sets[2].weights[1] = 0.5f;
        if (change == 6) sets[2].segments[0] = 0;
        if (change == 7) def.segment_count = 3;
        plump_jiggle* other = kit_make(&def);
        plump_error error;
        assert_int_not_equal(plump_jiggle_restore(other, state, size, &error), PLUMP_OK);
        assert_non_null(strstr(error.text, "state"));
        plump_jiggle_destroy(other);
    }
    free(state);
    drop(&p);
}

static void calls_without_what_they_need_get_a_sentence(void** context) {
    (void)context;
    puppet p = make((plump_allocator){0});
    size_t size, needed = plump_jiggle_state_size(p.jiggle);
    unsigned char* state = malloc(needed);
    plump_error error;
    assert_int_equal(plump_jiggle_state_size(NULL), 0);
    assert_int_not_equal(plump_jiggle_save(NULL, state, needed, &size, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_save(p.jiggle, NULL, needed, &size, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_save(p.jiggle, state, needed, NULL, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_save(p.jiggle, state, needed - 1, &size, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "bytes"));
    assert_int_not_equal(plump_jiggle_restore(NULL, state, needed, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_restore(p.jiggle, NULL, needed, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_restore(p.jiggle, state, 0, NULL), PLUMP_OK);
    free(state);
    drop(&p);
}

// Room for contacts is all that a restore can ask for.
static void memory_may_run_out_while_restoring(void** context) {
    (void)context;
    memory_kit memory = {0};
    puppet p = make((plump_allocator){0}), fresh = make(memory_kit_hooks(&memory));
    for (int frame = 0; frame < 20; ++frame) step(&p, frame);
    deformed(&p);
    assert_true(plump_jiggle_contacts(p.jiggle, NULL, 0) > 0);
    size_t size;
    unsigned char* state = save(p.jiggle, &size);
    plump_error error;
    uint64_t before = seen(fresh.jiggle);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(plump_jiggle_restore(fresh.jiggle, state, size, &error), PLUMP_ERROR_MEMORY);
    assert_true(seen(fresh.jiggle) == before);
    memory.fail_at = 0;
    restore(fresh.jiggle, state, size);
    assert_true(seen(fresh.jiggle) == seen(p.jiggle));
    long calls = memory.calls;
    restore(fresh.jiggle, state, size);
    assert_int_equal(memory.calls, calls);
    free(state);
    drop(&p);
    drop(&fresh);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_deformer_goes_on_with_the_same_bits),
        cmocka_unit_test(a_state_is_the_same_saved_twice),
        cmocka_unit_test(every_cut_and_every_flipped_byte_is_refused),
        cmocka_unit_test(lies_with_a_right_checksum_do_no_harm),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(states_of_other_sets_are_refused),
        cmocka_unit_test(calls_without_what_they_need_get_a_sentence),
        cmocka_unit_test(memory_may_run_out_while_restoring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
