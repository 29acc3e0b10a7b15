#!/usr/bin/env bash
# Puts the faults of oracle/mutants/*.patch into a copy of the analyzer, one at a time, and counts how many generated
# programs the oracle needs until it disagrees. Fails when one stays unseen. `scripts/mutants.sh 03` runs those that
# start with 03. The unchanged copy must agree on all the programs, so that a disagreement is due to the fault.
set -euo pipefail
cd "$(dirname "$0")/.."

seed=${SEED:-1000}
count=${COUNT:-2000}
baseline=${BASELINE:-$count}
root=$PWD
target=${CARGO_TARGET_DIR:-target}
work=$root/$target/mutants
source=$work/source
export CARGO_TARGET_DIR=$work/build
# The reader has no part in the faults.
export RMA_STATIC_READER=$root/$target/release/rma-static-reader

mkdir -p "$source" "$CARGO_TARGET_DIR"
# Only what changed is written, so that cargo builds only that.
git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$source" --skip-old-files
git ls-files -z | while IFS= read -r -d '' file; do
    cmp --silent "$file" "$source/$file" || cp "$file" "$source/$file"
done

build() { (cd "$source" && cargo build --quiet --release --locked --package rma-static --bin rma-static); }
judge() { "$root/$target/release/oracle" --first --analyzer "$CARGO_TARGET_DIR/release/rma-static" "$seed" "$1"; }

build
if ! output=$(judge "$baseline"); then
    printf '%s\n' "$output" "The unchanged analyzer does not agree with the oracle." >&2
    exit 1
fi

failed=0
printf '| fault | found after | by |\n|---|---|---|\n'
for patch in oracle/mutants/"${1:-}"*.patch; do
    file=$(sed -n 's|^+++ b/||p' "$patch")
    patch --quiet --strip=1 --directory "$source" < "$patch"
    build
    if output=$(judge "$count"); then
        after="not found in $count"
        by=""
        failed=1
    else
        after=$(sed -n 's/^program \([0-9]*\)$/\1/p' <<< "$output" | sort -n | head -1)
        after="program $after"
        by=$(sed -n 's/^\(missed\|false alarm\):.*/\1/p' <<< "$output" | sort -u | paste -sd' ' | sed 's/false alarm missed/both/')
    fi
    printf '| %s | %s | %s |\n' "$(head -1 "$patch")" "$after" "$by"
    cp "$root/$file" "$source/$file"
done
exit "$failed"
