//! Teams and active sets (OpenSHMEM 1.6, 9.4) (theory, 9.4).

use super::super::collectives::{Arrival, Meeting, meet, pass};
use super::super::communicators::Communicator;
use super::{Answer, Halt, Invocation, Machine, Result, Value, give};
use rma_frontend::api::{RuntimeHandle, runtime_handle};

/// Handles of teams; the null pointer is no team.
const TEAM: u64 = 0x6100_0000;

/// The handle of a team.
pub(super) fn handle(number: usize) -> u64 {
    TEAM + number as u64
}

/// The teams that are there from the start, and the variables that hold them.
pub(super) fn prepare(machine: &mut Machine) {
    if machine.world.shmem.ready {
        return;
    }
    machine.world.shmem.ready = true;
    for shared in [false, true] {
        let members = (0..machine.size()).collect();
        new_team(machine, members, shared);
    }
    machine.world.shmem.contexts.push(0);
    let module = machine.module;
    for id in module.globals.indices() {
        let bits = match runtime_handle(&module.globals[id].name) {
            Some(RuntimeHandle::DefaultContext) => super::contexts::handle(0),
            Some(RuntimeHandle::WorldTeam) => handle(0),
            Some(RuntimeHandle::SharedTeam) => handle(1),
            Some(RuntimeHandle::Invalid) => 0,
            None => continue,
        };
        let at = machine.addresses.of_global(id);
        for process in 0..machine.size() {
            // Variables of the library: they are long enough for a handle.
            let _ = machine.memory.set_number(process, at, 8, bits, false);
        }
    }
}

fn new_team(machine: &mut Machine, members: Vec<usize>, in_shared: bool) -> usize {
    machine.world.communicators.push(Communicator::of(members));
    let comm = machine.world.communicators.len() - 1;
    machine.world.shmem.teams.push(comm);
    machine.world.shmem.in_shared.push(in_shared);
    machine.world.shmem.teams.len() - 1
}

/// Whether a team was made, directly or indirectly, from the team of processes that share memory, and
/// not from the team of all.
pub(super) fn is_rooted_in_shared(machine: &Machine, team: usize) -> bool {
    machine.world.shmem.in_shared.get(team).copied().unwrap_or(false)
}

/// The team of an argument; `None`: no team.
pub(super) fn argument(machine: &mut Machine, call: &Invocation, name: &str) -> Result<Option<usize>> {
    let bits = call.arg(machine, name)?.bits;
    if bits == 0 {
        return Ok(None);
    }
    let number = bits.checked_sub(TEAM).and_then(|n| usize::try_from(n).ok());
    let number = number.filter(|n| *n < machine.world.shmem.teams.len());
    number.map(Some).ok_or_else(|| Halt::arguments(call))
}

/// The communicator of the processes that a collective call is for: its team, its active set, or all.
pub(super) fn of_call(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    if call.has("team") {
        let team = argument(machine, call, "team")?.ok_or_else(|| Halt::arguments(call))?;
        return Ok(machine.world.shmem.teams[team]);
    }
    if !call.has("PE_start") {
        return Ok(machine.world.shmem.teams[0]);
    }
    let number = |machine: &mut Machine, name: &str| -> Result<usize> {
        usize::try_from(call.int(machine, name)?).map_err(|_| Halt::arguments(call))
    };
    let (start, log, size) =
        (number(machine, "PE_start")?, number(machine, "logPE_stride")?, number(machine, "PE_size")?);
    let members = active_set(start, log, size).filter(|m| m.iter().all(|p| *p < machine.size()));
    let members = members.ok_or_else(|| Halt::arguments(call))?;
    if let Some(comm) = machine.world.shmem.sets.get(&(start, log, size)) {
        return Ok(*comm);
    }
    machine.world.communicators.push(Communicator::of(members));
    let comm = machine.world.communicators.len() - 1;
    machine.world.shmem.sets.insert((start, log, size), comm);
    Ok(comm)
}

/// The processes of an active set; `None`: the numbers describe no active set.
fn active_set(start: usize, log: usize, size: usize) -> Option<Vec<usize>> {
    if log > 20 || size == 0 || size > 1 << 20 {
        return None;
    }
    Some((0..size).map(|n| start + (n << log)).collect())
}

/// Members of a team of every `stride`-th process of another team; `None`: the numbers describe no
/// team.
fn strided(parent: &[usize], start: i64, stride: i64, size: i64) -> Option<Vec<usize>> {
    let size = usize::try_from(size).ok().filter(|s| *s > 0 && *s <= parent.len())?;
    let at = |n: usize| usize::try_from(start + n as i64 * stride).ok().and_then(|n| parent.get(n).copied());
    if stride == 0 && size > 1 {
        return None;
    }
    (0..size).map(at).collect()
}

/// Members of the rows and of the columns of a team that is laid out in rows of some length.
fn grid(parent: &[usize], row: usize) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let rows = parent.chunks(row).map(<[usize]>::to_vec).collect();
    let columns = (0..row.min(parent.len())).map(|n| parent.iter().skip(n).step_by(row).copied().collect()).collect();
    (rows, columns)
}

