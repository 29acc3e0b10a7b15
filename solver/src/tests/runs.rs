//! Cache, threads, limits and cost.

use super::*;
use crate::decide::decide_with;
use rma_dataflow::term::Op;
use std::time::Instant;

/// `x < y` at an unknown place: shapes that differ in the bounds of their symbols only.
fn below(s: &mut Scene, x: TermId, y: TermId) {
    let overlap = s.same_bytes();
    let four = s.int(4);
    let double = s.terms.scale(x, 2);
    let sum = s.terms.add(double, y);
    let c = s.terms.lt(sum, four);
    s.candidate(&[c], &[], vec![overlap]);
}

#[test]
fn equal_shapes_are_answered_once_and_others_are_not_mixed_up() {
    let mut s = Scene::new();
    for _ in 0..5 {
        let (x, y) = (s.parameter(0, 9), s.parameter(0, 9));
        below(&mut s, x, y);
    }
    let cache = Cache::default();
    let options = SolverOptions { timeout_ms: 5000, jobs: 1, ..SolverOptions::default() };
    let v = decide_with(&s.terms, &s.objects, (&s.pairs, &s.each_alone()), &s.candidates, &options, &cache);
    assert_eq!(cache.len(), 1);
    for (n, v) in v.iter().enumerate() {
        // The names are those of each pair's own symbols.
        let own: Vec<(SymId, i64)> = (0..2).map(|k| (SymId::from_usize(2 * n + k), 0)).collect();
        assert_eq!(certain(v).assignment, own);
    }
    // The same form with facts that exclude it: 2x + y < 4 with x ≥ 1, y ≥ 2; and with a symbolic bound.
    let (x, y) = (s.parameter(1, 9), s.parameter(2, 9));
    below(&mut s, x, y);
    let (x, (id, y)) = (s.parameter(0, 9), s.add_sym(SymKind::Parameter, Knowledge::Known, Some(0), Some(9)));
    s.terms.syms[id].below = Some(x);
    below(&mut s, x, y);
    let v = decide_with(&s.terms, &s.objects, (&s.pairs, &s.each_alone()), &s.candidates, &options, &cache);
    assert_eq!(cache.len(), 3 - usize::from(is_folded(&v[5])));
    assert!(is_safe(&v[5]), "{:?}", v[5]);
    assert_eq!(certain(&v[6]).assignment.iter().map(|a| a.1).collect::<Vec<_>>(), vec![1, 0]);
}

fn is_folded(v: &Verdict) -> bool {
    matches!(v, Verdict::Safe { by } if *by != crate::SafeBy::Solver)
}

/// Ring neighbours, block distributions and strided loops over symbolic sizes.
fn typical(s: &mut Scene, variants: i64) {
    let ((_, r), (_, n)) = s.rank_and_size();
    let size = s.int(4096);
    s.object(Some(4096));
    for k in 0..variants {
        let (i, j) = (s.parameter(0, 15 + k), s.parameter(0, 15 + k));
        let next = s.terms.add_int(r, 1);
        let next = s.terms.op(Op::Mod, next, n);
        let (p, q) = (s.terms.scale(next, 64), s.terms.scale(r, 64));
        let (i, j) = (s.terms.scale(i, 4), s.terms.scale(j, 4));
        let (p, q) = (s.terms.add(p, i), s.terms.add(q, j));
        let (a, b) = (s.extent(p, 4), s.extent(q, 4));
        let o = s.overlap(a, Some(b));
        let two = s.int(2 + k % 3);
        let many = s.terms.le(two, n);
        let small = s.terms.lt(p, size);
        s.candidate(&[many], &[small], vec![o]);
    }
}

#[test]
fn verdicts_do_not_depend_on_the_number_of_threads() {
    let mut s = Scene::new();
    typical(&mut s, 24);
    let one = s.decide_with(&SolverOptions { timeout_ms: 10_000, jobs: 1, ..SolverOptions::default() });
    for jobs in [2, 3, 7] {
        assert_eq!(s.decide_with(&SolverOptions { timeout_ms: 10_000, jobs, ..SolverOptions::default() }), one);
    }
    assert!(one.iter().any(is_safe) && one.iter().any(|v| !is_safe(v)));
    // Nor on what was asked before: each pair alone gives the same.
    for (pair, v) in one.iter_enumerated() {
        let alone = Scene {
            terms: s.terms.clone(),
            objects: s.objects.clone(),
            pairs: s.pairs.clone(),
            candidates: s.candidates.iter().filter(|c| c.pair == pair).cloned().collect(),
        };
        let mut alone = alone.decide()[pair].clone();
        if let Verdict::Race { witness, .. } = &mut alone {
            witness.candidate = pair.index();
        }
        assert_eq!(alone, *v);
    }
}

