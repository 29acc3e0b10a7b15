#!/usr/bin/env bash
# The demo as bitcode, so that a first race needs no compiler: `packaging/dist/demo.sh FOLDER`.
set -euo pipefail
cd "$(dirname "$0")/../.."

app=corpus/apps/halo2d
include=/usr/include/$(uname -m)-linux-gnu/mpich
mkdir -p "$1"
cp "$app"/*.c "$app"/*.h "$1/"
out=$(realpath "$1")
for variant in racy clean; do
    mkdir -p "$out/$variant"
    for source in main options util grid window "exchange_$variant"; do
        # The sources lie where the demo is run.
        (cd "$out" && clang-19 -g -O0 -emit-llvm -c -I "$include" -fdebug-compilation-dir=. "$source.c" -o "$variant/$source.bc")
    done
done
