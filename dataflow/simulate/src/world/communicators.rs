//! Communicators and groups (MPI 4.1, chapter 7) (theory, 9.4).

use super::collectives::{Arrival, meet};
use super::invocation::Invocation;
use super::{Answer, Halt, Machine, Result, Value, done};
use crate::machine::constants::function_at;
use rma_frontend::api::{CommHandle, HandleKind};

/// A communicator.
#[derive(Debug, Clone, Default)]
pub(crate) struct Communicator {
    /// Processes by rank.
    pub members: Vec<usize>,
    /// Extent and periodicity of each dimension of a grid.
    pub grid: Option<Vec<(i64, bool)>>,
    /// For a graph, the sources and destinations of each member.
    pub graph: Option<Vec<(Vec<i64>, Vec<i64>)>>,
}

impl Communicator {
    pub fn of(members: Vec<usize>) -> Communicator {
        Communicator { members, ..Communicator::default() }
    }

    pub fn rank(&self, process: usize) -> Option<usize> {
        self.members.iter().position(|p| *p == process)
    }
}

/// The communicator of a handle.
pub(super) fn of(machine: &Machine, call: &Invocation, bits: u64) -> Result<usize> {
    if let Some(n) = Invocation::made(bits, HandleKind::Comm) {
        return Some(n).filter(|n| *n < machine.world.communicators.len()).ok_or_else(|| Halt::arguments(call));
    }
    match Invocation::with_key(machine, bits, rma_frontend::api::Abi::comm) {
        Some(CommHandle::World) => Ok(0),
        Some(CommHandle::SelfComm) => Ok(1 + call.process),
        _ => Err(Halt::arguments(call)),
    }
}

/// The communicator among the arguments.
pub(super) fn argument(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    let name = if call.has("comm") { "comm" } else { "comm_old" };
    let bits = call.arg(machine, name)?.bits;
    of(machine, call, bits)
}

fn group(machine: &mut Machine, call: &Invocation, name: &str) -> Result<Vec<usize>> {
    let bits = call.arg(machine, name)?.bits;
    group_of(machine, call, bits)
}

/// The processes of a group's handle.
pub(super) fn group_of(machine: &Machine, call: &Invocation, bits: u64) -> Result<Vec<usize>> {
    match Invocation::made(bits, HandleKind::Group) {
        Some(n) => machine.world.groups.get(n).cloned().ok_or_else(|| Halt::arguments(call)),
        // The empty group.
        None => Ok(Vec::new()),
    }
}

pub(super) fn put_group(machine: &mut Machine, call: &Invocation, name: &str, members: Vec<usize>) -> Result<()> {
    machine.world.groups.push(members);
    let number = machine.world.groups.len() - 1;
    call.set_handle(machine, name, HandleKind::Group, Some(number))
}

/// Stores the communicator that the meeting made for the caller.
fn put_made(machine: &mut Machine, call: &Invocation, name: &str, made: Option<usize>) -> Result<Option<Answer>> {
    call.set_handle(machine, name, HandleKind::Comm, made)?;
    done()
}

