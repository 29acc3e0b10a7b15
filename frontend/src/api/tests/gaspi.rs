//! Every routine of the GASPI specification has a row, with the arguments of the header in `corpus/include`.

use super::super::{Bank, Model, Order, Returns, Scope, Side, catalog};
use super::headers::prototypes;
use super::row;

/// The routines of GASPI 17.1, without `gaspi_`.
const SPECIFICATION: &str = "config_get config_set proc_init initialized proc_num proc_rank proc_term proc_kill connect
    disconnect state_vec_get group_create group_add group_commit group_delete group_num group_size group_ranks group_max
    segment_alloc segment_register segment_create segment_bind segment_use segment_delete segment_num segment_list
    segment_ptr segment_max write read wait notify notify_waitsome notify_reset write_notify write_list write_list_notify
    read_list read_notify read_list_notify queue_create queue_delete queue_size queue_num queue_max queue_size_max
    passive_send passive_receive atomic_fetch_add atomic_compare_swap atomic_max barrier allreduce allreduce_user
    transfer_size_min transfer_size_max notification_num passive_transfer_size_max allreduce_buf_size allreduce_elem_max
    rw_list_elem_max network_type build_infrastructure version time_get time_ticks error_message statistic_verbosity_level
    statistic_counter_max statistic_counter_info statistic_counter_get statistic_counter_reset pcontrol";

#[test]
fn the_specification_is_complete() {
    for name in SPECIFICATION.split_whitespace() {
        let name = format!("gaspi_{name}");
        assert_eq!(row(&name).model, Model::Gaspi, "{name}");
        assert_eq!(row(&format!("p{name}")).name, name, "the name of the profiling interface");
    }
}

#[test]
fn the_header_and_the_rows_agree() {
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/include");
    let mut declared = prototypes(include, "gaspi", &["GASPI.h", "GASPI_Ext.h"]);
    declared.retain(|name, _| name.starts_with("gaspi_"));
    let rows: Vec<&str> = catalog().iter().filter(|r| r.model == Model::Gaspi).map(|r| r.name.as_str()).collect();
    assert_eq!(rows, declared.keys().map(String::as_str).collect::<Vec<_>>());
    for name in SPECIFICATION.split_whitespace() {
        assert!(declared.contains_key(&format!("gaspi_{name}")), "{name} is not in the header");
    }
    for (name, params) in &declared {
        let row = row(name);
        let varargs = params.last().is_some_and(|p| p == "...");
        assert_eq!((row.args.len(), row.varargs), (params.len() - usize::from(varargs), varargs), "{name}");
        // Limits share a row, whose one argument has a name of its own.
        if row.args != ["value"] && row.args != ["wtime"] {
            assert_eq!(row.args, params[..row.args.len()], "{name}");
        }
    }
}

/// A call with a time limit may return without having done anything.
#[test]
fn time_limits_decide_what_a_call_has_done() {
    for row in catalog().iter().filter(|r| r.model == Model::Gaspi) {
        let limit = row.arg("timeout_ms");
        match (limit, &row.returns) {
            (Some(at), Returns::Status(on)) => assert_eq!(at, *on, "{}", row.name),
            // A segment is made, whatever the limit says of waiting for the others.
            (Some(_), other) => panic!("{}: {other:?}", row.name),
            (None, other) => assert!(!matches!(other, Returns::Status(_)), "{}", row.name),
        }
    }
}

/// Operations in segments name both sides by segment and offset; those on a queue are pending until it is waited for.
#[test]
fn operations_have_the_arguments_that_the_engine_looks_for() {
    let operations: Vec<_> = catalog().iter().filter(|r| r.model == Model::Gaspi && r.is_rma()).collect();
    assert_eq!(operations.len(), 10);
    for op in operations {
        assert!(op.arg("rank").is_some(), "{}", op.name);
        for effect in &op.effects {
            let outside = op.name.contains("atomic") && effect.bank == Bank::Own;
            assert_eq!(effect.segment.is_none(), outside, "{}", op.name);
            assert_eq!(effect.each.is_some(), op.name.contains("_list"), "{}", op.name);
        }
        assert_eq!(op.arg("queue").is_some(), !op.name.contains("atomic"), "{}", op.name);
        let notifies = op.order == [Order::NotifyOwn];
        assert_eq!(notifies, op.name.starts_with("gaspi_write") && op.name.ends_with("_notify"), "{}", op.name);
    }
}

/// No call completes what another process has been written to.
#[test]
fn waiting_completes_at_the_origin_only() {
    let completing: Vec<_> = catalog().iter().filter(|r| r.model == Model::Gaspi && !r.completes.is_empty()).collect();
    let names: Vec<&str> = completing.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["gaspi_notify_waitsome", "gaspi_queue_purge", "gaspi_wait"]);
    for row in completing {
        for c in &row.completes {
            assert_eq!(c.side == Side::Both, c.scope == Scope::Notification, "{}", row.name);
        }
    }
}
