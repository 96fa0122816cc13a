#!/bin/sh
# Makes a release as the target ndx_release does, verifies its checksums, and compiles and runs a program with its
# single header, and one with the headers of its source archive.
#   release.sh SOURCE VERSION SITE WORK
set -eu
source=$1 version=$2 site=$3 work=$4
cmake -D SOURCE="$source" -D VERSION="$version" -D SITE="$site" -D RELEASE="$work/release" \
  -D HOMEPAGE=https://example.org/someone/ndx -P "$source/cmake/release.cmake"
cd "$work/release"
[ "$(wc -l <SHA256SUMS)" = 3 ] || { echo "SHA256SUMS should have three lines:"; cat SHA256SUMS; exit 1; }
sha256sum -c SHA256SUMS

cat >"$work/single.cpp" <<END
#include "release/ndx-$version.hpp"
#include <iostream>
int main() {
  const auto t = ndx::arange(12).reshape({3, 4});
  std::cout << t.index({ndx::tensor({0, 2}), -1}) << "\n";
}
END
sed "s|\"release/.*\"|<ndx/ndx.hpp>|" "$work/single.cpp" >"$work/archive.cpp"
tar -xzf "ndx-$version.tar.gz" -C "$work"
for program in single archive; do
  "${CXX:-c++}" -std=c++20 -Wall -Wextra -Werror -I "$work/ndx-$version/include" "$work/$program.cpp" -o "$work/$program"
  printed=$("$work/$program")
  [ "$printed" = "[ 3 11]" ] || { echo "$program printed $printed"; exit 1; }
done
tar -tzf "ndx-$version-site.tar.gz" | grep -qx './index.html' || { echo "the site has no index.html"; exit 1; }

# The recipes are in the form of their languages, and all name the version, the archive and its checksum.
archive=https://example.org/someone/ndx/releases/download/v$version/ndx-$version.tar.gz
python3 - "$work/release/recipes" "$version" "$archive" "$(sha256sum "ndx-$version.tar.gz" | cut -d ' ' -f 1)" \
  "$(sha512sum "ndx-$version.tar.gz" | cut -d ' ' -f 1)" <<'END'
import ast, json, pathlib, re, sys

recipes, (version, archive, sha256, sha512) = pathlib.Path(sys.argv[1]), sys.argv[2:]
texts = {str(path.relative_to(recipes)): path.read_text() for path in recipes.rglob("*") if path.is_file()}
for name, text in texts.items():
    assert not re.search(r"@[A-Z0-9]+@", text), f"{name}: a variable is left"
    if name.endswith(".py"):
        ast.parse(text)
for name in ("conan/all/conandata.yml", "conda/meta.yaml", "spack/package.py"):
    assert version in texts[name] and archive in texts[name] and sha256 in texts[name], name
assert version in texts["conan/config.yml"]
assert "recipe-maintainers:\n    - someone\n" in texts["conda/meta.yaml"]
assert 'homepage = "https://example.org/someone/ndx"' in texts["conan/all/conanfile.py"]
manifest, port = json.loads(texts["vcpkg/ndx/vcpkg.json"]), texts["vcpkg/ndx/portfile.cmake"]
assert (manifest["homepage"], manifest["version"]) == ("https://example.org/someone/ndx", version)
assert port.startswith("vcpkg_download_distfile(") and archive in port and sha512 in port and "CURRENT_PORT_DIR}/../" not in port, port
END
