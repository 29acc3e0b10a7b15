#!/usr/bin/env bash
# The archive's CMake module, Meson and pre-commit, with real projects.
. "$(dirname "$0")/common.sh"

export PATH=$stage/bin:$PATH
include=/usr/include/$(uname -m)-linux-gnu/mpich
libraries=/usr/lib/$(uname -m)-linux-gnu

# CMake: the module as it is installed, both generators, the project built as a whole.
for generator in Ninja 'Unix Makefiles'; do
    build=$work/cmake-${generator%% *}
    rm -rf "$build"
    cmake -S packaging/tests/projects/cmake -B "$build" -G "$generator" -DRmaStatic_ROOT="$stage" -DMPI_INCLUDE="$include" \
        -DMPI_LIBRARY="$libraries/libmpich.so" -DMPI_FORTRAN_LIBRARY="$libraries/libmpichfort.so" -DCMAKE_Fortran_COMPILER=gfortran
    cmake --build "$build"
    grep -q "rma-static 0" <(rma-static --version)
    grep -q "$stage/bin/rma-static" "$build/CMakeCache.txt" || fail "another rma-static than the archive's was found"
    ctest --test-dir "$build" -L rma-static > "$work/ctest.txt" || true
    for line in 'rma-static.racy .*Failed' 'rma-static.ordered .*Passed' 'rma-static.ring .*Passed'; do
        grep -q "$line" "$work/ctest.txt" || { cat "$work/ctest.txt"; fail "$generator: $line"; }
    done
    cmake --build "$build" --target rma-static-ordered
    ! cmake --build "$build" --target rma-static-racy || fail "the target of the racy program succeeds"
done

# Meson.
python=$(venv meson==1.9.1)
project=$work/meson
rm -rf "$project"
mkdir -p "$project"
cp packaging/tests/projects/cmake/*.c packaging/tests/projects/cmake/*.h packaging/tests/projects/meson/meson.build "$project/"
(cd "$project" && "$python/bin/meson" setup build && ninja -C build)
cd "$project"
database=build/compile_commands.json
expect 2 rma-static --compile-commands "$database" 2> said.txt
grep -q 'choose one with --link-target: ordered, racy' said.txt || { cat said.txt; fail "the programs are not listed"; }
expect 1 rma-static --quiet --compile-commands "$database" --link-target racy > /dev/null
expect 0 rma-static --quiet --compile-commands "$database" --link-target ordered
cd - > /dev/null

# make, through the wrapper.
project=$work/make
rm -rf "$project"
mkdir -p "$project"
cp packaging/tests/projects/cmake/*.c packaging/tests/projects/cmake/*.h "$project/"
printf 'CFLAGS = -O2 -DCELLS=8\nall: racy ordered\nracy ordered: %%: %%.o cells.o report.o\n\t$(CC) -o $@ $^\n' > "$project/Makefile"
make -C "$project" CC='rma-static cc -- mpicc'
expect 1 rma-static --quiet "$project/racy" > /dev/null
expect 0 rma-static --quiet "$project/ordered"

# pre-commit, in a repository with the Meson project.
python=$(venv pre-commit==4.7.0)
hooks=$work/hooks
rm -rf "$hooks" "$work/repository"
mkdir -p "$hooks"
cp .pre-commit-hooks.yaml "$hooks/"
as_nobody=(-c user.name=test -c user.email=test@localhost -c commit.gpgsign=false)
(cd "$hooks" && git init --quiet && git add -A && git "${as_nobody[@]}" commit --quiet -m hooks)
mkdir -p "$work/repository"
cp "$project"/*.c "$project"/*.h "$work/repository/"
cd "$work/repository"
git init --quiet
git add -A
git "${as_nobody[@]}" commit --quiet -m sources
for variant in racy ordered; do
    cat > .pre-commit-config.yaml <<YAML
repos:
  - repo: $hooks
    rev: $(git -C "$hooks" rev-parse HEAD)
    hooks:
      - id: rma-static
        args: [$variant.c, cells.c, report.c, --, -DCELLS=8]
YAML
    git add .pre-commit-config.yaml
    status=0
    "$python/bin/pre-commit" run --all-files > "$variant.txt" 2>&1 || status=$?
    cat "$variant.txt"
    [ "$variant-$status" = racy-1 ] || [ "$variant-$status" = ordered-0 ] || fail "pre-commit: $variant ended with $status"
done
grep -q 'error\[RMA101\]' racy.txt || fail "pre-commit does not show the race"
"$python/bin/pre-commit" try-repo "$hooks" rma-static --all-files || true
cd - > /dev/null

# The GitLab template: it is YAML of the form that GitLab takes, and its script does what it says.
python=$(venv pyyaml==6.0.4)
cd "$work/repository"
"$python/bin/python" - "$OLDPWD/packaging/gitlab/rma-static.yml" > script.sh <<'PY'
import sys
import yaml

job = yaml.safe_load(open(sys.argv[1]))[".rma-static"]
assert set(job) <= {"variables", "script", "allow_failure", "artifacts"}, job.keys()
assert job["allow_failure"] == {"exit_codes": 3} and job["artifacts"]["paths"] == ["rma-static.sarif"]
print("set -eo pipefail")
print(*job["script"], sep="\n")
PY
expect 1 env RMA_FAIL_ON=warning RMA_ARGUMENTS='racy.c cells.c report.c -- -DCELLS=8' bash script.sh
grep -q '"ruleId": "RMA101"' rma-static.sarif || fail "the artifact has no race"
expect 0 env RMA_FAIL_ON=never RMA_ARGUMENTS='racy.c cells.c report.c -- -DCELLS=8' bash script.sh
