//! Grids and graphs of processes (MPI 4.1, chapter 8) (theory, 9.4).

use super::communicators::{Communicator, argument, make};
use super::invocation::Invocation;
use super::{Answer, Halt, Machine, Result, done};

/// Coordinates of a rank in a grid; the last dimension runs fastest.
fn coordinates(grid: &[(i64, bool)], mut rank: i64) -> Vec<i64> {
    let mut out = vec![0; grid.len()];
    for (n, (extent, _)) in grid.iter().enumerate().rev() {
        out[n] = rank % extent;
        rank /= extent;
    }
    out
}

/// The rank at coordinates; `None` outside.
fn rank_at(grid: &[(i64, bool)], coords: &[i64]) -> Option<i64> {
    let mut rank = 0;
    for ((extent, periodic), c) in grid.iter().zip(coords) {
        let c = if *periodic { c.rem_euclid(*extent) } else { *c };
        if !(0..*extent).contains(&c) {
            return None;
        }
        rank = rank * extent + c;
    }
    Some(rank)
}

/// The neighbours of a member: by dimension the lower and the upper one, or those of a graph. Negative: none.
fn neighbours(machine: &Machine, comm: usize, me: usize, incoming: bool) -> Vec<i64> {
    let of = &machine.world.communicators[comm];
    if let Some(graph) = &of.graph {
        return graph.get(me).map(|(s, d)| if incoming { s.clone() } else { d.clone() }).unwrap_or_default();
    }
    let Some(grid) = &of.grid else { return Vec::new() };
    let mut out = Vec::new();
    for n in 0..grid.len() {
        for step in [-1, 1] {
            let mut coords = coordinates(grid, me as i64);
            coords[n] += step;
            out.push(rank_at(grid, &coords).unwrap_or(-1));
        }
    }
    out
}

pub(super) fn sources(machine: &Machine, comm: usize, me: usize) -> Vec<i64> {
    neighbours(machine, comm, me, true)
}

pub(super) fn destinations(machine: &Machine, comm: usize, me: usize) -> Vec<i64> {
    neighbours(machine, comm, me, false)
}

/// Where a member gets the block of its source number `n` from: the member, and which of its blocks that is. Several edges between two
/// members are in the same order at both (MPI 4.1, 8.6.2). In a grid, what the neighbour on one side gets is what it has sent to the
/// other side, also if the neighbours on both sides are one process.
pub(super) fn block_from(machine: &Machine, comm: usize, me: usize, n: usize) -> Option<(usize, usize)> {
    let sources = sources(machine, comm, me);
    let other = usize::try_from(*sources.get(n)?).ok()?;
    if machine.world.communicators[comm].graph.is_none() {
        return Some((other, n ^ 1));
    }
    let before = sources[..n].iter().filter(|s| **s == other as i64).count();
    let to = destinations(machine, comm, other);
    let block = to.iter().enumerate().filter(|(_, d)| **d == me as i64).nth(before)?.0;
    Some((other, block))
}

