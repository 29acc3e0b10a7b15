#!/usr/bin/env python3
"""Recall by mutation: what the analyzer says when a race-free program loses one synchronisation.

    scripts/recall_mutants.py [--analyzer target/release/rma-static] [--jobs N] [--shapes] [--write] [--list] [--keep FOLDER] [NAME ...]

The race-free programs of corpus/apps and corpus/practice (with --shapes also those of benches/shapes) are changed in one place:

- remove: a call that completes or orders is taken out. It becomes the value of success, so that error checks around it stay. Two calls
  that exclude (lock and unlock of a mutex, a critical construct) go together. A wait for a notification still gives an id.
- later: a call moves behind the next statement of its block.
- earlier: a call that releases moves before the statement in front of it.

Calls whose absence takes data away (collectives, messages) are moved only. A call moves only across a statement that may touch memory or
communicate. MPI_Win_sync counts in programs with shared windows only: elsewhere the unified model does not need it.

Each mutant is compiled at -O0 and analysed. It is *found* if there is an error or a warning that the program itself does not have, *noted* if
there are only new notes, *kept* if there are only notes that the program has without the change, *incomplete* if the analysis says so (exit status 3,
or no end), else *silent*. Removing a call that opens or closes an
epoch breaks a rule of the interface whatever is raced for; such mutants have rows of their own and do not count for recall.

corpus/recall_mutants.toml names the mutants that are no race, with the argument. All others count as races, so recall is
found / (mutants - those). Mutants that are not found and not argued away are printed, also those for which an argument is given but that are
found. NAME is a part of a mutant's name. --list prints each mutant with what was found. --keep leaves sources of mutants in a folder.
--write puts the table into corpus/SCOREBOARD.md. The exit status is 1 if a race is missed without a note.
"""

import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MPICH = f"/usr/include/{os.uname().machine}-linux-gnu/mpich"
VERDICTS = ROOT / "corpus/recall_mutants.toml"
BOARD = ROOT / "corpus/SCOREBOARD.md"
SECTION = "## Recall by mutation"
LIMIT = 120
SOURCES = (".c", ".cpp", ".f90", ".F90")
HEADERS = (".h", ".hpp")

# Name of a call; kind in the table; what is done with it: r(emove), l(ater), e(arlier); `x` for removals that only break a rule of epochs.
CALLS = [
    (r"MPI_Win_fence", "fence", "rle"),
    (r"MPI_Win_flush(_local)?(_all)?", "flush", "rl"),
    (r"MPI_Win_unlock(_all)?", "unlock", "xl"),
    (r"MPI_Win_lock(_all)?", "lock", "x"),
    (r"MPI_Win_post", "post", "xe"),
    (r"MPI_Win_start", "start", "x"),
    (r"MPI_Win_complete", "complete", "x"),
    (r"MPI_Win_wait", "wait of an exposure", "rl"),
    (r"MPI_Win_sync", "win_sync, shared", "r"),
    (r"MPI_Wait(all|any|some)?", "wait for a request", "rl"),
    (r"MPI_Barrier", "barrier", "rle"),
    (r"MPI_(Recv|Sendrecv)", "message", "l"),
    (r"MPI_S?send", "message", "e"),
    (r"MPI_(Allreduce|Allgatherv?|Alltoallv?|Reduce|Bcast|Gatherv?|Scatterv?|Exscan|Scan|Reduce_scatter(_block)?)", "collective", "le"),
    (r"shmem_quiet|shmem_ctx_quiet", "quiet", "rl"),
    (r"shmem_fence|shmem_ctx_fence", "fence", "rl"),
    (r"shmem_barrier(_all)?|shmem_sync(_all)?|shmem_team_sync", "barrier", "rle"),
    (r"shmem_(signal|\w+)_wait_until(_all|_any|_some)?", "wait for a word", "rl"),
    (r"shmem_\w+_(reduce|to_all)|shmem_(f?collect|broadcast|alltoall)\w*", "collective", "le"),
    (r"shmem_(ctx_)?\w+_atomic_(set|add|inc)|shmem_signal_(set|add)", "signal", "e"),
    (r"gaspi_wait", "wait for a queue", "rl"),
    (r"gaspi_barrier", "barrier", "rle"),
    (r"gaspi_notify_waitsome", "wait for a notification", "rl"),
    (r"gaspi_notify_reset", "reset", "r"),
    (r"gaspi_notify", "notify", "e"),
    (r"gaspi_allreduce(_user)?", "collective", "le"),
    (r"gaspi_passive_receive", "message", "l"),
    (r"gaspi_passive_send", "message", "e"),
    (r"pthread_join", "join", "rl"),
]
CALL = re.compile(r"\b(?:" + "|".join(f"(?P<k{i}>{name})" for i, (name, _, _) in enumerate(CALLS)) + r")\s*\(", re.I)
PAIRS = [("pthread_mutex_lock", "pthread_mutex_unlock"), ("shmem_set_lock", "shmem_clear_lock"), ("omp_set_lock", "omp_unset_lock")]
# Calls that neither touch memory for others nor order.
IDLE = (
    r"MPI_(Wtime|Abort|Comm_rank|Comm_size|Comm_free|Type_free|Group_free|Win_sync|Win_lock_all|Win_free)|shmem_(my_pe|n_pes|ctx_create|free|global_exit)|"
    r"gaspi_(time_get|proc_rank|proc_num)|f?printf|puts|snprintf|sizeof|if|for|while|switch|return|check|require|free|now|seconds|omp_get_wtime|exit"
)
# What a collective must cross to be worth a move, itself or in a function that the statement calls.
ACTIVE = re.compile(
    r"\b(MPI_(R?put|R?get|R?accumulate|(R?get_)?accumulate|fetch_and_op|compare_and_swap|win_(fence|flush\w*|unlock\w*|complete|wait|post)|i?s?send|i?recv|wait\w*|barrier)|"
    r"shmem_(ctx_)?(\w+_)?(put|get|p|g|iput|iget|put_signal|atomic)\w*|shmem_(quiet|fence|barrier\w*|sync\w*)|gaspi_(write|read|notify|wait|barrier|atomic)\w*)\s*\(", re.I)
