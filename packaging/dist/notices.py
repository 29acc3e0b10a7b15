#!/usr/bin/env python3
"""Prints the licences of everything that the executables of a release contain: crates, LLVM, z3 and Debian's static libraries.

Crates are those that cargo links into rma-static and its reader on this platform; their texts are the licence files in their packages.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIPPED = ["rma-static", "rma-reader"]
# Debian's packages whose archives are linked, and what they hold.
PACKAGES = {
    "llvm-19-dev": "LLVM 19",
    "llvm-22-dev": "LLVM 22",
    "libstdc++-12-dev": "GCC's C++ library (GPL 3 with the runtime library exception)",
    "libc6-dev": "the GNU C library (LGPL 2.1: `make dist` of the sources links it anew)",
    "zlib1g-dev": "zlib",
    "libzstd-dev": "Zstandard",
}


def crates() -> list[dict]:
    """The packages from a registry that are part of the executables, by name and version."""
    target = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout.split("host: ")[1].split()[0]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target, "--features", "rma-reader/llvm-22"]
    metadata = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    left = [package["id"] for package in packages.values() if package["name"] in SHIPPED]
    seen = set(left)
    while left:
        for dependency in nodes[left.pop()]["deps"]:
            normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if normal and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                left.append(dependency["pkg"])
    found = [packages[id] for id in seen if packages[id]["source"]]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[str]:
    """The licence files of a crate."""
    folder = pathlib.Path(package["manifest_path"]).parent
    names = ("license", "licence", "copying", "notice", "unlicense")
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.lower().startswith(names))
    return [path.read_text(errors="replace").strip() for path in files]


def section(title: str) -> None:
    print(f"\n{'=' * 100}\n{title}\n{'=' * 100}\n")


def main() -> None:
    print("rma-static contains the following works of others. Its own licence is MIT or Apache 2.0, as you like.")
    by_text: dict[str, list[str]] = {}
    for package in crates():
        name = f"{package['name']} {package['version']} ({package['license'] or 'see the text'})"
        own = texts(package)
        if not own and not package["license"]:
            sys.exit(f"notices: {name} says nothing of its licence")
        for text in own or ["The package names its licence and carries no text of it."]:
            by_text.setdefault(text, []).append(name)
    for text, names in sorted(by_text.items(), key=lambda item: item[1]):
        section("\n".join(names))
        print(text)
    z3 = ROOT / "target/dist/z3/LICENSE.txt"
    section("z3 4.8.12")
    print(z3.read_text().strip())
    for package, title in PACKAGES.items():
        section(title)
        print(pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace").strip())


if __name__ == "__main__":
    main()
