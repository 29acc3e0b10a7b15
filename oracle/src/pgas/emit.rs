//! Programs as C, one statement a line; sets the line of every statement.

use super::lang::{Array, Collective, ELEMENTS, Kind, Model, Place, Program, Rma, Routine, Stmt, Team, Update, Way};
use crate::expression::{Cmp, Expr};
use crate::walk::Statement;

/// Number of processes for which arrays indexed by rank are large enough.
const MAX_RANKED: i64 = 7;

type Writer = crate::writer::Writer<Model>;

/// The C text of a program. The lines of its statements are set.
pub fn emit(program: &mut Program) -> String {
    let mut out = Writer::new(program.model);
    match program.model {
        Model::Shmem => open_shmem(&mut out, program),
        Model::Gaspi => open_gaspi(&mut out),
    }
    let (min, exit) = match program.model {
        Model::Shmem => (program.min_size, "shmem_global_exit(1);"),
        Model::Gaspi => (program.min_size, "exit(1);"),
    };
    out.put(&format!("if (n < {min} || n > {MAX_RANKED})"));
    out.put(&format!("    {exit}"));
    block(&mut out, &mut program.main);
    match program.model {
        Model::Shmem => out.all(&["shmem_ctx_destroy(ctx1);", "shmem_finalize();"]),
        Model::Gaspi => out.all(&["gaspi_proc_term(GASPI_BLOCK);"]),
    }
    out.put("return 0;");
    out.depth = 0;
    out.put("}");
    out.finish()
}

fn open_shmem(out: &mut Writer, program: &Program) {
    out.all(&["#include <shmem.h>", "", "static int me, n, sink;"]);
    for k in 0..2 {
        out.put(&if program.heap { format!("static int *mem{k};") } else { format!("static int mem{k}[{ELEMENTS}];") });
    }
    for k in 0..5 {
        out.put(&format!("static int buf{k}[{ELEMENTS}];"));
    }
    out.put(&format!("static int flag[{ELEMENTS}];"));
    out.put(&format!("static uint64_t sig[{ELEMENTS}];"));
    out.all(&["static long lock0, lock1;", "static shmem_ctx_t ctx1;", "static shmem_team_t even;", ""]);
    out.all(&["int main(void)", "{"]);
    out.depth = 1;
    out.all(&["shmem_init();", "me = shmem_my_pe();", "n = shmem_n_pes();"]);
    if program.heap {
        for k in 0..2 {
            out.put(&format!("mem{k} = shmem_calloc({ELEMENTS}, sizeof(int));"));
        }
    }
    out.put("shmem_ctx_create(0, &ctx1);");
    if uses_team(&program.main) {
        out.put("shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);");
    }
}

fn uses_team(body: &[Stmt]) -> bool {
    let even = |stmt: &Stmt| matches!(stmt.kind, Kind::Collective { team: Team::Even, .. });
    body.iter().any(|stmt| even(stmt) || stmt.blocks().into_iter().any(|block| uses_team(block)))
}

fn open_gaspi(out: &mut Writer) {
    out.all(&["#include <GASPI.h>", "#include <stdlib.h>", "", "static int me, n, sink;"]);
    out.all(&["static int *mem0, *mem1, *buf0, *buf1, *buf2, *buf3, *buf4;", "", "int main(void)", "{"]);
    out.depth = 1;
    out.all(&["gaspi_rank_t rank, num;", "gaspi_pointer_t ptr;", "gaspi_notification_id_t id;"]);
    out.all(&["gaspi_notification_t value;", "gaspi_atomic_value_t old;"]);
    out.all(&["gaspi_proc_init(GASPI_BLOCK);", "gaspi_proc_rank(&rank);", "gaspi_proc_num(&num);"]);
    out.all(&["me = rank;", "n = num;"]);
    for segment in 0..3 {
        let bytes = ELEMENTS * 4 * if segment == 2 { 5 } else { 1 };
        let rest = "GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED";
        out.put(&format!("gaspi_segment_create({segment}, {bytes}, {rest});"));
        out.put(&format!("gaspi_segment_ptr({segment}, &ptr);"));
        if segment < 2 {
            out.put(&format!("mem{segment} = ptr;"));
        }
    }
    for k in 0..5 {
        out.put(&format!("buf{k} = (int *)ptr + {};", k * ELEMENTS));
    }
}

fn block(out: &mut Writer, body: &mut [Stmt]) {
    for stmt in body {
        statement(out, stmt);
    }
}

