//! The order between processes that each routine of MPI takes part in, and how long it takes part.

use super::super::{Epoch, Mode, Model, Order, OutKind, Routine, catalog};
use super::row;

fn mpi_rows() -> impl Iterator<Item = &'static Routine> {
    catalog().iter().filter(|r| r.model == Model::Mpi)
}

/// MPI 4.1, 3.4 to 3.10 and 4.2: who sends, receives and probes.
#[test]
fn point_to_point() {
    use Mode::{Blocking, Nonblocking, Persistent};
    use Order::{Probe, Recv, Send, SynchronousSend};
    let rows: &[(&str, &[Order], Mode)] = &[
        ("Send", &[Send], Blocking),
        ("Bsend", &[Send], Blocking),
        ("Rsend", &[Send], Blocking),
        ("Ssend", &[SynchronousSend], Blocking),
        ("Isend", &[Send], Nonblocking),
        ("Ibsend", &[Send], Nonblocking),
        ("Irsend", &[Send], Nonblocking),
        ("Issend", &[SynchronousSend], Nonblocking),
        ("Send_init", &[Send], Persistent),
        ("Bsend_init", &[Send], Persistent),
        ("Rsend_init", &[Send], Persistent),
        ("Ssend_init", &[SynchronousSend], Persistent),
        ("Psend_init", &[Send], Persistent),
        ("Recv", &[Recv], Blocking),
        ("Mrecv", &[Recv], Blocking),
        ("Irecv", &[Recv], Nonblocking),
        ("Imrecv", &[Recv], Nonblocking),
        ("Recv_init", &[Recv], Persistent),
        ("Precv_init", &[Recv], Persistent),
        ("Sendrecv", &[Send, Recv], Blocking),
        ("Sendrecv_replace", &[Send, Recv], Blocking),
        ("Isendrecv", &[Send, Recv], Nonblocking),
        ("Isendrecv_replace", &[Send, Recv], Nonblocking),
        ("Probe", &[Probe], Blocking),
        ("Iprobe", &[Probe], Blocking),
        ("Mprobe", &[Probe], Blocking),
        ("Improbe", &[Probe], Blocking),
    ];
    for (name, order, mode) in rows {
        let row = row(&format!("MPI_{name}"));
        assert_eq!((&row.order[..], row.mode()), (*order, *mode), "{name}");
    }
    let messages = |o: &Order| matches!(o, Send | SynchronousSend | Recv | Probe);
    assert_eq!(mpi_rows().filter(|r| r.order.iter().any(messages)).count(), rows.len());
}

/// MPI 4.1, 6 and 8.6: the rooted ones name their root, and no others have a direction.
#[test]
fn collectives_with_order() {
    let with = |order: Order| -> Vec<&str> {
        mpi_rows()
            .filter(|r| r.order == [order] && r.mode() == Mode::Blocking)
            .filter_map(|r| r.name.strip_prefix("MPI_"))
            .collect()
    };
    assert_eq!(with(Order::RootToAll), ["Bcast", "Scatter", "Scatterv"]);
    assert_eq!(with(Order::AllToRoot), ["Gather", "Gatherv", "Reduce"]);
    assert_eq!(with(Order::Scan), ["Exscan", "Scan"]);
    assert_eq!(with(Order::WindowFree), ["Win_free"]);
    let all = [
        "Allgather",
        "Allgatherv",
        "Allreduce",
        "Alltoall",
        "Alltoallv",
        "Alltoallw",
        "Barrier",
        "Reduce_scatter",
        "Reduce_scatter_block",
    ];
    assert_eq!(with(Order::AllToAll), all);
    assert_eq!(with(Order::Neighbor).len(), 5);
    let collective = |o: &Order| matches!(o, Order::AllToAll | Order::RootToAll | Order::AllToRoot | Order::Scan);
    for row in mpi_rows().filter(|r| r.order.iter().any(|o| collective(o) || *o == Order::Neighbor)) {
        assert_eq!(row.order.len(), 1, "{}", row.name);
        let (name, mode) = (row.name.trim_start_matches("MPI_"), row.mode());
        assert_eq!(mode == Mode::Nonblocking, name.starts_with('I'), "{name}");
        assert_eq!(mode == Mode::Persistent, name.ends_with("_init"), "{name}");
        let rooted = matches!(row.order[0], Order::RootToAll | Order::AllToRoot);
        assert_eq!(rooted, row.arg("root").is_some(), "{name}");
    }
}

