#!/usr/bin/env bash
# Installs one tool (cargo-machete, cargo-deny, mdbook) into target/tools, when it is not there in this version.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
cargo-machete) version=0.9.2 ;;
cargo-deny) version=0.20.2 ;;
cargo-deb) version=3.8.0 ;;
mdbook) version=0.5.4 ;;
*) echo "usage: $0 cargo-machete|cargo-deny|cargo-deb|mdbook" >&2; exit 2 ;;
esac

[ "$("target/tools/bin/$1" --version 2>/dev/null | awk '{ sub("^v", "", $NF); print $NF }')" = "$version" ] && exit 0

# They run for a second each, so time to build counts more than speed: about a minute each on two cores.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0
cargo install --locked --quiet --root target/tools --version "$version" "$1"
