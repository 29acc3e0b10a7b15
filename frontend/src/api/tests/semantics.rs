//! The rows say what the standard says: accesses of operations, what synchronisation completes, order.

use super::super::{
    AccessKind, Bank, Callback, Completion, Epoch, Extent, Format, Model, Order, OutKind, Passed, Returns, Scope, Side,
    Until, When, Who, catalog,
};
use super::row;

/// Own-bank effects of a routine as `(argument, access, until, unless_no_op)`.
fn own(name: &str) -> Vec<(String, AccessKind, Until, bool)> {
    let row = row(name);
    row.effects
        .iter()
        .filter(|e| e.bank == Bank::Own)
        .map(|e| (row.args[e.at].clone(), e.access, e.until, e.unless_no_op))
        .collect()
}

fn target_access(name: &str) -> Vec<AccessKind> {
    row(name).effects.iter().filter(|e| e.bank == Bank::Target).map(|e| e.access).collect()
}

/// MPI 4.1, 12.3: which buffers of the origin an operation reads and writes until it is complete.
#[test]
fn buffers_of_operations() {
    use AccessKind::{Atomic, Read, Write};
    let is = |name: &str, expected: &[(&str, AccessKind, bool)], target: AccessKind| {
        let expected: Vec<_> =
            expected.iter().map(|(a, k, no_op)| ((*a).to_owned(), *k, Until::Completion, *no_op)).collect();
        assert_eq!(own(name), expected, "{name}");
        assert_eq!(target_access(name), [target], "{name}");
    };
    for name in ["MPI_Put", "MPI_Rput"] {
        is(name, &[("origin_addr", Read, false)], Write);
    }
    for name in ["MPI_Get", "MPI_Rget"] {
        is(name, &[("origin_addr", Write, false)], Read);
    }
    for name in ["MPI_Accumulate", "MPI_Raccumulate"] {
        is(name, &[("origin_addr", Read, false)], Atomic);
    }
    for name in ["MPI_Get_accumulate", "MPI_Rget_accumulate", "MPI_Fetch_and_op"] {
        is(name, &[("origin_addr", Read, true), ("result_addr", Write, false)], Atomic);
    }
    let swap = [("origin_addr", Read, false), ("compare_addr", Read, false), ("result_addr", Write, false)];
    is("MPI_Compare_and_swap", &swap, Atomic);
}

/// MPI 4.1, 12.5 and 12.3.5: what the call completes, and when.
#[test]
fn completions() {
    let always = |side, scope| Completion { side, scope, when: When::Always, unless_noprecede: false };
    let fence = Completion { unless_noprecede: true, ..always(Side::Both, Scope::FenceEpoch) };
    let cases = [
        ("MPI_Win_fence", vec![fence]),
        ("MPI_Win_complete", vec![always(Side::Origin, Scope::StartEpoch)]),
        ("MPI_Win_unlock", vec![always(Side::Both, Scope::PassiveTarget)]),
        ("MPI_Win_unlock_all", vec![always(Side::Both, Scope::PassiveAll)]),
        ("MPI_Win_flush", vec![always(Side::Both, Scope::PassiveTarget)]),
        ("MPI_Win_flush_all", vec![always(Side::Both, Scope::PassiveAll)]),
        ("MPI_Win_flush_local", vec![always(Side::Origin, Scope::PassiveTarget)]),
        ("MPI_Win_flush_local_all", vec![always(Side::Origin, Scope::PassiveAll)]),
        ("MPI_Win_free", vec![always(Side::Both, Scope::FreedWindow)]),
        ("MPI_Wait", vec![always(Side::Origin, Scope::Request)]),
        ("MPI_Waitall", vec![always(Side::Origin, Scope::Requests)]),
    ];
    for (name, expected) in cases {
        assert_eq!(row(name).completes, expected, "{name}");
    }
    for (name, scope, when) in [
        ("MPI_Test", Scope::Request, When::Flag),
        ("MPI_Testall", Scope::Requests, When::Flag),
        ("MPI_Waitany", Scope::Requests, When::Index),
        ("MPI_Testany", Scope::Requests, When::Index),
        ("MPI_Waitsome", Scope::Requests, When::SomeIndices),
        ("MPI_Testsome", Scope::Requests, When::Indices),
    ] {
        assert_eq!(row(name).completes, [Completion { when, ..always(Side::Origin, scope) }], "{name}");
    }
    for name in ["MPI_Win_lock", "MPI_Win_lock_all", "MPI_Win_sync", "MPI_Win_post", "MPI_Win_start", "MPI_Win_wait"] {
        assert!(row(name).completes.is_empty(), "{name}");
    }
    for name in ["MPI_Request_free", "MPI_Cancel", "MPI_Barrier", "MPI_Start"] {
        assert!(row(name).completes.is_empty(), "{name}");
    }
}