/// MPI 4.1, 7.4, 8.5, 11.2, 12.2 and 14: constructors are collective, which alone orders nothing.
#[test]
fn constructors_are_collective_without_order() {
    let constructor = |kind| {
        matches!(
            kind,
            OutKind::WinCreate
                | OutKind::WinAllocate
                | OutKind::WinAllocateShared
                | OutKind::WinCreateDynamic
                | OutKind::CommDup
                | OutKind::CommSplit
                | OutKind::CommSplitType
                | OutKind::CommCreate
                | OutKind::CommTopology
                | OutKind::CommOther
        )
    };
    for row in catalog().iter().filter(|r| r.outputs.iter().any(|o| constructor(o.kind))) {
        // The communicator with the parents is made by the spawn already.
        let expected: &[Order] = if row.name == "MPI_Comm_get_parent" { &[] } else { &[Order::Collective] };
        assert_eq!(row.order, expected, "{}", row.name);
    }
    for name in ["Finalize", "Comm_free", "Comm_disconnect", "Win_set_info", "File_open", "File_write_all", "File_sync"]
    {
        assert_eq!(row(&format!("MPI_{name}")).order, [Order::Collective], "{name}");
    }
    assert_eq!(row("MPI_Comm_idup").mode(), Mode::Nonblocking);
}

/// What completes or starts something, or is about one process alone, is no edge of its own.
#[test]
fn no_order() {
    for name in [
        "Init",
        "Init_thread",
        "Abort",
        "Wait",
        "Test",
        "Waitall",
        "Waitany",
        "Start",
        "Startall",
        "Request_free",
        "Cancel",
        "Put",
        "Get",
        "Rput",
        "Accumulate",
        "Win_attach",
        "Win_shared_query",
        "Reduce_local",
        "Comm_group",
        "Type_commit",
        "Pready",
    ] {
        assert!(row(&format!("MPI_{name}")).order.is_empty(), "{name}");
    }
    for row in catalog().iter().filter(|r| r.model == Model::Libc || r.epoch.is_some()) {
        assert!(row.order.is_empty(), "{}", row.name);
    }
}

/// MPI 4.1, 12.5: every call on windows that opens, ends or flushes an epoch, and no other.
#[test]
fn epochs_of_all_window_calls() {
    let mpi = || catalog().iter().filter(|r| r.model == Model::Mpi);
    let with = |epoch| -> Vec<&str> {
        mpi().filter(|r| r.epoch == Some(epoch)).map(|r| r.name.trim_start_matches("MPI_Win_")).collect()
    };
    let flushes = ["flush", "flush_all", "flush_local", "flush_local_all"];
    assert_eq!(with(Epoch::Flush), flushes);
    let single = [
        (Epoch::Fence, "fence"),
        (Epoch::Post, "post"),
        (Epoch::Start, "start"),
        (Epoch::Complete, "complete"),
        (Epoch::Wait, "wait"),
        (Epoch::Test, "test"),
        (Epoch::Lock, "lock"),
        (Epoch::LockAll, "lock_all"),
        (Epoch::Unlock, "unlock"),
        (Epoch::UnlockAll, "unlock_all"),
        (Epoch::Sync, "sync"),
        (Epoch::Attach, "attach"),
        (Epoch::Detach, "detach"),
    ];
    for (epoch, name) in single {
        assert_eq!(with(epoch), [name]);
    }
    assert_eq!(mpi().filter(|r| r.epoch.is_some()).count(), single.len() + flushes.len());
}
