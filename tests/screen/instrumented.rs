//! Which instructions of a module carry a mark, and which ones ThreadSanitizer's own pass instruments.

use rma_corpus::sanitized::succeeded;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Positions do not count instructions for debuggers, as in the list.
pub type Positions = BTreeMap<String, BTreeSet<usize>>;

/// The instructions that carry `!nosanitize`.
pub fn marked(module: &Path) -> Positions {
    let marked = |body: Vec<String>| positions(&body, |line| line.contains(", !nosanitize ")).collect();
    bodies(&text(module)).into_iter().map(|(name, body)| (name, marked(body))).collect()
}

/// The module as text.
pub fn text(module: &Path) -> String {
    succeeded(Command::new("llvm-dis-19").arg(module).args(["-o", "-"])).unwrap().stdout
}

/// What the pass makes of a module.
#[derive(Debug)]
pub struct Instrumented {
    /// The loads, stores, copies and fills that are instrumented.
    pub accesses: Positions,
    /// The functions that call others, and whether their entry is noted.
    pub entries: BTreeMap<String, bool>,
}

/// Runs the pass. It leaves out a load before a store of the same cell in one block; that is
/// switched off, so that all that is not dropped is there, and so is what would change the number of instructions otherwise.
pub fn instrumented(module: &Path) -> Instrumented {
    let mut opt = Command::new("opt-19");
    opt.args(["-passes=tsan", "-tsan-instrument-read-before-write=1", "-tsan-instrument-atomics=0"]);
    opt.args(["-tsan-handle-cxx-exceptions=0", "-S", "-o", "-"]);
    let text = succeeded(opt.arg(module)).unwrap().stdout;
    let mut out = Instrumented { accesses: Positions::new(), entries: BTreeMap::new() };
    for (name, body) in bodies(&text) {
        let is_call = |line: &String| {
            (line.contains(" call ") || line.contains(" invoke "))
                && !line.contains("@llvm.")
                && !line.contains("@__tsan_")
        };
        if body.iter().any(is_call) {
            out.entries.insert(name.clone(), body.iter().any(|line| line.contains("@__tsan_func_entry(")));
        }
        out.accesses.insert(name, of_body(&body));
    }
    out
}

fn of_body(body: &[String]) -> BTreeSet<usize> {
    const ADDED: [&str; 3] = ["@__tsan_func_entry(", "@__tsan_func_exit(", "@llvm.returnaddress("];
    const BEFORE: [&str; 4] = ["@__tsan_read", "@__tsan_write", "@__tsan_unaligned_", "@__tsan_vptr_"];
    const INSTEAD: [&str; 3] = ["@__tsan_memcpy(", "@__tsan_memmove(", "@__tsan_memset("];
    let has = |line: &str, names: &[&str]| names.iter().any(|name| line.contains(name));
    let (mut out, mut index, mut is_next) = (BTreeSet::new(), 0, false);
    for line in body {
        if has(line, &ADDED) {
            continue;
        }
        if has(line, &BEFORE) {
            is_next = true;
            continue;
        }
        if is_next || has(line, &INSTEAD) {
            out.insert(index);
            is_next = false;
        }
        index += 1;
    }
    out
}

fn positions<'b>(body: &'b [String], is_one: impl Fn(&str) -> bool + 'b) -> impl Iterator<Item = usize> + 'b {
    body.iter().enumerate().filter(move |(_, line)| is_one(line)).map(|(index, _)| index)
}

/// The instructions of each function, one a line.
pub fn bodies(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("define ") else { continue };
        let name = head.split_once('@').unwrap().1.split_once('(').unwrap().0.trim_matches('"').to_owned();
        let body = lines.by_ref().take_while(|line| *line != "}");
        // Cases of switches and clauses of landing pads stand further to the right, records for debuggers begin with `#`.
        let is_one = |line: &&str| {
            line.strip_prefix("  ")
                .is_some_and(|rest| !rest.starts_with([' ', ']', '#']) && !rest.contains("@llvm.dbg."))
        };
        out.insert(name, body.filter(is_one).map(str::to_owned).collect());
    }
    out
}
