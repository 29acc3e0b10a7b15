#!/usr/bin/env bash
# SARIF as its own validator sees it: the profiles of the format and of GitHub's code scanning find no error and no warning in reports of
# errors, of notes, of suppressed and compared findings, of an incomplete run, and of several programs together.
. "$(dirname "$0")/common.sh"

version=5.7.0
folder=$work/sarif-multitool-$version
validator=$folder/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
command -v npm >/dev/null || apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends npm
if [ ! -x "$validator" ]; then
    mkdir -p "$folder"
    npm install --silent --prefix "$folder" "@microsoft/sarif-multitool-linux@$version"
    chmod u+x "$validator"
fi
# It is built for .NET without data about languages.
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

out=$work/sarif
rm -rf "$out"
mkdir -p "$out"
tool=$stage/bin/rma-static
include=/usr/include/$(uname -m)-linux-gnu/mpich
bitcode() { clang-19 -w -g -O0 -c -emit-llvm -I "$include" -I corpus/include "corpus/$1" -o "$out/$2.bc"; }
bitcode mpi/cases/lock_put_print_early.c error
bitcode mpi/local/ops/received_count_checked_race.c received
bitcode mpi/idioms/branch_on_environment.c environment

# `report STATUS NAME ARGUMENT...`
report() {
    local wanted=$1 name=$2
    shift 2
    (cd "$out" && expect "$wanted" "$tool" --format sarif --source-root "$OLDPWD" "$@") > "$out/$name.sarif"
}
report 1 error "$out/error.bc"
report 1 received "$out/received.bc"
report 1 notes --show-notes "$out/received.bc"
report 0 compared --baseline "$out/error.sarif" --fail-on error "$out/error.bc"
# All findings of the baseline are gone.
report 0 gone --baseline "$out/error.sarif" "$PWD"/packaging/tests/projects/cmake/{ordered,cells,report}.c -- -DCELLS=8
grep -q '"baselineState": "absent"' "$out/gone.sarif" || fail "no finding of the baseline is gone"
printf '[[allow]]\nrules = ["RMA2xx", "RMA1xx"]\nreason = "known"\n' > "$out/rma-static.toml"
report 0 suppressed --config "$out/rma-static.toml" "$out/error.bc"
report 0 clean "$PWD"/packaging/tests/projects/cmake/{ordered,cells,report}.c -- -DCELLS=8
printf '#include <mpi.h>\nvoid unknown(MPI_Win);\nint main(void) { MPI_Init(0, 0); unknown(MPI_WIN_NULL); MPI_Finalize(); return 0; }\n' > "$out/unknown.c"
report 3 incomplete "$out/unknown.c"
"$tool" merge --fail-on never --output "$out/merged.sarif" "$out"/{error,received}.sarif

# `complaints FILE`: errors and warnings of the validator.
complaints() {
    "$validator" validate "$1" --rule-kind 'Sarif;Ghas' --output "$out/validation.json" --log ForceOverwrite > "$out/validation.txt"
    python3 -c '
import json, sys
for run in json.load(open(sys.argv[1]))["runs"]:
    for result in run.get("results", []):
        if result.get("level", "warning") in ("error", "warning"):
            print(result["ruleId"])
' "$out/validation.json"
}
checked=0
for file in "$out"/*.sarif; do
    found=$(complaints "$file")
    [ -z "$found" ] || { cat "$out/validation.txt"; fail "$file: $found"; }
    checked=$((checked + 1))
done
# It would say so.
python3 - "$out" <<'PY'
import json, sys
log = json.load(open(f"{sys.argv[1]}/error.sarif"))
log["runs"][0]["results"][0]["ruleIndex"] = 999
json.dump(log, open(f"{sys.argv[1]}/broken.json", "w"))
PY
[ "$(complaints "$out/broken.json")" = SARIF1009 ] || fail "the validator finds nothing wrong in a broken report"
figure "$checked reports without an error or a warning of the profiles Sarif and Ghas"
