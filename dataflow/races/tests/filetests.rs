//! Tests of the searches on programs in text: `tests/skel/<pass>/*.skel`, with each expectation on the line that it is about.
//!
//! The first line names the pass: `; test pending` (pairs of one process), `; test product` (pairs of two) or `; test replay` (what
//! whole runs show of the pairs). An event gets a name by `; @name`; what is found is said at the later event of the pair:
//!
//! ```text
//! write buf[0..4]      ; races with @put (write-while-read)
//! write buf[0..4]      ; races with @put (write-while-read, lossy)
//! write buf[0..4]      ; races with @put (write-while-read) if rank == 0
//! write mem[0..4]      ; races with @put (at-target), runs race with 2
//! ```
//!
//! Everything that is found must be expected, on its line, and the other way round. `if` says all conditions of the one
//! way to the race; without it the conditions are not looked at. `cargo test -p rma-races --test filetests -- locks` runs those whose
//! names contain `locks`.

#![allow(clippy::string_slice)] // Tests may panic.

use libtest_mimic::{Arguments, Trial};
use rma_cfg::Supergraph;
use rma_races::find;
use rma_skeleton::candidate::{Candidate, Conflict, Processes};
use rma_skeleton::skeleton::Placement;
use rma_skeleton::text;
use rma_term::ids::{EventRef, TermId};
use rma_term::term::{Substitution, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test("there_are_programs", || {
        let n = programs().len();
        if n >= 50 { Ok(()) } else { Err(format!("only {n} programs").into()) }
    })];
    for path in programs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/skel");
        let name = path.strip_prefix(root).unwrap_or(&path).with_extension("").display().to_string();
        trials.push(Trial::test(name, move || check(&path).map_err(Into::into)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/skel");
    let mut out: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let files = std::fs::read_dir(folder.path()).into_iter().flatten().flatten().map(|f| f.path());
        out.extend(files.filter(|p| p.extension().is_some_and(|e| e == "skel")));
    }
    out.sort();
    out
}

/// Expectations, by line.
type Said = BTreeMap<usize, BTreeSet<String>>;

fn check(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let pass = source.lines().next().and_then(|l| l.strip_prefix("; test ")).unwrap_or("").trim().to_owned();
    if !source.lines().nth(1).is_some_and(|l| l.starts_with("; ")) {
        return Err("the second line says why it is expected".to_owned());
    }
    let (names, expected) = expectations(&source)?;
    let found = search(&source, &pass, &names, &expected)?;
    if found == expected {
        return Ok(());
    }
    let none = BTreeSet::new();
    let mut out = String::new();
    for line in found.keys().chain(expected.keys()).collect::<BTreeSet<_>>() {
        let (is, should) = (found.get(line).unwrap_or(&none), expected.get(line).unwrap_or(&none));
        is.difference(should).for_each(|x| out.push_str(&format!("line {line}: not expected: {x}\n")));
        should.difference(is).for_each(|x| out.push_str(&format!("line {line}: not found: {x}\n")));
    }
    Err(out)
}

/// The names of lines, and what is said on each.
fn expectations(source: &str) -> Result<(BTreeMap<usize, String>, Said), String> {
    let (mut names, mut said) = (BTreeMap::new(), Said::new());
    for (n, line) in source.lines().enumerate().map(|(n, l)| (n + 1, l)) {
        let code = text::code(line);
        if code.is_empty() {
            continue;
        }
        for part in line[code.len()..].split(';').map(str::trim).filter(|p| !p.is_empty()) {
            if let Some(name) = part.strip_prefix('@') {
                if names.values().any(|x| x == name) {
                    return Err(format!("line {n}: two events are called @{name}"));
                }
                names.insert(n, name.to_owned());
            } else if part.starts_with("races with @") {
                said.entry(n).or_insert_with(BTreeSet::new).insert(part.to_owned());
            } else {
                return Err(format!("line {n}: not understood: {part}"));
            }
        }
    }
    Ok((names, said))
}

