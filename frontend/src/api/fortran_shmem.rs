//! Fortran's bindings of OpenSHMEM, derived from the rows of the C routines (OpenSHMEM 1.3, section 9; 1.4 removes them).
//!
//! A Fortran procedure takes the arguments of a C function in the same order, all of them by reference. Its name says the type in Fortran's
//! way: `shmem_int8_add` is `shmem_long_add`, `shmem_put8` moves elements of 8 bytes as `shmem_put64` does.

use super::fortran::{Binding, Passing};
use super::model::Routine;
use std::collections::BTreeMap;

/// Names that Fortran and C share.
const SHARED: &str = "start_pes my_pe num_pes shmem_init shmem_finalize shmem_my_pe shmem_n_pes shmem_global_exit \
    shmem_pe_accessible shmem_addr_accessible shmem_ptr shmem_info_get_version shmem_info_get_name shmem_barrier_all \
    shmem_barrier shmem_quiet shmem_fence shmem_set_lock shmem_clear_lock shmem_test_lock shmem_set_cache_inv \
    shmem_clear_cache_inv shmem_udcflush shmem_set_cache_line_inv shmem_clear_cache_line_inv shmem_udcflush_line \
    shmem_putmem shmem_getmem shmem_putmem_nbi shmem_getmem_nbi";

/// Types of the routines that move data: the name in Fortran, and the parts of the name of the C routine before and after the operation. A
/// default complex number has 8 bytes.
const MOVED: [(&str, &str, &str); 6] = [
    ("character_", "char_", ""),
    ("complex_", "", "64"),
    ("double_", "double_", ""),
    ("integer_", "int_", ""),
    ("logical_", "int_", ""),
    ("real_", "float_", ""),
];

/// Sizes in names: in bytes (4, 8) or in bits.
const SIZES: [(&str, &str); 5] = [("4", "32"), ("8", "64"), ("32", "32"), ("64", "64"), ("128", "128")];

/// Types with their bytes.
const COUNTED: [(&str, &str); 8] = [
    ("int2", "short"),
    ("int4", "int"),
    ("int8", "long"),
    ("real4", "float"),
    ("real8", "double"),
    ("real16", "longdouble"),
    ("comp4", "complexf"),
    ("comp8", "complexd"),
];

/// Names of Fortran procedures and of the C routines that do the same. Not all of them exist.
fn names() -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = SHARED.split_whitespace().map(|n| (n.to_owned(), n.to_owned())).collect();
    for op in ["put", "get", "iput", "iget", "put_nbi", "get_nbi"] {
        let (verb, tail) = op.split_once('_').map_or((op, String::new()), |(v, t)| (v, format!("_{t}")));
        for (fortran, before, behind) in MOVED {
            out.push((format!("shmem_{fortran}{op}"), format!("shmem_{before}{verb}{behind}{tail}")));
        }
        for (fortran, c) in SIZES {
            out.push((format!("shmem_{verb}{fortran}{tail}"), format!("shmem_{verb}{c}{tail}")));
        }
    }
    for op in ["broadcast", "collect", "fcollect", "alltoall", "alltoalls"] {
        for (fortran, c) in SIZES {
            out.push((format!("shmem_{op}{fortran}"), format!("shmem_{op}{c}")));
        }
    }
    for (fortran, c) in COUNTED {
        for op in ["fetch", "set", "swap", "cswap", "finc", "inc", "fadd", "add", "wait", "wait_until"] {
            out.push((format!("shmem_{fortran}_{op}"), format!("shmem_{c}_{op}")));
        }
        for op in ["and", "or", "xor", "max", "min", "sum", "prod"] {
            out.push((format!("shmem_{fortran}_{op}_to_all"), format!("shmem_{c}_{op}_to_all")));
        }
    }
    // Of a default integer.
    for op in ["wait", "wait_until"] {
        out.push((format!("shmem_{op}"), format!("shmem_int_{op}")));
    }
    out
}

/// The Fortran procedures, by the names that linkers see without trailing underscores; `row` finds the C routines.
pub(super) fn bindings<'a>(row: impl Fn(&str) -> Option<&'a Routine>) -> BTreeMap<String, Routine> {
    names().into_iter().filter_map(|(fortran, c)| Some((fortran, binding(row(&c)?)))).collect()
}

/// The key of a linker name among the [`bindings`].
pub(super) fn key(linker_name: &str) -> Option<&str> {
    let stem = linker_name.strip_suffix('_')?.trim_end_matches('_');
    (stem.starts_with("shmem_") || ["start_pes", "my_pe", "num_pes"].contains(&stem)).then_some(stem)
}

fn binding(row: &Routine) -> Routine {
    let element = row.element.as_ref().map_or(4, |e| e.size);
    let passing = |name: &String| match name.as_str() {
        "value" | "cond" | "cmp_value" => Passing::Value(element),
        "nelems" | "nreduce" | "pe" | "dst" | "sst" | "cmp" | "PE_root" | "PE_start" | "logPE_stride" | "PE_size"
        | "npes" | "status" => Passing::Value(4),
        _ => Passing::Address,
    };
    let mut routine = row.clone();
    routine.fortran = Some(Binding { passing: row.args.iter().map(passing).collect(), descriptors: false });
    routine
}
