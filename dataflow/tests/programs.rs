//! What the analysis knows of small programs: forms of values, memory, joins, calls, and the pairs that follow.

mod support;

use std::collections::BTreeSet;
use support::program::{Program, analyse_c, with_epoch};

fn program(name: &str, functions: &str, body: &str) -> Program {
    let p = analyse_c(name, &with_epoch(functions, body));
    assert!(p.analysis.found.gave_up.is_empty(), "{name}");
    p
}

fn set(pairs: &[&str]) -> BTreeSet<String> {
    pairs.iter().map(|p| (*p).to_owned()).collect()
}

/// An offset without the name of the loop, which depends on lines.
fn plain(places: &[String]) -> Vec<String> {
    let shorten = |p: &String| {
        let words: Vec<&str> = p.split("iteration of the loop at line ").collect();
        let cut = |w: &&str| w.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        let rest: Vec<String> = words[1..].iter().map(cut).collect();
        std::iter::once(words[0].to_owned()).chain(rest).collect::<Vec<_>>().join("k")
    };
    places.iter().map(shorten).collect()
}

/// `i = 3 + 2k`: the write of element `i + 1` meets the put of element `2i` of an earlier iteration.
#[test]
fn linear_values_have_closed_forms() {
    let p = program(
        "linear",
        "",
        "double buf[100];
         for (int i = 3; i < n; i += 2) {
           buf[i + 1] = 1.0; //@ A
           MPI_Put(&buf[2 * i], 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ B
         }",
    );
    assert_eq!(plain(&p.places("A")), ["buf[16*k + 32]"]);
    assert_eq!(plain(&p.places("B")), ["buf[32*k + 48]"]);
    assert_eq!(p.targets("B"), ["(rank + 1) % size"]);
    assert_eq!(p.races(), set(&["B A write-while-read"]));
}

/// If even elements are put and odd ones are written, no two accesses have a common byte in any iteration.
#[test]
fn linear_values_of_different_parity_do_not_meet() {
    let p = program(
        "parity",
        "",
        "double buf[100];
         for (int i = 0; i < n; i++) {
           buf[2 * i + 1] = 1.0; //@ A
           MPI_Put(&buf[2 * i], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ B
         }",
    );
    assert_eq!(p.races(), set(&[]));
}

const SWAP: &str = "double one[10], two[10], *cur = one, *next = two;
    for (int i = 0; i < n; i++) {
      cur[1] = 1.0; //@ A
      MPI_Put(next + 1, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ B
      FLUSH
      double *t = cur; cur = next; next = t;
    }";

/// A buffer that is put in one iteration is written in the next, unless the put is completed in between.
#[test]
fn swapped_pointers_are_periodic() {
    let p = program("swap", "", &SWAP.replace("FLUSH", ""));
    assert_eq!(plain(&p.places("A")), ["k % 2 == 0: one[8]", "k % 2 != 0: two[8]"]);
    assert_eq!(plain(&p.places("B")), ["k % 2 == 0: two[8]", "k % 2 != 0: one[8]"]);
    assert_eq!(p.races(), set(&["B A write-while-read"]));
    let p = program("swap_flush", "", &SWAP.replace("FLUSH", "MPI_Win_flush_local(0, win);"));
    assert_eq!(p.races(), set(&[]));
}

/// The flag is off in the first iteration only, in which nothing is pending.
#[test]
fn flags_settle_after_the_first_iteration() {
    let body = "double buf[10];
        int pending = 0;
        for (int i = 0; i < n; i++) {
          if (pending) MPI_Win_flush_local_all(win);
          buf[0] = i; //@ A
          MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ B
          pending = 1;
        }";
    assert_eq!(program("flag", "", body).races(), set(&[]));
    let never = body.replace("pending = 1;", "pending = 0;");
    assert_eq!(program("flag_never", "", &never).races(), set(&["B A write-while-read"]));
}

/// Requests written in a loop: a wait for one completes that one, a loop of waits all.
#[test]
fn requests_of_a_loop_are_told_apart() {
    let p = program(
        "family",
        "",
        "double buf[6];
         MPI_Request reqs[6];
         for (int i = 0; i < 6; i++)
           MPI_Rput(&buf[i], 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, win, &reqs[i]); //@ A
         MPI_Wait(&reqs[2], MPI_STATUS_IGNORE);
         buf[2] = 1.0; //@ B
         buf[3] = 1.0; //@ C
         for (int i = 0; i < 6; i++)
           MPI_Wait(&reqs[i], MPI_STATUS_IGNORE);
         buf[4] = 1.0; //@ D",
    );
    assert_eq!(p.races(), set(&["A C write-while-read"]));
}

/// All but the last request are waited for.
#[test]
fn a_request_too_few() {
    let p = program(
        "too_few",
        "",
        "double buf[6];
         MPI_Request reqs[6];
         for (int i = 0; i < 6; i++)
           MPI_Rput(&buf[i], 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, win, &reqs[i]); //@ A
         MPI_Waitall(5, reqs, MPI_STATUSES_IGNORE);
         buf[4] = 1.0; //@ B
         buf[5] = 1.0; //@ C",
    );
    assert_eq!(p.races(), set(&["A C write-while-read"]));
}

/// Cells that a loop writes are read back by their index, constant or not.
#[test]
fn rows_of_cells_are_read_back() {
    let p = program(
        "cells",
        "",
        "double buf[64];
         int where[8];
         for (int i = 0; i < 8; i++)
           where[i] = 3 * i + 1;
         MPI_Put(&buf[where[2]], 1, MPI_DOUBLE, where[rank % 8], 0, 1, MPI_DOUBLE, win); //@ A
         buf[7] = 1.0; //@ B
         buf[8] = 1.0; //@ C
         where[2] = 9;
         MPI_Put(&buf[where[2]], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ D",
    );
    assert_eq!(p.places("A"), ["buf[56]"]);
    assert_eq!(p.targets("A"), ["3*(rank % 8) + 1"]);
    assert_eq!(p.places("D"), ["buf[72]"]);
    assert!(!p.pairs().contains("A C write-while-read"));
}

/// Values of a join keep the condition that they came under.
#[test]
fn joins_keep_conditions() {
    let p = program(
        "join",
        "",
        "double one[10], two[10], *p;
         int off;
         if (rank < 2) { p = one; off = 1; } else { p = two; off = 3; }
         MPI_Put(p + off, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
         if (rank >= 2) two[3] = 1.0; //@ B
         if (rank < 2) two[3] = 1.0; //@ C
         if (rank >= 2) two[1] = 1.0; //@ D",
    );
    assert_eq!(p.races(), set(&["A B write-while-read"]));
    assert_eq!(p.paths("A B write-while-read"), ["-rank + 2 <= 0"]);
}

/// Flushing every target completes, flushing every target but the first does not.
#[test]
fn loops_of_completions_are_summarised() {
    let p = program(
        "summary",
        "",
        "double buf[10];
         MPI_Put(buf, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
         for (int t = 0; t < size; t++)
           MPI_Win_flush_local(t, win);
         buf[0] = 1.0; //@ B
         MPI_Put(buf + 1, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ C
         for (int t = 1; t < size; t++)
           MPI_Win_flush_local(t, win);
         buf[1] = 1.0; //@ D
         MPI_Put(buf + 2, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ E
         for (int t = 0; t < size; t += 2)
           MPI_Win_flush_local(t, win);
         buf[2] = 1.0; //@ F",
    );
    assert_eq!(p.races(), set(&["C D write-while-read", "E F write-while-read"]));
}

/// A structure passed by value is another one.
#[test]
fn values_are_copied_into_calls() {
    let p = program(
        "byval",
        "struct big { double v[16]; };
         void change(struct big b, struct big *p) {
           b.v[2] = 1.0; //@ A
           p->v[3] = 1.0; //@ B
         }",
        "struct big b;
         MPI_Put(&b, 16, MPI_DOUBLE, 0, 0, 16, MPI_DOUBLE, win); //@ C
         change(b, &b); //@ D",
    );
    assert_eq!(p.races(), set(&["C B write-while-read"]));
    // The copy reads the original.
    let p = program(
        "byval_get",
        "struct big { double v[16]; };
         double sum(struct big b) { return b.v[2]; }",
        "struct big b;
         MPI_Get(&b, 16, MPI_DOUBLE, 0, 0, 16, MPI_DOUBLE, win); //@ A
         sum(b); //@ B",
    );
    assert_eq!(p.races(), set(&["A B read-while-written"]));
}

/// Recursion ends, and what happens in deeper activations is found.
#[test]
fn recursion_is_merged() {
    let p = program(
        "recursion",
        "double buf[10];
         void odd(int, MPI_Win);
         void even(int k, MPI_Win w) {
           if (k == 0) { MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); return; } //@ A
           odd(k - 1, w);
         }
         void odd(int k, MPI_Win w) {
           if (k <= 0) return;
           even(k - 1, w);
           buf[0] = 1.0; //@ B
           buf[1] = 1.0; //@ C
         }",
        "even(n, win);",
    );
    assert_eq!(p.pairs(), set(&["A B write-while-read"]));
}

/// An index into a member stays in the member.
#[test]
fn indices_stay_in_their_member() {
    let p = program(
        "member",
        "struct mesh { double left[8]; double right[8]; };",
        "struct mesh m;
         int i = atoi(argv[2]);
         MPI_Put(m.left, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, win); //@ A
         m.right[i] = 1.0; //@ B
         m.left[i] = 1.0; //@ C",
    );
    assert_eq!(p.races(), set(&["A C write-while-read"]));
}

/// More states than the finest walk keeps: a coarser one ends, and still finds the pair.
#[test]
fn coarser_walks_end() {
    let noise = |first: u32| {
        let one = |i: u32| format!("if (rand() % {}) buf[{i}] = l; if (rand() % 3) MPI_Win_flush(l, win);", i + 2);
        format!("for (int l = 0; l < n; l++) {{ {} }}\n", (first..first + 6).map(one).collect::<String>())
    };
    let body = format!(
        "double buf[64];
         for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) {{
           if (rand() % 7 == 1) MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
           {} {} {}
           buf[0] = 1.0; //@ B
         }}",
        noise(1),
        noise(8),
        noise(15)
    );
    let p = program("fallback", "", &body);
    assert_eq!(p.pairs(), set(&["A B write-while-read"]));
}

/// A flag that is set after four iterations is not one that comes back after two.
#[test]

fn a_late_flag_ends_its_loop() {
    for last in [1, 2, 4, 9] {
        let body = "double buf[16];
            int done = 0, i = 0;
            while (!done) {
              MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
              if (++i >= LAST) done = 1;
            }
            buf[0] = 1.0; //@ B";
        let p = program(&format!("late_flag_{last}"), "", &body.replace("LAST", &last.to_string()));
        assert_eq!(p.pairs(), set(&["A B write-while-read"]), "after {last}");
    }
}

/// A cell past what the loop wrote keeps what it held.
#[test]

fn rows_end() {
    let p = program(
        "rows_end",
        "",
        "double buf[64];
         int w[8] = {0};
         for (int i = 0; i < 4; i++)
           w[i] = i + 1;
         MPI_Put(&buf[w[6]], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
         buf[0] = 1.0; //@ B
         buf[7] = 1.0; //@ C",
    );
    assert!(p.pairs().contains("A B write-while-read"));
}

/// Like the test above; the number of rows is not known, or a `break` ends the loop before the store.
#[test]

fn rows_end_at_a_parameter() {
    for loop_ in [
        "for (int i = 0; i < n; i++) w[i] = i + 1;",
        "for (int i = 0; i < 8; i++) { if (i == n) break; w[i] = i + 1; }",
    ] {
        let body = "double buf[64];
            int w[8] = {0};
            LOOP
            MPI_Put(&buf[w[2]], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
            buf[0] = 1.0; //@ B";
        let p = program(&format!("rows_end_{}", loop_.len()), "", &body.replace("LOOP", loop_));
        assert!(p.pairs().contains("A B write-while-read"), "{loop_}");
    }
}

/// Iteration numbers are called by the line of their loop.
#[test]

fn loops_have_a_line() {
    let p = program(
        "loop_line",
        "",
        "double buf[64];
         for (int i = 0; i < n; i++) {
           MPI_Put(&buf[i], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
         }
         buf[n] = 1.0;
         int cur = 0;
         for (int i = 0; i < n; i++) {
           MPI_Put(&buf[cur], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ B
           cur = 1 - cur;
         }",
    );
    for marker in ["A", "B"] {
        assert!(!p.places(marker).is_empty());
        assert!(p.places(marker).iter().all(|x| !x.contains("line 0")), "{:?}", p.places(marker));
    }
}

/// The operations that are pending when a loop ends depend on its last iteration.
#[test]
fn the_last_iteration_is_known_after_a_loop() {
    let p = program(
        "last_iteration",
        "",
        "double buf[8];
         for (int i = 0; i < n; i++) {
           if (i % 2 == 0) MPI_Put(buf, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
           if (i % 2 == 1) MPI_Win_flush_local(0, win);
           if (i % 2 == 1) buf[0] = 1.0; //@ B
         }
         if (n % 2 == 0) buf[0] = 2.0; //@ C
         if (n % 2 == 1) buf[0] = 2.0; //@ D
         MPI_Win_flush_local_all(win);
         buf[0] = 3.0; //@ E",
    );
    assert_eq!(p.races(), set(&["A D write-while-read"]));
}

/// Two buffers, each with its request: a wait for one request does not complete the operation of the other.
#[test]
fn double_buffers_alternate() {
    let p = program(
        "double_buffer",
        "",
        "double buf[2][8];
         MPI_Request r[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
         int cur = 0;
         for (int i = 0; i < n; i++) {
           MPI_Wait(&r[cur], MPI_STATUS_IGNORE);
           buf[cur][0] = i; //@ A
           MPI_Rput(buf[cur], 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, win, &r[cur]); //@ B
           cur = 1 - cur;
           buf[cur][1] = i; //@ C
         }
         MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
         buf[0][0] = 1; //@ D",
    );
    assert_eq!(p.races(), set(&["B C write-while-read"]));
}

/// Calls through a table of functions: a constant index means one function, another one both.
#[test]
fn function_pointers_are_followed() {
    let p = program(
        "function_table",
        "double g[8];
         void w0(double *p) { p[0] = 1.0; } //@ A
         void w1(double *p) { p[1] = 1.0; } //@ B",
        "void (*tab[2])(double *) = { w0, w1 };
         MPI_Put(g, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ C
         tab[1](g);",
    );
    assert_eq!(p.races(), set(&[]));
    let p = program(
        "function_table_any",
        "double g[8];
         void w0(double *p) { p[0] = 1.0; } //@ A
         void w1(double *p) { p[1] = 1.0; } //@ B",
        "void (*tab[2])(double *) = { w0, w1 };
         MPI_Put(g, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ C
         tab[n & 1](g);",
    );
    assert_eq!(p.races(), set(&["C A write-while-read"]));
}
