#!/usr/bin/env bash
# Bitcode of clang 15, 17, 18, 20 and 21, which Debian 12 does not have: Zig's packages on PyPI carry them. Also of flang 22.
. "$(dirname "$0")/common.sh"

sources=packaging/tests/projects/cmake
include=/usr/include/$(uname -m)-linux-gnu/mpich
out=$work/compilers
mkdir -p "$out"
for pair in 15=0.10.1.post1 17=0.12.1 18=0.13.0 20=0.15.1 21=0.16.0; do
    llvm=${pair%=*}
    python=$(venv "ziglang==${pair#*=}")
    headers=$("$python/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "lib/include")')
    rm -f "$out"/*.bc
    for name in racy ordered cells report; do
        # The compiler itself: its wrapper in 0.10 ends by a fault when it is to write bitcode.
        "$python/bin/python" -m ziglang clang -target x86_64-linux-gnu -g -O0 -emit-llvm -c -DCELLS=8 -I "$include" \
            -isystem "$headers" "$sources/$name.c" -o "$out/$name.bc"
    done
    expect 1 "$stage/bin/rma-static" --format json "$out"/{racy,cells,report}.bc > "$out/racy.json"
    expect 0 "$stage/bin/rma-static" --quiet "$out"/{ordered,cells,report}.bc
    grep -q '"RMA101"' "$out/racy.json" || fail "clang $llvm: no race"
    figure "clang $llvm (Zig ${pair#*=}): the race is found, the clean program is clean"
done
dpkg -s flang-22 >/dev/null 2>&1 || apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends flang-22
flang=$(command -v flang-22 || command -v flang-new-22)
"$flang" -g -O0 -emit-llvm -c -I "$include" "$sources/ring.f90" -o "$out/ring.bc"
expect 0 "$stage/bin/rma-static" --quiet "$out/ring.bc"
awk '/call MPI_Put/ { print; print "  cell = 0"; next } { print }' "$sources/ring.f90" > "$out/ring_racy.f90"
"$flang" -g -O0 -emit-llvm -c -I "$include" "$out/ring_racy.f90" -o "$out/ring_racy.bc"
expect 1 "$stage/bin/rma-static" "$out/ring_racy.bc" > "$out/ring.txt"
grep -q 'error\[RMA101\]' "$out/ring.txt" || fail "flang 22: no race"
figure "flang 22: the race is found, the clean program is clean"