/// The members of a team make new teams together; returns the numbers of the new teams.
fn make(machine: &mut Machine, call: &Invocation, parent: usize, lists: &[Vec<usize>]) -> Result<Option<Vec<usize>>> {
    let comm = machine.world.shmem.teams[parent];
    let numbers: Vec<i64> = lists.iter().flatten().map(|n| *n as i64).collect();
    let key = meet(machine, call, comm, |_, arrival: &mut Arrival| {
        arrival.numbers.clone_from(&numbers);
        Ok(())
    })?;
    let Some(key) = key else { return Ok(None) };
    let meeting = machine.world.meetings.get(&key).ok_or(Halt::Deadlock)?;
    let (arrivals, made) = (Meeting::all(meeting), meeting.made.clone());
    if arrivals.iter().any(|a| a.numbers != numbers) {
        return Err(Halt::arguments(call));
    }
    let made = match made {
        Some(made) => made,
        None => {
            let in_shared = is_rooted_in_shared(machine, parent);
            lists.iter().map(|members| new_team(machine, members.clone(), in_shared)).collect()
        }
    };
    if let Some(meeting) = machine.world.meetings.get_mut(&key) {
        meeting.made = Some(made.clone());
    }
    // The standard does not guarantee that this orders all members; a library may.
    for clock in arrivals.into_iter().filter_map(|a| a.clock) {
        machine.learn(call.process, &clock);
    }
    pass(machine, call.process, key);
    Ok(Some(made))
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let name = call.row.name.as_str();
    let members = |machine: &Machine, team: usize| -> Vec<usize> {
        machine.world.communicators[machine.world.shmem.teams[team]].members.clone()
    };
    let none = Value::new(u64::from(u32::MAX));
    let position = |list: &[usize], process: usize| list.iter().position(|m| *m == process);
    match name {
        "shmem_team_my_pe" => {
            let team = argument(machine, call, "team")?;
            give(team.and_then(|t| position(&members(machine, t), p)).map_or(none, |n| Value::new(n as u64)))
        }
        "shmem_team_n_pes" => {
            let team = argument(machine, call, "team")?;
            give(team.map_or(none, |t| Value::new(members(machine, t).len() as u64)))
        }
        "shmem_team_get_config" => {
            call.set_int(machine, "config", 0)?;
            give(Value::default())
        }
        "shmem_team_translate_pe" => {
            let (from, to) = (argument(machine, call, "src_team")?, argument(machine, call, "dest_team")?);
            let pe = usize::try_from(call.int(machine, "src_pe")?).ok();
            let found = from
                .zip(to)
                .zip(pe)
                .and_then(|((from, to), pe)| position(&members(machine, to), *members(machine, from).get(pe)?));
            give(found.map_or(none, |n| Value::new(n as u64)))
        }
        "shmem_team_split_strided" => {
            let Some(parent) = argument(machine, call, "parent_team")? else {
                call.set(machine, "new_team", 8, 0, false)?;
                return give(Value::new(1));
            };
            let (start, stride) = (call.int(machine, "start")?, call.int(machine, "stride")?);
            let size = call.int(machine, "size")?;
            let list = strided(&members(machine, parent), start, stride, size).ok_or_else(|| Halt::arguments(call))?;
            let Some(made) = make(machine, call, parent, std::slice::from_ref(&list))? else {
                return Ok(Some(Answer::Wait));
            };
            let bits = if list.contains(&p) { handle(made[0]) } else { 0 };
            call.set(machine, "new_team", 8, bits as i64, false)?;
            give(Value::default())
        }
        "shmem_team_split_2d" => {
            let parent = argument(machine, call, "parent_team")?.ok_or_else(|| Halt::arguments(call))?;
            let row = usize::try_from(call.int(machine, "xrange")?).ok().filter(|r| *r > 0);
            let row = row.ok_or_else(|| Halt::arguments(call))?;
            let (rows, columns) = grid(&members(machine, parent), row);
            let (mine, across) =
                (rows.iter().position(|m| m.contains(&p)), columns.iter().position(|m| m.contains(&p)));
            let lists: Vec<Vec<usize>> = rows.iter().chain(&columns).cloned().collect();
            let Some(made) = make(machine, call, parent, &lists)? else { return Ok(Some(Answer::Wait)) };
            let x = mine.map_or(0, |n| handle(made[n]));
            let y = across.map_or(0, |n| handle(made[rows.len() + n]));
            call.set(machine, "xaxis_team", 8, x as i64, false)?;
            call.set(machine, "yaxis_team", 8, y as i64, false)?;
            give(Value::default())
        }
        "shmem_team_destroy" => {
            let Some(team) = argument(machine, call, "team")? else { return give(Value::default()) };
            let Some(_) = make(machine, call, team, &[])? else { return Ok(Some(Answer::Wait)) };
            give(Value::default())
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::{active_set, grid, strided};

    #[test]
    fn an_active_set_has_a_power_of_two_as_its_distance() {
        assert_eq!(active_set(1, 0, 3), Some(vec![1, 2, 3]));
        assert_eq!(active_set(0, 1, 3), Some(vec![0, 2, 4]));
        assert_eq!(active_set(1, 2, 2), Some(vec![1, 5]));
        assert_eq!(active_set(0, 0, 0), None);
        assert_eq!(active_set(0, 64, 2), None);
    }

    #[test]
    fn a_strided_team_counts_in_its_parent() {
        let parent = [0, 2, 4, 6];
        assert_eq!(strided(&parent, 1, 2, 2), Some(vec![2, 6]));
        assert_eq!(strided(&parent, 3, -1, 3), Some(vec![6, 4, 2]));
        assert_eq!(strided(&parent, 0, 1, 4), Some(parent.to_vec()));
        assert_eq!(strided(&parent, 2, 1, 3), None);
        assert_eq!(strided(&parent, 0, 0, 2), None);
    }

    #[test]
    fn a_grid_has_a_last_row_that_may_be_short() {
        let (rows, columns) = grid(&[0, 1, 2, 3, 4], 2);
        assert_eq!(rows, [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(columns, [vec![0, 2, 4], vec![1, 3]]);
        let (rows, columns) = grid(&[3, 1], 4);
        assert_eq!(rows, [vec![3, 1]]);
        assert_eq!(columns, [vec![3], vec![1]]);
    }
}
