# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
