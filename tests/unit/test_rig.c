// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rigs: what is written is read back as a character that moves as its waves say.
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <plump/character.h>
#include <plump/rig.h>
#include <plump/shape.h>

#include "folder_kit.h"
#include "memory_kit.h"

#include <math.h>

static plump_error error;

// A bar along y, two bones.
static const plump_rig_bone bones[2] = {
    {"low", PLUMP_RIG_ROOT, {0, -0.5, 0}, {0, 0, 0}, 0.2},
    {"high", 0, {0, 0, 0}, {0, 0.5, 0}, 0.2},
};
static const plump_rig_wave waves[2] = {
    {1, PLUMP_RIG_TURN, {0, 0, 1}, 0.5, 1, 0, 0, 0, 0},
    {0, PLUMP_RIG_MOVE, {1, 0, 0}, 0.3, 1, 0, 0, 0.5, 1},
};
static const plump_rig_clip clips[2] = {{"bend", 2, waves, 1}, {"both", 1, waves, 2}};

static plump_mesh* make_mesh(void) {
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_CAPSULE);
    plump_mesh* mesh = NULL;
    def.vertex_count = 300;
    assert_int_equal(plump_shape_create(&def, &mesh, &error), PLUMP_OK);
    return mesh;
}

static plump_rig_def make_def(const plump_mesh* mesh) {
    plump_rig_def def = plump_default_rig_def();
    def.name = "bar";
    def.triangles = plump_mesh_triangles(mesh);
    def.bones = bones;
    def.bone_count = 2;
    def.clips = clips;
    def.clip_count = 2;
    return def;
}

static plump_character* read_back(const char* path) {
    plump_character* character = NULL;
    plump_result result = plump_character_read(path, NULL, &character, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED) {  // built without jansson
        remove(path);
        skip();
    }
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return character;
}

static plump_character* create(const plump_rig_def* def) {
    plump_character* character = NULL;
    plump_result result = plump_rig_create(def, &character, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED) skip();  // built without jansson
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return character;
}

