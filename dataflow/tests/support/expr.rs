//! Expressions that are not normalised, and what they and terms evaluate to.

use proptest::prelude::*;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Knowledge, Op, Sym, SymKind, Term, Terms};

/// An integer or truth-valued expression as a program would compute it.
#[derive(Debug, Clone)]
pub enum Expr {
    Int(i64),
    /// One of the symbols of [`Symbols`].
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Scale(Box<Expr>, i64),
    Op(Op, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Le0(Box<Expr>),
    Eq0(Box<Expr>),
    Lt(Box<Expr>, Box<Expr>),
    Ne(Box<Expr>, Box<Expr>),
    /// `t = 0` for integers, negation for truth values.
    Not(Box<Expr>),
    /// `t ≠ 0`.
    IsTrue(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Disjoin(Vec<Expr>),
}

/// Number of symbols.
pub const VARS: usize = 6;
/// Bounds of the values that symbols are given; the first two are not declared to the terms.
const VALUES: [(i64, i64); VARS] = [(-7, 7), (-3, 9), (0, 5), (-2, 2), (1, 4), (0, 3)];
/// `VAR[RANK] < VAR[SIZE]` always.
const SIZE: usize = 4;
const RANK: usize = 5;

/// The symbols `x y n m size rank` in an arena.
pub struct Symbols(pub [SymId; VARS]);

impl Symbols {
    pub fn new(t: &mut Terms) -> Symbols {
        let ids = std::array::from_fn(|i| {
            let name = ["x", "y", "n", "m", "size", "rank"][i];
            let below = (i == RANK).then(|| {
                let size = SymId::from_usize(SIZE);
                t.sym(size)
            });
            let bounded = i > 1;
            t.add_sym(Sym {
                lo: bounded.then_some(VALUES[i].0),
                // The size of a communicator has no upper bound.
                hi: (bounded && i != SIZE && i != RANK).then_some(VALUES[i].1),
                below,
                ..Sym::new(SymKind::Parameter, name, Knowledge::Known)
            })
        });
        Symbols(ids)
    }
}

/// Values of the symbols.
pub type Assignment = [i64; VARS];

/// Whether an assignment respects what is declared of the symbols.
pub fn admissible(a: &Assignment) -> bool {
    let bounded = |i: usize| a[i] >= VALUES[i].0 && (i == SIZE || i == RANK || a[i] <= VALUES[i].1);
    (2..VARS).all(bounded) && a[RANK] < a[SIZE]
}

pub fn any_assignment() -> impl Strategy<Value = Assignment> {
    let range = |i: usize| VALUES[i].0..=VALUES[i].1;
    (range(0), range(1), range(2), range(3), range(4), range(5))
        .prop_map(|(x, y, n, m, size, rank)| [x, y, n, m, size, rank % size])
}

fn any_constant() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => -4i64..=4,
        2 => -17i64..=17,
        1 => proptest::sample::select(vec![-64, -32, -16, -8, 7, 8, 15, 16, 31, 32, 64, 255]),
        // Masks of all higher bits of a 31- or 32-bit number.
        1 => proptest::sample::select(vec![0x7fff_fff8, 0xffff_fffe, 0x7fff_fff0, 0xffff_fffc]),
    ]
}

/// What symbols are replaced by: linear forms and choices of small size, with which coefficients do not overflow.
pub fn any_image() -> impl Strategy<Value = Expr> {
    let linear = (0..VARS, -9i64..=9, -9i64..=9).prop_map(|(v, k, c)| {
        let scaled = Expr::Scale(Box::new(Expr::Var(v)), k);
        Expr::Add(Box::new(scaled), Box::new(Expr::Int(c)))
    });
    let choice = (0..VARS, -9i64..=9, 0..VARS).prop_map(|(v, c, w)| {
        let test = Expr::Le0(Box::new(Expr::Var(v)));
        Expr::Ite(Box::new(test), Box::new(Expr::Int(c)), Box::new(Expr::Var(w)))
    });
    prop_oneof![(0..VARS).prop_map(Expr::Var), (-9i64..=9).prop_map(Expr::Int), linear, choice]
}

fn any_op() -> impl Strategy<Value = Op> {
    use Op::{And, Div, Mod, Mul, Or, Quot, Rem, Shl, Shr, Xor};
    proptest::sample::select(vec![Mul, Mod, Div, Rem, Quot, And, Or, Xor, Shl, Shr])
}

