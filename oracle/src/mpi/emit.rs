//! Programs as C with MPI, one statement a line; sets the line of every statement.

use super::lang::{Array, Collective, Comm, ELEMENTS, Kind, Place, Program, Reduction, Rma};
use super::lang::{Promise, Routine, Stmt, Storage, Type};
use crate::expression::{Cond, Expr};
use std::collections::BTreeSet;

/// Largest number of processes of a program that indexes arrays by rank.
pub const MAX_RANKED: i64 = 7;

/// What the body of a program mentions.
#[derive(Default)]
struct Used {
    buffers: BTreeSet<u8>,
    requests: BTreeSet<u8>,
    comms: BTreeSet<Comm>,
    vector: bool,
    groups: bool,
    /// Results of tests, flags, and queries of shared windows.
    tests: bool,
    flags: bool,
    direct: bool,
    /// Elements are chosen by rank, so arrays are long enough for [`MAX_RANKED`] processes only.
    by_rank: bool,
}

/// What the statements depend on.
struct Style {
    /// Displacements are addresses.
    dynamic: bool,
    /// The communicator of messages.
    base: &'static str,
}

type Writer = crate::writer::Writer<Style>;

/// The C text of a program. The lines of its statements are set.
pub fn emit(program: &mut Program) -> String {
    let mut used = Used::default();
    let bodies = [&program.before, &program.main, &program.after];
    bodies.into_iter().chain(&program.helpers).for_each(|body| collect(body, &mut used));
    used.comms.extend(Some(program.base).filter(|c| *c != Comm::World));
    let dynamic = program.storage == Storage::Dynamic;
    used.by_rank |= dynamic;
    let mut out = Writer::new(Style { dynamic, base: comm(program.base) });
    for header in ["mpi.h", "stdlib.h", "string.h"] {
        out.put(&format!("#include <{header}>"));
    }
    out.put("");
    // Helper functions share the variables with main; without them, main may have them as its own.
    let shared = program.storage != Storage::Local || !program.helpers.is_empty();
    let variables = declarations(program, &used);
    if shared {
        variables.iter().for_each(|v| {
            out.put(&format!("static {v}"));
        });
        out.put("");
    }
    for (k, helper) in program.helpers.iter_mut().enumerate() {
        out.put(&format!("static void helper{k}(int arg)"));
        body(&mut out, helper);
        out.put("");
    }
    out.put("int main(int argc, char **argv)");
    out.put("{");
    out.depth = 1;
    if !shared {
        variables.iter().for_each(|v| {
            out.put(v);
        });
    }
    open(&mut out, program, &used);
    block(&mut out, &mut program.main);
    for window in 0..program.windows.len() {
        out.put(&format!("MPI_Win_free(&win{window});"));
    }
    block(&mut out, &mut program.after);
    out.put("MPI_Finalize();");
    out.put("return 0;");
    out.depth = 0;
    out.put("}");
    out.finish()
}

fn declarations(program: &Program, used: &Used) -> Vec<String> {
    let mut lines = vec!["int rank, size, sink;".to_owned()];
    let arrays: BTreeSet<u8> = program.windows.iter().copied().collect();
    for array in arrays {
        lines.push(match program.storage {
            Storage::Static | Storage::Local | Storage::Dynamic => format!("int mem{array}[{ELEMENTS}];"),
            Storage::Heap | Storage::Allocate | Storage::Shared => format!("int *mem{array};"),
        });
    }
    lines.extend(used.buffers.iter().map(|k| format!("int buf{k}[{ELEMENTS}];")));
    lines.extend((0..program.windows.len()).map(|k| format!("MPI_Win win{k};")));
    lines.extend(used.requests.iter().map(|k| format!("MPI_Request req{k};")));
    lines.extend(used.comms.iter().map(|c| format!("MPI_Comm {};", comm(*c))));
    if used.vector {
        lines.push("MPI_Datatype vector;".to_owned());
    }
    if used.groups {
        lines.push("MPI_Group world;".to_owned());
    }
    if used.tests {
        lines.push("int done;".to_owned());
    }
    if used.flags {
        lines.push("int one = 1, seen;".to_owned());
    }
    if used.direct {
        lines.extend(["MPI_Aint bytes;", "int unit, *theirs;"].map(str::to_owned));
    }
    if program.storage == Storage::Dynamic {
        lines.push("MPI_Aint address;".to_owned());
        lines.extend((0..program.windows.len()).map(|k| format!("MPI_Aint bases{k}[{MAX_RANKED}];")));
    }
    lines
}

