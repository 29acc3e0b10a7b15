//! Changes of one token or one statement: from a race-free skeleton to a near miss.

use super::lang::{Collective, Comm, Kind, Program, Reduction, Routine, Stmt, Type};
use super::walk;
use crate::chance::Chance;
use crate::expression::{Cmp, Expr};
use crate::mutate::{self, Near};

/// Changes one thing in `program`; often the result is not correct MPI, which the caller checks.
pub fn mutate(chance: &mut Chance, program: &mut Program) {
    let windows = program.windows.len() as u8;
    mutate::one(chance, program, |chance, block, position| match chance.below(11) {
        0 | 1 => mutate::remove(block, position, inside),
        2 | 3 => mutate::shift(chance, block, position, 60),
        4 => mutate::copy(chance, block, position, accesses),
        5 => mutate::wrap(block, position, |then| guard(chance, then)),
        6 => mutate::wrap(block, position, |body| repeat(chance, body)),
        _ => token(chance, &mut block[position].kind, windows),
    });
}

/// Without its branch, the inside remains.
fn inside(stmt: Stmt) -> Vec<Stmt> {
    match stmt.kind {
        Kind::If { then, .. } => then,
        _ => vec![],
    }
}

fn accesses(stmt: &Stmt) -> bool {
    matches!(stmt.kind, Kind::Load { .. } | Kind::Store { .. } | Kind::Rma(_) | Kind::If { .. })
}

fn guard(chance: &mut Chance, then: Vec<Stmt>) -> Stmt {
    Kind::If { cond: mutate::condition(chance), then, otherwise: vec![] }.stmt()
}

/// A loop around the statement alone.
fn repeat(chance: &mut Chance, body: Vec<Stmt>) -> Stmt {
    let bound = chance.of(&[Expr::Const(1), Expr::Const(2), Expr::Size]);
    Kind::For { counter: 3, bound, body }.stmt()
}

fn token(chance: &mut Chance, kind: &mut Kind, windows: u8) {
    match kind {
        Kind::Load { place, .. } if chance.percent(40) => *kind = Kind::Store { place: place.clone(), count: 1 },
        Kind::Store { place, .. } if chance.percent(40) => *kind = Kind::Load { place: place.clone(), count: 1 },
        Kind::Load { count, .. } | Kind::Store { count, .. } if chance.percent(20) => *count = 2,
        Kind::Rma(rma) if chance.percent(60) => operation(chance, rma, windows),
        Kind::Fence { win, noprecede, nosucceed, promise } => match chance.below(5) {
            0 => *win = other(*win, windows),
            3 => promise.nostore = !promise.nostore,
            4 => promise.noput = !promise.noput,
            1 => *noprecede = !*noprecede,
            _ => *nosucceed = !*nosucceed,
        },
        Kind::Lock { exclusive, .. } if chance.percent(70) => *exclusive = !*exclusive,
        Kind::Flush { win, target, local } => match chance.below(6) {
            0..=2 => *local = !*local,
            3 => *target = None,
            4 => *target = Some(chance.of(&[Expr::Rank, Expr::Const(0), Expr::ring(1), Expr::ring(-1)])),
            _ => *win = other(*win, windows),
        },
        Kind::Collective { op, comm, root, .. } => match chance.below(4) {
            0 => *comm = chance.of(&[Comm::Parity, Comm::Pair, Comm::World]),
            1 => *root = Expr::Const(chance.below(2) as i64),
            _ => {
                *op = chance.of(&[
                    Collective::Barrier,
                    Collective::Bcast,
                    Collective::Reduce,
                    Collective::Gather,
                    Collective::Allreduce,
                    Collective::Scan,
                ]);
            }
        },
        Kind::Send { synchronous, .. } if chance.percent(50) => *synchronous = !*synchronous,
        Kind::Recv { source, .. } if chance.percent(50) => *source = None,
        Kind::If { cond, .. } if chance.percent(50) => {
            cond.cmp = chance.of(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Ge]);
        }
        Kind::Post { promise, .. } if chance.percent(40) => promise.nostore = !promise.nostore,
        Kind::Wait { request, polled } => {
            if *polled && chance.percent(50) {
                *kind = Kind::Test { request: *request };
            } else {
                *polled = !*polled;
            }
        }
        Kind::Direct { write, .. } if chance.percent(40) => *write = !*write,
        Kind::Complete { .. } | Kind::Test { .. } | Kind::StartRequest { .. } => {}
        kind => {
            if chance.percent(40) {
                let mut places = walk::places(kind);
                let count = places.len();
                if count > 0 {
                    let buffer = super::lang::Array::Buffer(chance.below(6) as u8);
                    let window = super::lang::Array::Window(0);
                    places[chance.below(count)].array = if chance.percent(75) { buffer } else { window };
                    return;
                }
            }
            near().change_one(chance, walk::expressions(kind));
        }
    }
}

fn operation(chance: &mut Chance, rma: &mut super::lang::Rma, windows: u8) {
    match chance.below(9) {
        0 => {
            rma.routine = chance.of(&[Routine::Put, Routine::Get, Routine::Accumulate, Routine::GetAccumulate]);
            if rma.routine == Routine::Accumulate {
                rma.reduction = Reduction::Sum;
            }
        }
        1 => rma.ty = chance.of(&[Type::Int, Type::Float, Type::Double, Type::Vector]),
        2 => rma.count = 1 + chance.below(3) as u8,
        3 => rma.reduction = chance.of(&[Reduction::Sum, Reduction::Max, Reduction::Replace, Reduction::NoOp]),
        4 => rma.win = other(rma.win, windows),
        5 => near().change(chance, &mut rma.target),
        6 => rma.origin = rma.result.clone(),
        _ => near().change(chance, &mut rma.disp),
    }
}

fn other(win: u8, windows: u8) -> u8 {
    (win + 1) % windows
}

/// What expressions may become.
fn near() -> Near {
    Near { step: 70, last: Expr::ring(2) }
}
