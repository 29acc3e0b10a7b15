//! Builds of Fortran: through the wrapper and from a database, with module files of flang and of another compiler.

use crate::bench::{Bench, Run, analyzer, include};
use rma_corpus::compile::FLANG;
use std::process::Command;

/// The window, and whether the step is the racy one.
const RING: &str = "\
module ring
  implicit none
  include 'mpif.h'
  logical, parameter :: clears = .false.
  integer :: win, right, slot
contains
  subroutine ring_open()
    integer :: rank, nproc, ierr
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
    right = mod(rank + 1, nproc)
    bytes = 4
    call MPI_Win_create(slot, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call barrier()
  contains
    subroutine barrier()
      call MPI_Win_fence(0, win, ierr)
    end subroutine
  end subroutine
end module
";

/// Fixed form, preprocessed. The outbox is cleared while the put may still read it (MPI 4.1, 12.3).
const STEP: &str = "\
c     One step of the ring.
      module step
      use ring
      integer :: outbox
      contains
      subroutine ring_step(value)
      integer value, ierr
      integer(kind=MPI_ADDRESS_KIND) disp
      disp = 0
      outbox = value
      call MPI_Put(outbox, 1, MPI_INTEGER, right, disp,
     &             1, MPI_INTEGER, win, ierr)
#ifdef RACY
      outbox = 0
#endif
      if (clears) outbox = 0
      call MPI_Win_fence(0, win, ierr)
      end subroutine
      end module
";

const MAIN: &str = "\
program main
  use step
  implicit none
  integer :: i, ierr
  call MPI_Init(ierr)
  call ring_open()
  do i = 1, 4
    call ring_step(i)
  end do
  print *, slot
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
";

const MAKEFILE: &str = "\
FC = f95
FFLAGS = -O2
objects = ring.o step.o
app: main.o libring.a
\t$(FC) $(FFLAGS) -o $@ main.o libring.a $(LIBS)
libring.a: $(objects)
\trm -f $@
\tar cr $@ $(objects)
ring.o: ring.f90
\t$(FC) $(FFLAGS) $(MODULES) -c -o $@ ring.f90
step.o: step.F ring.o
\t$(FC) $(FFLAGS) $(MODULES) -c -o $@ step.F
main.o: main.f90 step.o
\t$(FC) $(FFLAGS) $(MODULES) -c -o $@ main.f90
";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("ring.f90", RING);
    bench.write("step.F", STEP);
    bench.write("main.f90", MAIN);
    bench.write("Makefile", MAKEFILE);
    bench.write("mods/README", "for module files");
    bench
}

/// Flang, and gfortran where it is installed.
fn compilers() -> Vec<&'static str> {
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    [FLANG, "gfortran"].into_iter().filter(runs).collect()
}

fn make(bench: &Bench, compiler: &str, variables: &[&str]) {
    let mut command = Command::new("make");
    command.current_dir(bench.path()).arg(format!("FC={} cc -- {compiler}", analyzer().display()));
    command.arg("LIBS=-lmpichfort -lmpich").args(variables).env("RMA_STATIC_CC_LOG", bench.path().join("log"));
    for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("make runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!bench.path().join("log").exists(), "{:?}", std::fs::read_to_string(bench.path().join("log")));
}

/// Nothing of the program's own is missing; of the run-time library, which can be part of a linked file, all is.
#[track_caller]
fn is_covered(run: &Run) {
    let missing = run.notices("unreadable-input").join("\n");
    assert!(!["ring", "step", "main", "MAIN"].iter().any(|name| missing.contains(name)), "{missing}");
}

#[test]
fn a_makefile_with_modules() {
    for compiler in compilers() {
        // Module files beside the sources, and in a folder.
        for modules in ["MODULES=", "MODULES=-Jmods"] {
            let bench = bench();
            let foreign = if compiler == FLANG { "" } else { "-g3 -std=gnu -Wextra -ffree-line-length-none" };
            make(&bench, compiler, &[modules, &format!("FFLAGS=-DRACY {foreign} -I{}", include())]);
            for inputs in ["main.o step.o ring.o", "main.o libring.a", "app"] {
                let run = bench.analyse(inputs);
                run.finds_the_race_in("step.F");
                is_covered(&run);
            }
            let folder = bench.path().join(if modules.ends_with("mods") { "mods" } else { "." });
            assert!(folder.join(".rma-static/ring.mod").is_file() && folder.join("ring.mod").is_file());
            let clean = self::bench();
            make(&clean, compiler, &[modules, &format!("FFLAGS=-O2 {foreign} -I{}", include())]);
            clean.analyse("main.o libring.a").is_clean();
            clean.analyse("app").is_clean();
        }
    }
}

#[test]
fn several_sources_in_one_command() {
    for compiler in compilers() {
        let bench = bench();
        let cc = format!("{} cc -- {compiler} -DRACY -I{}", analyzer().display(), include());
        bench.run(&format!("{cc} -c ring.f90 step.F"));
        bench.run(&format!("{cc} main.f90 ring.o step.o -lmpichfort -lmpich -o app"));
        bench.analyse("app").finds_the_race_in("step.F");
        // Flang refuses C.
        let name = if compiler == FLANG { "" } else { "name.c " };
        bench.write("name.c", "const char *name_(void) { return \"ring\"; }\n");
        bench.run(&format!("{cc} ring.f90 step.F {name}main.f90 -lmpichfort -lmpich"));
        let run = bench.analyse("a.out");
        run.finds_the_race_in("step.F");
        is_covered(&run);
    }
}

#[test]
fn module_files_that_flang_cannot_read_are_named() {
    let bench = bench();
    bench.write("user.f90", "subroutine user\n  use mpi\n  use nowhere\nend subroutine\n");
    let entries = |compiler: &str| {
        serde_json::json!([{
            "directory": bench.path(), "file": "user.f90", "command": format!("{compiler} -c user.f90 -o user.o"),
        }])
    };
    // MPICH's are of gfortran.
    bench.write("compile_commands.json", &entries("mpifort.mpich").to_string());
    let run = bench.analyse("--compile-commands compile_commands.json");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("user.f90: not compiled to bitcode ("), "{}", run.stderr);
    assert!(run.stderr.contains("Cannot read module file for module 'mpi'; it must be flang's"), "{}", run.stderr);
    // One that flang can read comes before those of the wrapper.
    bench.write("own/mpi.f90", "module mpi\nend module\n");
    bench.run(&format!("{FLANG} -c own/mpi.f90 -J own -o own/mpi.o"));
    let run = bench.analyse("--compile-commands compile_commands.json --extra-flag=-Iown");
    assert!(run.stderr.contains("Cannot read module file for module 'nowhere'"), "{}", run.stderr);
    let run = bench.analyse("--compile-commands compile_commands.json --flang no-such-flang");
    assert!(run.stderr.contains("no-such-flang cannot be run") && run.stderr.contains("--flang"), "{}", run.stderr);
}

