//! Computes the class of each access of the input from the results for the instructions, and the accesses that are
//! dropped.
//!
//! Three rules come before the classes. An access is not dropped if its code was not analysed, or may run in a way that was not
//! analysed. Accesses at one position of the source, in templates or inlined at many places, are dropped everywhere or nowhere. If
//! the program could not be followed as a whole, or callers are unknown, only accesses to stack cells without a pointer to them are
//! dropped. If only the search for pairs was cut off, no access is `safe`, but the class `apart` remains valid.

use super::classes::{At, Classes, Standing};
use rma_cfg::Supergraph;
use rma_frontend::ir::{AccessForm, Accesses, Fate, FuncId, Function, InstKind, Linkage, LocId, Module, RawAccess};
use rma_frontend::load::Loaded;
use rma_reports::SourceLocation;
use rma_reports::describe;
use rma_reports::screen::{self, Class, Strength};
use std::collections::{BTreeMap, BTreeSet};

/// Which accesses the user wants to drop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) strength: Strength,
    pub(crate) keep_threads: bool,
    /// The whole program was analysed; if not, pairs may be missing.
    pub(crate) complete: bool,
    /// There is no entry function.
    pub(crate) library: bool,
}

/// Modules and pairs as the formats have them.
pub(crate) fn decide(loaded: &Loaded, classes: &Classes, wanted: Wanted) -> (Vec<screen::Module>, Vec<screen::Pair>) {
    let module = &loaded.module;
    let graph = Supergraph::build(module);
    let mut decider = Decider::new(module, classes, wanted);
    decider.note_runs(&graph);
    let mut bodies: BTreeMap<(u32, &str), Vec<Decided>> = BTreeMap::new();
    for (id, function) in module.functions.iter_enumerated() {
        if let Some(accesses) = &function.accesses {
            bodies.insert((accesses.module, &function.name), decider.function(id, function, accesses));
        }
    }
    drop_everywhere_or_nowhere(&mut bodies);
    let external = |f: &&Function| f.linkage != Linkage::Internal;
    let used: BTreeMap<&str, &Accesses> = module
        .functions
        .iter()
        .filter(external)
        .filter_map(|f| Some((f.name.as_str(), f.accesses.as_deref()?)))
        .collect();
    let mut numbers: BTreeMap<At, [u32; 3]> = BTreeMap::new();
    let mut modules = Vec::new();
    for (number, file) in (0..).zip(&loaded.files) {
        let mut functions = Vec::new();
        for body in &file.bodies {
            let here = bodies.get(&(number, body.name.as_str()));
            let (accesses, replaced) = match here {
                Some(decided) => (decided.as_slice(), false),
                None => copy_of(&used, &bodies, body),
            };
            if here.is_some() {
                let function = functions.len() as u32;
                numbers.extend(accesses.iter().zip(0..).filter_map(|(one, n)| Some((one.at?, [number, function, n]))));
            }
            let accesses: Vec<screen::Access> = accesses.iter().map(|one| one.access.clone()).collect();
            functions.push(screen::Function {
                name: body.name.clone(),
                source_name: rma_frontend::load::demangled(&body.name),
                fingerprint: format!("{:016x}", body.fingerprint),
                replaced,
                unwatched: screen::Function::is_unwatched(replaced, &accesses),
                accesses,
            });
        }
        modules.push(screen::Module {
            file: file.path.to_string_lossy().into_owned(),
            source: file.source.clone(),
            fingerprint: format!("{:016x}", file.fingerprint),
            rewritten: None,
            functions,
        });
    }
    let number = |at: Option<At>| at.and_then(|at| numbers.get(&at).copied());
    let pair = |(pair, standing): (&super::classes::PairOf, &Standing)| screen::Pair {
        verdict: standing.as_str().to_owned(),
        processes: if pair.two_processes { "two" } else { "one" }.to_owned(),
        first: number(pair.first),
        second: number(pair.second),
        places: pair.places.clone(),
    };
    (modules, classes.pairs.iter().map(pair).collect())
}