fn statement(out: &mut Writer, stmt: &mut Stmt) {
    let text = match &mut stmt.kind {
        Kind::If { cond, then, otherwise } => {
            stmt.line = out.put(&format!("if ({} {} {}) {{", expr(&cond.left), cond.cmp.text(), expr(&cond.right)));
            out.deeper(|out| block(out, then));
            if !otherwise.is_empty() {
                out.put("} else {");
                out.deeper(|out| block(out, otherwise));
            }
            out.put("}");
            return;
        }
        Kind::For { counter, bound, body } => {
            let name = format!("i{counter}");
            stmt.line = out.put(&format!("for (int {name} = 0; {name} < {}; {name}++) {{", expr(bound)));
            out.deeper(|out| block(out, body));
            out.put("}");
            return;
        }
        Kind::Load { place } => format!("sink = {};", element(place)),
        Kind::Store { place, value } if matches!(place.array, Array::Flag | Array::Signal) => {
            format!("{} = {};", element(place), expr(value))
        }
        Kind::Store { place, .. } => format!("{} = me;", element(place)),
        Kind::Rma(rma) => match out.context {
            Model::Shmem => shmem(rma),
            Model::Gaspi => gaspi(rma),
        },
        Kind::Wait { word, cmp: how, value, way } => wait(word, *how, value, *way),
        Kind::WaitMany { word, count, all, cmp: how, value } => {
            let (which, place, count) = (if *all { "all" } else { "any" }, place(word), expr(count));
            format!("shmem_int_wait_until_{which}({place}, {count}, NULL, {}, {});", shmem_cmp(*how), expr(value))
        }
        Kind::WaitSome { segment, first, num } => {
            format!("gaspi_notify_waitsome({segment}, {}, {num}, &id, GASPI_BLOCK);", expr(first))
        }
        Kind::Reset { segment, id } => format!("gaspi_notify_reset({segment}, {}, &value);", expr(id)),
        Kind::Fence { channel: 0 } => "shmem_fence();".to_owned(),
        Kind::Fence { channel } => format!("shmem_ctx_fence(ctx{channel});"),
        Kind::Quiet { channel } => match (out.context, *channel) {
            (Model::Gaspi, queue) => format!("gaspi_wait({queue}, GASPI_BLOCK);"),
            (Model::Shmem, 0) => "shmem_quiet();".to_owned(),
            (Model::Shmem, context) => format!("shmem_ctx_quiet(ctx{context});"),
        },
        Kind::Collective { op, team, root, send, recv } => collective(out.context, *op, *team, root, send, recv),
        Kind::Lock { lock } => format!("shmem_set_lock(&lock{lock});"),
        Kind::Unlock { lock } => format!("shmem_clear_lock(&lock{lock});"),
    };
    stmt.line = out.put(&text);
}

fn wait(word: &Place, how: Cmp, value: &Expr, way: Way) -> String {
    let (value, signal) = (expr(value), word.array == Array::Signal);
    let opposite = match how {
        Cmp::Eq => "!=",
        Cmp::Ne => "==",
        Cmp::Lt => ">=",
        Cmp::Ge => "<",
    };
    let word = place(word);
    match way {
        Way::FetchLoop if signal => format!("while (shmem_signal_fetch({word}) {opposite} (uint64_t){value});"),
        Way::FetchLoop => format!("while (shmem_int_atomic_fetch({word}, me) {opposite} {value});"),
        Way::TestLoop => format!("while (!shmem_int_test({word}, {}, {value}));", shmem_cmp(how)),
        Way::Until if signal => format!("shmem_signal_wait_until({word}, {}, {value});", shmem_cmp(how)),
        Way::Until => format!("shmem_int_wait_until({word}, {}, {value});", shmem_cmp(how)),
    }
}

fn shmem(rma: &Rma) -> String {
    let context = if rma.channel == 0 { String::new() } else { format!("ctx{}, ", rma.channel) };
    let prefix = if rma.channel == 0 { "shmem_" } else { "shmem_ctx_" };
    let (remote, local, pe) = (place(&rma.remote), place(&rma.local), expr(&rma.target));
    let (count, value, word) = (rma.count, expr(&rma.value), place(&rma.word));
    let operator = |update: Update| if update == Update::Set { "SHMEM_SIGNAL_SET" } else { "SHMEM_SIGNAL_ADD" };
    let (name, arguments) = match rma.routine {
        Routine::Put => ("int_put", format!("{remote}, {local}, {count}")),
        Routine::PutNbi => ("int_put_nbi", format!("{remote}, {local}, {count}")),
        Routine::P => ("int_p", format!("{remote}, {value}")),
        Routine::Get => ("int_get", format!("{local}, {remote}, {count}")),
        Routine::GetNbi => ("int_get_nbi", format!("{local}, {remote}, {count}")),
        Routine::G => ("int_g", remote),
        Routine::PutSignal(u) => {
            ("int_put_signal", format!("{remote}, {local}, {count}, {word}, {value}, {}", operator(u)))
        }
        Routine::PutSignalNbi(u) => {
            ("int_put_signal_nbi", format!("{remote}, {local}, {count}, {word}, {value}, {}", operator(u)))
        }
        Routine::Signal(Update::Set) => ("signal_set", format!("{word}, {value}")),
        Routine::Signal(Update::Add) => ("signal_add", format!("{word}, {value}")),
        Routine::AtomicSet => ("int_atomic_set", format!("{remote}, {value}")),
        Routine::AtomicAdd => ("int_atomic_add", format!("{remote}, {value}")),
        Routine::AtomicFetch => ("int_atomic_fetch", remote),
        Routine::AtomicFetchAdd => ("int_atomic_fetch_add", format!("{remote}, {value}")),
        Routine::AtomicSwap => ("int_atomic_swap", format!("{remote}, {value}")),
        Routine::AtomicCompareSwap => ("int_atomic_compare_swap", format!("{remote}, 0, {value}")),
        Routine::AtomicFetchAddNbi => ("int_atomic_fetch_add_nbi", format!("{local}, {remote}, {value}")),
        // Not of this model; such programs are not judged.
        _ => ("quiet", String::new()),
    };
    let fetches = matches!(
        rma.routine,
        Routine::G | Routine::AtomicFetch | Routine::AtomicFetchAdd | Routine::AtomicSwap | Routine::AtomicCompareSwap
    );
    format!("{}{prefix}{name}({context}{arguments}, {pe});", if fetches { "sink = " } else { "" })
}

