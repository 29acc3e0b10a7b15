//! A skeleton and its facts as text (theory, 5.1).

use super::codec::{Value, Writer};
use super::events;
use super::facts::{CommLine, NodeLine, ObjLine, SymLine, ThreadsLine};
use super::names::Names;
use super::terms::TermWriter;
use crate::facts::Facts;
use crate::options::{Caller, MemoryModel};
use crate::skeleton::Skeleton;
use rma_frontend::ir::Const;
use rma_term::ids::{NodeId, ObjId, SymId};
use rma_term::object::ObjKind;
use rma_term::term::CommId;
use std::collections::BTreeSet;

/// The text of a skeleton: what can be reached in it, and all that is known of what is mentioned there.
pub fn print(facts: &Facts, skeleton: &Skeleton) -> String {
    let nodes = reached(skeleton);
    // Once without names, to see what is mentioned.
    let mut trial = Printer::new(facts, skeleton, &nodes, Names::default());
    trial.body();
    let used = trial.w.used;
    let names = Names {
        syms: Names::give(used.syms.iter().map(|s| (*s, facts.terms.syms[*s].name.clone()))),
        objs: Names::give(used.objs.iter().map(|o| (*o, name_of_object(facts, *o)))),
        loops: Names::give(skeleton.loops.indices().filter(|l| used.loops.contains(l)).map(|l| (l, "l".to_owned()))),
        nodes: nodes.iter().enumerate().map(|(n, id)| (*id, format!("n{n}"))).collect(),
        threads: Names::give(used.threads.iter().map(|s| (*s, "s".to_owned()))),
    };
    let mut printer = Printer::new(facts, skeleton, &nodes, names);
    printer.body();
    let mut out = String::from("exact\n");
    for line in printer.head {
        out.push_str(&line);
        out.push('\n');
    }
    for (name, text) in printer.w.lets {
        out.push_str(&format!("let {name} = {text}\n"));
    }
    for line in printer.facts_lines.into_iter().chain(printer.graph) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn name_of_object(facts: &Facts, o: ObjId) -> String {
    let object = &facts.objects[o];
    if object.name.is_empty() { "obj".to_owned() } else { object.name.clone() }
}

/// Nodes that the entry leads to, ascending.
fn reached(skeleton: &Skeleton) -> Vec<NodeId> {
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut work: Vec<NodeId> = skeleton.entry.into_iter().collect();
    while let Some(n) = work.pop() {
        if seen.insert(n) {
            work.extend(skeleton.nodes[n].succs.iter().map(|e| e.to));
        }
    }
    seen.into_iter().collect()
}

struct Printer<'p, 'a, 't> {
    facts: &'p Facts<'a>,
    skeleton: &'p Skeleton,
    nodes: &'p [NodeId],
    w: TermWriter<'t>,
    head: Vec<String>,
    facts_lines: Vec<String>,
    graph: Vec<String>,
}

