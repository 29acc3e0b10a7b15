//! Tests through `decide`, on candidates built by hand.

mod brute;
mod bytes;
mod levels;
mod linear;
mod refuted;
mod runs;

use crate::worker::Cache;
use crate::{SolverOptions, UnprovenReason, Verdict, Witness, decide};
use index_vec::IndexVec;
use rma_dataflow::candidate::{Candidate, Conflict, Extent, Overlap, Pair, Processes};
use rma_dataflow::ids::{EventRef, NodeId, ObjId, PairId, SymId, TermId};
use rma_dataflow::object::{ObjKind, Object, Objects};
use rma_dataflow::skeleton::{Block, Dim};
use rma_dataflow::term::{CommId, Knowledge, Sym, SymKind, Terms};

/// Terms, objects and the candidates of one pair after the other.
#[derive(Default)]
struct Scene {
    terms: Terms,
    objects: Objects,
    pairs: IndexVec<PairId, Pair>,
    candidates: Vec<Candidate>,
}

impl Scene {
    fn new() -> Scene {
        Scene::default()
    }

    fn int(&mut self, c: i64) -> TermId {
        self.terms.int(c)
    }

    fn add_sym(&mut self, kind: SymKind, knowledge: Knowledge, lo: Option<i64>, hi: Option<i64>) -> (SymId, TermId) {
        let name = format!("s{}", self.terms.syms.len());
        let s = self.terms.add_sym(Sym { lo, hi, ..Sym::new(kind, name, knowledge) });
        (s, self.terms.sym(s))
    }

    fn parameter(&mut self, lo: i64, hi: i64) -> TermId {
        self.add_sym(SymKind::Parameter, Knowledge::Known, Some(lo), Some(hi)).1
    }

    fn input(&mut self) -> TermId {
        self.add_sym(SymKind::Input, Knowledge::Input, None, None).1
    }

    fn lost(&mut self) -> TermId {
        self.add_sym(SymKind::Lost, Knowledge::Lost, None, None).1
    }

    fn rank_and_size(&mut self) -> ((SymId, TermId), (SymId, TermId)) {
        let size = self.add_sym(SymKind::Size(CommId::World), Knowledge::Known, Some(1), None);
        let rank = self.add_sym(SymKind::Rank(CommId::World), Knowledge::Known, Some(0), None);
        self.terms.syms[rank.0].below = Some(size.1);
        (rank, size)
    }

    fn object(&mut self, size: Option<i64>) -> ObjId {
        let size = size.map(|s| self.terms.int(s));
        self.objects.push(Object {
            kind: ObjKind::Stack,
            name: "buf".into(),
            size,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        })
    }

    fn dim(&mut self, count: i64, stride: i64) -> Dim {
        Dim { count: self.int(count), stride: self.int(stride) }
    }

    /// `len` bytes at `offset`, in the only instance.
    fn extent(&mut self, offset: TermId, len: i64) -> Extent {
        let (zero, len) = (self.int(0), self.int(len));
        Extent { inst: zero, offset, block: Block { offset: zero, dims: Vec::new(), len: Some(len) } }
    }

    fn overlap(&mut self, first: Extent, second: Option<Extent>) -> Overlap {
        let obj = if self.objects.is_empty() { self.object(None) } else { ObjId::from_usize(0) };
        Overlap { obj, guards: Vec::new(), first, second }
    }

    /// Both accesses to the same four bytes.
    fn same_bytes(&mut self) -> Overlap {
        let zero = self.int(0);
        let e = self.extent(zero, 4);
        self.overlap(e.clone(), Some(e))
    }

    fn pair(&mut self) -> PairId {
        let at = EventRef { node: NodeId::from_usize(0), item: 0, effect: 0 };
        let conflict = Conflict::BothPending;
        let processes = Processes::Same;
        self.pairs.push(Pair { first: at, second: at, conflict, processes, later_iteration: false })
    }

    /// Adds a pair with one candidate.
    fn candidate(&mut self, reach: &[TermId], path: &[TermId], overlaps: Vec<Overlap>) -> &mut Candidate {
        let pair = self.pair();
        let (reach, path) = (reach.to_vec(), path.to_vec());
        self.candidates.push(Candidate {
            pair,
            reach,
            path,
            overlaps,
            lossy: false,
            unknown_pointer: false,
            turned: Vec::new(),
        });
        self.candidates.last_mut().expect("just pushed")
    }

    fn decide_with(&self, options: &SolverOptions) -> IndexVec<PairId, Verdict> {
        decide(&self.terms, &self.objects, &self.pairs, &self.candidates, &self.each_alone(), options)
    }

    /// No two pairs are of the same code.
    fn each_alone(&self) -> IndexVec<PairId, usize> {
        (0..self.pairs.len()).collect()
    }

    fn decide(&self) -> IndexVec<PairId, Verdict> {
        self.decide_with(&SolverOptions { timeout_ms: 5000, jobs: 1, ..SolverOptions::default() })
    }

    /// The verdict of the only pair.
    fn verdict(&self) -> Verdict {
        assert_eq!(self.pairs.len(), 1);
        self.decide()[PairId::from_usize(0)].clone()
    }
}

fn certain(v: &Verdict) -> &Witness {
    match v {
        Verdict::Race { certain: true, witness } => witness,
        other => panic!("not a certain race: {other:?}"),
    }
}

fn is_likely(v: &Verdict) -> bool {
    matches!(v, Verdict::Race { certain: false, .. })
}

fn is_safe(v: &Verdict) -> bool {
    matches!(v, Verdict::Safe { .. })
}

fn lost_names(v: &Verdict) -> Option<Vec<String>> {
    match v {
        Verdict::Unproven { reason: UnprovenReason::LostData { names }, .. } => Some(names.clone()),
        _ => None,
    }
}