/// From the start of `main` to the windows.
fn open(out: &mut Writer, program: &mut Program, used: &Used) {
    out.put("MPI_Init(&argc, &argv);");
    let base = comm(program.base);
    let world = program.base == Comm::World;
    let part = |out: &mut Writer, c: Comm| {
        let color = match (c, world) {
            (Comm::Parity, _) => "rank % 2",
            _ => "rank < 2",
        };
        out.put(&format!("MPI_Comm_split(MPI_COMM_WORLD, {color}, rank, &{});", comm(c)));
    };
    out.put("MPI_Comm_rank(MPI_COMM_WORLD, &rank);");
    if !world {
        used.comms.iter().for_each(|c| part(out, *c));
        out.put(&format!("MPI_Comm_rank({base}, &rank);"));
    }
    out.put(&format!("MPI_Comm_size({base}, &size);"));
    let bounds = [(program.min_size > 1, "<", program.min_size), (used.by_rank, ">", MAX_RANKED)];
    for (_, cmp, bound) in bounds.into_iter().filter(|b| b.0) {
        out.put(&format!("if (size {cmp} {bound})"));
        out.put("    MPI_Abort(MPI_COMM_WORLD, 1);");
    }
    if world {
        used.comms.iter().for_each(|c| part(out, *c));
    }
    if used.vector {
        out.put("MPI_Type_vector(2, 1, 2, MPI_INT, &vector);");
        out.put("MPI_Type_commit(&vector);");
    }
    if used.groups {
        out.put(&format!("MPI_Comm_group({base}, &world);"));
    }
    let bytes = format!("{ELEMENTS} * sizeof(int)");
    if program.storage == Storage::Heap {
        for array in program.windows.iter().collect::<BTreeSet<_>>() {
            out.put(&format!("mem{array} = calloc({ELEMENTS}, sizeof(int));"));
        }
    }
    // Memory of MPI_Win_allocate does not exist before the window.
    if !matches!(program.storage, Storage::Allocate | Storage::Shared) {
        block(out, &mut program.before);
    }
    for (k, array) in program.windows.iter().enumerate() {
        let rest = format!("sizeof(int), MPI_INFO_NULL, {base}");
        out.put(&match program.storage {
            Storage::Shared => format!("MPI_Win_allocate_shared({bytes}, {rest}, &mem{array}, &win{k});"),
            Storage::Dynamic => format!("MPI_Win_create_dynamic(MPI_INFO_NULL, {base}, &win{k});"),
            Storage::Allocate => format!("MPI_Win_allocate({bytes}, {rest}, &mem{array}, &win{k});"),
            _ => format!("MPI_Win_create(mem{array}, {bytes}, {rest}, &win{k});"),
        });
        if program.storage == Storage::Dynamic {
            out.put(&format!("MPI_Win_attach(win{k}, mem{array}, {bytes});"));
            out.put(&format!("MPI_Get_address(mem{array}, &address);"));
            out.put(&format!("MPI_Allgather(&address, 1, MPI_AINT, bases{k}, 1, MPI_AINT, {base});"));
        }
    }
}

fn comm(comm: Comm) -> &'static str {
    match comm {
        Comm::World => "MPI_COMM_WORLD",
        Comm::Parity => "parity",
        Comm::Pair => "pair",
    }
}

