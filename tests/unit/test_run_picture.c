// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pictures of running scenes: the outputs of cli/run_picture.c with a scene of their own, and an
// ffmpeg that only says what it was given.
#define _GNU_SOURCE
#include "tests/unit/test_render_kit.h"

#include "cli/run.h"
#include "cli/run_picture.h"
#include "tests/unit/folder_kit.h"

#include <sys/stat.h>

extern const run_output_kind run_picture_kind;

static plump_error error;

#define OK(call)                                                                                   \
    do {                                                                                           \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, error.text);                             \
    } while (0)

// --- memory that runs out ---

static long wrap_calls, wrap_fail_at;

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);

static bool wrap_fails(void) {
    return wrap_fail_at > 0 && ++wrap_calls >= wrap_fail_at;
}

void* __wrap_malloc(size_t size) {
    return wrap_fails() ? NULL : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
    return wrap_fails() ? NULL : __real_calloc(count, size);
}

// --- a scene ---

static const char scene_text[] =
    "{\"dt\": 0.01, \"seconds\": 1,"
    " \"bodies\": [{\"name\": \"ball\", \"shape\": \"sphere\", \"vertices\": 162, \"size\": 0.2,"
    "  \"colour\": \"#dc1e1e\", \"position\": [0, 0.095, 0],"
    "  \"material\": {\"frequency\": 10, \"damping\": 0.5}}],"
    " \"obstacles\": [{\"shape\": \"plane\"},"
    "  {\"shape\": \"sphere\", \"radius\": 0.25, \"hollow\": true, \"position\": [0, 0.25, 0],"
    "   \"colour\": \"#1e3cdc\", \"category\": 2, \"collides_with\": 2}]}";

typedef struct stage {
    plump_scene* scene;
    run_actors actors;
    run_show show;
    run_frames frames;
} stage;

static stage begin(const char* colour_by, uint32_t size) {
    stage s = {0};
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = 1;
    plump_result result = plump_scene_read_memory(scene_text, sizeof scene_text - 1, "ball.json",
                                                  &def, &s.scene, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED) skip();  // built without jansson
    OK(result);
    OK(plump_scene_start(s.scene, &error));
    s.show.scene = s.scene;
    plump_scene_get_info(s.scene, &s.show.info);
    s.show.info.picture_width = s.show.info.picture_height = size;
    s.show.colour_by = colour_by;
    s.show.frame_rate = 25;
    assert_true(run_actors_make(s.scene, &s.actors));
    s.show.actors = s.actors.items;
    s.show.actor_count = s.actors.count;
    assert_true(run_frames_create(s.scene, &s.actors, 25, true, &s.frames));
    return s;
}

static void end(stage* s) {
    run_frames_destroy(&s->frames);
    run_actors_free(&s->actors);
    plump_scene_destroy(s->scene);
}

static void step(const stage* s, int count) {
    for (int i = 0; i < count; ++i) OK(plump_scene_step(s->scene, &error));
}

static run_frame now(stage* s) {
    run_frame frame;
    OK(run_frames_now(&s->frames, &frame, &error));
    return frame;
}

static void* open_output(const stage* s, const char* name) {
    void* state = NULL;
    get_renderer();  // or skip
    OK(run_picture_kind.open(&s->show, path_of(name), &state, &error));
    return state;
}

static void add(stage* s, void* state) {
    run_frame frame = now(s);
    OK(run_picture_kind.frame(state, &frame, &error));
}

static void close_output(stage* s, void* state, const char* words) {
    char note[64] = "";
    run_frame frame = now(s);
    OK(run_picture_kind.close(state, &frame, note, sizeof note, &error));
    assert_string_equal(note, words);
}

static size_t read_file(const char* name, uint8_t** bytes) {
    FILE* file = fopen(path_of(name), "rb");
    *bytes = NULL;
    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(size + 1);
    assert_int_equal(fread(*bytes, 1, size, file), size);
    (*bytes)[size] = 0;
    fclose(file);
    return size;
}

static bool is_there(const char* name) {
    return access(path_of(name), F_OK) == 0;
}

static void take_away(const char* name) {
    assert_int_equal(remove(path_of(name)), 0);
}

// --- stills and sequences ---

