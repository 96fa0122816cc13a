# A port of the source tree that this folder is in, for vcpkg install --overlay-ports. A registry's
# copy gets the sources by vcpkg_from_git or vcpkg_from_github instead.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        compiled NDX_BUILD_COMPILED
)
if(NOT "compiled" IN_LIST FEATURES)
    set(VCPKG_BUILD_TYPE release) # headers only
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DNDX_BUILD_TESTS=OFF
        -DNDX_BUILD_EXAMPLES=OFF
        -DNDX_BUILD_BENCH=OFF
        ${FEATURE_OPTIONS}
)
vcpkg_cmake_install()

# What belongs to the compiled library is installed in a folder of its own; here all is in share/ndx.
if("compiled" IN_LIST FEATURES)
    vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ndx DO_NOT_DELETE_PARENT_CONFIG_PATH)
endif()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/ndx)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
if("compiled" IN_LIST FEATURES)
    file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/lib/cmake" "${CURRENT_PACKAGES_DIR}/lib/cmake")
endif()

file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/ndx")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
