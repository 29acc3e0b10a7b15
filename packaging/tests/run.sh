#!/usr/bin/env bash
# `make test-packaging`: what needs root, long builds or other systems. `FILTER=sweep` runs the tests whose names contain it. Every test is a
# file of this folder and leaves its log in target/packaging. Needs Debian 12, root (for chroots), and the package registries.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=target/packaging
mkdir -p "$work"
passed=0 failed=0
for test in packaging/tests/*.sh; do
    name=$(basename "$test" .sh)
    case $name in
    run | common) continue ;;
    *"${1:-}"*) ;;
    *) continue ;;
    esac
    begin=$SECONDS
    if bash "$test" > "$work/$name.log" 2>&1; then
        passed=$((passed + 1))
        printf 'ok      %-16s %4d s\n' "$name" $((SECONDS - begin))
        grep '^figure: ' "$work/$name.log" | sed 's/^figure: /        /' || true
    else
        failed=$((failed + 1))
        printf 'FAILED  %-16s %4d s: %s\n' "$name" $((SECONDS - begin)) "$work/$name.log"
        tail -n 5 "$work/$name.log" | sed 's/^/        /'
    fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