static void a_still_is_a_png_of_the_wished_size(void** state) {
    (void)state;
    stage s = begin("body", 48);
    void* output = open_output(&s, "still.png");
    add(&s, output);
    assert_false(is_there("still.png"));
    close_output(&s, output, "48 x 48");
    uint8_t* bytes;
    size_t size = read_file("still.png", &bytes);
    assert_true(size > 60);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    const uint8_t wide[8] = {0, 0, 0, 48, 0, 0, 0, 48};
    assert_memory_equal(bytes + 16, wide, 8);
    free(bytes);
    take_away("still.png");
    end(&s);
}

static void a_still_shows_the_moment_asked_for(void** state) {
    (void)state;
    uint8_t *early, *late, *again;
    size_t sizes[3];
    uint8_t** const files[3] = {&early, &late, &again};
    for (int i = 0; i < 3; ++i) {
        stage s = begin("body", 48);
        s.show.info.still_time = i == 1 ? -1 : 0;  // the end, or the beginning
        void* output = open_output(&s, "moment.png");
        add(&s, output);
        step(&s, i == 2 ? 20 : 10);
        add(&s, output);
        close_output(&s, output, "48 x 48");
        sizes[i] = read_file("moment.png", files[i]);
        take_away("moment.png");
        end(&s);
    }
    assert_int_equal(sizes[0], sizes[2]);
    assert_memory_equal(early, again, sizes[0]);
    assert_true(sizes[0] != sizes[1] || memcmp(early, late, sizes[0]) != 0);
    for (int i = 0; i < 3; ++i) free(*files[i]);
}

static void frames_of_the_same_state_are_equal(void** state) {
    (void)state;
    const char* const colours[] = {"body", "part", "stress", "volume", "contact"};
    for (size_t i = 0; i < 5; ++i) {
        stage s = begin(colours[i], 40);
        void* output = open_output(&s, "frame.%02d.png");
        add(&s, output);
        step(&s, 12);
        add(&s, output);
        add(&s, output);
        close_output(&s, output, "3 frames, 40 x 40");
        uint8_t *one, *two, *first;
        size_t size = read_file("frame.01.png", &one), other = read_file("frame.02.png", &two);
        assert_true(size > 0 && size == other);
        assert_memory_equal(one, two, size);
        size_t begin_size = read_file("frame.00.png", &first);
        assert_true(begin_size != size || memcmp(first, one, size) != 0);
        free(one), free(two), free(first);
        for (int k = 0; k < 3; ++k) {
            char name[32];
            snprintf(name, sizeof name, "frame.%02d.png", k);
            take_away(name);
        }
        end(&s);
    }
}

static void a_discarded_sequence_leaves_nothing(void** state) {
    (void)state;
    stage s = begin("body", 40);
    s.show.info.frame_given = true;  // drawn as they come
    for (int k = 0; k < 3; ++k) s.show.info.frame_min[k] = -1, s.show.info.frame_max[k] = 1;
    void* output = open_output(&s, "gone.%d.png");
    add(&s, output);
    assert_true(is_there("gone.0.png"));
    run_picture_kind.discard(output);
    assert_false(is_there("gone.0.png"));
    end(&s);
}

// --- what is seen ---

typedef struct look {
    run_cast cast;
    run_instant instant;
    run_view view;
} look;

static void look_at(stage* s, look* l) {
    get_renderer();
    OK(run_cast_make(&s->show, &l->cast, &error));
    assert_true(run_instant_make(&l->cast, &l->instant));
    OK(run_view_make(&s->show, &l->cast, 240, 240, PLUMP_QUALITY_DRAFT, &l->view, &error));
    run_frame frame = now(s);
    OK(run_instant_take(&l->cast, &frame, &l->instant, &error));
}

static void leave(look* l) {
    run_view_free(&l->view);
    run_instant_free(&l->instant);
    run_cast_free(&l->cast);
}

static const uint8_t* seen(const look* l, uint32_t x, uint32_t y) {
    return l->view.pixels + 4 * ((size_t)y * l->view.width + x);
}

static void a_hollow_obstacle_shows_what_is_in_it(void** state) {
    (void)state;
    stage s = begin("body", 240);
    s.show.info.eye_elevation = s.show.info.eye_azimuth = 0;
    look l;
    look_at(&s, &l);
    const run_box box = {{-0.1, 0, -0.1}, {0.1, 0.2, 0.1}};
    run_view_frame(&l.view, &box);
    OK(run_view_draw(&l.view, &l.instant, &error));
    const uint8_t* ball = seen(&l, 120, 120);
    assert_true(ball[0] > ball[2] + 60);
    leave(&l);
    end(&s);
}

