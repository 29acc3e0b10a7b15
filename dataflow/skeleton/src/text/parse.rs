//! A skeleton and its facts from text (theory, 5.1).

use super::codec::{Reader, Value};
use super::facts::{CommLine, NodeLine, ObjLine, SymLine, ThreadsLine};
use super::names::Found;
use super::{Error, events};
use crate::facts::{Facts, Leaders, SymKey};
use crate::options::Options;
use crate::skeleton::{Edge, Item, Loop, Node, Skeleton};
use rma_cfg::Supergraph;
use rma_frontend::api::Abi;
use rma_frontend::ir::{Const, ConstId, FuncId, Global, GlobalId, Linkage, Module, TypeId};
use rma_term::ids::{CtxId, EventRef, LoopId, NodeId, ObjId, SymId, TermId, ThreadId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Knowledge, Sym, SymKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A program that was read from text.
pub struct Parsed<'a> {
    /// The facts about it.
    pub facts: Facts<'a>,
    /// Its graph.
    pub skeleton: Skeleton,
    /// The line of each event, numbered from 1.
    pub lines: BTreeMap<EventRef, usize>,
    /// The line of each edge, by its node and its place among the successors of this node.
    pub edges: BTreeMap<(NodeId, usize), usize>,
    /// The line of each node.
    pub nodes: BTreeMap<NodeId, usize>,
}

/// The empty program that a text needs around it: no functions, but the globals that the text mentions.
pub fn module(text: &str) -> Module {
    let mut module = Module::default();
    let zero = ConstId::from_raw(0);
    module.consts.push(Const::Zero(TypeId::from_raw(0)));
    for line in text.lines() {
        let mut words = code(line).split_whitespace();
        let (word, name, kind) = (words.next(), words.next(), words.next());
        if let (Some("obj"), Some(name), Some(kind @ ("global" | "global_zero"))) = (word, name, kind) {
            module.globals.push(Global {
                name: name.to_owned(),
                source_name: None,
                ty: TypeId::from_raw(0),
                init: (kind == "global_zero").then_some(zero),
                is_const: false,
                thread_local: false,
                linkage: Linkage::Internal,
                file: None,
                line: 0,
                layout: None,
            });
        }
    }
    module
}

/// A line without its comment.
pub fn code(line: &str) -> &str {
    let mut quoted = false;
    for (n, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted
                && line[..n].chars().filter(|c| matches!(c, '[')).count()
                    <= line[..n].chars().filter(|c| matches!(c, ']')).count() =>
            {
                return line[..n].trim_end();
            }
            _ => {}
        }
    }
    line.trim_end()
}

/// Reads a program. `graph` is that of the [`module`] of the same text.
///
/// # Errors
/// With the line, and what was expected there.
pub fn parse<'a>(graph: &'a Supergraph<'a>, text: &str) -> Result<Parsed<'a>, Error> {
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(n, l)| (n + 1, code(l))).filter(|(_, l)| !l.trim().is_empty()).collect();
    let mut facts = Facts::new(graph, None, Options::default());
    let mut skeleton = Skeleton::default();
    let mut found = Found::default();
    declare(&lines, &mut facts, &mut skeleton, &mut found)?;
    let reader = Reader { facts: &mut facts, found: &found, exact: false, line: 0, lets: FxHashMap::default() };
    let mut parser = Parser {
        r: reader,
        skeleton: &mut skeleton,
        at: None,
        globals: 0,
        lines: BTreeMap::new(),
        edges: BTreeMap::new(),
        nodes: BTreeMap::new(),
    };
    for (n, line) in lines {
        parser.r.line = n;
        parser.line(line.trim())?;
    }
    let (lines, edges, nodes) = (parser.lines, parser.edges, parser.nodes);
    facts.loops = skeleton.loops.clone();
    Ok(Parsed { facts, skeleton, lines, edges, nodes })
}

