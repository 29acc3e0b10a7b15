//! What takes part decides the level.

use super::*;
use rma_dataflow::term::Op;

#[test]
fn no_candidate_is_safe() {
    let mut s = Scene::new();
    s.pair();
    assert_eq!(s.verdict(), Verdict::Safe { by: crate::SafeBy::NoCandidate });
}

#[test]
fn known_data_is_certain_with_fewest_processes() {
    let mut s = Scene::new();
    let ((rank, r), (size, n)) = s.rank_and_size();
    let (two, overlap) = (s.int(2), s.same_bytes());
    // (rank + 1) % size == 2
    let next = s.terms.add_int(r, 1);
    let next = s.terms.op(Op::Mod, next, n);
    let is_two = s.terms.eq(next, two);
    s.candidate(&[is_two], &[], vec![overlap]);
    let v = s.verdict();
    let w = certain(&v);
    assert_eq!(w.processes, Some(3));
    assert_eq!(w.assignment, vec![(size, 3), (rank, 1)]);
    assert_eq!(w.ranks, vec![(rank, 1)]);
    let bytes = w.bytes.expect("bytes");
    assert_eq!((bytes.start, bytes.len), (0, 4));
}

#[test]
fn rank_without_bound_is_below_the_size_of_its_communicator() {
    let mut s = Scene::new();
    let ((rank, r), (_, n)) = s.rank_and_size();
    s.terms.syms[rank].below = None;
    let overlap = s.same_bytes();
    let one = s.int(1);
    // rank >= size - 0 is impossible even though only the rank's bound from its communicator says so.
    let d = s.terms.sub(n, r);
    let d = s.terms.mul(d, one);
    let beyond = s.terms.le0(d);
    s.candidate(&[beyond], &[], vec![overlap]);
    assert!(is_safe(&s.verdict()));
}

#[test]
fn input_in_a_condition_is_likely() {
    for path in [false, true] {
        let mut s = Scene::new();
        let (x, five, overlap) = (s.input(), s.int(5), s.same_bytes());
        let c = s.terms.eq(x, five);
        let (reach, way) = if path { (vec![], vec![c]) } else { (vec![c], vec![]) };
        s.candidate(&reach, &way, vec![overlap]);
        assert!(is_likely(&s.verdict()));
    }
}

#[test]
fn input_in_the_offset_is_likely() {
    let mut s = Scene::new();
    let (x, zero) = (s.input(), s.int(0));
    let (a, b) = (s.extent(x, 4), s.extent(zero, 4));
    let o = s.overlap(a, Some(b));
    s.candidate(&[], &[], vec![o]);
    assert!(is_likely(&s.verdict()));
}

#[test]
fn unknown_offset_that_cancels_is_certain() {
    let mut s = Scene::new();
    let x = s.lost();
    let x = s.terms.scale(x, 4);
    let e = s.extent(x, 4);
    s.object(Some(400));
    let o = s.overlap(e.clone(), Some(e));
    s.candidate(&[], &[], vec![o]);
    certain(&s.verdict());
}

#[test]
fn lost_data_in_the_offset_is_unproven() {
    let mut s = Scene::new();
    let (x, zero) = (s.lost(), s.int(0));
    let (a, b) = (s.extent(x, 4), s.extent(zero, 4));
    let o = s.overlap(a, Some(b));
    s.candidate(&[], &[], vec![o]);
    assert_eq!(lost_names(&s.verdict()), Some(vec!["s0".to_owned()]));
}

#[test]
fn lost_data_in_guards_instances_and_lengths_is_unproven() {
    for place in 0..3 {
        let mut s = Scene::new();
        let (x, zero, one) = (s.lost(), s.int(0), s.int(1));
        let (mut a, b) = (s.extent(zero, 4), s.extent(zero, 4));
        match place {
            1 => a.inst = x,
            2 => a.block.len = Some(x),
            _ => {}
        }
        let mut o = s.overlap(a, Some(b));
        if place == 0 {
            o.guards.push(s.terms.eq(x, one));
        }
        s.candidate(&[], &[], vec![o]);
        assert!(lost_names(&s.verdict()).is_some(), "place {place}");
    }
}

/// Number of lost conditions in reach and path, and whether the race is still likely.
#[test]
fn lost_conditions_by_number_and_side() {
    for (reach, path, likely) in [(1, 0, true), (2, 0, true), (0, 1, true), (0, 2, false), (1, 1, false), (2, 1, false)]
    {
        let mut s = Scene::new();
        let overlap = s.same_bytes();
        let zero = s.int(0);
        let mut conds = |n: usize| -> Vec<TermId> {
            (0..n)
                .map(|_| {
                    let x = s.lost();
                    s.terms.lt(zero, x)
                })
                .collect()
        };
        let (r, p) = (conds(reach), conds(path));
        s.candidate(&r, &p, vec![overlap]);
        let v = s.verdict();
        assert_eq!(is_likely(&v), likely, "{reach} {path}: {v:?}");
        assert_eq!(lost_names(&v).is_some(), !likely);
    }
}

