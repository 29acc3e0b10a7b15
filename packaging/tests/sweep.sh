#!/usr/bin/env bash
# A sweep over 60 programs of the corpus with Snakemake's local executor. Among them one hangs, one kills itself and one does not compile; a second
# run does nothing again, and a run that is stopped goes on.
. "$(dirname "$0")/common.sh"

python=$(venv snakemake==9.27.1)
out=$work/sweep
rm -rf "$out"
mkdir -p "$out"
manifest=$out/programs.tsv
printf 'name\tfolder\tbuild\targuments\n' > "$manifest"
# Every twelfth program of one source, by name.
find corpus/mpi -name '*.c' | LC_ALL=C sort | awk 'NR % 12 == 1 && n++ < 57' | while read -r source; do
    name=$(printf '%s' "${source%.c}" | tr / _)
    printf '%s\t%s\t\t%s -- -I%s\n' "$name" "$PWD" "$source" "$PWD/corpus/include" >> "$manifest"
done
printf 'a_hanging_build\t%s\tsleep 1000\tmain.bc\n' "$out" >> "$manifest"
printf 'a_killed_build\t%s\tkill -KILL $$\tmain.bc\n' "$out" >> "$manifest"
printf 'int main(void) { return nothing; }\n' > "$out/broken.c"
printf 'broken\t%s\t\tbroken.c\n' "$out" >> "$manifest"
[ "$(wc -l < "$manifest")" -eq 61 ] || fail "$(wc -l < "$manifest") lines in the manifest"

command=("$python/bin/snakemake" --snakefile packaging/sweep/Snakefile --cores 2 --keep-going --directory "$out" --nolock
    --config "manifest=$manifest" "out=$out/results" "tool=$stage/bin/rma-static" time_limit=20)
sweep() { "${command[@]}"; }
export PYTHONDONTWRITEBYTECODE=1
# Stopped in the middle, as a scheduler stops a job: all processes of its group. A shell without job control lets its background jobs
# ignore interrupts.
setsid "${command[@]}" > "$out/first.log" 2>&1 &
first=$!
until [ "$(find "$out/results" -name analysis.json 2>/dev/null | wc -l)" -ge 5 ]; do
    kill -0 "$first" 2>/dev/null || { cat "$out/first.log"; fail "the sweep ends too early"; }
    sleep 0.5
done
kill -TERM -- "-$first"
wait "$first" || true
kept=$(find "$out/results" -name analysis.json -printf '%p %T@\n' | LC_ALL=C sort)
[ ! -e "$out/results/all.sarif" ] || fail "it was not stopped in the middle"

begin=$SECONDS
sweep > "$out/second.log" 2>&1 || { tail -n 40 "$out/second.log"; fail "the sweep ends with an error"; }
taken=$((SECONDS - begin))
while read -r line; do
    grep -qF "$line" <(find "$out/results" -name analysis.json -printf '%p %T@\n') || fail "done again: $line"
done <<< "$kept"
sweep > "$out/third.log" 2>&1
grep -q 'Nothing to be done' "$out/third.log" || { tail -n 20 "$out/third.log"; fail "a third run does something again"; }

"$python/bin/python" - "$out/results" <<'PY'
import json, pathlib, sqlite3, sys

out = pathlib.Path(sys.argv[1])
table = sqlite3.connect(out / "findings.sqlite")
status = dict(table.execute("select name, status from programs"))
reason = dict(table.execute("select name, reason from programs"))
assert len(status) == 60, len(status)
assert status["a_hanging_build"] == status["a_killed_build"] == "skipped", status
assert "did not end within 20 s" in reason["a_hanging_build"] and "SIGKILL" in reason["a_killed_build"], reason
assert status["broken"] == "failed" and "broken.c" in reason["broken"], reason["broken"]
others = {name: value for name, value in status.items() if name not in ("a_hanging_build", "a_killed_build", "broken")}
assert set(others.values()) <= {"ok", "findings"}, others
log = json.loads((out / "all.sarif").read_text())
assert len(log["runs"]) == 57
(found,) = table.execute("select count(*) from findings where level = 'error'").fetchone()
in_sarif = sum(result["level"] == "error" for run in log["runs"] for result in run["results"])
assert found == in_sarif > 10, (found, in_sarif)
page = (out / "overview.html").read_text()
assert "57 programs" in page and all(f"<td>{name}</td>" in page for name in others)
PY
figure "60 programs in $taken s on $(nproc) cores; $(grep -h 'core hours' "$out/second.log" | tail -n 1)"