#[test]
fn epochs() {
    for (name, epoch) in [
        ("MPI_Win_fence", Epoch::Fence),
        ("MPI_Win_post", Epoch::Post),
        ("MPI_Win_start", Epoch::Start),
        ("MPI_Win_complete", Epoch::Complete),
        ("MPI_Win_wait", Epoch::Wait),
        ("MPI_Win_test", Epoch::Test),
        ("MPI_Win_lock", Epoch::Lock),
        ("MPI_Win_lock_all", Epoch::LockAll),
        ("MPI_Win_unlock", Epoch::Unlock),
        ("MPI_Win_unlock_all", Epoch::UnlockAll),
        ("MPI_Win_sync", Epoch::Sync),
        ("MPI_Win_flush_local_all", Epoch::Flush),
    ] {
        assert_eq!(row(name).epoch, Some(epoch), "{name}");
    }
}

/// MPI 4.1, 6: which collectives order whom, in all three forms; and the forms touch the same buffers.
#[test]
fn collectives_in_three_forms() {
    let order = [
        ("Barrier", Order::AllToAll),
        ("Bcast", Order::RootToAll),
        ("Gather", Order::AllToRoot),
        ("Gatherv", Order::AllToRoot),
        ("Scatter", Order::RootToAll),
        ("Scatterv", Order::RootToAll),
        ("Allgather", Order::AllToAll),
        ("Allgatherv", Order::AllToAll),
        ("Alltoall", Order::AllToAll),
        ("Alltoallv", Order::AllToAll),
        ("Alltoallw", Order::AllToAll),
        ("Reduce", Order::AllToRoot),
        ("Allreduce", Order::AllToAll),
        ("Reduce_scatter", Order::AllToAll),
        ("Reduce_scatter_block", Order::AllToAll),
        ("Scan", Order::Scan),
        ("Exscan", Order::Scan),
        ("Neighbor_allgather", Order::Neighbor),
        ("Neighbor_allgatherv", Order::Neighbor),
        ("Neighbor_alltoall", Order::Neighbor),
        ("Neighbor_alltoallv", Order::Neighbor),
        ("Neighbor_alltoallw", Order::Neighbor),
    ];
    for (name, order) in order {
        let blocking = row(&format!("MPI_{name}"));
        let nonblocking = row(&format!("MPI_I{}", name.to_lowercase()));
        let persistent = row(&format!("MPI_{name}_init"));
        for (form, until) in
            [(blocking, Until::Return), (nonblocking, Until::Completion), (persistent, Until::StartedCompletion)]
        {
            assert_eq!(form.order, [order], "{}", form.name);
            assert!(form.effects.iter().all(|e| e.until == until), "{}", form.name);
            let shape = |r: &super::Routine| -> Vec<_> {
                r.effects.iter().map(|e| (e.access, e.at, e.extent.clone(), e.who)).collect()
            };
            assert_eq!(shape(form), shape(blocking), "{}", form.name);
            assert_eq!(form.arg("request").is_some(), until != Until::Return, "{}", form.name);
        }
    }
    let gather = row("MPI_Gather");
    assert_eq!(gather.effects[1].who, Who::Root);
    assert!(matches!(gather.effects[1].extent, Extent::TypedPerRank { .. }));
}

/// MPI 4.1, 3.7: a call that hands out a request leaves its buffers in use, any other does not.
#[test]
fn requests_and_pending_buffers_go_together() {
    for r in catalog().iter().filter(|r| r.model == Model::Mpi && !r.is_rma()) {
        let request = r.outputs.iter().find(|o| matches!(o.kind, OutKind::Request | OutKind::PersistentRequest));
        for effect in &r.effects {
            let expected = match request.map(|o| o.kind) {
                // The partitions of a send are the program's until they are ready.
                Some(OutKind::PersistentRequest) if r.name == "MPI_Psend_init" => Until::ReadyCompletion,
                Some(OutKind::PersistentRequest) => Until::StartedCompletion,
                Some(_) => Until::Completion,
                // A split collective ends at its other half.
                None if r.name.ends_with("_begin") => Until::Completion,
                None => Until::Return,
            };
            // Strings and labels are read during the call.
            assert!(effect.until == expected || effect.extent == Extent::CString, "{}", r.name);
        }
        if let Some(output) = request {
            assert_eq!(r.args[output.arg], "request", "{}", r.name);
        }
    }
}

