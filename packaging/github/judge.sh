#!/usr/bin/env bash
# A step of the GitHub Action: whether the report fails the job.
set -euo pipefail

status=0
rma-static merge --output /dev/null --fail-on "${RMA_FAIL_ON:-warning}" "$RMA_SARIF" || status=$?
if [ "$status" -eq 1 ]; then
    echo "::error::rma-static has findings at level ${RMA_FAIL_ON:-warning} or above"
elif [ "$status" -eq 0 ] && [ "${RMA_STATUS:-0}" -eq 3 ]; then
    echo '::warning::a part of the program was not analysed; the report says which'
fi
exit "$status"
