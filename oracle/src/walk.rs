//! Statements of a program by number, in the order of the text; for edits.

use crate::lang::{Expr, Kind, Place, Program, Stmt};

/// How many statements there are, nested ones included.
pub fn count(program: &Program) -> usize {
    fn inside(body: &[Stmt]) -> usize {
        body.iter().map(|stmt| 1 + blocks(&stmt.kind).iter().map(|b| inside(b)).sum::<usize>()).sum()
    }
    bodies(program).iter().map(|body| inside(body)).sum()
}

/// Calls `edit` with the block that holds the statement `number`, and its position there.
pub fn edit<T>(program: &mut Program, number: usize, edit: impl FnOnce(&mut Vec<Stmt>, usize) -> T) -> Option<T> {
    fn find<T, F>(body: &mut Vec<Stmt>, left: &mut usize, edit: &mut Option<F>) -> Option<T>
    where
        F: FnOnce(&mut Vec<Stmt>, usize) -> T,
    {
        for k in 0..body.len() {
            if *left == 0 {
                return edit.take().map(|edit| edit(body, k));
            }
            *left -= 1;
            for block in blocks_mut(&mut body[k].kind) {
                let found = find(block, left, edit);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
    let (mut left, mut edit) = (number, Some(edit));
    bodies_mut(program).into_iter().find_map(|body| find(body, &mut left, &mut edit))
}

/// Every top-level block.
pub fn bodies(program: &Program) -> Vec<&Vec<Stmt>> {
    program.helpers.iter().chain([&program.before, &program.main, &program.after]).collect()
}

fn bodies_mut(program: &mut Program) -> Vec<&mut Vec<Stmt>> {
    program.helpers.iter_mut().chain([&mut program.before, &mut program.main, &mut program.after]).collect()
}

fn blocks(kind: &Kind) -> Vec<&Vec<Stmt>> {
    match kind {
        Kind::If { then, otherwise, .. } => vec![then, otherwise],
        Kind::For { body, .. } => vec![body],
        _ => vec![],
    }
}

/// The blocks inside a statement.
pub fn blocks_mut(kind: &mut Kind) -> Vec<&mut Vec<Stmt>> {
    match kind {
        Kind::If { then, otherwise, .. } => vec![then, otherwise],
        Kind::For { body, .. } => vec![body],
        _ => vec![],
    }
}

/// The expressions of a statement, those of the statements inside it excluded.
pub fn expressions(kind: &mut Kind) -> Vec<&mut Expr> {
    match kind {
        Kind::Load { place, .. } | Kind::Store { place, .. } => vec![&mut place.index],
        Kind::Rma(rma) => {
            let rma = &mut **rma;
            let own = [&mut rma.origin.index, &mut rma.result.index, &mut rma.compare.index];
            own.into_iter().chain([&mut rma.target, &mut rma.disp]).collect()
        }
        Kind::Lock { target, .. } | Kind::Unlock { target, .. } => vec![target],
        Kind::Flush { target: Some(target), .. } => vec![target],
        Kind::Post { peer, .. } | Kind::Start { peer, .. } => vec![peer],
        Kind::Direct { peer, place, .. } => vec![peer, &mut place.index],
        Kind::Signal { target, cell, .. } | Kind::Await { target, cell, .. } => vec![target, cell],
        Kind::Persist { message, .. } => expressions(&mut message.kind),
        Kind::Collective { root, send, recv, .. } => vec![root, &mut send.index, &mut recv.index],
        Kind::Send { place, dest, .. } => vec![&mut place.index, dest],
        Kind::Recv { place, source, .. } => [&mut place.index].into_iter().chain(source).collect(),
        Kind::SendRecv { send, dest, recv, source, .. } => vec![&mut send.index, dest, &mut recv.index, source],
        Kind::If { cond, .. } => vec![&mut cond.left, &mut cond.right],
        Kind::For { bound, .. } => vec![bound],
        Kind::Call { arg, .. } => vec![arg],
        _ => vec![],
    }
}

/// The places of the own memory that a statement names.
pub fn places(kind: &mut Kind) -> Vec<&mut Place> {
    match kind {
        Kind::Load { place, .. } | Kind::Store { place, .. } | Kind::Send { place, .. } | Kind::Recv { place, .. } => {
            vec![place]
        }
        Kind::Rma(rma) => {
            let rma = &mut **rma;
            vec![&mut rma.origin, &mut rma.result, &mut rma.compare]
        }
        Kind::Collective { send, recv, .. } | Kind::SendRecv { send, recv, .. } => vec![send, recv],
        Kind::Persist { message, .. } => places(&mut message.kind),
        _ => vec![],
    }
}
