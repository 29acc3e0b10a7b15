#!/usr/bin/env bash
# Installs what the build and the tests need on Debian 12. Quick when all is there; safe to run again.
# `setup.sh newer` installs what the reader of newer bitcode and its tests need.
set -euo pipefail

packages=(
    build-essential pkg-config
    llvm-19-dev libz3-dev libpolly-19-dev zlib1g-dev libzstd-dev # to build
    clang-19 lld-19 flang-19 libomp-19-dev libmpich-dev libopenmpi-dev # to compile the corpus
    mpich libclang-rt-19-dev                                     # to run screened programs under ThreadSanitizer
    llvm-19 cmake ninja-build automake gfortran                  # archives and other builds in the tests of inputs
    chromium                                                     # the test of the HTML report
    cvc5                                                         # the second opinion on what the solver proves
)
[ "${1:-}" != newer ] || packages=(llvm-22-dev libpolly-22-dev zlib1g-dev libzstd-dev clang-22 clang-14 clang-16)

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "not root and no sudo; run as root: $*"
    fi
}

# Another installation may be going on, such as a machine's own updates: wait for it, ten minutes at most. apt-get has an option for that,
# which holds for packages; the lock of the package lists it does not wait for.
patience=600
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout="$patience" "$@"; }
update() {
    local said end=$((SECONDS + patience))
    until said=$(apt update 2>&1); do
        case $said in
        *'Could not get lock'*) [ "$SECONDS" -lt "$end" ] || fail "$said" ;;
        *) fail "$said" ;;
        esac
        say "another apt-get is at work; waiting"
        sleep 5
    done
}

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    command -v apt-get >/dev/null || fail "no apt-get; install by other means: ${missing[*]}"
    say "installing ${missing[*]}"
    update
    apt install --no-install-recommends "${missing[@]}"
fi

# rustup puts cargo here, and a shell that was opened before does not know it yet.
if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
    export PATH="$HOME/.cargo/bin:$PATH"
    say "cargo is in ~/.cargo/bin, which is not on the PATH of this shell"
fi
needed=$(sed -n 's/^rust-version = "\([0-9.]*\)"$/\1/p' "$(dirname "$0")/../Cargo.toml")
if ! command -v cargo >/dev/null; then
    # Debian 12 itself packages Rust 1.63, which is too old; newer releases and backports have rustup.
    if [ -n "$(apt-cache search --names-only '^rustup$' 2>/dev/null)" ]; then
        apt install --no-install-recommends rustup
        rustup toolchain install --profile default "$needed"
        rustup default "$needed"
    else
        fail "no cargo, and this Debian release has no rustup package; install Rust $needed or newer: https://rustup.rs"
    fi
fi
have=$(cargo --version | cut -d ' ' -f 2)
oldest=$(printf '%s\n%s\n' "$needed" "$have" | sort -V | head -n 1)
[ "$oldest" = "$needed" ] || fail "cargo $have is too old; Rust $needed or newer is needed (rustup update)"

for component in fmt clippy; do
    cargo "$component" --version >/dev/null 2>&1 && continue
    name=${component/#fmt/rustfmt}
    command -v rustup >/dev/null || fail "no cargo $component; install the component $name of your Rust toolchain"
    say "adding $name"
    rustup component add "$name"
done
