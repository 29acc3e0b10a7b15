//! Normalised terms mean what the expressions mean that they were made from.

mod support;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rma_dataflow::ids::TermId;
use rma_dataflow::term::{Op, Substitution, Term, Terms};
use support::expr::{self, Assignment, Expr, Symbols, VARS};

/// At least this many cases, the same in every run; `PROPTEST_CASES` may ask for more.
fn config(cases: u32) -> ProptestConfig {
    let cases = ProptestConfig::default().cases.max(cases);
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(41),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

fn assignments() -> impl Strategy<Value = Vec<Assignment>> {
    proptest::collection::vec(expr::any_assignment(), 24)
}

/// Whether a term and its range agree with an expression under every assignment for which it is defined.
fn agree(t: &mut Terms, s: &Symbols, term: TermId, e: &Expr, on: &[Assignment]) -> Result<(), TestCaseError> {
    let range = t.range(term);
    for a in on {
        let Some(want) = e.eval(a) else { continue };
        let got = expr::eval_term(t, s, a, term);
        prop_assert_eq!(got, Some(want), "{} at {:?}", t.show(term), a);
        let above = range.lo.is_none_or(|lo| i128::from(lo) <= want);
        let below = range.hi.is_none_or(|hi| want <= i128::from(hi));
        prop_assert!(above && below, "{} = {} at {:?} outside of {:?}", t.show(term), want, a, range);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn integers_keep_their_value(e in expr::any_int(3), on in assignments()) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let term = e.build(&mut t, &s);
        agree(&mut t, &s, term, &e, &on)?;
    }

    #[test]
    fn truth_values_keep_their_value(e in expr::any_bool(3), on in assignments()) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let term = e.build(&mut t, &s);
        prop_assert!(t.as_const(term).is_none_or(|c| c == 0 || c == 1));
        agree(&mut t, &s, term, &e, &on)?;
    }

    /// Negation is the opposite, and twice is nothing.
    #[test]
    fn negation_is_involutive(e in expr::any_bool(3), on in assignments()) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let term = e.build(&mut t, &s);
        let not = t.not(term);
        agree(&mut t, &s, not, &Expr::Not(Box::new(e.clone())), &on)?;
        let back = t.not(not);
        agree(&mut t, &s, back, &e, &on)?;
    }

    /// Building a comparison twice gives the same term; comparisons are the leaves of conditions.
    #[test]
    fn negated_comparisons_come_back(e in expr::any_int(2), equal in any::<bool>()) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let x = e.build(&mut t, &s);
        let c = if equal { t.eq0(x) } else { t.le0(x) };
        let not = t.not(c);
        if matches!(t.get(c), Term::Le0(_) | Term::Eq0(_) | Term::Not(_) | Term::Const(_)) {
            prop_assert_eq!(t.not(not), c, "{}", t.show(c));
        }
    }

    /// Equal expressions have a difference of zero.
    #[test]
    fn differences_with_itself_vanish(e in expr::any_int(3)) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let (a, b) = (e.build(&mut t, &s), e.build(&mut t, &s));
        prop_assert_eq!(a, b);
        let d = t.sub(a, b);
        prop_assert_eq!(t.as_const(d), Some(0));
    }

    /// Replacing symbols in a term is evaluation at their new values.
    #[test]
    fn substitution_is_evaluation(
        e in expr::any_int(3),
        to in proptest::collection::vec(expr::any_image(), VARS),
        which in proptest::collection::vec(any::<bool>(), VARS),
        on in assignments(),
    ) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let term = e.build(&mut t, &s);
        let mut map = Substitution::new();
        for v in (0..VARS).filter(|v| which[*v]) {
            let image = to[v].build(&mut t, &s);
            map.insert(s.0[v], image);
        }
        let after = t.subst(term, &mut map);
        for a in &on {
            let mut there = *a;
            let mut defined = true;
            for v in (0..VARS).filter(|v| which[*v]) {
                match to[v].eval(a).and_then(|x| i64::try_from(x).ok()) {
                    Some(x) => there[v] = x,
                    None => defined = false,
                }
            }
            if !defined || !expr::admissible(&there) {
                continue;
            }
            let Some(want) = e.eval(&there) else { continue };
            prop_assert_eq!(
                expr::eval_term(&t, &s, a, after), Some(want), "{} -> {} at {:?}", t.show(term), t.show(after), a
            );
        }
    }

    /// What divides exactly is multiplied back to the dividend.
    #[test]
    fn exact_division_is_exact(e in expr::any_int(2), k in -8i64..=8, factor in -3i64..=3) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        // The dividend does not overflow.
        if e.eval(&[7; VARS]).is_none_or(|v| v.abs() >= 1 << 40) {
            return Ok(());
        }
        let x = e.build(&mut t, &s);
        let x = t.scale(x, k * factor);
        let quotient = t.exact_div(x, k);
        prop_assert_eq!(quotient.is_some(), k != 0);
        if let Some(q) = quotient {
            prop_assert_eq!(t.scale(q, k), x);
        }
        let one_more = t.add_int(x, 1);
        if k.abs() > 1 {
            prop_assert_eq!(t.exact_div(one_more, k), None);
        }
    }

    /// An `or` with low bits adds them to an aligned value, and to no other.
    #[test]
    fn or_is_addition_when_aligned(e in expr::any_int(1), shift in 0u32..6, bits in 0i64..64, on in assignments()) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let x = e.build(&mut t, &s);
        let high = t.scale(x, 1 << shift);
        let low = t.int(bits);
        let or = t.op(Op::Or, high, low);
        let by_hand = Expr::Op(
            Op::Or,
            Box::new(Expr::Scale(Box::new(e.clone()), 1 << shift)),
            Box::new(Expr::Int(bits)),
        );
        agree(&mut t, &s, or, &by_hand, &on)?;
    }

    /// An `or` adds a value below a power of two to multiples of that power, in either order.
    #[test]
    fn or_is_addition_of_small_values(
        high in expr::any_int(1),
        small in expr::any_int(2),
        shift in 0u32..4,
        swapped in any::<bool>(),
        on in assignments(),
    ) {
        let mut t = Terms::default();
        let s = Symbols::new(&mut t);
        let high = Expr::Scale(Box::new(high), 1 << shift);
        let small = Expr::Op(Op::Mod, Box::new(small), Box::new(Expr::Int(6)));
        let (a, b) = if swapped { (small, high) } else { (high, small) };
        let (x, y) = (a.build(&mut t, &s), b.build(&mut t, &s));
        let or = t.op(Op::Or, x, y);
        let by_hand = Expr::Op(Op::Or, Box::new(a), Box::new(b));
        agree(&mut t, &s, or, &by_hand, &on)?;
    }

    /// Comparisons of floating-point constants are those of the machine.
    #[test]
    fn float_constants_compare(a in any::<f64>(), b in any::<f64>(), same in any::<bool>()) {
        let b = if same { a } else { b };
        let mut t = Terms::default();
        let (x, y) = (t.apply(&format!("{a:?}"), &[]), t.apply(&format!("{b:?}"), &[]));
        for (name, want) in [("flt", a < b), ("feq", a == b), ("ford", !a.is_nan() && !b.is_nan())] {
            let c = t.float_compare(name, x, y);
            prop_assert_eq!(t.as_const(c), Some(i64::from(want)), "{} {} {}", a, name, b);
        }
    }
}

