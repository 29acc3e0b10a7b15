//! Every routine of OpenSHMEM 1.6, and of what it deprecates, has a row that says what the specification says.

use super::super::{
    Addend, Bank, Catalog, Epoch, Extent, Model, Order, Returns, Routine, RowError, Scope, Side, TableError, Until,
    catalog,
};
use super::headers::{OPEN_MPI, clang, prototypes, source_file};
use super::row;

/// Names of types by table of the specification: 5 (remote memory access), 6 and 7 (atomics), 8 (bitwise), 9 (synchronisation),
/// 10 (reductions).
const RMA: &str = "float double longdouble char schar short int long longlong uchar ushort uint ulong ulonglong int8 int16 \
    int32 int64 uint8 uint16 uint32 uint64 size ptrdiff";
const STANDARD: &str = "int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff";
const EXTENDED: &str = "float double int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff";
const BITWISE: &str = "uint ulong ulonglong int32 int64 uint32 uint64";
const REDUCE_BITS: &str = "uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 uint16 uint32 uint64 size";
const SIZES: &str = "8 16 32 64 128";

/// The specification's routines: names with `T` for each of a list of types, and whether a form with a context exists.
const ROUTINES: &[(&str, &str, bool)] = &[
    // 9.1, 9.2
    ("", "init my_pe n_pes finalize global_exit pe_accessible addr_accessible ptr team_ptr", false),
    ("", "info_get_version info_get_name query_initialized query_finalized init_thread query_thread", false),
    // 9.3 to 9.5
    ("", "malloc malloc_with_hints align calloc realloc free", false),
    (
        "",
        "team_my_pe team_n_pes team_get_config team_translate_pe team_split_strided team_split_2d team_destroy",
        false,
    ),
    ("", "ctx_create team_create_ctx ctx_destroy ctx_get_team ctx_session_start ctx_session_stop", false),
    // 9.6
    (RMA, "T_put T_p T_iput T_ibput T_get T_g T_iget T_ibget T_put_nbi T_get_nbi", true),
    (SIZES, "putT iputT ibputT getT igetT ibgetT putT_nbi getT_nbi", true),
    ("", "putmem getmem putmem_nbi getmem_nbi", true),
    // 9.7
    (EXTENDED, "T_atomic_fetch T_atomic_set T_atomic_swap T_atomic_fetch_nbi T_atomic_swap_nbi", true),
    (STANDARD, "T_atomic_compare_swap T_atomic_fetch_inc T_atomic_inc T_atomic_fetch_add T_atomic_add", true),
    (STANDARD, "T_atomic_compare_swap_nbi T_atomic_fetch_inc_nbi T_atomic_fetch_add_nbi", true),
    (BITWISE, "T_atomic_fetch_and T_atomic_and T_atomic_fetch_or T_atomic_or T_atomic_fetch_xor T_atomic_xor", true),
    (BITWISE, "T_atomic_fetch_and_nbi T_atomic_fetch_or_nbi T_atomic_fetch_xor_nbi", true),
    // 9.8
    (RMA, "T_put_signal T_put_signal_nbi", true),
    (SIZES, "putT_signal putT_signal_nbi", true),
    ("", "putmem_signal putmem_signal_nbi signal_set signal_add", true),
    ("", "signal_fetch", false),
    // 9.9
    ("", "barrier_all sync_all team_sync alltoallmem alltoallsmem broadcastmem collectmem fcollectmem", false),
    (RMA, "T_alltoall T_alltoalls T_broadcast T_collect T_fcollect", false),
    (REDUCE_BITS, "T_and_reduce T_or_reduce T_xor_reduce", false),
    (RMA, "T_max_reduce T_min_reduce T_sum_reduce T_prod_reduce T_sum_inscan T_sum_exscan", false),
    ("complexd complexf", "T_sum_reduce T_prod_reduce T_sum_inscan T_sum_exscan", false),
    // 9.10
    (STANDARD, "T_wait_until T_wait_until_all T_wait_until_any T_wait_until_some", false),
    (STANDARD, "T_wait_until_all_vector T_wait_until_any_vector T_wait_until_some_vector", false),
    (
        STANDARD,
        "T_test T_test_all T_test_any T_test_some T_test_all_vector T_test_any_vector T_test_some_vector",
        false,
    ),
    ("", "signal_wait_until", false),
    // 9.11, 9.12
    ("", "quiet pe_quiet fence", true),
    ("", "set_lock clear_lock test_lock", false),
    // Deprecated
    ("short ushort", "T_wait_until T_test", false),
    ("int long longlong float double", "T_fetch T_set T_swap", false),
    ("int long longlong", "T_cswap T_finc T_inc T_fadd T_add", false),
    ("short int long longlong", "T_wait T_and_to_all T_or_to_all T_xor_to_all", false),
    ("short int long longlong float double longdouble", "T_max_to_all T_min_to_all", false),
    ("short int long longlong float double longdouble complexf complexd", "T_sum_to_all T_prod_to_all", false),
    ("", "swap wait wait_until barrier sync", false),
    ("32 64", "broadcastT collectT fcollectT alltoallT alltoallsT", false),
    ("", "set_cache_inv clear_cache_inv udcflush set_cache_line_inv clear_cache_line_inv udcflush_line", false),
];

