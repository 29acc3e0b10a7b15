//! From a program to what one process does: its steps in program order, with all expressions evaluated.

use super::lang::{
    Array, CHANNELS, Collective, ELEMENTS, Kind, Model, Place, Program, Rma, Routine, Stmt, Team, Way, segment,
};
use crate::expression::{Cmp, Expr, INT, Scope};
use crate::race::Invalid;

/// Steps of a process that are followed.
const MAX_STEPS: usize = 300;

/// A stretch of bytes of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bytes {
    pub array: Array,
    pub start: i64,
    pub end: i64,
}

/// A word that a process can wait for: of its own memory or its notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Word {
    pub owner: usize,
    pub array: Array,
    pub index: i64,
}

/// An operation with its operands known.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub struct Operation {
    pub routine: Routine,
    pub channel: u8,
    pub target: usize,
    pub remote: Option<Bytes>,
    pub local: Option<Bytes>,
    /// The word of a signal or notification; for other routines the element that they hit, where processes can wait
    /// for it.
    pub word: Option<Word>,
    pub value: i64,
}

/// What a step does.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Act {
    Load(Bytes),
    /// With the word that gets the value, if it is one.
    Store(Bytes, Option<(Word, i64)>),
    Rma(Operation),
    Wait {
        word: Word,
        cmp: Cmp,
        value: i64,
        way: Way,
    },
    /// For one of several words.
    Any {
        words: Vec<Word>,
        cmp: Cmp,
        value: i64,
    },
    Reset(Word),
    Fence(u8),
    Quiet(u8),
    Collective {
        op: Collective,
        team: Team,
        root: usize,
        reads: Option<Bytes>,
        writes: Option<Bytes>,
    },
    Lock(u8),
    Unlock(u8),
}

/// One step of one process.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Step {
    pub line: u32,
    pub act: Act,
}

struct Process<'a> {
    program: &'a Program,
    scope: Scope,
    steps: Vec<Step>,
}

/// The steps of `rank` among `size` processes.
///
/// # Errors
/// When a rank or an index is out of range, a routine is not one of the model, or there are too many steps.
pub fn unroll(program: &Program, rank: usize, size: usize) -> Result<Vec<Step>, Invalid> {
    let scope = Scope { rank: rank as i64, size: size as i64, counters: [0; 8], arg: None };
    let mut process = Process { program, scope, steps: Vec::new() };
    process.block(&program.main)?;
    Ok(process.steps)
}

/// The members of a team.
pub fn members(team: Team, size: usize) -> Vec<usize> {
    (0..size).filter(|rank| team == Team::World || rank % 2 == 0).collect()
}

