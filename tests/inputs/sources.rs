//! Sources instead of bitcode, and several programs in one build.

use crate::bench::{Bench, Run, include};

const COMMON: &str = "main.c ring.c value.c";

impl Run {
    /// Asserts that the run ended with a message that has all these texts in it.
    #[track_caller]
    fn says(&self, texts: &[&str]) {
        assert_eq!(self.status, Some(2), "{}\n{:#}", self.stderr, self.report);
        for text in texts {
            assert!(self.stderr.contains(text), "{text} is missing: {}", self.stderr);
        }
    }
}

#[test]
fn sources_are_compiled_with_the_flags_behind_them() {
    let bench = Bench::new();
    // The wrapper of the MPI library is asked for the folder of mpi.h.
    bench.analyse(&format!("{COMMON} step_racy.c")).finds_the_race();
    bench.analyse(&format!("{COMMON} step_clean.c")).is_clean();
    bench.write("include/variant.h", "#define RACY (VARIANT == 2)\n");
    bench.write(
        "step.c",
        "#include <variant.h>\n#if RACY\n#include \"step_racy.c\"\n#else\n#include \"step_clean.c\"\n#endif\n",
    );
    bench.analyse(&format!("{COMMON} step.c -- -Iinclude -DVARIANT=2")).finds_the_race();
    bench.analyse(&format!("{COMMON} step.c -- -Iinclude -DVARIANT=1")).is_clean();
    // Beside bitcode.
    bench.compile(&["main", "ring"], "-O0 -emit-llvm", "bc");
    bench.analyse("main.bc ring.bc value.c step_racy.c").finds_the_race();
    // Another library's flags, given by hand.
    bench.analyse(&format!("{COMMON} step_racy.c -- -I{}", include())).finds_the_race();
}

#[test]
fn sources_that_cannot_be_used_say_why() {
    let bench = Bench::new();
    bench.compile(&["main"], "-O0 -emit-llvm", "bc");
    bench.analyse("main.bc -- -DN=8").says(&["no input is one"]);
    bench.analyse("main.c --clang no-such-clang").says(&["no-such-clang cannot be run", "--clang"]);
    bench.write("broken.c", "int broken(void) { return nothing; }\n");
    let run = bench.analyse(&format!("{COMMON} step_clean.c broken.c"));
    assert_eq!(run.status, Some(3), "{}", run.stderr);
    assert!(run.notices("unreadable-input").join("\n").contains("broken.c: not compiled to bitcode"));
    bench.write("other.c", "int main(void) { return 0; }\n");
    // Also when all of them were compiled before.
    for _ in 0..2 {
        let run = bench.analyse(&format!("{COMMON} step_clean.c other.c"));
        run.says(&["`main` is defined by 2 sources", "main.c", "other.c", "one program only"]);
    }
}

/// A library, and two programs of it: one racy, one not.
const CMAKE: &str = "cmake_minimum_required(VERSION 3.20)\nproject(ring C)\nfind_package(MPI REQUIRED C)\n\
    add_library(halo STATIC ring.c value.c)\ntarget_link_libraries(halo PUBLIC MPI::MPI_C)\n\
    add_executable(racy main.c step_racy.c)\ntarget_link_libraries(racy halo)\n\
    add_executable(ordered main.c step_clean.c)\ntarget_link_libraries(ordered halo)\n\
    set_target_properties(ordered PROPERTIES RUNTIME_OUTPUT_DIRECTORY bin)\n";

#[test]
fn programs_of_one_build_are_chosen_by_what_they_are_linked_of() {
    let bench = Bench::new();
    bench.write("CMakeLists.txt", CMAKE);
    for generator in ["Unix Makefiles", "Ninja"] {
        let folder = generator.replace(' ', "-");
        let mut cmake = std::process::Command::new("cmake");
        cmake.current_dir(bench.path()).args(["-S", ".", "-B", &folder, "-G", generator]);
        cmake.arg("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
        let output = cmake.output().expect("cmake runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let database = format!("--compile-commands {folder}/compile_commands.json");
        bench.analyse(&database).says(&["is defined by 2 sources", "--link-target: bin/ordered, racy"]);
        bench.analyse(&format!("{database} --link-target racy")).finds_the_race();
        bench.analyse(&format!("{database} --link-target {folder}/racy")).finds_the_race();
        bench.analyse(&format!("{database} --link-target bin/ordered")).is_clean();
        bench.analyse(&format!("{database} --link-target ordered")).is_clean();
        bench.analyse(&format!("{database} --link-target other")).says(&["no link command", "bin/ordered, racy"]);
    }
}

#[test]
fn link_commands_may_stand_in_the_database() {
    let bench = Bench::new();
    let (flags, home) = (format!("-I{}", include()), bench.path().display().to_string());
    let compile = |name: &str, file: &str| serde_json::json!({"directory": home, "file": file, "command": format!("cc {flags} -c {file} -o {name}.o")});
    let link = |objects: &str, output: &str| serde_json::json!({"directory": home, "file": "main.o", "command": format!("cc {objects} -o {output}")});
    let database = serde_json::Value::from(vec![
        compile("main", "main.c"),
        compile("ring", "ring.c"),
        compile("value", "value.c"),
        compile("racy", "step_racy.c"),
        compile("clean", "step_clean.c"),
        link("main.o ring.o value.o racy.o -lm", "racy"),
        link("main.o ring.o value.o clean.o", "clean"),
    ]);
    bench.write("compile_commands.json", &database.to_string());
    bench.analyse("--compile-commands compile_commands.json --link-target racy").finds_the_race();
    bench.analyse("--compile-commands compile_commands.json --link-target clean").is_clean();
}
