# What the tests of packaging share; they start in the repository's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$PWD/target/packaging
dist=$PWD/target/dist
stage=$(realpath "$dist/rma-static")
archive=$dist/rma-static.tar.zst
mkdir -p "$work"

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
figure() { printf 'figure: %s\n' "$*"; }

# `expect STATUS COMMAND...`
expect() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" -eq "$wanted" ] || fail "exit status $status instead of $wanted: $*"
}

# An environment of Python with these packages; made once for each list.
venv() {
    local folder
    folder=$work/venv-$(printf '%s\n' "$@" | sha256sum | cut -c 1-8)
    if [ ! -f "$folder/complete" ]; then
        rm -rf "$folder"
        python3 -m venv "$folder" >&2
        "$folder/bin/pip" install --quiet "$@" >&2
        touch "$folder/complete"
    fi
    printf '%s\n' "$folder"
}

# The root of a bare system of a release of Debian; made once.
bare_system() {
    local root=$work/chroot-$1
    if [ ! -f "$root/complete" ]; then
        rm -rf "$root"
        command -v debootstrap >/dev/null || apt-get -q -y -o DPkg::Lock::Timeout=600 install debootstrap >&2
        debootstrap --variant=minbase "$1" "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >&2
        touch "$root/complete"
    fi
    printf '%s\n' "$root"
}