/// One access, with what decides on it.
#[derive(Debug, Clone)]
struct Decided {
    access: screen::Access,
    form: AccessForm,
    at: Option<At>,
    place: Option<Place>,
    /// Where the code that it belongs to was inlined: one instance of a function of the source.
    inlined_at: Option<LocId>,
    /// Its code may run.
    runs: bool,
}

struct Decider<'a> {
    module: &'a Module,
    classes: &'a Classes,
    wanted: Wanted,
    worst: BTreeMap<At, Standing>,
    pairs: BTreeMap<At, Vec<u32>>,
    visited: BTreeSet<FuncId>,
    runs: BTreeSet<FuncId>,
}

impl<'a> Decider<'a> {
    fn new(module: &'a Module, classes: &'a Classes, wanted: Wanted) -> Decider<'a> {
        let mut worst: BTreeMap<At, Standing> = BTreeMap::new();
        let mut pairs: BTreeMap<At, Vec<u32>> = BTreeMap::new();
        for (number, (pair, standing)) in (0..).zip(&classes.pairs) {
            for at in BTreeSet::from([pair.first, pair.second]).into_iter().flatten() {
                let entry = worst.entry(at).or_insert(*standing);
                *entry = (*entry).max(*standing);
                pairs.entry(at).or_default().push(number);
            }
        }
        let visited = classes.touches.keys().map(|(func, _)| *func).collect();
        Decider { module, classes, wanted, worst, pairs, visited, runs: BTreeSet::new() }
    }

    /// Functions that run, or may: those that were visited, and those that may be entered unseen.
    fn note_runs(&mut self, graph: &Supergraph) {
        self.runs.extend(&self.visited);
        self.runs.extend(graph.calls.reachable_from(self.classes.unseen.iter().copied()));
    }

    fn function(&self, id: FuncId, function: &Function, accesses: &Accesses) -> Vec<Decided> {
        let known = self.visited.contains(&id) && !self.classes.unseen.contains(&id);
        let one = |(number, raw): (u32, &RawAccess)| {
            let at = match raw.fate {
                Fate::At(value) => Some((id, value)),
                Fate::Local | Fate::Gone => None,
            };
            if raw.form == AccessForm::Call && !self.is_access(function, at) {
                return None;
            }
            let class = self.class(raw, at, known);
            let place = raw.loc.and_then(|loc| self.place(loc));
            let inlined_at = raw.loc.and_then(|loc| self.module.locs.get(loc)?.inlined_at);
            let (file, line, column) = place.clone().unwrap_or_default();
            let local = raw.fate == Fate::Local;
            let shared = at.and_then(|at| self.classes.touches.get(&at)).is_some_and(|touch| touch.shared);
            let dropped =
                raw.form.can_be_dropped() && self.wanted.strength.drops(class) && !(self.wanted.keep_threads && shared);
            let access = screen::Access {
                kind: raw.form.words().to_owned(),
                instruction: raw.index,
                access: number,
                file,
                line,
                column,
                class,
                local,
                dropped,
                pairs: at.and_then(|at| self.pairs.get(&at)).cloned().unwrap_or_default(),
            };
            Some(Decided { access, form: raw.form, at, place, inlined_at, runs: self.runs.contains(&id) })
        };
        (0..).zip(&accesses.list).filter_map(one).collect()
    }

    /// Whether a call touches memory: by what it was seen to do, or if it was not seen, because nothing is known of it.
    fn is_access(&self, function: &Function, at: Option<At>) -> bool {
        let Some(at) = at else { return false };
        if self.classes.touches.contains_key(&at) {
            return true;
        }
        let callee = function.insts.get(at.1).and_then(|inst| match &inst.kind {
            InstKind::Call { callee: rma_frontend::ir::Callee::Direct(f), .. }
            | InstKind::Invoke { callee: rma_frontend::ir::Callee::Direct(f), .. } => self.module.functions.get(*f),
            _ => None,
        });
        let one_sided =
            |name: &str| rma_frontend::api::catalog().lookup(name).is_some_and(rma_frontend::api::Routine::is_rma);
        callee.is_some_and(|f| f.is_declaration() && one_sided(&f.name))
    }

    fn class(&self, raw: &RawAccess, at: Option<At>, known: bool) -> Class {
        let standing = at.and_then(|at| self.worst.get(&at));
        match standing {
            Some(Standing::Race | Standing::Likely) => return Class::Racy,
            Some(Standing::Unproven) => return Class::Watch,
            Some(Standing::Safe) | None => {}
        }
        // No pointer leads to it, whether its code was analysed or not.
        if raw.fate == Fate::Local {
            return Class::Apart;
        }
        let Some(touch) = at.filter(|_| known).and_then(|at| self.classes.touches.get(&at)) else {
            return Class::Unknown;
        };
        if !self.classes.followed {
            return Class::Unknown;
        }
        // Of what a caller passes nothing is known.
        if self.wanted.library || touch.unordered {
            return Class::Watch;
        }
        match (touch.relevant, self.wanted.complete) {
            (false, _) => Class::Apart,
            (true, true) => Class::Safe,
            // There may be pairs that were not looked for.
            (true, false) => Class::Watch,
        }
    }

    fn place(&self, loc: LocId) -> Option<Place> {
        let SourceLocation { file, line, col, .. } = describe::location(self.module, loc);
        (line > 0 && !file.is_empty()).then_some((file, line, col))
    }
}

