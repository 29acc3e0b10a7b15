//! Large and deep programs end soon, on the stack of an ordinary thread.

mod support;

use rma_dataflow::Notice;
use std::fmt::Write;
use std::time::{Duration, Instant};
use support::program::{Program, analyse_c, analyse_ir, with_epoch};

/// Generous: the tests are about growth, not about speed.
const LIMIT: Duration = Duration::from_secs(20);

fn soon(analyse: impl FnOnce() -> Program) -> Program {
    let start = Instant::now();
    let program = analyse();
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
    program
}

/// What lies deeper than calls are followed is reported, not silently dropped.
#[test]
fn a_chain_of_a_thousand_calls() {
    let mut ir = String::from("define i32 @f1000(i32 %x) {\n  ret i32 %x\n}\n");
    for i in (0..1000).rev() {
        let next = i + 1;
        writeln!(
            ir,
            "define i32 @f{i}(i32 %x) {{\n  %y = add i32 %x, 1\n  %r = call i32 @f{next}(i32 %y)\n  ret i32 %r\n}}"
        )
        .expect("a string");
    }
    ir.push_str("define i32 @main(i32 %argc, ptr %argv) {\n  %r = call i32 @f0(i32 %argc)\n  ret i32 %r\n}\n");
    let p = soon(|| analyse_ir("chain", &ir));
    assert!(p.analysis.notices.iter().any(|(n, _)| matches!(n, Notice::Budget(_))));
    assert!(p.analysis.facts.contexts.all.len() > 100);
}

/// Like the test above, with a branch around each call.
#[test]
fn a_chain_of_calls_under_branches() {
    let mut ir = String::from("define i32 @f1000(i32 %x) {\n  ret i32 %x\n}\n");
    for i in (0..1000).rev() {
        let next = i + 1;
        writeln!(
            ir,
            "define i32 @f{i}(i32 %x) {{\n  %c = icmp sgt i32 %x, {i}\n  br i1 %c, label %go, label %out\ngo:\n  \
             %r = call i32 @f{next}(i32 %x)\n  br label %out\nout:\n  %v = phi i32 [ %r, %go ], [ {i}, %0 ]\n  ret i32 %v\n}}"
        )
        .expect("a string");
    }
    ir.push_str("define i32 @main(i32 %argc, ptr %argv) {\n  %r = call i32 @f0(i32 %argc)\n  ret i32 %r\n}\n");
    soon(|| analyse_ir("branches", &ir));
}

/// Calls from a loop, as deep as calls are followed: the stack holds the regions of all loops at once.
#[test]
fn a_chain_of_calls_in_loops() {
    let mut ir = String::from("define i32 @f300(i32 %x) {\n  ret i32 %x\n}\n");
    for i in (0..300).rev() {
        let next = i + 1;
        writeln!(
            ir,
            "define i32 @f{i}(i32 %x) {{\n  br label %l\nl:\n  %k = phi i32 [ 0, %0 ], [ %n, %l ]\n  \
             %r = call i32 @f{next}(i32 %x)\n  %n = add i32 %k, 1\n  %c = icmp slt i32 %n, %x\n  \
             br i1 %c, label %l, label %out\nout:\n  ret i32 %r\n}}"
        )
        .expect("a string");
    }
    ir.push_str("define i32 @main(i32 %argc, ptr %argv) {\n  %r = call i32 @f0(i32 %argc)\n  ret i32 %r\n}\n");
    soon(|| analyse_ir("chain_of_loops", &ir));
}

/// Twenty thousand instructions in one block: arithmetic, and stores to and loads from many cells.
#[test]
fn a_long_straight_program() {
    let mut ir = String::from(
        "define i32 @main(i32 %argc, ptr %argv) {\n  %m = alloca [5000 x i32]\n  %v0 = add i32 %argc, 0\n",
    );
    for i in 0..5000 {
        let next = i + 1;
        writeln!(
            ir,
            "  %p{i} = getelementptr i32, ptr %m, i64 {i}\n  store i32 %v{i}, ptr %p{i}\n  %l{i} = load i32, ptr %p{i}\n  \
             %v{next} = add i32 %l{i}, %argc"
        )
        .expect("a string");
    }
    ir.push_str("  ret i32 %v5000\n}\n");
    soon(|| analyse_ir("straight", &ir));
}

/// Five thousand multiplications of a value by itself, whose terms would grow without end.
#[test]
fn terms_that_grow() {
    let mut ir = String::from("define i32 @main(i32 %argc, ptr %argv) {\n  %v0 = add i32 %argc, 1\n");
    for i in 0..5000 {
        let next = i + 1;
        writeln!(ir, "  %w{i} = mul i32 %v{i}, %v{i}\n  %v{next} = xor i32 %w{i}, %argc").expect("a string");
    }
    ir.push_str("  ret i32 %v5000\n}\n");
    soon(|| analyse_ir("growth", &ir));
}

/// A thousand branches in a row: joins double neither the conditions nor the states.
#[test]
fn a_thousand_joins() {
    let mut ir = String::from(
        "define i32 @main(i32 %argc, ptr %argv) {\n  %m = alloca i32\n  store i32 0, ptr %m\n  br label %b0\n",
    );
    for i in 0..1000 {
        let next = i + 1;
        writeln!(
            ir,
            "b{i}:\n  %l{i} = load i32, ptr %m\n  %c{i} = icmp sgt i32 %argc, {i}\n  br i1 %c{i}, label %t{i}, label %b{next}\n\
             t{i}:\n  %a{i} = add i32 %l{i}, {i}\n  store i32 %a{i}, ptr %m\n  br label %b{next}"
        )
        .expect("a string");
    }
    ir.push_str("b1000:\n  ret i32 0\n}\n");
    soon(|| analyse_ir("joins", &ir));
}

/// Eight loops in each other.
#[test]
fn nests_of_loops() {
    let (mut open, mut close) = (String::new(), String::new());
    for i in 0..8 {
        write!(open, "for (int i{i} = 0; i{i} < n; i{i}++) {{ s{i}++; ").expect("a string");
        close.push('}');
    }
    let body = "MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); MPI_Win_flush(0, win); buf[0] = i0 + i7;";
    let cells = (0..8).map(|i| format!("s{i} = 0")).collect::<Vec<_>>().join(", ");
    let source = with_epoch("", &format!("  double buf[10]; int {cells};\n  {open}{body}{close}"));
    let p = soon(|| analyse_c("nest", &source));
    assert!(p.races().is_empty(), "{:?}", p.races());
}

/// Eight functions that call each other from a loop.
#[test]
fn loops_that_call_loops() {
    let mut functions = String::from("double buf[10]; int total;\n");
    for i in (0..8).rev() {
        let body = match i {
            7 => "MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); MPI_Win_flush(0, w); total++;".to_owned(),
            _ => format!("f{}(n, w);", i + 1),
        };
        writeln!(functions, "void f{i}(int n, MPI_Win w) {{ for (int i = 0; i < n; i++) {{ {body} }} }}")
            .expect("a string");
    }
    let p = soon(|| analyse_c("calls_in_loops", &with_epoch(&functions, "  f0(n, win);\n  buf[0] = 1.0; //@ A")));
    assert!(p.races().is_empty(), "{:?}", p.races());
}