fn body(out: &mut Writer, stmts: &mut [Stmt]) {
    out.put("{");
    out.deeper(|out| block(out, stmts));
    out.put("}");
}

fn block(out: &mut Writer, stmts: &mut [Stmt]) {
    for stmt in stmts {
        statement(out, stmt);
    }
}

fn statement(out: &mut Writer, stmt: &mut Stmt) {
    match &mut stmt.kind {
        Kind::If { cond, then, otherwise } => {
            stmt.line = out.put(&format!("if ({})", condition(cond)));
            body(out, then);
            if !otherwise.is_empty() {
                out.put("else");
                body(out, otherwise);
            }
        }
        Kind::For { counter, bound, body: inner } => {
            let bound = expr(bound);
            stmt.line = out.put(&format!("for (int i{counter} = 0; i{counter} < {bound}; i{counter}++)"));
            body(out, inner);
        }
        Kind::Post { win, peer, promise } => stmt.line = group(out, "post", *win, peer, *promise),
        Kind::Start { win, peer } => stmt.line = group(out, "start", *win, peer, Promise::default()),
        Kind::Wait { request, polled: true } => {
            out.put("done = 0;");
            out.put("while (!done)");
            stmt.line = out.put(&format!("    MPI_Test(&req{request}, &done, MPI_STATUS_IGNORE);"));
        }
        Kind::Signal { win, target, cell } => {
            let at = format!("{}, {}", expr(target), displacement(out.context.dynamic, *win, target, cell));
            stmt.line = out.put(&format!("MPI_Accumulate(&one, 1, MPI_INT, {at}, 1, MPI_INT, MPI_SUM, win{win});"));
            out.put(&format!("MPI_Win_flush({}, win{win});", expr(target)));
        }
        Kind::Await { win, target, cell } => {
            let at = format!("{}, {}", expr(target), displacement(out.context.dynamic, *win, target, cell));
            out.put("do");
            out.put("{");
            stmt.line = out.put(&format!("    MPI_Fetch_and_op(&one, &seen, MPI_INT, {at}, MPI_NO_OP, win{win});"));
            out.put(&format!("    MPI_Win_flush({}, win{win});", expr(target)));
            out.put("} while (seen == 0);");
        }
        Kind::Direct { win, peer, place, write } => {
            out.put(&format!("MPI_Win_shared_query(win{win}, {}, &bytes, &unit, &theirs);", expr(peer)));
            let index = expr(&place.index);
            stmt.line =
                out.put(&if *write { format!("theirs[{index}] = rank;") } else { format!("sink = theirs[{index}];") });
        }
        kind => {
            let text = simple(kind, out.context.dynamic, out.context.base);
            stmt.line = out.put(&text);
        }
    }
}

fn group(out: &mut Writer, call: &str, win: u8, peer: &Expr, promise: Promise) -> u32 {
    out.put("{");
    out.put(&format!("    int ranks[1] = {{ {} }};", expr(peer)));
    out.put("    MPI_Group group;");
    out.put("    MPI_Group_incl(world, 1, ranks, &group);");
    let assert = asserts(&[(promise.nostore, "NOSTORE"), (promise.noput, "NOPUT")]);
    let line = out.put(&format!("    MPI_Win_{call}(group, {assert}, win{win});"));
    out.put("    MPI_Group_free(&group);");
    out.put("}");
    line
}

