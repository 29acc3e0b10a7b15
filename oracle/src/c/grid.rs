//! Cartesian topologies (MPI 4.1, 8.5), without reordering.

use super::memory::Value;
use super::mpi::{Args, NOBODY};
use super::process::{Process, Stop, misfit};
use crate::mpi::unroll::Group;

impl Process<'_> {
    pub(super) fn cartesian(&mut self, args: &Args) -> Result<bool, Stop> {
        match args.name {
            "MPI_Dims_create" => {
                let (nodes, count) = (args.int(0)?, args.int(1)?);
                let given = self.array(args, 2, count, 4)?;
                let (dims, at) = (dims(nodes, &given)?, args.at(2)?);
                self.touch(at, 4 * count, true, args.line)?;
                for (k, dim) in dims.into_iter().enumerate() {
                    let at = super::memory::Pointer { offset: at.offset + 4 * k as i64, ..at };
                    self.memory.store(at, 4, Value::Int(dim));
                }
                Ok(true)
            }
            "MPI_Cart_create" => {
                let (parent, count) = (self.comm(args.int(0)?)?, args.int(1)?);
                let (dims, periods) = (self.array(args, 2, count, 4)?, self.array(args, 3, count, 4)?);
                let number = self.next(parent.name);
                let total = dims.iter().product::<i64>();
                if args.int(4)? != 0 {
                    return misfit("ranks that may be reordered");
                }
                let Some(members) = usize::try_from(total).ok().and_then(|total| parent.members.get(..total)) else {
                    return misfit("a rank out of range");
                };
                if !members.contains(&self.rank) {
                    return self.give(args, 5, 4, Value::Int(0)).map(|()| true);
                }
                let name = self.shared.name(parent.name, number, i64::MIN + 2);
                self.mpi.grids.insert(name, dims.into_iter().zip(periods.iter().map(|p| *p != 0)).collect());
                self.new_comm(args, 5, Group { name, members: members.to_vec() })
            }
            "MPI_Cart_coords" => {
                let grid = self.grid(args)?;
                let coords = coords(&grid, args.int(1)?);
                for (k, coord) in coords.into_iter().enumerate() {
                    self.give_at(args, 3, 4 * k as i64, coord)?;
                }
                Ok(true)
            }
            "MPI_Cart_rank" => {
                let grid = self.grid(args)?;
                let coords = self.array(args, 1, grid.len() as i64, 4)?;
                match rank(&grid, &coords) {
                    Some(rank) => self.give(args, 2, 4, Value::Int(rank)).map(|()| true),
                    None => misfit("a rank out of range"),
                }
            }
            "MPI_Cart_shift" => {
                let grid = self.grid(args)?;
                let own = self.own_rank(&self.comm(args.int(0)?)?);
                let (direction, by) = (args.int(1)? as usize, args.int(2)?);
                for (position, by) in [(3, -by), (4, by)] {
                    let mut coords = coords(&grid, own);
                    if let Some(coord) = coords.get_mut(direction) {
                        *coord += by;
                    }
                    let neighbour = rank(&grid, &coords).unwrap_or(NOBODY);
                    self.give(args, position, 4, Value::Int(neighbour))?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn grid(&self, args: &Args) -> Result<Vec<(i64, bool)>, Stop> {
        match self.mpi.grids.get(&self.comm(args.int(0)?)?.name) {
            Some(grid) => Ok(grid.clone()),
            None => misfit("a communicator without a grid"),
        }
    }

    fn give_at(&mut self, args: &Args, k: usize, offset: i64, value: i64) -> Result<(), Stop> {
        let at = args.at(k)?;
        let at = super::memory::Pointer { offset: at.offset + offset, ..at };
        self.touch(at, 4, true, args.line)?;
        self.memory.store(at, 4, Value::Int(value));
        Ok(())
    }
}

/// Coordinates of a rank; the last dimension runs fastest.
fn coords(grid: &[(i64, bool)], rank: i64) -> Vec<i64> {
    let mut rest = rank;
    let mut result: Vec<i64> = Vec::new();
    for (extent, _) in grid.iter().rev() {
        result.push(rest % extent);
        rest /= extent;
    }
    result.reverse();
    result
}

fn rank(grid: &[(i64, bool)], coords: &[i64]) -> Option<i64> {
    let mut result = 0;
    for (&(extent, periodic), &coord) in grid.iter().zip(coords) {
        let coord = if periodic { coord.rem_euclid(extent) } else { coord };
        if !(0..extent).contains(&coord) {
            return None;
        }
        result = result * extent + coord;
    }
    Some(result)
}

/// The extents that are 0 become as close to each other as possible, in an order that does not rise.
fn dims(nodes: i64, given: &[i64]) -> Result<Vec<i64>, Stop> {
    let fixed: i64 = given.iter().filter(|d| **d != 0).product();
    let free = given.iter().filter(|d| **d == 0).count();
    if fixed <= 0 || nodes % fixed != 0 {
        return misfit("dimensions that do not fit");
    }
    let mut rest = nodes / fixed;
    let mut found = Vec::new();
    for left in (1..=free).rev() {
        // The smallest divisor that leaves no more than its power for the others.
        let fits = |d: &i64| rest % d == 0 && d.pow(left as u32) >= rest;
        let extent = (1..=rest).find(fits).unwrap_or(rest);
        found.push(extent);
        rest /= extent;
    }
    let mut found = found.into_iter();
    Ok(given.iter().map(|&d| if d == 0 { found.next().unwrap_or(1) } else { d }).collect())
}
