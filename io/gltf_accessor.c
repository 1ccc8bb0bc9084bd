// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Accessors: where the elements lie, checked once, then read front to back. Element i of n lies at
// data + i * stride; sparse replacements come in increasing order, so one cursor merges them.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/bytes.h"

#include <string.h>

static unsigned component_size(uint64_t component) {
    switch (component) {
    case PL_GLTF_I8:
    case PL_GLTF_U8: return 1;
    case PL_GLTF_I16:
    case PL_GLTF_U16: return 2;
    case PL_GLTF_U32:
    case PL_GLTF_F32: return 4;
    default: return 0;
    }
}

static plump_result read_component(const pl_gltf* g, const pl_gltf_item* item,
                                   pl_gltf_component* component) {
    uint64_t value = 0;
    plump_result result = pl_gltf_whole(g, item, "componentType", true, &value);
    if (result != PLUMP_OK) return result;
    if (component_size(value) == 0) {
        return PL_GLTF_BAD(g, "%s.componentType is %llu; glTF knows 5120 to 5126 without 5124",
                           item->path, (unsigned long long)value);
    }
    *component = (pl_gltf_component)value;
    return PLUMP_OK;
}

// `count` elements of `size` bytes in the view that `item` names. No view: data is NULL.
static plump_result find_elements(pl_gltf* g, const pl_gltf_item* item, uint64_t count,
                                  uint64_t size, const unsigned char** data, uint64_t* stride) {
    uint64_t offset = 0, view_size = 0;
    *stride = 0;
    plump_result result = pl_gltf_view(g, item, "bufferView", data, &view_size, stride);
    if (result == PLUMP_OK) result = pl_gltf_whole(g, item, "byteOffset", false, &offset);
    if (result != PLUMP_OK || !*data) return result;
    if (*stride == 0) *stride = size;
    if (*stride < size || *stride == 0) {
        return PL_GLTF_BAD(g,
                           "%s: its view's byteStride of %llu is less than an element's %llu "
                           "bytes",
                           item->path, (unsigned long long)*stride, (unsigned long long)size);
    }
    // offset + (count - 1) * stride + size <= view_size, without overflow
    if (offset > view_size || view_size - offset < size ||
        (view_size - offset - size) / *stride < count - 1) {
        return PL_GLTF_BAD(g,
                           "%s has %llu elements of %llu bytes, more than its view of %llu "
                           "bytes holds",
                           item->path, (unsigned long long)count, (unsigned long long)size,
                           (unsigned long long)view_size);
    }
    *data += offset;
    return PLUMP_OK;
}

static uint32_t read_unsigned(const unsigned char* at, pl_gltf_component component) {
    switch (component) {
    case PL_GLTF_U8: return at[0];
    case PL_GLTF_U16: return pl_bytes_u16(at);
    default: return pl_bytes_u32(at);
    }
}

static bool is_index_component(pl_gltf_component component) {
    return component == PL_GLTF_U8 || component == PL_GLTF_U16 || component == PL_GLTF_U32;
}

static uint64_t sparse_number(const pl_gltf_accessor* a, uint64_t i) {
    return read_unsigned(a->sparse_indices + i * component_size(a->sparse_component),
                         a->sparse_component);
}

static plump_result check_sparse_order(const pl_gltf* g, const pl_gltf_item* item,
                                       const pl_gltf_accessor* a) {
    uint64_t least = 0;
    for (uint64_t i = 0; i < a->sparse_count; ++i) {
        uint64_t number = sparse_number(a, i);
        if (number < least || number >= a->count) {
            return PL_GLTF_BAD(g,
                               "%s.indices: entry %llu is %llu; they must increase and stay "
                               "below the count of %llu",
                               item->path, (unsigned long long)i, (unsigned long long)number,
                               (unsigned long long)a->count);
        }
        least = number + 1;
    }
    return PLUMP_OK;
}

