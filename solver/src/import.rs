//! Copies terms of the program into the arena of a query, numbering symbols and objects by first occurrence (theory, 8.2).

use crate::elements::Sizes;
use rma_dataflow::ids::{ObjId, SymId, TermId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{CommId, Process, Sym, SymKind, Term, Terms};
use rustc_hash::FxHashMap;

/// The program's terms with what is looked up in them again and again.
pub(crate) struct Program<'a> {
    pub terms: &'a Terms,
    /// The symbol of each communicator's size.
    sizes: FxHashMap<CommId, SymId>,
    /// What sizes of memory are computed from.
    pub sizes_of_memory: Sizes,
}

impl<'a> Program<'a> {
    pub fn new(terms: &'a Terms, objects: &Objects) -> Program<'a> {
        let mut sizes = FxHashMap::default();
        for (id, sym) in terms.syms.iter_enumerated() {
            // Distinct unknown communicators share a name; their sizes are no bound for each other's ranks.
            if let SymKind::Size(c) = sym.kind
                && c != CommId::Unknown
            {
                sizes.entry(c).or_insert(id);
            }
        }
        Program { terms, sizes, sizes_of_memory: Sizes::of(terms, objects) }
    }
}

pub(crate) struct Importer<'p> {
    program: &'p Program<'p>,
    pub terms: Terms,
    /// Origins of the arena's symbols; `None` for those of the query itself.
    pub origins: Vec<Option<SymId>>,
    done: FxHashMap<TermId, TermId>,
    syms: FxHashMap<SymId, SymId>,
    objs: FxHashMap<ObjId, ObjId>,
    /// Facts about the symbols so far, in the program's arena.
    facts: Vec<TermId>,
    /// Nodes are copied as they are, without simplification.
    plain: bool,
}

