#!/usr/bin/env python3
"""Mutated inputs against the analyzer: no panic, no hang, no raw control character, no invalid JSON.

`scripts/fuzz_inputs.py [--seed N] [--scale PERCENT]`: 3,000 bitcode files, 600 texts, 150 containers, 75 compilation databases and
100 configurations, made of programs of the corpus by flips, cuts, copies and splices of bytes and lines. The same seed makes the
same inputs. An input that fails stays in target/fuzz, and the exit status is 1.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANALYZER = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "rma-static"
WORK = ROOT / "target" / "fuzz"
SEEDS = [
    "corpus/mpi/cases/lock_put_print_early.c",
    "corpus/mpi/cases/guard_without_flush.c",
    "corpus/mpi/remote/fence_load_before_close.c",
    "corpus/mpi/atomicity/cas_and_put.c",
    "corpus/shmem/completion/put_nbi_source_reused.c",
]
CONFIG = """fail-on = "error"
models = ["m.toml"]
max-findings = 5
source-root = ["."]
[limits]
time-limit = "20s"
solver-timeout = 100
[rules]
RMA506 = "off"
[[allow]]
rules = ["RMA2xx"]
paths = ["a/**"]
functions = ["f*"]
reason = "because"
"""
LIMIT = 60
# Exit statuses that the command line promises.
STATUSES = {0, 1, 2, 3}


def clang(*arguments):
    include = f"/usr/include/{os.uname().machine}-linux-gnu/mpich"
    command = ["clang-19", "-O0", "-g", "-w", "-c", f"-I{include}", f"-I{ROOT}/corpus/include", *arguments]
    subprocess.run(command, check=True, cwd=ROOT)


def mutated(data, rng):
    """Bytes with one to eight changes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        if not data:
            break
        at = rng.randrange(len(data))
        match rng.randrange(6):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                data[at] = rng.choice([0, 0xFF, 0x1B, 0x0A, 0x7F, 0x80])
            case 2:
                del data[at : at + rng.randint(1, 64)]
            case 3:
                data[at:at] = data[at : at + rng.randint(1, 64)]
            case 4:
                data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
            case 5:
                del data[at:]
    return bytes(data)


def mutated_text(text, rng):
    """Lines swapped, doubled, dropped, and words and numbers changed."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                lines.pop(at)
                lines = lines or [""]
            case 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 2:
                lines[at] = "".join(c if rng.random() > 0.1 else str(rng.randrange(10)) for c in lines[at])
            case 3:
                lines[at] = lines[at].replace('"', '"\\1B[31m\\0A\\E2\\80\\AE', 1)
            case 4:
                words = lines[at].split(" ")
                rng.shuffle(words)
                lines[at] = " ".join(words)
            case 5:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def is_raw(c):
    """A control character, or one that turns or breaks the line that it stands in."""
    controls = (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) < 0xA0
    return controls or c in "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def judge(arguments, format_, cwd):
    """What is wrong with a run; nothing when all is well."""
    limits = ["--time-limit", "20", "--memory-limit", "1G"]
    command = [str(ANALYZER), "--format", format_, "--show-notes", *limits, *arguments]
    try:
        run = subprocess.run(command, cwd=cwd, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "hangs"
    if run.returncode not in STATUSES:
        return f"exit status {run.returncode}: {run.stderr[-300:]!r}"
    for name, output in (("output", run.stdout), ("errors", run.stderr)):
        text = output.decode("utf-8", "replace")
        if "panicked" in text:
            return f"panic: {text[-300:]}"
        raw = [c for c in text if is_raw(c)]
        if raw and (name == "errors" or format_ in ("text", "short", "github", "html", "junit")):
            return f"raw character {raw[0]!r} in the {name}"
    if format_ in ("sarif", "json", "gitlab") and run.returncode != 2:
        try:
            json.loads(run.stdout)
        except ValueError as error:
            return f"invalid JSON: {error}"
    return None


def cases(seed, scale):
    """Names, arguments and folders of all inputs; each is written when its turn comes."""
    rng = random.Random(seed)
    base = WORK / "seeds"
    base.mkdir(parents=True, exist_ok=True)
    bitcode, texts, containers = [], [], []
    for number, source in enumerate(SEEDS):
        clang("-emit-llvm", source, "-o", str(base / f"{number}.bc"))
        clang("-emit-llvm", "-S", source, "-o", str(base / f"{number}.ll"))
        clang("-flto", "-ffat-lto-objects", source, "-o", str(base / f"{number}.o"))
        bitcode.append((base / f"{number}.bc").read_bytes())
        texts.append((base / f"{number}.ll").read_text())
        containers.append((base / f"{number}.o").read_bytes())
    archive = base / "all.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcs", archive, *sorted(str(path) for path in base.glob("*.bc"))], check=True)
    containers.append(archive.read_bytes())
    formats = ["text", "short", "sarif", "json", "html", "github", "gitlab", "junit"]
    counts = [("bc", 3000), ("ll", 600), ("box", 150), ("db", 75), ("toml", 100)]
    for kind, count in counts:
        for number in range(max(1, count * scale // 100)):
            folder = WORK / kind / str(number)
            folder.mkdir(parents=True, exist_ok=True)
            format_ = formats[number % len(formats)]
            match kind:
                case "bc":
                    (folder / "x.bc").write_bytes(mutated(rng.choice(bitcode), rng))
                    yield folder, ["x.bc"], format_
                case "ll":
                    (folder / "x.ll").write_text(mutated_text(rng.choice(texts), rng))
                    yield folder, ["x.ll"], format_
                case "box":
                    (folder / "x.o").write_bytes(mutated(rng.choice(containers), rng))
                    yield folder, ["x.o"], format_
                case "db":
                    (folder / "x.c").write_text((ROOT / SEEDS[number % len(SEEDS)]).read_text())
                    command = "mpicc.mpich -DN=4 -Xclang -disable-O0-optnone -c x.c -o x.o @x.rsp"
                    entry = json.dumps([{"directory": str(folder), "file": "x.c", "command": command}])
                    (folder / "db.json").write_bytes(mutated(entry.encode(), rng))
                    yield folder, ["--compile-commands", "db.json", "--cache-dir", "cache"], format_
                case "toml":
                    (folder / "x.bc").write_bytes(bitcode[0])
                    (folder / "m.toml").write_text("[own]\nargs = \"a\"\n")
                    (folder / "rma-static.toml").write_text(mutated_text(CONFIG, rng))
                    yield folder, ["x.bc"], format_


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=int, default=100, help="percent of the counts")
    options = parser.parse_args()
    if not ANALYZER.is_file():
        sys.exit(f"{ANALYZER} is not built; make build does it")
    WORK.mkdir(parents=True, exist_ok=True)
    done = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {}
        for folder, arguments, format_ in cases(options.seed, options.scale):
            running[pool.submit(judge, arguments, format_, folder)] = (folder, arguments, format_)
        for future in concurrent.futures.as_completed(running):
            folder, arguments, format_ = running[future]
            done += 1
            problem = future.result()
            if problem:
                failed += 1
                print(f"{folder.relative_to(ROOT)}: {' '.join(arguments)} --format {format_}: {problem}")
    print(f"{done} inputs, {failed} failed (seed {options.seed})")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
