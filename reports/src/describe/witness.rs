//! The witness in the program's words: each value that matters once, by its name in the source and where the program gets it.

use super::Describer;
use super::code::without_template_arguments;
use super::values::Values;
use crate::finding::{Binding, ByteRange, Witness};
use rma_dataflow::candidate::{Conflict, Misuse, Pair, Processes};
use rma_dataflow::ids::{CtxId, EventRef, LoopId, ObjId, SymId, TermId};
use rma_dataflow::object::TEMPORARY;
use rma_dataflow::term::{CommId, Knowledge, Process, SymKind, Term};
use rma_dataflow::{Role, SymKey};
use rma_frontend::ir::{InstKind, LocId, Operand, TypeKind, ValueId};
use rma_frontend::load::qualified;
use rma_solver::Verdict;
use std::collections::BTreeSet;

/// Names of values that mean nothing to a reader.
const NAMELESS: [&str; 7] = ["?", "index", TEMPORARY, "a run-time value", "way to combine", "another chunk", ""];

/// How the names of the routines begin by which flang's run-time library reads an item.
const FORTRAN_INPUT: &str = "_FortranAioInput";

/// The symbol of what the library grants.
pub(super) const THREAD_LEVEL: &str = "thread level of the library";

/// A level of thread support (MPI 4.1, 11.6), as MPICH and Open MPI number them.
pub(super) fn thread_level(value: i64) -> Option<String> {
    let names = ["MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"];
    names.get(usize::try_from(value).ok()?).map(|name| (*name).to_owned())
}

