//! Fortran's procedures take by reference what C takes by value, and nothing else differs.

use super::super::{Abi, HandleKey, OutKind, Passing, Returns, catalog};
use super::headers::{MPICH, OPEN_MPI, clang, prototypes, source_file};
use super::row;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The types of the parameters of each routine of the header, as LLVM has them: `ptr`, `i32`, `i64`.
fn parameter_types(include: &str) -> BTreeMap<String, Vec<String>> {
    let names = prototypes(include, "fortran", &["mpi.h"]);
    let mut source = String::from("#include <mpi.h>\nvoid *all[] = {\n");
    for name in names.keys().filter(|n| n.starts_with("MPI_") && !n.ends_with("_c") && !n.starts_with("MPI_T_")) {
        writeln!(source, "(void *){name},").expect("string");
    }
    source.push_str("};\n");
    let ir = clang(include, &["-S", "-emit-llvm", "-O0"], &source_file("fortran.c", &source));
    let mut out = BTreeMap::new();
    for line in ir.lines().filter(|l| l.starts_with("declare")) {
        let Some((name, rest)) = line.split_once('@').and_then(|(_, l)| l.split_once('(')) else { continue };
        let Some((list, _)) = rest.split_once(')') else { continue };
        let types = list.split(',').filter_map(|p| p.split_whitespace().next()).map(str::to_owned);
        out.insert(name.to_owned(), types.collect());
    }
    out
}

/// Functions of C without a Fortran procedure, or with another list of arguments; file handles, which MPICH has as
/// pointers in C; state that is an address in C and an integer in Fortran; a stride that is a default integer in Fortran.
const KNOWN: [&str; 10] = [
    "_fn is",
    "MPI_Pcontrol",
    "_f2c:",
    "MPI_Info_create_env",
    ": fh is ptr",
    ": extra_state is ptr",
    "MPI_Type_hvector: stride",
    // Only those of C are followed.
    "MPI_Comm_delete_attr: comm_keyval",
    "MPI_Win_delete_attr: win_keyval",
    "MPI_Attr_delete: keyval",
];

