//! A query: one way in which the bytes of a candidate may meet, in an arena of its own (theory, 8.2).

use crate::extent::{Span, require_overlap, span};
use crate::import::{Importer, Program};
use crate::verdict::SafeBy;
use rma_dataflow::candidate::{Candidate, Overlap};
use rma_dataflow::ids::{ObjId, SymId, TermId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{Term, Terms};

/// The origin of a condition; the levels treat conditions of different origin differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The first access happens.
    Reach,
    /// The second follows without completion in between.
    Path,
    /// The two byte ranges have a common byte.
    Overlap,
    /// An assumption on programs; it narrows the search and lowers no level.
    Assumption,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Cond {
    pub role: Role,
    pub term: TermId,
}

/// The value that is used for unknown lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnknownLength {
    /// One byte: what is touched in any case.
    Least,
    /// Any number of bytes.
    Any,
}

pub(crate) struct Query {
    pub terms: Terms,
    /// Origins of the symbols in the program's arena.
    pub origins: Vec<Option<SymId>>,
    /// All must hold. No constants, no conjunctions, no duplicates.
    pub conds: Vec<Cond>,
    /// The object with the spans of the two accesses.
    pub spans: Option<(ObjId, Span, Option<Span>)>,
}

/// Builds a query in steps; each step may find that there is no solution.
pub(crate) struct Builder<'p> {
    pub import: Importer<'p>,
    conds: Vec<Cond>,
}

impl Builder<'_> {
    /// Adds a condition that is already in the query's arena.
    pub fn require(&mut self, role: Role, term: TermId, by: SafeBy) -> Result<(), SafeBy> {
        let terms = &mut self.import.terms;
        let term = terms.ne0(term);
        match terms.get(term).clone() {
            Term::Const(0) => return Err(by),
            Term::Const(_) => {}
            Term::All(parts) => parts.iter().try_for_each(|p| self.require(role, *p, by))?,
            _ => {
                let negated = terms.not(term);
                if self.conds.iter().any(|c| c.term == negated) {
                    return Err(SafeBy::Conditions);
                }
                if !self.conds.iter().any(|c| c.term == term) {
                    self.conds.push(Cond { role, term });
                }
            }
        }
        Ok(())
    }

    fn import_all(&mut self, role: Role, terms: &[TermId]) -> Result<(), SafeBy> {
        for t in terms {
            let t = self.import.term(*t);
            self.require(role, t, SafeBy::Conditions)?;
        }
        Ok(())
    }
}

/// The query of an overlap. With `None`, the query asks only whether the candidate's conditions can
/// hold.
pub(crate) fn build(
    program: &Program,
    objects: &Objects,
    candidate: &Candidate,
    overlap: Option<&Overlap>,
    length: UnknownLength,
) -> Result<Query, SafeBy> {
    let mut b = Builder { import: Importer::new(program), conds: Vec::new() };
    b.import_all(Role::Reach, &candidate.reach)?;
    b.import_all(Role::Path, &candidate.path)?;
    let mut spans = None;
    if let Some(o) = overlap {
        b.import_all(Role::Overlap, &o.guards)?;
        if let Some(second) = &o.second {
            let (i, j) = (b.import.term(o.first.inst), b.import.term(second.inst));
            let same = b.import.terms.eq(i, j);
            b.require(Role::Overlap, same, SafeBy::Conditions)?;
        }
        let size = objects.get(o.obj).and_then(|x| x.size);
        let size = size.map(|s| b.import.term(s));
        let first = span(&mut b, &o.first, size, length)?;
        let second = o.second.as_ref().map(|e| span(&mut b, e, size, length)).transpose()?;
        if let Some(second) = &second {
            require_overlap(&mut b, &first, second)?;
        }
        spans = Some((o.obj, first, second));
    }
    while let Some(fact) = b.import.fact() {
        b.require(Role::Assumption, fact, SafeBy::Conditions)?;
    }
    let Importer { terms, origins, .. } = b.import;
    Ok(Query { terms, origins, conds: b.conds, spans })
}