fn gaspi(rma: &Rma) -> String {
    let (local, remote) = (segment(&rma.local), segment(&rma.remote));
    let (rank, bytes, queue) = (expr(&rma.target), 4 * i64::from(rma.count), rma.channel);
    let notification = format!("{}, {}", expr(&rma.word.index), expr(&rma.value));
    let (name, arguments) = match rma.routine {
        Routine::Write => ("write", format!("{local}, {rank}, {remote}, {bytes}, {queue}")),
        Routine::Read => ("read", format!("{local}, {rank}, {remote}, {bytes}, {queue}")),
        Routine::WriteNotify => {
            ("write_notify", format!("{local}, {rank}, {remote}, {bytes}, {notification}, {queue}"))
        }
        Routine::ReadNotify => {
            ("read_notify", format!("{local}, {rank}, {remote}, {bytes}, {}, {queue}", expr(&rma.word.index)))
        }
        Routine::Notify => {
            ("notify", format!("{}, {rank}, {notification}, {queue}", super::lang::segment(rma.word.array)))
        }
        Routine::FetchAdd => ("atomic_fetch_add", format!("{remote}, {rank}, {}, &old", expr(&rma.value))),
        Routine::CompareSwap => ("atomic_compare_swap", format!("{remote}, {rank}, 0, {}, &old", expr(&rma.value))),
        _ => ("initialized", "&value".to_owned()),
    };
    format!("gaspi_{name}({arguments}, GASPI_BLOCK);")
}

/// Segment and offset.
fn segment(place: &Place) -> String {
    let index = expr(&place.index);
    match place.array {
        Array::Shared(k) => format!("{k}, 4 * ({index})"),
        Array::Buffer(k) => format!("2, 4 * ({} + {index})", i64::from(k) * ELEMENTS),
        _ => format!("0, {index}"),
    }
}

fn collective(model: Model, op: Collective, team: Team, root: &Expr, send: &Place, recv: &Place) -> String {
    let (send, recv, root) = (place(send), place(recv), expr(root));
    if model == Model::Gaspi {
        return match op {
            Collective::Barrier => "gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);".to_owned(),
            _ => format!(
                "gaspi_allreduce({send}, {recv}, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);"
            ),
        };
    }
    let name = if team == Team::World { "SHMEM_TEAM_WORLD" } else { "even" };
    match op {
        Collective::Barrier => "shmem_barrier_all();".to_owned(),
        Collective::Sync if team == Team::World => "shmem_sync_all();".to_owned(),
        Collective::Sync => format!("shmem_team_sync({name});"),
        Collective::Broadcast => format!("shmem_int_broadcast({name}, {recv}, {send}, 1, {root});"),
        Collective::Reduce => format!("shmem_int_sum_reduce({name}, {recv}, {send}, 1);"),
        Collective::Collect => format!("shmem_int_fcollect({name}, {recv}, {send}, 1);"),
        Collective::Alltoall => format!("shmem_int_alltoall({name}, {recv}, {send}, 1);"),
    }
}

fn element(place: &Place) -> String {
    let name = match place.array {
        Array::Shared(k) => format!("mem{k}"),
        Array::Buffer(k) => format!("buf{k}"),
        Array::Flag | Array::Notification(_) => "flag".to_owned(),
        Array::Signal => "sig".to_owned(),
    };
    format!("{name}[{}]", expr(&place.index))
}

fn place(place: &Place) -> String {
    format!("&{}", element(place))
}

fn shmem_cmp(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Eq => "SHMEM_CMP_EQ",
        Cmp::Ne => "SHMEM_CMP_NE",
        Cmp::Lt => "SHMEM_CMP_LT",
        Cmp::Ge => "SHMEM_CMP_GE",
    }
}

fn expr(value: &Expr) -> String {
    value.text("me", "n")
}
