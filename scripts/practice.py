#!/usr/bin/env python3
"""The score of corpus/practice: programs as engineers write them.

    scripts/practice.py [--analyzer target/release/rma-static] [--level O0|O2] [NAME ...]

Compiles each program with clang (MPICH's headers) or flang, runs the analyzer and compares the errors and warnings (level, rule, both lines)
with the labels. Prints what differs, and the score of race-free and of racy programs. NAME is a part of a path.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MPICH = "/usr/include/x86_64-linux-gnu/mpich"


def labels(source, level):
    marks, expect, other = {}, [], []
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if label := re.search(r"(?://|!)@ expect(@O2)?: (.*)", line):
            (other if label[1] else expect).append(label[2].split())
        elif mark := re.search(r"(?://|!)@ ([A-Z0-9_]+(?: [A-Z0-9_]+)*)\s*$", line):
            for word in mark[1].split():
                marks[word] = number
    wanted = set()
    for words in other if other and level == "O2" else expect:
        if words[0] in ("error", "warning"):
            lines = sorted(marks[word.rstrip(",")] for word in words[2:4])
            wanted.add((words[0], words[1], *lines))
    return wanted


def compiled(source, level, folder):
    out = folder / "program.bc"
    flags = ["-fopenmp"] if "threads" in source.parts else []
    if source.suffix == ".f90":
        for module in ("mpi", "mpi_f08_mpich"):
            path = ROOT / f"corpus/include/fortran/{module}.f90"
            subprocess.run(["flang-new-19", "-fsyntax-only", f"-I{MPICH}", path], cwd=folder, check=True, capture_output=True)
        command = ["flang-new-19", f"-I{folder}"]
    else:
        command = ["clang++-19" if source.suffix == ".cpp" else "clang-19", "-w", "-DMPICH_SKIP_MPICXX", f"-I{ROOT / 'corpus/include'}"]
    command += [f"-I{MPICH}", f"-{level}", "-g", "-c", "-emit-llvm", *flags, source, "-o", out]
    subprocess.run(command, cwd=folder, check=True)
    return out


def found(analyzer, bitcode):
    run = subprocess.run([analyzer, "--format", "sarif", bitcode], capture_output=True, text=True)
    findings = set()
    for result in json.loads(run.stdout)["runs"][0].get("results", []):
        if result.get("level") in ("error", "warning"):
            places = result["locations"] + result.get("relatedLocations", [])[:1]
            lines = sorted(place["physicalLocation"]["region"]["startLine"] for place in places)
            findings.add((result["level"], result["ruleId"], *(lines if len(lines) == 2 else lines * 2)))
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--analyzer", default=ROOT / "target/release/rma-static")
    parser.add_argument("--level", choices=("O0", "O2"), default="O0")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    sources = [p for p in sorted((ROOT / "corpus/practice").rglob("*")) if p.suffix in (".c", ".cpp", ".f90")]
    score = {"race-free": [0, 0], "racy": [0, 0]}
    for source in sources:
        name = str(source.relative_to(ROOT))
        if options.names and not any(part in name for part in options.names):
            continue
        wanted = labels(source, options.level)
        with tempfile.TemporaryDirectory() as folder:
            got = found(options.analyzer, compiled(source, options.level, Path(folder)))
        kind = score["racy" if wanted else "race-free"]
        kind[0] += got == wanted
        kind[1] += 1
        for word, findings in (("missed", wanted - got), ("too much", got - wanted)):
            for finding in sorted(findings):
                print(f"{name}: {word}: {' '.join(map(str, finding))}", flush=True)
    for kind, (right, all_of) in score.items():
        print(f"{options.level}, {kind}: {right} of {all_of} right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
