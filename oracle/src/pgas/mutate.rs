//! Changes of one token or one statement.

use super::build::{constant, is, plus, when};
use super::lang::{Array, Collective, Kind, Model, Program, Rma, Routine, Stmt, Team, Update, Way};
use super::walk;
use crate::chance::Chance;
use crate::expression::{BinOp, Cmp, Expr};
use crate::mutate::{self, Near};

/// Changes one thing in `program`; often the result is not correct, which the caller checks.
pub fn mutate(chance: &mut Chance, program: &mut Program) {
    let model = program.model;
    mutate::one(chance, program, |chance, block, position| match chance.below(12) {
        0..=2 => mutate::remove(block, position, inside),
        3..=5 => mutate::shift(chance, block, position, 65),
        6 => mutate::copy(chance, block, position, useful),
        7 => mutate::wrap(block, position, |then| when(mutate::condition(chance), then, vec![])),
        _ => token(chance, model, &mut block[position].kind),
    });
}

/// Without its branch, the inside remains.
fn inside(stmt: Stmt) -> Vec<Stmt> {
    match stmt.kind {
        Kind::If { then, .. } => then,
        _ => vec![],
    }
}

fn useful(stmt: &Stmt) -> bool {
    !matches!(stmt.kind, Kind::Collective { .. } | Kind::Wait { .. } | Kind::WaitSome { .. })
}

fn token(chance: &mut Chance, model: Model, kind: &mut Kind) {
    match kind {
        Kind::Load { place } if chance.percent(40) => {
            *kind = Kind::Store { place: place.clone(), value: constant(0) };
        }
        Kind::Store { place, .. } if chance.percent(40) => *kind = Kind::Load { place: place.clone() },
        Kind::Rma(rma) if chance.percent(65) => operation(chance, model, rma),
        Kind::Fence { channel } if chance.percent(40) => *kind = Kind::Quiet { channel: *channel },
        Kind::Quiet { channel } if model == Model::Shmem && chance.percent(50) => {
            *kind = Kind::Fence { channel: *channel };
        }
        Kind::Fence { channel } | Kind::Quiet { channel } => *channel = 1 - *channel,
        Kind::Wait { cmp, value, way, .. } => match chance.below(4) {
            0 => *cmp = chance.of(&[Cmp::Eq, Cmp::Ne, Cmp::Ge]),
            1 => *way = chance.of(&[Way::Until, Way::TestLoop, Way::FetchLoop]),
            _ => near().change(chance, value),
        },
        Kind::WaitMany { all, .. } if chance.percent(60) => *all = !*all,
        Kind::WaitSome { segment, .. } | Kind::Reset { segment, .. } if chance.percent(10) => {
            *segment = chance.below(3) as u8;
        }
        Kind::WaitSome { num, .. } if chance.percent(50) => *num = 1 + chance.below(3) as u8,
        Kind::Collective { op, team, root, .. } => match chance.below(6) {
            0 if model == Model::Shmem && *op != Collective::Barrier => {
                *team = Team::Even;
                *root = constant(0);
                let even = is(Expr::Rank.bin(BinOp::Mod, constant(2)), constant(0));
                *kind = when(even, vec![kind.clone().stmt()], vec![]).kind;
            }
            1 => *root = constant(chance.below(2) as i64),
            _ if model == Model::Gaspi => *op = chance.of(&[Collective::Barrier, Collective::Reduce]),
            _ => {
                *op = chance.of(&[
                    Collective::Barrier,
                    Collective::Sync,
                    Collective::Broadcast,
                    Collective::Reduce,
                    Collective::Collect,
                ]);
            }
        },
        Kind::Lock { lock } | Kind::Unlock { lock } => *lock = 1 - *lock,
        Kind::If { cond, .. } if chance.percent(50) => cond.cmp = chance.of(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Ge]),
        kind => {
            if chance.percent(35) {
                let mut places = walk::places(kind);
                let count = places.len();
                if count > 0 {
                    // Segments hold no flags.
                    let last = if model == Model::Gaspi { Array::Buffer(2) } else { Array::Flag };
                    let array = chance.of(&[
                        Array::Shared(0),
                        Array::Shared(1),
                        Array::Buffer(0),
                        Array::Buffer(1),
                        Array::Buffer(2),
                        last,
                    ]);
                    places[chance.below(count)].array = array;
                    return;
                }
            }
            near().change_one(chance, walk::expressions(kind));
        }
    }
}

fn operation(chance: &mut Chance, model: Model, rma: &mut Rma) {
    match chance.below(9) {
        0..=2 if model == Model::Gaspi => {
            rma.routine = chance.of(match rma.routine {
                Routine::FetchAdd | Routine::CompareSwap => &[Routine::FetchAdd, Routine::CompareSwap, Routine::Write],
                Routine::Notify => &[Routine::WriteNotify],
                Routine::WriteNotify => &[Routine::Write, Routine::Notify, Routine::ReadNotify],
                _ => &[Routine::Write, Routine::WriteNotify, Routine::Read, Routine::ReadNotify],
            });
        }
        0..=2 => {
            let other = if rma.routine.update() == Some(Update::Set) { Update::Add } else { Update::Set };
            let choices = match rma.routine {
                Routine::PutSignal(u) => vec![Routine::PutSignal(other), Routine::PutSignalNbi(u), Routine::Signal(u)],
                Routine::PutSignalNbi(u) => vec![Routine::PutSignalNbi(other), Routine::PutSignal(u), Routine::Put],
                Routine::Signal(_) => vec![Routine::Signal(other), Routine::PutSignal(other), Routine::Signal(other)],
                Routine::Put | Routine::PutNbi | Routine::P => vec![Routine::Put, Routine::PutNbi, Routine::Get],
                Routine::Get | Routine::GetNbi | Routine::G => vec![Routine::Get, Routine::GetNbi, Routine::G],
                _ => vec![
                    Routine::AtomicSet,
                    Routine::AtomicAdd,
                    Routine::AtomicSwap,
                    Routine::AtomicFetchAdd,
                    Routine::AtomicFetch,
                    Routine::P,
                ],
            };
            rma.routine = chance.of(&choices);
        }
        3 | 4 => rma.channel = 1 - rma.channel,
        5 => rma.count = 1 + chance.below(3) as u8,
        6 => near().change(chance, &mut rma.target),
        7 if rma.routine.update().is_some() => near().change(chance, &mut rma.word.index),
        _ => near().change(chance, &mut rma.remote.index),
    }
}

/// What expressions may become.
fn near() -> Near {
    Near { step: 75, last: plus(Expr::Rank, 1) }
}
