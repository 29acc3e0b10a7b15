#!/usr/bin/env bash
# Compiles the racy variant of corpus/apps/halo2d to bitcode, analyses it, and shows the race that is found.
# Succeeds only when the analyzer reports a race; its own exit status for findings is 1.
set -euo pipefail
cd "$(dirname "$0")/.."

analyzer=${CARGO_TARGET_DIR:-target}/release/rma-static
app=corpus/apps/halo2d
out=demo-out
include=/usr/include/$(uname -m)-linux-gnu/mpich

say() { printf '\n== %s\n' "$*"; }
fail() { printf '\ndemo: %s\n' "$*" >&2; exit 1; }

# The source list of a variant in labels.toml.
sources() {
    awk -v variant="$1" '$1 == "name" { current = ($3 == "\"" variant "\"") }
        current && $1 == "sources" { gsub(/.*\[|\]|[",]/, ""); print }' "$app/labels.toml"
}

# Compiles a variant into $out/<variant>/*.bc.
compile() {
    local source
    rm -rf "${out:?}/$1"
    mkdir -p "$out/$1"
    for source in $(sources "$1"); do
        clang-19 -g -O0 -emit-llvm -c -I "$include" "$app/$source" -o "$out/$1/${source%.c}.bc"
    done
}

[ -n "$(sources racy)" ] && [ -n "$(sources clean)" ] || fail "$app/labels.toml lists no sources"

say "1. Compile a heat solver of $(sources racy | wc -w) files (halo exchange by MPI_Put) to LLVM bitcode"
compile racy
printf '   clang-19 -g -O0 -emit-llvm -c ... -> %s/racy/*.bc\n' "$out"

say "2. Analyse the whole program: rma-static $out/racy/*.bc"
status=0
"$analyzer" "$out"/racy/*.bc || status=$?
[ "$status" -eq 1 ] || fail "expected a finding (exit status 1), but rma-static ended with exit status $status"

say "3. The same as SARIF, for editors and code scanning: $out/report.sarif"
status=0
"$analyzer" --format sarif "$out"/racy/*.bc > "$out/report.sarif" || status=$?
[ "$status" -eq 1 ] || fail "the SARIF run ended with exit status $status instead of 1"
grep -Eq '"level": *"error"' "$out/report.sarif" || fail "no error in $out/report.sarif"
grep -Eo '"ruleId": *"RMA[0-9]+"' "$out/report.sarif" | sort | uniq -c | sed 's/^/  /'

say "4. The repaired program, which packs the two columns into buffers of their own"
compile clean
status=0
"$analyzer" "$out"/clean/*.bc || status=$?
[ "$status" -eq 0 ] || fail "the race-free variant gave exit status $status instead of 0"

cat <<'TEXT'

== What was seen
   exchange_racy.c sends the west column with MPI_Put and then packs the east column into the same buffer.
   A put only starts the transfer: until a flush (or the end of the epoch) the library may still read the
   buffer, so the neighbour in the west can receive values of the east. The put is in exchange_racy.c and the
   store in grid.c, which is why the whole program is analysed and not one file. The error names both
   lines, a run in which it happens, and what would order them. The race-free variant gives no report.
TEXT