#[test]
fn the_same_lost_condition_on_both_sides_is_one() {
    let mut s = Scene::new();
    let (x, zero, overlap) = (s.lost(), s.int(0), s.same_bytes());
    let c = s.terms.lt(zero, x);
    s.candidate(&[c], &[c], vec![overlap]);
    assert!(is_likely(&s.verdict()));
}

#[test]
fn opposite_lost_conditions_are_safe() {
    let mut s = Scene::new();
    let (x, zero, overlap) = (s.lost(), s.int(0), s.same_bytes());
    let c = s.terms.lt(zero, x);
    let n = s.terms.not(c);
    s.candidate(&[c], &[n], vec![overlap]);
    assert_eq!(s.verdict(), Verdict::Safe { by: crate::SafeBy::Conditions });
}

#[test]
fn data_that_does_not_matter_for_the_witness_does_not_lower_the_level() {
    let mut s = Scene::new();
    let ((_, r), _) = s.rank_and_size();
    let (x, y, zero, overlap) = (s.lost(), s.input(), s.int(0), s.same_bytes());
    let root = s.terms.eq(r, zero);
    let (l, i) = (s.terms.lt(zero, x), s.terms.lt(zero, y));
    let c = s.terms.any(&[root, l, i]);
    s.candidate(&[], &[c], vec![overlap]);
    certain(&s.verdict());
}

#[test]
fn lossy_is_at_most_unproven() {
    let mut s = Scene::new();
    let overlap = s.same_bytes();
    s.candidate(&[], &[], vec![overlap]).lossy = true;
    assert!(matches!(s.verdict(), Verdict::Unproven { reason: UnprovenReason::Lossy, .. }));
}

#[test]
fn unknown_pointer_is_at_most_unproven_and_safe_only_by_its_conditions() {
    let mut s = Scene::new();
    s.candidate(&[], &[], vec![]).unknown_pointer = true;
    assert!(matches!(s.verdict(), Verdict::Unproven { reason: UnprovenReason::UnknownPointer, .. }));
    let mut s = Scene::new();
    let x = s.parameter(0, 9);
    let three = s.int(3);
    let double = s.terms.scale(x, 2);
    let y = s.parameter(0, 9);
    let d = s.terms.sub(double, y);
    let (low, high) = (s.terms.lt(y, three), s.terms.eq(d, three));
    let above = s.terms.lt(three, x);
    s.candidate(&[low, high], &[above], vec![]).unknown_pointer = true;
    assert!(is_safe(&s.verdict()));
}

#[test]
fn the_worst_candidate_counts() {
    let mut s = Scene::new();
    let (x, five, overlap) = (s.input(), s.int(5), s.same_bytes());
    let c = s.terms.eq(x, five);
    s.candidate(&[c], &[], vec![overlap.clone()]);
    let mut second = s.candidates[0].clone();
    second.reach.clear();
    s.candidates.push(second);
    assert_eq!(certain(&s.verdict()).candidate, 1);
}

#[test]
fn functions_without_meaning() {
    // Of a parameter, once: as free as the parameter. Twice: perhaps correlated. Of the rank: not known.
    for (case, want) in [(0, "certain"), (1, "lost"), (2, "likely"), (3, "safe")] {
        let mut s = Scene::new();
        let ((_, r), _) = s.rank_and_size();
        let (p, three, overlap) = (s.parameter(0, 100), s.int(3), s.same_bytes());
        let arg = if case == 2 { r } else { p };
        let f = s.terms.apply("atoi", &[arg]);
        let c = s.terms.lt(three, f);
        let other = if case == 1 { s.terms.apply("strlen", &[arg]) } else { f };
        let five = s.int(5);
        let d = if case == 3 { s.terms.eq(other, three) } else { s.terms.lt(five, other) };
        let path = if case == 1 || case == 3 { vec![d] } else { vec![] };
        s.candidate(&[c], &path, vec![overlap]);
        let v = s.verdict();
        let got = match &v {
            Verdict::Race { certain: true, .. } => "certain",
            Verdict::Race { .. } => "likely",
            Verdict::Unproven { .. } => "lost",
            Verdict::Safe { .. } => "safe",
        };
        assert_eq!(got, want, "case {case}: {v:?}");
    }
}