impl Process<'_> {
    fn rank(&self, expr: &Expr) -> Result<usize, Invalid> {
        let rank = self.scope.value(expr)?;
        if (0..self.scope.size).contains(&rank) { Ok(rank as usize) } else { Err(Invalid("rank out of range")) }
    }

    fn index(&self, index: i64) -> Result<i64, Invalid> {
        if (0..ELEMENTS).contains(&index) { Ok(index) } else { Err(Invalid("index out of range")) }
    }

    fn bytes(&self, place: &Place, count: i64, unit: i64) -> Result<Bytes, Invalid> {
        let index = self.index(self.scope.value(&place.index)?)?;
        let start = index * if place.array == Array::Signal { 8 } else { INT };
        let end = start + count * unit;
        let whole = ELEMENTS * if place.array == Array::Signal { 8 } else { INT };
        if matches!(place.array, Array::Notification(_)) || end > whole {
            return Err(Invalid("index out of range"));
        }
        Ok(Bytes { array: place.array, start, end })
    }

    fn own_bytes(&self, place: &Place) -> Result<Bytes, Invalid> {
        self.bytes(place, 1, if place.array == Array::Signal { 8 } else { INT })
    }

    fn word(&self, owner: usize, array: Array, index: &Expr) -> Result<Word, Invalid> {
        let signals = match self.program.model {
            Model::Shmem => matches!(array, Array::Flag | Array::Signal),
            Model::Gaspi => matches!(array, Array::Notification(_)),
        };
        if !signals {
            return Err(Invalid("no word to wait for"));
        }
        Ok(Word { owner, array, index: self.index(self.scope.value(index)?)? })
    }

    fn block(&mut self, body: &[Stmt]) -> Result<(), Invalid> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn push(&mut self, line: u32, act: Act) -> Result<(), Invalid> {
        if self.steps.len() == MAX_STEPS {
            return Err(Invalid("too many steps"));
        }
        self.steps.push(Step { line, act });
        Ok(())
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<(), Invalid> {
        let shmem = self.program.model == Model::Shmem;
        let own = self.scope.rank as usize;
        let act = match &stmt.kind {
            Kind::If { cond, then, otherwise } => {
                return if self.scope.holds(cond)? { self.block(then) } else { self.block(otherwise) };
            }
            Kind::For { counter, bound, body } => {
                let mut index = 0;
                while index < self.scope.value(bound)? {
                    self.scope.counters[*counter as usize] = index;
                    self.block(body)?;
                    index += 1;
                }
                return Ok(());
            }
            Kind::Load { place } => Act::Load(self.own_bytes(place)?),
            Kind::Store { place, value } => {
                let word = match place.array {
                    Array::Flag | Array::Signal => {
                        Some((self.word(own, place.array, &place.index)?, self.scope.value(value)?))
                    }
                    _ => None,
                };
                Act::Store(self.own_bytes(place)?, word)
            }
            Kind::Rma(rma) => Act::Rma(self.operation(rma)?),
            Kind::Wait { word, cmp, value, way } if shmem => {
                if word.array == Array::Signal && *way == Way::TestLoop {
                    return Err(Invalid("no test of signals"));
                }
                let (word, value) = (self.word(own, word.array, &word.index)?, self.scope.value(value)?);
                Act::Wait { word, cmp: *cmp, value, way: *way }
            }
            Kind::WaitMany { word, count, all, cmp, value } if shmem => {
                let first = self.word(own, word.array, &word.index)?;
                let (count, value) = (self.scope.value(count)?, self.scope.value(value)?);
                if count < 1 || first.index + count > ELEMENTS || first.array != Array::Flag {
                    return Err(Invalid("index out of range"));
                }
                let words: Vec<Word> = (0..count).map(|k| Word { index: first.index + k, ..first }).collect();
                if *all {
                    // When the last has been seen, all have.
                    for word in words {
                        self.push(stmt.line, Act::Wait { word, cmp: *cmp, value, way: Way::Until })?;
                    }
                    return Ok(());
                }
                Act::Any { words, cmp: *cmp, value }
            }
            Kind::WaitSome { segment, first, num } if !shmem => {
                let first = self.word(own, Array::Notification(*segment), first)?;
                let words = (0..i64::from(*num)).map(|k| Word { index: first.index + k, ..first }).collect();
                Act::Any { words, cmp: Cmp::Ne, value: 0 }
            }
            Kind::Reset { segment, id } if !shmem => Act::Reset(self.word(own, Array::Notification(*segment), id)?),
            Kind::Fence { channel } if shmem => Act::Fence(*channel),
            Kind::Quiet { channel } => Act::Quiet(*channel),
            Kind::Collective { op, team, root, send, recv } => {
                return self.collective(stmt.line, *op, *team, root, [send, recv]);
            }
            Kind::Lock { lock } if shmem => Act::Lock(*lock),
            Kind::Unlock { lock } if shmem => {
                // Releasing a lock completes the default context (OpenSHMEM 1.6, 9.12.1).
                self.push(stmt.line, Act::Quiet(0))?;
                Act::Unlock(*lock)
            }
            _ => return Err(Invalid("not of this model")),
        };
        self.push(stmt.line, act)
    }

    fn operation(&self, rma: &Rma) -> Result<Operation, Invalid> {
        use Routine::{AtomicAdd, AtomicCompareSwap, AtomicFetch, AtomicFetchAdd, AtomicFetchAddNbi, AtomicSet};
        use Routine::{AtomicSwap, CompareSwap, FetchAdd, G, P, ReadNotify};
        let routine = rma.routine;
        let gaspi = matches!(
            routine,
            Routine::Write
                | Routine::Read
                | Routine::WriteNotify
                | ReadNotify
                | Routine::Notify
                | FetchAdd
                | CompareSwap
        );
        if gaspi != (self.program.model == Model::Gaspi) || rma.channel >= CHANNELS {
            return Err(Invalid("not of this model"));
        }
        let target = self.rank(&rma.target)?;
        let own = self.scope.rank as usize;
        let scalar = matches!(
            routine,
            P | G
                | AtomicSet
                | AtomicAdd
                | AtomicFetch
                | AtomicFetchAdd
                | AtomicSwap
                | AtomicCompareSwap
                | AtomicFetchAddNbi
        );
        let count = if scalar { 1 } else { i64::from(rma.count) };
        let wide = matches!(routine, FetchAdd | CompareSwap);
        let remote = match routine.has_remote() {
            true if matches!(rma.remote.array, Array::Buffer(_) | Array::Signal | Array::Notification(_)) => {
                return Err(Invalid("not for others"));
            }
            true if wide => Some(self.bytes(&rma.remote, 1, 8)?),
            true => Some(self.bytes(&rma.remote, count, INT)?),
            false => None,
        };
        let mut local = None;
        if routine.has_local() {
            if !matches!(rma.local.array, Array::Shared(_) | Array::Buffer(_)) {
                return Err(Invalid("values of words are not followed"));
            }
            let bytes = self.bytes(&rma.local, count, INT)?;
            // The two sides must not overlap.
            if target == own && remote.is_some_and(|remote| overlap(&remote, &bytes)) {
                return Err(Invalid("both sides of an operation overlap"));
            }
            local = Some(bytes);
        }
        let word = if routine.update().is_some() {
            if self.program.model == Model::Shmem && rma.word.array != Array::Signal {
                return Err(Invalid("no signal word"));
            }
            let owner = if routine == ReadNotify { own } else { target };
            let array = match routine {
                ReadNotify => Array::Notification(segment(rma.local.array)),
                Routine::WriteNotify => Array::Notification(segment(rma.remote.array)),
                _ => rma.word.array,
            };
            Some(self.word(owner, array, &rma.word.index)?)
        } else if rma.remote.array == Array::Flag {
            if !(scalar && routine != AtomicCompareSwap && routine != G) {
                return Err(Invalid("values of words are not followed"));
            }
            Some(self.word(target, Array::Flag, &rma.remote.index)?)
        } else {
            None
        };
        let value = self.scope.value(&rma.value)?;
        if self.program.model == Model::Gaspi && word.is_some() && value < 1 {
            return Err(Invalid("a notification has a positive value"));
        }
        Ok(Operation { routine, channel: rma.channel, target, remote, local, word, value })
    }

    fn collective(
        &mut self,
        line: u32,
        op: Collective,
        team: Team,
        root: &Expr,
        [send, recv]: [&Place; 2],
    ) -> Result<(), Invalid> {
        let group = members(team, self.scope.size as usize);
        let own = self.scope.rank as usize;
        let shmem = self.program.model == Model::Shmem;
        if !group.contains(&own) {
            return Err(Invalid("a collective of others"));
        }
        if !shmem && !matches!(op, Collective::Barrier | Collective::Reduce)
            || op == Collective::Barrier && team != Team::World
        {
            return Err(Invalid("not of this model"));
        }
        let root = *group.get(self.scope.value(root)? as usize).ok_or(Invalid("root out of range"))?;
        let count = group.len() as i64;
        let side = |place: &Place, count: i64| -> Result<Option<Bytes>, Invalid> {
            match place.array {
                Array::Shared(_) | Array::Buffer(_) => self.bytes(place, count, INT).map(Some),
                _ => Err(Invalid("values of words are not followed")),
            }
        };
        let (reads, writes) = match op {
            Collective::Barrier | Collective::Sync => (None, None),
            Collective::Broadcast if own == root => (side(send, 1)?, side(recv, 1)?),
            Collective::Broadcast => (None, side(recv, 1)?),
            Collective::Reduce => (side(send, 1)?, side(recv, 1)?),
            Collective::Collect => (side(send, 1)?, side(recv, count)?),
            Collective::Alltoall => (side(send, count)?, side(recv, count)?),
        };
        if reads.zip(writes).is_some_and(|(r, w)| overlap(&r, &w)) {
            return Err(Invalid("buffers of one collective overlap"));
        }
        if op == Collective::Barrier && shmem {
            self.push(line, Act::Quiet(0))?;
        }
        self.push(line, Act::Collective { op, team, root, reads, writes })
    }
}

/// Whether two stretches have a byte in common.
pub fn overlap(a: &Bytes, b: &Bytes) -> bool {
    a.array == b.array && a.start < b.end && b.start < a.end
}