impl Describer<'_> {
    /// The witness of a race.
    pub(super) fn witness(&self, pair: &Pair, verdict: &Verdict) -> Option<Witness> {
        self.witness_of(pair, super::target::SIDES, verdict)
    }

    /// The witness of a race whose accesses are those of `sides`.
    pub(super) fn witness_of(&self, pair: &Pair, sides: [Process; 2], verdict: &Verdict) -> Option<Witness> {
        // The process of (1) is the first one.
        let side = |process: Process| match sides.iter().position(|side| *side == process) {
            Some(0) => Process::FIRST,
            Some(_) => Process::SECOND,
            None => process,
        };
        let Verdict::Race { witness: w, .. } = verdict else { return None };
        let mut out = Witness { processes: w.processes.and_then(|p| u64::try_from(p).ok()), ..Witness::default() };
        let matter = Matter::of(self, pair, w);
        let later = self.turned(pair, verdict).is_some();
        for (s, value) in &w.assignment {
            let sym = &self.analysis.facts.terms.syms[*s];
            let (of, kind) = self.original(*s);
            let whose = self.whose(pair, *s, w);
            let binding = match kind {
                SymKind::Rank(comm) => {
                    let Some(name) = self.rank_name(comm, pair, side(sym.process)) else { continue };
                    out.ranks.push(Binding { name, value: value.to_string(), whose, location: None });
                    continue;
                }
                SymKind::Counter(l) if !self.is_around(pair, l, side(sym.process)) => continue,
                // Which iteration it is says something where other iterations do not race, or touch other bytes.
                SymKind::Counter(_) if !later && !matter.is_needed(*s, *value) => continue,
                SymKind::Counter(l) => {
                    let earlier = sym.kind != kind;
                    // That of a loop that was left before (2) is its value at the exit.
                    if pair.processes == Processes::Same && !earlier && !self.is_in(pair.second, l) {
                        continue;
                    }
                    let Some(binding) = self.iteration(l, *value, earlier, pair, later) else { continue };
                    out.iterations.push(Binding { whose, ..binding });
                    continue;
                }
                SymKind::Size(_) | SymKind::Index => continue,
                // It is one of the addresses that the program sends, by its number among them.
                _ if matches!(self.analysis.origins.get(&of), Some(SymKey::Site(_, _, Role::ReceivedAddress))) => {
                    continue;
                }
                // The steps say which thread makes which access.
                _ if self.is_thread_number(of) && pair.conflict != Conflict::Misuse(Misuse::ThreadLevel) => continue,
                _ if self.is_end_of_loop(of) => continue,
                _ => match self.value_name(of) {
                    Some((name, loc)) if matter.is_needed(*s, *value) => {
                        let level = sym.name == THREAD_LEVEL;
                        let text = self.analysis.texts.named(*value).map(|text| format!("\"{text}\""));
                        let text = text.or_else(|| self.pointer(of, *value));
                        let text = text.or_else(|| level.then(|| thread_level(*value)).flatten());
                        Binding {
                            name,
                            value: text.unwrap_or_else(|| value.to_string()),
                            whose,
                            location: loc.map(|loc| self.code.at(loc)),
                        }
                    }
                    _ => continue,
                },
            };
            out.assignments.push(binding);
        }
        for list in [&mut out.ranks, &mut out.iterations, &mut out.assignments] {
            once(list);
        }
        out.ranks.sort_by_key(|binding| binding.name.contains("of (2)"));
        without_known_places(&mut out.ranks);
        out.bytes = w.bytes.map(|b| {
            let memory = self.memory_of(b.obj).map(|memory| memory.name);
            let object = memory.unwrap_or_else(|| "the memory".to_owned());
            ByteRange { object, start: b.start, end: b.start + b.len }
        });
        Some(out)
    }

    /// Whether a loop is around the access of a process; iterations of other loops do not matter for the access.
    fn is_around(&self, pair: &Pair, l: LoopId, process: Process) -> bool {
        let around = |at: EventRef| self.is_in(at, l);
        match process {
            Process::Racing(0) => around(pair.first),
            Process::Racing(_) => around(pair.second),
            _ => around(pair.first) || around(pair.second),
        }
    }

    fn is_in(&self, at: EventRef, l: LoopId) -> bool {
        self.analysis.skeleton.nodes[at.node].loops.contains(&l)
    }

    /// The symbol that a symbol is a copy, or an earlier value of, and what kind that is.
    pub(super) fn original(&self, s: SymId) -> (SymId, SymKind) {
        let syms = &self.analysis.facts.terms.syms;
        let mut at = s;
        loop {
            at = match (self.analysis.facts.copied.get(&at), &syms[at].kind) {
                (Some(of), _) => *of,
                (None, SymKind::Earlier(of, _)) => *of,
                (None, kind) => return (at, kind.clone()),
            }
        }
    }

    /// The process whose value a symbol is, if each of the two accesses has one.
    fn whose(&self, pair: &Pair, s: SymId, w: &rma_solver::Witness) -> Option<String> {
        let sym = &self.analysis.facts.terms.syms[s];
        match (pair.processes, sym.process) {
            (Processes::Two, Process::Racing(_)) => Some(self.actor(w, sym.process).to_string()),
            (Processes::Two, Process::Target) => Some("the target".to_owned()),
            _ => None,
        }
    }

    /// The name of a rank in a communicator. The steps show the rank in the world.
    #[allow(clippy::unnecessary_wraps, reason = "as the names of other symbols")]
    fn rank_name(&self, comm: CommId, pair: &Pair, process: Process) -> Option<String> {
        let which = match (pair.processes, process) {
            (Processes::Two, Process::Racing(0)) => " of (1)",
            (Processes::Two, Process::Racing(_)) => " of (2)",
            (_, Process::Target) => " of the target",
            (_, Process::Third | Process::Sender(..) | Process::Helper(..)) => " of another process",
            _ => "",
        };
        match self.communicator(comm) {
            None => Some(format!("rank{which}")),
            Some(name) => Some(format!("rank{which} in {name}")),
        }
    }

    /// An iteration of a loop of the program: by the value of the loop variable if that is known, else by the number of
    /// the iteration.
    fn iteration(&self, l: LoopId, turn: i64, earlier: bool, pair: &Pair, later: bool) -> Option<Binding> {
        let data = &self.analysis.skeleton.loops[l];
        let loc = data.loc?;
        let at = Some(self.code.at(loc)).filter(crate::SourceLocation::is_known)?;
        if data.recursion {
            return None;
        }
        let which = match (pair.processes, earlier) {
            (Processes::Same, true) => " at (1)",
            (Processes::Same, false) if later => " at (2)",
            _ => "",
        };
        let (name, value) = match self.code.loop_variable(loc) {
            Some((name, Some((first, step)))) => {
                (format!("`{name}`"), first.checked_add(step.checked_mul(turn)?)?.to_string())
            }
            Some((name, None)) if turn == 0 => (format!("`{name}`"), "its first value".to_owned()),
            Some((name, None)) => (format!("`{name}`"), format!("its value in turn {}", turn + 1)),
            None => ("turn".to_owned(), (turn + 1).to_string()),
        };
        Some(Binding { name: format!("{name}{which}"), value, whose: None, location: Some(at) })
    }

    /// Whether a symbol is the value of a call in the head of a loop when the loop ends: it only describes the end of the loop.
    fn is_end_of_loop(&self, s: SymId) -> bool {
        let name = &self.analysis.facts.terms.syms[s].name;
        matches!(self.analysis.origins.get(&s), Some(SymKey::Final(_)))
            && self.module.functions.iter().any(|function| function.display_name() == name)
    }

    /// The member of a structure at an offset of an object, as a load of it is written.
    fn member(&self, obj: ObjId, offset: TermId) -> Option<String> {
        let object = &self.analysis.facts.objects[obj];
        let offset = self.constant(offset)?;
        let function = &self.module.functions[self.analysis.facts.contexts.all[object.ctx?].func];
        let is_member = |path: &String| {
            path.strip_prefix(object.name.as_str()).is_some_and(|rest| rest.starts_with('.')) && !path.contains('[')
        };
        function.insts.iter().find_map(|inst| {
            let InstKind::Load { ptr: Operand::Value(ptr), .. } = &inst.kind else { return None };
            let at = match &function.insts.get(*ptr)?.kind {
                InstKind::Gep { offset, scaled, .. } if scaled.is_empty() => *offset,
                InstKind::Gep { .. } => return None,
                _ => 0,
            };
            self.code.path(inst.loc.filter(|_| at == offset)?).filter(is_member)
        })
    }

    /// A part of a variable by its first byte, where the member is not known.
    fn part(&self, obj: ObjId, offset: TermId) -> Option<String> {
        let name = self.memory_of(obj)?.name;
        let offset = self.constant(offset).filter(|offset| *offset > 0)?;
        Some(format!("the value at byte {offset} of `{name}`"))
    }

    /// A value of a buffer that a call fills, whose first argument is the buffer.
    fn received(&self, loc: LocId, callee: &str) -> Option<String> {
        if super::members::is_reader(callee) {
            return Some("a value read from a file".to_owned());
        }
        let fills = ["MPI_Get", "MPI_Rget", "MPI_Recv", "MPI_Irecv", "MPI_Mrecv", "MPI_Bcast"];
        let arguments = self.code.arguments(loc, callee).filter(|_| fills.contains(&callee))?;
        Some(format!("a value received in `{}`", crate::source::scan::pointee(arguments.first()?)?))
    }

    /// The variable that a call of `scanf` or one of its kin stores an item to, by the position of its argument.
    fn scanned(&self, loc: LocId, callee: &str, position: usize) -> Option<String> {
        self.argument(loc, callee, position)
    }

    /// The item of a `read` statement of Fortran that a call of the run-time library is for: there is one call for each, in their order.
    fn read_item(&self, ctx: CtxId, call: ValueId, loc: LocId) -> Option<String> {
        let items = self.code.read_items(loc)?;
        let function = &self.module.functions[self.analysis.facts.contexts.all[ctx].func];
        let reads = |value: &ValueId| self.callee_of(ctx, *value).is_some_and(|name| name.starts_with(FORTRAN_INPUT));
        let is_here = |value: &ValueId| {
            function.insts[*value].loc.map(|l| self.module.locs[l].line) == Some(self.module.locs[loc].line)
        };
        let calls: Vec<ValueId> = function.insts.indices().filter(is_here).filter(reads).collect();
        let item = calls.iter().position(|value| *value == call)?;
        (calls.len() == items.len()).then(|| items.get(item).cloned())?
    }

    /// The position of the argument that a value of a scanned text is stored through.
    fn scanned_item(&self, of: TermId) -> Option<usize> {
        let terms = &self.analysis.facts.terms;
        let Term::Apply(function, arguments) = terms.get(of) else { return None };
        let [_, _, item] = arguments[..] else { return None };
        if terms.function_name(*function) != "scanned" {
            return None;
        }
        match terms.get(item) {
            Term::Const(item) => usize::try_from(*item).ok(),
            _ => None,
        }
    }

    /// The variable that the result of a call is assigned to, and the position of this assignment: in the function itself or, if
    /// the function only returns the result, in its caller.
    fn handed_on(&self, ctx: CtxId, loc: LocId, callee: &str) -> Option<(String, LocId)> {
        let own = self.code.result(loc, callee);
        let returned = match &own {
            Some(name) => self.code.is_returned(loc, name),
            None => self.code.is_return(loc, callee),
        };
        let context = &self.analysis.facts.contexts.all[ctx];
        let function = self.module.functions[context.func].display_name();
        let outer = context.call_loc.zip(context.caller).filter(|_| returned);
        let of_caller = outer.and_then(|(call, (caller, _))| self.handed_on(caller, call, function));
        of_caller.or_else(|| own.map(|name| (name, loc)))
    }

    /// The name of a value in the source, and where the program gets it. What stands so in the source is in quotes.
    pub(super) fn value_name(&self, s: SymId) -> Option<(String, Option<rma_frontend::ir::LocId>)> {
        let sym = &self.analysis.facts.terms.syms[s];
        let own = || {
            let name = qualified(&sym.name).unwrap_or_else(|| sym.name.clone());
            if name == "argv[..]" {
                return Some("a program argument".to_owned());
            }
            if let Some((argument, routine)) = name.split_once(" of ")
                && let Some(position) = rma_frontend::api::catalog().lookup(routine).and_then(|row| row.arg(argument))
            {
                let variable = sym.loc.and_then(|loc| self.argument(loc, routine, position));
                return Some(variable.map_or_else(|| format!("`{argument}` of `{routine}`"), quote));
            }
            let bare = name.strip_suffix("(..)").or_else(|| name.strip_prefix("result of ")).unwrap_or(&name);
            if self.module.functions.iter().any(|f| [bare, source_name(bare)].contains(&f.display_name())) {
                return Some(result_of(bare));
            }
            let words = name.contains(['(', ' ', '`']);
            (!NAMELESS.contains(&name.as_str())).then(|| if words { name } else { quote(name) })
        };
        let mut place = sym.loc;
        let read = match self.analysis.origins.get(&s) {
            // The coordinates of a process follow from its rank, and whether it is on another node from the nodes.
            Some(SymKey::Coordinate(..) | SymKey::Tie(_, true) | SymKey::Site(_, _, Role::Coordinate(_))) => {
                return None;
            }
            Some(SymKey::Site(_, _, Role::ReceivedAddress)) => {
                return Some(("the received address".to_owned(), sym.loc));
            }
            Some(SymKey::Site(_, _, Role::QueueFull)) => return Some(("the queue is full".to_owned(), sym.loc)),
            Some(SymKey::Site(ctx, value, role)) => {
                let (loc, callee) = self.of_program(sym.loc?, self.callee_of(*ctx, *value));
                place = Some(loc);
                match (role, callee) {
                    (Role::Extent(d), Some(callee)) => {
                        self.argument(loc, &callee, 2).map(|name| quote(format!("{name}[{d}]")))
                    }
                    (Role::Scanned(item), Some(callee)) => {
                        self.scanned(loc, source_name(&callee), *item as usize).map(quote)
                    }
                    (Role::Output(arg) | Role::Received(arg), Some(callee)) if !callee.starts_with(FORTRAN_INPUT) => {
                        self.argument(loc, source_name(&callee), *arg).map(quote)
                    }
                    (Role::ReceivedBytes(arg, offset), Some(callee)) => {
                        Some(self.written(*ctx, loc, source_name(&callee), *arg, Some(i64::from(*offset))))
                    }
                    (Role::ReceivedElement(arg, number), Some(callee)) => {
                        let argument = self.argument(loc, source_name(&callee), *arg);
                        argument.map(|name| quote(format!("{name}[{number}]")))
                    }
                    (_, Some(callee)) if callee.starts_with(FORTRAN_INPUT) => {
                        self.read_item(*ctx, *value, loc).map(quote)
                    }
                    (_, Some(callee)) => {
                        if let Some((name, loc)) = self.handed_on(*ctx, loc, source_name(&callee)) {
                            return Some((quote(name), Some(loc)));
                        }
                        let negated = self.code.negated(loc).filter(|_| callee.ends_with("::operator!"));
                        negated.map(quote).or_else(|| {
                            own().map(|name| match name.as_str() {
                                _ if name == quote(&callee) => result_of(&callee),
                                "a received value" => self.received(loc, &callee).unwrap_or(name),
                                _ => name,
                            })
                        })
                    }
                    (_, None) => self.code.path(loc).or_else(|| self.code.assigned(loc)).map(quote),
                }
            }
            Some(
                SymKey::Final(of)
                | SymKey::FinalPositive(of)
                | SymKey::AtRoot(of)
                | SymKey::Copy(of, _)
                | SymKey::Later(of, _),
            ) => return self.value_name(*of),
            Some(SymKey::Cell(_, obj, _, offset) | SymKey::JoinCell(_, _, obj, _, offset)) => {
                let at = self.constant(*offset).and_then(|offset| self.member_at(*obj, offset));
                at.or_else(|| self.member(*obj, *offset)).map(quote).or_else(|| self.part(*obj, *offset))
            }
            Some(SymKey::Parameter(of)) => {
                if let Some(name) = self.of_same_bytes(*of) {
                    return Some((name, sym.loc));
                }
                let callee = sym.name.split('(').next().filter(|name| !name.is_empty() && !name.contains('['));
                let at = sym.loc.map(|loc| self.of_program(loc, callee.map(str::to_owned)));
                place = at.as_ref().map(|(loc, _)| *loc);
                let named = at.and_then(|(loc, callee)| match callee.as_deref().map(source_name) {
                    Some(callee) => self
                        .scanned_item(*of)
                        .and_then(|item| self.scanned(loc, callee, item))
                        .or_else(|| self.code.result(loc, callee))
                        .or_else(|| self.code.assigned(loc)),
                    None => self.code.assigned(loc),
                });
                named.map(quote).or_else(|| sym.name.strip_suffix("(..)").map(result_of))
            }
            Some(SymKey::Counter(l)) => {
                return self
                    .loop_at(*l)
                    .map(|_| ("iterations of the loop".to_owned(), self.analysis.skeleton.loops[*l].loc));
            }
            _ => None,
        };
        Some((read.or_else(own)?, place))
    }

    /// The call of the program, with its callee, where the compiler has inlined a function of the library (`atoi`) around one.
    fn of_program(&self, loc: LocId, callee: Option<String>) -> (LocId, Option<String>) {
        let (mut loc, mut callee) = (loc, callee);
        while self.places.is_of_system(loc)
            && let Some(site) = self.module.locs[loc].inlined_at
        {
            callee = Some(self.code.at(loc).function);
            loc = site;
        }
        (loc, callee)
    }

    /// The variable that an argument of a call points at.
    fn argument(&self, loc: LocId, callee: &str, position: usize) -> Option<String> {
        crate::source::scan::pointee(self.code.arguments(loc, callee)?.get(position)?)
    }

    /// `NULL`, or not, for a value that is a pointer.
    fn pointer(&self, s: SymId, value: i64) -> Option<String> {
        let is_given = if value == 0 { "NULL" } else { "not NULL" };
        // What a program asks for by a name is a text, or nothing.
        if self.analysis.facts.texts.contains(&s) {
            return Some(is_given.to_owned());
        }
        let SymKey::Site(ctx, inst, role) = self.analysis.origins.get(&s)? else { return None };
        let stored = |role: &Role| {
            matches!(
                role,
                Role::Output(_)
                    | Role::Received(_)
                    | Role::ReceivedBytes(..)
                    | Role::ReceivedElement(..)
                    | Role::Scanned(_)
            )
        };
        if stored(role) {
            return None;
        }
        let function = &self.module.functions[self.analysis.facts.contexts.all[*ctx].func];
        let inst = function.insts.get(*inst)?;
        let is_pointer = matches!(self.module.types[inst.ty].kind, TypeKind::Ptr);
        is_pointer.then(|| is_given.to_owned())
    }

    /// The values on which a race that may happen depends, as the end of a sentence.
    pub(super) fn depends(&self, pair: &Pair, verdict: &Verdict) -> String {
        let Verdict::Race { certain: false, witness: w } = verdict else { return String::new() };
        let matter = Matter::of(self, pair, w);
        let terms = &self.analysis.facts.terms;
        let mut symbols: BTreeSet<SymId> = BTreeSet::new();
        for condition in &matter.conditions {
            terms.for_each_sym(*condition, &mut |s| _ = symbols.insert(s));
        }
        let decides = |s: &SymId| {
            let value = w.assignment.iter().find(|(known, _)| known == s).map(|(_, value)| *value);
            value.is_none_or(|value| matter.is_needed(*s, value))
        };
        let names = self.names_of_data(symbols.into_iter().filter(decides));
        if !names.is_empty() {
            return format!("; whether it happens depends on {names}, which the program learns at run time");
        }
        // The solver looks at more than the conditions of the path.
        let names = self.names_of_data(w.assignment.iter().map(|(s, _)| *s));
        match names.is_empty() {
            true => "; whether it happens depends on data that the program learns at run time".to_owned(),
            false => format!("; whether it happens can depend on {names}, which the program learns at run time"),
        }
    }

    /// Those of some symbols whose values the program learns at run time, by name and place; not more than a reader wants to know.
    fn names_of_data(&self, symbols: impl Iterator<Item = SymId>) -> String {
        let terms = &self.analysis.facts.terms;
        let mut names: Vec<String> = Vec::new();
        for s in symbols.filter(|s| terms.syms[*s].knowledge() != Knowledge::Known) {
            let (of, _) = self.original(s);
            if self.is_thread_number(of) {
                continue;
            }
            let Some((name, loc)) = self.value_name(of) else { continue };
            let at = loc.map(|loc| self.code.at(loc)).filter(crate::SourceLocation::is_known);
            let place = at.map(|at| format!(" ({}:{})", super::memory::short_file(&at.file), at.line));
            let text = name + &place.unwrap_or_default();
            if !names.contains(&text) {
                names.push(text);
            }
        }
        names.truncate(DECISIVE);
        let last = names.pop().unwrap_or_default();
        if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
    }
}

