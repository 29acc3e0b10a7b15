#!/usr/bin/env bash
# The release archive in bare systems of Debian 11, 12 and 13, without a compiler, LLVM, z3 or /proc: the demo's race in under 10 s.
. "$(dirname "$0")/common.sh"

for release in bullseye bookworm trixie; do
    root=$(bare_system "$release")
    rm -rf "$root/opt/rma-static"
    mkdir -p "$root/opt/rma-static"
    tar --zstd -xf "$archive" -C "$root/opt/rma-static" --strip-components=1
    for absent in clang-19 cc z3; do
        ! chroot "$root" sh -c "command -v $absent" || fail "$release has $absent, so it is not bare"
    done
    ! ls "$root"/usr/lib/*/libz3.so* "$root"/usr/lib/*/libLLVM* 2>/dev/null || fail "$release has libraries of LLVM or z3"
    ! [ -e "$root/proc/self" ] || fail "/proc is mounted in $root"

    bin=/opt/rma-static/bin
    chroot "$root" "$bin/rma-static" --version
    chroot "$root" "$bin/rma-static-reader" --version | grep -q 'LLVM 19' || fail "the reader's version"
    chroot "$root" "$bin/rma-static-reader-22" --version | grep -q 'LLVM 22' || fail "the newer reader's version"
    begin=$(date +%s%N)
    expect 1 chroot "$root" sh -c "cd /opt/rma-static/share/rma-static/demo && PATH=\$PATH:$bin rma-static racy/*.bc" > "$work/racy.txt"
    taken=$((($(date +%s%N) - begin) / 1000000))
    grep -q 'error\[RMA101\]' "$work/racy.txt" || fail "the race is not found"
    grep -q 'grid_pack_column\|packed\[row - 1\]' "$work/racy.txt" || fail "the line of the source is not shown"
    [ "$taken" -lt 10000 ] || fail "$release: $taken ms"
    expect 0 chroot "$root" sh -c "cd /opt/rma-static/share/rma-static/demo && $bin/rma-static --quiet clean/*.bc"
    # By a link, as people put tools into a folder of the PATH.
    ln -sf "$bin/rma-static" "$root/usr/local/bin/rma-static"
    expect 1 chroot "$root" sh -c "rma-static --quiet /opt/rma-static/share/rma-static/demo/racy/*.bc" > /dev/null
    figure "Debian $(cat "$root/etc/debian_version") (glibc $(chroot "$root" ldd --version | awk 'NR == 1 { print $NF }')): the demo's race in $taken ms"
done
for executable in "$stage"/bin/*; do
    file "$executable" | grep -q 'statically linked' || fail "$executable is linked with libraries of the machine"
    file "$executable" | grep -q 'not stripped' && fail "$executable is not stripped"
done
for file in doc/rma-static/THIRD-PARTY-NOTICES doc/rma-static/rules/RMA101.md man/man1/rma-static.1 bash-completion/completions/rma-static; do
    [ -s "$stage/share/$file" ] || fail "share/$file is missing"
done
for work_of in 'z3' 'LLVM 19' 'LLVM 22' 'the GNU C library' 'clap 4' 'mimalloc 0'; do
    grep -q "^$work_of" "$stage/share/doc/rma-static/THIRD-PARTY-NOTICES" || fail "no licence of $work_of"
done
size=$(stat -c %s "$archive")
figure "the archive: $((size / 1000)) kB, unpacked $(du -sk "$stage" | cut -f 1) kB"
[ "$size" -lt 60000000 ] || fail "the archive has $size bytes"
