//! `find_package(RmaStatic)` with a project of two libraries, two programs in C and one in Fortran.

use super::{analyzer, root, run, said};
use std::process::Command;
use tempfile::TempDir;

#[test]
fn every_program_of_a_project_is_a_test() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let folder = folder.path();
    let include = format!("/usr/include/{}-linux-gnu/mpich", std::env::consts::ARCH);
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(root().join("packaging/tests/projects/cmake")).args(["-B", "build", "-G", "Ninja"]);
    cmake.arg(format!("-DRmaStatic_DIR={}", root().join("packaging/cmake").display()));
    cmake.arg(format!("-DRMA_STATIC_EXECUTABLE={}", analyzer().display()));
    cmake.arg(format!("-DMPI_INCLUDE={include}")).arg("-DCMAKE_Fortran_COMPILER=gfortran");
    let output = run(folder, &mut cmake);
    assert!(output.status.success(), "{}", said(&output));

    // Nothing has to be built: the tests compile to bitcode themselves.
    let ctest =
        run(folder, Command::new("ctest").args(["--test-dir", "build", "-L", "rma-static", "--output-on-failure"]));
    let text = said(&ctest);
    assert!(!ctest.status.success(), "{text}");
    for (test, outcome) in
        [("rma-static.racy", "***Failed"), ("rma-static.ordered", "Passed"), ("rma-static.ring", "Passed")]
    {
        let line = text.lines().find(|line| line.contains(&format!("{test} ."))).unwrap_or_default();
        assert!(line.contains(outcome), "{test}: {text}");
    }
    assert!(text.contains("error[RMA101]") && text.contains("cells.c:"), "{text}");
}

#[test]
fn mistakes_in_a_project_are_named() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let folder = folder.path();
    let head = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(x C)\nset(RmaStatic_DIR {})\n",
        root().join("packaging/cmake").display()
    );
    std::fs::write(folder.join("main.c"), "int main(void) { return 0; }\n").expect("a file can be written");
    for (text, message) in [
        ("find_package(RmaStatic REQUIRED)\nrma_static_check(solver)\n", "there is no target solver"),
        ("add_executable(a main.c)\nfind_package(RmaStatic REQUIRED)\nrma_static_check(a)\n", "before a is made"),
        (
            "find_package(RmaStatic REQUIRED)\nadd_executable(a main.c)\nrma_static_check(a LEVEL error)\n",
            "FAIL_ON or OPTIONS",
        ),
    ] {
        std::fs::write(folder.join("CMakeLists.txt"), format!("{head}{text}")).expect("a file can be written");
        let output = run(folder, Command::new("cmake").args(["-B", "build", "--fresh"]));
        let said = said(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!output.status.success() && said.contains(message), "{message}: {said}");
    }
}
