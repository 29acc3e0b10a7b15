//! What the phases of both models are made of. A phase moves data in one of the usual ways and is free of races; what
//! [`super::mutate`] changes makes the near misses.
//!
//! Cells that all processes use alike stand in the upper half of an array, slots for each rank in the lower half. Every
//! phase has words of its own.

use super::lang::{Array, Collective, Kind, Model, Place, Program, Rma, Routine, Stmt, Team, Way};
use super::{phases_gaspi, phases_shmem};
use crate::chance::Chance;
use crate::expression::{BinOp, Cmp, Cond, Expr};

pub(crate) struct Build<'a> {
    pub(crate) chance: &'a mut Chance,
    pub(crate) model: Model,
    pub(crate) min_size: i64,
    buffers: u8,
    words: i64,
}

/// The processes that operate, their targets and elements: no two write the same element.
#[derive(Clone)]
pub(crate) struct Pattern {
    pub(crate) guard: Option<Cond>,
    pub(crate) target: Expr,
    pub(crate) index: Expr,
    pub(crate) looped: Option<Expr>,
    /// Who is hit, and its own expression of the element.
    pub(crate) hit: (Option<Cond>, Expr),
}

/// A program free of races.
pub fn skeleton(chance: &mut Chance, model: Model) -> Program {
    let heap = chance.percent(35);
    let mut build = Build { chance, model, min_size: 1, buffers: 0, words: 0 };
    let mut main = Vec::new();
    for _ in 0..1 + build.chance.below(3) {
        match model {
            Model::Shmem => phases_shmem::phase(&mut build, &mut main),
            Model::Gaspi => phases_gaspi::phase(&mut build, &mut main),
        }
    }
    Program { model, heap, min_size: build.min_size, main }
}

pub(crate) fn constant(value: i64) -> Expr {
    Expr::Const(value)
}

pub(crate) fn plus(expr: Expr, value: i64) -> Expr {
    expr.bin(BinOp::Add, constant(value))
}

pub(crate) fn is(left: Expr, right: Expr) -> Cond {
    Cond { cmp: Cmp::Eq, left, right }
}

pub(crate) fn rank_is(rank: i64) -> Cond {
    is(Expr::Rank, constant(rank))
}

pub(crate) fn when(cond: Cond, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    Kind::If { cond, then, otherwise }.stmt()
}

pub(crate) fn guarded(cond: Option<Cond>, then: Vec<Stmt>) -> Vec<Stmt> {
    match cond {
        Some(cond) => vec![when(cond, then, vec![])],
        None => then,
    }
}

pub(crate) fn counted(counter: u8, bound: Expr, body: Vec<Stmt>) -> Stmt {
    Kind::For { counter, bound, body }.stmt()
}

pub(crate) fn load(place: Place) -> Stmt {
    Kind::Load { place }.stmt()
}

pub(crate) fn store(place: Place) -> Stmt {
    Kind::Store { place, value: constant(0) }.stmt()
}

pub(crate) fn quiet(channel: u8) -> Stmt {
    Kind::Quiet { channel }.stmt()
}

pub(crate) fn wait(word: Place, cmp: Cmp, value: Expr, way: Way) -> Stmt {
    Kind::Wait { word, cmp, value, way }.stmt()
}