/// Statements of one line.
fn simple(kind: &Kind, dynamic: bool, base: &str) -> String {
    match kind {
        Kind::Load { place: p, count: 1 } => format!("sink = {};", element(p)),
        Kind::Store { place: p, count: 1 } => format!("{} = rank;", element(p)),
        Kind::Load { place: p, count } => format!("sink = memcmp({}, {}, {count} * sizeof(int));", place(p), place(p)),
        Kind::Store { place: p, count } => format!("memset({}, 0, {count} * sizeof(int));", place(p)),
        Kind::Rma(rma) => operation(rma, dynamic),
        Kind::Fence { win, noprecede, nosucceed, promise: Promise { nostore, noput } } => {
            let assert = asserts(&[
                (*noprecede, "NOPRECEDE"),
                (*nosucceed, "NOSUCCEED"),
                (*nostore, "NOSTORE"),
                (*noput, "NOPUT"),
            ]);
            format!("MPI_Win_fence({assert}, win{win});")
        }
        Kind::Lock { win, target, exclusive } => {
            let mode = if *exclusive { "EXCLUSIVE" } else { "SHARED" };
            format!("MPI_Win_lock(MPI_LOCK_{mode}, {}, 0, win{win});", expr(target))
        }
        Kind::Unlock { win, target } => format!("MPI_Win_unlock({}, win{win});", expr(target)),
        Kind::LockAll { win } => format!("MPI_Win_lock_all(0, win{win});"),
        Kind::UnlockAll { win } => format!("MPI_Win_unlock_all(win{win});"),
        Kind::Flush { win, target, local } => {
            let local = if *local { "_local" } else { "" };
            match target {
                Some(target) => format!("MPI_Win_flush{local}({}, win{win});", expr(target)),
                None => format!("MPI_Win_flush{local}_all(win{win});"),
            }
        }
        Kind::Complete { win } => format!("MPI_Win_complete(win{win});"),
        Kind::WinWait { win } => format!("MPI_Win_wait(win{win});"),
        Kind::WinSync { win } => format!("MPI_Win_sync(win{win});"),
        Kind::Wait { request, .. } => format!("MPI_Wait(&req{request}, MPI_STATUS_IGNORE);"),
        Kind::Test { request } => format!("MPI_Test(&req{request}, &done, MPI_STATUS_IGNORE);"),
        Kind::Persist { message, .. } => persistent(&simple(&message.kind, dynamic, base)),
        Kind::StartRequest { request } => format!("MPI_Start(&req{request});"),
        Kind::Collective { op, comm: c, root, send, recv, request } => {
            collective(*op, comm(*c), root, [&place(send), &place(recv)], *request)
        }
        Kind::Send { place: p, dest, tag, synchronous, request } => {
            let mode = match (synchronous, request) {
                (false, None) => "Send",
                (true, None) => "Ssend",
                (false, Some(_)) => "Isend",
                (true, Some(_)) => "Issend",
            };
            let request = request.map_or_else(String::new, |k| format!(", &req{k}"));
            format!("MPI_{mode}({}, 1, MPI_INT, {}, {tag}, {base}{request});", place(p), expr(dest))
        }
        Kind::Recv { place: p, source, tag, request } => {
            let source = source.as_ref().map_or_else(|| "MPI_ANY_SOURCE".to_owned(), expr);
            let arguments = format!("{}, 1, MPI_INT, {source}, {tag}, {base}", place(p));
            match request {
                None => format!("MPI_Recv({arguments}, MPI_STATUS_IGNORE);"),
                Some(k) => format!("MPI_Irecv({arguments}, &req{k});"),
            }
        }
        Kind::SendRecv { send, dest, recv, source, tag } => {
            let out = format!("{}, 1, MPI_INT, {}, {tag}", place(send), expr(dest));
            let back = format!("{}, 1, MPI_INT, {}, {tag}", place(recv), expr(source));
            format!("MPI_Sendrecv({out}, {back}, {base}, MPI_STATUS_IGNORE);")
        }
        Kind::Call { helper, arg } => format!("helper{helper}({});", expr(arg)),
        // Written by `statement`.
        Kind::If { .. } | Kind::For { .. } | Kind::Post { .. } | Kind::Start { .. } => String::new(),
        Kind::Signal { .. } | Kind::Await { .. } | Kind::Direct { .. } => String::new(),
    }
}