static void what_is_written_is_read_back(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    if (plump_rig_write(path, &def, &error) != PLUMP_OK) fail_msg("%s", error.text);
    plump_character* c = read_back(path);
    plump_character_info info;
    plump_character_segment high;
    plump_character_clip clip;
    plump_character_get_info(c, &info);
    assert_int_equal(info.vertex_count, plump_mesh_vertex_count(mesh));
    assert_int_equal(info.triangle_count, plump_mesh_triangle_count(mesh));
    assert_int_equal(info.segment_count, 2);
    assert_int_equal(info.clip_count, 2);
    assert_int_equal(info.closed_count, 1);
    assert_int_equal(info.note_count, 0);
    plump_character_get_segment(c, 1, &high);
    assert_string_equal(high.name, "high");
    assert_int_equal(high.parent, 0);
    plump_character_get_clip(c, 0, &clip);
    assert_string_equal(clip.name, "bend");
    assert_true(clip.begin == 0 && clip.end == 2);
    double volume;
    plump_character_volumes(c, plump_character_triangles(c).positions, &volume);
    assert_true(fabs(volume / plump_mesh_volume(mesh) - 1) < 1e-5);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void bones_turn_and_move_as_their_waves_say(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    assert_int_equal(plump_rig_write(path, &def, &error), PLUMP_OK);
    plump_character* c = read_back(path);
    plump_pose* pose = NULL;
    assert_int_equal(plump_pose_create(c, NULL, &pose, &error), PLUMP_OK);
    for (int i = 0; i <= 20; ++i) {
        double time = 0.1 * i;
        assert_int_equal(plump_pose_set(pose, 0, time, &error), PLUMP_OK);
        const double* m = plump_pose_matrices(pose) + 12;
        double angle = 0.5 * sin(3.14159265358979323846 * time);
        assert_true(fabs(m[0] - cos(angle)) < 1e-3 && fabs(m[4] - sin(angle)) < 1e-3);
    }
    // the window's second half of the clip: nothing before it, and nothing at its end
    const double at[3] = {0.25, 0.75, 1};
    const double moved[3] = {0, -0.3, 0};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(plump_pose_set(pose, 1, at[i], &error), PLUMP_OK);
        assert_true(fabs(plump_pose_matrices(pose)[3] - moved[i]) < 2e-3);  // keys are 33 ms apart
    }
    plump_pose_destroy(pose);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void vertices_follow_the_bone_they_are_near(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    assert_int_equal(plump_rig_write(path, &def, &error), PLUMP_OK);
    plump_character* c = read_back(path);
    const float* positions = plump_character_triangles(c).positions;
    uint32_t low = 0, high = 0, between = 0;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const uint32_t* segments = plump_character_segments(c) + 4 * i;
        float first = plump_character_weights(c)[4 * i];
        if (fabsf(positions[3 * i + 1]) < 0.02f) {
            assert_true(first < 0.6f);
            between++;
        } else {
            assert_int_equal(segments[0], positions[3 * i + 1] > 0);
            if (segments[0]) high++;
            if (!segments[0]) low++;
        }
    }
    assert_true(low > 50 && high > 50 && between > 0);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

// ---------------------------------------------------------------- limbs that come close

enum { STEPS = 60, AROUND = 12, TUBE_VERTICES = STEPS * AROUND + 2 };

// A tube, closed at its ends, along a U: two limbs a tube's thickness apart.
typedef struct {
    double positions[TUBE_VERTICES][3];
    uint32_t indices[2 * STEPS * AROUND][3];
} tube;

static void put_ring(tube* u, int step) {
    double s = 2.6 * step / (STEPS - 1) - 1.3, turn = fmax(fmin(s / 0.3, 1), -1);  // -1.3 to 1.3
    double angle = 1.57079632679489662 * turn, high = fmax(fabs(s) - 0.3, 0);
    double x = 0.15 * sin(angle), y = high - 0.15 * cos(angle);
    for (int k = 0; k < AROUND; ++k) {
        double about = 6.28318530717958648 * k / AROUND, out = 0.1 * cos(about);
        double* p = u->positions[step * AROUND + k];
        p[0] = x + out * sin(angle);
        p[1] = y - out * cos(angle);
        p[2] = 0.1 * sin(about);
    }
}

static plump_triangles make_tube(tube* u) {
    uint32_t count = 0, last = STEPS * AROUND;
    for (int i = 0; i < STEPS; ++i) put_ring(u, i);
    for (uint32_t end = 0; end < 2; ++end) {
        double* p = u->positions[last + end];
        p[0] = end ? 0.15 : -0.15, p[1] = 1, p[2] = 0;
    }
    for (uint32_t k = 0; k < AROUND; ++k) {
        uint32_t next = (k + 1) % AROUND, top = (STEPS - 1) * AROUND;
        for (uint32_t i = 0; i + 1 < STEPS; ++i) {
            uint32_t a = i * AROUND + k, b = i * AROUND + next;
            const uint32_t two[2][3] = {{a, b, a + AROUND}, {b, b + AROUND, a + AROUND}};
            memcpy(u->indices[count], two, sizeof two);
            count += 2;
        }
        const uint32_t caps[2][3] = {{last, next, k}, {last + 1, top + k, top + next}};
        memcpy(u->indices[count], caps, sizeof caps);
        count += 2;
    }
    return (plump_triangles){.positions = u->positions,
                             .position_type = PLUMP_SCALAR_FLOAT64,
                             .vertex_count = TUBE_VERTICES,
                             .indices = u->indices,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = count};
}

// The right limb is called thicker than it is: the inner side of the left one is nearer to its
// bone.
static const plump_rig_bone limbs[3] = {
    {"base", PLUMP_RIG_ROOT, {-0.1, -0.12, 0}, {0.1, -0.12, 0}, 0.12},
    {"left", 0, {-0.15, 0.05, 0}, {-0.15, 1, 0}, 0.06},
    {"right", 0, {0.15, 0.05, 0}, {0.15, 1, 0}, 0.15},
};

static double weight_of(const plump_character* c, uint32_t vertex, uint32_t bone) {
    double weight = 0;
    for (uint32_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
        if (plump_character_segments(c)[k] == bone) weight += (double)plump_character_weights(c)[k];
    }
    return weight;
}

static void no_limb_follows_one_that_comes_close(void** state) {
    (void)state;
    static tube u;
    plump_rig_def def = plump_default_rig_def();
    def.triangles = make_tube(&u);
    def.bones = limbs;
    def.bone_count = 3;
    plump_character* c = create(&def);
    uint32_t near = 0, seen = 0;
    for (uint32_t i = 0; i < TUBE_VERTICES; ++i) {
        const double* p = u.positions[i];
        if (p[1] < 0.2) continue;
        near += p[0] < 0 && hypot(p[0] - 0.15, p[2]) / 0.15 < 0.95 * 0.1 / 0.06;
        seen++;
        if (weight_of(c, i, p[0] < 0 ? 2 : 1) > 0)
            fail_msg("the vertex at %g, %g, %g follows the other limb", p[0], p[1], p[2]);
        assert_true(weight_of(c, i, p[0] < 0 ? 1 : 2) > (p[1] > 0.5 ? 0.95 : 0.3));
    }
    assert_true(near > 40 && seen > 400);  // straight distances would be wrong
    plump_character_destroy(c);
}

// Neither limb is next to the other in the skeleton, but their regions meet when the base is thin.
static void weights_do_not_jump(void** state) {
    (void)state;
    static tube u;
    plump_rig_bone thin[3] = {limbs[0], limbs[1], limbs[2]};
    plump_rig_def def = plump_default_rig_def();
    def.triangles = make_tube(&u);
    thin[0].radius = 0.02;
    thin[1].radius = thin[2].radius = 0.1;
    def.bones = thin;
    def.bone_count = 3;
    plump_character* c = create(&def);
    double most = 0, both = 0;
    for (uint32_t i = 0; i + AROUND < STEPS * AROUND; ++i) {
        for (uint32_t bone = 0; bone < 3; ++bone)
            most = fmax(most, fabs(weight_of(c, i, bone) - weight_of(c, i + AROUND, bone)));
        both = fmax(both, fmin(weight_of(c, i, 1), weight_of(c, i, 2)));
    }
    assert_true(both > 0.3);  // they do meet
    assert_true(most < 0.4);
    plump_character_destroy(c);
}

// Seams of textures split vertices; halves that moved apart would tear.
static void vertices_at_one_place_move_alike(void** state) {
    (void)state;
    static tube u;
    static double loose[2 * STEPS * AROUND * 3][3];
    plump_triangles t = make_tube(&u);
    for (uint32_t i = 0; i < 3 * t.triangle_count; ++i)
        memcpy(loose[i], u.positions[((const uint32_t*)t.indices)[i]], sizeof loose[i]);
    plump_rig_def def = plump_default_rig_def();
    def.triangles = t;
    def.bones = limbs;
    def.bone_count = 3;
    plump_character* whole = create(&def);
    def.triangles.positions = loose;
    def.triangles.vertex_count = 3 * t.triangle_count;
    def.triangles.indices = NULL;
    plump_character* split = create(&def);
    for (uint32_t i = 0; i < 3 * t.triangle_count; ++i) {
        uint32_t vertex = ((const uint32_t*)t.indices)[i];
        for (uint32_t bone = 0; bone < 3; ++bone)
            assert_true(fabs(weight_of(whole, vertex, bone) - weight_of(split, i, bone)) < 1e-6);
    }
    plump_character_destroy(whole);
    plump_character_destroy(split);
}

// ---------------------------------------------------------------- in memory

static void check_same_poses(const plump_character* a, const plump_character* b, uint32_t clip) {
    plump_character_info info;
    plump_pose *pose_a = NULL, *pose_b = NULL;
    plump_character_get_info(a, &info);
    assert_int_equal(plump_pose_create(a, NULL, &pose_a, &error), PLUMP_OK);
    assert_int_equal(plump_pose_create(b, NULL, &pose_b, &error), PLUMP_OK);
    for (int i = 0; i <= 8; ++i) {
        assert_int_equal(plump_pose_set(pose_a, clip, 0.13 * i, &error), PLUMP_OK);
        assert_int_equal(plump_pose_set(pose_b, clip, 0.13 * i, &error), PLUMP_OK);
        assert_memory_equal(plump_pose_matrices(pose_a), plump_pose_matrices(pose_b),
                            12 * sizeof(double) * info.segment_count);
    }
    plump_pose_destroy(pose_a);
    plump_pose_destroy(pose_b);
}

static void in_memory_is_as_from_the_file(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    def.scale = 1.25;
    plump_character* made = create(&def);
    const char* path = path_of("bar.glb");
    assert_int_equal(plump_rig_write(path, &def, &error), PLUMP_OK);
    plump_character* c = read_back(path);
    plump_character_info info, own;
    plump_character_get_info(c, &info);
    plump_character_get_info(made, &own);
    assert_memory_equal(&own, &info, sizeof info);
    plump_triangles from = plump_character_triangles(c), to = plump_character_triangles(made);
    assert_memory_equal(to.positions, from.positions, 12 * (size_t)info.vertex_count);
    assert_memory_equal(to.indices, from.indices, 12 * (size_t)info.triangle_count);
    assert_memory_equal(plump_character_segments(made), plump_character_segments(c),
                        16 * (size_t)info.vertex_count);
    assert_memory_equal(plump_character_weights(made), plump_character_weights(c),
                        16 * (size_t)info.vertex_count);
    for (uint32_t i = 0; i < info.clip_count; ++i) check_same_poses(made, c, i);
    plump_character_destroy(made);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void creating_may_run_out_of_memory(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    plump_character_destroy(create(&def));
    memory_kit memory = {0};
    def.allocator = memory_kit_hooks(&memory);
    for (long n = 1;; ++n) {
        plump_character* character = (plump_character*)&memory;
        memory = (memory_kit){.fail_at = n};
        plump_result result = plump_rig_create(&def, &character, &error);
        if (result == PLUMP_OK) {
            plump_character_destroy(character);
            assert_int_equal(memory.blocks, 0);
            assert_true(n > 20);
            break;
        }
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_null(character);
        assert_int_equal(memory.blocks, 0);
    }
    plump_mesh_destroy(mesh);
}

// ---------------------------------------------------------------- sizes and built-in rigs

static void lengths_follow_the_scale(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    def.scale = 0.5;
    plump_character* c = create(&def);
    plump_character_segment low;
    plump_pose* pose = NULL;
    plump_character_get_segment(c, 0, &low);
    assert_true(low.position[1] == -0.25);
    assert_int_equal(plump_pose_create(c, NULL, &pose, &error), PLUMP_OK);
    assert_int_equal(plump_pose_set(pose, 1, 0.75, &error), PLUMP_OK);
    assert_true(fabs(plump_pose_matrices(pose)[3] + 0.15) < 1e-3);  // moves shrink
    assert_int_equal(plump_pose_set(pose, 0, 0.5, &error), PLUMP_OK);
    assert_true(fabs(plump_pose_matrices(pose)[12 + 4] - sin(0.5)) < 1e-3);  // turns do not
    plump_pose_destroy(pose);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
}

// The middle of every bone lies in the shape's box, and every bone moves some vertices.
static void check_builtin(plump_shape_kind kind, double size) {
    plump_shape_def shape = plump_default_shape_def(kind);
    plump_rig_def def;
    plump_mesh* mesh = NULL;
    shape.vertex_count = 1500;
    shape.size = size;
    assert_int_equal(plump_rig_builtin(kind, size, &def, &error), PLUMP_OK);
    assert_string_equal(def.name, plump_shape_name(kind));
    assert_true(!def.bones == (def.bone_count == 0) && !def.clips == (def.clip_count == 0));
    if (!def.bones) return;
    assert_true(def.clip_count > 0);
    assert_int_equal(plump_shape_create(&shape, &mesh, &error), PLUMP_OK);
    def.triangles = plump_mesh_triangles(mesh);
    plump_character* c = create(&def);
    plump_character_info info;
    plump_character_get_info(c, &info);
    assert_int_equal(info.segment_count, def.bone_count);
    assert_int_equal(info.clip_count, def.clip_count);
    for (uint32_t b = 0; b < info.segment_count; ++b) {
        uint32_t moved = 0;
        for (uint32_t i = 0; i < 4 * info.vertex_count; ++i)
            moved += plump_character_segments(c)[i] == b && plump_character_weights(c)[i] > 0.2f;
        if (moved < 4) fail_msg("bone %u of the %s moves %u vertices", b, def.name, moved);
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(def.bones[b].joint[k] + def.bones[b].tip[k]) < 1);
    }
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
}

static void builtin_rigs_fit_their_shapes(void** state) {
    (void)state;
    int with_bones = 0;
    for (int kind = 0; kind < PLUMP_SHAPE_COUNT; ++kind) {
        plump_rig_def def;
        check_builtin((plump_shape_kind)kind, kind % 2 ? 0.1 : 20);
        assert_int_equal(plump_rig_builtin((plump_shape_kind)kind, 1, &def, &error), PLUMP_OK);
        with_bones += def.bones != NULL;
    }
    assert_true(with_bones >= 5);
}

static void builtin_rigs_refuse_what_is_not_there(void** state) {
    (void)state;
    plump_rig_def def;
    const double wrong[] = {0, -1, 1e7, NAN};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(plump_rig_builtin(PLUMP_SHAPE_BEAR, wrong[i], &def, &error),
                         PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "the size is"));
        assert_null(def.bones);
    }
    assert_int_equal(plump_rig_builtin(PLUMP_SHAPE_COUNT, 1, &def, &error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "there is no shape"));
    assert_int_equal(plump_rig_builtin(PLUMP_SHAPE_BEAR, 1, NULL, &error), PLUMP_ERROR_ARGUMENT);
}

