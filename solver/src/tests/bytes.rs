//! Bytes, footprints, instances and the assumptions on objects.

use super::*;
use crate::SafeBy;
use rma_dataflow::term::Op;

#[test]
fn intervals_and_strides_need_no_solver() {
    let mut s = Scene::new();
    let (x, y) = (s.parameter(0, 100), s.parameter(0, 100));
    let (x, y) = (s.terms.scale(x, 8), s.terms.scale(y, 8));
    let y = s.terms.add_int(y, 4);
    let (a, b, c) = (s.extent(x, 4), s.extent(y, 4), s.extent(y, 5));
    let strided = s.overlap(a.clone(), Some(b));
    let touching = s.overlap(a, Some(c));
    let (zero, far) = (s.int(0), s.int(12));
    let (d, e) = (s.extent(zero, 12), s.extent(far, 4));
    let apart = s.overlap(d, Some(e));
    s.candidate(&[], &[], vec![strided]);
    s.candidate(&[], &[], vec![touching]);
    s.candidate(&[], &[], vec![apart]);
    let v = s.decide();
    assert_eq!(v[0], Verdict::Safe { by: SafeBy::Stride });
    let bytes = certain(&v[1]).bytes.expect("bytes");
    assert_eq!((bytes.start, bytes.len), (8, 1));
    assert_eq!(v[2], Verdict::Safe { by: SafeBy::Interval });
}

#[test]
fn columns_of_a_matrix() {
    // Ten rows of 40 bytes: column 3 of four bytes against column `c`.
    for (column, race) in [(2, false), (3, true)] {
        let mut s = Scene::new();
        let (p, q) = (s.int(12), s.int(4 * column));
        let (mut a, mut b) = (s.extent(p, 4), s.extent(q, 4));
        let dim = s.dim(10, 40);
        a.block.dims.push(dim);
        b.block.dims.push(dim);
        let o = s.overlap(a, Some(b));
        s.candidate(&[], &[], vec![o]);
        let v = s.verdict();
        assert_eq!(is_safe(&v), !race, "{v:?}");
    }
}

#[test]
fn empty_footprints_touch_nothing() {
    for case in 0..3 {
        let mut s = Scene::new();
        let zero = s.int(0);
        let mut a = s.extent(zero, if case == 0 { 0 } else { 4 });
        if case == 1 {
            let dim = s.dim(0, 8);
            a.block.dims.push(dim);
        }
        if case == 2 {
            let n = s.parameter(-3, 0);
            a.block.dims.push(Dim { count: n, stride: zero });
        }
        let b = s.extent(zero, 4);
        let o = s.overlap(a, Some(b));
        s.candidate(&[], &[], vec![o]);
        assert_eq!(s.verdict(), Verdict::Safe { by: SafeBy::NoOverlap }, "case {case}");
    }
}

#[test]
fn whole_object_is_met_by_any_byte() {
    let mut s = Scene::new();
    let at = s.int(8);
    let a = s.extent(at, 4);
    let o = s.overlap(a, None);
    s.candidate(&[], &[], vec![o]);
    let v = s.verdict();
    let bytes = certain(&v).bytes.expect("bytes");
    assert_eq!((bytes.start, bytes.len), (8, 4));
}

#[test]
fn accesses_stay_inside_their_object() {
    // x < 10 elements of four bytes; the other access starts at byte 40 - 4 * 2.
    for (size, safe) in [(Some(32), true), (Some(36), false), (None, false)] {
        let mut s = Scene::new();
        let x = s.parameter(-5, 100);
        let x = s.terms.scale(x, 4);
        let at = s.int(32);
        let (a, b) = (s.extent(x, 4), s.extent(at, 4));
        s.object(size);
        let o = s.overlap(a, Some(b));
        s.candidate(&[], &[], vec![o]);
        assert_eq!(is_safe(&s.verdict()), safe, "{size:?}");
    }
}

