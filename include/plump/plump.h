// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_PLUMP_H
#define PLUMP_PLUMP_H

/// All of libplump. Files and pictures are separate libraries: <plump/io.h>, <plump/picture.h>.

#include <plump/attachment.h>
#include <plump/base.h>
#include <plump/body.h>
#include <plump/contact.h>
#include <plump/detail.h>
#include <plump/id.h>
#include <plump/jiggle.h>
#include <plump/mesh.h>
#include <plump/muscle.h>
#include <plump/obstacle.h>
#include <plump/shape.h>
#include <plump/simplify.h>
#include <plump/skin.h>
#include <plump/task.h>
#include <plump/world.h>

#endif