/// Displacements in dynamic windows are addresses.
fn displacement(dynamic: bool, win: u8, target: &Expr, disp: &Expr) -> String {
    if dynamic { format!("bases{win}[{}] + {} * sizeof(int)", expr(target), expr(disp)) } else { expr(disp) }
}

fn asserts(given: &[(bool, &str)]) -> String {
    let names: Vec<String> = given.iter().filter(|a| a.0).map(|a| format!("MPI_MODE_{}", a.1)).collect();
    if names.is_empty() { "0".to_owned() } else { names.join(" | ") }
}

/// The name of the call that makes a persistent request, from the name of the nonblocking call.
fn persistent(call: &str) -> String {
    let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
    let name = name.replace("Isend", "Send").replace("Issend", "Ssend").replace("Irecv", "Recv");
    format!("{name}_init({arguments}")
}

fn operation(rma: &Rma, dynamic: bool) -> String {
    let basic = match rma.ty {
        Type::Int | Type::Vector => "MPI_INT",
        Type::Float => "MPI_FLOAT",
        Type::Double => "MPI_DOUBLE",
    };
    let ty = if rma.ty == Type::Vector { "vector" } else { basic };
    let elements = rma.count * if rma.ty == Type::Vector { 2 } else { 1 };
    let op = match rma.reduction {
        Reduction::Sum => "MPI_SUM",
        Reduction::Max => "MPI_MAX",
        Reduction::Replace => "MPI_REPLACE",
        // Programs read from C only have others.
        Reduction::NoOp | Reduction::Other(_) => "MPI_NO_OP",
    };
    let (r, name) = if rma.request.is_some() { ("R", "") } else { ("", "") };
    let request = rma.request.map_or_else(String::new, |k| format!(", &req{k}"));
    let (origin, result, compare) = (place(&rma.origin), place(&rma.result), place(&rma.compare));
    let own = |p: &str| format!("{p}, {elements}, {basic}");
    let at = format!("{}, {}", expr(&rma.target), displacement(dynamic, rma.win, &rma.target, &rma.disp));
    let target = format!("{at}, {}, {ty}", rma.count);
    let win = format!("win{}{request}", rma.win);
    let call = |plain: &str, with_request: &str| {
        format!("MPI_{r}{}{name}", if rma.request.is_some() { with_request } else { plain })
    };
    match rma.routine {
        Routine::Put => format!("{}({}, {target}, {win});", call("Put", "put"), own(&origin)),
        Routine::Get => format!("{}({}, {target}, {win});", call("Get", "get"), own(&result)),
        Routine::Accumulate => {
            format!("{}({}, {target}, {op}, {win});", call("Accumulate", "accumulate"), own(&origin))
        }
        Routine::GetAccumulate => {
            let call = call("Get_accumulate", "get_accumulate");
            format!("{call}({}, {}, {target}, {op}, {win});", own(&origin), own(&result))
        }
        Routine::FetchAndOp => format!("MPI_Fetch_and_op({origin}, {result}, {basic}, {at}, {op}, {win});"),
        Routine::CompareAndSwap => {
            format!("MPI_Compare_and_swap({origin}, {compare}, {result}, {basic}, {at}, {win});")
        }
    }
}

fn collective(op: Collective, comm: &str, root: &Expr, [send, recv]: [&str; 2], request: Option<u8>) -> String {
    let (i, root) = (if request.is_some() { "I" } else { "" }, expr(root));
    let one =
        |plain: &str| format!("MPI_{i}{}", if request.is_some() { plain.to_lowercase() } else { plain.to_owned() });
    let request = request.map_or_else(String::new, |k| format!(", &req{k}"));
    let last = format!("{comm}{request});");
    match op {
        Collective::Barrier => format!("{}({last}", one("Barrier")),
        Collective::Bcast => format!("{}({send}, 1, MPI_INT, {root}, {last}", one("Bcast")),
        Collective::Reduce => format!("{}({send}, {recv}, 1, MPI_INT, MPI_SUM, {root}, {last}", one("Reduce")),
        Collective::Gather => format!("{}({send}, 1, MPI_INT, {recv}, 1, MPI_INT, {root}, {last}", one("Gather")),
        Collective::Allreduce => format!("{}({send}, {recv}, 1, MPI_INT, MPI_SUM, {last}", one("Allreduce")),
        Collective::Alltoall => format!("{}({send}, 1, MPI_INT, {recv}, 1, MPI_INT, {last}", one("Alltoall")),
        Collective::Scan => format!("{}({send}, {recv}, 1, MPI_INT, MPI_SUM, {last}", one("Scan")),
    }
}

