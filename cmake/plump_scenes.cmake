# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The files of scenes/ as bytes in a C file, written when CMake configures: nothing but CMake is
# needed, and any compiler takes it. A changed scene makes the next build configure again.
# plump_embed_scenes(FILE) writes FILE.

function(plump_embed_scenes file)
    file(GLOB scenes CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scenes/*.json")
    list(FILTER scenes EXCLUDE REGEX "\\.schema\\.json$")
    list(SORT scenes)
    set(arrays "")
    set(rows "")
    foreach(scene ${scenes})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${scene}")
        get_filename_component(name "${scene}" NAME_WE)
        string(MAKE_C_IDENTIFIER "scene_${name}" id)
        file(READ "${scene}" bytes HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
        string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")  # a line for each of the file's
        string(APPEND arrays "static const unsigned char ${id}[] = {\n${bytes}};\n\n")
        string(APPEND rows "    {\"${name}\", ${id}, sizeof ${id}},\n")
    endforeach()
    file(CONFIGURE OUTPUT "${file}" @ONLY NEWLINE_STYLE LF CONTENT
"// Made by cmake/plump_scenes.cmake from the files of scenes/; change those.
#include \"io/scene_builtin.h\"

@arrays@const pl_builtin_scene pl_builtin_scenes[] = {
@rows@    {0, 0, 0},
};
")
endfunction()
