//! Programs as C, one statement a line; sets the line of every statement.

use super::lang::{Array, ELEMENTS, Flush, Index, Kind, Place, Routine, Stmt, Target};
use std::fmt::Write;

/// Threads of a team at most, and processes for which elements that are chosen by rank are enough.
pub const MAX_THREADS: usize = 4;
const MAX_RANKED: i64 = 4;

struct Writer {
    text: String,
    line: u32,
    depth: usize,
}

impl Writer {
    fn put(&mut self, text: &str) -> u32 {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * self.depth);
        self.line += 1;
        self.line
    }

    fn block(&mut self, head: &str, body: &mut [Stmt]) {
        self.put(head);
        self.put("{");
        self.depth += 1;
        body.iter_mut().for_each(|stmt| self.statement(stmt));
        self.depth -= 1;
        self.put("}");
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        stmt.line = self.line + 1;
        match &mut stmt.kind {
            Kind::Region(body) => {
                self.put(&format!("#pragma omp parallel num_threads({MAX_THREADS})"));
                self.put("{");
                self.depth += 1;
                self.put("int t = omp_get_thread_num();");
                body.iter_mut().for_each(|stmt| self.statement(stmt));
                self.depth -= 1;
                self.put("}");
            }
            Kind::Master(body) => self.block("#pragma omp master", body),
            Kind::Single { nowait, body } => self.block(&format!("#pragma omp single{}", ending(*nowait)), body),
            Kind::Critical { name, body } => self.block(&format!("#pragma omp critical (c{name})"), body),
            Kind::Thread { number, body } => self.block(&format!("if (t == {number})"), body),
            Kind::For { chunk, nowait, count, body } => {
                let chunk = chunk.map_or(String::new(), |c| format!(", {c}"));
                self.put(&format!("#pragma omp for schedule(static{chunk}){}", ending(*nowait)));
                self.block(&format!("for (int i = 0; i < {count}; i++)"), body);
            }
            Kind::Sections { nowait, parts } => {
                self.put(&format!("#pragma omp sections{}", ending(*nowait)));
                self.put("{");
                self.depth += 1;
                parts.iter_mut().for_each(|part| self.block("#pragma omp section", part));
                self.depth -= 1;
                self.put("}");
            }
            Kind::Task { depends, body } => {
                let clause = |(x, out): &(u8, bool)| format!(" depend({} : d{x})", if *out { "out" } else { "in" });
                let clauses: String = depends.iter().map(clause).collect();
                self.block(&format!("#pragma omp task{clauses}"), body);
            }
            Kind::Group(body) => self.block("#pragma omp taskgroup", body),
            simple => {
                let text = simple_text(simple);
                self.put(&text);
            }
        }
    }
}

fn ending(nowait: bool) -> &'static str {
    if nowait { " nowait" } else { "" }
}

/// The C text of a program. The lines of its statements are set.
pub fn emit(main: &mut [Stmt]) -> String {
    let mut out = Writer { text: String::new(), line: 0, depth: 0 };
    let arrays = format!("static int buf0[{ELEMENTS}], buf1[{ELEMENTS}], buf2[{ELEMENTS}], d0, d1, d2, sink;");
    for line in ["#include <mpi.h>", "#include <omp.h>", "", &arrays, "", "int main(int argc, char **argv)", "{"] {
        out.put(line);
    }
    out.depth = 1;
    let window =
        format!("MPI_Win_allocate({ELEMENTS} * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);");
    let sizes = format!("if (provided < MPI_THREAD_MULTIPLE || size < 2 || size > {MAX_RANKED})");
    for line in [
        "int provided, rank, size, *mem, t = 0;",
        "MPI_Win win;",
        "MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);",
        "MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
        "MPI_Comm_size(MPI_COMM_WORLD, &size);",
        &sizes,
        "    MPI_Abort(MPI_COMM_WORLD, 1);",
        &window,
        "MPI_Win_lock_all(0, win);",
        "MPI_Barrier(MPI_COMM_WORLD);",
    ] {
        out.put(line);
    }
    main.iter_mut().for_each(|stmt| out.statement(stmt));
    for line in ["MPI_Win_unlock_all(win);", "MPI_Win_free(&win);", "MPI_Finalize();", "return d0 + d1 + d2 + t;"] {
        out.put(line);
    }
    out.depth = 0;
    out.put("}");
    out.text
}

fn simple_text(kind: &Kind) -> String {
    match kind {
        Kind::Load(at) => format!("sink = {};", place(*at)),
        Kind::Store(at) => format!("{} = 1;", place(*at)),
        Kind::Rma { routine, local, target: to, remote, count } => {
            let (name, operation) = match routine {
                Routine::Put => ("MPI_Put", ""),
                Routine::Get => ("MPI_Get", ""),
                Routine::Accumulate => ("MPI_Accumulate", "MPI_SUM, "),
            };
            let (local, to, remote) = (place(*local), target(*to), index(*remote));
            format!("{name}(&{local}, {count}, MPI_INT, {to}, {remote}, {count}, MPI_INT, {operation}win);")
        }
        Kind::Flush(Flush::All) => "MPI_Win_flush_all(win);".to_owned(),
        Kind::Flush(Flush::LocalAll) => "MPI_Win_flush_local_all(win);".to_owned(),
        Kind::Flush(Flush::One(to)) => format!("MPI_Win_flush({}, win);", target(*to)),
        Kind::Flush(Flush::LocalOne(to)) => format!("MPI_Win_flush_local({}, win);", target(*to)),
        Kind::Processes => "MPI_Barrier(MPI_COMM_WORLD);".to_owned(),
        Kind::Team => "#pragma omp barrier".to_owned(),
        Kind::Wait => "#pragma omp taskwait".to_owned(),
        _ => String::new(),
    }
}

fn target(to: Target) -> &'static str {
    match to {
        Target::Right => "(rank + 1) % size",
        Target::Left => "(rank + size - 1) % size",
        Target::First => "0",
    }
}

fn place(at: Place) -> String {
    match at.array {
        Array::Buffer(k) => format!("buf{k}[{}]", index(at.index)),
        Array::Window => format!("mem[{}]", index(at.index)),
    }
}

fn index(at: Index) -> String {
    let mut parts = Vec::new();
    for (factor, name) in [(at.thread, "t"), (at.var, "i"), (at.rank, "rank")] {
        match factor {
            0 => {}
            1 => parts.push(name.to_owned()),
            k => parts.push(format!("{k} * {name}")),
        }
    }
    if at.base != 0 || parts.is_empty() {
        parts.push(at.base.to_string());
    }
    parts.join(" + ")
}
