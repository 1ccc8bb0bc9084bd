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

function(plump_flags target)
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
