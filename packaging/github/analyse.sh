#!/usr/bin/env bash
# A step of the GitHub Action: analyses, writes the report, and keeps the exit status for the last step, so that the report is uploaded
# whatever it says. Findings are shown at their lines, too.
set -euo pipefail

sarif=${RUNNER_TEMP:-$PWD}/rma-static.sarif
# Words as a shell splits them, without running anything in them.
mapfile -t arguments < <(printf '%s' "$RMA_ARGUMENTS" | xargs printf '%s\n')
status=0
rma-static --format sarif --output "$sarif" "${arguments[@]}" || status=$?
printf 'sarif=%s\nstatus=%s\n' "$sarif" "$status" >> "$GITHUB_OUTPUT"
[ "$status" -ne 2 ] || { echo '::error::rma-static could not analyse; its message stands above'; exit 2; }
# The same for people; the compilers do not run again, as what they made is kept.
rma-static "${arguments[@]}" || true
