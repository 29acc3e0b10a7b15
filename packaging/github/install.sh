#!/usr/bin/env bash
# A step of the GitHub Action: unpacks a release archive and puts it on the PATH of the steps behind it.
set -euo pipefail

if [ -z "${RMA_ARCHIVE:-}" ]; then
    command -v rma-static >/dev/null && exit 0
    echo '::error::rma-static is not installed; give `archive`, a release archive'
    exit 2
fi
folder=${RUNNER_TEMP:-$PWD}/rma-static
mkdir -p "$folder"
archive=$RMA_ARCHIVE
case $archive in
https://*)
    if [ -z "${RMA_SHA256:-}" ]; then
        echo '::error::`archive` is an address: give its `sha256`, too'
        exit 2
    fi
    curl --fail --location --silent --show-error --output "$folder/archive.tar.zst" "$archive"
    archive=$folder/archive.tar.zst
    ;;
esac
[ -z "${RMA_SHA256:-}" ] || printf '%s  %s\n' "$RMA_SHA256" "$archive" | sha256sum --check --quiet
tar --extract --zstd --file "$archive" --directory "$folder" --strip-components=1
printf '%s\n' "$folder/bin" >> "$GITHUB_PATH"
"$folder/bin/rma-static" --version