/// Gives everything that has a name its number, so that names may be used before their lines.
fn declare(
    lines: &[(usize, &str)],
    facts: &mut Facts,
    skeleton: &mut Skeleton,
    found: &mut Found,
) -> Result<(), Error> {
    let zero = facts.terms.int(0);
    let declared = |what: &str| {
        lines.iter().any(|(_, l)| {
            let mut words = l.split_whitespace();
            words.next() == Some("sym") && words.next() == Some(what)
        })
    };
    if !declared("rank") && !declared("size") {
        // Every program may refer to them.
        for (name, t) in [("size", facts.size_of_comm(CommId::World)), ("rank", facts.rank_in_comm(CommId::World))] {
            if let rma_term::term::Term::Sym(s) = *facts.terms.get(t) {
                found.syms.insert(name.to_owned(), s);
            }
        }
    }
    for &(line, text) in lines {
        let mut words = text.split_whitespace();
        let (Some(word), Some(name)) = (words.next(), words.next()) else { continue };
        let name = name.to_owned();
        let again = match word {
            "sym" => {
                let id = facts.terms.add_sym(Sym::new(SymKind::Lost, "", Knowledge::Lost));
                found.syms.insert(name.clone(), id).is_some()
            }
            "obj" => {
                let id = facts.objects.push(Object::of_kind(ObjKind::Stack));
                found.objs.insert(name.clone(), id).is_some()
            }
            "loop" => {
                let id = skeleton.loops.push(no_loop());
                found.loops.insert(name.clone(), id).is_some()
            }
            "node" => {
                let id = skeleton.nodes.push(Node::default());
                found.nodes.insert(name.clone(), id).is_some()
            }
            "thread" => {
                let id = facts.threads.all.push(crate::thread::ThreadData {
                    kind: crate::thread::ThreadKind::Team,
                    parent: None,
                    number: zero,
                    size: zero,
                    instance: Vec::new(),
                    handle: Vec::new(),
                    own: None,
                    owned: false,
                    depends: None,
                    groups: Vec::new(),
                    of_tasks: false,
                    loc: None,
                });
                found.threads.insert(name.clone(), id).is_some()
            }
            _ => false,
        };
        if again {
            return Err(Error { line, expected: "a name that is not taken".to_owned(), found: name });
        }
    }
    facts.threads.any = !facts.threads.all.is_empty();
    Ok(())
}

fn no_loop() -> Loop {
    Loop {
        header: None,
        states: Vec::new(),
        parent: None,
        ctx: CtxId::from_raw(0),
        func: FuncId::from_raw(0),
        counter: SymId::from_raw(0),
        values: Vec::new(),
        trips: None,
        finals: Vec::new(),
        bounds: Vec::new(),
        body_at_last: false,
        loc: None,
        recursion: false,
    }
}

struct Parser<'p, 'x, 'a> {
    r: Reader<'x, 'a>,
    skeleton: &'p mut Skeleton,
    at: Option<NodeId>,
    globals: usize,
    lines: BTreeMap<EventRef, usize>,
    edges: BTreeMap<(NodeId, usize), usize>,
    nodes: BTreeMap<NodeId, usize>,
}