/// Names without the prefix of the library.
const OLD_NAMES: &str = "start_pes _my_pe _num_pes my_pe num_pes shmalloc shmemalign shrealloc shfree";

fn specified() -> Vec<String> {
    let mut out: Vec<String> = OLD_NAMES.split_whitespace().map(str::to_owned).collect();
    for (types, names, context) in ROUTINES {
        for name in names.split_whitespace() {
            let all: Vec<String> = if types.is_empty() {
                vec![name.to_owned()]
            } else {
                types.split_whitespace().map(|t| name.replace('T', t)).collect()
            };
            for name in all {
                if *context {
                    out.push(format!("shmem_ctx_{name}"));
                }
                out.push(format!("shmem_{name}"));
            }
        }
    }
    out
}

#[test]
fn every_routine_of_the_specification_is_classified() {
    let specified = specified();
    let missing: Vec<&String> = specified.iter().filter(|n| catalog().lookup(n).is_none()).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
    let ours = catalog().iter().filter(|r| r.model == Model::Shmem);
    // Earlier drafts of 1.6 have the sessions without `ctx`.
    let known = |name: &str| specified.iter().any(|n| n == name) || name.starts_with("shmem_session_");
    let beyond: Vec<&str> = ours.map(|r| r.name.as_str()).filter(|n| !known(n)).collect();
    assert!(beyond.is_empty(), "not in the specification: {beyond:?}");
    assert!(specified.len() > 1700, "{}", specified.len());
    assert_eq!(row("pshmem_int_put").name, "shmem_int_put");
}