/// A comparison folds as soon as substitution makes both operands constants, and not before.
#[test]
fn float_comparisons_fold_under_substitution() {
    let mut t = Terms::default();
    let s = Symbols::new(&mut t);
    let (x, y) = (t.sym(s.0[0]), t.sym(s.0[1]));
    let less = t.float_compare("flt", x, y);
    assert_eq!(t.as_const(less), None);
    let (one, two) = (t.apply("1", &[]), t.apply("2.5", &[]));
    let mut first = Substitution::new();
    first.insert(s.0[0], one);
    let half = t.subst(less, &mut first);
    assert_eq!(t.as_const(half), None);
    for (value, want) in [(two, 1), (one, 0)] {
        let mut second = Substitution::new();
        second.insert(s.0[1], value);
        let whole = t.subst(half, &mut second);
        assert_eq!(t.as_const(whole), Some(want));
    }
}

/// Operators on the extreme constants that bit tricks and sentinels bring in.
#[test]

fn extreme_constants_do_not_overflow() {
    let edges = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    let ops = [Op::Mul, Op::Mod, Op::Div, Op::Rem, Op::Quot, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr];
    let mut failures = Vec::new();
    for c in edges {
        for k in edges {
            let outcome = |name: String, f: &dyn Fn(&mut Terms, TermId, TermId)| {
                let run = || {
                    let mut t = Terms::default();
                    let s = Symbols::new(&mut t);
                    let x = t.sym(s.0[0]);
                    let x = t.scale(x, k);
                    let constant = t.int(c);
                    f(&mut t, x, constant);
                    let plus = t.add_int(x, 1);
                    f(&mut t, plus, constant);
                    f(&mut t, constant, x);
                };
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(run))
                    .err()
                    .map(|_| format!("{name} with {c} and coefficient {k}"))
            };
            for op in ops {
                let f = |t: &mut Terms, a: TermId, b: TermId| _ = t.op(op, a, b);
                failures.extend(outcome(format!("{op:?}"), &f));
            }
            failures.extend(outcome("eq".into(), &|t, a, b| _ = t.eq(a, b)));
            failures.extend(outcome("lt".into(), &|t, a, b| _ = t.lt(a, b)));
            failures.extend(outcome("exact_div".into(), &|t, a, _| _ = t.exact_div(a, c)));
            failures.extend(outcome("range".into(), &|t, a, b| {
                let sum = t.add(a, b);
                t.range(sum);
            }));
        }
    }
    assert!(failures.is_empty(), "{} panics:\n{}", failures.len(), failures.join("\n"));
}
