//! The processes of communicators in a run (theory, 9.1).

use super::eval::Env;
use rma_skeleton::facts::{Facts, Leaders};
use rma_term::ids::{ObjId, TermId};
use rma_term::term::CommId;
use std::collections::BTreeMap;

/// For every communicator the group of each process; `None`: the group is not known.
#[derive(Debug, Clone, Default)]
pub struct Groups {
    size: usize,
    made: BTreeMap<ObjId, Vec<Option<Vec<usize>>>>,
    /// For every intercommunicator, the local and the remote group of each process.
    between: BTreeMap<ObjId, Vec<Option<[Vec<usize>; 2]>>>,
}

impl Groups {
    /// The groups with this number of processes.
    pub fn new(facts: &Facts, size: usize) -> Groups {
        let mut groups = Groups { size, made: BTreeMap::new(), between: BTreeMap::new() };
        // A communicator is made after the one that it is made of.
        for (obj, colour) in facts.communicators.iter().filter_map(|(obj, c)| Some((obj, c.colour?))) {
            let Some(parent) = facts.communicators.of(obj).split_of else { continue };
            let undefined = facts.abi.map_or(i64::MIN, |a| a.constants().undefined);
            let colour_of = |p: usize| Env::new(&facts.terms, &groups, p).int(colour);
            let colours: Option<Vec<i64>> = (0..size).map(colour_of).collect();
            let Some(colours) = colours else { continue };
            let group = |p: usize| -> Option<Vec<usize>> {
                let parent = groups.members(parent, p)?;
                let own = (colours[p] != undefined).then_some(colours[p])?;
                Some(parent.into_iter().filter(|q| colours[*q] == own).collect())
            };
            let made = (0..size).map(group).collect();
            groups.made.insert(obj, made);
        }
        for (obj, Leaders { own, peer, other }) in
            facts.communicators.iter().filter_map(|(obj, c)| Some((obj, c.leaders?)))
        {
            let Some(local) = facts.communicators.of(obj).local_group else { continue };
            let at = |p: usize, rank: TermId| Env::new(&facts.terms, &groups, p).int(rank);
            // The leader alone need know the other one (MPI 4.1, 7.6.2).
            let pair = |p: usize| -> Option<[Vec<usize>; 2]> {
                let leader = groups.process(local, p, at(p, own)?)?;
                let other = groups.process(peer, leader, at(leader, other)?)?;
                Some([groups.members(local, p)?, groups.members(local, other)?])
            };
            let made = (0..size).map(pair).collect();
            groups.between.insert(obj, made);
        }
        groups
    }

    /// The members of the communicator of a process, in the order of their ranks.
    pub fn members(&self, comm: CommId, process: usize) -> Option<Vec<usize>> {
        match comm {
            CommId::World => Some((0..self.size).collect()),
            CommId::SelfComm => Some(vec![process]),
            CommId::Object(obj) if self.between.contains_key(&obj) => {
                let mut all = self.between[&obj].get(process)?.as_ref()?.concat();
                all.sort_unstable();
                Some(all)
            }
            CommId::Object(obj) => self.made.get(&obj)?.get(process)?.clone(),
            CommId::Unknown => None,
        }
    }

    /// The processes that a collective connects a process with, in the order of their ranks: all members of the
    /// communicator, or those of the remote group.
    pub fn partners(&self, comm: CommId, process: usize) -> Option<Vec<usize>> {
        match comm {
            CommId::Object(obj) if self.between.contains_key(&obj) => {
                self.between[&obj].get(process)?.as_ref().map(|[_, other]| other.clone())
            }
            _ => self.members(comm, process),
        }
    }

    /// The rank of a process in its communicator.
    pub fn rank(&self, comm: CommId, process: usize) -> Option<i64> {
        self.members(comm, process)?.iter().position(|p| *p == process).map(|n| n as i64)
    }

    /// The process with a rank in the communicator of another.
    pub fn process(&self, comm: CommId, of: usize, rank: i64) -> Option<usize> {
        self.members(comm, of)?.get(usize::try_from(rank).ok()?).copied()
    }
}