/// The corpus' declarations and those of Open MPI (of an earlier version) against the rows.
#[test]
fn declared_routines_have_rows_with_their_arguments() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/include");
    for (include, name, at_least, names_too) in [(own, "own", 1700, true), (OPEN_MPI, "oshmem", 600, false)] {
        let mut compared = 0;
        let mut wrong = Vec::new();
        for (name, params) in prototypes(include, name, &["shmem.h"]) {
            if !name.starts_with("shmem_") {
                continue;
            }
            let vendor = name.starts_with("shmemx_") || name.starts_with("shmem_fortran");
            let Some(row) = catalog().lookup(&name) else {
                // Open MPI has some of its own, and forms of Cray's library.
                if names_too && !vendor {
                    wrong.push(format!("{name}: no row"));
                }
                continue;
            };
            compared += 1;
            if row.args.len() != params.len() || names_too && row.args != params {
                wrong.push(format!("{name}: {params:?} in the header, {:?} in the row", row.args));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(compared >= at_least, "{include}: only {compared} routines compared");
    }
}

/// Types of C by the names of the routines that their generic forms choose.
const C_TYPES: &str = "int:int long:long longlong:long@long uint:unsigned ulong:unsigned@long ulonglong:unsigned@long@long \
    float:float double:double char:char schar:signed@char short:short uchar:unsigned@char ushort:unsigned@short \
    longdouble:long@double complexf:float@_Complex complexd:double@_Complex int8:signed@char int16:short int32:int int64:long";
const C_INTEGERS: &str = "int long longlong uint ulong ulonglong";
const C_NUMBERS: &str = "int long longlong uint ulong ulonglong float double";
const C_SYNC: &str = "int long longlong uint ulong ulonglong short ushort";
const C_ANY: &str = "int long longlong uint ulong ulonglong float double char schar short uchar ushort longdouble";
const C_SUMS: &str =
    "int long longlong uint ulong ulonglong float double char schar short uchar ushort longdouble complexf complexd";
const C_BITS: &str = "int32 int64 uint ulong ulonglong";
const C_ALL_BITS: &str = "int8 int16 int32 int64 uchar ushort uint ulong ulonglong";

/// Generic forms: types, routines, arguments, whether there is a form with a context (OpenSHMEM 1.6, 9.6 to 9.10).
const GENERICS: &[(&str, &str, &str, bool)] = &[
    (C_ANY, "put get put_nbi get_nbi", "a, b, 4, 1", true),
    (C_ANY, "p", "a, v, 1", true),
    (C_ANY, "g", "a, 1", true),
    (C_ANY, "iput iget", "a, b, 1, 1, 4, 1", true),
    (C_ANY, "ibput ibget", "a, b, 1, 1, 2, 2, 1", true),
    (C_ANY, "put_signal put_signal_nbi", "a, b, 4, &s, 1, SHMEM_SIGNAL_SET, 1", true),
    (C_NUMBERS, "atomic_fetch", "a, 1", true),
    (C_NUMBERS, "atomic_set atomic_swap", "a, v, 1", true),
    (C_NUMBERS, "atomic_fetch_nbi", "&v, a, 1", true),
    (C_NUMBERS, "atomic_swap_nbi", "&v, a, v, 1", true),
    (C_INTEGERS, "atomic_inc atomic_fetch_inc", "a, 1", true),
    (C_INTEGERS, "atomic_add atomic_fetch_add", "a, v, 1", true),
    (C_INTEGERS, "atomic_compare_swap", "a, v, v, 1", true),
    (C_INTEGERS, "atomic_compare_swap_nbi", "&v, a, v, v, 1", true),
    (C_INTEGERS, "atomic_fetch_inc_nbi", "&v, a, 1", true),
    (C_INTEGERS, "atomic_fetch_add_nbi", "&v, a, v, 1", true),
    (C_BITS, "atomic_and atomic_or atomic_xor atomic_fetch_and atomic_fetch_or atomic_fetch_xor", "a, v, 1", true),
    (C_BITS, "atomic_fetch_and_nbi atomic_fetch_or_nbi atomic_fetch_xor_nbi", "&v, a, v, 1", true),
    (C_ANY, "alltoall collect fcollect", "team, a, b, 4", false),
    (C_ANY, "alltoalls", "team, a, b, 1, 1, 4", false),
    (C_ANY, "broadcast", "team, a, b, 4, 0", false),
    (C_ALL_BITS, "and_reduce or_reduce xor_reduce", "team, a, b, 4", false),
    (C_ANY, "max_reduce min_reduce", "team, a, b, 4", false),
    (C_SUMS, "sum_reduce prod_reduce sum_inscan sum_exscan", "team, a, b, 4", false),
    (C_SYNC, "wait_until test", "a, SHMEM_CMP_EQ, v", false),
    (C_INTEGERS, "wait_until_all wait_until_any test_all test_any", "a, 4, 0, SHMEM_CMP_EQ, v", false),
    (C_INTEGERS, "wait_until_some test_some", "a, 4, i, 0, SHMEM_CMP_EQ, v", false),
    (
        C_INTEGERS,
        "wait_until_all_vector wait_until_any_vector test_all_vector test_any_vector",
        "a, 4, 0, SHMEM_CMP_EQ, b",
        false,
    ),
    (C_INTEGERS, "wait_until_some_vector test_some_vector", "a, 4, i, 0, SHMEM_CMP_EQ, b", false),
    ("int long longlong float double", "fetch", "a, 1", false),
    ("int long longlong float double", "set swap", "a, v, 1", false),
    ("int long longlong", "finc inc", "a, 1", false),
    ("int long longlong", "fadd add", "a, v, 1", false),
    ("int long longlong", "cswap", "a, v, v, 1", false),
];

/// A generic form calls the routine of its type, which has a row.
#[test]
fn generic_forms_choose_the_routine_of_the_type() {
    let types: std::collections::BTreeMap<&str, String> =
        C_TYPES.split_whitespace().filter_map(|t| t.split_once(':')).map(|(n, t)| (n, t.replace('@', " "))).collect();
    let mut expected = vec!["shmem_team_sync".to_owned(), "shmem_sync".to_owned()];
    let mut calls = "shmem_sync(team); shmem_sync(0, 0, 2, p);\n".to_owned();
    for (names, routines, args, context) in GENERICS {
        for ty in names.split_whitespace() {
            calls += &format!("{{ static {0} a[4], b[4]; {0} v = 1;\n", types[ty]);
            for routine in routines.split_whitespace() {
                calls += &format!("shmem_{routine}({args});\n");
                expected.push(format!("shmem_{ty}_{routine}"));
                if *context {
                    calls += &format!("shmem_{routine}(ctx, {args});\n");
                    expected.push(format!("shmem_ctx_{ty}_{routine}"));
                }
            }
            calls += "}\n";
        }
    }
    let text = format!(
        "#include <mpp/shmem.h>\nvoid f(shmem_ctx_t ctx, shmem_team_t team) {{ static uint64_t s; static size_t i[4];\n\
         static long p[_SHMEM_BARRIER_SYNC_SIZE];\n{calls}}}\n"
    );
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/include");
    let flags = ["-std=gnu11", "-Werror=incompatible-pointer-types", "-S", "-emit-llvm"];
    let module = clang(own, &flags, &source_file("generics.c", &text));
    let called: std::collections::BTreeSet<&str> =
        module.lines().filter(|l| l.starts_with("declare")).filter_map(|l| l.split(['@', '(']).nth(1)).collect();
    let missing: Vec<&String> = expected.iter().filter(|name| !called.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "not called: {missing:?}");
    let without: Vec<&&str> =
        called.iter().filter(|n| n.starts_with("shmem") && catalog().lookup(n).is_none()).collect();
    assert!(without.is_empty(), "without a row: {without:?}");
    assert!(expected.len() > 800, "{}", expected.len());
}

/// Fortran's procedures are those of C by other names, and take references.
#[test]
fn fortran_procedures_have_the_rows_of_c() {
    use super::super::Passing::{Address, Value};
    for (fortran, c) in [
        ("shmem_put8_", "shmem_put64"),
        ("shmem_integer_get_nbi_", "shmem_int_get_nbi"),
        ("shmem_complex_iput_", "shmem_iput64"),
        ("shmem_put4_nbi_", "shmem_put32_nbi"),
        ("shmem_int8_fadd_", "shmem_long_fadd"),
        ("shmem_real8_sum_to_all_", "shmem_double_sum_to_all"),
        ("shmem_broadcast4_", "shmem_broadcast32"),
        ("shmem_int4_wait_until_", "shmem_int_wait_until"),
        ("shmem_barrier_all_", "shmem_barrier_all"),
        ("num_pes_", "num_pes"),
    ] {
        let row = row(fortran);
        assert_eq!(row.name, c, "{fortran}");
        assert!(row.fortran.is_some(), "{fortran}");
    }
    let passing = row("shmem_int8_cswap_").fortran.as_ref().map(|b| b.passing.clone());
    assert_eq!(passing, Some(vec![Address, Value(8), Value(8), Value(4)]));
    assert!(catalog().lookup("shmem_nothing_").is_none());
}

fn at_target(row: &Routine) -> Vec<Until> {
    row.effects.iter().filter(|e| e.bank == Bank::Target).map(|e| e.until).collect()
}

fn own(row: &Routine) -> Vec<Until> {
    row.effects.iter().filter(|e| e.bank == Bank::Own).map(|e| e.until).collect()
}

/// OpenSHMEM 1.6, 9.6 to 9.8: what is over at return and what after quiet.
#[test]
fn local_and_remote_completion() {
    use Until::{Completion as Quiet, Return};
    for (name, local, remote) in [
        ("int_put", &[Return][..], &[Quiet][..]),
        ("ctx_putmem", &[Return], &[Quiet]),
        ("double_p", &[], &[Quiet]),
        ("iput64", &[Return], &[Quiet]),
        ("long_put_nbi", &[Quiet], &[Quiet]),
        ("int_get", &[Return], &[Return]),
        ("int_g", &[], &[Return]),
        ("getmem_nbi", &[Quiet], &[Quiet]),
        ("int_atomic_add", &[], &[Quiet]),
        ("int_atomic_fetch_add", &[], &[Return]),
        ("int_atomic_fetch_add_nbi", &[Quiet], &[Quiet]),
        ("int_put_signal", &[Return], &[Quiet, Quiet]),
        ("put32_signal_nbi", &[Quiet], &[Quiet, Quiet]),
        ("signal_fetch", &[], &[Return]),
    ] {
        let row = row(&format!("shmem_{name}"));
        assert_eq!((own(row).as_slice(), at_target(row).as_slice()), (local, remote), "{name}");
    }
    assert!(row("shmem_int_atomic_fetch").effects[0].only_read);
    assert_eq!(row("shmem_int_atomic_inc").effects[0].adds, Some(Addend::One));
    assert_eq!(row("shmem_int_atomic_fetch_add").effects[0].adds, Some(Addend::Arg(1)));
    let size = |name: &str| row(name).element.as_ref().map(|e| e.size);
    assert_eq!([size("shmem_put128"), size("shmem_longdouble_put"), size("shmem_putmem")], [Some(16), Some(16), None]);
    let strided = &row("shmem_int_ibput").effects[1].extent;
    let args = |name: &str| row("shmem_int_ibput").arg(name);
    assert!(matches!(strided, Extent::Elements { size: 4, block, stride, .. }
        if *block == args("bsize") && *stride == args("dst")));
}

/// OpenSHMEM 1.6, 9.9 to 9.12: only a barrier completes; a fence completes nothing.
#[test]
fn completion_and_order() {
    let completes = |name: &str| row(name).completes.iter().map(|c| (c.side, c.scope)).collect::<Vec<_>>();
    for name in ["shmem_quiet", "shmem_ctx_quiet", "shmem_barrier_all", "shmem_barrier", "shmem_malloc", "shmem_free"] {
        assert_eq!(completes(name), [(Side::Both, Scope::Context)], "{name}");
    }
    assert_eq!(completes("shmem_pe_quiet"), [(Side::Both, Scope::ContextTargets)]);
    assert_eq!(completes("shmem_ctx_fence"), [(Side::Order, Scope::Context)]);
    for name in ["shmem_sync_all", "shmem_team_sync", "shmem_int_sum_reduce", "shmem_set_lock"] {
        assert_eq!(completes(name), [], "{name}");
    }
    for (name, order) in [
        ("shmem_sync_all", Order::AllToAll),
        ("shmem_int_broadcast", Order::RootToAll),
        ("shmem_int_sum_exscan", Order::Scan),
        ("shmem_int_wait_until", Order::Await),
        ("shmem_long_test_any", Order::AwaitAny),
        ("shmem_team_split_2d", Order::Collective),
    ] {
        assert_eq!(row(name).order, [order], "{name}");
    }
    assert!(row("shmem_quiet").order.is_empty() && row("shmem_fence").order.is_empty());
    assert_eq!(row("shmem_test_lock").epoch, Some(Epoch::Acquire));
    assert_eq!(row("shmem_int_test").returns, Returns::Flag);
    assert!(row("shmem_global_exit").noreturn);
}

#[test]
fn names_with_sets_of_types() {
    let add = |text: &str| Catalog::new().add_table("t", Model::Shmem, text);
    assert_eq!(add("[\"x_{sizes}_y\"]\nclause = \"1\""), Ok(()));
    let unknown = add("[\"x_{colours}_y\"]\nclause = \"1\"");
    assert!(matches!(unknown, Err(TableError::Row { error: RowError::UnknownTypes(t), .. }) if t == "colours"));
    let untyped = "[x]\nclause = \"1\"\nargs = \"p n\"\neffects = [\"own read p[n elements]\"]";
    assert!(matches!(add(untyped), Err(TableError::Row { error: RowError::Cell { .. }, .. })));
}
