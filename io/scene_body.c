// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies: every entry becomes a group, and the group its bodies.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NAME_LONGEST 100

// Colours that stay apart from each other and from the background.
static const plump_colour palette[] = {
    {222, 116, 90, 255},  {86, 150, 196, 255}, {232, 184, 82, 255},  {116, 174, 110, 255},
    {176, 122, 188, 255}, {92, 184, 178, 255}, {226, 136, 166, 255}, {148, 140, 98, 255},
};

// --- names ---

void pl_scene_stem(const char* path, char* stem, size_t size) {
    const char* name = strrchr(path, '/');
    name = name ? name + 1 : path;
    size_t length = strcspn(name, ".");
    pl_text_format(stem, size, "%.*s", (int)(length < size ? length : size - 1), name);
}

static plump_result check_name(const pl_scene_reader* reader, const pl_item* item,
                               const char* name) {
    pl_item place = pl_item_member(item, "name");
    if (!name[0]) return PL_ITEM_BAD(reader, &place, "it is empty");
    if (strlen(name) > NAME_LONGEST)
        return PL_ITEM_BAD(reader, &place, "it is longer than %d bytes", NAME_LONGEST);
    if (strchr(name, '.'))
        return PL_ITEM_BAD(reader, &place,
                           "it has a point, which parts a group's name from its bodies' numbers");
    if (strcmp(name, "all") == 0)
        return PL_ITEM_BAD(reader, &place, "'all' means all bodies; take another name");
    const pl_plan* plan = &reader->scene->plan;
    for (uint32_t i = 0; i < plan->group_count; ++i) {
        if (strcmp(plan->groups[i].name, name) == 0)
            return PL_ITEM_BAD(reader, place.json ? &place : item,
                               "bodies[%u] is named '%s' already", (unsigned)i, name);
    }
    return PLUMP_OK;
}

static const char* copy_text(pl_arena* arena, const char* text) {
    size_t size = strlen(text) + 1;
    char* copy = pl_arena_alloc(arena, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

static plump_result name_group(const pl_scene_reader* reader, const pl_item* item,
                               const pl_raw_body* raw, const char** name) {
    char made[NAME_LONGEST + 32];
    *name = raw->name;
    if (!raw->name) {
        char stem[NAME_LONGEST + 1];
        const char* shape =
            json_object_get(item->json, "spindle") || json_object_get(item->json, "spindles")
                ? "spindle"
                : plump_shape_name((plump_shape_kind)raw->source.shape);
        pl_scene_stem(raw->source.mesh ? raw->source.mesh : shape, stem, sizeof stem);
        pl_text_format(made, sizeof made, "%.*s-%zu", NAME_LONGEST - 20, stem, item->index);
        *name = copy_text(reader->arena, made);
        if (!*name) return pl_scene_fail_memory(reader);
    }
    return check_name(reader, item, *name);
}

static plump_result name_bodies(const pl_scene_reader* reader, const pl_plan_group* group) {
    pl_plan_body* bodies = reader->scene->plan.bodies + group->first;
    for (uint32_t i = 0; i < group->count; ++i) {
        char name[NAME_LONGEST + 16];
        pl_text_format(name, sizeof name, "%s.%u", group->name, (unsigned)i);
        bodies[i].name = group->count == 1 ? group->name : copy_text(reader->arena, name);
        if (!bodies[i].name) return pl_scene_fail_memory(reader);
    }
    return PLUMP_OK;
}

// --- pins and paint ---

static plump_result read_pin(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                             pl_plan_pin* pin) {
    static const double nowhere[3] = {0, 0, 0};
    static const float unturned[4] = {0, 0, 0, 1};
    *pin = (pl_plan_pin){.until = HUGE_VAL};
    plump_result result = pl_item_read(reader, item, &pl_table_pin, pin);
    pl_item where = pl_item_member(item, "where"), motion = pl_item_member(item, "motion");
    if (result == PLUMP_OK)
        result = pl_scene_select(reader, &where, mesh, &pin->vertices, &pin->vertex_count);
    if (result == PLUMP_OK)
        result =
            pl_scene_motion(reader, &motion, &pl_table_pin_motion, nowhere, unturned, &pin->motion);
    return result;
}

static plump_result read_pins(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                              pl_plan_group* group) {
    pl_item list = pl_item_member(item, "pins");
    size_t count;
    plump_result result = pl_item_list(reader, &list, reader->limits->entries / 100, &count);
    if (result != PLUMP_OK || count == 0) return result;
    pl_plan_pin* pins = pl_arena_alloc(reader->arena, count, sizeof *pins);
    if (!pins) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(&list, i);
        result = read_pin(reader, &element, mesh, &pins[i]);
    }
    group->pins = pins;
    group->pin_count = (uint32_t)count;
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i)
        reader->pinned += (uint64_t)pins[i].vertex_count * group->count;
    if (reader->pinned <= reader->limits->vertices) return result;
    return pl_item_fail(reader, &list, PLUMP_ERROR_LIMIT,
                        "with these %llu vertices are pinned; at most %u are allowed",
                        (unsigned long long)reader->pinned, (unsigned)reader->limits->vertices);
}

