//! Small C programs, from text to what the analysis knows of them.

use rma_cfg::Supergraph;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::Conflict;
use rma_dataflow::ids::EventRef;
use rma_dataflow::limits::{Budget, Limits};
use rma_dataflow::skeleton::{Event, Place};
use rma_frontend::api::Bank;
use rma_frontend::ir::{LocId, Module};
use rma_frontend::load::{LoadOptions, load};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program with its source and result.
pub struct Program {
    pub source: String,
    pub module: &'static Module,
    pub analysis: Analysis<'static>,
}

/// Declarations, the functions of a test, and the body of `main` inside of a passive epoch.
pub fn with_epoch(functions: &str, body: &str) -> String {
    format!(
        r"#include <mpi.h>
#include <stdlib.h>
{functions}
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base;
  MPI_Win win;
  MPI_Win_allocate(1 << 20, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
{body}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}}
"
    )
}

/// Compiles and analyses a C program; `name` tells the files of different tests apart.
pub fn analyse_c(name: &str, source: &str) -> Program {
    analyse_c_at("-O0", name, source)
}

/// Like the function above, at a level of optimisation.
pub fn analyse_c_at(level: &str, name: &str, source: &str) -> Program {
    compile("clang-19", &[level], &format!("{name}.c"), source)
}