/// The largest number of values that decide about a race and are named.
const DECISIVE: usize = 3;

fn quote(name: impl AsRef<str>) -> String {
    format!("`{}`", name.as_ref())
}

/// The name of a routine in a program, which the headers of the C library may replace by one of a version of the standard, and a
/// Fortran compiler by that of its run-time library.
fn source_name(routine: &str) -> &str {
    match routine {
        "_FortranAArgumentCount" => "command_argument_count",
        _ => ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| routine.strip_prefix(prefix)).unwrap_or(routine),
    }
}

fn result_of(routine: &str) -> String {
    match routine.strip_prefix("_FortranA").filter(|_| source_name(routine) == routine) {
        Some(_) => format!("the result of {}", super::words::spoken(routine)),
        None => format!("the result of `{}`", without_template_arguments(source_name(routine))),
    }
}

/// Merges equal values of one name: a value that holds for both processes is shown without a process.
fn once(list: &mut Vec<Binding>) {
    let mut out: Vec<Binding> = Vec::new();
    for binding in list.drain(..) {
        let alike =
            |b: &&mut Binding| b.name == binding.name && b.location == binding.location && b.value == binding.value;
        match out.iter_mut().find(alike) {
            Some(known) if known.whose != binding.whose => known.whose = None,
            Some(_) => {}
            None => out.push(binding),
        }
    }
    // Values of one name in one process are those of different times, and the value that all have is that of the process that has read
    // it: which one matters when cannot be told.
    let unclear = |one: &Binding| {
        let same =
            |other: &&Binding| other.name == one.name && other.location == one.location && other.value != one.value;
        let mut others = out.iter().filter(same);
        others.any(|other| other.whose == one.whose || other.whose.is_none())
    };
    let keep: Vec<bool> = out.iter().map(|one| !unclear(one)).collect();
    let mut keep = keep.into_iter();
    out.retain(|_| keep.next().unwrap_or(true));
    *list = out;
}

