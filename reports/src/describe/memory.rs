//! Memory, windows and communicators by the names that the program has for them, and where they come from.

use super::Describer;
use super::code::without_template_arguments;
use crate::finding::Origin;
use crate::location::outlined;
use rma_dataflow::candidate::Pair;
use rma_dataflow::ids::{CtxId, EventRef, ObjId};
use rma_dataflow::object::{ObjKind, Object, TEMPORARY};
use rma_dataflow::skeleton::{Actor, Issue};
use rma_dataflow::term::{CommId, Term};
use rma_frontend::api::Bank;
use rma_frontend::ir::{Callee, LocId, Param, TypeKind, ValueId};

/// Prefixes of routines that store a handle or a pointer to memory through their last argument, as the program writes it.
const MAKERS: [&str; 2] = ["MPI_", "gaspi_"];

/// Routines of the C library that store a pointer to memory through their first argument.
const GIVERS: [&str; 4] = ["getline", "getdelim", "posix_memalign", "asprintf"];

impl Describer<'_> {
    /// The memory that is an object, as the program names it, and where it comes from.
    pub(super) fn memory_of(&self, obj: ObjId) -> Option<Origin> {
        let object = &self.analysis.facts.objects[obj];
        let own = (!object.name.is_empty() && object.name != TEMPORARY && object.name != "window memory")
            .then(|| object.name.clone());
        match object.kind {
            ObjKind::Heap => self.allocated(object, own),
            ObjKind::Global(g) => {
                let global = &self.module.globals[g];
                let file = global.file.map(|file| self.module.files[file].clone()).unwrap_or_default();
                let location = crate::SourceLocation::new(file, global.line, 0, "");
                Some(Origin { name: own?, text: "declared".to_owned(), location })
            }
            _ => {
                let location = object.loc.map(|loc| self.code.at(loc)).unwrap_or_default();
                let text = match object.ctx.filter(|_| !location.is_known()) {
                    Some(ctx) => {
                        let function = self.module.functions[self.analysis.facts.contexts.all[ctx].func].display_name();
                        match outlined(function) {
                            Some(words) => format!("a variable of {words}"),
                            None => format!("a variable of `{function}`"),
                        }
                    }
                    None => "declared".to_owned(),
                };
                Some(Origin { name: own?, text, location })
            }
        }
    }

    /// The member of a structure that an operation uses, as the program writes it: `c.cells` of `c`. The second access decides where
    /// the text of the first one does not have the name.
    pub(super) fn member_of(&self, pair: &Pair, name: &str) -> Option<String> {
        let begins = |path: &str| crate::source::scan::first_word(path) == name;
        let as_named = |at: EventRef| {
            let path = self.path_at(at)?;
            let ctx = self.item(at).ctx;
            Some(self.through_callers(path, ctx, |path| begins(path))).filter(|path| begins(path))
        };
        let path = [pair.first, pair.second].into_iter().find_map(as_named)?;
        let path = path.strip_suffix(']').and_then(|rest| rest.get(..rest.rfind('[')?)).unwrap_or(&path);
        path.contains(['.', '>']).then(|| path.to_owned())
    }

    /// The memory of the process that an event uses, as a path of members and indices.
    fn path_at(&self, at: EventRef) -> Option<String> {
        let (_, effect) = self.effect(at)?;
        let loc = self.item(at).loc.filter(|_| effect.bank != Bank::Target)?;
        let text = match &effect.actor {
            Actor::Argument { routine, arg } => {
                self.code.arguments(loc, &routine.name)?.into_iter().nth(routine.arg(arg)?)?
            }
            Actor::Instruction(_) => self.code.path(loc)?,
        };
        Some(crate::source::scan::path(&crate::source::scan::pointee(&text)?).to_owned())
    }

    /// Memory on the heap belongs to the variable that gets what the outermost allocating function returns (`xmalloc`).
    fn allocated(&self, object: &Object, own: Option<String>) -> Option<Origin> {
        let (loc, ctx, by) = self.allocation(object)?;
        let statement = self.allocate_statement(object, loc);
        let routine = match statement {
            Some(_) => "allocate".to_owned(),
            None => without_template_arguments(&by),
        };
        let wrapped = object.ctx != Some(ctx);
        let read = self.storage(loc, &by);
        // The analysis knows the name of the whole variable; the source has that of the member, or of the container.
        let name = match (statement.or_else(|| self.code.container(loc, &by)), read) {
            (Some(container), _) => Some(container),
            (None, Some(read)) if read.exact || wrapped || own.is_none() => Some(read.name),
            (None, _) => own,
        }?;
        let name = self.of_caller(name, object);
        let asked = object.loc.zip(object.ctx).and_then(|(loc, ctx)| self.callee_at(ctx, loc));
        let how = match asked.as_deref() {
            Some("MPI_Win_shared_query") => "given by",
            _ => "allocated by",
        };
        Some(Origin { name, text: format!("{how} `{routine}`"), location: self.code.at(loc) })
    }

    /// The variable of an `allocate` statement (Fortran) that an object is for: the statement makes its objects in the order of its list.
    fn allocate_statement(&self, object: &Object, loc: LocId) -> Option<String> {
        let file = self.code.at(loc).file;
        let is_fortran = file.rsplit_once('.').is_some_and(|(_, suffix)| suffix.starts_with(['f', 'F']));
        let list = self.code.arguments(loc, "allocate").filter(|_| is_fortran)?;
        let variable = |item: &String| {
            let name = item.rsplit("::").next()?.split('(').next()?.trim();
            let is_path = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '%');
            (is_path && !item.contains('=')).then(|| name.to_owned())
        };
        let names: Vec<String> = list.iter().filter_map(variable).collect();
        let alike = |other: &&Object| other.kind == object.kind && other.loc == object.loc && other.ctx == object.ctx;
        let all: Vec<&Object> = self.analysis.facts.objects.iter().filter(alike).collect();
        let place = all.iter().position(|other| std::ptr::eq(*other, object))?;
        (all.len() == names.len()).then(|| names.get(place).cloned())?
    }

    /// The name that a function has for an object through a parameter, as the callers write it, where one line makes several
    /// objects: `field->win` of `make_field(&grid.left)` is `grid.left.win`.
    fn of_caller(&self, name: String, object: &Object) -> String {
        let alike = |other: &&Object| other.kind == object.kind && other.loc == object.loc && other.ctx != object.ctx;
        let Some(ctx) = object.ctx.filter(|_| object.loc.is_some()) else { return name };
        match self.analysis.facts.objects.iter().find(alike) {
            Some(_) => self.through_callers(name, ctx, |_| false),
            None => name,
        }
    }

    /// A path that begins with a parameter of a function, as the outermost caller that can be read writes it; not further than where
    /// it `ends`.
    fn through_callers(&self, mut name: String, ctx: CtxId, ends: impl Fn(&str) -> bool) -> String {
        let contexts = &self.analysis.facts.contexts.all;
        let mut at = Some(ctx);
        while let Some(ctx) = at.filter(|_| !ends(&name)) {
            let function = &self.module.functions[contexts[ctx].func];
            // A region or task has the variables of the function around it.
            if outlined(function.display_name()).is_some() {
                at = contexts[ctx].caller.map(|(caller, _)| caller);
                continue;
            }
            let Some((base, member)) = name.split_once("->").map(|(base, member)| (base.to_owned(), member.to_owned()))
            else {
                break;
            };
            let is_base = |p: &Param| p.var.is_some_and(|var| self.module.vars[var].name == base);
            let (Some((caller, _)), Some(call)) = (contexts[ctx].caller, contexts[ctx].call_loc) else { break };
            let argument = function
                .params
                .iter()
                .position(is_base)
                .and_then(|position| self.code.arguments(call, function.display_name())?.get(position).cloned());
            let Some(argument) = argument else { break };
            name = match argument.strip_prefix('&') {
                Some(of) if crate::source::scan::is_name(of) => format!("{of}.{member}"),
                None if crate::source::scan::is_name(&argument) => format!("{argument}->{member}"),
                _ => break,
            };
            at = Some(caller);
        }
        name
    }

    /// The variable to which the call of an allocating function stores the pointer, as the program writes it.
    fn storage(&self, loc: LocId, by: &str) -> Option<Storage> {
        if let Some(name) = self.code.result(loc, by) {
            let exact = is_member(&name);
            return Some(Storage { name, exact });
        }
        let arguments = self.code.arguments(loc, by)?;
        let gives = MAKERS.iter().any(|prefix| by.starts_with(prefix)) || GIVERS.contains(&by);
        gives.then(|| argument_for_memory(by, &arguments))?
    }

    /// The call by which the program allocates the memory. If functions only pass the memory on to their caller, it is the call
    /// outside of them. A function that stores the pointer in a structure and returns the structure does not pass it on.
    fn allocation(&self, object: &Object) -> Option<(LocId, CtxId, String)> {
        let contexts = &self.analysis.facts.contexts.all;
        let (mut loc, mut ctx) = (object.loc?, object.ctx?);
        let mut by = self.callee_at(ctx, loc).unwrap_or_else(|| "new".to_owned());
        loop {
            let function = &self.module.functions[contexts[ctx].func];
            let hands_on = matches!(self.module.types[function.ret].kind, TypeKind::Ptr);
            let system = self.places.is_of_system(loc);
            let kept = || self.storage(loc, &by).is_some_and(|storage| is_member(&storage.name));
            match (contexts[ctx].caller, contexts[ctx].call_loc) {
                (Some((caller, _)), Some(call)) if system || hands_on && !kept() => {
                    if !system || !self.places.is_of_system(call) {
                        function.display_name().clone_into(&mut by);
                    }
                    (loc, ctx) = (call, caller);
                }
                _ => return Some((loc, ctx, by)),
            }
        }
    }

    /// The function that is called at a position.
    pub(super) fn callee_at(&self, ctx: CtxId, loc: LocId) -> Option<String> {
        let function = &self.module.functions[self.analysis.facts.contexts.all[ctx].func];
        let call = function.insts.iter().find_map(|inst| match inst.kind.as_call() {
            Some((Callee::Direct(callee), _)) if inst.loc == Some(loc) => Some(callee),
            _ => None,
        })?;
        let name = self.module.functions[call].display_name();
        Some(rma_frontend::load::qualified(name).unwrap_or_else(|| name.to_owned()))
    }

    /// The window of an operation.
    pub(super) fn window(&self, issue: &Issue) -> Option<Origin> {
        let handle = issue.target.win?;
        self.window_of(self.handle_object(handle)?)
    }

    /// A window by the variable that holds its handle.
    pub(super) fn window_of(&self, obj: ObjId) -> Option<Origin> {
        let object = &self.analysis.facts.objects[obj];
        let loc = object.loc?;
        let routine = self.callee_at(object.ctx?, loc)?;
        let name = self.code.arguments(loc, &routine).and_then(|args| crate::source::scan::pointee(args.last()?));
        let name = name.or_else(|| Some(object.name.clone()).filter(|name| !name.is_empty() && name != TEMPORARY))?;
        routine.starts_with("MPI_").then(|| Origin {
            name: self.of_caller(name, object),
            text: format!("made by `{routine}`"),
            location: self.code.at(loc),
        })
    }

    /// The object that a handle refers to, if there is only one.
    pub(super) fn handle_object(&self, handle: rma_dataflow::ids::TermId) -> Option<ObjId> {
        match self.analysis.facts.terms.get(handle) {
            Term::Addr(obj, _) => Some(*obj),
            Term::Ite(_, a, b) => match (self.handle_object(*a), self.handle_object(*b)) {
                (Some(a), Some(b)) if a == b => Some(a),
                (Some(one), None) | (None, Some(one)) => Some(one),
                _ => None,
            },
            _ => None,
        }
    }

    /// A communicator as the program names it, with the routine that made it; `None` for that of all processes.
    pub(super) fn communicator(&self, comm: CommId) -> Option<String> {
        let obj = match comm {
            CommId::World | CommId::SelfComm => return None,
            CommId::Unknown => return Some("an unknown communicator".to_owned()),
            CommId::Object(obj) => obj,
        };
        let object = &self.analysis.facts.objects[obj];
        let made = object.loc.zip(object.ctx).and_then(|(loc, ctx)| Some((loc, self.callee_at(ctx, loc)?)));
        let Some((loc, routine)) = made else { return Some("a communicator of the program".to_owned()) };
        let name = self.code.arguments(loc, &routine).and_then(|args| crate::source::scan::pointee(args.last()?));
        let at = self.code.at(loc);
        let place = format!("{}, {}:{}", routine, short_file(&at.file), at.line);
        Some(match name {
            Some(name) => format!("`{name}` ({place})"),
            None => format!("a communicator ({place})"),
        })
    }

    /// The instruction of a call site, for names of values.
    pub(super) fn callee_of(&self, ctx: CtxId, value: ValueId) -> Option<String> {
        let function = &self.module.functions[self.analysis.facts.contexts.all[ctx].func];
        match function.insts.get(value)?.kind.as_call()? {
            (Callee::Direct(callee), _) => Some(self.module.functions[callee].display_name().to_owned()),
            _ => None,
        }
    }
}

/// The variable to which a pointer to new memory is stored.
struct Storage {
    name: String,
    /// The name is that of the place itself, not of a pointer to it.
    exact: bool,
}

/// Whether a name is that of a member of a structure or array.
fn is_member(name: &str) -> bool {
    name.contains(['.', '>', '['])
}

/// The argument through which a routine gives memory: the `baseptr` before the window, or the last one.
fn argument_for_memory(routine: &str, arguments: &[String]) -> Option<Storage> {
    let at = match routine {
        "MPI_Win_allocate" | "MPI_Win_allocate_shared" => arguments.len().checked_sub(2)?,
        _ if GIVERS.contains(&routine) => 0,
        "MPI_Alloc_mem" => arguments.len().checked_sub(1)?,
        _ => return None,
    };
    let argument = arguments.get(at)?;
    let exact = argument.trim().trim_start_matches("(void *)").trim().starts_with('&');
    Some(Storage { name: crate::source::scan::pointee(argument)?, exact })
}

/// The last part of a path.
pub(super) fn short_file(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
