#!/usr/bin/env bash
# `make dist`: the release archive, target/dist/rma-static-VERSION-x86_64-linux.tar.zst.
#
# The executables are static as a whole, glibc included: they need no library of the machine that they run on, so they run wherever the
# kernel is 3.2 or newer. Nothing in them loads code at run time. LLVM and the C++ library come from Debian's archives, z3 from
# packaging/dist/z3.sh. Of the analyzer only the last step of the build differs from `make build`.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
dist=target/dist
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=rma-static-$version-$(uname -m)-linux
stage=$dist/$name

say() { printf 'dist: %s\n' "$*"; }
fail() { printf 'dist: %s\n' "$*" >&2; exit 1; }

packaging/dist/z3.sh

# The linker takes the first of its folders that has a library in either form; here there are static ones only. With one shared library
# among its inputs, even one that nothing needs, it would make a program that starts as a dynamic one does.
rm -rf "$dist/static"
mkdir -p "$dist/static"
ln -s "$PWD/$dist/z3/libz3.a" "$dist/static/"
for library in stdc++ z zstd xml2 m rt dl pthread util c; do
    file=$(g++ "-print-file-name=lib$library.a")
    [ -f "$file" ] || fail "lib$library.a is missing; scripts/setup.sh installs it"
    ln -s "$(realpath "$file")" "$dist/static/"
done
# z3's crate leaves the C++ library to libz3.so.
flags=(-C target-feature=+crt-static -C relocation-model=static -L "native=$PWD/$dist/static" -C link-arg=-lstdc++ -C strip=debuginfo)

rm -rf "$stage" "$stage.tar.zst"
mkdir -p "$stage"/{bin,share/doc/rma-static/rules,share/man/man1,share/rma-static}
mkdir -p "$stage"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}

# `static_bin PACKAGE EXECUTABLE NAME CARGO-OPTION...`
static_bin() {
    local package=$1 executable=$2 as=$3
    shift 3
    cargo rustc --quiet --release --locked -p "$package" --bin "$executable" "$@" -- "${flags[@]}"
    strip -o "$stage/bin/$as" "$target/release/$executable"
    file "$stage/bin/$as" | grep -q 'statically linked' || fail "$as needs libraries of the machine: $(file "$stage/bin/$as")"
}
say "executables"
static_bin rma-static rma-static rma-static
static_bin rma-reader rma-static-reader rma-static-reader
static_bin rma-reader rma-static-reader rma-static-reader-22 --no-default-features --features llvm-22
# Back to those of `make build`, under the same names.
cargo build --quiet --release --workspace --locked

say "manual, completions, models, rules, demo"
tool=$stage/bin/rma-static
"$tool" --generate bash > "$stage/share/bash-completion/completions/rma-static"
"$tool" --generate zsh > "$stage/share/zsh/site-functions/_rma-static"
"$tool" --generate fish > "$stage/share/fish/vendor_completions.d/rma-static.fish"
"$tool" --generate man > "$stage/share/man/man1/rma-static.1"
"$tool" --generate man-cc > "$stage/share/man/man1/rma-static-cc.1"
"$tool" --generate man-merge > "$stage/share/man/man1/rma-static-merge.1"
"$tool" --list-rules | while read -r id _; do
    "$tool" --explain "$id" > "$stage/share/doc/rma-static/rules/$id.md"
done
cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs/*.md "$stage/share/doc/rma-static/"
rm "$stage/share/doc/rma-static/SUMMARY.md"
mkdir -p "$stage/share/rma-static/models" "$stage/lib/cmake/RmaStatic"
cp corpus/inputs/models/*.toml "$stage/share/rma-static/models/"
cp packaging/cmake/RmaStaticConfig.cmake "$stage/lib/cmake/RmaStatic/"
sed "s/@VERSION@/$version/" packaging/cmake/RmaStaticConfigVersion.cmake.in > "$stage/lib/cmake/RmaStatic/RmaStaticConfigVersion.cmake"
cp -r packaging/sweep "$stage/share/rma-static/"
packaging/dist/demo.sh "$stage/share/rma-static/demo"
python3 packaging/dist/notices.py > "$stage/share/doc/rma-static/THIRD-PARTY-NOTICES"

say "archive"
# The same tree gives the same bytes.
epoch=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --directory "$dist" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" "$name" | zstd -19 -T0 -q -f -o "$stage.tar.zst"
size=$(stat -c %s "$stage.tar.zst")
[ "$size" -lt 60000000 ] || fail "the archive has $size bytes; 60 MB is the limit"
say "$stage.tar.zst, $((size / 1000)) kB; unpacked $(du -sk "$stage" | cut -f 1) kB"
# Under names without the version, for what packages it.
ln -sfn "$name" "$dist/rma-static"
ln -f "$stage.tar.zst" "$dist/rma-static.tar.zst"
