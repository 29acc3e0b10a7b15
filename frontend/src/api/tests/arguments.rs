//! A row has the arguments that its cells imply: the engine finds them by the standard's names.

use super::super::{Epoch, Extent, Model, Order, OutKind, Routine, Scope, When, catalog, handle_kind_of_argument};

/// Asserts that `row` has at least one of `names`.
fn has(row: &Routine, cause: &str, names: &[&str]) {
    assert!(names.iter().any(|n| row.arg(n).is_some()), "{}: {cause} needs one of {names:?}", row.name);
}

fn mpi_rows() -> impl Iterator<Item = &'static Routine> {
    catalog().iter().filter(|r| r.model == Model::Mpi)
}

#[test]
fn of_completions_and_epochs() {
    for row in mpi_rows() {
        for c in &row.completes {
            match c.scope {
                Scope::FenceEpoch | Scope::StartEpoch | Scope::PassiveAll | Scope::FreedWindow => {
                    has(row, "a window", &["win"]);
                }
                Scope::PassiveTarget => {
                    has(row, "a window", &["win"]);
                    has(row, "a target", &["rank"]);
                }
                Scope::Queue => has(row, "a queue", &["queue"]),
                Scope::File => has(row, "a file", &["fh"]),
                Scope::Notification => has(row, "a notification", &["first_id"]),
                Scope::Request => has(row, "a request", &["request"]),
                Scope::Requests => {
                    has(row, "requests", &["array_of_requests"]);
                    has(row, "requests", &["count", "incount"]);
                }
                Scope::Context | Scope::ContextTargets => panic!("{}: no contexts in MPI", row.name),
            }
            match c.when {
                When::Always => {}
                When::Flag => has(row, "a flag", &["flag"]),
                When::Index => has(row, "an index", &["index"]),
                When::Indices | When::SomeIndices => {
                    has(row, "indices", &["outcount"]);
                    has(row, "indices", &["array_of_indices"]);
                }
            }
            if c.unless_noprecede {
                has(row, "an assertion", &["assert"]);
            }
        }
        if let Some(epoch) = row.epoch {
            has(row, "an epoch", &["win"]);
            match epoch {
                Epoch::Fence | Epoch::LockAll => has(row, "an assertion", &["assert"]),
                Epoch::Post | Epoch::Start => {
                    has(row, "a group", &["group"]);
                    has(row, "an assertion", &["assert"]);
                }
                Epoch::Lock => {
                    has(row, "a target", &["rank"]);
                    has(row, "a lock type", &["lock_type"]);
                    has(row, "an assertion", &["assert"]);
                }
                Epoch::Unlock => has(row, "a target", &["rank"]),
                Epoch::Test => has(row, "a flag", &["flag"]),
                Epoch::Attach | Epoch::Detach => has(row, "memory", &["base"]),
                Epoch::Acquire | Epoch::Release => panic!("{}: no lock variables in MPI", row.name),
                Epoch::Complete | Epoch::Wait | Epoch::UnlockAll | Epoch::Sync | Epoch::Flush => {}
            }
        }
        match row.starts {
            Some(Scope::Requests) => has(row, "requests", &["array_of_requests"]),
            Some(_) => has(row, "a request", &["request"]),
            None => {}
        }
    }
}

#[test]
fn of_order_and_roots() {
    for row in mpi_rows() {
        for order in &row.order {
            match order {
                Order::AllToAll => has(row, "a collective", &["comm"]),
                Order::WindowFree => has(row, "a window", &["win"]),
                Order::RootToAll | Order::AllToRoot => {
                    has(row, "a rooted collective", &["root"]);
                    has(row, "a rooted collective", &["comm"]);
                }
                Order::Scan | Order::Neighbor => has(row, "a collective", &["comm"]),
                Order::Send | Order::SynchronousSend => {
                    for names in [&["dest"][..], &["tag", "sendtag"], &["comm"]] {
                        has(row, "a send", names);
                    }
                }
                Order::Recv if row.arg("message").is_some() => {}
                Order::Recv => {
                    for names in [&["source"][..], &["tag", "recvtag"], &["comm"]] {
                        has(row, "a receive", names);
                    }
                }
                Order::Probe => {
                    for names in [&["source"][..], &["tag"], &["comm"]] {
                        has(row, "a probe", names);
                    }
                }
                Order::Await | Order::AwaitAny | Order::AwaitSome => panic!("{}: waits for memory", row.name),
                Order::Collective => {}
                // Of other models.
                Order::Notify | Order::NotifyOwn | Order::Notified | Order::ResetNotification => {
                    panic!("{}: {order:?}", row.name)
                }
            }
        }
        for effect in &row.effects {
            if effect.who != super::super::Who::All {
                has(row, "a root", &["root"]);
            }
            if matches!(effect.extent, Extent::TypedPerRank { .. } | Extent::TypedVector { .. }) {
                has(row, "a communicator", &["comm"]);
            }
            if effect.unless_no_op {
                has(row, "an operation", &["op"]);
            }
        }
    }
}

