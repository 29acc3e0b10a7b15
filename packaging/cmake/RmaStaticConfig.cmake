#[[
`find_package(RmaStatic)`: analyses the targets of a project for data races in one-sided communication.

    find_package(RmaStatic REQUIRED)          # before the targets are made, so that their commands are recorded
    add_executable(solver ...)
    rma_static_check(solver [BASELINE file] [FAIL_ON error|warning|note|never] [OPTIONS option...])

adds a test `rma-static.solver` for ctest and a target `rma-static-solver` for `cmake --build`. Both analyse the sources that the executable is
linked of, those of the project's own libraries among them, each with its own flags. A library can be checked, too: function by function.

RMA_STATIC_EXECUTABLE names the analyzer, where it is neither beside this file's installation nor on the PATH. RMA_STATIC_CLANG and
RMA_STATIC_FLANG name other compilers than clang-19 and flang-new-19. Needs CMake 3.20 and a generator of make or Ninja.
]]

cmake_minimum_required(VERSION 3.20)

find_program(RMA_STATIC_EXECUTABLE rma-static HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The analyzer rma-static")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RmaStatic REQUIRED_VARS RMA_STATIC_EXECUTABLE)

# Every target from here on gets its line in compile_commands.json.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(rma_static_check target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "BASELINE;FAIL_ON" "OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "rma_static_check: ${arg_UNPARSED_ARGUMENTS}: BASELINE, FAIL_ON or OPTIONS is wanted")
    endif()
    if(NOT TARGET "${target}")
        message(FATAL_ERROR "rma_static_check: there is no target ${target}; call it behind add_executable or add_library")
    endif()
    if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
        message(WARNING "rma_static_check: ${CMAKE_GENERATOR} records no compile commands; use Ninja or make")
        return()
    endif()
    get_target_property(recorded "${target}" EXPORT_COMPILE_COMMANDS)
    if(NOT recorded)
        message(FATAL_ERROR "rma_static_check: call find_package(RmaStatic) before ${target} is made, or set CMAKE_EXPORT_COMPILE_COMMANDS")
    endif()

    set(command
        "${RMA_STATIC_EXECUTABLE}"
        --compile-commands "${CMAKE_BINARY_DIR}/compile_commands.json"
        --link-target "$<TARGET_FILE:${target}>"
        --cache-dir "${CMAKE_BINARY_DIR}/.rma-static"
    )
    if(arg_FAIL_ON)
        list(APPEND command --fail-on "${arg_FAIL_ON}")
    endif()
    if(arg_BASELINE)
        get_filename_component(baseline "${arg_BASELINE}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND command --baseline "${baseline}")
    endif()
    if(RMA_STATIC_CLANG)
        list(APPEND command --clang "${RMA_STATIC_CLANG}")
    endif()
    if(RMA_STATIC_FLANG)
        list(APPEND command --flang "${RMA_STATIC_FLANG}")
    endif()
    list(APPEND command ${arg_OPTIONS})

    # In the folder of the sources, so that paths in reports are short. Exit status 3, a part that was not analysed, is a failure, too.
    add_test(NAME "rma-static.${target}" COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties("rma-static.${target}" PROPERTIES LABELS rma-static)
    add_custom_target(
        "rma-static-${target}"
        COMMAND ${command}
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
        COMMENT "Looking for data races in ${target}"
        VERBATIM
        USES_TERMINAL
    )
    # Generated sources have to be there.
    add_dependencies("rma-static-${target}" "${target}")
endfunction()