// Shares of 1 that paint then changes.
static float* make_paint(const pl_scene_reader* reader, const plump_body_def* def) {
    uint32_t count = plump_mesh_vertex_count(def->mesh);
    float* paint = pl_arena_alloc(reader->arena, count, sizeof *paint);
    for (uint32_t i = 0; paint && i < count; ++i) paint[i] = 1;
    return paint;
}

// Within what bodies accept, which differs by what is painted.
static plump_result check_paint(const pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_paint* raw) {
    static const double least[] = {0, 1e-6, 0, 0, 0, 0};
    static const double most[] = {1, 1e6, 1e6, 1, 1, 1};
    pl_item value = pl_item_member(item, "value");
    if (raw->value >= least[raw->field] && raw->value <= most[raw->field]) return PLUMP_OK;
    return PL_ITEM_BAD(reader, &value, "it is %g; for this field it must be from %g to %g",
                       raw->value, least[raw->field], most[raw->field]);
}

static plump_result apply_paint(pl_scene_reader* reader, const pl_item* item, plump_body_def* def) {
    pl_raw_paint raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_paint, &raw);
    if (result == PLUMP_OK) result = check_paint(reader, item, &raw);
    if (result != PLUMP_OK) return result;
    const float** slots[] = {&def->vertex_stiffness, &def->vertex_mass, &def->vertex_volume,
                             &def->vertex_shear,     &def->vertex_bend, &def->vertex_damping};
    if (!*slots[raw.field]) *slots[raw.field] = make_paint(reader, def);
    float* paint = (float*)*slots[raw.field];
    if (!paint) return pl_scene_fail_memory(reader);
    void* mark = pl_arena_mark(&reader->scratch);
    float* weights = NULL;
    pl_item where = pl_item_member(item, "where");
    result = pl_scene_weights(reader, &where, def->mesh, &weights);
    for (uint32_t i = 0; result == PLUMP_OK && i < plump_mesh_vertex_count(def->mesh); ++i) {
        paint[i] += weights[i] * ((float)raw.value - paint[i]);
    }
    pl_arena_release(&reader->scratch, mark);
    return result;
}

// A body whose volume nobody may correct would be refused later, without a place.
static plump_result check_volume_paint(const pl_scene_reader* reader, const pl_item* list,
                                       const plump_body_def* def) {
    if (!def->vertex_volume) return PLUMP_OK;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(def->mesh); ++i) {
        if (def->vertex_volume[i] >= 1e-6f) return PLUMP_OK;
    }
    return PL_ITEM_BAD(reader, list, "no vertex is left that takes part in the volume correction");
}

static plump_result read_paint(pl_scene_reader* reader, const pl_item* item, plump_body_def* def) {
    pl_item list = pl_item_member(item, "paint");
    size_t count;
    plump_result result = pl_item_list(reader, &list, reader->limits->entries / 100, &count);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(&list, i);
        result = apply_paint(reader, &element, def);
    }
    return result == PLUMP_OK ? check_volume_paint(reader, &list, def) : result;
}