/// Integer and truth-valued expressions of up to `depth` levels.
pub fn any_int(depth: u32) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![3 => (0..VARS).prop_map(Expr::Var), 2 => any_constant().prop_map(Expr::Int)];
    if depth == 0 {
        return leaf.boxed();
    }
    let sub = any_int(depth - 1).prop_map(Box::new).boxed();
    let constant = any_constant().prop_map(|c| Box::new(Expr::Int(c)));
    let second = prop_oneof![sub.clone(), constant];
    prop_oneof![
        2 => leaf,
        3 => (sub.clone(), sub.clone()).prop_map(|(a, b)| Expr::Add(a, b)),
        3 => (sub.clone(), sub.clone()).prop_map(|(a, b)| Expr::Sub(a, b)),
        2 => (sub.clone(), -9i64..=9).prop_map(|(a, k)| Expr::Scale(a, k)),
        6 => (any_op(), sub.clone(), second).prop_map(|(op, a, b)| Expr::Op(op, a, b)),
        3 => (any_bool(depth - 1), sub.clone(), sub).prop_map(|(c, a, b)| Expr::Ite(Box::new(c), a, b)),
        1 => any_bool(depth - 1),
    ]
    .boxed()
}

/// Truth-valued expressions of up to `depth` levels.
pub fn any_bool(depth: u32) -> BoxedStrategy<Expr> {
    let below = depth.saturating_sub(1);
    let int = any_int(below.min(2)).prop_map(Box::new).boxed();
    let compare = prop_oneof![
        int.clone().prop_map(Expr::Le0),
        int.clone().prop_map(Expr::Eq0),
        (int.clone(), int.clone()).prop_map(|(a, b)| Expr::Lt(a, b)),
        (int.clone(), int.clone()).prop_map(|(a, b)| Expr::Ne(a, b)),
        int.clone().prop_map(Expr::Not),
        int.prop_map(Expr::IsTrue),
    ];
    if depth == 0 {
        return compare.boxed();
    }
    // Few different conditions, so that conjunctions and disjunctions of related ones are frequent.
    let simple = (0..VARS, -1i64..=1).prop_map(|(v, c)| {
        let d = Expr::Add(Box::new(Expr::Var(v)), Box::new(Expr::Int(c)));
        Expr::Le0(Box::new(d))
    });
    let equal = (0..3usize, -1i64..=1).prop_map(|(v, c)| {
        let d = Expr::Add(Box::new(Expr::Var(v)), Box::new(Expr::Int(c)));
        Expr::Eq0(Box::new(d))
    });
    let part = prop_oneof![2 => simple, 2 => equal, 2 => any_bool(below)].boxed();
    let parts = proptest::collection::vec(part.clone(), 0..=4).boxed();
    prop_oneof![
        2 => compare,
        1 => part.clone().prop_map(|b| Expr::Not(Box::new(b))),
        2 => parts.clone().prop_map(Expr::All),
        2 => parts.clone().prop_map(Expr::Any),
        2 => parts.prop_map(Expr::Disjoin),
        1 => (part.clone(), part.clone(), part)
            .prop_map(|(c, a, b)| Expr::Ite(Box::new(c), Box::new(a), Box::new(b))),
    ]
    .boxed()
}

