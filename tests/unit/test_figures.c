// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Tables and plots: the CSV reads back, plots are well-formed XML whose points lie where the values
// are, ticks are round numbers, and nothing a table can hold breaks either.
#define _XOPEN_SOURCE 700
#include "tests/unit/film_kit.h"

#include <plump/figures.h>

#include "io/plot_axis.h"

static const plump_figures_column columns[] = {
    {"time", "s"}, {"volume_error", NULL}, {"step time", "m/s"}, {"energy", "J"}};

static plump_figures* make_figures(const plump_allocator* allocator) {
    plump_figures* f = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (plump_figures_create(columns, 4, allocator, &f, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    return f;
}

static void add(plump_figures* f, double a, double b, double c, double d) {
    assert_int_equal(plump_figures_add(f, (double[]){a, b, c, d}, NULL), PLUMP_OK);
}

// ---------------------------------------------------------------- table

static void csv_has_every_value(void** state) {
    (void)state;
    plump_figures* f = make_figures(NULL);
    add(f, 0, 0, 1.5, -2e-300);
    add(f, 0.1, NAN, INFINITY, 123456789);
    assert_int_equal(plump_figures_row_count(f), 2);
    assert_int_equal(plump_figures_write_csv(f, path_of("a.csv"), NULL), PLUMP_OK);
    film_bytes b = film_kit_take(path_of("a.csv"));
    assert_string_equal((char*)b.at, "time_s,volume_error,step_time_m_s,energy_J\n"
                                     "0,0,1.5,-2e-300\n"
                                     "0.1,,,123456789\n");
    free(b.at);
    plump_figures_destroy(f);
    plump_figures_destroy(NULL);
}

static void columns_that_cannot_be_are_refused(void** state) {
    (void)state;
    plump_figures* f = NULL;
    plump_error error;
    plump_figures_column twice[] = {{"a", NULL}, {"b", NULL}, {"a", NULL}};
    assert_int_equal(plump_figures_create(twice, 3, NULL, &f, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "columns 0 and 2 of the figures are both named 'a'");
    twice[1].name = "";
    assert_int_equal(plump_figures_create(twice, 3, NULL, &f, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "column 1 of the figures has no name");
    assert_int_equal(plump_figures_create(twice, 0, NULL, &f, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_figures_create(twice, 1, NULL, NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_allocator half = {.alloc = memory_kit_alloc};
    assert_int_equal(plump_figures_create(twice, 1, &half, &f, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(f);
    assert_int_equal(plump_figures_add(NULL, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_figures_write_csv(NULL, "a", NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_figures_row_count(NULL), 0);
}

// ---------------------------------------------------------------- axes

static bool is_round(double step) {
    double power = pow(10, floor(log10(step) + 1e-9)), digit = step / power;
    return fabs(digit - 1) < 1e-9 || fabs(digit - 2) < 1e-9 || fabs(digit - 5) < 1e-9;
}

static void ticks_are_round_and_on_the_axis(void** state) {
    (void)state;
    uint64_t seed = 5;
    for (unsigned n = 0; n < 20000; ++n) {
        double size = pow(10, (double)(io_random(&seed) % 400) / 10 - 20);
        double low = ((double)(io_random(&seed) % 2001) - 1000) / 1000 * size * (n % 3);
        double high = low + size * (double)(1 + io_random(&seed) % 1000) / 1000;
        unsigned wanted = 2 + (unsigned)(io_random(&seed) % 9);
        pl_axis axis = pl_axis_linear((pl_range){low, high}, wanted, n % 2);
        double slack = 1e-5 * axis.step;
        assert_true(axis.low <= low + slack && axis.high >= high - slack);
        assert_true(is_round(axis.step));
        assert_true(axis.tick_count >= 2 && axis.tick_count <= 2 * wanted + 2);
        for (unsigned i = 0; i < axis.tick_count; ++i) {
            double tick = pl_axis_tick(&axis, i);
            double multiple = tick / axis.step;
            assert_true(fabs(multiple - floor(multiple + 0.5)) < 1e-4);
            assert_true(tick >= axis.low - slack && tick <= axis.high + slack);
        }
        assert_true(pl_axis_place(&axis, axis.low) == 0 && pl_axis_place(&axis, axis.high) == 1);
    }
}

static void powers_of_ten_hold_every_value(void** state) {
    (void)state;
    pl_axis axis = pl_axis_log((pl_range){3e-8, 2e-5}, 6);
    assert_true(axis.low == -8 && axis.high == -4 && axis.tick_count == 5 && axis.has_minor);
    assert_true(fabs(pl_axis_place(&axis, 1e-6) - 0.5) < 1e-12);
    assert_true(pl_axis_place(&axis, 0) == 0 && pl_axis_place(&axis, -1) == 0);
    axis = pl_axis_log((pl_range){1e-6, 1e-6}, 6);  // one value
    assert_true(axis.high - axis.low >= 1 && pl_axis_place(&axis, 1e-6) >= 0);
    axis = pl_axis_log((pl_range){1e-300, 1}, 6);  // what is nothing but rounding is cut off
    assert_true(axis.high == 0 && axis.low >= -20 && axis.tick_count <= 8);
    axis = pl_axis_log((pl_range){1, 0}, 6);  // nothing at all
    assert_true(axis.high > axis.low && axis.tick_count >= 2);
}

static void an_axis_without_extent_has_one(void** state) {
    (void)state;
    static const pl_range ranges[] = {{0, 0}, {1, 0}, {5, 5}, {-3, -3}, {1e300, 1e300}};
    for (unsigned i = 0; i < 5; ++i) {
        pl_axis axis = pl_axis_linear(ranges[i], 5, true);
        assert_true(axis.high > axis.low && axis.tick_count >= 2 && isfinite(axis.high));
    }
    pl_axis axis = pl_axis_linear((pl_range){0.0083, 9.9975}, 6, false);
    assert_true(axis.low == 0 && axis.high == 10);  // nearly round
    axis = pl_axis_linear((pl_range){1.2, 3}, 6, true);
    assert_true(axis.low == 0);  // from 0 on
    axis = pl_axis_linear((pl_range){99, 100}, 6, true);
    assert_true(axis.low > 90);  // but not flat
}

// ---------------------------------------------------------------- plots

static const plump_plot_line lines[] = {
    {"volume_error", "worst <&> \"best\""}, {"energy", NULL}, {"step time", "a\x01\xFF\xC3\xA4"}};

static plump_plot_def make_plot(uint32_t line_count) {
    plump_plot_def def = plump_default_plot_def();
    def.lines = lines;
    def.line_count = line_count;
    def.title = "1 < 2 & \"3\"";
    return def;
}

// Every element is closed, attributes are quoted, texts have no bare < or &; numbers are numbers.
static void expect_well_formed(const char* at) {
    char open[16][16];
    unsigned depth = 0, elements = 0;
    assert_null(strstr(at, "nan"));
    assert_null(strstr(at, "inf"));
    for (; (at = strpbrk(at, "<&")); ++at) {
        if (*at == '&') {
            assert_true(!strncmp(at, "&amp;", 5) || !strncmp(at, "&lt;", 4) ||
                        !strncmp(at, "&gt;", 4));
            continue;
        }
        const char* end = strchr(at, '>');
        assert_non_null(end);
        char name[16];
        size_t length = strspn(at + 1, "/abcdefghijklmnopqrstuvwxyz");
        assert_true(length > 0 && length < sizeof name);
        memcpy(name, at + 1, length);
        name[length] = 0;
        unsigned quotes = 0;
        for (const char* c = at; c < end; ++c) quotes += *c == '"';
        assert_int_equal(quotes % 2, 0);
        elements++;
        if (name[0] == '/') {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name + 1);
        } else if (end[-1] != '/') {
            assert_true(depth < 16);
            strcpy(open[depth++], name);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
    assert_true(elements > 10);
}

static film_bytes draw(const plump_figures* f, const plump_plot_def* def) {
    plump_error error = {PLUMP_OK, ""};
    if (plump_plot_write(f, def, path_of("a.svg"), &error) != PLUMP_OK) fail_msg("%s", error.text);
    film_bytes b = film_kit_take(path_of("a.svg"));
    expect_well_formed((char*)b.at);
    return b;
}

// The points of line n, as far as there is room. Returns how many there are.
static unsigned points_of(film_bytes b, unsigned n, double points[][2], unsigned room) {
    char head[32];
    snprintf(head, sizeof head, "<path class=\"line c%u\" d=\"", n);
    const char* at = NULL;  // the last of them; those before are the legend's
    for (const char* c = (char*)b.at; (c = strstr(c, head)); c += strlen(head)) at = c;
    assert_non_null(at);
    unsigned count = 0;
    for (at += strlen(head); *at != '"'; ++count) {
        char* end;
        assert_true(*at == 'M' || *at == 'L');
        double x = strtod(at + 1, &end), y = strtod(end, &end);
        if (count < room) points[count][0] = x, points[count][1] = y;
        at = end;
    }
    return count;
}

static void points_lie_where_the_values_are(void** state) {
    (void)state;
    plump_figures* f = make_figures(NULL);
    for (unsigned i = 0; i <= 10; ++i) add(f, i, pow(10, -8 + 0.5 * i), 0, i == 5 ? NAN : 2.0 * i);
    plump_plot_def def = make_plot(1);
    double points[16][2];
    def.logarithmic = true;
    film_bytes b = draw(f, &def);
    assert_int_equal(points_of(b, 0, points, 16), 11);
    // equal steps across and up, from corner to corner
    for (unsigned i = 0; i <= 10; ++i) {
        double across = (points[i][0] - points[0][0]) / (points[10][0] - points[0][0]);
        double up = (points[i][1] - points[0][1]) / (points[10][1] - points[0][1]);
        assert_true(fabs(across - i / 10.0) < 1e-3 && fabs(up - i / 10.0) < 2e-3);
    }
    assert_true(points[0][1] > points[10][1]);
    free(b.at);
    // a gap begins anew
    def.lines = &lines[1];
    def.logarithmic = false;
    b = draw(f, &def);
    assert_int_equal(points_of(b, 0, points, 16), 10);
    assert_non_null(strstr((char*)b.at, ">energy (J)</text>"));
    assert_non_null(strstr((char*)b.at, ">time (s)</text>"));
    free(b.at);
    plump_figures_destroy(f);
}

static void any_values_make_a_plot(void** state) {
    (void)state;
    const double odd[] = {0,      -1,     NAN,  INFINITY, -INFINITY, 1e308,
                          -1e308, 5e-324, 1e-8, 1e-310,   7,         -0.0};
    uint64_t seed = 9;
    for (unsigned n = 0; n < 250; ++n) {
        plump_figures* f = make_figures(NULL);
        unsigned rows = (unsigned)(io_random(&seed) % 6);
        for (unsigned i = 0; i < rows; ++i) {
            double v[4];
            for (unsigned k = 0; k < 4; ++k) v[k] = odd[io_random(&seed) % 12];
            add(f, v[0], v[1], v[2], v[3]);
        }
        plump_plot_def def = make_plot(1 + n % 3);
        def.logarithmic = n % 2;
        def.limit = odd[n % 12];
        def.limit_label = n % 5 ? "limit" : NULL;
        if (n % 7 == 0) def.title = NULL;
        film_bytes b = draw(f, &def);
        double points[32][2];
        unsigned count = points_of(b, 0, points, 32);
        for (unsigned i = 0; i < count && i < 32; ++i)
            assert_true(points[i][0] >= 0 && points[i][0] <= 720 && points[i][1] >= 0 &&
                        points[i][1] <= 400);
        free(b.at);
        plump_figures_destroy(f);
    }
}

static void texts_are_escaped(void** state) {
    (void)state;
    plump_figures* f = make_figures(NULL);
    add(f, 0, 1, 2, 3);
    plump_plot_def def = make_plot(3);
    film_bytes b = draw(f, &def);
    assert_non_null(strstr((char*)b.at, ">1 &lt; 2 &amp; \"3\"</text>"));
    assert_non_null(strstr((char*)b.at, ">worst &lt;&amp;&gt; \"best\"</text>"));
    assert_non_null(strstr((char*)b.at, ">a??\xC3\xA4</text>"));
    free(b.at);
    plump_figures_destroy(f);
}

// What a pixel cannot show is left out, but no peak is.
static void long_runs_stay_small_and_keep_their_peaks(void** state) {
    (void)state;
    plump_figures* f = make_figures(NULL);
    for (unsigned i = 0; i < 100000; ++i) add(f, i * 1e-3, 0, 0, i == 77777 ? 10 : i % 2);
    plump_plot_def def = make_plot(1);
    def.lines = &lines[1];
    static double points[10000][2];
    film_bytes b = draw(f, &def);
    unsigned count = points_of(b, 0, points, 10000);
    assert_true(count > 1000 && count < 6000);
    double top = 400;
    for (unsigned i = 0; i < count; ++i) top = fmin(top, points[i][1]);
    double bottom = points[0][1];
    assert_true((bottom - top) / (bottom - points[1][1]) > 9);
    assert_true(b.size < 100000);
    free(b.at);
    plump_figures_destroy(f);
}

static void plots_that_cannot_be_are_refused(void** state) {
    (void)state;
    plump_figures* f = make_figures(NULL);
    plump_plot_def good = make_plot(1), def;
    plump_error error;
    static const plump_plot_line unknown[] = {{"volume", NULL}};
    for (unsigned n = 0; n < 5; ++n) {
        const char* sentence = "";
        def = good;
        switch (n) {
        case 0: def.cookie = 0, sentence = "begun with plump_default_plot_def()"; break;
        case 1: def.line_count = 9, sentence = "a plot has 1 to 8 lines, this one has 9"; break;
        case 2: def.width = 199, sentence = "this one would be 199 x 400"; break;
        case 3:
            def.lines = unknown, sentence = "no column 'volume'; the first of their 4 is 'time'";
            break;
        default: def.x_column = NULL, sentence = "no column '(NULL)'"; break;
        }
        assert_int_equal(plump_plot_write(f, &def, path_of("a.svg"), &error), PLUMP_ERROR_ARGUMENT);
        if (!strstr(error.text, sentence)) fail_msg("\"%s\" lacks \"%s\"", error.text, sentence);
    }
    assert_int_equal(plump_plot_write(NULL, &good, "a", NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_plot_write(f, NULL, "a", NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_plot_write(f, &good, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_plot_write(f, &good, "/dev/full", &error), PLUMP_ERROR_FILE);
    assert_int_equal(plump_figures_write_csv(f, "/dev/full", &error), PLUMP_ERROR_FILE);
    assert_string_equal(error.text, "/dev/full: cannot be written: the disk is full");
    plump_figures_destroy(f);
}

static plump_result try_all(const plump_allocator* allocator) {
    plump_figures* f = NULL;
    plump_result result = plump_figures_create(columns, 4, allocator, &f, NULL);
    plump_plot_def def = make_plot(3);
    for (unsigned i = 0; result == PLUMP_OK && i < 50; ++i)
        result = plump_figures_add(f, (double[]){i, i, i, i}, NULL);
    if (result == PLUMP_OK) result = plump_figures_write_csv(f, path_of("a.csv"), NULL);
    if (result == PLUMP_OK) result = plump_plot_write(f, &def, path_of("a.svg"), NULL);
    remove(path_of("a.csv"));
    plump_figures_destroy(f);
    return result;
}

static void every_failing_allocation_leaves_nothing(void** state) {
    (void)state;
    plump_result result = PLUMP_ERROR_MEMORY;
    long at = 1;
    for (; result != PLUMP_OK; ++at) {
        memory_kit memory = {.fail_at = at};
        plump_allocator hooks = memory_kit_hooks(&memory);
        result = try_all(&hooks);
        assert_int_equal(memory.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_int_equal(film_kit_file_count(), 0);
    }
    assert_true(at > 15);
    remove(path_of("a.svg"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_has_every_value),
        cmocka_unit_test(columns_that_cannot_be_are_refused),
        cmocka_unit_test(ticks_are_round_and_on_the_axis),
        cmocka_unit_test(powers_of_ten_hold_every_value),
        cmocka_unit_test(an_axis_without_extent_has_one),
        cmocka_unit_test(points_lie_where_the_values_are),
        cmocka_unit_test(any_values_make_a_plot),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(long_runs_stay_small_and_keep_their_peaks),
        cmocka_unit_test(plots_that_cannot_be_are_refused),
        cmocka_unit_test(every_failing_allocation_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
