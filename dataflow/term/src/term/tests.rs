use super::*;

fn known(t: &mut Terms, name: &str) -> TermId {
    let s = t.add_sym(Sym { lo: Some(0), ..Sym::new(SymKind::Parameter, name, Knowledge::Known) });
    t.sym(s)
}

#[test]
fn linear_forms_cancel() {
    let mut t = Terms::default();
    let (x, y) = (known(&mut t, "x"), known(&mut t, "y"));
    let a = t.scale(x, 4);
    let a = t.add(a, y);
    let b = t.add(y, x);
    let d = t.sub(a, b);
    let three_x = t.scale(x, 3);
    assert_eq!(d, three_x);
    let zero = t.sub(a, a);
    assert_eq!(t.as_const(zero), Some(0));
}

#[test]
fn negations_meet() {
    let mut t = Terms::default();
    let (x, y) = (known(&mut t, "x"), known(&mut t, "y"));
    let lt = t.lt(x, y);
    let ge = t.le(y, x);
    assert_eq!(t.not(lt), ge);
    let both = t.all(&[lt, ge]);
    assert_eq!(t.as_const(both), Some(0));
    let e = t.eq(x, y);
    let n = t.not(e);
    assert_eq!(t.not(n), e);
    let either = t.any(&[e, n]);
    assert_eq!(t.as_const(either), Some(1));
}

#[test]
fn a_choice_bounds_what_it_keeps() {
    let mut t = Terms::default();
    let s = t.add_sym(Sym::new(SymKind::Parameter, "n", Knowledge::Known));
    let n = t.sym(s);
    let (two, six, sixteen) = (t.int(2), t.int(6), t.int(16));
    let outside = [t.lt(n, two), t.lt(sixteen, n)];
    let outside = t.any(&outside);
    let kept = t.ite(outside, six, n);
    let r = t.range(kept);
    assert_eq!((r.lo, r.hi), (Some(2), Some(16)));
    let inside = t.not(outside);
    let (next, default) = (t.add_int(n, 1), t.int(0));
    let next = t.ite(inside, next, default);
    let r = t.range(next);
    assert_eq!((r.lo, r.hi), (Some(0), Some(17)));
}

#[test]
fn moduli_reduce() {
    let mut t = Terms::default();
    let x = known(&mut t, "x");
    let two = t.int(2);
    let a = t.scale(x, 2);
    let a = t.add_int(a, 3);
    let m = t.op(Op::Mod, a, two);
    assert_eq!(t.as_const(m), Some(1));
    let q = t.op(Op::Div, a, two);
    let want = t.add_int(x, 1);
    assert_eq!(q, want);
}

#[test]
fn neighbours_of_two_ranks_are_one_for_one_rank_only() {
    let mut t = Terms::default();
    let size = known(&mut t, "size");
    let [p, q, x] = ["p", "q", "x"].map(|name| {
        let s = Sym {
            lo: Some(0),
            below: Some(size).filter(|_| name != "x"),
            ..Sym::new(SymKind::Parameter, name, Knowledge::Known)
        };
        let s = t.add_sym(s);
        t.sym(s)
    });
    let [after_p, after_q, after_x] = [p, q, x].map(|rank| {
        let next = t.add_int(rank, 1);
        t.op(Op::Mod, next, size)
    });
    assert_eq!(t.eq(after_p, after_q), t.eq(p, q));
    // Of a number that may be the size or more, nothing is known.
    assert_ne!(t.eq(after_p, after_x), t.eq(p, x));
}

#[test]
fn truth_values_pass_through_integers() {
    let mut t = Terms::default();
    let (x, y) = (known(&mut t, "x"), known(&mut t, "y"));
    let c = t.lt(x, y);
    let (one, zero) = (t.int(1), t.int(0));
    assert_eq!(t.ite(c, one, zero), c);
    assert_eq!(t.ne(c, zero), c);
    assert_eq!(t.eq(c, one), c);
}

