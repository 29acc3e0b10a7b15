//! Vectors, aggregates and words of two halves: values of several parts, each followed by itself.

mod support;

use support::program::{Program, analyse_c, analyse_c_at, with_epoch};

const VECTOR: &str = "typedef int v4 __attribute__((ext_vector_type(4)));
    double buf[1000];";

/// What the stores of the tests meet.
const PUT: &str = "MPI_Put(buf, 1000, MPI_DOUBLE, 0, 0, 1000, MPI_DOUBLE, win);\n";

fn program(name: &str, body: &str) -> Program {
    analyse_c(name, &with_epoch(VECTOR, &format!("{PUT}{body}")))
}

/// `insertelement`, `extractelement`, `shufflevector`, constants, and arithmetic of each lane.
#[test]
fn lanes_are_followed() {
    let p = program(
        "lanes",
        "v4 v = {rank, 2, 3, 4};
         v[1] = rank + 5;
         v4 w = v * 2 + 1;
         v4 s = __builtin_shufflevector(w, v, 1, 4, 7, -1);
         buf[w[0]] = 1.0; //@ A
         buf[w[1]] = 1.0; //@ B
         buf[w[3]] = 1.0; //@ C
         buf[s[0]] = 1.0; //@ D
         buf[s[1]] = 1.0; //@ E
         buf[s[2]] = 1.0; //@ F",
    );
    assert_eq!(p.places("A"), ["buf[16*rank + 8]"]);
    assert_eq!(p.places("B"), ["buf[16*rank + 88]"]);
    assert_eq!(p.places("C"), ["buf[72]"]);
    assert_eq!(p.places("D"), ["buf[16*rank + 88]"]);
    assert_eq!(p.places("E"), ["buf[8*rank]"]);
    assert_eq!(p.places("F"), ["buf[32]"]);
}

/// Comparisons give a mask of each lane; joins and case distinctions keep both values of each.
#[test]
fn conditions_are_of_lanes() {
    let p = program(
        "conditions",
        "v4 v = {rank, 7, 2, 9}, w = {rank, 3, 5, 9};
         v4 mask = v > w;
         buf[2 - mask[1]] = 1.0; //@ A
         buf[2 - mask[2]] = 1.0; //@ B
         v4 m = v > w ? v : w;
         buf[m[2]] = 1.0; //@ C
         v4 either = rank == 0 ? v : w;
         buf[either[3]] = 1.0; //@ D
         buf[either[1]] = 1.0; //@ E",
    );
    assert_eq!(p.places("A"), ["buf[24]"]);
    assert_eq!(p.places("B"), ["buf[16]"]);
    assert_eq!(p.places("C"), ["buf[40]"]);
    assert_eq!(p.places("D"), ["buf[72]"]);
    assert_eq!(p.places("E"), ["rank == 0: buf[56]", "rank != 0: buf[24]"]);
}

#[test]
fn reductions_combine_all_lanes() {
    let p = program(
        "reductions",
        "v4 v = {rank, 2, 3, 4}, w = {6, 9, 1, 4};
         buf[__builtin_reduce_add(v)] = 1.0; //@ A
         buf[__builtin_reduce_max(w)] = 1.0; //@ B
         buf[__builtin_reduce_min(w)] = 1.0; //@ C
         buf[__builtin_reduce_or(w)] = 1.0; //@ D
         v4 m = __builtin_elementwise_max(w, (v4){7, 7, 7, 7});
         buf[m[0]] = 1.0; //@ E",
    );
    assert_eq!(p.places("A"), ["buf[8*rank + 72]"]);
    assert_eq!(p.places("B"), ["buf[72]"]);
    assert_eq!(p.places("C"), ["buf[8]"]);
    assert_eq!(p.places("D"), ["buf[120]"]);
    assert_eq!(p.places("E"), ["buf[56]"]);
}

/// A store of a vector is a store of each lane, and a load one of each; the access is one, of the whole width.
#[test]
fn vectors_in_memory_are_lanes() {
    let p = program(
        "memory",
        "struct { int a, b, c, d; } s;
         MPI_Put(&s, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
         *(v4 *)&s = (v4){rank, 10, 20, 30}; //@ A
         buf[s.a] = 1.0; //@ B
         buf[s.c] = 1.0; //@ C
         s.b = 40;
         v4 v = *(v4 *)&s;
         buf[v[1]] = 1.0; //@ D
         buf[v[3]] = 1.0; //@ E",
    );
    assert_eq!(p.places("A"), ["s[0]"]);
    assert_eq!(p.places("B"), ["s[0]", "buf[8*rank]"]);
    assert_eq!(p.places("C"), ["s[8]", "buf[160]"]);
    assert_eq!(p.places("D"), ["buf[320]"]);
    assert_eq!(p.places("E"), ["buf[240]"]);
}

/// Two integers that are copied as one of twice the width stay two.
#[test]
fn halves_of_words_are_followed() {
    let p = program(
        "halves",
        "struct { int a, b; } s = {rank, 7}, t;
         MPI_Put(&s, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
         long both = *(long *)&s;
         *(long *)&t = both;
         buf[t.a] = 1.0; //@ A
         buf[t.b] = 1.0; //@ B
         buf[(int)both] = 1.0; //@ C
         buf[(int)(both >> 32)] = 1.0; //@ D",
    );
    assert_eq!(p.places("A"), ["buf[8*rank]"]);
    assert_eq!(p.places("B"), ["buf[56]"]);
    assert_eq!(p.places("C"), ["buf[8*rank]"]);
    assert_eq!(p.places("D"), ["buf[56]"]);
}

/// Aggregates returned in registers (`insertvalue`, `extractvalue`, loads and stores of whole structs).
#[test]
fn members_of_returned_structs_are_followed() {
    let functions = format!(
        "{VECTOR}
         struct span {{ long from, to; }};
         __attribute__((noinline)) struct span span_of(long rank) {{
           struct span s = {{rank, rank + 3}};
           return s;
         }}"
    );
    let body = "struct span s = span_of(rank);
         buf[s.from] = 1.0; //@ A
         buf[s.to] = 1.0; //@ B";
    for level in ["-O0", "-O2"] {
        let p = analyse_c_at(level, &format!("returned{level}"), &with_epoch(&functions, &format!("{PUT}{body}")));
        assert_eq!(p.places("A"), ["buf[8*rank]"], "{level}");
        assert_eq!(p.places("B"), ["buf[8*rank + 24]"], "{level}");
    }
}

/// A loop that the optimiser makes one over vectors: each lane of its induction variable is linear in the counter.
#[test]
fn lanes_of_loop_variables_have_closed_forms() {
    let functions = format!(
        "{VECTOR}
         int table[64];
         __attribute__((noinline)) void fill(void) {{
           for (int i = 0; i < 64; i++) table[i] = 3 * i + 2;
         }}"
    );
    let body = "fill();
         buf[table[5]] = 1.0; //@ A
         buf[table[63]] = 1.0; //@ B";
    for level in ["-O0", "-O2"] {
        let p = analyse_c_at(level, &format!("induction{level}"), &with_epoch(&functions, &format!("{PUT}{body}")));
        assert_eq!(p.places("A"), ["buf[136]"], "{level}");
        assert_eq!(p.places("B"), ["buf[1528]"], "{level}");
    }
}