#[test]
fn hard_arithmetic_gives_up_in_time() {
    let mut s = Scene::new();
    let unbounded = |s: &mut Scene| s.add_sym(SymKind::Parameter, Knowledge::Known, Some(2), None).1;
    let (x, y, z) = (unbounded(&mut s), unbounded(&mut s), unbounded(&mut s));
    // x³ + y³ = z³ has no solution, which z3 does not know.
    let mut cube = |t: TermId| {
        let square = s.terms.mul(t, t);
        s.terms.mul(square, t)
    };
    let (x, y, z) = (cube(x), cube(y), cube(z));
    let sum = s.terms.add(x, y);
    let c = s.terms.eq(sum, z);
    let overlap = s.same_bytes();
    s.candidate(&[c], &[], vec![overlap]);
    let start = Instant::now();
    let v = s.decide_with(&SolverOptions { timeout_ms: 200, jobs: 1, ..SolverOptions::default() })[0].clone();
    assert!(matches!(v, Verdict::Unproven { reason: UnprovenReason::SolverGaveUp, .. }), "{v:?}");
    assert!(start.elapsed().as_secs() < 10);
}

/// Steps and answer of z3 for one of two queries that need many steps.
fn z3_steps(cubes: bool) -> (u64, u32) {
    let mut s = Scene::new();
    let (x, y, z) = {
        let mut symbol = || s.add_sym(SymKind::Parameter, Knowledge::Known, Some(2), None).1;
        (symbol(), symbol(), symbol())
    };
    let mut power = |t: TermId| {
        let square = s.terms.mul(t, t);
        if cubes { s.terms.mul(square, t) } else { square }
    };
    let (x, y, z) = (power(x), power(y), power(z));
    let sum = s.terms.add(x, y);
    let c = s.terms.eq(sum, z);
    s.candidate(&[c], &[], Vec::new());
    let program = crate::import::Program::new(&s.terms, &s.objects);
    let length = crate::query::UnknownLength::Least;
    let mut query = crate::query::build(&program, &s.objects, &s.candidates[0], None, length).expect("open");
    // Few steps and much time: the clock has no say.
    let mut limit = crate::budget::Limit::of_ms(5000);
    limit.steps = 3000;
    let cost = crate::minimal::solve(&mut query, limit, None).1;
    (cost.steps, cost.unanswered)
}

#[test]
fn steps_do_not_depend_on_what_was_asked_before() {
    let first = [true, false].map(z3_steps);
    assert_eq!(first[0].1, 1);
    let again = [false, true, false, true].map(z3_steps);
    assert_eq!(again, [first[1], first[0], first[1], first[0]]);
    let elsewhere = std::thread::spawn(|| z3_steps(true)).join().expect("no panic");
    assert_eq!(elsewhere, first[0]);
}

#[test]
fn typical_queries_are_cheap() {
    let mut s = Scene::new();
    typical(&mut s, 200);
    let cache = Cache::default();
    let options = SolverOptions { timeout_ms: 5000, jobs: 1, ..SolverOptions::default() };
    let start = Instant::now();
    decide_with(&s.terms, &s.objects, (&s.pairs, &s.each_alone()), &s.candidates, &options, &cache);
    let first = start.elapsed();
    let start = Instant::now();
    decide_with(&s.terms, &s.objects, (&s.pairs, &s.each_alone()), &s.candidates, &options, &cache);
    let again = start.elapsed();
    let each = |d: std::time::Duration| d.as_secs_f64() * 1000.0 / 200.0;
    let line = format!("{:.3} ms a pair with witness, {:.4} ms from the cache", each(first), each(again));
    std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes()).expect("stderr");
    assert!(each(first) < 200.0, "{line}");
}

/// On a grid of unknown width, whose columns are the root of the number of processes, a process meets the one above it.
#[test]
fn grids_of_unknown_width_are_tried_with_few_processes() {
    let mut s = Scene::new();
    let ((_, r), (_, n)) = s.rank_and_size();
    s.object(Some(4096));
    let root = s.terms.apply("to_float", &[n]);
    let root = s.terms.apply("sqrt", &[root]);
    let columns = s.terms.apply("to_int", &[root]);
    let one = s.int(1);
    let rest = s.terms.op(Op::Mod, n, columns);
    let zero = s.int(0);
    let whole = s.terms.eq(rest, zero);
    let row = s.terms.op(Op::Quot, r, columns);
    let below = s.terms.le(one, row);
    let above = s.terms.sub(r, columns);
    let wide = s.int(2);
    let wide = s.terms.le(wide, columns);
    let (own, theirs) = (s.terms.scale(r, 8), s.terms.scale(above, 8));
    let other = s.terms.add_int(theirs, 16);
    let (first, second) = (s.extent(own, 8), s.extent(other, 8));
    let overlap = s.overlap(first, Some(second));
    s.candidate(&[whole, below, wide], &[], vec![overlap]);
    let v = s.verdict();
    let witness = certain(&v);
    assert_eq!(witness.processes, Some(4), "{v:?}");
}