impl Build<'_> {
    pub(crate) fn shared(&mut self) -> Array {
        Array::Shared(u8::from(self.chance.percent(20)))
    }

    pub(crate) fn place(&mut self) -> Place {
        self.buffers = (self.buffers + 1) % 5;
        Place::at(Array::Buffer(self.buffers), self.chance.below(8) as i64)
    }

    /// The number of the first of `count` words that nothing uses yet.
    pub(crate) fn words(&mut self, count: i64) -> i64 {
        let first = self.words;
        self.words += count;
        first
    }

    pub(crate) fn channel(&mut self) -> u8 {
        u8::from(self.chance.percent(30))
    }

    pub(crate) fn rma(&mut self, routine: Routine, target: Expr, remote: Place) -> Rma {
        let local = self.place();
        let word = Place::at(if self.model == Model::Gaspi { Array::Notification(0) } else { Array::Signal }, 0);
        Rma { routine, channel: 0, target, remote, local, count: 1, word, value: constant(1) }
    }

    pub(crate) fn cell(&mut self) -> Expr {
        constant(8 + self.chance.below(7) as i64)
    }

    /// Two different processes that take part; the program is large enough to have both.
    pub(crate) fn pair(&mut self) -> (i64, i64) {
        let (a, b) = self.chance.of(&[(0, 1), (1, 0), (0, 1), (1, 0), (0, 2), (2, 1)]);
        self.need(a.max(b) + 1);
        (a, b)
    }

    pub(crate) fn need(&mut self, size: i64) {
        self.min_size = self.min_size.max(size);
    }

    pub(crate) fn use_place(&mut self, place: Place) -> Stmt {
        if self.chance.percent(65) { load(place) } else { store(place) }
    }

    pub(crate) fn pattern(&mut self) -> Pattern {
        let cell = self.cell();
        let base = Pattern {
            guard: None,
            target: Expr::ring(1),
            index: cell.clone(),
            looped: None,
            hit: (None, cell.clone()),
        };
        match self.chance.below(7) {
            0 | 1 => Pattern { target: Expr::ring(self.chance.of(&[1, 1, -1])), ..base },
            2 => {
                let root = self.chance.below(2) as i64;
                self.need(root + 1);
                let hit = (Some(rank_is(root)), constant(self.chance.below(2) as i64));
                Pattern { target: constant(root), index: Expr::Rank, hit, ..base }
            }
            3 => {
                let target = if self.chance.percent(50) {
                    Expr::Counter(0)
                } else {
                    Expr::Rank.bin(BinOp::Add, Expr::Counter(0)).bin(BinOp::Mod, Expr::Size)
                };
                Pattern { target, index: Expr::Rank, looped: Some(Expr::Size), hit: (None, Expr::Rank), ..base }
            }
            4 => {
                let (a, b) = self.pair();
                Pattern { guard: Some(rank_is(a)), target: constant(b), hit: (Some(rank_is(b)), cell), ..base }
            }
            5 => {
                let partner = Expr::Rank.bin(BinOp::Xor, constant(1));
                let guard = Cond { cmp: Cmp::Lt, left: partner.clone(), right: Expr::Size };
                Pattern { guard: Some(guard), target: partner, ..base }
            }
            _ => {
                let looped = Some(constant(2 + self.chance.below(2) as i64));
                let hit = (None, constant(self.chance.below(3) as i64));
                Pattern { index: Expr::Counter(0), looped, hit, ..base }
            }
        }
    }

    pub(crate) fn around(pattern: &Pattern, body: Vec<Stmt>) -> Vec<Stmt> {
        let body = match &pattern.looped {
            Some(bound) => vec![counted(0, bound.clone(), body)],
            None => body,
        };
        guarded(pattern.guard.clone(), body)
    }

    /// The accesses of the target to the place that an operation wrote or read.
    pub(crate) fn use_hit(&mut self, array: Array, pattern: &Pattern, out: &mut Vec<Stmt>) {
        if self.chance.percent(75) {
            let place = Place::new(array, pattern.hit.1.clone());
            let stmt = self.use_place(place);
            out.extend(guarded(pattern.hit.0.clone(), vec![stmt]));
        }
    }

    pub(crate) fn collective(&mut self, op: Collective) -> Stmt {
        let (send, recv) = (self.place(), self.place());
        let zero = |place: Place| Place::at(place.array, 0);
        let (send, recv) = (zero(send), zero(recv));
        Kind::Collective { op, team: Team::World, root: constant(0), send, recv }.stmt()
    }
}
