// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The examples of docs/scene.md are scenes: each is read, and runs.
#include "tests/unit/scene_kit.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#define FENCE "```json\n"

static const char* load_page(void) {
    static char text[1 << 20], path[600];
    const char* here = __FILE__;
    const char* end = strstr(here, "tests/unit/test_scene_page.c");
    assert_non_null(end);
    snprintf(path, sizeof path, "%.*sdocs/scene.md", (int)(end - here), here);
    FILE* file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be opened", path);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void run_example(const char* text, size_t size, int steps) {
    plump_scene* scene = NULL;
    plump_error error;
    if (plump_scene_read_memory(text, size, "docs/scene.md", NULL, &scene, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    if (plump_scene_start(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
        const plump_step_report* report = plump_world_report(plump_scene_world(scene));
        assert_int_equal(report->contained_count, 0);
        assert_true(report->volume_error <= 1e-6);
    }
    assert_true(fabs(plump_scene_time(scene) - 0.01 * steps) < 1e-6);
    plump_scene_destroy(scene);
}

static void the_examples_run(void** state) {
    (void)state;
    int count = 0, steps = getenv("PLUMP_TEST_LONG") ? 300 : 60;
    const char* at = load_page();
    while ((at = strstr(at, FENCE)) != NULL) {
        at += strlen(FENCE);
        const char* end = strstr(at, "```");
        assert_non_null(end);
        run_example(at, (size_t)(end - at), steps);
        count++;
        at = end + 3;
    }
    assert_int_equal(count, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_examples_run)};
    return cmocka_run_group_tests_name("scene_page", tests, NULL, NULL);
}

#else

int main(void) {
    return 0;
}

#endif