impl<'p, 'a> Printer<'p, 'a, 'p> {
    fn new(facts: &'p Facts<'a>, skeleton: &'p Skeleton, nodes: &'p [NodeId], names: Names) -> Self {
        let w = TermWriter::new(&facts.terms, names);
        Printer { facts, skeleton, nodes, w, head: Vec::new(), facts_lines: Vec::new(), graph: Vec::new() }
    }

    fn body(&mut self) {
        if let Some(abi) = self.facts.abi {
            self.head.push(format!("abi {}", abi.write(&mut self.w)));
        }
        let options = &self.facts.options;
        if options.memory_model != MemoryModel::Unified || options.strict_spec || options.caller != Caller::Launcher {
            self.head.push(format!("options {}", Writer::record(&mut self.w, options)));
        }
        self.nodes();
        self.loops();
        let mut lines = self.windows();
        lines.extend(self.comms());
        lines.extend(self.threads());
        if let Some(count) = self.facts.argument_count.filter(|s| self.w.used.syms.contains(s)) {
            lines.push(format!("arguments {}", count.write(&mut self.w)));
        }
        // Symbols and objects mention each other, and threads and loops.
        let (mut syms, mut objs) = (Vec::new(), Vec::new());
        let mut before = None;
        while before != Some(self.mentioned()) {
            before = Some(self.mentioned());
            syms = self.syms();
            objs = self.objs();
        }
        self.spans(&mut lines);
        let mut all = objs;
        all.extend(syms);
        all.extend(lines);
        self.facts_lines = all;
    }

    fn mentioned(&self) -> usize {
        let used = &self.w.used;
        used.syms.len() + used.objs.len() + used.loops.len() + used.threads.len()
    }

    fn nodes(&mut self) {
        let mut out = Vec::new();
        for &id in self.nodes {
            let node = &self.skeleton.nodes[id];
            let line = NodeLine { loops: node.loops.clone(), reach: node.reach.clone() };
            let name = id.write(&mut self.w);
            let entry = if self.skeleton.entry == Some(id) && Some(&id) != self.nodes.first() { " entry" } else { "" };
            out.push(format!("node {name} {}{entry}", Writer::record(&mut self.w, &line)).trim_end().to_owned());
            for item in &node.items {
                out.push(format!("    {}", events::write(&mut self.w, &item.event)));
            }
            for edge in &node.succs {
                out.push(format!("    -> {}", Writer::record(&mut self.w, edge)));
            }
        }
        self.graph = out;
    }

    /// Loops that are mentioned, with those around them.
    fn loops(&mut self) {
        let mut out = std::collections::BTreeMap::new();
        loop {
            let next: Vec<_> = self.w.used.loops.iter().filter(|l| !out.contains_key(*l)).copied().collect();
            if next.is_empty() {
                break;
            }
            for id in next {
                let mut l = self.skeleton.loops[id].clone();
                l.header = l.header.filter(|h| self.nodes.contains(h));
                l.states.retain(|s| self.nodes.contains(s));
                let name = id.write(&mut self.w);
                out.insert(id, format!("loop {name} {}", Writer::record(&mut self.w, &l)));
            }
        }
        self.graph.splice(0..0, out.into_values());
    }

    fn windows(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        for (o, window) in &self.facts.windows {
            let name = o.write(&mut self.w);
            out.push(format!("win {name} {}", Writer::record(&mut self.w, window)).trim_end().to_owned());
        }
        for (o, part) in &self.facts.shared {
            let name = o.write(&mut self.w);
            out.push(format!("shared {name} {}", Writer::record(&mut self.w, part)));
        }
        out
    }

    fn comms(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        for (o, c) in self.facts.communicators.iter() {
            let line = CommLine {
                size: c.size,
                rank: c.rank,
                parent: c.parent,
                colour: c.colour,
                split: c.split_of,
                doubt: c.doubt,
                local: c.local_group,
                leader: c.leaders.map(|l| (l.own, (l.peer, l.other))),
                grid: c.grid.clone(),
            };
            let fields = Writer::record(&mut self.w, &line);
            if !fields.trim().is_empty() {
                let name = CommId::Object(o).write(&mut self.w);
                out.push(format!("comm {name} {fields}").trim_end().to_owned());
            }
        }
        out
    }

    fn threads(&mut self) -> Vec<String> {
        let s = &self.facts.threads;
        let mut out = Vec::new();
        if s.any {
            let sorted = |set: &rustc_hash::FxHashSet<_>| {
                let mut all: Vec<_> = set.iter().copied().collect();
                all.sort_unstable();
                all
            };
            let of_threads = |set: &rustc_hash::FxHashSet<_>| {
                let mut all: Vec<_> = set.iter().copied().collect();
                all.sort_unstable();
                all
            };
            let line = ThreadsLine {
                level: s.level,
                lockstep: sorted(&s.lockstep),
                waiting: sorted(&s.waiting),
                ending: of_threads(&s.ending),
                completes: of_threads(&s.completes),
            };
            out.push(format!("threads {}", Writer::record(&mut self.w, &line)).trim_end().to_owned());
        }
        for (id, thread) in s.all.iter_enumerated() {
            let name = id.write(&mut self.w);
            out.push(format!("thread {name} {}", Writer::record(&mut self.w, thread)));
        }
        // They may be in loops of their own.
        self.loops_again();
        out
    }

    fn loops_again(&mut self) {
        self.graph.retain(|l| !l.starts_with("loop "));
        self.loops();
    }

    fn syms(&mut self) -> Vec<String> {
        let ids: Vec<SymId> = self.w.used.syms.iter().copied().collect();
        let mut out = Vec::new();
        for s in ids {
            let f = self.facts;
            let name = s.write(&mut self.w);
            let sym = f.terms.syms[s].clone();
            let line = SymLine {
                own_name: Some(sym.name.clone()).filter(|n| *n != name),
                from_window: f.from_windows.contains(&s),
                bases: f.bases.get(&s).map(|b| b.iter().copied().collect()),
                behind: f.behind.get(&s).cloned(),
                share: f.threads.shares.get(&s).copied(),
                chunks: f.threads.chunks.get(&s).copied(),
                executor: f.threads.executors.get(&s).copied(),
                fetched: f.fetched.get(&s).copied(),
                sym: if sym.name.is_empty() { rma_term::term::Sym { name: "s".to_owned(), ..sym } } else { sym },
            };
            out.push(format!("sym {name} {}", Writer::record(&mut self.w, &line)));
        }
        self.loops_again();
        out
    }

    fn objs(&mut self) -> Vec<String> {
        let ids: Vec<ObjId> = self.w.used.objs.iter().copied().collect();
        let mut out = Vec::new();
        for o in ids {
            let f = self.facts;
            let name = o.write(&mut self.w);
            let object = f.objects[o].clone();
            let zero = match object.kind {
                ObjKind::Global(g) => {
                    let init = f.module.globals.get(g).and_then(|g| g.init);
                    init.is_some_and(|c| matches!(f.module.consts.get(c), Some(Const::Zero(_))))
                }
                _ => false,
            };
            let mut moved: Vec<(i64, i64)> =
                f.copies.memory.get(&o).map_or_else(Vec::new, |all| all.iter().copied().collect());
            moved.sort_unstable();
            let line = ObjLine {
                own_name: Some(object.name.clone()).filter(|n| *n != name),
                zero,
                copied: f.copies.requests.contains(&o),
                moved,
                object,
            };
            out.push(format!("obj {name} {}", Writer::record(&mut self.w, &line)));
        }
        out
    }

    /// Bounds of terms that are mentioned.
    fn spans(&mut self, out: &mut Vec<String>) {
        let mut spans: Vec<String> = Vec::new();
        #[allow(clippy::iter_over_hash_type)] // They are sorted below.
        for (t, (lo, hi)) in &self.facts.spans {
            if let Some(text) = self.w.written(*t) {
                spans.push(format!("span {text} {lo} {hi}"));
            }
        }
        spans.sort();
        out.extend(spans);
    }
}
