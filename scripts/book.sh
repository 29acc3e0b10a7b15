#!/usr/bin/env bash
# Builds the documentation as a site, target/book/html, with mdBook. Needs a built analyzer: rule pages, the list of
# rules and the command line are what it prints, so each has one source. The pages of docs/ are the chapters that
# docs/SUMMARY.md lists; files of the repository that they link to come along under source/.
set -euo pipefail
cd "$(dirname "$0")/.."

analyzer=${CARGO_TARGET_DIR:-target}/release/rma-static
book=target/book
src=$book/src

fail() { printf 'book: %s\n' "$*" >&2; exit 1; }

rm -rf "$book"
mkdir -p "$src/rules" "$src/source"
cp docs/book.toml "$book/"
cp docs/*.md docs/*.svg "$src/"
sed 's|](docs/|](|g; s|](\([A-Za-z][^):]*\))|](../\1)|g; s|](../\([a-z-]*\.md[^)]*\))|](\1)|g' README.md > "$src/README.md"

for page in docs/*.md; do
    name=${page#docs/}
    [ "$name" = SUMMARY.md ] || grep -q "]($name)" docs/SUMMARY.md || fail "docs/SUMMARY.md does not list $name"
done

# A page for each rule, below the page that lists them.
"$analyzer" --list-rules | while read -r id _; do
    "$analyzer" --explain "$id" > "$src/rules/$id.md"
done
sed -i 's|](../reports/rules/|](rules/|g' "$src/rules.md"
"$analyzer" --list-rules | awk '{ printf "  - [%s](rules/%s.md)\n", $1, $1 }' > "$book/rules-summary"
sed -i "/](rules.md)/r $book/rules-summary" "$src/SUMMARY.md"
rm "$book/rules-summary"
{ printf '# Command line\n\n```text\n'; "$analyzer" --help; printf '```\n'; } > "$src/command-line.md"

# What pages link to outside docs/. Pages among it become chapters at the end, which mdBook renders.
linked=$(grep -hoE ']\(\.\./[^)#]+' "$src"/*.md | sed 's|](\.\./||' | LC_ALL=C sort -u)
printf '\n# In the repository\n\n' >> "$src/SUMMARY.md"
for file in $linked; do
    [ -f "$file" ] || fail "a page links to $file, which is not there"
    mkdir -p "$src/source/$(dirname "$file")"
    # What these link to in turn is left to a reader of the repository.
    case $file in
    *.md)
        # mdBook takes every README.md for the first page of its folder, under another name.
        page=${file/README.md/about.md}
        sed -E 's|\[([^]]*)\]\([^)#:]+\)|\1|g' "$file" > "$src/source/$page"
        case $file in
        CHANGELOG.md) title=Changes ;;
        *) title=$(dirname "$file") ;;
        esac
        printf -- '- [%s](source/%s)\n' "$title" "$page" >> "$src/SUMMARY.md"
        ;;
    *) cp "$file" "$src/source/$file" ;;
    esac
done
sed -i 's|](\.\./|](source/|g; s|](source/\([^)]*\)README\.md|](source/\1about.md|g' "$src"/*.md

scripts/tools.sh mdbook
target/tools/bin/mdbook build "$book" --dest-dir "$PWD/$book/html"
printf 'book: %s/html/index.html\n' "$book"