/// Keeps only the first mention of the place at which a communicator is made.
fn without_known_places(ranks: &mut [Binding]) {
    let mut known: Vec<String> = Vec::new();
    for binding in ranks {
        let Some((_, comm)) = binding.name.split_once(" in `") else { continue };
        let comm = comm.to_owned();
        match (known.contains(&comm), comm.split_once("` (")) {
            (true, Some((_, place))) => {
                let end = binding.name.len().saturating_sub(place.len() + 2);
                binding.name.truncate(end);
            }
            _ => known.push(comm),
        }
    }
}

/// The values that a race depends on.
struct Matter<'d> {
    values: Values<'d>,
    conditions: Vec<TermId>,
    describer: &'d Describer<'d>,
}

impl<'d> Matter<'d> {
    fn of(describer: &'d Describer<'d>, pair: &Pair, w: &rma_solver::Witness) -> Matter<'d> {
        let values = Values::of(describer.analysis, w, Process::All, false);
        let mut conditions = Vec::new();
        if let Some(candidate) = describer.analysis.found.candidates.get(w.candidate) {
            conditions.extend(candidate.reach.iter().chain(&candidate.path));
            if let Some(overlap) = candidate.overlaps.get(w.overlap) {
                conditions.extend(&overlap.guards);
                conditions.push(overlap.first.offset);
                conditions.push(overlap.first.block.offset);
                conditions.extend(overlap.second.iter().flat_map(|second| [second.offset, second.block.offset]));
            }
        }
        // Two operations of one process meet only at one target.
        if pair.processes == Processes::Same && super::is_at_target(pair.conflict) {
            let issues = [pair.first, pair.second].map(|at| describer.issue(at));
            if let [Some((a, _)), Some((b, _))] = issues {
                conditions.extend([a.target.rank, b.target.rank].into_iter().flatten());
            }
        }
        Matter { values, conditions, describer }
    }

    /// Whether the race depends on the value of the symbol: with another value a condition fails or cannot be judged, or other
    /// bytes are touched.
    fn is_needed(&self, s: SymId, value: i64) -> bool {
        let terms = &self.describer.analysis.facts.terms;
        let sym = &terms.syms[s];
        let fact = sym.fact.into_iter();
        let about: Vec<TermId> =
            self.conditions.iter().copied().chain(fact).filter(|t| terms.any_sym(*t, |x| x == s)).collect();
        if about.is_empty() {
            return false;
        }
        let others = [value + 1, value - 1, value + 2, 0, 1, value.saturating_add(1000)];
        let in_range = |v: &i64| *v != value && sym.lo.is_none_or(|lo| *v >= lo) && sym.hi.is_none_or(|hi| *v <= hi);
        let mut tried = false;
        for other in others.into_iter().filter(in_range) {
            tried = true;
            let changed = self.values.but(s, other);
            let same = |t: &TermId| {
                let before = self.values.value(*t);
                before.is_some() && changed.value(*t) == before
            };
            if !about.iter().all(same) {
                return true;
            }
        }
        !tried
    }
}