#[test]
fn offsets_are_not_negative() {
    let mut s = Scene::new();
    let x = s.parameter(-9, 9);
    let minus = s.int(-4);
    let (a, b) = (s.extent(x, 4), s.extent(minus, 4));
    let o = s.overlap(a, Some(b));
    s.candidate(&[], &[], vec![o]);
    assert_eq!(s.verdict(), Verdict::Safe { by: SafeBy::Interval });
}

#[test]
fn unknown_length_has_one_byte_and_perhaps_more() {
    for (second, want) in [(0, "certain"), (8, "unproven"), (-1, "safe")] {
        let mut s = Scene::new();
        let (zero, four) = (s.int(0), s.int(4));
        let at = s.int(if second < 0 { 0 } else { second });
        // Unknown length from byte 0, or from byte 4 with the other access before it.
        let mut a = s.extent(if second < 0 { four } else { zero }, 1);
        a.block.len = None;
        let b = s.extent(at, 4);
        let o = s.overlap(a, Some(b));
        s.candidate(&[], &[], vec![o]);
        let v = s.verdict();
        match want {
            "certain" => {
                certain(&v);
            }
            "unproven" => assert_eq!(lost_names(&v), Some(vec!["length".to_owned()])),
            _ => assert!(is_safe(&v), "{v:?}"),
        }
    }
}

#[test]
fn instances_are_compared_by_component() {
    for (second, safe) in [([0, 0], false), ([1, 0], true)] {
        let mut s = Scene::new();
        let (i, j, zero) = (s.parameter(0, 9), s.parameter(0, 9), s.int(0));
        let (mut a, mut b) = (s.extent(zero, 4), s.extent(zero, 4));
        let (i2, j2) = (s.terms.add_int(i, second[0]), s.terms.add_int(j, second[1]));
        a.inst = s.terms.tuple(&[i, j]);
        b.inst = s.terms.tuple(&[i2, j2]);
        let o = s.overlap(a, Some(b));
        s.candidate(&[], &[], vec![o]);
        assert_eq!(is_safe(&s.verdict()), safe);
    }
}

#[test]
fn tuples_behind_case_distinctions_are_injective() {
    let mut s = Scene::new();
    let (c, i, j) = (s.parameter(0, 5), s.parameter(0, 9), s.parameter(0, 9));
    let (zero, one) = (s.int(0), s.int(1));
    let (p, q) = (s.terms.tuple(&[i, zero]), s.terms.tuple(&[j, zero]));
    let first = s.terms.lt(c, one);
    let either = s.terms.ite(first, p, q);
    let (mut a, mut b) = (s.extent(zero, 4), s.extent(zero, 4));
    a.inst = either;
    b.inst = s.terms.tuple(&[i, one]);
    let o = s.overlap(a, Some(b));
    s.candidate(&[], &[], vec![o]);
    assert_eq!(s.verdict(), Verdict::Safe { by: SafeBy::Solver });
}

#[test]
fn addresses_of_different_objects_differ() {
    let mut s = Scene::new();
    let (o1, o2) = (s.object(None), s.object(None));
    let (c, one, zero) = (s.parameter(0, 5), s.int(1), s.int(0));
    let (a1, a2) = (s.terms.addr(o1), s.terms.addr(o2));
    let first = s.terms.lt(c, one);
    let p = s.terms.ite(first, a1, a2);
    let p = s.terms.add_int(p, 8);
    let is_second = {
        let q = s.terms.add_int(a2, 8);
        s.terms.eq(p, q)
    };
    let c_zero = s.terms.eq(c, zero);
    let overlap = s.same_bytes();
    s.candidate(&[is_second], &[c_zero], vec![overlap.clone()]);
    s.candidate(&[is_second], &[], vec![overlap]);
    let v = s.decide();
    assert!(is_safe(&v[0]), "{:?}", v[0]);
    certain(&v[1]);
}

