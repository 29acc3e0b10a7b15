//! Fortran's bindings of MPI, derived from the rows of the C routines (MPI 4.1, 19.1).
//!
//! A Fortran procedure takes the arguments of the C function of its name in the same order, all of them by reference, and
//! an error code at the end. So the row of the C function describes the Fortran procedure, except for arguments that C
//! passes by value: [`Binding`] lists how the actual arguments become those of the row.

use super::model::{OutKind, Output, Returns, Routine};
use std::collections::BTreeMap;

/// How a Fortran procedure's arguments become those of its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// One for each argument of the row.
    pub passing: Vec<Passing>,
    /// Choice buffers come as array descriptors (`mpi_f08` with `TYPE(*), DIMENSION(..)`; MPI 4.1, 19.1.2).
    pub descriptors: bool,
}

/// How an argument is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// As in C: the address of the data.
    Address,
    /// The address of a value of this many bytes, which C passes by value.
    Value(u64),
    /// A choice buffer: an address, or one of the sentinels `MPI_BOTTOM` and `MPI_IN_PLACE`.
    Buffer,
    /// The argument is absent.
    Absent,
}

/// Arguments of the C functions that are integers, logical values or handles and passed by value, by the standard's names. Where
/// a routine stores a result through an argument of such a name (`rank` of `MPI_Comm_rank`) its row has an output there.
const SCALARS: &str = "amode array_size assert blocklength color comm comm1 comm2 comm_keyval comm_old commute count \
    datarep_size datatype dest direction disp disp_unit errhandler errorclass errorcode etype fd fh filetype flag group group1 \
    group2 high incount indegree index info intercomm key keyval len length local_comm local_group local_leader lock_type \
    max_addresses max_datatypes max_integers max_large_counts maxdims maxedges maxindegree maxindex maxneighbors \
    maxoutdegree maxprocs n ndims nnodes oldtype op order origin_count origin_datatype outcount outdegree outsize insize p \
    partition partition_high partition_low partitions peer_comm r rank recvcount recvtag recvtype remote_group \
    remote_leader reorder required result_count result_datatype root sendcount sendtag sendtype session size source \
    split_type stride tag target_count target_datatype target_rank type_keyval typeclass valuelen win win_keyval whence \
    request message";

/// Names of integer arguments that are addresses, displacements or offsets: `INTEGER(KIND=MPI_ADDRESS_KIND)` or
/// `MPI_OFFSET_KIND`.
const WIDE: [&str; 5] = ["target_disp", "lb", "extent", "offset", "extra_state"];

/// Arguments whose width depends on the routine.
const WIDE_IN: [(&str, &[&str]); 16] = [
    ("MPI_Win_create", &["size"]),
    ("MPI_Win_allocate", &["size"]),
    ("MPI_Win_allocate_shared", &["size"]),
    ("MPI_Win_attach", &["size"]),
    ("MPI_Alloc_mem", &["size"]),
    ("MPI_Type_create_hvector", &["stride"]),
    ("MPI_Aint_add", &["base", "disp"]),
    ("MPI_Aint_diff", &["addr1", "addr2"]),
    ("MPI_File_set_view", &["disp"]),
    ("MPI_File_set_size", &["size"]),
    ("MPI_File_preallocate", &["size"]),
    ("MPI_Pack_external", &["outsize"]),
    ("MPI_Unpack_external", &["insize"]),
    ("MPI_Psend_init", &["count"]),
    ("MPI_Precv_init", &["count"]),
    ("MPI_Status_set_elements_x", &["count"]),
];

/// Arguments that C passes by address too, although others of the same name are values.
const ADDRESSES_IN: [(&str, &str); 4] = [
    ("MPI_Cancel", "request"),
    ("MPI_Type_commit", "datatype"),
    ("MPI_Graph_create", "index"),
    ("MPI_Graph_map", "index"),
];

/// Choice buffers by the standard's names.
const BUFFERS: [&str; 13] = [
    "buf",
    "sendbuf",
    "recvbuf",
    "origin_addr",
    "result_addr",
    "compare_addr",
    "location",
    "inbuf",
    "outbuf",
    "inoutbuf",
    "buffer",
    "buffer_addr",
    "base",
];

/// Suffixes of the names of bindings: of `mpif.h` and module `mpi`; of module `mpi_f08` with addresses; of the latter with
/// descriptors.
const FORMS: [(&str, bool); 3] = [("", false), ("_f08", false), ("_f08ts", true)];

/// The Fortran procedures of C routines, by the names that linkers see without trailing underscores (`mpi_put`, `mpi_put_f08ts`).
pub(super) fn bindings<'a>(rows: impl Iterator<Item = &'a Routine>) -> BTreeMap<String, Routine> {
    let mut out = BTreeMap::new();
    for row in rows.filter(|r| r.name.starts_with("MPI_") && !r.name.starts_with("MPI_T_") && !r.varargs) {
        for (form, descriptors) in FORMS {
            out.insert(format!("{}{form}", row.name.to_lowercase()), binding(row, descriptors));
        }
    }
    out
}

/// The key of a linker name in the [`bindings`]. `pmpi_put_f08_` has the key of `mpi_put_f08`; the specific names for
/// `TYPE(C_PTR)` (`mpi_win_allocate_cptr_`, MPI 4.1, 12.2.2) have the key of the generic name.
pub(super) fn key(linker_name: &str) -> Option<String> {
    let stem = linker_name.strip_suffix('_')?.trim_end_matches('_');
    let stem = stem.strip_prefix('p').filter(|rest| rest.starts_with("mpi_")).unwrap_or(stem);
    stem.starts_with("mpi_").then(|| stem.replacen("_cptr", "", 1))
}

fn binding(row: &Routine, descriptors: bool) -> Routine {
    let passing = row.args.iter().enumerate().map(|(pos, name)| passing(row, pos, name)).collect();
    let mut routine = row.clone();
    routine.fortran = Some(Binding { passing, descriptors });
    let code = match routine.returns {
        Returns::Success => Some(OutKind::ErrorCode),
        Returns::Result => Some(OutKind::Input),
        _ => None,
    };
    if let Some(kind) = code {
        routine.returns = Returns::Nothing;
        routine.outputs.push(Output { arg: routine.args.len(), kind, size: None });
        routine.args.push("ierror".to_owned());
    }
    routine
}

fn passing(row: &Routine, pos: usize, name: &str) -> Passing {
    let command_line = matches!(row.name.as_str(), "MPI_Init" | "MPI_Init_thread");
    if command_line && ["argc", "argv"].contains(&name) {
        return Passing::Absent;
    }
    if BUFFERS.contains(&name) && row.name != "MPI_Aint_add" {
        return Passing::Buffer;
    }
    let stored = row.effects.iter().any(|e| e.at == pos)
        || row.outputs.iter().any(|o| o.arg == pos)
        || row.forgets == Some(pos)
        || (name == "request" && row.starts.is_some());
    if stored && name != "target_disp" {
        return Passing::Address;
    }
    let wide = WIDE_IN.iter().any(|(routine, names)| row.name == *routine && names.contains(&name));
    if ADDRESSES_IN.contains(&(row.name.as_str(), name)) {
        Passing::Address
    } else if wide || WIDE.contains(&name) {
        Passing::Value(8)
    } else if SCALARS.split_whitespace().any(|s| s == name) {
        Passing::Value(4)
    } else {
        Passing::Address
    }
}
