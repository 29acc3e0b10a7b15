//! Against brute force: random constraint systems and footprints over small domains.

use super::*;
use proptest::prelude::*;
use rma_dataflow::ids::LoopId;
use rma_dataflow::term::Op;

const SYMS: usize = 3;

/// An integer expression with a meaning of its own, independent of terms.
#[derive(Debug, Clone)]
enum Expr {
    Const(i64),
    Sym(usize),
    Add(Box<Expr>, Box<Expr>),
    Scale(i64, Box<Expr>),
    Op(Op, Box<Expr>, Box<Expr>),
    Ite(Box<Cond>, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone)]
enum Cond {
    Le(Expr, Expr),
    Eq(Expr, Expr),
    Not(Box<Cond>),
    All(Vec<Cond>),
    Any(Vec<Cond>),
    /// An integer taken as a truth value.
    Int(Expr),
}

impl Expr {
    fn eval(&self, v: &[i64]) -> i64 {
        match self {
            Expr::Const(c) => *c,
            Expr::Sym(s) => v[*s],
            Expr::Add(a, b) => a.eval(v) + b.eval(v),
            Expr::Scale(k, a) => k * a.eval(v),
            Expr::Op(op, a, b) => {
                let (x, y) = (a.eval(v), b.eval(v));
                match op {
                    Op::Mul => x * y,
                    Op::Mod => ((x % y) + y) % y,
                    Op::Div => (x as f64 / y as f64).floor() as i64,
                    Op::Rem => x % y,
                    Op::Quot => x / y,
                    Op::And => x & y,
                    Op::Or => x | y,
                    Op::Xor => x ^ y,
                    Op::Shl => x << y,
                    Op::Shr => x >> y,
                }
            }
            Expr::Ite(c, a, b) => {
                if c.eval(v) {
                    a.eval(v)
                } else {
                    b.eval(v)
                }
            }
        }
    }

    fn term(&self, t: &mut Terms, syms: &[TermId]) -> TermId {
        match self {
            Expr::Const(c) => t.int(*c),
            Expr::Sym(s) => syms[*s],
            Expr::Add(a, b) => {
                let (a, b) = (a.term(t, syms), b.term(t, syms));
                t.add(a, b)
            }
            Expr::Scale(k, a) => {
                let a = a.term(t, syms);
                t.scale(a, *k)
            }
            Expr::Op(op, a, b) => {
                let (a, b) = (a.term(t, syms), b.term(t, syms));
                t.op(*op, a, b)
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) = (c.term(t, syms), a.term(t, syms), b.term(t, syms));
                t.ite(c, a, b)
            }
        }
    }
}

impl Cond {
    fn eval(&self, v: &[i64]) -> bool {
        match self {
            Cond::Le(a, b) => a.eval(v) <= b.eval(v),
            Cond::Eq(a, b) => a.eval(v) == b.eval(v),
            Cond::Not(c) => !c.eval(v),
            Cond::All(cs) => cs.iter().all(|c| c.eval(v)),
            Cond::Any(cs) => cs.iter().any(|c| c.eval(v)),
            Cond::Int(e) => e.eval(v) != 0,
        }
    }

    fn term(&self, t: &mut Terms, syms: &[TermId]) -> TermId {
        match self {
            Cond::Le(a, b) => {
                let (a, b) = (a.term(t, syms), b.term(t, syms));
                t.le(a, b)
            }
            Cond::Eq(a, b) => {
                let (a, b) = (a.term(t, syms), b.term(t, syms));
                t.eq(a, b)
            }
            Cond::Not(c) => {
                let c = c.term(t, syms);
                t.not(c)
            }
            Cond::All(cs) => {
                let cs: Vec<TermId> = cs.iter().map(|c| c.term(t, syms)).collect();
                t.all(&cs)
            }
            Cond::Any(cs) => {
                let cs: Vec<TermId> = cs.iter().map(|c| c.term(t, syms)).collect();
                t.any(&cs)
            }
            Cond::Int(e) => {
                let e = e.term(t, syms);
                t.ne0(e)
            }
        }
    }
}

