#!/usr/bin/env python3
"""One step of a sweep for one program, within limits. Its outcome is a file, whatever it is, so that a sweep goes on.

`step.py build` runs the build command of a program. `step.py analyse` runs the analyzer. The outcome is JSON: `status` is ok, findings, incomplete,
failed, timeout, killed or skipped; `seconds` is by the clock, `cpu_seconds` the processor's, `mebibytes` the most memory at once.
"""

import argparse
import json
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import time


def run(command: list[str], folder: str, limit: int, memory: int, log: pathlib.Path) -> dict:
    """Runs a command in a process group of its own; `limit` in seconds, `memory` in MiB of address space for each of its processes."""

    def restrict() -> None:
        # The analyzer keeps its own limit of memory; this one is for what a build starts.
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))

    begin = time.monotonic()
    with open(log, "wb") as output:
        try:
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=restrict
            )
        except OSError as error:
            return {"status": "failed", "seconds": 0.0, "reason": str(error)}
        try:
            code = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            code = None
        # Also what it has left behind.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    outcome = {
        "seconds": round(time.monotonic() - begin, 3),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 3),
        "mebibytes": used.ru_maxrss // 1024,
    }
    if code is None:
        outcome |= {"status": "timeout", "reason": f"it did not end within {limit} s"}
    elif code < 0:
        outcome |= {"status": "killed", "reason": f"ended by signal {signal.Signals(-code).name}"}
    else:
        outcome |= {"status": "ok" if code == 0 else "failed", "code": code}
    if outcome["status"] == "failed":
        last = log.read_text(errors="replace").strip().splitlines()
        outcome["reason"] = last[-1] if last else f"exit status {code}"
    return outcome


def build(options: argparse.Namespace) -> dict:
    if not options.command:
        return {"status": "ok", "seconds": 0.0}
    return run(["/bin/sh", "-c", options.command], options.folder, options.limit, options.memory, options.output.with_suffix(".log"))


def analyse(options: argparse.Namespace) -> dict:
    built = json.loads(options.built.read_text())
    if built["status"] != "ok":
        return {"status": "skipped", "seconds": 0.0, "reason": f"build: {built['status']}: {built.get('reason', '')}"}
    sarif = (options.output.parent / "report.sarif").absolute()
    sarif.unlink(missing_ok=True)
    command = [options.tool, "--format", "sarif", "--output", str(sarif), "--time-limit", str(options.limit), "--clang", options.clang]
    command += ["--memory-limit", f"{options.memory}M", "--cache-dir", str((options.output.parent / "bitcode").absolute())]
    # Patterns of file names are those of the program's folder.
    folder = pathlib.Path(options.folder)
    for word in shlex.split(options.arguments):
        found = sorted(str(path.relative_to(folder)) for path in folder.glob(word)) if any(mark in word for mark in "*?[") else []
        command += found or [word]
    # The analyzer ends by itself at its limit, with what it has found by then.
    outcome = run(command, options.folder, options.limit + 30, 0, options.output.with_suffix(".log"))
    if outcome["status"] == "failed" and outcome["code"] in (1, 3):
        outcome["status"] = {1: "findings", 3: "incomplete"}[outcome["code"]]
        outcome.pop("reason", None)
    return outcome


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("step", choices=["build", "analyse"])
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--limit", type=int, required=True)
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--command", default="")
    parser.add_argument("--built", type=pathlib.Path)
    parser.add_argument("--tool")
    parser.add_argument("--clang")
    parser.add_argument("--arguments", default="")
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    outcome = build(options) if options.step == "build" else analyse(options)
    options.output.write_text(json.dumps(outcome, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