// Green times white; and a cut file leaves the white, and a sentence that says whose it is.
static void a_texture_is_seen_or_told(void** state) {
    (void)state;
    const uint8_t green[4] = {20, 220, 20, 255};
    for (int cut = 0; cut < 2; ++cut) {
        stage s = begin("body", 240);
        run_actor* ball = &s.actors.items[0];
        float* texcoords = calloc(2 * (size_t)ball->triangles.vertex_count, sizeof *texcoords);
        uint8_t* png;
        size_t size;
        plump_error told = {0};
        OK(plump_png_create(green, 1, 1, NULL, &png, &size, &error));
        plump_image_file file = {png, cut ? size / 2 : size, "image/png"};
        ball->colour = (plump_colour){255, 255, 255, 255};
        ball->texcoords = texcoords;
        ball->texture = &file;
        s.show.untextured = &told;
        s.show.info.eye_elevation = s.show.info.eye_azimuth = 0;
        look l;
        look_at(&s, &l);
        const run_box box = {{-0.1, 0, -0.1}, {0.1, 0.2, 0.1}};
        run_view_frame(&l.view, &box);
        OK(run_view_draw(&l.view, &l.instant, &error));
        const uint8_t* middle = seen(&l, 120, 120);
        assert_int_equal(middle[1] > middle[0] + 60, !cut);
        assert_int_equal(told.code != PLUMP_OK, cut);
        if (cut) assert_non_null(strstr(told.text, "ball: its texture is not shown"));
        leave(&l);
        end(&s);
        free(texcoords);
        plump_png_free(png, NULL);
    }
}

static void the_legend_has_the_ends_of_the_colours(void** state) {
    (void)state;
    stage s = begin("contact", 240);
    step(&s, 30);
    look l;
    look_at(&s, &l);
    double high = run_instant_high(&l.cast, &l.instant);
    assert_true(high > 10 && high < 1e5);  // Pa, of a ball of 4 kg
    l.view.high = run_view_round(high);
    assert_true(l.view.high >= high * (1 - 1e-6) && l.view.high < 2 * high);
    OK(run_view_draw(&l.view, &l.instant, &error));
    plump_colour first = plump_picture_ramp(PLUMP_RAMP_SPOTS, 0);
    plump_colour last = plump_picture_ramp(PLUMP_RAMP_SPOTS, 1);
    assert_memory_equal(seen(&l, 9, 240 - 8 - 2 * 13 + 4), &first, 4);
    assert_memory_equal(seen(&l, 9 + 149, 240 - 8 - 2 * 13 + 4), &last, 4);
    leave(&l);
    end(&s);
}

