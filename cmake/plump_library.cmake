# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# A library of somebody else's as a target, plump_needs::<name>, found where it is on this machine: in our own
# build, and again by whoever calls find_package(plump), so that the installed package names no path.

macro(plump_library name)
    string(TOUPPER ${name} plump_library_upper)
    find_library(${plump_library_upper}_LIBRARY ${name})
    if(${plump_library_upper}_LIBRARY AND NOT TARGET plump_needs::${name})
        add_library(plump_needs::${name} UNKNOWN IMPORTED GLOBAL)
        set_target_properties(plump_needs::${name} PROPERTIES
            IMPORTED_LOCATION "${${plump_library_upper}_LIBRARY}")
    endif()
    unset(plump_library_upper)
endmacro()
