//! Groups and collectives (GASPI 17.1, sections 6 and 11): they order their members and complete nothing (theory, 9.4).

use super::super::collectives::{Arrival, Meeting, meet, pass};
use super::super::communicators::Communicator;
use super::super::reductions::{Operator, Reduction};
use super::super::{MeetingKey, Pending};
use super::{Answer, BLOCK, ERROR, Halt, Invocation, Machine, Result, SUCCESS, TIMEOUT, Value, give, give_read, small};
use crate::log::Kind;
use crate::machine::constants::function_at;
use crate::machine::memory::{Copied, HEAP};
use rma_frontend::api::TypeClass;

/// A group of a process.
#[derive(Debug, Default)]
pub(crate) struct Group {
    members: Vec<usize>,
    comm: Option<usize>,
}

/// The communicator of a call's group.
pub(super) fn group(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    let number = small(machine, call, "group", 8)?;
    if number == 0 {
        return Ok(of_all(machine));
    }
    let group = machine.world.gaspi.groups.get(&(call.process, number));
    group.and_then(|g| g.comm).ok_or_else(|| Halt::arguments(call))
}

/// The communicator of `GASPI_GROUP_ALL`; it is not that of another model which the program uses, too.
fn of_all(machine: &mut Machine) -> usize {
    committed(machine, (0..machine.size()).collect(), usize::MAX)
}

fn committed(machine: &mut Machine, members: Vec<usize>, before: usize) -> usize {
    let key = (members, before);
    if let Some(comm) = machine.world.gaspi.committed.get(&key) {
        return *comm;
    }
    machine.world.communicators.push(Communicator::of(key.0.clone()));
    let comm = machine.world.communicators.len() - 1;
    machine.world.gaspi.committed.insert(key, comm);
    comm
}

/// The members enter a collective; `None`: not all have entered, and the result of the call is set.
fn come(
    machine: &mut Machine,
    call: &Invocation,
    comm: usize,
    fill: impl FnOnce(&mut Machine, &mut Arrival) -> Result<()>,
) -> Result<std::result::Result<MeetingKey, Answer>> {
    let p = call.process;
    machine.lasting.extend(call.loc);
    // A call that ran out of time has announced the caller already.
    if let Some(key) = machine.world.gaspi.standing.get(&(p, comm)) {
        machine.processes[p].waits = Some(Pending::Meeting(*key));
    }
    if let Some(key) = meet(machine, call, comm, fill)? {
        machine.world.gaspi.standing.remove(&(p, comm));
        return Ok(Ok(key));
    }
    if call.arg(machine, "timeout_ms")?.bits == 0 {
        if let Some(Pending::Meeting(key)) = machine.processes[p].waits {
            machine.world.gaspi.standing.insert((p, comm), key);
        }
        return Ok(Err(Answer::Value(Value::read(TIMEOUT))));
    }
    Ok(Err(Answer::Wait))
}

/// The caller continues: it takes over the clocks of the members, and gets their contributions.
fn go_on(machine: &mut Machine, p: usize, key: MeetingKey) -> Vec<Arrival> {
    let arrivals = machine.world.meetings.get(&key).map(Meeting::all).unwrap_or_default();
    for clock in arrivals.iter().filter_map(|a| a.clock.clone()) {
        machine.learn(p, &clock);
    }
    pass(machine, p, key);
    arrivals
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "gaspi_group_create" => {
            let groups = &mut machine.world.gaspi.groups;
            let number = (1..=255).find(|n| !groups.contains_key(&(p, *n))).ok_or(Halt::Memory)?;
            groups.insert((p, number), Group::default());
            call.set(machine, "group", 1, number as i64, false)?;
            give(SUCCESS)
        }
        "gaspi_group_add" => {
            let (number, rank) = (small(machine, call, "group", 8)?, super::rank(machine, call)?);
            let Some(group) = machine.world.gaspi.groups.get_mut(&(p, number)) else { return give(ERROR) };
            if !group.members.contains(&rank) {
                group.members.push(rank);
                group.members.sort_unstable();
            }
            give(SUCCESS)
        }
        "gaspi_group_commit" => commit(machine, call),
        "gaspi_group_delete" => {
            let number = small(machine, call, "group", 8)?;
            machine.world.gaspi.groups.remove(&(p, number));
            give(SUCCESS)
        }
        "gaspi_group_num" => {
            let count = 1 + machine.world.gaspi.groups.keys().filter(|(q, _)| *q == p).count();
            call.set_int(machine, "group_num", count as i64)?;
            give(SUCCESS)
        }
        "gaspi_group_size" | "gaspi_group_ranks" => {
            let number = small(machine, call, "group", 8)?;
            let members = match number {
                0 => (0..machine.size()).collect(),
                _ => machine.world.gaspi.groups.get(&(p, number)).map(|g| g.members.clone()).unwrap_or_default(),
            };
            if call.has("group_size") {
                call.set_int(machine, "group_size", members.len() as i64)?;
            } else {
                let at = call.arg(machine, "group_ranks")?.bits;
                for (n, member) in members.iter().enumerate() {
                    machine.memory.set_number(p, at + 2 * n as u64, 2, *member as u64, false)?;
                }
            }
            give(SUCCESS)
        }
        "gaspi_barrier" => {
            let comm = group(machine, call)?;
            match come(machine, call, comm, |_, _| Ok(()))? {
                Err(answer) => Ok(Some(answer)),
                Ok(key) => {
                    go_on(machine, p, key);
                    success(machine, call)
                }
            }
        }
        "gaspi_allreduce" | "gaspi_allreduce_user" => reduce(machine, call),
        _ => Ok(None),
    }
}

