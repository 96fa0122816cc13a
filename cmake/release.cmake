# Writes what a release of ndx consists of into a folder, for the target ndx_release:
#   cmake -D SOURCE=CHECKOUT -D VERSION=1.2.3 -D SITE=FOLDER -D RELEASE=FOLDER -P release.cmake
# It has the library in one header, the files that git tracks at HEAD, the site, and the checksums of the three. The
# same commit gives the same header and the same source archive, so that others can compare the checksums.
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
