// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/checks.h"

#include "src/base/text.h"

plump_result pl_check_point(const double point[3], const char* what, plump_error* error) {
    if (!point) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the %s is NULL", what);
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(point[k]) <= PL_COORDINATE_MOST))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the %s is at %g m along axis %d; it must be a number within 1e9", what,
                           point[k], k);
    }
    return PLUMP_OK;
}

plump_result pl_check_rotation(const float rotation[4], plump_error* error) {
    double length = 0.0;
    for (int k = 0; rotation && k < 4; ++k) length += (double)rotation[k] * (double)rotation[k];
    if (length > 0.0 && length < 1e30) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the rotation is no quaternion: give x, y, z, w of any length but 0");
}

plump_result pl_check_number(double value, double least, double most, const char* what,
                             plump_error* error) {
    if (value >= least && value <= most) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the %s is %g; it must be from %g to %g", what,
                   value, least, most);
}

plump_result pl_check_float(float value, double least, double most, const char* what,
                            plump_error* error) {
    if (value >= (float)least && value <= (float)most) return PLUMP_OK;
    return pl_check_number((double)value, least, most, what, error);
}

plump_result pl_check_vertex(const pl_body* body, uint32_t vertex, uint32_t* place,
                             plump_error* error) {
    if (vertex >= body->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "vertex %u is meant, the body has %u",
                       (unsigned)vertex, (unsigned)body->count);
    *place = body->surface->place_of[vertex];
    return PLUMP_OK;
}