fn search(source: &str, pass: &str, names: &BTreeMap<usize, String>, expected: &Said) -> Result<Said, String> {
    let module = text::module(source);
    let graph = Supergraph::build(&module);
    let mut program = text::parse(&graph, source).map_err(|e| e.to_string())?;
    program.facts.find_lockstep(&program.skeleton);
    let found = find(&mut program.facts, &program.skeleton, &Placement::default());
    let replay = rma_races::replay::replay(&program.facts, &program.skeleton, &found.pairs, |_| true);
    let line = |at: EventRef| program.lines.get(&EventRef { effect: 0, ..at }).copied().unwrap_or(0);
    let mut out = Said::new();
    for (id, pair) in found.pairs.iter_enumerated() {
        let processes = match pass {
            "pending" => Processes::Same,
            "product" => Processes::Two,
            "replay" => pair.processes,
            _ => return Err("the first line is `; test pending`, `; test product` or `; test replay`".to_owned()),
        };
        let paths: Vec<_> = found.candidates.iter().filter(|c| c.pair == id).collect();
        let paths: Vec<_> = paths.into_iter().filter(|c| possible(&mut program.facts.terms, c)).collect();
        if pair.processes != processes || paths.is_empty() {
            continue;
        }
        let (first, second) = (line(pair.first), line(pair.second));
        let name = names.get(&first).cloned().unwrap_or_else(|| format!("line {first}"));
        let lossy = if paths.iter().all(|c| c.lossy) { ", lossy" } else { "" };
        let mut text = format!("races with @{name} ({}{lossy})", word(pair.conflict));
        if pass == "replay" {
            let runs = match (replay.racing.get(&id), replay.apart.get(&id)) {
                (Some(shown), _) => format!("race with {}", shown.processes),
                (None, Some(sizes)) => {
                    format!("are apart with {}", sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
                }
                (None, None) => "say nothing".to_owned(),
            };
            text.push_str(&format!(", runs {runs}"));
        }
        let conditions: BTreeSet<String> = paths
            .iter()
            .flat_map(|c| c.reach.iter().chain(&c.path))
            .filter(|t| program.facts.terms.as_const(**t) != Some(1))
            .map(|t| program.facts.terms.show(*t))
            .collect();
        let with = format!("{text} if {}", conditions.into_iter().collect::<Vec<_>>().join(" and "));
        let asked =
            expected.get(&second).is_some_and(|said| said.iter().any(|s| s.starts_with(&format!("{text} if "))));
        out.entry(second).or_default().insert(if asked { with } else { text });
    }
    Ok(out)
}

/// Whether the conditions of a path do not contradict each other once symbols that equations give a number are replaced by it: all
/// that is done here of what the solver does.
fn possible(terms: &mut Terms, path: &Candidate) -> bool {
    let mut conds: Vec<TermId> = path.reach.iter().chain(&path.path).copied().collect();
    loop {
        let all = terms.all(&conds);
        if terms.as_const(all) == Some(0) {
            return false;
        }
        let mut next = None;
        for c in &conds {
            let parts = terms.conjuncts(*c);
            for c in parts {
                let Term::Eq0(sum) = *terms.get(c) else { continue };
                let (n, ts) = terms.linear(sum);
                if let [(x, 1)] = ts[..]
                    && let Term::Sym(x) = *terms.get(x)
                {
                    next = Some((x, terms.int(-n)));
                }
            }
        }
        let Some((x, value)) = next else { return true };
        let mut one = Substitution::new();
        one.insert(x, value);
        for c in &mut conds {
            *c = terms.subst(*c, &mut one);
        }
        conds.retain(|c| terms.as_const(*c) != Some(1));
    }
}

/// A conflict as a word.
fn word(conflict: Conflict) -> String {
    let text = match conflict {
        Conflict::Misuse(rule) => format!("{rule:?}"),
        Conflict::EndOfLife(how) => format!("EndOfLife{how:?}"),
        other => format!("{other:?}"),
    };
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