/// Compiles and analyses a program with a compiler and its flags; the ending of `name` says the language.
pub fn compile(compiler: &str, flags: &[&str], name: &str, source: &str) -> Program {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (c, bc) = (folder.join(name), folder.join(format!("{name}.bc")));
    std::fs::write(&c, source).expect("the source is written");
    let compiled = Command::new(compiler)
        .args(["-g", "-w", "-emit-llvm", "-c", "-I/usr/include/x86_64-linux-gnu/mpich"])
        .args(flags)
        .arg(&c)
        .arg("-o")
        .arg(&bc)
        .output()
        .expect("the compiler runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    analyse_file(&bc, source)
}

/// Analyses a program of textual IR.
pub fn analyse_ir(name: &str, source: &str) -> Program {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.ll"));
    std::fs::write(&file, source).expect("the program is written");
    analyse_file(&file, source)
}

fn analyse_file(file: &Path, source: &str) -> Program {
    let options = LoadOptions { reader: reader(), ..LoadOptions::default() };
    let loaded = load(&[file.to_owned()], &options).expect("a reader; build the package rma-reader first");
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    let module: &Module = Box::leak(Box::new(loaded.module));
    let analysis = analyse_module(module, rma_dataflow::Options::default());
    Program { source: source.to_owned(), module, analysis }
}

/// The module and its graph stay in memory until the tests end.
fn analyse_module(module: &'static Module, options: rma_dataflow::Options) -> Analysis<'static> {
    let graph: &Supergraph = Box::leak(Box::new(Supergraph::build(module)));
    let entry = module.functions.position(|f| f.name == "main" || f.name == "_QQmain").expect("a main function");
    rma_dataflow::analyse(graph, entry, options)
}

/// The reader of this build or of the optimised one; `None` leaves the search to the loader.
fn reader() -> Option<PathBuf> {
    if std::env::var_os("RMA_STATIC_READER").is_some() {
        return None;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let places = [target.join("debug"), target.join("release")];
    places.into_iter().map(|folder| folder.join("rma-static-reader")).find(|path| path.is_file())
}

impl Program {
    /// The same program analysed with other limits.
    pub fn with_limits(&self, limits: &Limits) -> Analysis<'static> {
        analyse_module(self.module, rma_dataflow::Options { limits: *limits, ..Default::default() })
    }

    /// The same program analysed with this budget.
    pub fn with_budget(&self, budget: Budget) -> Analysis<'static> {
        analyse_module(self.module, rma_dataflow::Options { budget, ..Default::default() })
    }

    /// The lines of the pairs that have a candidate.
    pub fn lines(&self, analysis: &Analysis) -> BTreeSet<(u32, u32)> {
        let line = |at: EventRef| {
            let loc = analysis.skeleton.nodes[at.node].items[at.item as usize].loc;
            loc.map_or(0, |l| self.module.locs[l].line)
        };
        let pairs = analysis.found.candidates.iter().map(|c| &analysis.found.pairs[c.pair]);
        pairs.map(|p| (line(p.first), line(p.second))).map(|(a, b)| (a.min(b), a.max(b))).collect()
    }

    /// Name of the marker `//@ name` on a line, or its number.
    fn marker(&self, loc: Option<LocId>) -> String {
        let Some(loc) = loc else { return "?".to_owned() };
        let line = self.module.locs[loc].line;
        let text = self.source.lines().nth(line as usize - 1).unwrap_or("");
        text.split_once("//@ ").map_or_else(|| line.to_string(), |(_, name)| name.trim().to_owned())
    }

    fn item(&self, e: EventRef) -> &rma_dataflow::skeleton::Item {
        &self.analysis.skeleton.nodes[e.node].items[e.item as usize]
    }

    /// Pairs that have a path to a race, as `first second conflict`.
    pub fn pairs(&self) -> BTreeSet<String> {
        let found = &self.analysis.found;
        let own = found.candidates.iter().filter(|c| self.on_own_buffers(&found.pairs[c.pair]));
        own.map(|c| self.pair_name(&found.pairs[c.pair])).collect()
    }

    /// Pairs with a path that is satisfiable in small numbers (see [`super::model`]).
    pub fn races(&self) -> BTreeSet<String> {
        let (found, terms) = (&self.analysis.found, &self.analysis.facts.terms);
        let own = found.candidates.iter().filter(|c| self.on_own_buffers(&found.pairs[c.pair]));
        let possible = own.filter(|c| super::model::satisfiable(terms, c));
        possible.map(|c| self.pair_name(&found.pairs[c.pair])).collect()
    }

    /// Races of a process on its own buffers; those between processes and misuse are the corpus' matter.
    fn on_own_buffers(&self, pair: &rma_dataflow::candidate::Pair) -> bool {
        !matches!(
            pair.conflict,
            Conflict::AtTarget | Conflict::Reductions | Conflict::Letter | Conflict::Copies | Conflict::Misuse(_)
        )
    }

    fn pair_name(&self, pair: &rma_dataflow::candidate::Pair) -> String {
        let (first, second) = (self.marker(self.item(pair.first).loc), self.marker(self.item(pair.second).loc));
        let conflict = match pair.conflict {
            Conflict::WriteWhileRead => "write-while-read",
            Conflict::ReadWhileWritten => "read-while-written",
            Conflict::WriteWhileWritten => "write-while-written",
            Conflict::BothPending => "both-pending",
            Conflict::OneCall => "one-call",
            Conflict::EndOfLife(_) => "end-of-life",
            Conflict::AtTarget => "at-target",
            Conflict::Reductions => "reductions",
            Conflict::Letter => "letter",
            Conflict::Copies => "copies",
            Conflict::Misuse(_) => "misuse",
        };
        format!("{first} {second} {conflict}")
    }

    /// Conditions (`reach`, then `path`) of every candidate of a pair, in order.
    pub fn paths(&self, pair: &str) -> Vec<String> {
        let found = &self.analysis.found;
        let show = |t: &rma_dataflow::ids::TermId| self.analysis.facts.terms.show(*t);
        found
            .candidates
            .iter()
            .filter(|c| self.pair_name(&found.pairs[c.pair]) == pair)
            .map(|c| {
                let conditions: Vec<String> = c.reach.iter().chain(&c.path).map(show).collect();
                let lossy = if c.lossy { "lossy " } else { "" };
                format!("{lossy}{}", conditions.join(" && "))
            })
            .collect()
    }

    /// The places that the access or operation on a marked line may touch: `guard: object[offset]`.
    pub fn places(&self, marker: &str) -> Vec<String> {
        let mut out = Vec::new();
        for item in self.analysis.skeleton.nodes.iter().flat_map(|n| &n.items) {
            if self.marker(item.loc) != marker {
                continue;
            }
            match &item.event {
                Event::Access(a) => {
                    out.extend(a.area.places.iter().map(|p| self.place(p)));
                    out.extend(a.area.unknown.then(|| "unknown".to_owned()));
                }
                Event::Issue(issue) => {
                    for e in issue.effects.iter().filter(|e| e.bank == Bank::Own) {
                        out.extend(e.area.places.iter().map(|p| self.place(p)));
                        out.extend(e.area.unknown.then(|| "unknown".to_owned()));
                    }
                }
                Event::Complete(_)
                | Event::Death { .. }
                | Event::ForgetRequest { .. }
                | Event::Epoch(_)
                | Event::Order(_)
                | Event::Team(_)
                | Event::Foreign => {}
            }
        }
        out.dedup();
        out
    }

    /// Target ranks of the operations on a marked line.
    pub fn targets(&self, marker: &str) -> Vec<String> {
        let items = self.analysis.skeleton.nodes.iter().flat_map(|n| &n.items);
        items
            .filter(|i| self.marker(i.loc) == marker)
            .filter_map(|i| match &i.event {
                Event::Issue(issue) => issue.target.rank.map(|t| self.analysis.facts.terms.show(t)),
                _ => None,
            })
            .collect()
    }

    fn place(&self, p: &Place) -> String {
        let t = &self.analysis.facts.terms;
        let guard = if t.as_const(p.guard) == Some(1) { String::new() } else { format!("{}: ", t.show(p.guard)) };
        format!("{guard}{}[{}]", self.analysis.facts.objects[p.obj].name, t.show(p.offset))
    }
}
