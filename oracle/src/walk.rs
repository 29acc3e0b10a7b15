//! Programs as blocks of statements, and their statements by number, in the order of the text; for edits.

use std::fmt::Debug;

/// A statement of a language.
pub trait Statement: Clone {
    /// The blocks inside the statement, in the order of the text.
    fn blocks(&self) -> Vec<&Vec<Self>>;
    /// The same, for changes.
    fn blocks_mut(&mut self) -> Vec<&mut Vec<Self>>;
}

/// A program of a language, as data.
pub trait Tree: Debug + Clone + PartialEq + Send + Sync {
    /// What its blocks consist of.
    type Stmt: Statement;
    /// Every block that is not inside a statement, in the order of the text.
    fn bodies(&self) -> Vec<&Vec<Self::Stmt>>;
    /// The same, for changes.
    fn bodies_mut(&mut self) -> Vec<&mut Vec<Self::Stmt>>;
}

/// The number of statements, including nested ones.
pub fn count(program: &impl Tree) -> usize {
    fn inside<S: Statement>(body: &[S]) -> usize {
        body.iter().map(|stmt| 1 + stmt.blocks().into_iter().map(|b| inside(b)).sum::<usize>()).sum()
    }
    program.bodies().into_iter().map(|body| inside(body)).sum()
}

/// Calls `edit` with the block that contains the statement `number`, and its position there.
pub fn edit<P: Tree, T>(program: &mut P, number: usize, edit: impl FnOnce(&mut Vec<P::Stmt>, usize) -> T) -> Option<T> {
    fn find<S: Statement, T, F>(body: &mut Vec<S>, left: &mut usize, edit: &mut Option<F>) -> Option<T>
    where
        F: FnOnce(&mut Vec<S>, usize) -> T,
    {
        for k in 0..body.len() {
            if *left == 0 {
                return edit.take().map(|edit| edit(body, k));
            }
            *left -= 1;
            for block in body[k].blocks_mut() {
                let found = find(block, left, edit);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
    let (mut left, mut edit) = (number, Some(edit));
    program.bodies_mut().into_iter().find_map(|body| find(body, &mut left, &mut edit))
}
