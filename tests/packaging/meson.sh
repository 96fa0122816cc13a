#!/bin/sh
# Builds and runs a project of Meson that takes ndx as a subproject, by its wrap, or by pkg-config
# from an installation.
#   meson.sh subproject | pkg-config  NDX_SOURCE NDX_BUILD WORK [ndx | ndx-compiled]
set -eu
way=$1 source=$2 build=$3 work=$4/$1-${5:-ndx} dependency=${5:-ndx}
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work/subprojects"
cp "$here/meson.build" "$here/meson_options.txt" "$here/../build/consumer/main.cpp" "$work"

case $way in
  subproject)
    cp -r "$source/cmake/packaging/meson/." "$work/subprojects"
    sed -i s/-O2/-O0/ "$work/subprojects/packagefiles/ndx/meson.build"  # which takes half as long
    archive=$(sed -n 's/^source_filename = //p' "$work/subprojects/ndx.wrap")
    mkdir "$work/${archive%.tar.gz}"
    cp -r "$source/include" "$source/cmake" "$work/${archive%.tar.gz}"
    tar -C "$work" -czf "$work/subprojects/packagefiles/$archive" "${archive%.tar.gz}"
    set -- --wrap-mode=forcefallback
    ;;
  pkg-config)
    cmake --install "$build" --prefix "$work/prefix" >/dev/null
    pc=$(find "$work/prefix" -name '*.pc' -exec dirname {} ';' | sort -u | paste -sd :)
    set -- --wrap-mode=nofallback "-Dpkg_config_path=$pc"
    ;;
  *) echo "unknown way: $way"; exit 2 ;;
esac
meson setup "$work/build" "$work" -Ddebug=false "-Ddependency=$dependency" "$@"
meson compile -C "$work/build" consumer
"$work/build/consumer"