impl<'p> Importer<'p> {
    pub fn new(program: &'p Program<'p>) -> Importer<'p> {
        Importer {
            program,
            terms: Terms::default(),
            origins: Vec::new(),
            done: FxHashMap::default(),
            syms: FxHashMap::default(),
            objs: FxHashMap::default(),
            facts: Vec::new(),
            plain: false,
        }
    }

    /// Copies nodes as they are: nothing is simplified by what is known of symbols.
    pub fn plain(program: &'p Program<'p>) -> Importer<'p> {
        Importer { plain: true, ..Importer::new(program) }
    }

    /// A symbol that the program does not have.
    pub fn fresh(&mut self, sym: Sym) -> TermId {
        let s = self.terms.add_sym(sym);
        self.origins.push(None);
        self.terms.sym(s)
    }

    /// Takes the next fact about a symbol that was copied; copying the fact may add more symbols.
    pub fn fact(&mut self) -> Option<TermId> {
        let fact = self.facts.pop()?;
        Some(self.term(fact))
    }

    pub fn term(&mut self, t: TermId) -> TermId {
        if let Some(&done) = self.done.get(&t) {
            return done;
        }
        let out = if self.plain { self.copy(t) } else { self.simplified(t) };
        self.done.insert(t, out);
        out
    }

    fn copy(&mut self, t: TermId) -> TermId {
        let program = self.program;
        let node = match program.terms.get(t) {
            Term::Const(c) => Term::Const(*c),
            Term::Sym(s) => Term::Sym(self.sym(*s)),
            Term::Addr(o, i) => Term::Addr(self.obj(*o), self.term(*i)),
            Term::Lin(c, ts) => Term::Lin(*c, ts.iter().map(|(a, k)| (self.term(*a), *k)).collect()),
            Term::Op(op, a, b) => Term::Op(*op, self.term(*a), self.term(*b)),
            Term::Ite(c, a, b) => Term::Ite(self.term(*c), self.term(*a), self.term(*b)),
            Term::Le0(x) => Term::Le0(self.term(*x)),
            Term::Eq0(x) => Term::Eq0(self.term(*x)),
            Term::Not(x) => Term::Not(self.term(*x)),
            Term::All(ts) => Term::All(self.each(ts).into()),
            Term::Any(ts) => Term::Any(self.each(ts).into()),
            Term::Apply(f, ts) => {
                let ts = self.each(ts);
                Term::Apply(self.terms.function(program.terms.function_name(*f)), ts.into())
            }
        };
        self.terms.intern(node)
    }

    fn simplified(&mut self, t: TermId) -> TermId {
        let program = self.program;
        match program.terms.get(t) {
            Term::Const(c) => self.terms.int(*c),
            Term::Sym(s) => {
                let s = self.sym(*s);
                self.terms.sym(s)
            }
            Term::Addr(o, i) => {
                let (o, i) = (self.obj(*o), self.term(*i));
                self.terms.addr_of(o, i)
            }
            Term::Lin(c, ts) => {
                let mut parts = Vec::with_capacity(ts.len());
                let mut constant = *c;
                for (a, k) in ts {
                    let a = self.term(*a);
                    let (c, inner) = self.terms.linear(a);
                    constant = constant.wrapping_add(c.wrapping_mul(*k));
                    parts.extend(inner.into_iter().map(|(x, q)| (x, q.wrapping_mul(*k))));
                }
                self.terms.from_linear(constant, parts)
            }
            Term::Op(op, a, b) => {
                let (a, b) = (self.term(*a), self.term(*b));
                self.terms.op(*op, a, b)
            }
            Term::Ite(c, a, b) => {
                let (c, a, b) = (self.term(*c), self.term(*a), self.term(*b));
                self.terms.ite(c, a, b)
            }
            Term::Le0(x) => {
                let x = self.term(*x);
                self.terms.le0(x)
            }
            Term::Eq0(x) => {
                let x = self.term(*x);
                self.terms.eq0(x)
            }
            Term::Not(x) => {
                let x = self.term(*x);
                self.terms.not(x)
            }
            Term::All(ts) => {
                let ts = self.each(ts);
                self.terms.all(&ts)
            }
            Term::Any(ts) => {
                let ts = self.each(ts);
                self.terms.any(&ts)
            }
            Term::Apply(f, ts) => {
                let ts = self.each(ts);
                self.terms.apply(program.terms.function_name(*f), &ts)
            }
        }
    }

    fn each(&mut self, ts: &[TermId]) -> Vec<TermId> {
        ts.iter().map(|t| self.term(*t)).collect()
    }

    pub fn obj(&mut self, o: ObjId) -> ObjId {
        let next = ObjId::from_usize(self.objs.len());
        *self.objs.entry(o).or_insert(next)
    }

    fn comm(&mut self, c: CommId) -> CommId {
        match c {
            CommId::Object(o) => CommId::Object(self.obj(o)),
            other => other,
        }
    }

    fn sym(&mut self, s: SymId) -> SymId {
        if let Some(&done) = self.syms.get(&s) {
            return done;
        }
        let all = &self.program.terms.syms;
        let sym = &all[s];
        let (mut lo, mut hi, mut below) = (sym.lo, sym.hi, sym.below);
        // An earlier value obeys the bounds of the symbol itself; a bound that changes with a loop was another then.
        let mut root = sym;
        let mut at = s;
        while let SymKind::Earlier(base, _) = root.kind
            && base < at
        {
            (at, root) = (base, &all[base]);
            lo = lo.max(root.lo);
            hi = hi.into_iter().chain(root.hi).min();
            below = below.or(root.below.filter(|b| !self.program.terms.any_sym(*b, |x| all[x].def_loop.is_some())));
        }
        let kind = match root.kind {
            SymKind::Rank(c) => {
                lo = lo.max(Some(0));
                if c == CommId::SelfComm {
                    hi = Some(0);
                }
                SymKind::Rank(self.comm(c))
            }
            SymKind::Size(c) => {
                lo = lo.max(Some(1));
                // The library returns it as an `int`.
                hi = hi.into_iter().chain([i64::from(i32::MAX)]).min();
                if c == CommId::SelfComm {
                    hi = Some(1);
                }
                SymKind::Size(self.comm(c))
            }
            ref other => other.clone(),
        };
        // What a loop receives in each turn may only tell it to go on: that is no role.
        let process = if sym.def_loop.is_none() { sym.process } else { Process::All };
        let id = self.terms.add_sym(Sym {
            kept: sym.kept,
            usual: sym.usual,
            process,
            lo,
            hi,
            ..Sym::new(kind, "", sym.knowledge)
        });
        self.origins.push(Some(s));
        self.syms.insert(s, id);
        self.facts.extend(sym.fact);
        let below = match below {
            Some(b) => Some(self.term(b)),
            None => match root.kind {
                SymKind::Rank(c) => self.program.sizes.get(&c).map(|&size| {
                    let size = self.sym(size);
                    self.terms.sym(size)
                }),
                _ => None,
            },
        };
        self.terms.syms[id].below = below;
        id
    }
}
