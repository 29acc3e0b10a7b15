//! Statements of a program by number, in the order of the text; for edits.

use super::lang::{Kind, Place, Program, Stmt};
use crate::lang::Expr;

/// How many statements there are, nested ones included.
pub fn count(body: &[Stmt]) -> usize {
    let inside = |kind: &Kind| match kind {
        Kind::If { then, otherwise, .. } => count(then) + count(otherwise),
        Kind::For { body, .. } => count(body),
        _ => 0,
    };
    body.iter().map(|stmt| 1 + inside(&stmt.kind)).sum()
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
    find(&mut program.main, &mut left, &mut edit)
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
        Kind::Load { place } => vec![&mut place.index],
        Kind::Store { place, value } => vec![&mut place.index, value],
        Kind::Rma(rma) => {
            let rma = &mut **rma;
            let mut all = vec![&mut rma.target];
            if rma.routine.has_remote() {
                all.push(&mut rma.remote.index);
            }
            if rma.routine.has_local() {
                all.push(&mut rma.local.index);
            }
            if rma.routine.update().is_some() {
                all.push(&mut rma.word.index);
            }
            all.push(&mut rma.value);
            all
        }
        Kind::Wait { word, value, .. } => vec![&mut word.index, value],
        Kind::WaitMany { word, count, value, .. } => vec![&mut word.index, count, value],
        Kind::WaitSome { first, .. } => vec![first],
        Kind::Reset { id, .. } => vec![id],
        Kind::Collective { root, send, recv, .. } => vec![root, &mut send.index, &mut recv.index],
        Kind::If { cond, .. } => vec![&mut cond.left, &mut cond.right],
        Kind::For { bound, .. } => vec![bound],
        _ => vec![],
    }
}

/// The places of memory that a statement names.
pub fn places(kind: &mut Kind) -> Vec<&mut Place> {
    match kind {
        Kind::Load { place } | Kind::Store { place, .. } => vec![place],
        Kind::Rma(rma) => {
            let rma = &mut **rma;
            vec![&mut rma.remote, &mut rma.local]
        }
        Kind::Collective { send, recv, .. } => vec![send, recv],
        _ => vec![],
    }
}
