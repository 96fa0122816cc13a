# Writes what a release of ndx consists of into a folder, for the target ndx_release:
#   cmake -D SOURCE=CHECKOUT -D VERSION=1.2.3 -D SITE=FOLDER -D RELEASE=FOLDER -D HOMEPAGE=ADDRESS -P release.cmake
# It has the library in one header, the files that git tracks at HEAD, the site, and the checksums of the three. The
# same commit gives the same header and the same source archive, so that others can compare the checksums. The folder
# recipes has what the registries of Conan, vcpkg, conda-forge and Spack take, which fetches the archive from HOMEPAGE.
file(REMOVE_RECURSE ${RELEASE})
file(MAKE_DIRECTORY ${RELEASE})
set(name ndx-${VERSION})
execute_process(COMMAND sh ${SOURCE}/cmake/single_header.sh ${SOURCE}/include ${VERSION}
  OUTPUT_FILE ${RELEASE}/${name}.hpp COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND git -C ${SOURCE} archive --format=tar.gz --prefix=${name}/ -o ${RELEASE}/${name}.tar.gz HEAD
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${RELEASE}/${name}-site.tar.gz .
  WORKING_DIRECTORY ${SITE} COMMAND_ERROR_IS_FATAL ANY)

set(sums "")
foreach(file ${name}.hpp ${name}.tar.gz ${name}-site.tar.gz)
  file(SHA256 ${RELEASE}/${file} sum)
  string(APPEND sums "${sum}  ${file}\n")
endforeach()
file(WRITE ${RELEASE}/SHA256SUMS "${sums}")

# The recipes with version, address and checksum of the archive.
string(REGEX REPLACE "^.*/([^/]+)/[^/]+$" "\\1" OWNER ${HOMEPAGE})
set(URL ${HOMEPAGE}/releases/download/v${VERSION}/${name}.tar.gz)
file(SHA256 ${RELEASE}/${name}.tar.gz SHA256)
file(SHA512 ${RELEASE}/${name}.tar.gz SHA512)
set(packaging ${SOURCE}/cmake/packaging)
foreach(recipe conan/config.yml conan/all/conandata.yml conda/meta.yaml spack/package.py)
  string(REPLACE "/all/" "/" source ${recipe})
  configure_file(${packaging}/registries/${source} ${RELEASE}/recipes/${recipe} @ONLY)
endforeach()
file(COPY ${packaging}/registries/conan/test_package DESTINATION ${RELEASE}/recipes/conan/all)
file(READ ${packaging}/conan/conanfile.py text)
string(REPLACE "    license = \"MIT\"\n" "    license = \"MIT\"\n    homepage = \"${HOMEPAGE}\"\n    url = \"https://github.com/conan-io/conan-center-index\"\n"
  text "${text}")
file(WRITE ${RELEASE}/recipes/conan/all/conanfile.py "${text}")

file(COPY ${packaging}/vcpkg/ndx DESTINATION ${RELEASE}/recipes/vcpkg)
file(READ ${packaging}/vcpkg/ndx/vcpkg.json text)
string(JSON text SET "${text}" homepage "\"${HOMEPAGE}\"")
file(WRITE ${RELEASE}/recipes/vcpkg/ndx/vcpkg.json "${text}\n")
file(READ ${packaging}/vcpkg/ndx/portfile.cmake text)
string(REGEX REPLACE "^#.* ABSOLUTE\\)\n" "vcpkg_download_distfile(ARCHIVE
    URLS \"${URL}\"
    FILENAME \"${name}.tar.gz\"
    SHA512 ${SHA512}
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE \"\${ARCHIVE}\")
" text "${text}")
file(WRITE ${RELEASE}/recipes/vcpkg/ndx/portfile.cmake "${text}")