/// A communicator that its members make together: the first to leave the meeting makes it.
pub(super) fn make(
    machine: &mut Machine,
    call: &Invocation,
    name: &str,
    comm: usize,
    numbers: Vec<i64>,
    build: fn(&Machine, usize, &[Arrival]) -> Vec<Communicator>,
) -> Result<Option<Answer>> {
    let Some(key) = meet(machine, call, comm, |_, arrival| {
        arrival.numbers = numbers;
        Ok(())
    })?
    else {
        return Ok(Some(Answer::Wait));
    };
    if machine.world.meetings.get(&key).is_some_and(|m| m.made.is_none()) {
        let arrivals = machine.world.meetings.get(&key).map(super::collectives::Meeting::all).unwrap_or_default();
        let new = build(machine, comm, &arrivals);
        let first = machine.world.communicators.len();
        let made = (first..first + new.len()).collect();
        machine.world.communicators.extend(new);
        if let Some(meeting) = machine.world.meetings.get_mut(&key) {
            meeting.made = Some(made);
        }
    }
    let made = machine.world.meetings.get(&key).and_then(|m| m.made.clone()).unwrap_or_default();
    let mine = made.into_iter().find(|n| machine.world.communicators[*n].rank(call.process).is_some());
    super::collectives::leave(machine, call, key, true)?;
    put_made(machine, call, name, mine)
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.name();
    if !name.starts_with("Comm_") && !name.starts_with("Group_") {
        return Ok(None);
    }
    let p = call.process;
    match name {
        "Comm_rank" => {
            let comm = argument(machine, call)?;
            let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
            call.set_int(machine, "rank", rank as i64)?;
            done()
        }
        "Comm_size" => {
            let comm = argument(machine, call)?;
            call.set_int(machine, "size", machine.world.communicators[comm].members.len() as i64)?;
            done()
        }
        "Comm_group" => {
            let comm = argument(machine, call)?;
            let members = machine.world.communicators[comm].members.clone();
            put_group(machine, call, "group", members)?;
            done()
        }
        "Comm_dup" | "Comm_dup_with_info" => {
            let comm = argument(machine, call)?;
            make(machine, call, "newcomm", comm, Vec::new(), |m, comm, _| vec![m.world.communicators[comm].clone()])
        }
        "Comm_split" | "Comm_split_type" => {
            let comm = argument(machine, call)?;
            let color =
                if name == "Comm_split" { call.int(machine, "color")? } else { machine.node_of(call.process) as i64 };
            let undefined = call.abi(machine)?.constants().undefined;
            let color = if name == "Comm_split_type" && call.int(machine, "split_type")? == undefined {
                undefined
            } else {
                color
            };
            let numbers = vec![color, call.int(machine, "key")?, undefined];
            make(machine, call, "newcomm", comm, numbers, |_, _, arrivals| {
                let mut colors: Vec<i64> =
                    arrivals.iter().map(|a| a.numbers[0]).filter(|c| *c != arrivals[0].numbers[2]).collect();
                colors.sort_unstable();
                colors.dedup();
                let of = |color: &i64| {
                    let mut members: Vec<(i64, usize)> =
                        arrivals.iter().filter(|a| a.numbers[0] == *color).map(|a| (a.numbers[1], a.process)).collect();
                    // Those of equal keys keep their order (7.4.2).
                    members.sort_by_key(|m| m.0);
                    Communicator::of(members.into_iter().map(|m| m.1).collect())
                };
                colors.iter().map(of).collect()
            })
        }
        "Comm_create" => {
            let comm = argument(machine, call)?;
            let members = group(machine, call, "group")?;
            let numbers = members.iter().map(|m| *m as i64).collect();
            make(machine, call, "newcomm", comm, numbers, |_, _, arrivals| {
                let mut lists: Vec<&Vec<i64>> = arrivals.iter().map(|a| &a.numbers).filter(|n| !n.is_empty()).collect();
                lists.sort();
                lists.dedup();
                lists.iter().map(|l| Communicator::of(l.iter().map(|m| *m as usize).collect())).collect()
            })
        }
        "Comm_create_group" => {
            // By the members of the group alone: a communicator for the group is made first.
            let members = group(machine, call, "group")?;
            let known = machine.world.communicators.iter().position(|c| c.members == members && c.graph.is_some());
            let comm = known.unwrap_or_else(|| {
                let hidden = Communicator { graph: Some(Vec::new()), ..Communicator::of(members) };
                machine.world.communicators.push(hidden);
                machine.world.communicators.len() - 1
            });
            make(machine, call, "newcomm", comm, Vec::new(), |m, comm, _| {
                vec![Communicator::of(m.world.communicators[comm].members.clone())]
            })
        }
        "Comm_free" | "Comm_disconnect" => {
            call.set_handle(machine, "comm", HandleKind::Comm, None)?;
            done()
        }
        "Comm_compare" => {
            let (a, b) = (call.arg(machine, "comm1")?.bits, call.arg(machine, "comm2")?.bits);
            let (a, b) = (of(machine, call, a)?, of(machine, call, b)?);
            let (x, y) = (&machine.world.communicators[a].members, &machine.world.communicators[b].members);
            let same = |x: &Vec<usize>, y: &Vec<usize>| x.len() == y.len() && x.iter().all(|p| y.contains(p));
            let result = if a == b {
                0
            } else if x == y {
                1
            } else if same(x, y) {
                2
            } else {
                3
            };
            call.set_int(machine, "result", result)?;
            done()
        }
        "Comm_test_inter" => {
            call.set_int(machine, "flag", 0)?;
            done()
        }
        "Comm_get_parent" => {
            call.set_handle(machine, "parent", HandleKind::Comm, None)?;
            done()
        }
        "Comm_set_attr" => {
            let key = (p, call.args[0].bits, call.arg(machine, "comm_keyval")?.bits);
            let value = call.arg(machine, "attribute_val")?;
            machine.world.kept.insert(key, value);
            done()
        }
        "Comm_get_attr" => {
            let key = (p, call.args[0].bits, call.arg(machine, "comm_keyval")?.bits);
            let mut value = machine.world.kept.get(&key).cloned();
            if value.is_none() && call.keyval(machine, "comm_keyval")? == call.abi(machine)?.constants().tag_ub {
                let at = super::windows::attribute(machine, call, i32::MAX as u64)?;
                value = Some(Value::new(at));
            }
            call.set_int(machine, "flag", i64::from(value.is_some()))?;
            if let Some(value) = value {
                call.set(machine, "attribute_val", 8, value.bits as i64, value.read)?;
            }
            done()
        }
        "Comm_set_errhandler" | "Comm_set_name" | "Comm_set_info" | "Comm_delete_attr" | "Comm_call_errhandler" => {
            done()
        }
        "Comm_create_errhandler" | "Comm_get_errhandler" => {
            call.set_handle(machine, "errhandler", HandleKind::Errhandler, Some(1))?;
            done()
        }
        "Comm_create_keyval" => {
            // A run does not call functions of the program for attributes.
            for name in ["comm_copy_attr_fn", "comm_delete_attr_fn"] {
                let code = call.arg(machine, name)?.bits;
                let function = function_at(machine.module, code).map(|f| &machine.module.functions[f]);
                if function.is_some_and(|f| !f.is_declaration()) {
                    return Err(Halt::Unknown("function of an attribute".to_owned()));
                }
            }
            let number = machine.world.kept.len() as i64 + 0x0640_0000;
            machine.world.kept.insert((usize::MAX, 0, number as u64), Value::default());
            call.set_int(machine, "comm_keyval", number)?;
            done()
        }
        "Group_free" => {
            call.set_handle(machine, "group", HandleKind::Group, None)?;
            done()
        }
        "Group_size" => {
            let len = group(machine, call, "group")?.len();
            call.set_int(machine, "size", len as i64)?;
            done()
        }
        "Group_rank" => {
            let undefined = call.abi(machine)?.constants().undefined;
            let members = group(machine, call, "group")?;
            let rank = members.iter().position(|m| *m == p).map_or(undefined, |n| n as i64);
            call.set_int(machine, "rank", rank)?;
            done()
        }
        "Group_incl" | "Group_excl" => {
            let members = group(machine, call, "group")?;
            let n = call.int(machine, "n")?;
            let ranks = call.list(machine, "ranks", n, 4)?;
            let new = if name == "Group_incl" {
                ranks.iter().map(|r| members.get(*r as usize).copied()).collect::<Option<Vec<usize>>>()
            } else {
                let left = members.iter().enumerate().filter(|(n, _)| !ranks.contains(&(*n as i64)));
                Some(left.map(|(_, m)| *m).collect())
            };
            put_group(machine, call, "newgroup", new.ok_or_else(|| Halt::arguments(call))?)?;
            done()
        }
        "Group_range_incl" | "Group_range_excl" => {
            let members = group(machine, call, "group")?;
            let n = call.int(machine, "n")?;
            let ranges = call.list(machine, "ranges", 3 * n, 4)?;
            let mut ranks = Vec::new();
            for range in ranges.chunks(3) {
                let (mut at, step) = (range[0], if range[2] == 0 { 1 } else { range[2] });
                while if step > 0 { at <= range[1] } else { at >= range[1] } {
                    ranks.push(at);
                    at += step;
                }
            }
            let new = if name == "Group_range_incl" {
                ranks.iter().map(|r| members.get(*r as usize).copied()).collect::<Option<Vec<usize>>>()
            } else {
                let left = members.iter().enumerate().filter(|(n, _)| !ranks.contains(&(*n as i64)));
                Some(left.map(|(_, m)| *m).collect())
            };
            put_group(machine, call, "newgroup", new.ok_or_else(|| Halt::arguments(call))?)?;
            done()
        }
        "Group_union" | "Group_intersection" | "Group_difference" => {
            let (a, b) = (group(machine, call, "group1")?, group(machine, call, "group2")?);
            let new = match name {
                "Group_union" => a.iter().chain(b.iter().filter(|m| !a.contains(m))).copied().collect(),
                "Group_intersection" => a.iter().filter(|m| b.contains(m)).copied().collect(),
                _ => a.iter().filter(|m| !b.contains(m)).copied().collect(),
            };
            put_group(machine, call, "newgroup", new)?;
            done()
        }
        "Group_translate_ranks" => {
            let (a, b) = (group(machine, call, "group1")?, group(machine, call, "group2")?);
            let constants = call.abi(machine)?.constants();
            let n = call.int(machine, "n")?;
            let ranks = call.list(machine, "ranks1", n, 4)?;
            let at = call.arg(machine, "ranks2")?.bits;
            for (k, rank) in ranks.iter().enumerate() {
                let other = a.get(*rank as usize).and_then(|m| b.iter().position(|x| x == m));
                let other = other.map_or(constants.undefined, |n| n as i64);
                let other = if *rank == constants.proc_null { *rank } else { other };
                machine.memory.set_number(p, at + 4 * k as u64, 4, other as u64, false)?;
            }
            done()
        }
        "Group_compare" => {
            let (a, b) = (group(machine, call, "group1")?, group(machine, call, "group2")?);
            let same = a.len() == b.len() && a.iter().all(|m| b.contains(m));
            call.set_int(
                machine,
                "result",
                if a == b {
                    0
                } else if same {
                    2
                } else {
                    3
                },
            )?;
            done()
        }
        _ => Err(call.unknown()),
    }
}
