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
fn truth_values_pass_through_integers() {
    let mut t = Terms::default();
    let (x, y) = (known(&mut t, "x"), known(&mut t, "y"));
    let c = t.lt(x, y);
    let (one, zero) = (t.int(1), t.int(0));
    assert_eq!(t.ite(c, one, zero), c);
    assert_eq!(t.ne(c, zero), c);
    assert_eq!(t.eq(c, one), c);
}
