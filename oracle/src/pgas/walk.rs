//! The parts of statements, for edits.

use super::lang::{Kind, Place, Program, Stmt};
use crate::expression::Expr;
use crate::walk::{Statement, Tree};

impl Tree for Program {
    type Stmt = Stmt;

    fn bodies(&self) -> Vec<&Vec<Stmt>> {
        vec![&self.main]
    }

    fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        vec![&mut self.main]
    }
}

impl Statement for Stmt {
    fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match &self.kind {
            Kind::If { then, otherwise, .. } => vec![then, otherwise],
            Kind::For { body, .. } => vec![body],
            _ => vec![],
        }
    }

    fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match &mut self.kind {
            Kind::If { then, otherwise, .. } => vec![then, otherwise],
            Kind::For { body, .. } => vec![body],
            _ => vec![],
        }
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
