//! Reduces a program about which oracle and analyzer disagree (delta debugging on statements).

use crate::case::Case;
use crate::language::Language;
use crate::walk::{self, Statement, Tree};

/// The smallest program that `keep` accepts. One statement at a time is replaced by less, in the ways of
/// [`Language::smaller`], until no replacement is accepted.
pub fn reduce<L: Language>(case: Case<L>, mut keep: impl FnMut(&Case<L>) -> bool) -> Case<L> {
    let language = case.language;
    let mut best = case;
    loop {
        let mut smaller = false;
        // From the end, so that what is used last goes first.
        let mut number = walk::count(&best.program);
        while number > 0 {
            number -= 1;
            let candidates = language.smaller(&best.program, number).into_iter();
            let accepted = candidates.filter_map(|p| Case::new(language, p).ok()).find(&mut keep);
            if let Some(accepted) = accepted {
                best = accepted;
                smaller = true;
            }
            number = number.min(walk::count(&best.program));
        }
        if !smaller {
            return best;
        }
    }
}

/// The program with a change of the statement `number`, if `change` makes one; `change` gets the block that contains the
/// statement, and its position there.
pub fn changed<P: Tree>(
    program: &P,
    number: usize,
    change: impl FnOnce(&mut Vec<P::Stmt>, usize) -> bool,
) -> Option<P> {
    let mut next = program.clone();
    (walk::edit(&mut next, number, change) == Some(true)).then_some(next)
}

/// The program without the statement `number`.
pub fn without<P: Tree>(program: &P, number: usize) -> Option<P> {
    changed(program, number, |block, position| {
        block.remove(position);
        true
    })
}

/// The program with the block `inner` of the statement `number` in place of the statement.
pub fn unwrapped<P: Tree>(program: &P, number: usize, inner: usize) -> Option<P> {
    changed(program, number, |block, position| {
        let inside = block[position].blocks_mut().into_iter().nth(inner).map(std::mem::take);
        inside.map(|inside| block.splice(position..=position, inside).count()).is_some()
    })
}