#[test]
fn persistent_requests_are_started() {
    assert_eq!(row("MPI_Start").starts, Some(Scope::Request));
    assert_eq!(row("MPI_Startall").starts, Some(Scope::Requests));
    assert_eq!(catalog().iter().filter(|r| r.starts.is_some()).count(), 2);
}

#[test]
fn memory_and_control() {
    let new = |size: &[usize]| Returns::NewMemory { size: size.to_vec(), zeroed: false };
    assert_eq!(row("malloc").returns, new(&[0]));
    assert_eq!(row("calloc").returns, Returns::NewMemory { size: vec![0, 1], zeroed: true });
    let realloc = row("realloc");
    assert_eq!((realloc.frees, &realloc.returns), (Some(0), &new(&[1])));
    for (name, arg) in [("free", 0), ("MPI_Free_mem", 0), ("_ZdlPvm", 0), ("_ZdaPv", 0)] {
        assert_eq!(row(name).frees, Some(arg), "{name}");
    }
    assert_eq!(row("_Znam").returns, new(&[0]));
    assert_eq!(row("memcpy").returns, Returns::Arg(0));
    assert_eq!(row("strchr").returns, Returns::Into(0));
    for name in ["fgets", "gets", "__fgets_chk", "getcwd"] {
        assert_eq!(row(name).returns, Returns::ArgOrNull(0), "{name}");
    }
    for name in ["MPI_File_open", "MPI_File_iwrite_at", "MPI_File_close"] {
        assert_eq!(row(name).returns, Returns::Result, "{name}");
    }
    for name in ["shmem_ctx_create", "shmem_team_create_ctx"] {
        assert_eq!(row(name).returns, Returns::UsualSuccess, "{name}");
    }
    for name in ["MPI_Abort", "exit", "_exit", "abort", "__assert_fail", "__cxa_throw"] {
        assert!(row(name).noreturn, "{name}");
    }
    assert_eq!(row("rand").returns, Returns::Input);
    assert_eq!(row("sqrt").returns, Returns::Function);
    assert_eq!(row("qsort").calls, [Callback { function: 3, args: vec![] }]);
    let region = vec![Passed::Unknown, Passed::Unknown, Passed::Variable];
    assert_eq!(row("__kmpc_fork_call").calls, [Callback { function: 2, args: region }]);
    assert_eq!(row("pthread_create").calls, [Callback { function: 2, args: vec![Passed::Arg(3)] }]);
    assert_eq!(row("MPI_Request_free").forgets, Some(0));
    assert_eq!(catalog().iter().filter(|r| r.forgets.is_some()).count(), 1);
    for name in ["memcpy", "memmove", "__memcpy_chk", "__mempcpy_chk", "llvm.memmove.p0.p0.i64"] {
        let row = row(name);
        assert_eq!(row.effects[1].from, row.arg("src"), "{name}");
    }
    assert_eq!(row("llvm.umin.i32").returns, Returns::Min(0, 1));
    assert_eq!(row("llvm.smax.i64").returns, Returns::Max(0, 1));
    assert_eq!(row("llvm.abs.i32").returns, Returns::Absolute(0));
    assert_eq!(row("llvm.ctpop.i64").returns, Returns::Bits(0));
    assert_eq!(row("MPI_Put").returns, Returns::Success);
    assert_eq!(row("MPI_Wtime").returns, Returns::Input);
}

#[test]
fn formats_stand_where_the_format_is() {
    for (name, format) in [
        ("printf", Format::Print(0)),
        ("fprintf", Format::Print(1)),
        ("snprintf", Format::Print(2)),
        ("__printf_chk", Format::Print(1)),
        ("__snprintf_chk", Format::Print(4)),
        ("scanf", Format::Scan(0)),
        ("__isoc99_sscanf", Format::Scan(1)),
        ("__isoc23_fscanf", Format::Scan(1)),
    ] {
        assert_eq!(row(name).format, Some(format), "{name}");
        assert!(row(name).varargs, "{name}");
    }
    for r in catalog().iter() {
        assert!(r.format.is_none() || r.varargs, "{}", r.name);
    }
}