static plump_result open_sparse(pl_gltf* g, const pl_gltf_item* item, uint64_t element_size,
                                pl_gltf_accessor* a) {
    pl_gltf_item sparse, indices, values;
    plump_result result = pl_gltf_member(g, item, "sparse", JSON_OBJECT, false, &sparse);
    if (result != PLUMP_OK || !sparse.json) return result;
    result = pl_gltf_whole(g, &sparse, "count", true, &a->sparse_count);
    if (result != PLUMP_OK) return result;
    if (a->sparse_count == 0 || a->sparse_count > a->count) {
        return PL_GLTF_BAD(g, "%s.count is %llu; it must be from 1 to the accessor's %llu",
                           sparse.path, (unsigned long long)a->sparse_count,
                           (unsigned long long)a->count);
    }
    result = pl_gltf_member(g, &sparse, "indices", JSON_OBJECT, true, &indices);
    if (result == PLUMP_OK)
        result = pl_gltf_member(g, &sparse, "values", JSON_OBJECT, true, &values);
    if (result == PLUMP_OK) result = read_component(g, &indices, &a->sparse_component);
    if (result != PLUMP_OK) return result;
    if (!is_index_component(a->sparse_component)) {
        return PL_GLTF_BAD(g, "%s.componentType is %u; indices are 5121, 5123 or 5125",
                           indices.path, (unsigned)a->sparse_component);
    }
    uint64_t index_size = component_size(a->sparse_component), index_stride;
    result =
        find_elements(g, &indices, a->sparse_count, index_size, &a->sparse_indices, &index_stride);
    if (result == PLUMP_OK)
        result = find_elements(g, &values, a->sparse_count, element_size, &a->sparse_values,
                               &a->sparse_stride);
    if (result != PLUMP_OK) return result;
    if (!a->sparse_indices || !a->sparse_values || index_stride != index_size) {
        return PL_GLTF_BAD(g,
                           "%s needs a bufferView without byteStride for its indices and one "
                           "for its values",
                           sparse.path);
    }
    return check_sparse_order(g, &sparse, a);
}

#define COMPONENT(type)  (1u << ((type)-PL_GLTF_I8))
#define INDEX_COMPONENTS (COMPONENT(PL_GLTF_U8) | COMPONENT(PL_GLTF_U16) | COMPONENT(PL_GLTF_U32))
#define NUMBER_COMPONENTS                                                                          \
    (COMPONENT(PL_GLTF_I8) | COMPONENT(PL_GLTF_U8) | COMPONENT(PL_GLTF_I16) |                      \
     COMPONENT(PL_GLTF_U16) | COMPONENT(PL_GLTF_F32))

const pl_gltf_use pl_gltf_positions = {"positions", "VEC3", 3, NUMBER_COMPONENTS,
                                       "positions are 5126, or 5120 to 5123 when quantised"};
const pl_gltf_use pl_gltf_indices = {"indices", "SCALAR", 1, INDEX_COMPONENTS,
                                     "indices are 5121, 5123 or 5125"};

#define JOINT_COMPONENTS (COMPONENT(PL_GLTF_U8) | COMPONENT(PL_GLTF_U16))
#define FLOATS           COMPONENT(PL_GLTF_F32)
#define FLOATS_TEXT      "they are 5126"
#define NUMBERS_TEXT     "they are 5126, or 5120 to 5123 when quantised"

const pl_gltf_use pl_gltf_joints = {"joints", "VEC4", 4, JOINT_COMPONENTS,
                                    "joints are 5121 or 5123"};
const pl_gltf_use pl_gltf_shares = {"weights", "VEC4", 4, JOINT_COMPONENTS | FLOATS,
                                    "weights are 5126, 5121 or 5123"};
const pl_gltf_use pl_gltf_texcoords = {"texture coordinates", "VEC2", 2, JOINT_COMPONENTS | FLOATS,
                                       "texture coordinates are 5126, 5121 or 5123"};
