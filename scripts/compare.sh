#!/usr/bin/env bash
# Whether two builds of the analyzer answer alike on the corpus, byte for byte, and how their processor times relate.
# `scripts/compare.sh OLD NEW [FILTER]`: OLD and NEW are executables, or folders that an earlier call has left in
# target/compare/. EVERY=10 takes one run of ten. The corpus is compiled once; its bitcode stays in target/tmp/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."

every=${EVERY:-1}
filter=${3:-}
outputs=${CARGO_TARGET_DIR:-target}/release/outputs

# The folder with what a build prints.
answers() {
    if [ -d "$1" ]; then
        printf '%s\n' "$1"
        return
    fi
    rm -rf "target/compare/$2"
    mkdir -p "target/compare/$2"
    "$outputs" --every "$every" "$1" "target/compare/$2" "$filter" >&2
    printf '%s\n' "target/compare/$2"
}

old=$(answers "$1" old)
new=$(answers "$2" new)
different=0
while IFS=$'\t' read -r run _; do
    cmp --silent "$old/$run" "$new/$run" || { printf 'differs: %s\n' "$run"; different=$((different + 1)); }
done < "$new/times.tsv"
awk -F '\t' -v different="$different" 'NR == FNR { old[$1] = $2; next } $1 in old { a += old[$1]; b += $2; n++ }
    END { printf "%d runs compared, %d differ; processor time %.1f s and %.1f s, ratio %.3f\n", n, different, a, b, b / a }' \
    "$old/times.tsv" "$new/times.tsv"
[ "$different" -eq 0 ]
