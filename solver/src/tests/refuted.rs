//! Refuted queries as text for another solver.

use super::{Scene, is_safe};
use crate::budget::Limit;
use crate::import::Program;
use crate::minimal::text;
use crate::query::{UnknownLength, build};
use crate::{Refuted, SolverOptions};
use rma_dataflow::term::Op;
use std::sync::Arc;

/// The script about what is refuted in the scene.
fn script(s: &Scene) -> String {
    let refuted = Arc::new(Refuted::default());
    let options = SolverOptions { jobs: 1, refuted: Some(refuted.clone()), ..SolverOptions::default() };
    assert!(s.decide_with(&options).iter().all(is_safe));
    refuted.to_string()
}

#[test]
fn arithmetic_is_written_as_z3_gets_it() {
    let mut s = Scene::new();
    let (x, y, most) = (s.parameter(0, 100), s.parameter(0, 100), s.int(5));
    let both = s.terms.add(x, y);
    let (c, d) = (s.terms.le(both, most), s.terms.lt(most, x));
    s.candidate(&[c, d], &[], Vec::new());
    // Twice: one query, written once.
    s.candidate(&[c, d], &[], Vec::new());
    let script = script(&s);
    assert!(script.starts_with("(set-logic ALL)\n; arithmetic\n(push 1)\n(declare-fun k!0 () Int)\n"), "{script}");
    assert!(
        script.contains("(assert (<= (+ k!0 k!1 (- 5)) 0))") && script.ends_with("(check-sat)\n(pop 1)\n"),
        "{script}"
    );
    assert_eq!(script.matches("(check-sat)").count(), 1, "{script}");
}

/// What folds while the query is built is written as it was before: both intervals are there.
#[test]
fn what_was_refuted_by_its_form_is_written_out() {
    let mut s = Scene::new();
    s.object(Some(64));
    let x = s.parameter(0, 3);
    let (low, high) = (s.terms.scale(x, 8), s.int(40));
    let (first, second) = (s.extent(low, 8), s.extent(high, 8));
    let overlap = s.overlap(first, Some(second));
    s.candidate(&[], &[], vec![overlap]);
    let script = script(&s);
    assert!(script.contains("; disjoint intervals\n"), "{script}");
    assert!(script.contains("(* k!0 8)") && script.contains("40") && script.contains("64"), "{script}");
    assert!(!script.contains("false"), "{script}");
}

/// z3 gets exact bits for a constant mask, on whichever side it is.
#[test]
fn masks_are_exact_on_either_side() {
    let mut s = Scene::new();
    let x = s.parameter(0, 100);
    let one = s.int(1);
    for op in [Op::And, Op::Or, Op::Xor] {
        for (a, b) in [(x, one), (one, x)] {
            let masked = s.terms.op(op, a, b);
            let c = s.terms.eq(masked, one);
            s.candidate(&[c], &[], Vec::new());
        }
    }
    let program = Program::new(&s.terms, &s.objects);
    for candidate in &s.candidates {
        let mut query = build(&program, &s.objects, candidate, None, UnknownLength::Least).expect("open");
        let text = text(&mut query, Limit::of_ms(50));
        assert!(text.contains("div") || text.contains("mod"), "{text}");
        assert!(["And", "Or", "Xor"].iter().all(|op| !text.contains(op)), "{text}");
    }
}