/// Symbols 0 and 1 have any small domain; symbol 2 is positive, so that it can be a divisor or shift amount.
fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![(-6i64..=6).prop_map(Expr::Const), (0..SYMS).prop_map(Expr::Sym)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let b = || inner.clone().prop_map(Box::new);
        let positive = prop_oneof![(1i64..=5).prop_map(|c| Box::new(Expr::Const(c))), Just(Box::new(Expr::Sym(2)))];
        let nonzero = prop_oneof![
            (1i64..=5).prop_map(|c| Box::new(Expr::Const(c))),
            (-5i64..=-1).prop_map(|c| Box::new(Expr::Const(c))),
            Just(Box::new(Expr::Sym(2)))
        ];
        let cond = (inner.clone(), inner.clone(), any::<bool>())
            .prop_map(|(x, y, eq)| Box::new(if eq { Cond::Eq(x, y) } else { Cond::Le(x, y) }));
        let bits = prop_oneof![Just(Op::And), Just(Op::Or), Just(Op::Xor), Just(Op::Mul)];
        prop_oneof![
            3 => (b(), b()).prop_map(|(x, y)| Expr::Add(x, y)),
            2 => ((-4i64..=4), b()).prop_map(|(k, x)| Expr::Scale(k, x)),
            2 => (prop_oneof![Just(Op::Mod), Just(Op::Div), Just(Op::Shl), Just(Op::Shr)], b(), positive)
                .prop_map(|(op, x, y)| Expr::Op(op, x, y)),
            2 => (prop_oneof![Just(Op::Rem), Just(Op::Quot)], b(), nonzero).prop_map(|(op, x, y)| Expr::Op(op, x, y)),
            2 => (bits, b(), b()).prop_map(|(op, x, y)| Expr::Op(op, x, y)),
            2 => (cond, b(), b()).prop_map(|(c, x, y)| Expr::Ite(c, x, y)),
        ]
    })
}

fn cond() -> impl Strategy<Value = Cond> {
    let leaf = prop_oneof![
        3 => (expr(), expr()).prop_map(|(a, b)| Cond::Le(a, b)),
        3 => (expr(), expr()).prop_map(|(a, b)| Cond::Eq(a, b)),
        1 => expr().prop_map(Cond::Int),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|c| Cond::Not(Box::new(c))),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Cond::All),
            prop::collection::vec(inner, 1..3).prop_map(Cond::Any),
        ]
    })
}

/// Nonnegative values upwards, then negative ones downwards: the order in which witnesses are small.
fn by_size(lo: i64, hi: i64) -> Vec<i64> {
    (lo.max(0)..=hi).chain((lo..=hi.min(-1)).rev()).collect()
}

