# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# tools/run_meshes.sh: a good mesh, one that is refused, and one that the judge of frames calls rough.
# 'make meshes' has the whole table.
. "$(dirname "$0")/common.sh"
