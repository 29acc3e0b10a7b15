//! Windows, and which of them a handle may be (theory, 4.6).

use crate::facts::Facts;
use crate::skeleton::{Area, Block, Event, Place, Skeleton};
use rma_frontend::api::Bank;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{CommId, Substitution, SymKind, Term};
use rustc_hash::FxHashSet;

/// A window.
#[derive(Debug, Clone)]
pub struct Window {
    /// Address of the caller's window memory; `None` for dynamic windows.
    pub base: Option<TermId>,
    /// The instance that its creation made, as a term of the loops around it.
    pub inst: TermId,
    /// Its bytes.
    pub size: Option<TermId>,
    /// Bytes of a unit of displacement.
    pub disp_unit: TermId,
    /// Communicator.
    pub comm: CommId,
    /// The parts of all processes have one size and lie side by side in the order of the ranks.
    pub contiguous: bool,
    /// The library has allocated its memory, and frees it with the window.
    pub allocated: bool,
}

/// The part of another process in a shared window, as memory that the caller reaches directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedPart {
    /// Window handle.
    pub win: TermId,
    /// The rank of the process whose part it is, in the window's communicator.
    pub rank: TermId,
    /// For symmetric memory, the address of the corresponding object of the caller.
    pub base: Option<TermId>,
    /// The instance of the call that gave it, as a term of the loops around it.
    pub inst: TermId,
}

/// What an access touches of one process' memory.
#[derive(Debug, Clone)]
pub struct Owned {
    /// The process whose memory it is, if it is not the caller's own.
    pub part: Option<SharedPart>,
    /// Holds when the pointer leads there, in terms of the caller.
    pub cond: TermId,
    /// The bytes.
    pub area: Area,
}

impl Facts<'_> {
    /// The window that a handle names.
    pub fn window(&self, handle: TermId) -> Option<(ObjId, &Window)> {
        match *self.terms.get(self.the_object(handle)) {
            Term::Addr(o, _) => self.windows.get(&o).map(|w| (o, w)),
            _ => None,
        }
    }

    /// The window that a handle names, with the values that they had where this instance of it was made: of several that one call in a loop
    /// makes, each has its own size.
    pub fn window_used(&mut self, handle: TermId) -> Option<(ObjId, Window)> {
        let (window, data) = self.window(handle)?;
        let mut data = data.clone();
        let Term::Addr(_, used) = *self.terms.get(self.the_object(handle)) else { return None };
        let mut s = self.instance_used(data.inst, used);
        let mut of = |t: TermId| self.terms.subst(t, &mut s);
        (data.base, data.size) = (data.base.map(&mut of), data.size.map(&mut of));
        (data.disp_unit, data.inst) = (of(data.disp_unit), used);
        Some((window, data))
    }

    /// The communicator of a window. If the handle may be one of several windows, the communicator that they share.
    pub fn comm_of_window(&self, handle: TermId) -> CommId {
        if let Some((_, w)) = self.window(handle) {
            return w.comm;
        }
        let Term::Ite(_, a, b) = *self.terms.get(handle) else { return CommId::Unknown };
        match (self.comm_of_window(a), self.comm_of_window(b)) {
            (a, b) if a == b => a,
            _ => CommId::Unknown,
        }
    }

    /// The only object that a handle can be where the program uses it: on paths on which the handle is null, it is not used.
    pub fn the_object(&self, handle: TermId) -> TermId {
        match *self.terms.get(handle) {
            Term::Ite(_, a, b) => {
                let (a, b) = (self.the_object(a), self.the_object(b));
                let object = |t: TermId| matches!(self.terms.get(t), Term::Addr(..));
                let one_of = |t: TermId| matches!(self.terms.get(t), Term::Ite(..)) && !self.objects_in(t).is_empty();
                match (object(a), object(b)) {
                    (true, false) if !one_of(b) => a,
                    (false, true) if !one_of(a) => b,
                    _ => handle,
                }
            }
            _ => handle,
        }
    }
}

