// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stiffness of what is finer than regions (firm.c). The phases over a body's spans: a look before
// the pull; when that has left its offsets, begin, then so many passes, then end.
#ifndef PL_SHAPE_MATCH_FIRM_H
#define PL_SHAPE_MATCH_FIRM_H

#include "src/elastic/shape_match/shape_match.h"

bool pl_firm_create(pl_body* body, pl_shape_match* sm);  // false: out of memory
// Whether the body is to be made firm now, and the longest substep in which it is.
bool pl_firm_wanted(const pl_body* body);
double pl_firm_substep(const pl_body* body);
void pl_firm_pace(const pl_body* body, pl_shape_match* sm, double h);

uint32_t pl_firm_passes(void);
void pl_firm_look(const pl_span* span);  // before the pull
void pl_firm_begin(const pl_span* span);
void pl_firm_pass(const pl_span* span, uint32_t pass);
void pl_firm_end(const pl_span* span, float h);

#endif
