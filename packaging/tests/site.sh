#!/usr/bin/env bash
# The documentation as a site: it is built, its links lead somewhere, and its search knows the rules.
. "$(dirname "$0")/common.sh"

command -v linkchecker >/dev/null || apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends linkchecker
site=$PWD/target/book/html
[ -f "$site/index.html" ] || scripts/book.sh
grep -qo 'RMA101' "$site"/searchindex*.js || fail "the search does not know RMA101"
for page in tutorial inputs rules/RMA101 rules/RMA601 command-line theory; do
    [ "$page" = theory ] && [ ! -f docs/theory.md ] && continue
    [ -f "$site/$page.html" ] || fail "$page.html is missing"
done
# As whoever owns the files: it gives up root's rights and could not read them otherwise.
linkchecker --no-status --no-robots --check-extern --ignore-url '^https?:' --ignore-url '\.js$' -o text "file://$site/index.html" | tail -n 20