fn array(array: Array) -> String {
    match array {
        Array::Window(k) => format!("mem{k}"),
        Array::Buffer(k) => format!("buf{k}"),
        Array::Object(k) => format!("object{k}"),
    }
}

fn element(place: &Place) -> String {
    format!("{}[{}]", array(place.array), expr(&place.index))
}

fn place(place: &Place) -> String {
    format!("&{}", element(place))
}

fn condition(cond: &Cond) -> String {
    format!("{} {} {}", expr(&cond.left), cond.cmp.text(), expr(&cond.right))
}

fn expr(value: &Expr) -> String {
    value.text("rank", "size")
}

/// What a body mentions.
fn collect(stmts: &[Stmt], used: &mut Used) {
    for Stmt { kind, .. } in stmts {
        let mut places: Vec<&Place> = Vec::new();
        let mut seen: Option<u8> = None;
        let ranked = |e: &Expr| mentions(e, &|e| matches!(e, Expr::Rank | Expr::Size | Expr::Arg));
        match kind {
            Kind::If { then, otherwise, .. } => {
                collect(then, used);
                collect(otherwise, used);
            }
            Kind::For { body, bound, .. } => {
                used.by_rank |= ranked(bound);
                collect(body, used);
            }
            Kind::Load { place, .. } | Kind::Store { place, .. } => places.push(place),
            Kind::Rma(rma) => {
                places.extend([&rma.origin, &rma.compare, &rma.result]);
                seen = rma.request;
                used.vector |= rma.ty == Type::Vector;
                used.by_rank |= ranked(&rma.disp);
            }
            Kind::Collective { op, comm, send, recv, request, .. } => {
                used.by_rank |= matches!(op, Collective::Gather | Collective::Alltoall);
                places.extend([send, recv]);
                seen = *request;
                used.comms.extend(Some(*comm).filter(|c| *c != Comm::World));
            }
            Kind::Send { place, request, .. } | Kind::Recv { place, request, .. } => {
                places.push(place);
                seen = *request;
            }
            Kind::SendRecv { send, recv, .. } => places.extend([send, recv]),
            Kind::Wait { request, polled } => {
                used.tests |= polled;
                seen = Some(*request);
            }
            Kind::Test { request } => {
                used.tests = true;
                seen = Some(*request);
            }
            Kind::StartRequest { request } => seen = Some(*request),
            Kind::Persist { message, .. } => collect(std::slice::from_ref(message), used),
            Kind::Signal { cell, .. } | Kind::Await { cell, .. } => {
                used.flags = true;
                used.by_rank |= ranked(cell);
            }
            Kind::Direct { place, .. } => {
                used.direct = true;
                used.by_rank |= ranked(&place.index);
            }
            Kind::Post { .. } | Kind::Start { .. } => used.groups = true,
            _ => {}
        }
        used.requests.extend(seen);
        for place in places {
            used.by_rank |= ranked(&place.index);
            if let Array::Buffer(k) = place.array {
                used.buffers.insert(k);
            }
        }
    }
}

fn mentions(expr: &Expr, what: &dyn Fn(&Expr) -> bool) -> bool {
    let inside = matches!(expr, Expr::Bin(_, left, right) if mentions(left, what) || mentions(right, what));
    inside || what(expr)
}