#[test]
fn a_database_of_fortran() {
    let bench = bench();
    // What is needed comes last; the wrapper of MPI says where mpif.h is.
    let entries = ["main.f90", "step.F", "ring.f90"].map(|file| {
        serde_json::json!({
            "directory": bench.path().join("mods"), "file": format!("../{file}"),
            "command": format!("mpifort.mpich -O2 -fcheck=all -J . -c ../{file} -o {file}.o"),
        })
    });
    bench.write("compile_commands.json", &serde_json::Value::from(entries.to_vec()).to_string());
    let with = |flag: &str| bench.analyse(&format!("--compile-commands compile_commands.json --extra-flag={flag}"));
    let run = || with("-O0");
    run().is_clean();
    run().is_clean();
    with("-DRACY").finds_the_race_in("step.F");
    run().is_clean();

    // A module that others read: the module file that a build with flang has left is that of the old source.
    bench.run(&format!("{FLANG} -I{} -J mods -c ring.f90 -o mods/ring.o", include()));
    bench.write("ring.f90", &RING.replace(".false.", ".true."));
    run().finds_the_race_in("step.F");
    bench.write("ring.f90", RING);
    run().is_clean();
    let files: Vec<_> = std::fs::read_dir(bench.path().join("mods")).expect("it is there").collect();
    assert_eq!(files.len(), 3, "the build's folder is left alone: {files:?}");

    // One that flang refuses: the others are there.
    bench.write("ring.f90", &RING.replace("call barrier()", "call"));
    let broken = run();
    assert_eq!(broken.status, Some(2));
    assert!(broken.stderr.contains("ring.f90: not compiled to bitcode ("), "{}", broken.stderr);
}

#[test]
fn a_cmake_project_of_fortran() {
    let bench = bench();
    let text = "\
cmake_minimum_required(VERSION 3.16)
project(ring Fortran)
include_directories(${MPI_INCLUDE})
add_library(ring STATIC ring.f90 step.F)
set_target_properties(ring PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/mods)
target_include_directories(ring PUBLIC ${CMAKE_BINARY_DIR}/mods)
add_executable(app main.f90)
target_link_libraries(app ring mpichfort mpich)
";
    bench.write("CMakeLists.txt", text);
    let configure = |flags: &str| {
        bench.run(&format!(
            "cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_Fortran_COMPILER={FLANG} -DMPI_INCLUDE={} \
             -DCMAKE_Fortran_FLAGS={flags}",
            include()
        ));
    };
    configure("-DRACY");
    bench.analyse("--compile-commands build/compile_commands.json").finds_the_race_in("step.F");
    configure("");
    bench.analyse("--compile-commands build/compile_commands.json").is_clean();
    // The build has module files of its own, and the analysis does without them.
    bench.run("cmake --build build");
    bench.write("ring.f90", &RING.replace(".false.", ".true."));
    bench.analyse("--compile-commands build/compile_commands.json").finds_the_race_in("step.F");
}