impl Facts<'_> {
    /// The windows that a handle may be; the displacement of an operation is in units of the first.
    pub fn windows_in(&mut self, win: TermId) -> Vec<ObjId> {
        self.alternatives(win).into_iter().map(|(_, o, _)| o).collect()
    }

    /// The windows that a handle may be, each with its condition and, where that is known, its instance.
    pub fn alternatives(&mut self, win: TermId) -> Vec<(TermId, ObjId, Option<TermId>)> {
        let yes = self.terms.truth(true);
        if let Term::Addr(o, used) = *self.terms.get(win) {
            return vec![(yes, o, Some(used))];
        }
        let objects = self.objects_in(win);
        let places = self.places(win);
        if !places.unknown && objects.iter().all(|o| places.list.iter().any(|p| p.obj == *o)) {
            return places.list.into_iter().map(|p| (p.guard, p.obj, Some(p.inst))).collect();
        }
        objects.into_iter().map(|o| (yes, o, None)).collect()
    }

    /// An area by whose memory its places are in: the caller's own, or another process' part of a shared window. A pointer may be a choice of
    /// several.
    pub fn by_owner(&mut self, area: &Area) -> Vec<Owned> {
        let yes = self.terms.truth(true);
        let (shared, own): (Vec<Place>, Vec<Place>) =
            area.places.iter().copied().partition(|p| self.shared.contains_key(&p.obj));
        let mut out = Vec::new();
        if !own.is_empty() || area.unknown || shared.is_empty() {
            out.push(Owned { part: None, cond: yes, area: Area { places: own, ..area.clone() } });
        }
        for p in shared {
            let Some(part) = self.shared.get(&p.obj).copied() else { continue };
            let part = self.part_of_instance(part, p.inst);
            out.push(Owned { part: Some(part), cond: p.guard, area: self.in_window(&p, &area.blocks, part) });
        }
        // A pointer that is not known may lead into any of them.
        if area.unknown {
            let mut parts: Vec<SharedPart> = self.shared.values().copied().collect();
            parts.sort_unstable_by_key(|p| (p.win, p.rank, p.base));
            parts.dedup();
            let anywhere = || Area { places: Vec::new(), unknown: true, blocks: area.blocks.clone() };
            out.extend(parts.into_iter().map(|part| Owned { part: Some(part), cond: yes, area: anywhere() }));
        }
        out
    }

    /// The part that a call has given in one of the iterations of the loops around it.
    fn part_of_instance(&mut self, part: SharedPart, used: TermId) -> SharedPart {
        let mut s = self.instance_used(part.inst, used);
        let mut of = |t: TermId| self.terms.subst(t, &mut s);
        SharedPart { win: of(part.win), rank: of(part.rank), base: part.base.map(&mut of), inst: used }
    }

    /// The values of the counters of loops around a creation, for the instance that is used.
    pub fn instance_used(&self, made: TermId, used: TermId) -> Substitution {
        let parts = |t: TermId| match self.terms.get(t) {
            Term::Apply(_, ts) => ts.to_vec(),
            _ => vec![t],
        };
        let mut s = Substitution::new();
        for (made, used) in parts(made).into_iter().zip(parts(used)) {
            if let Term::Sym(x) = *self.terms.get(made) {
                s.insert(x, used);
            }
        }
        s
    }

    /// A place in another process' part of a shared window as an area of its window memory: the memory as places, in terms of
    /// the owner, the path into it as blocks, in terms of the caller.
    fn in_window(&mut self, place: &Place, blocks: &[Block], part: SharedPart) -> Area {
        let mut area = Area { places: Vec::new(), unknown: false, blocks: Vec::new() };
        for b in blocks {
            let offset = self.terms.add(place.offset, b.offset);
            area.blocks.push(Block { offset, ..b.clone() });
        }
        let yes = self.terms.truth(true);
        let windows = match (part.base, self.window(part.win)) {
            (Some(base), _) => vec![(yes, Some(base))],
            (None, Some((_, w))) => vec![(yes, w.base)],
            (None, None) => {
                let all = self.alternatives(part.win);
                all.into_iter().map(|(named, o, _)| (named, self.windows.get(&o).and_then(|w| w.base))).collect()
            }
        };
        area.unknown |= windows.is_empty();
        for (named, base) in windows {
            let Some(base) = base else {
                area.unknown = true;
                continue;
            };
            let places = self.places(base);
            area.unknown |= places.unknown;
            area.places.extend(places.list.into_iter().map(|p| Place { named, ..p }));
        }
        area
    }
}

impl Facts<'_> {
    /// Whether a condition contains values that were read from windows. Other processes decide these values, so they imply nothing that the
    /// analysis knows about those processes.
    pub fn speaks_of_windows(&self, cond: TermId) -> bool {
        self.terms.any_sym(cond, |x| self.is_from_window(x))
    }

    /// Whether a symbol is a value from a window, now or at an earlier time.
    pub fn is_from_window(&self, x: SymId) -> bool {
        let x = self.copied.get(&x).copied().unwrap_or(x);
        match self.terms.syms[x].kind {
            SymKind::Earlier(of, _) => self.from_windows.contains(&of),
            _ => self.from_windows.contains(&x),
        }
    }
}

/// Objects that operations touch at their targets, or that windows are made of.
pub fn window_memory(facts: &mut Facts, skeleton: &Skeleton) -> FxHashSet<ObjId> {
    let mut out = FxHashSet::default();
    for item in skeleton.nodes.iter().flat_map(|n| &n.items) {
        if let Event::Issue(issue) = &item.event {
            let at_target = issue.effects.iter().filter(|e| e.bank == Bank::Target);
            out.extend(at_target.flat_map(|e| &e.area.places).map(|p| p.obj));
        }
    }
    let reached = facts.shared.values().filter_map(|part| part.base);
    let bases: Vec<TermId> = facts.windows.values().filter_map(|w| w.base).chain(reached).collect();
    for base in bases {
        out.extend(facts.places(base).list.iter().map(|p| p.obj));
    }
    // The memory of others that a process reaches directly.
    out.extend(facts.shared.keys().copied());
    out
}
