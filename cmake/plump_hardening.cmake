# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What compilers and linkers offer against slips being exploited, each where it is known to work: guarded
# stacks, checked calls of the C library, tables that are read-only once a program runs, addresses that nobody
# knows. plump_harden(target) is part of plump_flags(); shared libraries made of objects call it themselves.
# None of it touches arithmetic: the golden scenes hold. Not for tcc, which knows none of it, nor for Windows,
# where gcc 12 stops with an error of its own, and not with sanitizers, which watch the same things and want
# to be alone.

set(plump_hardens OFF)
set(plump_harden_options "")
set(plump_harden_links "")

function(plump_try_option name)
    string(MAKE_C_IDENTIFIER "PLUMP_HAS${name}" has)
    # an option that means something only on other machines is a warning on this one
    set(CMAKE_REQUIRED_FLAGS "-Werror")
    check_c_compiler_flag("${name}" ${has})
    if(${has})
        set(plump_harden_options ${plump_harden_options} ${name} PARENT_SCOPE)
    endif()
endfunction()

function(plump_try_link name)
    string(MAKE_C_IDENTIFIER "PLUMP_LINKS${name}" has)
    check_linker_flag(C "${name}" ${has})
    if(${has})
        set(plump_harden_links ${plump_harden_links} ${name} PARENT_SCOPE)
    endif()
endfunction()

if(PLUMP_HARDEN AND NOT plump_is_tcc AND NOT WIN32 AND NOT CMAKE_C_FLAGS MATCHES "sanitize")
    set(plump_hardens ON)
    include(CheckCCompilerFlag)
    include(CheckLinkerFlag)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)
    plump_try_option(-fstack-protector-strong)
    plump_try_option(-fstack-clash-protection)
    plump_try_option(-fcf-protection)               # x86
    plump_try_option(-mbranch-protection=standard)  # ARM
    plump_try_link(-Wl,-z,relro)
    plump_try_link(-Wl,-z,now)
    plump_try_link(-Wl,-z,noexecstack)
endif()

function(plump_harden target)
    if(NOT plump_hardens)
        return()
    endif()
    target_compile_options(${target} PRIVATE ${plump_harden_options})
    # without optimisation it is a warning; some distributions set a level of their own
    if(NOT CMAKE_C_FLAGS MATCHES "FORTIFY_SOURCE")
        target_compile_options(${target} PRIVATE
            "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
    endif()
    get_target_property(type ${target} TYPE)
    if(type MATCHES "EXECUTABLE|SHARED_LIBRARY")
        target_link_options(${target} PRIVATE ${plump_harden_links})
    endif()
    # not every compiler can make one that is both static and at any address
    if(NOT CMAKE_EXE_LINKER_FLAGS MATCHES "-static")
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()
