#!/usr/bin/env bash
# The real check of the screening (docs/screening.md): applications of the corpus, compiled with ThreadSanitizer whole and from rewritten
# modules. Each must be the same program but for the marks, verify, run with 2 and 4 processes of MPICH, and print the same;
# no access that is dropped may be instrumented, and all others as before. Prints calls of the sanitizer and run times.
#
# usage: scripts/screening.sh [APPLICATION...]   (default: those below; `make build` first; needs scripts/setup.sh)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
screen=${RMA_STATIC:-$root/target/release/rma-static}
include="-I/usr/include/$(uname -m)-linux-gnu/mpich -I$root/corpus/include"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%s\n' "$*"; }
fail() { printf 'screening: %s\n' "$*" >&2; exit 1; }

# The sources of an application's race-free variant.
sources() {
    python3 - "$root/corpus/apps/$1/labels.toml" <<'PYTHON'
import sys, tomllib
variants = tomllib.load(open(sys.argv[1], "rb"))["variant"]
print(" ".join(next(v for v in variants if v["expect"] == ["none"])["sources"]))
PYTHON
}

# How many loads and stores the sanitizer instruments in a module. One store may stand before a load of the same cell in
# one block, and then ThreadSanitizer leaves the load out; that is switched off, so that all that is not dropped is there.
instrumented() {
    opt-19 -passes=tsan -tsan-instrument-read-before-write=1 -S "$1" -o "$work/instrumented.ll"
    grep -cE 'call void @__tsan_(unaligned_)?(read|write)[0-9]+' "$work/instrumented.ll" || true
}

check() {
    local app=$1 folder=$work/$1 count kind file
    mkdir -p "$folder/whole"
    # shellcheck disable=SC2086
    for file in $(sources "$app"); do
        clang-19 $include -g -O1 -fsanitize=thread -Xclang -disable-llvm-passes -w -emit-llvm \
            -c "$root/corpus/apps/$app/$file" -o "$folder/whole/${file%.c}.bc"
    done
    for kind in relevant unproven; do
        "$screen" screen --screen $kind --rewrite "$folder/$kind" "$folder"/whole/*.bc >"$folder/$kind.txt"
    done
    for kind in whole relevant unproven; do
        count=0
        for file in "$folder/$kind"/*.bc; do
            llvm-diff-19 "$folder/whole/$(basename "$file")" "$file" || fail "$app: $file is another program"
            opt-19 -passes=verify -disable-output "$file"
            count=$((count + $(instrumented "$file")))
            clang-19 -fsanitize=thread -O1 -w -c "$file" -o "${file%.bc}.o"
            [ $kind != whole ] || clang-19 -O1 -w -c "$file" -o "${file%.bc}.plain"
        done
        clang-19 -fsanitize=thread "$folder/$kind"/*.o -o "$folder/$kind/program" -lmpich -lm
        say "$app, $kind: $count loads and stores instrumented"
    done
    # UCX patches mmap in place, which ThreadSanitizer does not survive.
    for processes in 2 4; do
        for kind in whole relevant unproven; do
            (cd "$folder/$kind" && TSAN_OPTIONS=report_bugs=0 UCX_MEM_MMAP_HOOK_MODE=none UCX_MEM_EVENTS=no timeout 300 mpiexec.mpich -n $processes ./program) \
                >"$folder/$kind/out" 2>"$folder/$kind/err" || fail "$app, $kind, $processes processes: $(tail -n 3 "$folder/$kind/err")"
            sort "$folder/$kind/out" | grep -viE 'seconds|time|MB/s' >"$folder/$kind/result" || true
            cmp "$folder/whole/result" "$folder/$kind/result" || fail "$app, $kind, $processes processes: another result"
        done
        say "$app: $processes processes agree ($(wc -l <"$folder/whole/result") lines)"
    done
}

[ $# -gt 0 ] || set -- halo2d stencil2d_cart heat1d
for app in "$@"; do check "$app"; done