// ---------------------------------------------------------------- what is refused

static void refuse(const plump_rig_def* def, const char* words) {
    assert_int_equal(plump_rig_write(path_of("bar.glb"), def, &error), PLUMP_ERROR_ARGUMENT);
    if (!strstr(error.text, words)) fail_msg("no '%s' in '%s'", words, error.text);
    plump_character* character = NULL;
    assert_int_equal(plump_rig_create(def, &character, &error), PLUMP_ERROR_ARGUMENT);
    if (!strstr(error.text, words)) fail_msg("no '%s' in '%s'", words, error.text);
    assert_null(character);
}

static void wrong_rigs_are_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def good = make_def(mesh), def = good;
    def.cookie = 0;
    refuse(&def, "plump_default_rig_def()");
    def = good;
    def.bone_count = 0;
    refuse(&def, "1 to 256 bones");
    def = good;
    def.triangles = (plump_triangles){0};
    refuse(&def, "no triangles");
    def = good;
    def.key_rate = 0;
    refuse(&def, "key rate");
    def = good;
    def.scale = 0;
    refuse(&def, "the scale is 0");
    plump_rig_bone wrong[2] = {bones[0], bones[1]};
    def = good;
    def.bones = wrong;
    wrong[1].parent = 1;
    refuse(&def, "parents come before their children");
    wrong[1] = bones[1];
    wrong[1].radius = 0;
    refuse(&def, "its radius above 0");
    plump_rig_wave wave = waves[0];
    plump_rig_clip clip = {"x", 1, &wave, 1};
    def = good;
    def.clips = &clip;
    def.clip_count = 1;
    wave.bone = 2;
    refuse(&def, "its bone must exist");
    wave = waves[0];
    memset(wave.axis, 0, sizeof wave.axis);
    refuse(&def, "its axis have a length");
    wave = waves[0];
    clip.seconds = 0;
    refuse(&def, "lasts 0 s");
    assert_int_equal(plump_rig_write(NULL, &good, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_rig_write("x.glb", NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_rig_create(&good, NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_mesh_destroy(mesh);
}

static void memory_may_run_out(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    memory_kit memory = {0};
    def.allocator = memory_kit_hooks(&memory);
    const char* path = path_of("bar.glb");
    for (long n = 1;; ++n) {
        memory = (memory_kit){.fail_at = n};
        plump_result result = plump_rig_write(path, &def, &error);
        assert_int_equal(memory.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(access(path, F_OK) != 0);
        assert_true(n < 1000);
    }
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(bones_turn_and_move_as_their_waves_say),
        cmocka_unit_test(vertices_follow_the_bone_they_are_near),
        cmocka_unit_test(no_limb_follows_one_that_comes_close),
        cmocka_unit_test(weights_do_not_jump),
        cmocka_unit_test(vertices_at_one_place_move_alike),
        cmocka_unit_test(in_memory_is_as_from_the_file),
        cmocka_unit_test(creating_may_run_out_of_memory),
        cmocka_unit_test(lengths_follow_the_scale),
        cmocka_unit_test(builtin_rigs_fit_their_shapes),
        cmocka_unit_test(builtin_rigs_refuse_what_is_not_there),
        cmocka_unit_test(wrong_rigs_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
