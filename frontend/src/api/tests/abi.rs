//! The ABI tables say what the installed headers say.

use super::super::{Abi, CommHandle, HandleKey, HandleKind, TypeClass};
use super::headers::{MPI5, MPICH, OPEN_MPI, clang, source_file};
use crate::ir;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Macros of the header whose definition contains `what`.
fn macros(include: &str, what: &str) -> Vec<String> {
    let read = |name: &str| std::fs::read_to_string(format!("{include}/{name}"));
    let header = read("mpi_abi.h").or_else(|_| read("mpi.h")).expect("mpi.h");
    let mut names: Vec<String> = header
        .lines()
        .filter_map(|l| l.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define ")?.split_once(' '))
        .filter(|(name, value)| name.starts_with("MPI_") && !name.contains('(') && value.contains(what))
        .map(|(name, _)| name.to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Compiles `TYPE const NAME = VALUE` for each and gives the values in the IR, integers as decimal, symbols as `@name`.
fn values(include: &str, file: &str, wanted: &[(String, &str, String)]) -> BTreeMap<String, String> {
    let mut source = String::from("#include <mpi.h>\n");
    for (name, ty, value) in wanted {
        // Names that this library does not define are left out. Conditions cannot ask for expressions.
        let macro_only = value.chars().all(|c| c.is_alphanumeric() || c == '_');
        let guarded = macro_only && (*ty == "MPI_Datatype" || *ty == "MPI_Op");
        if guarded {
            writeln!(source, "#ifdef {value}").expect("string");
        }
        writeln!(source, "{ty} const k_{name} = ({ty}) {value};").expect("string");
        if guarded {
            writeln!(source, "#endif").expect("string");
        }
    }
    let ir = clang(include, &["-S", "-emit-llvm", "-O0"], &source_file(file, &source));
    let mut out = BTreeMap::new();
    for line in ir.lines() {
        let Some((name, definition)) = line.strip_prefix("@k_").and_then(|l| l.split_once(" = ")) else { continue };
        let value = definition.split_once("constant ").expect("constant").1.split(", align").next().expect("value");
        let value = value.trim_start_matches("i32 ").trim_start_matches("i64 ").trim_start_matches("ptr ");
        let value = match value.strip_prefix("inttoptr (i64 ") {
            Some(address) => address.trim_end_matches(" to ptr)"),
            None if value == "null" => "0",
            None => value,
        };
        out.insert(name.to_owned(), value.to_owned());
    }
    out
}

/// A value of the IR as a handle.
fn key(value: &str) -> HandleKey<'_> {
    match value.strip_prefix('@') {
        Some(symbol) => HandleKey::Symbol(symbol),
        None => HandleKey::Int(value.parse().unwrap_or_else(|_| panic!("integer expected: {value}"))),
    }
}

fn check_constants(abi: Abi, include: &str) {
    let c = abi.constants();
    let ints = [
        ("MPI_SUCCESS", c.success),
        ("MPI_PROC_NULL", c.proc_null),
        ("MPI_ANY_SOURCE", c.any_source),
        ("MPI_ANY_TAG", c.any_tag),
        ("MPI_ROOT", c.root),
        ("MPI_UNDEFINED", c.undefined),
        ("MPI_LOCK_EXCLUSIVE", c.lock_exclusive),
        ("MPI_LOCK_SHARED", c.lock_shared),
        ("MPI_MODE_NOCHECK", c.mode_nocheck),
        ("MPI_MODE_NOSTORE", c.mode_nostore),
        ("MPI_MODE_NOPUT", c.mode_noput),
        ("MPI_MODE_NOPRECEDE", c.mode_noprecede),
        ("MPI_MODE_NOSUCCEED", c.mode_nosucceed),
        ("MPI_COMM_TYPE_SHARED", c.comm_type_shared),
        ("MPI_TAG_UB", c.tag_ub),
        ("MPI_UNIVERSE_SIZE", c.universe_size),
        ("MPI_WIN_BASE", c.win_base),
        ("MPI_WIN_SIZE", c.win_size),
        ("MPI_WIN_DISP_UNIT", c.win_disp_unit),
        ("MPI_WIN_CREATE_FLAVOR", c.win_create_flavor),
        ("MPI_WIN_MODEL", c.win_model),
        ("MPI_WIN_FLAVOR_CREATE", c.win_flavor_create),
        ("MPI_WIN_FLAVOR_ALLOCATE", c.win_flavor_allocate),
        ("MPI_WIN_FLAVOR_DYNAMIC", c.win_flavor_dynamic),
        ("MPI_WIN_FLAVOR_SHARED", c.win_flavor_shared),
        ("MPI_WIN_SEPARATE", c.win_separate),
        ("MPI_WIN_UNIFIED", c.win_unified),
        ("MPI_ORDER_C", c.order_c),
        ("MPI_ORDER_FORTRAN", c.order_fortran),
    ];
    let addresses = [
        ("MPI_BOTTOM", c.bottom),
        ("MPI_IN_PLACE", c.in_place),
        ("MPI_STATUS_IGNORE", c.status_ignore),
        ("MPI_STATUSES_IGNORE", c.statuses_ignore),
    ];
    let mut wanted: Vec<_> = ints.iter().map(|(n, _)| ((*n).to_owned(), "int", (*n).to_owned())).collect();
    wanted.extend(addresses.iter().map(|(n, _)| ((*n).to_owned(), "void *", (*n).to_owned())));
    wanted.push(("size".into(), "long", "sizeof(MPI_Status)".into()));
    wanted.push(("source".into(), "long", "__builtin_offsetof(MPI_Status, MPI_SOURCE)".into()));
    wanted.push(("tag".into(), "long", "__builtin_offsetof(MPI_Status, MPI_TAG)".into()));
    let found = values(include, &format!("constants-{abi:?}.c"), &wanted);
    let status = [("size", c.status_size), ("source", c.status_source), ("tag", c.status_tag)];
    for (name, value) in ints.iter().chain(&addresses).chain(&status) {
        assert_eq!(found.get(*name), Some(&value.to_string()), "{name}");
    }
}

fn check_handles(abi: Abi, include: &str, datatype: &str, op: &str) {
    let datatypes = macros(include, datatype);
    let ops = macros(include, op);
    assert!(datatypes.len() > 60 && ops.len() >= 14, "{} datatypes, {} ops", datatypes.len(), ops.len());
    let mut wanted: Vec<(String, &str, String)> =
        datatypes.iter().map(|n| (n.clone(), "MPI_Datatype", n.clone())).collect();
    wanted.extend(ops.iter().map(|n| (n.clone(), "MPI_Op", n.clone())));
    let nulls = [
        (HandleKind::Comm, "MPI_Comm", "MPI_COMM_NULL"),
        (HandleKind::Group, "MPI_Group", "MPI_GROUP_NULL"),
        (HandleKind::Request, "MPI_Request", "MPI_REQUEST_NULL"),
        (HandleKind::Errhandler, "MPI_Errhandler", "MPI_ERRHANDLER_NULL"),
        (HandleKind::Message, "MPI_Message", "MPI_MESSAGE_NULL"),
        (HandleKind::Win, "MPI_Win", "MPI_WIN_NULL"),
        (HandleKind::Info, "MPI_Info", "MPI_INFO_NULL"),
        (HandleKind::File, "MPI_File", "MPI_FILE_NULL"),
    ];
    wanted.extend(nulls.iter().map(|(_, ty, n)| ((*n).to_owned(), *ty, (*n).to_owned())));
    for (name, ty) in [
        ("MPI_COMM_WORLD", "MPI_Comm"),
        ("MPI_COMM_SELF", "MPI_Comm"),
        ("MPI_DATATYPE_NULL", "MPI_Datatype"),
        ("MPI_OP_NULL", "MPI_Op"),
    ] {
        wanted.push((name.into(), ty, name.into()));
    }
    wanted.sort();
    wanted.dedup();
    let found = values(include, &format!("handles-{abi:?}.c"), &wanted);

    let null = |kind, name: &str| {
        let value = key(&found[name]);
        assert!(abi.null_handle(value), "{name}");
        assert_eq!(abi.null(kind), Some(value), "{name}");
    };
    for (kind, _, name) in nulls {
        null(kind, name);
    }
    null(HandleKind::Datatype, "MPI_DATATYPE_NULL");
    null(HandleKind::Op, "MPI_OP_NULL");
    assert_eq!(abi.comm(key(&found["MPI_COMM_WORLD"])), Some(CommHandle::World));
    assert_eq!(abi.comm(key(&found["MPI_COMM_SELF"])), Some(CommHandle::SelfComm));
    assert_eq!(abi.comm(key(&found["MPI_COMM_NULL"])), Some(CommHandle::Null));
    assert!(!abi.null_handle(key(&found["MPI_COMM_WORLD"])));

    // Several names of one type: the header's and the table's differ.
    let canonical = |name: &str| {
        match name {
            "MPI_LONG_LONG" => "MPI_LONG_LONG_INT",
            "MPI_C_COMPLEX" => "MPI_C_FLOAT_COMPLEX",
            "MPI_CXX_COMPLEX" => "MPI_CXX_FLOAT_COMPLEX",
            other => other,
        }
        .to_owned()
    };
    for name in datatypes.iter().filter(|n| *n != "MPI_DATATYPE_NULL") {
        let Some(value) = found.get(name) else { continue };
        if abi.null_handle(key(value)) {
            continue;
        }
        let ty = abi.datatype(key(value)).unwrap_or_else(|| panic!("{name} = {value} is not in the table"));
        assert_eq!(ty.name, canonical(name), "{value}");
    }
    let mut compared = 0;
    for (handle, ty) in abi.datatypes().filter(|(_, ty)| ty.class != TypeClass::Marker) {
        assert!(datatypes.contains(&ty.name), "{} is not in the header", ty.name);
        // Optional Fortran types may be absent from the way this library was configured.
        if let Some(compiled) = found.get(&ty.name) {
            assert_eq!(abi.datatype(key(compiled)), Some(ty), "{handle:?}");
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} datatypes of the table are in the header");
    for (_, op) in abi.ops() {
        assert_eq!(abi.op(key(&found[op])), Some(op));
    }
    assert_eq!(abi.ops().count(), 14);
}

#[test]
fn constants_are_those_of_mpich() {
    check_constants(Abi::Mpich, MPICH);
}

#[test]
fn constants_are_those_of_open_mpi() {
    check_constants(Abi::OpenMpi, OPEN_MPI);
}

#[test]
fn constants_are_those_of_the_standard_abi() {
    check_constants(Abi::Mpi5, MPI5);
}

#[test]
fn handles_are_those_of_the_standard_abi() {
    check_handles(Abi::Mpi5, MPI5, "((MPI_Datatype)", "((MPI_Op)");
}

/// A handle of the standard ABI of a type of fixed size has the size in bits 3 to 5 (MPI 5.0, appendix A).
#[test]
fn sizes_are_those_in_the_handles_of_the_standard_abi() {
    let mut compared = 0;
    for (handle, ty) in Abi::Mpi5.datatypes() {
        let HandleKey::Int(value) = handle else { panic!("{handle:?}") };
        if value & 0x240 == 0x240 {
            assert_eq!(1 << (value >> 3 & 7), ty.size, "{}", ty.name);
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared}");
}

#[test]
fn handles_are_those_of_mpich() {
    check_handles(Abi::Mpich, MPICH, "(MPI_Datatype)", "(MPI_Op)(");
}

#[test]
fn handles_are_those_of_open_mpi() {
    check_handles(Abi::OpenMpi, OPEN_MPI, "MPI_Datatype,", "(MPI_Op,");
}

/// MPICH writes the size of a basic type into its handle.
#[test]
fn sizes_are_those_in_the_handles_of_mpich() {
    let mut compared = 0;
    for (handle, ty) in Abi::Mpich.datatypes() {
        let HandleKey::Int(value) = handle else { panic!("{handle:?}") };
        if value >> 24 == 0x4c {
            assert_eq!(u64::try_from(value >> 8 & 0xff), Ok(ty.size), "{}", ty.name);
            compared += 1;
        }
    }
    assert!(compared > 50);
}

/// Sizes, extents and alignments are those of the C types (MPI 4.1, table 3.2).
#[test]
fn layouts_are_those_of_c() {
    let c_types = [
        ("MPI_CHAR", "char"),
        ("MPI_SHORT", "short"),
        ("MPI_INT", "int"),
        ("MPI_UNSIGNED", "unsigned"),
        ("MPI_LONG", "long"),
        ("MPI_LONG_LONG_INT", "long long"),
        ("MPI_FLOAT", "float"),
        ("MPI_DOUBLE", "double"),
        ("MPI_LONG_DOUBLE", "long double"),
        ("MPI_WCHAR", "__WCHAR_TYPE__"),
        ("MPI_C_BOOL", "_Bool"),
        ("MPI_INT64_T", "__INT64_TYPE__"),
        ("MPI_UINT8_T", "__UINT8_TYPE__"),
        ("MPI_C_FLOAT_COMPLEX", "float _Complex"),
        ("MPI_C_DOUBLE_COMPLEX", "double _Complex"),
        ("MPI_C_LONG_DOUBLE_COMPLEX", "long double _Complex"),
        ("MPI_AINT", "MPI_Aint"),
        ("MPI_OFFSET", "MPI_Offset"),
        ("MPI_COUNT", "MPI_Count"),
        ("MPI_FLOAT_INT", "struct { float a; int b; }"),
        ("MPI_DOUBLE_INT", "struct { double a; int b; }"),
        ("MPI_LONG_INT", "struct { long a; int b; }"),
        ("MPI_2INT", "struct { int a; int b; }"),
        ("MPI_SHORT_INT", "struct { short a; int b; }"),
        ("MPI_LONG_DOUBLE_INT", "struct { long double a; int b; }"),
    ];
    let mut wanted = Vec::new();
    for (name, c) in c_types {
        wanted.push((format!("s_{name}"), "long", format!("sizeof({c})")));
        wanted.push((format!("a_{name}"), "long", format!("_Alignof({c})")));
        if c.starts_with("struct") {
            wanted.push((format!("o_{name}"), "long", format!("__builtin_offsetof({c}, b)")));
        }
    }
    for (abi, include) in [(Abi::Mpich, MPICH), (Abi::OpenMpi, OPEN_MPI), (Abi::Mpi5, MPI5)] {
        let found = values(include, &format!("layouts-{abi:?}.c"), &wanted);
        for (name, _) in c_types {
            let ty = abi.datatypes().map(|(_, ty)| ty).find(|ty| ty.name == name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(found[&format!("s_{name}")], ty.extent.to_string(), "{name}");
            assert_eq!(found[&format!("a_{name}")], ty.alignment.to_string(), "{name}");
            match ty.components.as_slice() {
                [] => assert_eq!(ty.size, ty.extent, "{name}"),
                [a, b] => {
                    assert_eq!(ty.class, TypeClass::Pair);
                    assert_eq!((a.offset, a.size + b.size), (0, ty.size), "{name}");
                    assert_eq!(found[&format!("o_{name}")], b.offset.to_string(), "{name}");
                }
                more => panic!("{name}: {more:?}"),
            }
        }
    }
}

#[test]
fn integer_handles_may_be_sign_or_zero_extended() {
    for value in [0x8c00_0001_i64, i64::from(0x8c00_0001_u32.cast_signed())] {
        assert_eq!(Abi::Mpich.datatype(HandleKey::Int(value)).map(|t| t.name.as_str()), Some("MPI_DOUBLE_INT"));
    }
    assert_eq!(Abi::Mpich.datatype(HandleKey::Symbol("ompi_mpi_int")), None);
    assert_eq!(Abi::OpenMpi.datatype(HandleKey::Int(0x4c00_0405)), None);
}

/// A module that declares one function with parameters of the given types.
fn module_declaring(name: &str, params: &[ir::TypeKind]) -> ir::Module {
    let mut module = ir::Module::default();
    let params = params
        .iter()
        .map(|kind| ir::Param {
            ty: module.types.push(ir::Type { kind: kind.clone(), size: 4, align: 4 }),
            var: None,
            byval: None,
            sret: false,
        })
        .collect();
    let ret = module.types.push(ir::Type { kind: ir::TypeKind::Int(32), size: 4, align: 4 });
    module.functions.push(ir::Function {
        accesses: None,
        name: name.into(),
        source_name: None,
        linkage: ir::Linkage::External,
        ret,
        params,
        varargs: false,
        noreturn: false,
        address_taken: false,
        scope: None,
        blocks: Default::default(),
        insts: Default::default(),
    });
    module
}

#[test]
fn the_abi_shows_in_the_parameters() {
    use ir::TypeKind::{Int, Ptr};
    assert_eq!(Abi::detect(&module_declaring("MPI_Win_fence", &[Int(32), Int(32)])), Some(Abi::Mpich));
    assert_eq!(Abi::detect(&module_declaring("PMPI_Win_fence", &[Int(32), Ptr])), Some(Abi::OpenMpi));
    assert_eq!(Abi::detect(&module_declaring("MPI_Win_free", &[Ptr])), None, "a pointer to a handle in both");
    assert_eq!(Abi::detect(&module_declaring("MPI_Type_commit", &[Ptr])), None, "a pointer to a handle in both");
    assert_eq!(Abi::detect(&module_declaring("win_fence", &[Int(32), Int(32)])), None);
    let mut module = module_declaring("MPI_Init", &[Ptr, Ptr]);
    assert_eq!(Abi::detect(&module), None);
    let ty = module.types.push(ir::Type { kind: ir::TypeKind::Other, size: 0, align: 0 });
    module.globals.push(ir::Global {
        name: "ompi_mpi_comm_world".into(),
        source_name: None,
        ty,
        init: None,
        is_const: false,
        thread_local: false,
        linkage: ir::Linkage::External,
        file: None,
        line: 0,
        layout: None,
    });
    assert_eq!(Abi::detect(&module), Some(Abi::OpenMpi));
}

/// Handles of the standard ABI are pointers as Open MPI's are, but numbers.
#[test]
fn the_standard_abi_shows_in_its_handles() {
    use ir::TypeKind::{Int, Ptr};
    let with_pointer = |value| {
        let mut module = module_declaring("MPI_Win_fence", &[Int(32), Ptr]);
        let ty = module.functions.iter().next().and_then(|f| f.params.get(1)).expect("a parameter").ty;
        let address = module.types.push(ir::Type { kind: Int(64), size: 8, align: 8 });
        let of = module.consts.push(ir::Const::Int { ty: address, value });
        module.consts.push(ir::Const::Reinterpret { ty, of });
        Abi::detect(&module)
    };
    assert_eq!(with_pointer(0x101), Some(Abi::Mpi5), "MPI_COMM_WORLD");
    assert_eq!(with_pointer(0x214), Some(Abi::Mpi5), "MPI_DOUBLE");
    assert_eq!(with_pointer(1), Some(Abi::OpenMpi), "MPI_IN_PLACE of both");
    let mut module = module_declaring("MPI_Win_fence", &[Int(32), Ptr]);
    let int = module.types.push(ir::Type { kind: Int(32), size: 4, align: 4 });
    module.consts.push(ir::Const::Int { ty: int, value: 0x101 });
    assert_eq!(Abi::detect(&module), Some(Abi::OpenMpi), "a number of the program's");
}