// --- entries ---

// What a body was made coarse from follows it, unless the file names something else.
static plump_result read_detail(pl_scene_reader* reader, const pl_item* item,
                                const pl_source* source, pl_plan_group* group) {
    pl_item detail = pl_item_member(item, "detail");
    if (!detail.json) {
        if (source->fine) group->detail = plump_mesh_triangles(source->fine);
        return PLUMP_OK;
    }
    pl_raw_source raw = {0};
    plump_result result = pl_item_read(reader, &detail, &pl_table_source, &raw);
    if (result == PLUMP_OK)
        result = pl_scene_triangles(reader, &detail, "shape", &raw, &group->detail);
    if (result == PLUMP_OK && raw.mesh)
        result = pl_scene_scale_detail(reader, source->factor, &group->detail);
    return result;
}

// Everything the bodies of an entry share.
static plump_result read_def(pl_scene_reader* reader, const pl_item* item, const pl_raw_body* raw,
                             pl_source* source, plump_body_def* def) {
    *def = plump_default_body_def();
    pl_item material = pl_item_member(item, "material");
    plump_result result = pl_scene_body_mesh(reader, item, &raw->source, source);
    def->mesh = source->mesh;
    if (result == PLUMP_OK) result = pl_scene_material(reader, &material, def);
    if (result == PLUMP_OK) result = pl_scene_fields(reader, item, &pl_table_body, def);
    if (result != PLUMP_OK) return result;
    def->model = (plump_model)raw->model;
    def->scale = raw->scale;
    memcpy(def->position, raw->position, sizeof def->position);
    memcpy(def->rotation, raw->rotation, sizeof def->rotation);
    memcpy(def->velocity, raw->velocity, sizeof def->velocity);
    memcpy(def->angular_velocity, raw->angular_velocity, sizeof def->angular_velocity);
    return read_paint(reader, item, def);
}

static plump_result charge_vertices(pl_scene_reader* reader, const pl_item* item,
                                    const plump_mesh* mesh, uint32_t count) {
    reader->body_vertices += (uint64_t)plump_mesh_vertex_count(mesh) * count;
    if (reader->body_vertices <= reader->limits->vertices) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "with this entry the bodies have %llu vertices; at most %u are allowed",
                        (unsigned long long)reader->body_vertices,
                        (unsigned)reader->limits->vertices);
}

static void fill_bodies(pl_plan* plan, const pl_item* item, const pl_plan_group* group,
                        const plump_body_def* def, const plump_colour* colour) {
    bool given = json_object_get(item->json, "colour") != NULL;
    for (uint32_t i = group->first; i < group->first + group->count; ++i) {
        plan->bodies[i] =
            (pl_plan_body){.group = plan->group_count,
                           .def = *def,
                           .colour = given ? *colour : palette[i % PL_COUNT(palette)]};
    }
}

static plump_result read_entry(pl_scene_reader* reader, const pl_item* item) {
    pl_plan* plan = &reader->scene->plan;
    pl_plan_group* group = &plan->groups[plan->group_count];
    pl_raw_body raw = {0};
    plump_body_def def;
    pl_source source = {0};
    *group = (pl_plan_group){.first = plan->body_count};
    plump_result result = pl_item_read(reader, item, &pl_table_body, &raw);
    if (result == PLUMP_OK) result = pl_scene_spread_count(reader, item, &raw, &group->count);
    uint32_t pieces = 1;
    if (result == PLUMP_OK) result = read_def(reader, item, &raw, &source, &def);
    if (result == PLUMP_OK) result = pl_scene_count_pieces(reader, item, &raw, &pieces);
    if (result == PLUMP_OK) result = name_group(reader, item, &raw, &group->name);
    if (result == PLUMP_OK) result = charge_vertices(reader, item, def.mesh, group->count);
    if (result == PLUMP_OK) result = read_pins(reader, item, def.mesh, group);
    if (result == PLUMP_OK) result = read_detail(reader, item, &source, group);
    if (result != PLUMP_OK) return result;
    group->split = pieces > 1;
    if (group->split) group->count = pieces;
    fill_bodies(plan, item, group, &def, &raw.colour);
    result = group->split ? pl_scene_split(reader, item, plan->bodies + group->first, pieces)
                          : pl_scene_spread(reader, item, item->index, plan->bodies + group->first,
                                            group->count);
    if (result == PLUMP_OK) result = name_bodies(reader, group);
    plan->body_count += group->count;
    plan->group_count++;
    return result;
}

