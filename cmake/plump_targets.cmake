# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# One place for how everything is compiled. plump_flags(target) gives a target the language level,
# the warnings, and the floating-point rules that make results the same bits everywhere.

if(CMAKE_C_COMPILER_ID STREQUAL "TinyCC" OR CMAKE_C_COMPILER MATCHES "tcc$")
    set(plump_is_tcc ON)
    set(PLUMP_THREADS OFF)
    set(PLUMP_SIMD OFF)
    # CMake does not learn from tcc where Debian keeps libraries
    if(NOT CMAKE_LIBRARY_ARCHITECTURE)
        execute_process(COMMAND gcc -print-multiarch OUTPUT_VARIABLE CMAKE_LIBRARY_ARCHITECTURE
            OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
else()
    set(plump_is_tcc OFF)
endif()

include(plump_hardening)
include(plump_library)

function(plump_flags target)
    plump_harden(${target})
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
    if(plump_is_tcc)
        target_compile_options(${target} PRIVATE -std=c11 -Wall)
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /std:c17 /W4 /fp:precise)
    else()
        # no fused multiply-add, no reassociation: see CONTRIBUTING.md, "Same bits"
        target_compile_options(${target} PRIVATE -std=c17 -ffp-contract=off -fno-math-errno
            -fno-trapping-math -fvisibility=hidden -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    endif()
    if(MINGW)
        # isfinite() and isnan() of its headers narrow in the branch that is not taken; %zu in printf
        target_compile_options(${target} PRIVATE -Wno-float-conversion)
        target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
    endif()
    if(PLUMP_WERROR AND NOT MSVC)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(NOT PLUMP_THREADS)
        target_compile_definitions(${target} PRIVATE PLUMP_NO_THREADS)
    endif()
    if(NOT PLUMP_SIMD)
        target_compile_definitions(${target} PRIVATE PLUMP_NO_SIMD)
    endif()
endfunction()

# The objects of a library that is built both ways. Windows wants those of a DLL to say what it exports, so
# there they are compiled once more; elsewhere position-independent code serves both.
function(plump_objects name)
    plump_objects_of_shared(${name} shared)
    set(variants ${name} ${shared})
    list(REMOVE_DUPLICATES variants)
    foreach(variant ${variants})
        add_library(${variant} OBJECT ${ARGN})
        plump_flags(${variant})
        target_include_directories(${variant} PRIVATE "${PROJECT_SOURCE_DIR}/include")
        target_compile_definitions(${variant} PRIVATE PLUMP_BUILDING)
        if(NOT plump_is_tcc)
            set_target_properties(${variant} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        endif()
    endforeach()
    if(WIN32)
        target_compile_definitions(${shared} PRIVATE PLUMP_SHARED)
    endif()
endfunction()

function(plump_objects_of_shared name result)
    if(WIN32)
        set(${result} ${name}_dll PARENT_SCOPE)
    else()
        set(${result} ${name} PARENT_SCOPE)
    endif()
endfunction()

# A shared library beside the static one of that name; whoever links to it knows by PLUMP_SHARED.
function(plump_name_shared target name)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(WIN32)  # else the import library would have the static one's name
        set_target_properties(${target} PROPERTIES ARCHIVE_OUTPUT_NAME ${name}_dll)
    endif()
    if(MINGW)  # a DLL that needs no other of the compiler's
        target_link_options(${target} PRIVATE -static-libgcc)
    endif()
    target_compile_definitions(${target} INTERFACE PLUMP_SHARED)
    plump_harden(${target})
endfunction()

# Kernels over src/wide are compiled once per instruction set: name_scalar.c and name_base.c with the
# flags of all others, name_avx2.c and name_avx512.c with their own (src/wide/wide_select.h).
function(plump_kernel_flags)
    if(MSVC OR NOT PLUMP_SIMD OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
        return()
    endif()
    foreach(source ${ARGN})
        if(source MATCHES "_avx2\\.c$")
            set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mavx2")
        elseif(source MATCHES "_avx512\\.c$")
            set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
                "-mavx512f;-mavx512vl;-mavx512dq;-mavx512bw;-mprefer-vector-width=512")
        endif()
    endforeach()
endfunction()
