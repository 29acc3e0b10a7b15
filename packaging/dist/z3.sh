#!/usr/bin/env bash
# Builds z3 as a static library, target/dist/z3/libz3.a, from Debian's source package: the version that the analyzer is developed with,
# which the packages have as a shared library only. Needs no root. Done once; takes about 20 minutes of processor time.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=4.8.12-3.1
out=target/dist/z3
[ -f "$out/libz3.a" ] && [ "$(cat "$out/version" 2>/dev/null)" = "$version" ] && exit 0

work=$PWD/$out/work

# `fetch`: the sources, changed so that many files are compiled as one.
fetch() {
    rm -rf "$work"
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"

    # Sources are seldom among the machine's package lists, so these are lists of their own.
    printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s bookworm main\n' \
        "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" > "$work/sources.list"
    options=(
        -q -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=
    )
    (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only "z3=$version")
    # Debian's patches are for other processors and for the shared library.
    (cd "$work" && dpkg-source --skip-patches -x "z3_$version.dsc" source)

    # Many files at once compile in a sixth of the time. z3 is not written for it: its macros end with the file from here on, and templates
    # are defined once.
    find "$work/source/src" -name '*.cpp' -print0 | while IFS= read -r -d '' file; do
        sed -n 's/^[ \t]*#[ \t]*define[ \t]\{1,\}\([A-Za-z0-9_]*\).*/#undef \1/p' "$file" | LC_ALL=C sort -u > "$work/undef"
        [ ! -s "$work/undef" ] || { echo; cat "$work/undef"; } >> "$file"
    done
    find "$work/source/src" \( -name '*_def.h' -o -name theory_pb.h \) -exec grep -L 'pragma once' {} + | xargs -r sed -i '1i #pragma once'
    sed -i "s|^  log_h.write('#include|  log_h.write('#pragma once\\\\n')\\n&|" "$work/source/scripts/update_api.py"

    # Two files of this folder have static functions of one name.
    sed -i '$a set_target_properties(smtlogic_tactics PROPERTIES UNITY_BUILD OFF)' "$work/source/src/tactic/smtlogics/CMakeLists.txt"
    touch "$work/fetched-$version"
}

# A build that was stopped goes on.
[ -f "$work/fetched-$version" ] || fetch
cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release '-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG -w' \
    -DZ3_BUILD_LIBZ3_SHARED=OFF -DZ3_BUILD_EXECUTABLE=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF -DZ3_ENABLE_EXAMPLE_TARGETS=OFF \
    -DZ3_INCLUDE_GIT_DESCRIBE=OFF -DZ3_INCLUDE_GIT_HASH=OFF -DZ3_USE_LIB_GMP=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=10
ninja -C "$work/build" libz3
cp "$work/source/LICENSE.txt" "$out/LICENSE.txt"
strip --strip-debug -o "$out/libz3.a" "$work/build/libz3.a"
printf '%s\n' "$version" > "$out/version"
rm -rf "$work"