// Vertices that an entry asks for; those of a file are known when it is read.
static double asked_vertices(const pl_item* item, const pl_raw_source* raw) {
    if (!json_object_get(item->json, "shape")) return 0;
    return raw->vertices ? raw->vertices
                         : plump_default_shape_def((plump_shape_kind)raw->shape).vertex_count;
}

// How many there will be, before any is made.
static plump_result count_bodies(pl_scene_reader* reader, const pl_item* list, size_t entries,
                                 size_t* count) {
    double vertices = 0;
    *count = 0;
    for (size_t i = 0; i < entries; ++i) {
        pl_item item = pl_item_element(list, i);
        pl_raw_body raw = {0};
        uint32_t some = 0, pieces = 1;
        plump_result result = pl_item_read(reader, &item, &pl_table_body, &raw);
        if (result == PLUMP_OK) result = pl_scene_spread_count(reader, &item, &raw, &some);
        if (result == PLUMP_OK) result = pl_scene_count_pieces(reader, &item, &raw, &pieces);
        if (!pl_scene_goes_on(reader, result)) return result;
        *count += pieces > 1 ? pieces : some;
        if (*count > reader->limits->bodies)
            return pl_item_fail(reader, &item, PLUMP_ERROR_LIMIT,
                                "with this entry there are %zu bodies; at most %u are allowed",
                                *count, (unsigned)reader->limits->bodies);
        vertices += some * asked_vertices(&item, &raw.source);
        if (vertices > reader->limits->vertices)
            return pl_item_fail(reader, &item, PLUMP_ERROR_LIMIT,
                                "with this entry the bodies have %llu vertices; at most %u are "
                                "allowed",
                                (unsigned long long)vertices, (unsigned)reader->limits->vertices);
    }
    return PLUMP_OK;
}

static plump_result order_names(pl_scene_reader* reader) {
    const pl_plan* plan = &reader->scene->plan;
    pl_scene_name* names = pl_arena_alloc(&reader->scratch, plan->group_count, sizeof *names);
    if (!names) return pl_scene_fail_memory(reader);
    for (uint32_t i = 0; i < plan->group_count; ++i)
        names[i] = (pl_scene_name){plan->groups[i].name, i};
    pl_scene_sort_names(names, plan->group_count);
    reader->group_names = names;
    return PLUMP_OK;
}

plump_result pl_scene_bodies(pl_scene_reader* reader, const pl_item* list) {
    pl_plan* plan = &reader->scene->plan;
    size_t entries, count = 0;
    plump_result result = pl_item_list(reader, list, reader->limits->bodies, &entries);
    if (result == PLUMP_OK) result = count_bodies(reader, list, entries, &count);
    if (result != PLUMP_OK) return result;
    plan->groups = pl_arena_alloc_zero(reader->arena, entries, sizeof *plan->groups);
    plan->bodies = pl_arena_alloc_zero(reader->arena, count, sizeof *plan->bodies);
    reader->balls = pl_arena_alloc(&reader->scratch, count, sizeof *reader->balls);
    if (!plan->groups || !plan->bodies || !reader->balls) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < entries && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_entry(reader, &item);
    }
    if (!pl_scene_goes_on(reader, result)) return result;
    plump_result ordered = order_names(reader);
    return ordered == PLUMP_OK ? pl_scene_result(reader, result) : ordered;
}

#endif