/// Whether a condition has an operator on bits.
fn has_bits(conds: &[Cond]) -> bool {
    let text = format!("{conds:?}");
    ["Op(And", "Op(Or", "Op(Xor", "Op(Shl", "Op(Shr"].iter().any(|op| text.contains(op))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conditions(conds in prop::collection::vec(cond(), 1..4), lo in -3i64..=1, width in 0i64..5, bounded in any::<bool>()) {
        let mut s = Scene::new();
        let domains = [by_size(lo, lo + width), by_size(0, 4), by_size(1, 4)];
        // Kinds in the order in which a witness is made small.
        let kinds = [SymKind::Counter(LoopId::from_usize(0)), SymKind::Parameter, SymKind::Input];
        let ids: Vec<(SymId, TermId)> = domains
            .iter()
            .zip(kinds)
            .map(|(d, k)| s.add_sym(k, Knowledge::Known, d.iter().min().copied(), d.iter().max().copied()))
            .collect();
        if bounded {
            s.terms.syms[ids[1].0].below = Some(ids[2].1);
        }
        let syms: Vec<TermId> = ids.iter().map(|s| s.1).collect();
        let reach: Vec<TermId> = conds.iter().map(|c| c.term(&mut s.terms, &syms)).collect();
        let overlap = s.same_bytes();
        s.candidate(&reach, &[], vec![overlap]);
        let mut least = None;
        'all: for &x in &domains[0] {
            for &y in &domains[1] {
                for &z in &domains[2] {
                    if (!bounded || y < z) && conds.iter().all(|c| c.eval(&[x, y, z])) {
                        least = Some([x, y, z]);
                        break 'all;
                    }
                }
            }
        }
        match (s.verdict(), least) {
            (Verdict::Safe { .. }, None) => {}
            // With operators on bits the witness need not be the least one, only one.
            (Verdict::Race { certain: true, witness }, Some(mut values)) if has_bits(&conds) => {
                for (sym, v) in witness.assignment {
                    values[sym.index()] = v;
                }
                prop_assert!(conds.iter().all(|c| c.eval(&values)), "{values:?} is none");
                prop_assert!(domains.iter().zip(values).all(|(domain, v)| domain.contains(&v)));
                prop_assert!(!bounded || values[1] < values[2]);
            }
            (Verdict::Race { certain: true, witness }, Some(least)) => {
                for (sym, v) in witness.assignment {
                    prop_assert_eq!(v, least[sym.index()]);
                }
            }
            // Bits of unbounded numbers are beyond the solver: it may give up on them, never be wrong.
            (Verdict::Unproven { reason: UnprovenReason::SolverGaveUp, .. }, _) if has_bits(&conds) => {}
            (verdict, least) => prop_assert!(false, "{:?}, but brute force says {:?}", verdict, least),
        }
    }

    #[test]
    fn footprints(
        a in (0i64..12, prop::collection::vec((0i64..4, -6i64..9), 0..3), 0i64..5),
        b in (0i64..12, prop::collection::vec((0i64..4, -6i64..9), 0..3), 0i64..5),
        k in 1i64..5,
        hi in 0i64..4,
        size in prop::option::of(4i64..30),
    ) {
        // What is known to run over the end of its memory is another matter: it touches that up to its end.
        for (at, _, len) in [&a, &b] {
            prop_assume!(size.is_none_or(|s| *at >= s || at + len <= s));
        }
        let mut s = Scene::new();
        s.object(size);
        let (id, x) = s.add_sym(SymKind::Parameter, Knowledge::Known, Some(0), Some(hi));
        let mut extent = |(at, dims, len): &(i64, Vec<(i64, i64)>, i64), moving: bool| {
            let mut offset = s.int(*at);
            if moving {
                let step = s.terms.scale(x, k);
                offset = s.terms.add(offset, step);
            }
            let mut e = s.extent(offset, *len);
            for (count, stride) in dims {
                let d = s.dim(*count, *stride);
                e.block.dims.push(d);
            }
            e
        };
        let (first, second) = (extent(&a, true), extent(&b, false));
        let o = s.overlap(first, Some(second));
        s.candidate(&[], &[], vec![o]);
        let inside = |start: i64, len: i64| start >= 0 && size.is_none_or(|s| start + len <= s);
        let runs = |(at, dims, len): &(i64, Vec<(i64, i64)>, i64), shift: i64| -> Vec<(i64, i64)> {
            let mut starts = vec![at + shift];
            for (count, stride) in dims {
                starts = starts.iter().flat_map(|s| (0..*count).map(move |i| s + i * stride)).collect();
            }
            starts.into_iter().filter(|s| *len > 0 && inside(*s, *len)).map(|s| (s, s + len)).collect()
        };
        let mut common = None;
        for x in 0..=hi {
            let others = runs(&b, 0);
            let meets: Vec<(i64, i64)> = runs(&a, x * k)
                .iter()
                .flat_map(|(s, e)| others.iter().map(move |(t, f)| (*s.max(t), *e.min(f))))
                .filter(|(s, e)| s < e)
                .collect();
            if !meets.is_empty() {
                common = Some((x, meets));
                break;
            }
        }
        match (s.verdict(), common) {
            (Verdict::Safe { .. }, None) => {}
            (Verdict::Race { certain: true, witness }, Some((x, meets))) => {
                if let Some((_, v)) = witness.assignment.iter().find(|(s, _)| *s == id) {
                    prop_assert_eq!(*v, x);
                }
                let bytes = witness.bytes.expect("bytes");
                prop_assert!(meets.contains(&(bytes.start, bytes.start + bytes.len)));
            }
            (verdict, common) => prop_assert!(false, "{:?}, but brute force says {:?}", verdict, common),
        }
    }
}