VOID = re.compile(r"shmem_(?!team_sync|sync$)")

Mutant = collections.namedtuple("Mutant", "program name model kind change breaks file text")
Program = collections.namedtuple("Program", "name folder sources headers")


def blanked(text, fortran):
    """The text with comments, strings and preprocessor lines as blanks, of the same length."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    if fortran:
        return re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|![^\n]*", blank, text)
    text = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def closing(text, at):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    raise ValueError("a bracket is not closed")


class Statements:
    """The statements of a C or C++ text by blocks; `head` is the end of what stands before a body."""

    def __init__(self, text):
        self.text, self.blocks, self.all = text, [], []
        self.block(0, len(text))

    def skip(self, i):
        while i < len(self.text) and self.text[i].isspace():
            i += 1
        return i

    def block(self, i, end):
        found = []
        self.blocks.append(found)
        i = self.skip(i)
        while i < end:
            after = self.statement(i, end)
            found.append((i, after))
            i = self.skip(after)

    def statement(self, i, end):
        start, text = i, self.text
        word = re.compile(r"[A-Za-z_]\w*").match(text, i)
        word = word[0] if word else ""
        head = end
        if text[i] == "{":
            after = closing(text, i)
            self.block(i + 1, after - 1)
            head = i
        elif word in ("if", "for", "while", "switch", "catch"):
            head = closing(text, text.index("(", i))
            after = self.statement(self.skip(head), end)
            i = self.skip(after)
            if word == "if" and re.compile(r"else\b").match(text, i):
                after = self.statement(self.skip(i + 4), end)
        elif word == "do":
            after = self.statement(self.skip(i + 2), end)
            after = text.index(";", closing(text, text.index("(", after))) + 1
            head = start
        elif word == "try":
            after = self.statement(self.skip(i + 3), end)
            while re.compile(r"catch\b").match(text, self.skip(after)):
                after = self.statement(self.skip(after), end)
            head = start
        elif re.compile(r"(case\b[^:;]*|default\s*|public\s*|private\s*|protected\s*):(?!:)").match(text, i):
            after = text.index(":", i) + 1
            head = after
        else:
            after = self.plain(i, end)
            head = after
        self.all.append((start, after, head))
        return after

    def plain(self, i, end):
        text, depth = self.text, 0
        while i < end:
            c = text[i]
            if c in "([":
                depth += 1
            elif c in ")]":
                depth -= 1
            elif c == ";" and depth == 0:
                return i + 1
            elif c == "{":
                after = closing(text, i)
                before = text[:i].rstrip()
                begun = re.search(r"[^;{}]*$", before)[0]
                names = re.search(r"^\s*(extern|typedef|struct|class|namespace|enum|union|static const struct)\b", begun)
                if before.endswith("=") or (re.search(r"[\w\]>]$", before) and text[i - 1] not in " \n") or before[-1] in "(,{" or re.search(r"\benum\b", begun):
                    i = after
                    continue
                self.block(i + 1, after - 1)
                if depth == 0 and not (names and re.search(r"\b(typedef|struct|class|union)\b", begun) and not before.endswith(")")):
                    return after
                i = after
                continue
            i += 1
        return end

    def around(self, at):
        """The smallest statement at a place, whether the place is in its head, and its block with its index there (or None)."""
        start, end, head = min((s for s in self.all if s[0] <= at < s[1]), key=lambda s: s[1] - s[0])
        for block in self.blocks:
            if (start, end) in block:
                return start, end, at < head and head < end, block, block.index((start, end))
        return start, end, at < head and head < end, None, 0


class Lines:
    """The same for Fortran: logical lines; constructs with a body are one statement for those around them."""

    OPEN = re.compile(r"\s*(\w+\s*:\s*)?(do\b|if\b.*\bthen\s*$|select\b|where\s*\(.*\)\s*$|associate\b|block\s*$)", re.I | re.S)
    OTHER = re.compile(r"\s*(end\b|end(if|do)\b|else|case\b|contains|subroutine|(recursive |pure )?function|module|program|use\b|implicit|type\b|.*::|public|private|return|exit|cycle|stop|error stop|$)", re.I | re.S)

    def __init__(self, text):
        self.lines, at = [], 0
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            while text[at:end].rstrip().endswith("&"):
                more = text.find("\n", end + 1)
                end = len(text) if more < 0 else more
            self.lines.append((at, end))
            at = end + 1
        self.text = text

    def is_check(self, index):
        return index < len(self.lines) and re.match(r"\s*(call (check|die_if)\w*\s*\(|if \(ierr /= )", self.text[slice(*self.lines[index])], re.I)

    def index(self, at):
        return next(i for i, (start, end) in enumerate(self.lines) if start <= at <= end)

    def following(self, index):
        """First and last line of the statement that starts at a line, or None."""
        while index < len(self.lines) and not self.text[slice(*self.lines[index])].strip():
            index += 1
        if index >= len(self.lines):
            return None
        line = self.text[slice(*self.lines[index])]
        if self.OPEN.match(line):
            depth, last = 0, index
            while True:
                line = self.text[slice(*self.lines[last])]
                depth += bool(self.OPEN.match(line))
                depth -= bool(re.match(r"\s*end\s*(do|if|select|where|associate|block)\b", line, re.I))
                if depth == 0:
                    return index, last
                last += 1
        if self.OTHER.match(line):
            return None
        return index, index + 1 if self.is_check(index + 1) else index

    def preceding(self, index):
        index -= 1
        while index > 0 and not self.text[slice(*self.lines[index])].strip():
            index -= 1
        first = index - 1 if self.is_check(index) else index
        line = self.text[slice(*self.lines[first])]
        if self.OPEN.match(line) or self.OTHER.match(line):
            return None
        return first, index


def matters(crossed, kind, active):
    """Whether a statement may touch memory that others see, or communicate."""
    crossed = re.sub(r"\bMPI\((?=[A-Z])", "MPI_", crossed)
    if re.match(r"\s*(return|break|continue|goto)\b", crossed):
        return False
    if kind == "wait for a notification" and "notify_reset" in crossed:
        return False  # The reset would take an id that is not set.
    idle = re.match(rf"\s*(call )?(?!(?:if|for|while|switch)\b)([A-Za-z_]\w*\s*\(\s*)?({IDLE})\s*\(", crossed, re.I)
    if idle and idle[3].lower() not in ("if", "for", "while", "switch"):
        return False
    if kind == "unlock" and re.match(r"\s*([A-Za-z_]\w*\s*\(\s*)?MPI_Win_unlock_all\b|\s*call MPI_Win_unlock_all\b", crossed):
        return False
    if kind == "collective":
        return bool(ACTIVE.search(crossed) or active & set(re.findall(r"\b(\w+)\s*\(", crossed)))
    calls = [c for c in re.findall(r"\b([A-Za-z_]\w*)\s*\(", crossed) if not re.fullmatch(IDLE, c, re.I) and not re.fullmatch(r"[A-Z][A-Z_]*", c)]
    return bool(calls or re.search(r"[\[%]|->|(^|[=(,&|+\-/{;])\s*\*\s*\w|\w\(.*\)\s*=", crossed))


def active_functions(texts):
    """Names of functions that communicate one-sidedly or order, themselves or through others."""
    bodies = {}
    for name, text in texts.items():
        bare = blanked(text, name.lower().endswith(".f90"))
        if name.lower().endswith(".f90"):
            for match in re.finditer(r"^\s*(?:subroutine|[^\n!]*\bfunction)\s+(\w+)(.*?)^\s*end (?:subroutine|function)", bare, re.M | re.S | re.I):
                bodies[match[1]] = bodies.get(match[1], "") + match[2]
            continue
        for match in re.finditer(r"\b([A-Za-z_]\w*)\s*\([^;{}]*\)[^;{}()]*\{", bare):
            if match[1] not in ("if", "for", "while", "switch", "catch"):
                bodies[match[1]] = bodies.get(match[1], "") + bare[match.end() - 1:closing(bare, match.end() - 1)]
    active = {name for name, body in bodies.items() if ACTIVE.search(body)}
    while True:
        more = {name for name, body in bodies.items() if name not in active and active & set(re.findall(r"\b(\w+)\s*\(", body))}
        if not more:
            return active
        active |= more


def squeezed(text):
    return " ".join(text.split())


def arguments(text, at):
    """The arguments of the call whose bracket opens at `at`."""
    end, found, start, depth = closing(text, at), [], at + 1, 0
    for i in range(at + 1, end):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if (text[i] == "," and depth == 0) or i == end - 1:
            found.append(text[start:i].strip())
            start = i + 1
    return found


def newlines(text):
    return "\n" * text.count("\n")


def changes(path, shared, active):
    """Each change of a file: model, kind, change, whether it breaks epochs only, name, new text."""
    text = path.read_text()
    fortran = path.suffix.lower() == ".f90"
    bare = blanked(text, fortran)
    tree = Lines(bare) if fortran else Statements(bare)
    seen, results, texts = collections.Counter(), [], set()

    def add(model, kind, change, breaks, name, new):
        key = re.sub(r"\s+", "", new)
        if key not in texts:
            texts.add(key)
            results.append((model, kind, change, breaks, name, new))

    # A macro may put the prefix in front: MPI(Barrier(comm)).
    for match in CALL.finditer(re.sub(r"\bMPI\((?=[A-Z])", "MPI_", bare)):
        pattern, kind, ways = next(CALLS[i] for i in range(len(CALLS)) if match[f"k{i}"])
        routine = match[0].rstrip("( \t\n")
        if kind.startswith("win_sync") and not shared:
            continue
        model = {"m": "MPI", "s": "OpenSHMEM", "g": "GASPI"}.get(routine[0].lower(), "threads")
        start, end = match.start(), closing(bare, match.end() - 1)
        pasted = bare[start:start + 4] == "MPI("
        start += 4 * pasted
        call = squeezed(text[start:end])
        if fortran:
            before = bare[bare.rfind("\n", 0, start) + 1:start]
            if not before.rstrip().lower().endswith("call"):
                continue
            start = bare.lower().rfind("call", 0, start)
        seen[call] += 1
        name = call if seen[call] == 1 else f"{call} #{seen[call]}"
        if fortran:
            if "r" in ways or "x" in ways:
                add(model, kind, "remove", "x" in ways, name, text[:start] + "continue" + newlines(text[start:end]) + text[end:])
            index = tree.index(start)
            if bare[slice(*tree.lines[index])].strip()[:4].lower() != "call":
                continue
            last = index + 1 if tree.is_check(index + 1) else index
            unit = (tree.lines[index][0], tree.lines[last][1])
            for change, other in (("later", tree.following(last + 1)), ("earlier", tree.preceding(index))):
                if change[0] not in ways or other is None:
                    continue
                crossed = (tree.lines[other[0]][0], tree.lines[other[1]][1])
                if not matters(bare[slice(*crossed)], kind, active):
                    continue
                low, high = min(unit, crossed), max(unit, crossed)
                add(model, kind, change, False, name, text[:low[0]] + text[slice(*high)] + text[low[1]:high[0]] + text[slice(*low)] + text[high[1]:])
            continue
        try:
            first, after, in_head, block, index = tree.around(start)
        except ValueError:
            continue
        whole = bare[first:after]
        if re.match(r"\s*(static\s+|extern\s+)?(int|void|gaspi_return_t)\s+\w*$", bare[first:start]) and "=" not in bare[first:start]:
            continue  # A definition or a declaration.
        if "r" in ways or "x" in ways:
            given = arguments(text, match.end() - 1)
            value = "((void)0)" if VOID.match(routine) else "0"
            if routine == "gaspi_notify_waitsome":
                value = f"(*({given[3]}) = ({given[1]}), GASPI_SUCCESS)"
            elif routine == "gaspi_notify_reset":
                value = f"(*({given[2]}) = 1, GASPI_SUCCESS)"
            elif model == "MPI":
                value = "SUCCESS" if pasted else "MPI_SUCCESS"
            elif model == "GASPI":
                value = "GASPI_SUCCESS"
            add(model, kind, "remove", "x" in ways, name, text[:start] + value + newlines(text[start:end]) + text[end:])
        plain = re.match(r"\s*(?:[\w.>-]+\s*=\s*)?(?:[A-Za-z_]\w*\s*\(\s*)?(?:\w+\s*=\s*)?(?:\(void\)\s*)?$", bare[first:start]) and not re.match(r"\s*(return|const|int|auto)\b", whole)
        if in_head or block is None or not plain:
            continue
        for change, other in (("later", index + 1), ("earlier", index - 1)):
            if change[0] not in ways or not 0 <= other < len(block):
                continue
            crossed = block[other]
            if not matters(bare[slice(*crossed)], kind, active):
                continue
            if change == "later":
                new = text[:first] + newlines(text[first:after]) + text[after:crossed[1]] + " " + squeezed(text[first:after]) + text[crossed[1]:]
            else:
                new = text[:crossed[0]] + squeezed(text[first:after]) + " " + text[crossed[0]:first] + newlines(text[first:after]) + text[after:]
            add(model, kind, change, False, name, new)

    if not fortran:
        for opens, closes in PAIRS:
            for match in re.finditer(rf"\b{opens}\s*\(", bare):
                start, end = match.start(), closing(bare, match.end() - 1)
                lock = squeezed(text[start:end])
                # The unlocks of the same function: up to a closing bracket in the first column or at the end of a member.
                stop = re.compile(r"^}", re.M).search(bare, end)
                stop = stop.start() if stop else len(bare)
                new = text[:start] + "((void)0)" + newlines(text[start:end])
                rest = text[end:stop]
                rest = re.sub(rf"\b{closes}\s*\([^;]*?\)(?=\)*;)", "((void)0)", rest)
                seen[lock] += 1
                name = lock if seen[lock] == 1 else f"{lock} #{seen[lock]}"
                add("OpenSHMEM" if opens.startswith("shmem") else "threads", "mutual exclusion", "remove", False, name, new + rest + text[stop:])
    for match in re.finditer(r"^[ \t]*(?:#pragma omp|!\$omp) (barrier|taskwait|critical)[^\n]*", text, re.M | re.I):
        if match[0].lstrip().startswith("!"):
            continue
        construct = squeezed(match[0])
        seen[construct] += 1
        name = construct if seen[construct] == 1 else f"{construct} #{seen[construct]}"
        kind = "mutual exclusion" if match[1] == "critical" else "barrier"
        add("threads", kind, "remove", False, name, text[:match.start()] + ("" if match[1] == "critical" else ";") + text[match.end():])
    return results


def programs(with_shapes):
    for path in sorted((ROOT / "corpus/practice").rglob("*_ok.*")):
        yield Program(str(path.relative_to(ROOT / "corpus")), path.parent, [path.name], [])
    for path in sorted((ROOT / "corpus/apps").glob("*/labels.toml")):
        for variant in tomllib.loads(path.read_text())["variant"]:
            if variant["expect"] == ["none"]:
                headers = sorted(p.name for p in path.parent.iterdir() if p.suffix in HEADERS)
                yield Program(f"apps/{path.parent.name}:{variant['name']}", path.parent, variant["sources"], headers)
    for folder in sorted((ROOT / "benches/shapes").iterdir()) if with_shapes else []:
        if folder.is_dir():
            sources = sorted((p.name for p in folder.iterdir() if p.suffix in SOURCES), key=lambda name: (name.startswith("main"), name))
            headers = sorted(p.name for p in folder.iterdir() if p.suffix in HEADERS)
            yield Program(f"shapes/{folder.name}", folder, sources, headers)


def mutants(program, done):
    texts = {name: (program.folder / name).read_text() for name in program.sources + program.headers}
    shared = any("allocate_shared" in text for text in texts.values())
    active = active_functions(texts)
    for name in texts:
        if (program.folder / name) in done:
            continue
        done.add(program.folder / name)
        for model, kind, change, breaks, call, text in changes(program.folder / name, shared, active):
            place = program.name if len(texts) == 1 else f"{program.name}/{name}"
            yield Mutant(program, f"{place}: {change} {call}", model, kind, change, breaks, name, text)


def compile_one(program, folder, name):
    source, out = folder / name, folder / (name + ".bc")
    text = source.read_text()
    flags = ["-fopenmp"] if re.search(r"#\s*pragma omp|!\$omp|omp\.h", text) else []
    if source.suffix.lower() == ".f90":
        command = ["flang-new-19"]
    elif source.suffix == ".cpp":
        command = ["clang++-19", "-w", "-DMPICH_SKIP_MPICXX", f"-I{ROOT / 'corpus/include'}"]
    else:
        command = ["clang-19", "-w", f"-I{ROOT / 'corpus/include'}"]
    command += [f"-I{folder}", f"-I{MPICH}", "-O0", "-g", "-c", "-emit-llvm", *flags, str(source), "-o", str(out)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return run.returncode == 0


def modules(folder):
    for module in ("mpi", "mpi_f08_mpich"):
        path = ROOT / f"corpus/include/fortran/{module}.f90"
        subprocess.run(["flang-new-19", "-fsyntax-only", f"-I{MPICH}", path], cwd=folder, check=True, capture_output=True)


def analysed(analyzer, program, folder):
    """Findings as (level, rule, places), and whether the run was complete."""
    inputs = [str(folder / (name + ".bc")) for name in program.sources]
    try:
        run = subprocess.run([analyzer, "-j", "1", "--show-notes", "--format", "sarif", *inputs], capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return set(), False
    if run.returncode not in (0, 1, 3):
        return set(), False
    findings = set()
    for result in json.loads(run.stdout)["runs"][0].get("results", []):
        places = []
        for place in result["locations"] + result.get("relatedLocations", [])[:1]:
            place = place["physicalLocation"]
            places.append(f"{Path(place['artifactLocation']['uri']).name}:{place['region']['startLine']}")
        findings.add((result.get("level", "warning"), result["ruleId"], *sorted(places)))
    return findings, run.returncode != 3


def prepare(program, folder):
    for name in program.sources + program.headers:
        shutil.copy(program.folder / name, folder / name)
    if any(name.lower().endswith(".f90") for name in program.sources):
        modules(folder)


def judge(analyzer, program, group, keep):
    """The class and the new findings of each mutant of a program."""
    results = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        prepare(program, folder)
        if not all([compile_one(program, folder, name) for name in program.sources]):
            sys.exit(f"{program.name} does not compile")
        before, _ = analysed(analyzer, program, folder)
        for mutant in group:
            original = (folder / mutant.file).read_text()
            (folder / mutant.file).write_text(mutant.text)
            again = [mutant.file] if mutant.file in program.sources and not mutant.file.lower().endswith(".f90") else program.sources
            if all([compile_one(program, folder, name) for name in again]):
                after, complete = analysed(analyzer, program, folder)
                new = after - before
                levels = {finding[0] for finding in new}
                word = "found" if levels & {"error", "warning"} else "incomplete" if not complete else "noted" if levels else "kept" if after else "silent"
                results.append((mutant, word, sorted(new)))
                if keep:
                    target = Path(keep) / re.sub(r"[^\w.]+", "_", mutant.name)[:150]
                    lines = difflib.unified_diff(original.splitlines(), mutant.text.splitlines(), mutant.file, mutant.file, lineterm="", n=4)
                    target.with_name(target.name + ".diff").write_text("\n".join(lines) + "\n")
                    target.with_name(target.name + Path(mutant.file).suffix).write_text(mutant.text)
            (folder / mutant.file).write_text(original)
            for name in again if again == program.sources else []:
                compile_one(program, folder, name)
            if again != program.sources:
                compile_one(program, folder, mutant.file)
    return results


def verdicts():
    if not VERDICTS.exists():
        return {}
    return {name: entry["why"] for entry in tomllib.loads(VERDICTS.read_text())["no_race"] for name in entry["mutants"]}


def table(rows, total):
    head = f"{'model':<10} {'call':<24} {'change':<8} {'mutants':>7} {'races':>6} {'found':>6} {'noted':>6} {'kept':>6} {'silent':>6} {'incomplete':>10} recall"
    lines = [head]
    for key in [*sorted(rows), None]:
        count = rows[key] if key else total
        model, kind, change = key or ("total", "", "")
        recall = f"{count['found'] / count['races']:.3f}" if count["races"] else "    -"
        lines.append(f"{model:<10} {kind:<24} {change:<8} {count['mutants']:>7} {count['races']:>6} {count['found']:>6} {count['noted']:>6} "
                     f"{count['kept']:>6} {count['silent']:>6} {count['incomplete']:>10} {recall:>6}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--analyzer", default=ROOT / "target/release/rma-static")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
    argued, done, work = verdicts(), set(), []
    for program in programs(options.shapes):
        group = [m for m in mutants(program, done) if not options.names or any(name in m.name for name in options.names)]
        if group:
            work.append((program, group))
    names = {m.name for _, group in work for m in group}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        by_cost = sorted(work, key=lambda item: -len(item[0].sources) * len(item[1]))
        running = {program.name: pool.submit(judge, options.analyzer, program, group, options.keep) for program, group in by_cost}
        futures = [running[program.name] for program, _ in work]
        results = []
        for future in futures:
            for mutant, word, new in future.result():
                results.append((mutant, word, new))
                argument = argued.get(mutant.name)
                text = "; ".join(" ".join(finding) for finding in new)
                if options.list or (word != "found" and not argument and not mutant.breaks):
                    print(f"{word}: {mutant.name}{': ' + text if text else ''}", flush=True)
                elif word == "found" and argument:
                    print(f"found, though argued to be no race: {mutant.name}: {text}", flush=True)
    if not options.names:
        for name in sorted(set(argued) - names):
            if options.shapes or not name.startswith("shapes/"):
                print(f"in {VERDICTS.name}, but no such mutant: {name}")
    rows = collections.defaultdict(collections.Counter)
    broken = collections.defaultdict(collections.Counter)
    total, broken_total = collections.Counter(), collections.Counter()
    for mutant, word, _ in results:
        race = mutant.name not in argued
        key = (mutant.model, mutant.kind, mutant.change)
        for count in (broken[key], broken_total) if mutant.breaks else (rows[key], total):
            count["mutants"] += 1
            if race:
                count["races"] += 1
                count[word] += 1
    text = table(rows, total)
    broken_text = table(broken, broken_total).replace(" races ", "broken ")
    print(f"\n{text}\n\nCalls that open or close an epoch, removed:\n\n{broken_text}")
    if options.write and not options.names:
        page = BOARD.read_text().split(SECTION)[0].rstrip() + "\n\n"
        page += f"""{SECTION}

`scripts/recall_mutants.py --write` makes this section. Race-free programs of `apps` and `practice` lose one synchronisation or completion, or have it
moved by one statement ({len(results)} mutants that compile). *Races* are all mutants but those for which
[`recall_mutants.toml`](recall_mutants.toml) argues that they are none. Found: an error or a warning. Noted: a new note only.
Kept: notes, but the same as without the change. Silent: nothing.

```text
{text}
```

Without a call that opens or closes an epoch, a program breaks a rule of MPI, whether it races or not. These mutants do not count above:

```text
{broken_text}
```
"""
        BOARD.write_text(page)
    return 1 if total["silent"] or total["incomplete"] else 0


if __name__ == "__main__":
    sys.exit(main())
