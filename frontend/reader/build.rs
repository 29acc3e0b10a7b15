//! Compiles the shim over LLVM's C++ interface: what its C interface does not tell.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=shim/shim.cpp");
    println!("cargo:rerun-if-changed=shim/access.cpp");
    println!("cargo:rerun-if-changed=shim/normalise.cpp");
    let version = if cfg!(feature = "llvm-22") { 22 } else { 19 };
    let variable = format!("DEP_LLVM_{version}_CONFIG_PATH");
    println!("cargo:rerun-if-env-changed={variable}");
    let config = std::env::var(&variable).expect("llvm-sys names the llvm-config it uses");
    let output = Command::new(&config).arg("--includedir").output().expect("llvm-config runs");
    let include = String::from_utf8(output.stdout).expect("llvm-config prints UTF-8");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .warnings(false)
        .opt_level(2)
        .debug(false)
        .include(include.trim())
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .file("shim/shim.cpp")
        .file("shim/access.cpp")
        .file("shim/normalise.cpp")
        .compile("rma_shim");
}
