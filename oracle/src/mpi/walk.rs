//! The parts of statements, for edits.

use super::lang::{Kind, Place, Program, Stmt};
use crate::expression::Expr;
use crate::walk::{Statement, Tree};

impl Tree for Program {
    type Stmt = Stmt;

    fn bodies(&self) -> Vec<&Vec<Stmt>> {
        self.helpers.iter().chain([&self.before, &self.main, &self.after]).collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        self.helpers.iter_mut().chain([&mut self.before, &mut self.main, &mut self.after]).collect()
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

/// The expressions of a statement, without those of statements inside it.
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