/// Success, which may have come too late where time is limited.
fn success(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    if call.arg(machine, "timeout_ms")?.bits == BLOCK { give(SUCCESS) } else { give_read(SUCCESS) }
}

fn commit(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let number = small(machine, call, "group", 8)?;
    let Some(group) = machine.world.gaspi.groups.get(&(p, number)) else { return give(ERROR) };
    let members = group.members.clone();
    if !members.contains(&p) {
        return give(ERROR);
    }
    let before = machine.world.gaspi.commits.get(&(p, members.clone())).copied().unwrap_or(0);
    let comm = committed(machine, members.clone(), before);
    match come(machine, call, comm, |_, _| Ok(()))? {
        Err(answer) => Ok(Some(answer)),
        Ok(key) => {
            go_on(machine, p, key);
            machine.world.gaspi.commits.insert((p, members), before + 1);
            if let Some(group) = machine.world.gaspi.groups.get_mut(&(p, number)) {
                group.comm = Some(comm);
            }
            success(machine, call)
        }
    }
}

/// Bytes of an element and the operator, of the reductions that GASPI has itself (`gaspi_operation_t`, `gaspi_datatype_t`).
fn reduction(operation: u64, datatype: u64) -> Option<Reduction> {
    let operator = *[Operator::Min, Operator::Max, Operator::Sum].get(usize::try_from(operation).ok()?)?;
    let (size, class, is_unsigned) = match datatype {
        0 => (4, TypeClass::Integer, false),
        1 => (4, TypeClass::Integer, true),
        2 => (4, TypeClass::Float, false),
        3 => (8, TypeClass::Float, false),
        4 => (8, TypeClass::Integer, false),
        5 => (8, TypeClass::Integer, true),
        _ => return None,
    };
    Some(Reduction { operator, size, class, is_unsigned })
}

fn reduce(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let comm = group(machine, call)?;
    let count = small(machine, call, "num", 32)?;
    let own = if call.has("operation") {
        let (operation, datatype) = (small(machine, call, "operation", 32)?, small(machine, call, "datatype", 32)?);
        Some(reduction(operation, datatype).ok_or_else(|| Halt::arguments(call))?)
    } else {
        None
    };
    let size = match &own {
        Some(reduction) => reduction.size as u64,
        None => call.long(machine, "element_size")? as u64,
    };
    let len = count.checked_mul(size).ok_or(Halt::Memory)?;
    let (from, to) = (call.arg(machine, "buffer_send")?.bits, call.arg(machine, "buffer_receive")?.bits);
    let key = come(machine, call, comm, |machine, arrival| {
        machine.touch(p, call.loc, Kind::Read, from, len, false);
        machine.touch(p, call.loc, Kind::Write, to, len, false);
        arrival.parts.push(machine.memory.copy_out(p, from, len)?);
        Ok(())
    })?;
    let key = match key {
        Err(answer) => return Ok(Some(answer)),
        Ok(key) => key,
    };
    let arrivals = go_on(machine, p, key);
    let parts: Vec<Copied> = arrivals.into_iter().filter_map(|a| a.parts.into_iter().next()).collect();
    let sum = match own {
        Some(reduction) => {
            let mut parts = parts.into_iter();
            let mut sum = parts.next().ok_or(Halt::Value)?;
            for part in parts {
                reduction.apply(&mut sum, &part)?;
            }
            sum
        }
        None => by_function(machine, call, &parts, len)?,
    };
    machine.touch(p, call.loc, Kind::Write, to, len, false);
    machine.memory.copy_in(p, to, &sum)?;
    success(machine, call)
}

/// A reduction by a function of the program.
fn by_function(machine: &mut Machine, call: &Invocation, parts: &[Copied], len: u64) -> Result<Copied> {
    let p = call.process;
    let function = call.arg(machine, "reduce_operation")?.bits;
    let function = function_at(machine.module, function).ok_or(Halt::Address)?;
    let room = machine.memory.take(p, HEAP, 3 * len.max(1), 16)?;
    let (one, two, out) = (room, room + len, room + 2 * len);
    let (first, rest) = parts.split_first().ok_or(Halt::Value)?;
    let mut sum = first.clone();
    for part in rest {
        machine.memory.copy_in(p, one, &sum)?;
        machine.memory.copy_in(p, two, part)?;
        let mut args = vec![Value::new(one), Value::new(two), Value::new(out)];
        for name in ["reduce_state", "num", "element_size", "timeout_ms"] {
            args.push(call.arg(machine, name)?);
        }
        machine.call_nested(p, function, args)?;
        sum = machine.memory.copy_out(p, out, len)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::reduction;

    #[test]
    fn a_reduction_knows_the_type_of_its_elements() {
        let shape = |operation, datatype| reduction(operation, datatype).map(|r| (r.size, r.is_unsigned));
        assert_eq!(shape(0, 0), Some((4, false)));
        assert_eq!(shape(1, 1), Some((4, true)));
        assert_eq!(shape(2, 5), Some((8, true)));
        assert_eq!(shape(3, 0), None);
        assert_eq!(shape(0, 6), None);
    }
}
