// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Prints plump_body_fields() as a table for the documents:
//     print_fields only volume     fields called volume or volume_...
//     print_fields but volume      all others
// The parts of an array that differ in nothing but their default share a row.
#include <plump/body.h>

#include <stdio.h>
#include <string.h>

static bool same_row(const plump_field* a, const plump_field* b) {
    const char *dot_a = strchr(a->name, '.'), *dot_b = strchr(b->name, '.');
    return dot_a && dot_b && dot_a - a->name == dot_b - b->name &&
           strncmp(a->name, b->name, (size_t)(dot_a - a->name)) == 0 &&
           strcmp(a->unit, b->unit) == 0 && strcmp(a->text, b->text) == 0 && a->least == b->least &&
           a->most == b->most;
}

static void print_row(const plump_field* first, uint32_t count) {
    printf("| `%s`", first->name);
    for (uint32_t i = 1; i < count; ++i) printf(", `%s`", strchr(first[i].name, '.'));
    printf(" | %s | %g to %g | %g", first->unit, first->least, first->most, first->usual);
    for (uint32_t i = 1; i < count; ++i) printf(", %g", first[i].usual);
    printf(" | %s | %s |\n", first->changeable ? "yes" : "no", first->text);
}

static bool is_named(const plump_field* field, char** words, int count) {
    for (int i = 0; i < count; ++i) {
        size_t length = strlen(words[i]);
        char end = strncmp(field->name, words[i], length) == 0 ? field->name[length] : 'x';
        if (end == 0 || end == '_' || end == '.') return true;
    }
    return false;
}

int main(int argc, char** argv) {
    if (argc < 2) return 1;
    bool only = strcmp(argv[1], "only") == 0;
    uint32_t count, next;
    const plump_field* fields = plump_body_fields(&count);
    printf("| field | unit | range | default | later | what it is |\n");
    printf("| --- | --- | --- | --- | --- | --- |\n");
    for (uint32_t i = 0; i < count; i = next) {
        next = i + 1;
        while (next < count && same_row(fields + i, fields + next)) ++next;
        if (is_named(fields + i, argv + 2, argc - 2) == only) print_row(fields + i, next - i);
    }
    return 0;
}
