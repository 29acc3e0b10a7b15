//! Programs as C, one statement a line; sets the line of every statement.

use super::lang::{Array, ELEMENTS, Flush, Index, Kind, Place, Routine, Stmt, Target};

/// Threads of a team at most, and processes for which elements that are chosen by rank are enough.
pub const MAX_THREADS: usize = 4;
const MAX_RANKED: i64 = 4;

type Writer = crate::writer::Writer<()>;

fn block(out: &mut Writer, head: &str, body: &mut [Stmt]) {
    out.put(head);
    out.put("{");
    out.deeper(|out| body.iter_mut().for_each(|stmt| statement(out, stmt)));
    out.put("}");
}

fn statement(out: &mut Writer, stmt: &mut Stmt) {
    stmt.line = out.next_line();
    match &mut stmt.kind {
        Kind::Region(body) => {
            out.put(&format!("#pragma omp parallel num_threads({MAX_THREADS})"));
            out.put("{");
            out.deeper(|out| {
                out.put("int t = omp_get_thread_num();");
                body.iter_mut().for_each(|stmt| statement(out, stmt));
            });
            out.put("}");
        }
        Kind::Master(body) => block(out, "#pragma omp master", body),
        Kind::Single { nowait, body } => block(out, &format!("#pragma omp single{}", ending(*nowait)), body),
        Kind::Critical { name, body } => block(out, &format!("#pragma omp critical (c{name})"), body),
        Kind::Thread { number, body } => block(out, &format!("if (t == {number})"), body),
        Kind::For { chunk, nowait, count, body } => {
            let chunk = chunk.map_or(String::new(), |c| format!(", {c}"));
            out.put(&format!("#pragma omp for schedule(static{chunk}){}", ending(*nowait)));
            block(out, &format!("for (int i = 0; i < {count}; i++)"), body);
        }
        Kind::Sections { nowait, parts } => {
            out.put(&format!("#pragma omp sections{}", ending(*nowait)));
            out.put("{");
            out.deeper(|out| parts.iter_mut().for_each(|part| block(out, "#pragma omp section", part)));
            out.put("}");
        }
        Kind::Task { depends, body } => {
            let clause = |(x, out): &(u8, bool)| format!(" depend({} : d{x})", if *out { "out" } else { "in" });
            let clauses: String = depends.iter().map(clause).collect();
            block(out, &format!("#pragma omp task{clauses}"), body);
        }
        Kind::Group(body) => block(out, "#pragma omp taskgroup", body),
        simple => {
            let text = simple_text(simple);
            out.put(&text);
        }
    }
}

fn ending(nowait: bool) -> &'static str {
    if nowait { " nowait" } else { "" }
}

/// The C text of a program. The lines of its statements are set.
pub fn emit(main: &mut [Stmt]) -> String {
    let mut out = Writer::new(());
    let arrays = format!("static int buf0[{ELEMENTS}], buf1[{ELEMENTS}], buf2[{ELEMENTS}], d0, d1, d2, sink;");
    out.all(&["#include <mpi.h>", "#include <omp.h>", "", &arrays, "", "int main(int argc, char **argv)", "{"]);
    out.depth = 1;
    let window =
        format!("MPI_Win_allocate({ELEMENTS} * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);");
    let sizes = format!("if (provided < MPI_THREAD_MULTIPLE || size < 2 || size > {MAX_RANKED})");
    out.all(&[
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
    ]);
    main.iter_mut().for_each(|stmt| statement(&mut out, stmt));
    out.all(&["MPI_Win_unlock_all(win);", "MPI_Win_free(&win);", "MPI_Finalize();", "return d0 + d1 + d2 + t;"]);
    out.depth = 0;
    out.put("}");
    out.finish()
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
