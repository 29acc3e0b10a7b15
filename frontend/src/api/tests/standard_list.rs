//! Every routine of MPI 4.1, chapter 12, has a row, in all its forms.

use super::super::{Bank, Model, catalog};
use super::row;

/// Routines of chapter 12 by section, and whether the standard defines `<name>_c`.
const CHAPTER_12: &[(&str, bool)] = &[
    // 12.2 Initialization
    ("MPI_Win_create", true),
    ("MPI_Win_allocate", true),
    ("MPI_Win_allocate_shared", true),
    ("MPI_Win_shared_query", true),
    ("MPI_Win_create_dynamic", false),
    ("MPI_Win_attach", false),
    ("MPI_Win_detach", false),
    ("MPI_Win_free", false),
    ("MPI_Win_get_group", false),
    ("MPI_Win_set_info", false),
    ("MPI_Win_get_info", false),
    // 12.3 Communication calls
    ("MPI_Put", true),
    ("MPI_Get", true),
    ("MPI_Accumulate", true),
    ("MPI_Get_accumulate", true),
    ("MPI_Fetch_and_op", false),
    ("MPI_Compare_and_swap", false),
    ("MPI_Rput", true),
    ("MPI_Rget", true),
    ("MPI_Raccumulate", true),
    ("MPI_Rget_accumulate", true),
    // 12.5 Synchronization calls
    ("MPI_Win_fence", false),
    ("MPI_Win_start", false),
    ("MPI_Win_complete", false),
    ("MPI_Win_post", false),
    ("MPI_Win_wait", false),
    ("MPI_Win_test", false),
    ("MPI_Win_lock", false),
    ("MPI_Win_lock_all", false),
    ("MPI_Win_unlock", false),
    ("MPI_Win_unlock_all", false),
    ("MPI_Win_flush", false),
    ("MPI_Win_flush_all", false),
    ("MPI_Win_flush_local", false),
    ("MPI_Win_flush_local_all", false),
    ("MPI_Win_sync", false),
    // On windows, in other chapters: 7.7.3, 7.8, 9.3.2, 9.5
    ("MPI_Win_create_keyval", false),
    ("MPI_Win_free_keyval", false),
    ("MPI_Win_set_attr", false),
    ("MPI_Win_get_attr", false),
    ("MPI_Win_delete_attr", false),
    ("MPI_Win_set_name", false),
    ("MPI_Win_get_name", false),
    ("MPI_Win_create_errhandler", false),
    ("MPI_Win_set_errhandler", false),
    ("MPI_Win_get_errhandler", false),
    ("MPI_Win_call_errhandler", false),
    ("MPI_Win_c2f", false),
    ("MPI_Win_f2c", false),
];

/// Routines that MPI 4.1 added, which the installed headers lack.
const NEW_IN_4_1: &[&str] = &[
    "MPI_Buffer_flush",
    "MPI_Buffer_iflush",
    "MPI_Comm_attach_buffer",
    "MPI_Comm_attach_buffer_c",
    "MPI_Comm_detach_buffer",
    "MPI_Comm_detach_buffer_c",
    "MPI_Comm_flush_buffer",
    "MPI_Comm_iflush_buffer",
    "MPI_Session_attach_buffer",
    "MPI_Session_attach_buffer_c",
    "MPI_Session_detach_buffer",
    "MPI_Session_detach_buffer_c",
    "MPI_Session_flush_buffer",
    "MPI_Session_iflush_buffer",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Status_get_error",
    "MPI_Status_get_source",
    "MPI_Status_get_tag",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
    "MPI_Remove_error_class",
    "MPI_Remove_error_code",
    "MPI_Remove_error_string",
    "MPI_Type_get_value_index",
    "MPI_Get_hw_resource_info",
];

#[test]
fn chapter_12_is_complete() {
    for (name, large_count) in CHAPTER_12 {
        assert_eq!(row(name).name, *name);
        assert_eq!(row(&format!("P{name}")).name, *name);
        assert_eq!(catalog().lookup(&format!("{name}_c")).is_some(), *large_count, "{name}_c");
    }
    for name in NEW_IN_4_1 {
        row(name);
    }
}

#[test]
fn no_row_beyond_the_standard_touches_windows() {
    for routine in catalog().iter().filter(|r| r.model == Model::Mpi) {
        let on_window = routine.name.starts_with("MPI_Win_") || routine.is_rma() || routine.epoch.is_some();
        if on_window {
            assert!(CHAPTER_12.iter().any(|(n, _)| *n == routine.name), "{}", routine.name);
        }
    }
}

#[test]
fn operations_have_the_arguments_that_the_engine_looks_for() {
    let operations: Vec<_> = catalog().iter().filter(|r| r.model == Model::Mpi && r.is_rma()).collect();
    assert_eq!(operations.len(), 10);
    for op in operations {
        for name in ["win", "target_rank", "target_disp"] {
            assert!(op.arg(name).is_some(), "{}: {name}", op.name);
        }
        let target = op.effects.iter().filter(|e| e.bank == Bank::Target).collect::<Vec<_>>();
        assert_eq!(target.len(), 1, "{}", op.name);
        assert_eq!(Some(target[0].at), op.arg("target_disp"));
        assert_eq!(op.name.starts_with("MPI_R"), op.arg("request").is_some(), "{}", op.name);
    }
}