impl Parser<'_, '_, '_> {
    fn line(&mut self, line: &str) -> Result<(), Error> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "->" => return self.edge(rest),
            "node" => return self.node(rest),
            "exact" => {
                self.r.exact = true;
                return Ok(());
            }
            _ => {}
        }
        if let Some(event) = events::read(line, &mut self.r)? {
            let Some(node) = self.at else { return self.r.wrong("a node before the first event", line) };
            let items = &mut self.skeleton.nodes[node].items;
            let at = EventRef { node, item: items.len() as u32, effect: 0 };
            items.push(Item { event, loc: None, ctx: CtxId::from_raw(0), inst: None });
            self.lines.insert(at, self.r.line);
            return Ok(());
        }
        self.declaration(word, rest)
    }

    fn edge(&mut self, rest: &str) -> Result<(), Error> {
        let edge: Edge = self.r.record(rest)?;
        let Some(node) = self.at else { return self.r.wrong("a node before the first edge", rest) };
        let succs = &mut self.skeleton.nodes[node].succs;
        self.edges.insert((node, succs.len()), self.r.line);
        succs.push(edge);
        Ok(())
    }

    fn node(&mut self, rest: &str) -> Result<(), Error> {
        let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let id = NodeId::read(name, &mut self.r)?;
        let (rest, entry) = match rest.trim().strip_suffix("entry") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let line: NodeLine = self.r.record(rest)?;
        self.skeleton.nodes[id].loops = line.loops;
        self.skeleton.nodes[id].reach = line.reach;
        self.at = Some(id);
        self.nodes.insert(id, self.r.line);
        if entry || self.skeleton.entry.is_none() {
            self.skeleton.entry = Some(id);
        }
        Ok(())
    }

    fn declaration(&mut self, word: &str, rest: &str) -> Result<(), Error> {
        let (name, fields) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let r = &mut self.r;
        match word {
            "abi" => r.facts.abi = Some(Abi::read(rest, r)?),
            "options" => r.facts.options = r.record(rest)?,
            "arguments" => r.facts.argument_count = Some(SymId::read(rest, r)?),
            "let" => {
                let Some(text) = fields.trim().strip_prefix('=') else { return r.wrong("`let name = term`", rest) };
                let t = TermId::read(text.trim(), r)?;
                r.lets.insert(name.to_owned(), t);
            }
            "obj" => return self.object(name, fields),
            "sym" => return self.symbol(name, fields),
            "comm" => return self.communicator(name, fields),
            "win" => {
                let id = ObjId::read(name, r)?;
                let window = r.record(fields)?;
                r.facts.windows.insert(id, window);
            }
            "shared" => {
                let id = ObjId::read(name, r)?;
                let part = r.record(fields)?;
                r.facts.shared.insert(id, part);
            }
            "thread" => {
                let id = ThreadId::read(name, r)?;
                r.facts.threads.all[id] = r.record(fields)?;
            }
            "threads" => {
                let line: ThreadsLine = r.record(rest)?;
                let s = &mut r.facts.threads;
                s.any = true;
                s.level = line.level;
                s.lockstep = line.lockstep.into_iter().collect();
                s.waiting = line.waiting.into_iter().collect();
                s.ending = line.ending.into_iter().collect();
                s.completes = line.completes.into_iter().collect();
            }
            "loop" => {
                let id = LoopId::read(name, r)?;
                self.skeleton.loops[id] = r.record(fields)?;
            }
            "span" => {
                let parts: Vec<&str> = rest.rsplitn(3, ' ').collect();
                let &[hi, lo, t] = &parts[..] else { return r.wrong("a term and two numbers", rest) };
                let (t, lo, hi) = (TermId::read(t, r)?, i64::read(lo, r)?, i64::read(hi, r)?);
                r.facts.spans.insert(t, (lo, hi));
            }
            _ => return r.wrong("an event, an edge, a node or a declaration", word),
        }
        Ok(())
    }

    fn object(&mut self, name: &str, fields: &str) -> Result<(), Error> {
        let id = ObjId::read(name, &mut self.r)?;
        let mut line: ObjLine = self.r.record(fields)?;
        line.object.name = line.own_name.unwrap_or_else(|| name.to_owned());
        if let ObjKind::Global(g) = &mut line.object.kind {
            *g = GlobalId::from_usize(self.globals);
            self.globals += 1;
        }
        let facts = &mut *self.r.facts;
        if line.copied {
            facts.copies.requests.insert(id);
        }
        if !line.moved.is_empty() {
            facts.copies.memory.insert(id, line.moved.into_iter().collect());
        }
        facts.objects[id] = line.object;
        Ok(())
    }

    fn symbol(&mut self, name: &str, fields: &str) -> Result<(), Error> {
        let id = SymId::read(name, &mut self.r)?;
        let mut line: SymLine = self.r.record(fields)?;
        line.sym.name = line.own_name.unwrap_or_else(|| name.to_owned());
        let facts = &mut *self.r.facts;
        match line.sym.kind {
            SymKind::Rank(c) => _ = facts.symbols.insert(SymKey::Comm(c, true), id),
            SymKind::Size(c) => _ = facts.symbols.insert(SymKey::Comm(c, false), id),
            SymKind::Counter(l) => _ = facts.symbols.insert(SymKey::Counter(l), id),
            _ => {}
        }
        if line.from_window {
            facts.from_windows.insert(id);
        }
        if let Some(bases) = line.bases {
            facts.bases.insert(id, bases.into_iter().collect());
        }
        if let Some(behind) = line.behind {
            facts.behind.insert(id, behind);
        }
        if let Some(share) = line.share {
            facts.threads.shares.insert(id, share);
        }
        if let Some(chunks) = line.chunks {
            facts.threads.chunks.insert(id, chunks);
        }
        if let Some(team) = line.executor {
            facts.threads.executors.insert(id, team);
        }
        if let Some(location) = line.fetched {
            facts.fetched.insert(id, location);
        }
        facts.terms.syms[id] = line.sym;
        Ok(())
    }

    fn communicator(&mut self, name: &str, fields: &str) -> Result<(), Error> {
        let id = CommId::read(name, &mut self.r)?;
        let line: CommLine = self.r.record(fields)?;
        let CommId::Object(o) = id else { return Ok(()) };
        let c = self.r.facts.communicators.of_mut(o);
        (c.size, c.rank, c.parent, c.colour) = (line.size, line.rank, line.parent, line.colour);
        (c.split_of, c.doubt, c.local_group, c.grid) = (line.split, line.doubt, line.local, line.grid);
        c.leaders = line.leader.map(|(own, (peer, other))| Leaders { own, peer, other });
        Ok(())
    }
}