/// With MPICH every handle is an integer in C, too.
#[test]
fn what_c_passes_by_value_fortran_passes_by_reference() {
    let types = parameter_types(MPICH);
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (name, types) in &types {
        let Some(fortran) = catalog().lookup(&format!("{}_", name.to_lowercase())) else { continue };
        let binding = fortran.fortran.as_ref().expect("a Fortran procedure");
        compared += 1;
        for (n, ty) in types.iter().enumerate().filter(|_| row(name).args.len() == types.len()) {
            let expected = match (ty.as_str(), binding.passing[n]) {
                ("ptr", Passing::Address | Passing::Buffer | Passing::Absent) => continue,
                ("i32", Passing::Value(4)) | ("i64", Passing::Value(8)) => continue,
                // C takes the value itself as an address (`MPI_Aint`).
                ("i64", Passing::Buffer) => continue,
                (_, other) => other,
            };
            wrong.push(format!("{name}: {} is {ty} in C, {expected:?}", row(name).args[n]));
        }
    }
    wrong.retain(|w| !KNOWN.iter().any(|known| w.contains(known)));
    assert!(compared > 300, "only {compared} routines compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_all_bindings() {
    for name in ["mpi_put_", "mpi_put__", "pmpi_put_", "mpi_put_f08_", "mpi_put_f08ts_"] {
        let put = row(name);
        assert_eq!((put.name.as_str(), put.args.last().map(String::as_str)), ("MPI_Put", Some("ierror")), "{name}");
        let descriptors = put.fortran.as_ref().expect("a Fortran procedure").descriptors;
        assert_eq!(descriptors, name.contains("f08ts"), "{name}");
    }
    assert!(catalog().lookup("mpi_put").is_none() && catalog().lookup("mpi_nothing_").is_none());
    assert!(row("MPI_Put").fortran.is_none());
    assert_eq!(row("mpi_win_allocate_cptr_").name, "MPI_Win_allocate");
    let init = row("mpi_init_");
    assert_eq!(init.fortran.as_ref().expect("a Fortran procedure").passing, [Passing::Absent, Passing::Absent]);
    assert_eq!(init.outputs.last().map(|o| (o.arg, o.kind)), Some((2, OutKind::ErrorCode)));
    // Errors of calls on files return to the program (MPI 4.1, 14.7).
    let open = row("mpi_file_open_");
    assert_eq!(open.outputs.last().map(|o| (o.arg, o.kind)), Some((5, OutKind::Input)));
    assert!(row("mpi_wtime_").outputs.is_empty(), "a function has no error code");
}

#[test]
fn routines_of_flangs_runtime() {
    assert_eq!(row("_FortranASumReal8").name, "_FortranASum");
    assert_eq!(row("_FortranANorm2_8").name, "_FortranANorm2");
    assert_eq!(row("_FortranAMatmulReal8Integer4").name, "_FortranAMatmul");
    assert_eq!(row("_FortranAioOutputReal64").name, "_FortranAioOutputReal");
    assert_eq!(row("_FortranAModuloInteger4").returns, Returns::Modulo(0, 1));
    assert!(row("_FortranAStopStatement").noreturn);
    assert!(catalog().lookup("_FortranANothing").is_none());
}

/// `parameter (NAME=VALUE)` of Open MPI's headers for Fortran.
#[test]
fn open_mpi_has_these_handles_in_fortran() {
    let mut parameters: BTreeMap<String, i64> = BTreeMap::new();
    for file in ["mpif-handles.h", "mpif-io-handles.h"] {
        let text = std::fs::read_to_string(format!("{OPEN_MPI}/{file}")).expect("a header of libopenmpi-dev");
        for line in text.lines() {
            let inside = line.trim().strip_prefix("parameter (").and_then(|l| l.strip_suffix(')'));
            if let Some((name, value)) = inside.and_then(|l| l.split_once('=')) {
                parameters.insert(name.to_owned(), value.parse().expect("a number"));
            }
        }
    }
    let (mut datatypes, mut ops) = (0, 0);
    for (name, value) in &parameters {
        let key = HandleKey::Int(*value);
        if Abi::OpenMpi.datatype(key).is_some_and(|ty| ty.name == *name) {
            datatypes += 1;
        }
        ops += usize::from(Abi::OpenMpi.op(key) == Some(name));
    }
    assert!(datatypes > 45 && ops == 14, "{datatypes} datatypes, {ops} operations");
    for (name, key) in [("MPI_DOUBLE_PRECISION", 17), ("MPI_INTEGER", 7)] {
        assert_eq!(parameters[name], key);
        assert_eq!(Abi::OpenMpi.datatype(HandleKey::Int(key)).map(|ty| ty.name.as_str()), Some(name));
    }
}

/// The procedures that the corpus' modules declare are passed as their rows say.
#[test]
fn declared_procedures_of_mpi_f08_have_rows() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for library in ["mpich", "openmpi"] {
        let file = format!("{}/../corpus/include/fortran/mpi_f08_{library}.f90", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).expect("a module of the corpus");
        for block in text.split("    subroutine ").skip(1) {
            let (head, body) = block.split_once('\n').expect("a head");
            let Some((name, args)) = head.strip_suffix(')').and_then(|h| h.split_once('(')) else { continue };
            let body = body.split("end subroutine").next().unwrap_or_default();
            let Some(row) = catalog().lookup(&format!("{}_", name.to_lowercase())) else {
                wrong.push(format!("{name}: no row"));
                continue;
            };
            compared += 1;
            let binding = row.fortran.as_ref().expect("a Fortran procedure");
            let present: Vec<&Passing> = binding.passing.iter().filter(|p| **p != Passing::Absent).collect();
            let args: Vec<&str> = args.split(", ").filter(|a| *a != "ierror").collect();
            if args.len() != present.len() {
                wrong.push(format!("{name}: {args:?}, {:?} in the row", row.args));
                continue;
            }
            for (arg, passing) in args.iter().zip(present) {
                let declared = body.lines().find_map(|l| l.split_once(&format!(":: {arg}")));
                let (ty, rest) = declared.unwrap_or_else(|| panic!("{name}: {arg} is not declared"));
                let scalar = rest.is_empty() && ty.contains("intent(in)");
                let by_value = scalar && !ty.contains("character");
                let fits = match passing {
                    Passing::Value(8) => by_value && ty.contains("MPI_ADDRESS_KIND"),
                    Passing::Value(_) => by_value && !ty.contains("MPI_ADDRESS_KIND"),
                    Passing::Address | Passing::Absent => !by_value,
                    Passing::Buffer => ty.contains("asynchronous"),
                };
                if !fits {
                    wrong.push(format!("{name}: {arg} is `{}`, {passing:?} in the row", ty.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 200, "only {compared} procedures compared");
}