/// Extents that are as equal as possible and whose product is `nodes`; given extents are kept (8.5.2).
fn dims_create(nodes: i64, dims: &mut [i64]) -> Option<()> {
    let given: i64 = dims.iter().filter(|d| **d > 0).product();
    if given == 0 || nodes % given != 0 {
        return None;
    }
    let free = dims.iter().filter(|d| **d == 0).count();
    let mut left = nodes / given;
    let mut found = Vec::new();
    for n in (1..=free).rev() {
        // The least divisor that is at least the n-th root of what is left.
        let root =
            (1..=left).find(|d| left % d == 0 && d.checked_pow(n as u32).is_none_or(|p| p >= left)).unwrap_or(left);
        found.push(root);
        left /= root;
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    let mut found = found.into_iter();
    for d in dims.iter_mut().filter(|d| **d == 0) {
        *d = found.next().unwrap_or(1);
    }
    Some(())
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let name = call.name();
    let grid = |machine: &mut Machine| -> Result<(usize, Vec<(i64, bool)>)> {
        let comm = argument(machine, call)?;
        let grid = machine.world.communicators[comm].grid.clone().ok_or_else(|| Halt::arguments(call))?;
        Ok((comm, grid))
    };
    let put_list = |machine: &mut Machine, name: &str, list: &[i64]| -> Result<()> {
        let at = call.arg(machine, name)?.bits;
        for (n, value) in list.iter().enumerate() {
            machine.memory.set_number(p, at + 4 * n as u64, 4, *value as u64, false)?;
        }
        Ok(())
    };
    match name {
        "Dims_create" => {
            let (nodes, count) = (call.int(machine, "nnodes")?, call.int(machine, "ndims")?);
            let mut dims = call.list(machine, "dims", count, 4)?;
            dims_create(nodes, &mut dims).ok_or_else(|| Halt::arguments(call))?;
            put_list(machine, "dims", &dims)?;
            done()
        }
        "Cart_create" => {
            let comm = argument(machine, call)?;
            let count = call.int(machine, "ndims")?;
            let mut numbers = call.list(machine, "dims", count, 4)?;
            numbers.extend(call.list(machine, "periods", count, 4)?);
            if numbers[..count as usize].iter().product::<i64>()
                > machine.world.communicators[comm].members.len() as i64
            {
                return Err(Halt::Abort);
            }
            make(machine, call, "comm_cart", comm, numbers, |m, comm, arrivals| {
                let numbers = &arrivals[0].numbers;
                let (dims, periods) = numbers.split_at(numbers.len() / 2);
                let count = dims.iter().product::<i64>() as usize;
                let members = m.world.communicators[comm].members[..count].to_vec();
                let grid = dims.iter().zip(periods).map(|(d, p)| (*d, *p != 0)).collect();
                vec![Communicator { grid: Some(grid), ..Communicator::of(members) }]
            })
        }
        "Cart_sub" => {
            let (comm, grid) = grid(machine)?;
            let numbers = call.list(machine, "remain_dims", grid.len() as i64, 4)?;
            make(machine, call, "newcomm", comm, numbers, |m, comm, arrivals| {
                let of = &m.world.communicators[comm];
                let grid = of.grid.clone().unwrap_or_default();
                let keep = &arrivals[0].numbers;
                let mut parts: std::collections::BTreeMap<Vec<i64>, Vec<usize>> = std::collections::BTreeMap::new();
                for (rank, member) in of.members.iter().enumerate() {
                    let coords = coordinates(&grid, rank as i64);
                    let fixed = coords.iter().zip(keep).filter(|(_, k)| **k == 0).map(|(c, _)| *c).collect();
                    parts.entry(fixed).or_default().push(*member);
                }
                let left: Vec<(i64, bool)> = grid.iter().zip(keep).filter(|(_, k)| **k != 0).map(|(g, _)| *g).collect();
                parts.into_values().map(|m| Communicator { grid: Some(left.clone()), ..Communicator::of(m) }).collect()
            })
        }
        "Cartdim_get" => {
            let (_, grid) = grid(machine)?;
            call.set_int(machine, "ndims", grid.len() as i64)?;
            done()
        }
        "Cart_get" => {
            let (comm, grid) = grid(machine)?;
            let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
            let dims: Vec<i64> = grid.iter().map(|g| g.0).collect();
            let periods: Vec<i64> = grid.iter().map(|g| i64::from(g.1)).collect();
            put_list(machine, "dims", &dims)?;
            put_list(machine, "periods", &periods)?;
            put_list(machine, "coords", &coordinates(&grid, rank as i64))?;
            done()
        }
        "Cart_coords" => {
            let (_, grid) = grid(machine)?;
            let rank = call.int(machine, "rank")?;
            put_list(machine, "coords", &coordinates(&grid, rank))?;
            done()
        }
        "Cart_rank" => {
            let (_, grid) = grid(machine)?;
            let coords = call.list(machine, "coords", grid.len() as i64, 4)?;
            let rank = rank_at(&grid, &coords).ok_or_else(|| Halt::arguments(call))?;
            call.set_int(machine, "rank", rank)?;
            done()
        }
        "Cart_shift" => {
            let (comm, grid) = grid(machine)?;
            let null = call.abi(machine)?.constants().proc_null;
            let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
            let (direction, disp) = (call.int(machine, "direction")? as usize, call.int(machine, "disp")?);
            if direction >= grid.len() {
                return Err(Halt::arguments(call));
            }
            for (name, step) in [("rank_source", -disp), ("rank_dest", disp)] {
                let mut coords = coordinates(&grid, rank as i64);
                coords[direction] += step;
                let other = rank_at(&grid, &coords).unwrap_or(null);
                call.set_int(machine, name, other)?;
            }
            done()
        }
        "Dist_graph_create_adjacent" => {
            let comm = argument(machine, call)?;
            let (indegree, outdegree) = (call.int(machine, "indegree")?, call.int(machine, "outdegree")?);
            let mut numbers = vec![indegree];
            numbers.extend(call.list(machine, "sources", indegree, 4)?);
            numbers.extend(call.list(machine, "destinations", outdegree, 4)?);
            make(machine, call, "comm_dist_graph", comm, numbers, |m, comm, arrivals| {
                let split = |a: &super::collectives::Arrival| {
                    let (s, d) = a.numbers[1..].split_at(a.numbers[0] as usize);
                    (s.to_vec(), d.to_vec())
                };
                let graph = arrivals.iter().map(split).collect();
                let members = m.world.communicators[comm].members.clone();
                vec![Communicator { graph: Some(graph), ..Communicator::of(members) }]
            })
        }
        "Dist_graph_neighbors_count" => {
            let comm = argument(machine, call)?;
            let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
            let (s, d) = (sources(machine, comm, rank).len(), destinations(machine, comm, rank).len());
            call.set_int(machine, "indegree", s as i64)?;
            call.set_int(machine, "outdegree", d as i64)?;
            call.set_int(machine, "weighted", 0)?;
            done()
        }
        "Dist_graph_neighbors" => {
            let comm = argument(machine, call)?;
            let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
            let (s, d) = (sources(machine, comm, rank), destinations(machine, comm, rank));
            put_list(machine, "sources", &s)?;
            put_list(machine, "destinations", &d)?;
            done()
        }
        _ => Ok(None),
    }
}