static void numbers_of_a_legend_are_round(void** state) {
    (void)state;
    const double cases[][2] = {{0.37, 0.4},  {1, 1},         {1.01, 1.5}, {8123, 1e4},
                               {2e-5, 2e-5}, {2.1e-5, 3e-5}, {0, 1},      {(double)NAN, 1},
                               {-4, 1},      {INFINITY, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        assert_true(fabs(run_view_round(cases[i][0]) / cases[i][1] - 1) < 1e-9);
}

static void the_box_leaves_out_tables_but_not_glasses(void** state) {
    (void)state;
    stage s = begin("body", 48);
    look l;
    look_at(&s, &l);
    run_box box = RUN_NO_BOX;
    assert_true(run_instant_measure(&l.cast, &l.instant, &box, NULL));
    assert_true(fabs(box.high[0] - 0.25) < 0.01);  // the hollow ball
    l.cast.bodies[0].triangles.vertex_count = 12;  // a few of its vertices: a far smaller body
    for (int i = 0; i < 36; ++i) l.instant.positions[i] *= 0.1f;
    box = RUN_NO_BOX;
    assert_false(run_instant_measure(&l.cast, &l.instant, &box, NULL));
    assert_true(box.high[0] < 0.02);
    leave(&l);
    end(&s);
}

// Framing the six points that are farthest out frames all, and the picture is full: the box's
// corners would leave a third of it empty.
static void what_is_reached_fills_the_picture(void** state) {
    (void)state;
    stage s = begin("body", 120);
    look l;
    look_at(&s, &l);
    run_box box = RUN_NO_BOX;
    l.view.reach = run_view_reach(&s.show, l.view.width, l.view.height);
    run_instant_measure(&l.cast, &l.instant, &box, &l.view.reach);
    assert_true(l.view.reach.any);
    run_view_frame(&l.view, &box);
    OK(run_view_draw(&l.view, &l.instant, &error));
    uint8_t* tight = malloc((size_t)l.view.width * l.view.height * 4);
    assert_non_null(tight);
    memcpy(tight, l.view.pixels, (size_t)l.view.width * l.view.height * 4);
    l.view.framed = false;  // as a still, which frames what is drawn
    OK(run_view_draw(&l.view, &l.instant, &error));
    size_t differ = 0;
    for (size_t i = 0; i < (size_t)l.view.width * l.view.height * 4; ++i)
        differ += abs(tight[i] - l.view.pixels[i]) > 40;
    if (differ > (size_t)l.view.width * l.view.height / 20) fail_msg("%zu bytes differ", differ);
    free(tight);
    leave(&l);
    end(&s);
}

static void obstacles_are_drawn_where_they_are(void** state) {
    (void)state;
    const run_obstacle at = {
        .present = true, .position = {1, 2, 3}, .rotation = {0, 0, 0.70710678f, 0.70710678f}};
    double p[3];
    run_place(&at, (const double[3]){1, 0, 0.5}, p);  // a quarter turn about z: x -> y
    assert_true(fabs(p[0] - 1) < 1e-6 && fabs(p[1] - 3) < 1e-6 && fabs(p[2] - 3.5) < 1e-6);
}

// --- films ---

// A program by the name of ffmpeg, alone in the PATH.
static void put_ffmpeg(const char* script) {
    FILE* file = fopen(path_of("ffmpeg"), "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(path_of("ffmpeg"), 0755), 0);
    setenv("PATH", folder, 1);
}

static char* usual_path;

static int keep_path(void** state) {
    usual_path = strdup(getenv("PATH") ? getenv("PATH") : "");
    return make_folder(state);
}

static void use_usual_path(void) {
    setenv("PATH", usual_path, 1);
}

static int end_all(void** state) {
    free(usual_path);
    return end_renderer(state) | remove_folder(state);
}

static void without_ffmpeg_there_is_a_sentence(void** state) {
    (void)state;
    setenv("PATH", "/nowhere::/nowhere/else", 1);
    plump_result result = run_ffmpeg_find("film.mp4", &error);
    stage s = begin("body", 40);
    void* output = NULL;
    const char* const names[] = {"a.mp4", "a.webm", "a.webp", "a.gif"};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(run_picture_kind.open(&s.show, names[i], &output, &error),
                         PLUMP_ERROR_UNSUPPORTED);
        assert_null(output);
    }
    use_usual_path();
    assert_int_equal(result, PLUMP_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "ffmpeg"));
    assert_non_null(strstr(error.text, "a.gif"));
    end(&s);
}

static void a_film_gets_every_frame_and_then_its_name(void** state) {
    (void)state;
    stage s = begin("body", 41);  // films are even
    put_ffmpeg("echo \"$@\" >\"$0.said\"; for last; do :; done; exec /bin/cat >\"$last\"");
    void* output = open_output(&s, "film.mp4");
    for (int i = 0; i < 3; ++i) add(&s, output), step(&s, 4);
    assert_false(is_there("film.mp4"));
    close_output(&s, output, "3 frames, 42 x 42");
    use_usual_path();
    uint8_t* bytes;
    assert_int_equal(read_file("film.mp4", &bytes), 3 * 42 * 42 * 3);
    free(bytes);
    read_file("ffmpeg.said", &bytes);
    assert_non_null(strstr((char*)bytes, "-video_size 42x42 -framerate 25 -i pipe:0"));
    assert_non_null(strstr((char*)bytes, "-f mp4"));
    free(bytes);
    take_away("film.mp4");
    take_away("ffmpeg.said");
    take_away("ffmpeg");
    end(&s);
}

static void a_film_that_fails_says_why_and_leaves_nothing(void** state) {
    (void)state;
    const char* const scripts[] = {"echo boom, it says >&2; exit 1",
                                   "/bin/cat >/dev/null; echo boom at the end >&2; exit 1"};
    for (int i = 0; i < 2; ++i) {
        stage s = begin("body", 400);
        put_ffmpeg(scripts[i]);
        void* output = open_output(&s, "film.webm");
        char note[64];
        plump_result result = PLUMP_OK;
        for (int k = 0; k < 2 && result == PLUMP_OK; ++k) {
            run_frame frame = now(&s);
            result = run_picture_kind.frame(output, &frame, &error);
        }
        run_frame frame = now(&s);
        result = run_picture_kind.close(output, &frame, note, sizeof note, &error);
        use_usual_path();
        assert_int_equal(result, PLUMP_ERROR_UNSUPPORTED);
        assert_non_null(strstr(error.text, "boom"));
        assert_false(is_there("film.webm"));
        take_away("ffmpeg");
        end(&s);
    }
}

static void a_discarded_film_leaves_nothing(void** state) {
    (void)state;
    stage s = begin("body", 40);
    put_ffmpeg("for last; do :; done; exec /bin/cat >\"$last\"");
    void* output = open_output(&s, "film.gif");
    add(&s, output);
    run_picture_kind.discard(output);
    use_usual_path();
    assert_false(is_there("film.gif"));
    take_away("ffmpeg");  // and the folder is empty at the end
    end(&s);
}

// --- names ---

static void endings_tell_what_is_taken(void** state) {
    (void)state;
    const char* const mine[] = {"a.png", "b.%04d.PNG", "c.mp4", "d.webm", "e.webp", "f.GIF"};
    const char* const others[] = {"a.glb", "png", ".png", "a.mp", "a.png.txt"};
    for (int i = 0; i < 6; ++i) assert_true(run_picture_kind.takes(mine[i]));
    for (int i = 0; i < 5; ++i) assert_false(run_picture_kind.takes(others[i]));
}

// --- memory ---

static bool picture_with_failing(stage* s, long at, const char* name) {
    void* output = NULL;
    char note[64];
    run_frame frame = now(s);
    wrap_calls = 0;
    wrap_fail_at = at;
    plump_result result = run_picture_kind.open(&s->show, path_of(name), &output, &error);
    bool opened = result == PLUMP_OK;
    if (opened) result = run_picture_kind.frame(output, &frame, &error);
    if (opened && result != PLUMP_OK) run_picture_kind.discard(output);
    if (opened && result == PLUMP_OK)
        result = run_picture_kind.close(output, &frame, note, sizeof note, &error);
    wrap_fail_at = 0;
    if (result == PLUMP_OK) return true;
    assert_true(error.text[0] != 0);
    return false;
}

// The renderer's own allocations are tested with its own; here the driver may want memory as well,
// which is why only the first few dozen fail.
static void nothing_stays_when_memory_runs_out(void** state) {
    (void)state;
    get_renderer();
    stage s = begin("stress", 24);
    bool done = false;
    long at = 1;
    for (; !done && at < 200; ++at) {
        done = picture_with_failing(&s, at, "want.%d.png");
        assert_int_equal(is_there("want.0.png"), done);
    }
    assert_true(done && at > 10);
    take_away("want.0.png");
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_still_is_a_png_of_the_wished_size),
        cmocka_unit_test(a_still_shows_the_moment_asked_for),
        cmocka_unit_test(frames_of_the_same_state_are_equal),
        cmocka_unit_test(a_discarded_sequence_leaves_nothing),
        cmocka_unit_test(a_hollow_obstacle_shows_what_is_in_it),
        cmocka_unit_test(a_texture_is_seen_or_told),
        cmocka_unit_test(the_legend_has_the_ends_of_the_colours),
        cmocka_unit_test(numbers_of_a_legend_are_round),
        cmocka_unit_test(the_box_leaves_out_tables_but_not_glasses),
        cmocka_unit_test(what_is_reached_fills_the_picture),
        cmocka_unit_test(obstacles_are_drawn_where_they_are),
        cmocka_unit_test(without_ffmpeg_there_is_a_sentence),
        cmocka_unit_test(a_film_gets_every_frame_and_then_its_name),
        cmocka_unit_test(a_film_that_fails_says_why_and_leaves_nothing),
        cmocka_unit_test(a_discarded_film_leaves_nothing),
        cmocka_unit_test(endings_tell_what_is_taken),
        cmocka_unit_test(nothing_stays_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, keep_path, end_all);
}