/// File, line and column.
type Place = (String, u32, u32);

/// A place, the kind of access there, and which one of several it is.
type Position = ((Place, AccessForm), u32);

/// Keeps everywhere what is kept at one place of the source. Code that nothing calls keeps itself, not what was inlined elsewhere.
///
/// Several accesses may have one place: those that a macro makes, or copies of a loop's body. They are distinguished by their
/// order, if each instance of the code has the same number of them.
fn drop_everywhere_or_nowhere(bodies: &mut BTreeMap<(u32, &str), Vec<Decided>>) {
    let mut positions: Vec<Option<Position>> = Vec::new();
    let mut counts: BTreeMap<(Place, AccessForm), BTreeSet<u32>> = BTreeMap::new();
    for body in bodies.values() {
        let mut here: BTreeMap<((Place, AccessForm), Option<LocId>), u32> = BTreeMap::new();
        for one in body {
            let position = one.place.clone().map(|place| {
                let count = here.entry(((place.clone(), one.form), one.inlined_at)).or_default();
                *count += 1;
                ((place, one.form), *count)
            });
            positions.push(position);
        }
        for ((place, _), count) in here {
            counts.entry(place).or_default().insert(count);
        }
    }
    for (place, number) in positions.iter_mut().flatten() {
        if counts.get(place).is_some_and(|counts| counts.len() > 1) {
            *number = 0;
        }
    }
    let keeps =
        |(one, position): (&Decided, &Option<Position>)| position.clone().filter(|_| !one.access.dropped && one.runs);
    let kept: BTreeSet<Position> = bodies.values().flatten().zip(&positions).filter_map(keeps).collect();
    for (one, position) in bodies.values_mut().flatten().zip(&positions) {
        one.access.dropped &= position.as_ref().is_none_or(|position| !kept.contains(position));
    }
}

/// The result for a body that is not in the linked program, because the program has the body of another module instead: the same
/// one, if that is a copy.
fn copy_of<'b>(
    used: &BTreeMap<&str, &Accesses>,
    bodies: &'b BTreeMap<(u32, &str), Vec<Decided>>,
    body: &'b rma_frontend::load::Body,
) -> (&'b [Decided], bool) {
    let other = used.get(body.name.as_str()).filter(|other| !body.internal && other.fingerprint == body.fingerprint);
    let decided = other.and_then(|other| bodies.get(&(other.module, body.name.as_str())));
    (decided.map_or(&[], Vec::as_slice), decided.is_none())
}