/// Truth values as bits of one integer: every value of it says which hold.
#[test]
fn bits_of_an_integer_are_told_apart() {
    let mut t = Terms::default();
    let (x, y, z) = (known(&mut t, "x"), known(&mut t, "y"), known(&mut t, "z"));
    let (a, b, c) = (t.lt(x, y), t.lt(y, z), t.eq(x, z));
    // Three bits in two's complement: a + 2b - 4c.
    let (two_b, four_c) = (t.scale(b, 2), t.scale(c, -4));
    let sum = t.add(a, two_b);
    let sum = t.add(sum, four_c);
    let (not_a, not_b, not_c) = (t.not(a), t.not(b), t.not(c));
    let is = |t: &mut Terms, n: i64| {
        let n = t.int(n);
        t.eq(sum, n)
    };
    let none = t.all(&[not_a, not_b, not_c]);
    assert_eq!(is(&mut t, 0), none);
    let all = t.all(&[a, b, c]);
    assert_eq!(is(&mut t, -1), all);
    let third = t.all(&[not_a, not_b, c]);
    assert_eq!(is(&mut t, -4), third);
    let first_two = t.all(&[a, b, not_c]);
    assert_eq!(is(&mut t, 3), first_two);
    assert_eq!(is(&mut t, 4), t.truth(false));
}

#[test]
fn lanes_pass_through_case_distinctions_and_substitution() {
    let mut t = Terms::default();
    let (x, y) = (known(&mut t, "x"), known(&mut t, "y"));
    let s = t.add_sym(Sym::new(SymKind::Lost, "v", Knowledge::Lost));
    let v = t.sym(s);
    let pair = t.vector(&[x, y]);
    let c = t.lt(x, y);
    let either = t.ite(c, pair, v);
    let (first, of_v) = (t.lane(either, 0), t.lane(v, 0));
    assert_eq!(first, t.ite(c, x, of_v));
    let mut known = Substitution::new();
    known.insert(s, pair);
    assert_eq!(t.subst(either, &mut known), pair);
    assert_eq!(t.subst(of_v, &mut known), x);
}

/// `(int)sqrt((double)n)` becomes a constant when `n` is one.
#[test]
fn integers_made_of_known_floats_are_known() {
    let mut t = Terms::default();
    let s = t.add_sym(Sym::new(SymKind::Input, "n", Knowledge::Input));
    let n = t.sym(s);
    let float = t.apply("to_float", &[n]);
    let root = t.apply("sqrt", &[float]);
    let root = t.apply("to_int", &[root]);
    for (value, expected) in [(0, 0), (1, 1), (8, 2), (9, 3), (1_000_000, 1000)] {
        let mut known = Substitution::new();
        let number = t.int(value);
        known.insert(s, number);
        let got = t.subst(root, &mut known);
        assert_eq!(t.as_const(got), Some(expected), "{value}");
    }
    // Nothing is known of the root of a negative number.
    let mut known = Substitution::new();
    let number = t.int(-1);
    known.insert(s, number);
    let got = t.subst(root, &mut known);
    assert_eq!(t.as_const(got), None);
}

/// The root of 1 to 2^20 is from 1 to 1024, whatever the precision of the floating-point number.
#[test]
fn integers_made_of_floats_have_bounds() {
    let mut t = Terms::default();
    let s = t.add_sym(Sym { lo: Some(1), hi: Some(1 << 20), ..Sym::new(SymKind::Input, "n", Knowledge::Input) });
    let n = t.sym(s);
    let float = t.apply("to_float", &[n]);
    let root = t.apply("sqrt", &[float]);
    let whole = t.apply("to_int", &[root]);
    assert_eq!(t.range(whole), Range { lo: Some(1), hi: Some(1024) });
    // 10^6 + 1 is not exact as a root: rounded up or down it is still at least 1000.
    let s = t.add_sym(Sym { lo: Some(1_000_001), hi: None, ..Sym::new(SymKind::Input, "m", Knowledge::Input) });
    let m = t.sym(s);
    let float = t.apply("to_float", &[m]);
    let root = t.apply("sqrt", &[float]);
    let whole = t.apply("to_int", &[root]);
    assert_eq!(t.range(whole), Range { lo: Some(1000), hi: None });
    // Of what may be negative nothing is known.
    let s = t.add_sym(Sym::new(SymKind::Input, "k", Knowledge::Input));
    let k = t.sym(s);
    let float = t.apply("to_float", &[k]);
    let root = t.apply("sqrt", &[float]);
    let whole = t.apply("to_int", &[root]);
    assert_eq!(t.range(whole), Range { lo: None, hi: None });
}
