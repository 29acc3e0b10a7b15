//! The query of an overlap as the definition has it, with nothing simplified (theory, 8.2).
//!
//! Most pairs are proved safe while their query is built: constructors of terms fold conditions that intervals decide or that
//! contradict each other, and residues keep strides apart. This module builds the same query without any of that, for another solver to
//! decide again.

use crate::eval::Evaluation;
use crate::extent::Span;
use crate::import::{Importer, Program};
use crate::query::{Cond, Query, Role, UnknownLength};
use index_vec::IndexVec;
use rma_dataflow::candidate::{Candidate, Extent, Overlap};
use rma_dataflow::ids::TermId;
use rma_dataflow::object::Objects;
use rma_dataflow::term::{Knowledge, Op, Sym, SymKind, Term};
use rustc_hash::FxHashMap;

/// Like `query::build`, without simplification.
pub(crate) fn build(
    program: &Program,
    objects: &Objects,
    candidate: &Candidate,
    overlap: Option<&Overlap>,
    length: UnknownLength,
) -> Query {
    let mut b = Builder { import: Importer::plain(program), conds: Vec::new() };
    b.import_all(Role::Reach, &candidate.reach);
    b.import_all(Role::Path, &candidate.path);
    let mut spans = None;
    if let Some(o) = overlap {
        b.import_all(Role::Overlap, &o.guards);
        if let Some(second) = &o.second {
            let (i, j) = (b.import.term(o.first.inst), b.import.term(second.inst));
            let apart = b.sum(0, &[(i, 1), (j, -1)]);
            b.require(Role::Overlap, Term::Eq0(apart));
        }
        let size = objects.get(o.obj).and_then(|x| x.size).map(|s| b.import.term(s));
        let first = b.span(&o.first, size, length);
        let second = o.second.as_ref().map(|e| b.span(e, size, length));
        if let Some(second) = &second {
            b.less(Role::Overlap, &[(first.start, 1), (second.start, -1), (second.len, -1)]);
            b.less(Role::Overlap, &[(second.start, 1), (first.start, -1), (first.len, -1)]);
        }
        spans = Some((o.obj, first, second));
    }
    while let Some(term) = b.import.fact() {
        b.conds.push(Cond { role: Role::Assumption, term });
    }
    let Importer { terms, origins, .. } = b.import;
    Query { terms, origins, conds: b.conds, spans }
}

struct Builder<'p> {
    import: Importer<'p>,
    conds: Vec<Cond>,
}

impl Builder<'_> {
    fn import_all(&mut self, role: Role, terms: &[TermId]) {
        for t in terms {
            let term = self.import.term(*t);
            self.conds.push(Cond { role, term });
        }
    }

    fn require(&mut self, role: Role, condition: Term) {
        let term = self.import.terms.intern(condition);
        self.conds.push(Cond { role, term });
    }

    fn sum(&mut self, constant: i64, parts: &[(TermId, i64)]) -> TermId {
        self.import.terms.intern(Term::Lin(constant, parts.into()))
    }

    /// Adds the condition that a sum is negative.
    fn less(&mut self, role: Role, parts: &[(TermId, i64)]) {
        let sum = self.sum(1, parts);
        self.require(role, Term::Le0(sum));
    }

    /// One range of the extent's bytes, as `extent::span`.
    fn span(&mut self, extent: &Extent, size: Option<TermId>, length: UnknownLength) -> Span {
        let mut start = vec![(self.import.term(extent.offset), 1), (self.import.term(extent.block.offset), 1)];
        for dim in &extent.block.dims {
            let (count, stride) = (self.import.term(dim.count), self.import.term(dim.stride));
            let index = self.import.fresh(Sym { lo: Some(0), ..Sym::new(SymKind::Index, "", Knowledge::Known) });
            self.less(Role::Overlap, &[(index, 1), (count, -1)]);
            start.push((self.import.terms.intern(Term::Op(Op::Mul, stride, index)), 1));
        }
        let start = self.sum(0, &start);
        let mut len = match (extent.block.len, length) {
            (Some(len), _) => self.import.term(len),
            (None, UnknownLength::Least) => self.import.terms.int(1),
            (None, UnknownLength::Any) => {
                self.import.fresh(Sym { lo: Some(1), ..Sym::new(SymKind::Lost, "", Knowledge::Lost) })
            }
        };
        // What runs over the end of its memory touches that up to its end all the same.
        if let (Some(at), Some(long), Some(size)) =
            (self.number(start), self.number(len), size.and_then(|s| self.number(s)))
            && (0..size).contains(&at)
            && at + long > size
        {
            len = self.import.terms.int(i64::try_from(size - at).unwrap_or(i64::MAX));
        }
        self.less(Role::Overlap, &[(len, -1)]);
        let below = self.sum(0, &[(start, -1)]);
        self.require(Role::Assumption, Term::Le0(below));
        if let Some(size) = size {
            let beyond = self.sum(0, &[(start, 1), (len, 1), (size, -1)]);
            self.require(Role::Assumption, Term::Le0(beyond));
        }
        Span { start, len }
    }

    /// The value of a term without symbols.
    fn number(&self, t: TermId) -> Option<i128> {
        let (no_symbols, no_opaque) = (IndexVec::new(), FxHashMap::default());
        Evaluation::new(&self.import.terms, &no_symbols, &no_opaque).value(t)
    }
}
