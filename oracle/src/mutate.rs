//! Changes of one token or one statement that several languages share. They turn a race-free program into one that
//! nearly is.

use crate::chance::Chance;
use crate::expression::{BinOp, Cmp, Cond, Expr};
use crate::walk::{self, Statement, Tree};

/// Calls `change` for one statement of `program`, with the block that contains it and its position there.
pub fn one<P: Tree>(chance: &mut Chance, program: &mut P, change: impl FnOnce(&mut Chance, &mut Vec<P::Stmt>, usize)) {
    let total = walk::count(program);
    if total == 0 {
        return;
    }
    let number = chance.below(total);
    let done = walk::edit(program, number, |block, position| change(chance, block, position));
    debug_assert!(done.is_some());
}

/// Removes a statement; statements that `inside` takes out of it stay.
pub fn remove<S: Statement>(block: &mut Vec<S>, position: usize, inside: impl FnOnce(S) -> Vec<S>) {
    let removed = block.remove(position);
    block.splice(position..position, inside(removed));
}

/// Moves a statement within its block; in `near` cases of a hundred by one place only.
pub fn shift<S: Statement>(chance: &mut Chance, block: &mut Vec<S>, position: usize, near: u32) {
    let stmt = block.remove(position);
    let other = chance.below(block.len() + 1);
    let beside = if chance.percent(50) { position + 1 } else { position.saturating_sub(1) };
    let to = if chance.percent(near) { beside.min(block.len()) } else { other };
    block.insert(to, stmt);
}

/// Copies one of the `useful` statements of the block to another place.
pub fn copy<S: Statement>(chance: &mut Chance, block: &mut Vec<S>, position: usize, useful: impl Fn(&S) -> bool) {
    let stmts: Vec<S> = block.iter().filter(|stmt| useful(stmt)).cloned().collect();
    if let Some(stmt) = stmts.get(chance.below(stmts.len().max(1))) {
        block.insert(position, stmt.clone());
    }
}

/// Puts a statement into a new one that `around` makes of a block.
pub fn wrap<S: Statement>(block: &mut [S], position: usize, around: impl FnOnce(Vec<S>) -> S) {
    let inside = vec![block[position].clone()];
    block[position] = around(inside);
}

/// A condition that holds for some processes only.
pub fn condition(chance: &mut Chance) -> Cond {
    let (left, right) = chance.of(&[
        (Expr::Rank, Expr::Const(0)),
        (Expr::Rank, Expr::Const(1)),
        (Expr::Rank.bin(BinOp::Mod, Expr::Const(2)), Expr::Const(0)),
        (Expr::Size, Expr::Const(3)),
    ]);
    Cond { cmp: chance.of(&[Cmp::Eq, Cmp::Ne]), left, right }
}

/// Possible replacements of an expression.
#[derive(Debug, Clone)]
pub struct Near {
    /// In this many cases of a hundred a constant changes by one; other expressions become a rank or a small constant.
    pub step: u32,
    /// One more expression that they may become.
    pub last: Expr,
}

impl Near {
    /// Changes an expression.
    pub fn change(&self, chance: &mut Chance, expr: &mut Expr) {
        match expr {
            Expr::Bin(_, left, right) if chance.percent(60) => {
                let side = if chance.percent(50) { left } else { right };
                self.change(chance, side);
            }
            Expr::Const(value) if chance.percent(self.step) => *value += chance.of(&[1, -1]),
            Expr::Size => {}
            _ => {
                *expr = chance.of(&[
                    Expr::Const(0),
                    Expr::Const(1),
                    Expr::Const(8),
                    Expr::Rank,
                    Expr::ring(1),
                    Expr::ring(-1),
                    self.last.clone(),
                ]);
            }
        }
    }

    /// Changes one of several expressions.
    pub fn change_one(&self, chance: &mut Chance, mut expressions: Vec<&mut Expr>) {
        if !expressions.is_empty() {
            let chosen = chance.below(expressions.len());
            self.change(chance, expressions[chosen]);
        }
    }
}
