//! One window that is made at several places of the program: `if (rank == 0) MPI_Win_create(memory, ..) else
//! MPI_Win_create(NULL, 0, ..)` is one collective call (MPI 4.1, 12.2.1).

use super::Product;
use crate::interp::Interp;
use crate::object::ObjId;
use crate::skeleton::{Event, OrderKind, Place, Skeleton};
use crate::term::{CommId, Term, TermId};

/// A place that makes a window.
struct Maker {
    window: ObjId,
    comm: CommId,
    reach: Vec<TermId>,
}

/// Finds windows that are made in branches which exclude each other, the n-th of one branch with the n-th of the other.
pub(super) fn unite(interp: &mut Interp, skeleton: &Skeleton) {
    let mut makers = Vec::new();
    for node in &skeleton.nodes {
        for item in &node.items {
            if let Event::Order(o) = &item.event
                && let OrderKind::Collective { makes: Some(window), .. } = o.kind
                && node.loops.is_empty()
            {
                makers.push(Maker { window, comm: o.comm, reach: node.reach.clone() });
            }
        }
    }
    for n in 0..makers.len() {
        for m in n + 1..makers.len() {
            let (a, b) = (&makers[n], &makers[m]);
            if a.comm != b.comm {
                continue;
            }
            let excluding = a.reach.iter().copied().find(|c| {
                let not = interp.terms.not(*c);
                b.reach.contains(&not)
            });
            let Some(c) = excluding else { continue };
            let not = interp.terms.not(c);
            let nth = |list: &[Maker], of: usize, cond: TermId| {
                list[..of].iter().filter(|x| x.comm == list[of].comm && x.reach.contains(&cond)).count()
            };
            if nth(&makers, n, c) == nth(&makers, m, not) {
                let one = interp.api.one_window.get(&a.window).copied().unwrap_or(a.window);
                interp.api.one_window.insert(a.window, one);
                interp.api.one_window.insert(b.window, one);
            }
        }
    }
}

impl Product<'_, '_> {
    /// The window object that stands for all places that make the window.
    pub(super) fn window(&self, win: TermId) -> Option<ObjId> {
        match self.interp.terms.get(self.interp.the_object(win)) {
            Term::Addr(o, _) => Some(self.interp.api.one_window.get(o).copied().unwrap_or(*o)),
            _ => None,
        }
    }

    /// Whether two handles mean one window.
    pub(super) fn same_window(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.one(a), self.one(b));
        self.interp.terms.eq(a, b)
    }

    fn one(&mut self, win: TermId) -> TermId {
        match *self.interp.terms.get(self.interp.the_object(win)) {
            Term::Addr(o, inst) => match self.interp.api.one_window.get(&o) {
                Some(&one) => self.interp.terms.addr_of(one, inst),
                None => win,
            },
            _ => win,
        }
    }

    /// Memory of the window at targets that have made it elsewhere.
    pub(super) fn made_elsewhere(&mut self, win: Option<TermId>, places: &mut Vec<Place>) {
        let Some(Term::Addr(own, _)) = win.map(|w| self.interp.terms.get(self.interp.the_object(w)).clone()) else {
            return;
        };
        let Some(&one) = self.interp.api.one_window.get(&own) else { return };
        let reach_of = |product: &Self, window: ObjId| {
            product.skeleton.nodes.iter().find_map(|n| {
                let made = n.items.iter().any(|i| match &i.event {
                    Event::Order(o) => matches!(o.kind, OrderKind::Collective { makes: Some(w), .. } if w == window),
                    _ => false,
                });
                made.then(|| n.reach.clone())
            })
        };
        let members: Vec<ObjId> =
            self.interp.api.one_window.iter().filter(|(_, o)| **o == one).map(|(w, _)| *w).collect();
        places.clear();
        for window in members {
            let reach = reach_of(self, window).unwrap_or_default();
            let here = self.interp.terms.all(&reach);
            let Some(base) = self.interp.api.windows.get(&window).and_then(|w| w.base) else { continue };
            for p in self.interp.places(base).list {
                let guard = self.interp.terms.all(&[here, p.guard]);
                places.push(Place { guard, ..p });
            }
        }
    }
}