#[test]
fn remainder_has_the_sign_of_the_dividend() {
    for (r, safe) in [(-2, false), (1, true)] {
        let mut s = Scene::new();
        let (x, three, want, overlap) = (s.parameter(-8, -1), s.int(3), s.int(r), s.same_bytes());
        let rem = s.terms.op(Op::Rem, x, three);
        let c = s.terms.eq(rem, want);
        s.candidate(&[c], &[], vec![overlap]);
        let v = s.verdict();
        assert_eq!(is_safe(&v), safe, "{v:?}");
        if !safe {
            assert_eq!(certain(&v).assignment[0].1, -2);
        }
    }
}

#[test]
fn divisors_are_not_zero_unless_the_branch_excludes_it() {
    let mut s = Scene::new();
    let (n, zero, seven, overlap) = (s.parameter(0, 9), s.int(0), s.int(7), s.same_bytes());
    let m = s.terms.op(Op::Quot, seven, n);
    let low = s.terms.lt(m, seven);
    let n_zero = s.terms.eq(n, zero);
    // Certain to be evaluated: n is not 0.
    s.candidate(&[low, n_zero], &[], vec![overlap.clone()]);
    // `n == 0 || 7 / n < 7`: n may be 0.
    let either = s.terms.any(&[n_zero, low]);
    s.candidate(&[either, n_zero], &[], vec![overlap]);
    let v = s.decide();
    assert!(is_safe(&v[0]));
    certain(&v[1]);
}

#[test]
fn values_of_divisions_by_zero_are_not_believed() {
    let mut s = Scene::new();
    let (x, y, n) = (s.parameter(0, 9), s.parameter(0, 9), s.parameter(0, 9));
    let (seven, overlap) = (s.int(7), s.same_bytes());
    let quotient = s.terms.op(Op::Quot, seven, n);
    let (less, small) = (s.terms.lt(x, y), s.terms.lt(quotient, seven));
    let either = s.terms.any(&[less, small]);
    // 2y <= 2x + 1 is y <= x, which leaves 7 / n < 7.
    let (x2, y2) = (s.terms.scale(x, 2), s.terms.scale(y, 2));
    let x2 = s.terms.add_int(x2, 1);
    let not_less = s.terms.le(y2, x2);
    s.candidate(&[either], &[not_less], vec![overlap]);
    let v = s.verdict();
    assert!(certain(&v).assignment.iter().any(|(sym, v)| *sym == SymId::from_usize(2) && *v == 2), "{v:?}");
}

#[test]
fn bitwise_operators_are_exact() {
    // x & y = 6 and x | y = 15 and x ^ y = 9 with x < y.
    let mut s = Scene::new();
    let (x, y, overlap) = (s.parameter(0, 63), s.parameter(0, 63), s.same_bytes());
    let mut conds = vec![s.terms.lt(x, y)];
    for (op, want) in [(Op::And, 6), (Op::Or, 15), (Op::Xor, 9)] {
        let (v, want) = (s.terms.op(op, x, y), s.int(want));
        conds.push(s.terms.eq(v, want));
    }
    s.candidate(&conds, &[], vec![overlap]);
    let v = s.verdict();
    assert_eq!(certain(&v).assignment.iter().map(|a| a.1).collect::<Vec<_>>(), vec![6, 15]);
}

#[test]
fn earlier_values_have_the_bounds_of_their_symbol() {
    let mut s = Scene::new();
    let (base, _) = s.add_sym(SymKind::Parameter, Knowledge::Known, Some(0), Some(5));
    let (_, before) = s.add_sym(SymKind::Earlier(base, 1), Knowledge::Known, None, None);
    let (six, overlap) = (s.int(6), s.same_bytes());
    let beyond = s.terms.le(six, before);
    s.candidate(&[beyond], &[], vec![overlap]);
    assert!(is_safe(&s.verdict()));
}