impl Expr {
    /// The term that the constructors make of it.
    pub fn build(&self, t: &mut Terms, s: &Symbols) -> TermId {
        match self {
            Expr::Int(c) => t.int(*c),
            Expr::Var(v) => t.sym(s.0[*v]),
            Expr::Add(a, b) => {
                let (a, b) = (a.build(t, s), b.build(t, s));
                t.add(a, b)
            }
            Expr::Sub(a, b) => {
                let (a, b) = (a.build(t, s), b.build(t, s));
                t.sub(a, b)
            }
            Expr::Scale(a, k) => {
                let a = a.build(t, s);
                t.scale(a, *k)
            }
            Expr::Op(op, a, b) => {
                let (a, b) = (a.build(t, s), b.build(t, s));
                t.op(*op, a, b)
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) = (c.build(t, s), a.build(t, s), b.build(t, s));
                t.ite(c, a, b)
            }
            Expr::Le0(a) => {
                let a = a.build(t, s);
                t.le0(a)
            }
            Expr::Eq0(a) => {
                let a = a.build(t, s);
                t.eq0(a)
            }
            Expr::Lt(a, b) => {
                let (a, b) = (a.build(t, s), b.build(t, s));
                t.lt(a, b)
            }
            Expr::Ne(a, b) => {
                let (a, b) = (a.build(t, s), b.build(t, s));
                t.ne(a, b)
            }
            Expr::Not(a) => {
                let a = a.build(t, s);
                t.not(a)
            }
            Expr::IsTrue(a) => {
                let a = a.build(t, s);
                t.ne0(a)
            }
            Expr::All(ps) => {
                let ps: Vec<TermId> = ps.iter().map(|p| p.build(t, s)).collect();
                t.all(&ps)
            }
            Expr::Any(ps) => {
                let ps: Vec<TermId> = ps.iter().map(|p| p.build(t, s)).collect();
                t.any(&ps)
            }
            Expr::Disjoin(ps) => {
                let ps: Vec<TermId> = ps.iter().map(|p| p.build(t, s)).collect();
                t.disjoin(&ps)
            }
        }
    }

    /// The value; `None` where an operation in it is not defined or outside of what the terms assume.
    pub fn eval(&self, a: &Assignment) -> Option<i128> {
        let truths = |ps: &[Expr]| ps.iter().map(|p| Some(p.eval(a)? != 0)).collect::<Option<Vec<bool>>>();
        let value = match self {
            Expr::Int(c) => i128::from(*c),
            Expr::Var(v) => i128::from(a[*v]),
            Expr::Add(x, y) => x.eval(a)? + y.eval(a)?,
            Expr::Sub(x, y) => x.eval(a)? - y.eval(a)?,
            Expr::Scale(x, k) => x.eval(a)? * i128::from(*k),
            Expr::Op(op, x, y) => {
                let constant = matches!(**y, Expr::Int(_));
                let (x, y) = (x.eval(a)?, y.eval(a)?);
                if *op == Op::Rem && y < 0 && !constant {
                    // Divisors are taken to be positive.
                    return None;
                }
                let beyond_mask = |m: i128, v: i128| m >= 0x7fff_0000 && !(0..1 << 31).contains(&v);
                if *op == Op::And && (beyond_mask(x, y) || beyond_mask(y, x)) {
                    // Masks of all higher bits of a 31- or 32-bit number are of such numbers.
                    return None;
                }
                operator(*op, x, y)?
            }
            Expr::Ite(c, x, y) => {
                let (c, x, y) = (c.eval(a)?, x.eval(a)?, y.eval(a)?);
                if c != 0 { x } else { y }
            }
            Expr::Le0(x) => i128::from(x.eval(a)? <= 0),
            Expr::Eq0(x) | Expr::Not(x) => i128::from(x.eval(a)? == 0),
            Expr::Lt(x, y) => i128::from(x.eval(a)? < y.eval(a)?),
            Expr::Ne(x, y) => i128::from(x.eval(a)? != y.eval(a)?),
            Expr::IsTrue(x) => i128::from(x.eval(a)? != 0),
            Expr::All(ps) => i128::from(truths(ps)?.into_iter().all(|b| b)),
            Expr::Any(ps) | Expr::Disjoin(ps) => i128::from(truths(ps)?.into_iter().any(|b| b)),
        };
        // Arithmetic does not overflow.
        (value.abs() < 1 << 60).then_some(value)
    }
}

/// An operator's value, by its definition; `None` where it has none.
fn operator(op: Op, x: i128, y: i128) -> Option<i128> {
    Some(match op {
        Op::Mul => x.checked_mul(y)?,
        Op::Mod if y > 0 => x.rem_euclid(y),
        Op::Div if y > 0 => x.div_euclid(y),
        Op::Rem if y != 0 => x % y,
        Op::Quot if y != 0 => x / y,
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl if (0..=62).contains(&y) => x.checked_mul(1 << y)?,
        Op::Shr if (0..=62).contains(&y) => x >> y,
        _ => return None,
    })
}

/// The value of a term without addresses and uninterpreted functions; `None` where it has none.
pub fn eval_term(t: &Terms, s: &Symbols, a: &Assignment, term: TermId) -> Option<i128> {
    let value = |x: TermId| eval_term(t, s, a, x);
    Some(match t.get(term) {
        Term::Const(c) => i128::from(*c),
        Term::Sym(id) => i128::from(a[s.0.iter().position(|x| x == id)?]),
        Term::Lin(c, ts) => {
            let mut sum = i128::from(*c);
            for (x, k) in ts {
                sum += value(*x)? * i128::from(*k);
            }
            sum
        }
        Term::Op(op, x, y) => operator(*op, value(*x)?, value(*y)?)?,
        Term::Ite(c, x, y) => {
            if value(*c)? != 0 {
                value(*x)?
            } else {
                value(*y)?
            }
        }
        Term::Le0(x) => i128::from(value(*x)? <= 0),
        Term::Eq0(x) | Term::Not(x) => i128::from(value(*x)? == 0),
        Term::All(ts) => {
            let mut all = true;
            for x in ts {
                all &= value(*x)? != 0;
            }
            i128::from(all)
        }
        Term::Any(ts) => {
            let mut any = false;
            for x in ts {
                any |= value(*x)? != 0;
            }
            i128::from(any)
        }
        Term::Addr(..) | Term::Apply(..) => return None,
    })
}
