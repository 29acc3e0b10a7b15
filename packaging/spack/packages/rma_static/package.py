"""Spack recipe: `spack repo add packaging/spack && spack install rma-static`."""

from spack_repo.builtin.build_systems.cargo import CargoPackage

from spack.package import *


class RmaStatic(CargoPackage):
    """Finds data races in one-sided communication programs (MPI RMA, OpenSHMEM, GASPI) from LLVM bitcode, before they run."""

    homepage = "https://github.com/rma-static/rma-static"
    git = "https://github.com/rma-static/rma-static.git"

    license("MIT OR Apache-2.0", checked_by="rma-static")

    version("main", branch="main")

    variant("flang", default=False, description="flang for analysing Fortran")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("rust@1.95:", type="build")
    depends_on("pkgconfig", type="build")
    # Also at run time: its clang makes the bitcode of what is analysed. A specification has one LLVM, so the second reader, for bitcode of
    # LLVM 20 to 22, is not among what this recipe installs.
    depends_on("llvm@19 +clang ~lldb", type=("build", "link", "run"))
    depends_on("llvm@19 +flang", when="+flang", type=("build", "link", "run"))
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("z3@4.8.12:")

    def setup_build_environment(self, env):
        env.set("LLVM_SYS_191_PREFIX", self.spec["llvm"].prefix)

    def build(self, spec, prefix):
        cargo("build", "--release", "--locked", "--package", "rma-static", "--package", "rma-reader")

    def install(self, spec, prefix):
        mkdirp(prefix.bin)
        install("target/release/rma-static", prefix.bin)
        install("target/release/rma-static-reader", prefix.bin)
        tool = Executable(prefix.bin.join("rma-static"))
        for what, folder, name in (
            ("bash", prefix.share.join("bash-completion").completions, "rma-static"),
            ("zsh", prefix.share.zsh.join("site-functions"), "_rma-static"),
            ("fish", prefix.share.fish.join("vendor_completions.d"), "rma-static.fish"),
            ("man", prefix.share.man.man1, "rma-static.1"),
        ):
            mkdirp(folder)
            with open(join_path(folder, name), "w", encoding="utf-8") as file:
                tool("--generate", what, output=file)
        mkdirp(prefix.lib.cmake.RmaStatic)
        install("packaging/cmake/RmaStaticConfig.cmake", prefix.lib.cmake.RmaStatic)
