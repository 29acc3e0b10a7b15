//! Tests of the rewrites on programs in text, and of the text itself.
//!
//! `tests/skel/*.skel` begin with `; test rewrite WORD`, where the word names the pass: `quiet` is `simplify`, `states` is `split_states`,
//! `detour` is `shortcuts`, `united` is `merged_windows`. The second line says why. What a pass changes stands on the line that it is
//! about: `; gone` at an edge that is taken away or gets another end or condition, `; new way to the node of line 9` at a node from which
//! an edge is added, `; = issue ..` at an event that `merged_windows` changes, with its new text. All changes must be expected.
//!
//! Every program of the repository in this form, and dumps of programs of the corpus (`tests/dumps`), are read, printed and read again, and
//! damaged in many ways.

#![allow(clippy::string_slice)] // Tests may panic.

use libtest_mimic::{Arguments, Trial};
use rma_cfg::Supergraph;
use rma_skeleton::rewrites::{merged_windows, shortcuts, simplify, split_states};
use rma_skeleton::skeleton::Skeleton;
use rma_skeleton::skeleton::paths::TopologicalOrder;
use rma_skeleton::text::{self, Parsed};
use rma_term::ids::NodeId;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    let rewrites = programs(&root.join("tests/skel"));
    let mut all = rewrites.clone();
    for folder in ["pending", "product", "replay"] {
        all.extend(programs(&root.join("../races/tests/skel").join(folder)));
    }
    all.extend(programs(&root.join("tests/dumps")));
    for path in rewrites {
        trials.push(Trial::test(format!("rewrite::{}", name(&path)), move || rewrite(&path).map_err(Into::into)));
    }
    for path in all {
        let again = path.clone();
        trials
            .push(Trial::test(format!("round_trip::{}", name(&path)), move || round_trip(&again).map_err(Into::into)));
        let ordered = path.clone();
        trials.push(Trial::test(format!("order::{}", name(&path)), move || order(&ordered).map_err(Into::into)));
        trials.push(Trial::test(format!("damage::{}", name(&path)), move || damage(&path).map_err(Into::into)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned())
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|f| f.path()).collect();
    out.retain(|p| p.extension().is_some_and(|e| e == "skel"));
    out.sort();
    out
}

fn print_of(source: &str) -> Result<String, String> {
    let module = text::module(source);
    let graph = Supergraph::build(&module);
    let program = text::parse(&graph, source).map_err(|e| e.to_string())?;
    Ok(text::print(&program.facts, &program.skeleton))
}

/// `print(parse(print(x))) == print(x)`
fn round_trip(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let once = print_of(&source)?;
    let twice = print_of(&once).map_err(|e| format!("{e}\n{once}"))?;
    match once.lines().zip(twice.lines()).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("first: {a}\nthen:  {b}")),
        None if once.lines().count() != twice.lines().count() => Err("some lines are lost".to_owned()),
        None if source.starts_with("exact\n") && once != source => {
            let other = source.lines().zip(once.lines()).find(|(a, b)| a != b);
            Err(format!("a printed text is printed otherwise: {other:?}"))
        }
        None => Ok(()),
    }
}

/// In the topological order an edge leads forward, but round its loop, and no node outside of a loop stands between those of the loop.
fn order(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let module = text::module(&source);
    let graph = Supergraph::build(&module);
    let program = text::parse(&graph, &source).map_err(|e| e.to_string())?;
    let (skeleton, order) = (&program.skeleton, TopologicalOrder::new(&program.skeleton));
    let reached = |node: &NodeId| order.nodes[*node] != u32::MAX;
    for (node, data) in skeleton.nodes.iter_enumerated().filter(|(node, _)| reached(node)) {
        for edge in &data.succs {
            let again = edge.iterations.is_some()
                || data
                    .loops
                    .iter()
                    .any(|l| skeleton.nodes[edge.to].loops.last() == Some(l) && skeleton.loops[*l].begins_at(edge.to));
            if !again && order.nodes[edge.to] <= order.nodes[node] {
                return Err(format!("n{} is before n{}", edge.to.index(), node.index()));
            }
        }
    }
    for l in skeleton.loops.indices() {
        let inside: Vec<NodeId> =
            skeleton.nodes.indices().filter(|n| reached(n) && skeleton.nodes[*n].loops.contains(&l)).collect();
        let last = inside.iter().map(|n| order.nodes[*n]).max().unwrap_or(0);
        let count = u32::try_from(inside.len()).map_err(|e| e.to_string())?;
        if !inside.is_empty() && last - order.loops[l] + 1 != count {
            return Err(format!("loop {} has other nodes between its own", l.index()));
        }
    }
    Ok(())
}

