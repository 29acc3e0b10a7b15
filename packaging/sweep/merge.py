#!/usr/bin/env python3
"""Merges what a sweep has left: one SARIF, one overview, one SQLite table; and says what it cost."""

import argparse
import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys

SCHEMA = """
create table programs (name text primary key, status text not null, reason text, errors integer not null, warnings integer not null,
    notes integer not null, build_seconds real not null, seconds real not null, cpu_seconds real, mebibytes integer);
create table findings (program text not null references programs(name), rule text not null, level text not null, message text not null,
    file text, line integer, other_file text, other_line integer, fingerprint text);
create index findings_by_rule on findings(rule, level);
"""
LEVELS = ["error", "warning", "note"]


def place(result: dict, kind: str) -> tuple[str | None, int | None]:
    """File and line of the first location of a kind."""
    physical = (result.get(kind) or [{}])[0].get("physicalLocation", {})
    return physical.get("artifactLocation", {}).get("uri"), physical.get("region", {}).get("startLine")


def results(sarif: pathlib.Path) -> list[dict]:
    if not sarif.is_file():
        return []
    runs = json.loads(sarif.read_text())["runs"]
    return [result for run in runs for result in run.get("results", []) if not result.get("suppressions")]


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("out", "sarif", "html", "table"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--tool", required=True)
    options = parser.parse_args()
    folders = sorted(path.parent for path in (options.out / "programs").glob("*/analysis.json"))
    reports = [folder / "report.sarif" for folder in folders if (folder / "report.sarif").is_file()]
    if not reports:
        sys.exit("merge: no program has a report; the logs in the folders under programs/ say why")

    # A program is known by the name in the manifest.
    named = options.out / "reports"
    named.mkdir(exist_ok=True)
    for report in reports:
        (named / f"{report.parent.name}.sarif").write_bytes(report.read_bytes())
    files = [f"{report.parent.name}.sarif" for report in reports]
    command = [options.tool, "merge", "--output", str(options.sarif.absolute()), "--html", str(options.html.absolute()), *files]
    subprocess.run(command, check=True, cwd=named)

    options.table.unlink(missing_ok=True)
    cost = 0.0
    with contextlib.closing(sqlite3.connect(options.table)) as table:
        table.executescript(SCHEMA)
        for folder in folders:
            built = json.loads((folder / "build.json").read_text())
            done = json.loads((folder / "analysis.json").read_text())
            found = results(folder / "report.sarif")
            counts = [sum(result.get("level", "warning") == level for result in found) for level in LEVELS]
            cost += built.get("cpu_seconds", 0.0) + done.get("cpu_seconds", 0.0)
            row = [folder.name, done["status"], done.get("reason"), *counts, built["seconds"], done["seconds"]]
            table.execute("insert into programs values (?,?,?,?,?,?,?,?,?,?)", [*row, done.get("cpu_seconds"), done.get("mebibytes")])
            for result in found:
                fingerprint = next(iter(result.get("partialFingerprints", {}).values()), None)
                row = [folder.name, result["ruleId"], result.get("level", "warning"), result["message"]["text"]]
                row += [*place(result, "locations"), *place(result, "relatedLocations"), fingerprint]
                table.execute("insert into findings values (?,?,?,?,?,?,?,?,?)", row)
        table.commit()
        by_status = table.execute("select status, count(*) from programs group by status order by status").fetchall()
        levels = table.execute("select coalesce(sum(errors),0), coalesce(sum(warnings),0), coalesce(sum(notes),0) from programs").fetchone()
    print(f"{len(folders)} programs: " + ", ".join(f"{count} {status}" for status, count in by_status))
    print(f"{levels[0]} errors, {levels[1]} warnings, {levels[2]} notes")
    each = cost / len(folders)
    print(f"{each:.2f} s of processor time each; 10,000 programs like these: {each * 10_000 / 3600:.1f} core hours")


if __name__ == "__main__":
    main()
