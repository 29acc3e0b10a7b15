//! Changes of one token or one statement.

use super::lang::{Array, Flush, Index, Kind, Place, Routine, Stmt, Target};
use crate::chance::Chance;
use crate::mutate;
use crate::walk::Statement;

/// Changes one thing of a program; often the result is not correct, which the caller finds out.
pub fn mutate(chance: &mut Chance, main: &mut Vec<Stmt>) {
    mutate::one(chance, main, |chance, block, position| match chance.below(12) {
        0..=2 => mutate::remove(block, position, inside),
        3..=5 => mutate::shift(chance, block, position, 65),
        6 => mutate::copy(chance, block, position, useful),
        7 => mutate::wrap(block, position, |body| construct(chance, body)),
        _ => token(chance, &mut block[position].kind),
    });
}

/// A parallel region goes with its inside.
fn inside(mut stmt: Stmt) -> Vec<Stmt> {
    match stmt.kind {
        Kind::Region(_) => vec![],
        _ => stmt.blocks_mut().into_iter().flat_map(std::mem::take).collect(),
    }
}

fn useful(stmt: &Stmt) -> bool {
    matches!(stmt.kind, Kind::Load(_) | Kind::Store(_) | Kind::Rma { .. } | Kind::Flush(_))
}

/// A construct around the statement alone.
fn construct(chance: &mut Chance, body: Vec<Stmt>) -> Stmt {
    match chance.below(4) {
        0 => Kind::Master(body),
        1 => Kind::Single { nowait: chance.percent(60), body },
        2 => Kind::Critical { name: chance.below(2) as u8, body },
        _ => Kind::Thread { number: chance.below(3) as i64, body },
    }
    .stmt()
}

fn token(chance: &mut Chance, kind: &mut Kind) {
    match kind {
        Kind::Load(place) if chance.percent(50) => *kind = Kind::Store(*place),
        Kind::Store(place) if chance.percent(50) => *kind = Kind::Load(*place),
        Kind::Load(at) | Kind::Store(at) => place(chance, at),
        Kind::Rma { routine, local, target, remote, count } => match chance.below(6) {
            0 | 1 => *routine = chance.of(&[Routine::Put, Routine::Get, Routine::Accumulate]),
            2 => place(chance, local),
            3 => *target = chance.of(&[Target::Right, Target::Left, Target::First]),
            4 => index(chance, remote),
            _ => *count = chance.of(&[1, 2, 4, 5]),
        },
        Kind::Flush(flush) => {
            *flush = chance.of(&[
                Flush::All,
                Flush::LocalAll,
                Flush::One(Target::Right),
                Flush::One(Target::Left),
                Flush::LocalOne(Target::Right),
            ]);
        }
        Kind::Single { nowait, body } => {
            if chance.percent(70) {
                *nowait = !*nowait;
            } else {
                *kind = Kind::Master(std::mem::take(body));
            }
        }
        Kind::Master(body) => *kind = Kind::Single { nowait: true, body: std::mem::take(body) },
        Kind::Critical { name, .. } => *name = 1 - *name,
        Kind::Thread { number, .. } => *number = chance.below(3) as i64,
        Kind::For { chunk, nowait, .. } => {
            if chance.percent(50) {
                *nowait = !*nowait;
            } else {
                *chunk = chance.of(&[None, Some(1), Some(2)]);
            }
        }
        Kind::Sections { nowait, .. } => *nowait = !*nowait,
        Kind::Task { depends, .. } if !depends.is_empty() => {
            let which = chance.below(depends.len());
            match chance.below(3) {
                0 => depends[which].1 = !depends[which].1,
                1 => depends[which].0 = chance.below(3) as u8,
                _ => {
                    depends.remove(which);
                }
            }
        }
        _ => {}
    }
}

fn place(chance: &mut Chance, at: &mut Place) {
    if chance.percent(35) {
        at.array = chance.of(&[Array::Buffer(0), Array::Buffer(1), Array::Buffer(2), Array::Window]);
    } else {
        index(chance, &mut at.index);
    }
}

fn index(chance: &mut Chance, at: &mut Index) {
    match chance.below(4) {
        0 => at.base += 1,
        1 => at.thread = chance.of(&[0, 1, 4]),
        2 => at.rank = chance.of(&[0, 1, 2]),
        _ => at.base = chance.of(&[0, 1, 4, 8]),
    }
}