/// Texts cut short and texts with another byte are read or refused, and what is read can be printed.
fn damage(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let step = (source.len() / 40).max(1);
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    for n in (0..source.len()).step_by(step) {
        if source.is_char_boundary(n) {
            let _ = print_of(&source[..n]);
        }
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mut bytes = source.clone().into_bytes();
        let at = (seed as usize) % bytes.len();
        bytes[at] = (seed >> 32) as u8;
        let _ = print_of(&String::from_utf8_lossy(&bytes));
    }
    Ok(())
}

/// Edges of the nodes, each as where it leads and its condition.
fn paths(skeleton: &Skeleton) -> BTreeMap<NodeId, Vec<(NodeId, String)>> {
    skeleton
        .nodes
        .iter_enumerated()
        .map(|(id, n)| (id, n.succs.iter().map(|e| (e.to, format!("{:?}", e.cond))).collect()))
        .collect()
}

fn rewrite(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let first = source.lines().next().unwrap_or("");
    let Some(which) = first.strip_prefix("; test rewrite ") else { return Err("no `; test rewrite`".to_owned()) };
    let module = text::module(&source);
    let graph = Supergraph::build(&module);
    let mut program = text::parse(&graph, &source).map_err(|e| e.to_string())?;
    let before = program.skeleton.clone();
    let printed = text::print(&program.facts, &before);
    match which.trim() {
        "quiet" => simplify::shorten(&mut program.facts.terms, &mut program.skeleton),
        "states" => split_states::tell_apart(&mut program.facts.terms, &mut program.skeleton),
        "detour" => program.skeleton = shortcuts::add(&mut program.facts, &before),
        "united" => merged_windows::unite(&mut program.facts, &mut program.skeleton),
        other => return Err(format!("there is no rewrite {other}")),
    }
    if which.trim() == "united" {
        // It changes events: the text of the result stands after `; = ` at each line that changes.
        let after = text::print(&program.facts, &program.skeleton);
        let changed: Vec<&str> = after.lines().filter(|l| !printed.lines().any(|p| p == *l)).map(str::trim).collect();
        let expected: Vec<&str> = source.lines().filter_map(|l| l.split_once("; = ")).map(|(_, t)| t.trim()).collect();
        return if changed == expected { Ok(()) } else { Err(format!("changed are\n{}", changed.join("\n"))) };
    }
    let found = changes(&program, &before);
    let expected = said(&source);
    if found == expected {
        Ok(())
    } else {
        Err(format!("changes by line are\n{found:#?}\nexpected were\n{expected:#?}"))
    }
}

/// The expectations in the lines of a program about the rewrite.
fn said(source: &str) -> BTreeMap<usize, Vec<String>> {
    let mut out = BTreeMap::new();
    for (n, line) in source.lines().enumerate().map(|(n, l)| (n + 1, l)) {
        let code = text::code(line);
        let texts: Vec<String> =
            line[code.len()..].split(';').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
        if !code.is_empty() && !texts.is_empty() {
            out.insert(n, texts);
        }
    }
    out
}

/// The changes that a rewrite has made, by line.
fn changes(program: &Parsed, before: &Skeleton) -> BTreeMap<usize, Vec<String>> {
    let mut out: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let (old, new) = (paths(before), paths(&program.skeleton));
    let source_name = |n: NodeId| {
        program.nodes.get(&n).map_or_else(|| "a new node".to_owned(), |line| format!("the node of line {line}"))
    };
    for (id, edges) in &old {
        let after = &new[id];
        for (n, edge) in edges.iter().enumerate() {
            if !after.contains(edge) {
                out.entry(program.edges[&(*id, n)]).or_default().push("gone".to_owned());
            }
        }
        for edge in after.iter().filter(|e| !edges.contains(e)) {
            out.entry(program.nodes[id]).or_default().push(format!("new way to {}", source_name(edge.0)));
        }
    }
    for (id, edges) in new.iter().filter(|(id, _)| !old.contains_key(id)) {
        let paths: Vec<String> = edges.iter().map(|e| source_name(e.0)).collect();
        out.entry(0).or_default().push(format!("{id:?}: {}", paths.join(", ")));
    }
    out.remove(&0);
    out
}
