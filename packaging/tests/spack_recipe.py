"""Runs the recipe of Spack against stand-ins for Spack's own names, and checks what it declares and does.

`python3 spack_recipe.py package.py`. Spack itself is not in the package registries; that its names are used as they are meant is not seen here.
"""

import pathlib
import runpy
import sys
import tempfile
import types

DECLARED: list[tuple[str, tuple, dict]] = []
DONE: list[tuple] = []


def directive(name):
    return lambda *args, **options: DECLARED.append((name, args, options))


class Prefix(str):
    """Spack's prefix: attributes and `join` are folders below it."""

    def __getattr__(self, name):
        return Prefix(f"{self}/{name}")

    def join(self, name):
        return Prefix(f"{self}/{name}")


class Executable:
    def __init__(self, path):
        self.path = path

    def __call__(self, *args, output=None):
        DONE.append((self.path.rsplit("/", 1)[-1], *args))
        if output:
            output.write("text\n")


def main() -> None:
    package = types.ModuleType("spack.package")
    for name in ("license", "version", "variant", "depends_on", "resource"):
        setattr(package, name, directive(name))
    package.mkdirp = lambda path: pathlib.Path(path).mkdir(parents=True, exist_ok=True)
    package.install = lambda source, to: DONE.append(("install", source))
    package.join_path = lambda *parts: "/".join(parts)
    package.Executable = Executable
    package.cargo = Executable("cargo")
    cargo = types.ModuleType("spack_repo.builtin.build_systems.cargo")
    cargo.CargoPackage = type("CargoPackage", (), {})
    for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["spack.package"], sys.modules["spack_repo.builtin.build_systems.cargo"] = package, cargo

    recipe = runpy.run_path(sys.argv[1])["RmaStatic"]()
    depends = [args[0] for name, args, _ in DECLARED if name == "depends_on"]
    for wanted in ("llvm@19", "z3@", "rust@1.95", "zstd"):
        assert any(spec.startswith(wanted) for spec in depends), (wanted, depends)
    manifest = pathlib.Path("Cargo.toml").read_text()
    assert 'rust-version = "1.95"' in manifest, "the recipe names another Rust than Cargo.toml"

    recipe.spec = {"llvm": types.SimpleNamespace(prefix="/llvm")}
    variables = {}
    recipe.setup_build_environment(types.SimpleNamespace(set=variables.__setitem__))
    assert variables == {"LLVM_SYS_191_PREFIX": "/llvm"}, variables
    recipe.build(None, None)
    with tempfile.TemporaryDirectory() as folder:
        recipe.install(None, Prefix(folder))
    for source in (args[1] for args in DONE if args[0] == "install" and not args[1].startswith("target/")):
        assert pathlib.Path(source).exists(), source
    built = {args for args in DONE if args[0] == "cargo"}
    assert built == {("cargo", "build", "--release", "--locked", "--package", "rma-static", "--package", "rma-reader")}, built
    print("the recipe declares:", *depends, sep="\n  ")


if __name__ == "__main__":
    main()
