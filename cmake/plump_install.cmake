# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Install rules: headers, libraries, find_package(plump), pkg-config, the command.
# Imported names: plump::plump, plump::plump_io, plump::plump_ragdoll, plump::plump_render (static),
# plump::plump_shared and plump::plump_io_shared.

if(NOT is_top)
    return()
endif()
include(CMakePackageConfigHelpers)

set(plump_installed "")
foreach(target plump plump_shared plump_io plump_io_shared plump_ragdoll plump_render)
    if(TARGET ${target})
        list(APPEND plump_installed ${target})
    endif()
endforeach()

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY include/plump DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
foreach(target ${plump_installed})
    install(TARGETS ${target} EXPORT plumpTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
if(TARGET plump_cli)
    install(TARGETS plump_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT plumpTargets NAMESPACE plump:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plump)
# what the libraries are linked with: found again where the package is used
set(PLUMP_NEEDS "")
if(TARGET plump_io AND PLUMP_IO_PRIVATE)
    list(APPEND PLUMP_NEEDS jansson)
endif()
if(TARGET plump_ragdoll AND PLUMP_HAVE_RAGDOLL)
    list(APPEND PLUMP_NEEDS ode)
endif()
if(TARGET plump_render AND PLUMP_HAVE_RENDER)
    list(APPEND PLUMP_NEEDS epoxy)
endif()
string(REPLACE ";" " " PLUMP_NEEDS "${PLUMP_NEEDS}")
configure_package_config_file(cmake/plumpConfig.cmake.in ${PROJECT_BINARY_DIR}/plumpConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plump)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plumpConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/plumpConfig.cmake ${PROJECT_BINARY_DIR}/plumpConfigVersion.cmake
    cmake/plump_library.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plump)

# relative, so that `cmake --install --prefix` and moved folders work
file(RELATIVE_PATH up_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" up_to_prefix "${up_to_prefix}")
foreach(package plump plump_io)
    if(NOT TARGET ${package})
        continue()
    endif()
    configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