const pl_gltf_use pl_gltf_matrices = {"inverse bind matrices", "MAT4", 16, FLOATS, FLOATS_TEXT};
const pl_gltf_use pl_gltf_times = {"times", "SCALAR", 1, FLOATS, FLOATS_TEXT};
const pl_gltf_use pl_gltf_moves = {"translations", "VEC3", 3, NUMBER_COMPONENTS, NUMBERS_TEXT};
const pl_gltf_use pl_gltf_turns = {"rotations", "VEC4", 4, NUMBER_COMPONENTS, NUMBERS_TEXT};
const pl_gltf_use pl_gltf_scales = {"scales", "VEC3", 3, NUMBER_COMPONENTS, NUMBERS_TEXT};
const pl_gltf_use pl_gltf_morphs = {"morph weights", "SCALAR", 1, NUMBER_COMPONENTS, NUMBERS_TEXT};

plump_result pl_gltf_accessor_open(pl_gltf* g, const pl_gltf_item* item, const pl_gltf_use* use,
                                   pl_gltf_accessor* a) {
    const char* given = NULL;
    *a = (pl_gltf_accessor){.use = use};
    plump_result result = pl_gltf_whole(g, item, "count", true, &a->count);
    if (result == PLUMP_OK) result = pl_gltf_text(g, item, "type", true, &given);
    if (result == PLUMP_OK) result = read_component(g, item, &a->component);
    if (result == PLUMP_OK) result = pl_gltf_flag(g, item, "normalized", &a->normalized);
    if (result != PLUMP_OK) return result;
    if (a->count == 0) return PL_GLTF_BAD(g, "%s.count is 0; it must be at least 1", item->path);
    if (strcmp(given, use->type) != 0) {
        return PL_GLTF_BAD(g, "%s.type is \"%.*s\"; %s are %s", item->path, 16, given, use->what,
                           use->type);
    }
    if (!(use->components & COMPONENT(a->component))) {
        return PL_GLTF_BAD(g, "%s.componentType is %u; %s", item->path, (unsigned)a->component,
                           use->components_text);
    }
    uint64_t size = (uint64_t)component_size(a->component) * use->numbers;
    result = find_elements(g, item, a->count, size, &a->data, &a->stride);
    return result == PLUMP_OK ? open_sparse(g, item, size, a) : result;
}

static const unsigned char* next_element(pl_gltf_accessor* a) {
    static const unsigned char zeros[64];  // as many as a matrix has
    uint64_t i = a->next++;
    if (a->next_sparse < a->sparse_count && sparse_number(a, a->next_sparse) == i) {
        return a->sparse_values + a->next_sparse++ * a->sparse_stride;
    }
    return a->data ? a->data + i * a->stride : zeros;
}

uint32_t pl_gltf_accessor_index(pl_gltf_accessor* a) {
    return read_unsigned(next_element(a), a->component);
}

// One component as a double; normalised ones by the division glTF prescribes.
static double read_number(const unsigned char* at, pl_gltf_component component, bool normalized) {
    double value = 0, most = 1;
    switch (component) {
    case PL_GLTF_I8: value = (int8_t)at[0], most = 127; break;
    case PL_GLTF_U8: value = at[0], most = 255; break;
    case PL_GLTF_I16: value = (int16_t)pl_bytes_u16(at), most = 32767; break;
    case PL_GLTF_U16: value = pl_bytes_u16(at), most = 65535; break;
    default: return pl_bytes_float(pl_bytes_u32(at));
    }
    if (!normalized) return value;
    return value < -most ? -1 : value / most;
}

void pl_gltf_accessor_numbers(pl_gltf_accessor* a, double* numbers) {
    const unsigned char* at = next_element(a);
    unsigned size = component_size(a->component);
    for (unsigned k = 0; k < a->use->numbers; ++k) {
        numbers[k] = read_number(at + k * size, a->component, a->normalized);
    }
}

#endif
