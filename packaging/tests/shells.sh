#!/usr/bin/env bash
# Completions and manual pages are read by the programs that they are for.
. "$(dirname "$0")/common.sh"

dpkg -s zsh fish man-db >/dev/null 2>&1 || apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends zsh fish man-db
zsh -fc "autoload -Uz compinit; fpath=($stage/share/zsh/site-functions \$fpath); compinit -u -D; whence -w _rma-static" | grep -q function
fish --no-config -c "source $stage/share/fish/vendor_completions.d/rma-static.fish; complete -C 'rma-static --link-'" | grep -q -- --link-target
bash -n "$stage/share/bash-completion/completions/rma-static"
for page in rma-static rma-static-cc rma-static-merge; do
    text=$(man --warnings -l "$stage/share/man/man1/$page.1" 2>&1 | col -b)
    grep -q NAME <<< "$text" && grep -q OPTIONS <<< "$text" || fail "$page.1 is no manual page"
done