/// Arguments that a value is made of; the inner lists are alternatives.
fn sources(kind: OutKind) -> &'static [&'static [&'static str]] {
    use OutKind as K;
    match kind {
        K::CommRank | K::CommSize | K::CommRemoteSize | K::CommDup | K::GroupOfComm => &[&["comm"]],
        K::CommSplit => &[&["comm"], &["color"], &["key"]],
        K::CommSplitType => &[&["comm"], &["split_type"], &["key"]],
        K::CommCreate => &[&["comm"], &["group"]],
        K::CommTopology => &[&["comm_old"]],
        K::GroupSize | K::GroupRank => &[&["group"]],
        K::GroupIncl | K::GroupExcl => &[&["group"], &["n"], &["ranks"]],
        K::GroupRangeIncl | K::GroupRangeExcl => &[&["group"], &["n"], &["ranges"]],
        K::Neighbors => &[&["comm"]],
        K::TranslatedRanks => &[&["group1"], &["n"], &["ranks1"], &["group2"]],
        K::GroupOfWin => &[&["win"]],
        K::WinCreate => &[&["base"], &["size"], &["disp_unit"], &["comm"]],
        K::WinAllocate | K::WinAllocateShared => &[&["baseptr"], &["size"], &["disp_unit"], &["comm"]],
        K::WinCreateDynamic => &[&["comm"]],
        K::BasePointer => &[&["size"]],
        K::SharedBase | K::SharedSize | K::SharedUnit => &[&["win"], &["rank"]],
        K::WinAttribute => &[&["win"], &["win_keyval"]],
        K::TypeContiguous => &[&["count"], &["oldtype"]],
        K::TypeVector | K::TypeHvector => &[&["count"], &["blocklength"], &["stride"], &["oldtype"]],
        K::TypeIndexed | K::TypeHindexed => {
            &[&["count"], &["array_of_blocklengths"], &["array_of_displacements"], &["oldtype"]]
        }
        K::TypeIndexedBlock | K::TypeHindexedBlock => {
            &[&["count"], &["blocklength"], &["array_of_displacements"], &["oldtype"]]
        }
        K::TypeStruct => &[&["count"], &["array_of_blocklengths"], &["array_of_displacements"], &["array_of_types"]],
        K::TypeSubarray => {
            &[&["ndims"], &["array_of_sizes"], &["array_of_subsizes"], &["array_of_starts"], &["order"], &["oldtype"]]
        }
        K::TypeResized => &[&["oldtype"], &["lb"], &["extent"]],
        K::TypeDup => &[&["oldtype"]],
        K::TypeSize | K::TypeLb | K::TypeExtent => &[&["datatype"]],
        K::NullHandles => &[&["count"]],
        K::Address => &[&["location"]],
        K::CartShiftSource | K::CartShiftDest => &[&["comm"], &["direction"], &["disp"]],
        K::CartCoords => &[&["comm"]],
        K::CartRank => &[&["comm"], &["coords"]],
        _ => &[],
    }
}

#[test]
fn of_outputs() {
    for row in mpi_rows() {
        for output in &row.outputs {
            for names in sources(output.kind) {
                has(row, &format!("{:?}", output.kind), names);
            }
            let arg = row.args[output.arg].as_str();
            let tools = row.name.starts_with("MPI_T_");
            if matches!(output.kind, OutKind::NullHandle | OutKind::NullHandles) && !tools {
                assert!(handle_kind_of_argument(arg).is_some(), "{}: kind of handle `{arg}`", row.name);
            }
            let twice = row.outputs.iter().filter(|o| o.arg == output.arg).count();
            assert_eq!(twice, 1, "{}: two outputs through `{arg}`", row.name);
        }
    }
}
