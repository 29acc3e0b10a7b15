//! Terms as text that is read back: `(rank+1)%size`, `16*k+8`, `rank==0`, `&buf#i+8`, `ite(c,a,b)` (theory, 5.1).
//!
//! Summands, and other operands without an order, are sorted by their text, so that the text does not depend on ids. Large terms
//! have names.

use super::Error;
use super::codec::{Reader, Value};
use super::names::{Names, Used};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{Op, Term, Terms};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Terms of more nodes get a name.
const MAX_INLINE: u32 = 40;
/// Brackets inside each other that are read.
const MAX_DEPTH: usize = 120;

/// Writes terms.
pub(super) struct TermWriter<'t> {
    pub terms: &'t Terms,
    pub names: Names,
    pub used: Used,
    /// Definitions of heavy terms, each before its uses.
    pub lets: Vec<(String, String)>,
    texts: FxHashMap<TermId, String>,
    hashes: FxHashMap<TermId, u64>,
}

impl<'t> TermWriter<'t> {
    pub fn new(terms: &'t Terms, names: Names) -> TermWriter<'t> {
        let (texts, hashes) = (FxHashMap::default(), FxHashMap::default());
        TermWriter { terms, names, used: Used::default(), lets: Vec::new(), texts, hashes }
    }

    /// The term, or its name.
    pub fn text(&mut self, t: TermId) -> String {
        if let Some(text) = self.texts.get(&t) {
            return text.clone();
        }
        let mut text = self.whole(t);
        if self.terms.weight(t) > MAX_INLINE {
            let name = format!("${}", self.lets.len() + 1);
            self.lets.push((name.clone(), text));
            text = name;
        }
        self.texts.insert(t, text.clone());
        text
    }

    /// The text of a term that has been written.
    pub fn written(&self, t: TermId) -> Option<String> {
        self.texts.get(&t).cloned()
    }

    /// A term as text, in brackets unless it is a single symbol or number.
    pub fn piece(&mut self, t: TermId) -> String {
        let text = self.text(t);
        let named = self.terms.weight(t) > MAX_INLINE;
        let alone = match self.terms.get(t) {
            Term::Const(c) => *c >= 0,
            Term::Sym(_) | Term::Addr(..) | Term::Ite(..) | Term::All(_) | Term::Any(_) | Term::Apply(..) => true,
            Term::Op(op, ..) => !matches!(op, Op::Mul | Op::Mod),
            Term::Not(x) => !matches!(self.terms.get(*x), Term::Eq0(_)),
            Term::Lin(..) | Term::Le0(_) | Term::Eq0(_) => false,
        };
        if alone || named { text } else { format!("({text})") }
    }

    fn whole(&mut self, t: TermId) -> String {
        match self.terms.get(t).clone() {
            Term::Const(c) => c.to_string(),
            Term::Sym(s) => s.write(self),
            Term::Addr(o, i) => {
                let object = o.write(self);
                if self.terms.as_const(i) == Some(0) {
                    return format!("&{object}");
                }
                format!("&{object}#{}", self.piece(i))
            }
            Term::Lin(c, ts) => {
                let ts = self.sorted_sum(&ts);
                self.sum(c, &ts)
            }
            Term::Op(op, a, b) => {
                let commutes = matches!(op, Op::Mul | Op::And | Op::Or | Op::Xor);
                let pair = if commutes { self.sorted(&[a, b]) } else { vec![a, b] };
                match op {
                    Op::Mul => format!("{}*{}", self.piece(pair[0]), self.piece(pair[1])),
                    Op::Mod => format!("{}%{}", self.piece(a), self.piece(b)),
                    _ => self.call(function_of(op), &pair),
                }
            }
            Term::Ite(c, a, b) => self.call("ite", &[c, a, b]),
            Term::Le0(x) => self.compared(x, "<="),
            Term::Eq0(x) => self.compared(x, "=="),
            Term::Not(x) => match *self.terms.get(x) {
                Term::Eq0(y) => self.compared(y, "!="),
                _ => self.call("not", &[x]),
            },
            Term::All(ts) => {
                let ts = self.sorted(&ts);
                self.call("all", &ts)
            }
            Term::Any(ts) => {
                let ts = self.sorted(&ts);
                self.call("any", &ts)
            }
            Term::Apply(f, ts) => {
                let name = self.terms.function_name(f).to_owned();
                let mut parts = vec![name.write(self)];
                parts.extend(ts.iter().map(|t| self.text(*t)));
                format!("apply({})", parts.join(","))
            }
        }
    }

    fn call(&mut self, name: &str, parts: &[TermId]) -> String {
        let parts: Vec<String> = parts.iter().map(|t| self.text(*t)).collect();
        format!("{name}({})", parts.join(","))
    }

    fn sum(&mut self, c: i64, ts: &[(TermId, i64)]) -> String {
        let mut out = String::new();
        for (t, k) in ts {
            match (out.is_empty(), *k < 0) {
                (_, true) => out.push('-'),
                (false, false) => out.push('+'),
                (true, false) => {}
            }
            if k.unsigned_abs() != 1 {
                out.push_str(&format!("{}*", k.unsigned_abs()));
            }
            out.push_str(&self.piece(*t));
        }
        match (out.is_empty(), c) {
            (true, _) => out.push_str(&c.to_string()),
            (false, 0) => {}
            (false, c) => out.push_str(&format!("{c:+}")),
        }
        out
    }

    /// `x ≤ 0`, `x = 0` or `x ≠ 0`, with the negative parts of `x` on the other side.
    fn compared(&mut self, x: TermId, sign: &str) -> String {
        let order = sign == "<=";
        let (c, ts) = self.terms.linear(x);
        let ts = self.sorted_sum(&ts);
        let side = |by: i64| -> Vec<(TermId, i64)> {
            ts.iter().filter(|(_, k)| (*k > 0) == (by > 0)).map(|(t, k)| (*t, k.wrapping_mul(by))).collect()
        };
        let (left, right) = (side(1), side(-1));
        if order {
            let strict = c == 1 && !left.is_empty();
            let c = if strict { 0 } else { c };
            let (l, r) = if c > 0 { (c, 0) } else { (0, c.wrapping_neg()) };
            return format!("{}{}{}", self.side(l, &left), if strict { "<" } else { "<=" }, self.side(r, &right));
        }
        let (l, r) = if c > 0 && !(left.is_empty() || right.is_empty()) { (c, 0) } else { (0, c.wrapping_neg()) };
        // The sign of an equation depends on ids; a number alone is written on the right.
        if left.is_empty() {
            return format!("{}{sign}{c}", self.side(0, &right));
        }
        let (a, b) = (self.side(l, &left), self.side(r, &right));
        if right.is_empty() || a <= b { format!("{a}{sign}{b}") } else { format!("{b}{sign}{a}") }
    }

    /// One side of a comparison, which holds no other one at its top.
    fn side(&mut self, c: i64, ts: &[(TermId, i64)]) -> String {
        match ts {
            [(t, 1)] if c == 0 => match self.terms.get(*t) {
                Term::Le0(_) | Term::Eq0(_) | Term::Not(_) => self.piece(*t),
                _ => self.text(*t),
            },
            _ => self.sum(c, ts),
        }
    }

    fn sorted_sum(&mut self, ts: &[(TermId, i64)]) -> Vec<(TermId, i64)> {
        let order = self.sorted(&ts.iter().map(|(t, _)| *t).collect::<Vec<_>>());
        order.into_iter().filter_map(|t| ts.iter().find(|(x, _)| *x == t).copied()).collect()
    }

    fn sorted(&mut self, ts: &[TermId]) -> Vec<TermId> {
        let mut keyed: Vec<((bool, u64, String), TermId)> = Vec::new();
        for &t in ts {
            let key = if self.terms.weight(t) > MAX_INLINE {
                (true, self.hash(t), String::new())
            } else {
                (false, 0, self.text(t))
            };
            keyed.push((key, t));
        }
        keyed.sort();
        keyed.into_iter().map(|(_, t)| t).collect()
    }

    /// A number for what a term is, whatever its id.
    fn hash(&mut self, t: TermId) -> u64 {
        if let Some(h) = self.hashes.get(&t) {
            return *h;
        }
        let mut h = FxHasher::default();
        if self.terms.weight(t) <= MAX_INLINE {
            self.text(t).hash(&mut h);
        } else {
            let node = self.terms.get(t).clone();
            std::mem::discriminant(&node).hash(&mut h);
            let mut parts: Vec<(u64, i64)> = Vec::new();
            let mut free = matches!(node, Term::All(_) | Term::Any(_) | Term::Lin(..));
            match &node {
                Term::Lin(c, ts) => {
                    c.hash(&mut h);
                    parts.extend(ts.iter().map(|(t, k)| (self.hash(*t), *k)));
                }
                Term::Op(op, ..) => {
                    op.hash(&mut h);
                    free |= matches!(op, Op::Mul | Op::And | Op::Or | Op::Xor);
                }
                Term::Addr(o, _) => o.write(self).hash(&mut h),
                Term::Apply(f, _) => self.terms.function_name(*f).hash(&mut h),
                Term::Eq0(x) => {
                    // Of no sign.
                    let (c, ts) = self.terms.linear(*x);
                    c.unsigned_abs().hash(&mut h);
                    parts.extend(ts.iter().map(|(t, k)| (self.hash(*t), k.wrapping_abs())));
                    free = true;
                }
                _ => {}
            }
            if parts.is_empty() {
                rma_term::term::for_each_child(&node, |c| parts.push((self.hash(c), 1)));
            }
            if free {
                parts.sort_unstable();
            }
            parts.hash(&mut h);
        }
        let h = h.finish();
        self.hashes.insert(t, h);
        h
    }
}

fn function_of(op: Op) -> &'static str {
    match op {
        Op::Mul => "mul",
        Op::Mod => "mod",
        Op::Div => "div",
        Op::Rem => "rem",
        Op::Quot => "quot",
        Op::And => "band",
        Op::Or => "bor",
        Op::Xor => "xor",
        Op::Shl => "shl",
        Op::Shr => "shr",
    }
}

const OPS: [Op; 10] = [Op::Mul, Op::Mod, Op::Div, Op::Rem, Op::Quot, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr];

/// A term from its text.
pub(super) fn parse(text: &str, r: &mut Reader) -> Result<TermId, Error> {
    let mut p = Parser { rest: text.trim(), r, depth: 0 };
    let t = p.comparison()?;
    if p.rest.is_empty() {
        return Ok(t);
    }
    let rest = p.rest.to_owned();
    r.wrong("an operator, or the end of the term", &rest)
}

struct Parser<'p, 'x, 'a, 't> {
    rest: &'t str,
    r: &'p mut Reader<'x, 'a>,
    depth: usize,
}

impl Parser<'_, '_, '_, '_> {
    fn eats(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn wants(&mut self, sign: &str) -> Result<(), Error> {
        if self.eats(sign) { Ok(()) } else { self.r.wrong(format!("`{sign}`"), self.rest) }
    }

    fn comparison(&mut self) -> Result<TermId, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.r.wrong("fewer brackets inside each other", self.rest);
        }
        let a = self.addition()?;
        self.depth -= 1;
        let signs = ["==", "!=", "<=", ">=", "<", ">"];
        let Some(sign) = signs.into_iter().find(|s| self.eats(s)) else { return Ok(a) };
        let b = self.addition()?;
        let exact = self.r.exact;
        let terms = &mut self.r.facts.terms;
        Ok(match sign {
            "==" | "!=" if exact => {
                let mut d = terms.sub(a, b);
                let (_, ts) = terms.linear(d);
                if ts.first().is_some_and(|(_, k)| *k < 0) {
                    d = terms.scale(d, -1);
                }
                let e = terms.intern(Term::Eq0(d));
                if sign == "==" { e } else { terms.intern(Term::Not(e)) }
            }
            "==" => terms.eq(a, b),
            "!=" => terms.ne(a, b),
            _ => {
                let (a, b) = if sign.starts_with('>') { (b, a) } else { (a, b) };
                let mut d = terms.sub(a, b);
                if sign.len() == 1 {
                    d = terms.add_int(d, 1);
                }
                if exact { terms.intern(Term::Le0(d)) } else { terms.le0(d) }
            }
        })
    }

    fn addition(&mut self) -> Result<TermId, Error> {
        let mut sum = if self.eats("-") {
            let t = self.product()?;
            self.r.facts.terms.scale(t, -1)
        } else {
            self.product()?
        };
        loop {
            let plus = self.eats("+");
            if !plus && !self.eats("-") {
                return Ok(sum);
            }
            let t = self.product()?;
            let terms = &mut self.r.facts.terms;
            sum = if plus { terms.add(sum, t) } else { terms.sub(sum, t) };
        }
    }

    fn product(&mut self) -> Result<TermId, Error> {
        let mut a = self.primary()?;
        loop {
            let op = match () {
                () if self.eats("*") => Op::Mul,
                () if self.eats("%") => Op::Mod,
                () if self.eats("/") => Op::Div,
                () => return Ok(a),
            };
            let b = self.primary()?;
            a = self.op(op, a, b);
        }
    }

    fn op(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.r.facts.terms;
        if !self.r.exact {
            return terms.op(op, a, b);
        }
        if op == Op::Mul {
            match (terms.as_const(a), terms.as_const(b)) {
                (Some(k), _) => return terms.scale(b, k),
                (_, Some(k)) => return terms.scale(a, k),
                _ => {}
            }
        }
        let commutes = matches!(op, Op::Mul | Op::And | Op::Or | Op::Xor);
        let (a, b) = if commutes && b < a { (b, a) } else { (a, b) };
        terms.intern(Term::Op(op, a, b))
    }

    fn primary(&mut self) -> Result<TermId, Error> {
        if self.eats("(") {
            let t = self.comparison()?;
            self.wants(")")?;
            return Ok(t);
        }
        if self.eats("&") {
            let name = self.name();
            let obj = ObjId::read(&name, self.r)?;
            if self.eats("#") {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.r.wrong("fewer instances inside each other", self.rest);
                }
                let inst = self.primary()?;
                self.depth -= 1;
                return Ok(self.r.facts.terms.addr_of(obj, inst));
            }
            return Ok(self.r.facts.terms.addr(obj));
        }
        self.rest = self.rest.trim_start();
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if digits > 0 {
            let (number, rest) = self.rest.split_at(digits);
            let Ok(value) = number.parse::<u64>() else { return self.r.wrong("a number of 64 bits", number) };
            if !self.r.exact && value >= 1 << 48 {
                return self.r.wrong("a smaller number", number);
            }
            self.rest = rest;
            return Ok(self.r.facts.terms.int(value as i64));
        }
        let before = self.rest;
        let name = self.name();
        if name.is_empty() {
            return self.r.wrong("a term", before);
        }
        if self.rest.starts_with('(') {
            return self.function(&name);
        }
        match &name[..] {
            "true" => return Ok(self.r.facts.terms.truth(true)),
            "false" => return Ok(self.r.facts.terms.truth(false)),
            _ => {}
        }
        if let Some(t) = self.r.lets.get(&name) {
            return Ok(*t);
        }
        let s = SymId::read(&name, self.r)?;
        Ok(self.r.facts.terms.sym(s))
    }

    fn name(&mut self) -> String {
        let end = self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')));
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        name.to_owned()
    }

    fn function(&mut self, name: &str) -> Result<TermId, Error> {
        self.wants("(")?;
        let mut of = None;
        if name == "apply" {
            let end = self.rest.char_indices().filter(|(_, c)| *c == '"').nth(1).map_or(0, |(n, _)| n + 1);
            let quoted = &self.rest[..end];
            of = Some(String::read(quoted, self.r)?);
            self.rest = &self.rest[quoted.len()..];
            if !self.eats(",") {
                self.wants(")")?;
                return Ok(self.apply(of.as_deref().unwrap_or(""), &[]));
            }
        }
        let mut parts = Vec::new();
        if !self.eats(")") {
            loop {
                parts.push(self.comparison()?);
                if self.eats(")") {
                    break;
                }
                self.wants(",")?;
            }
        }
        if let Some(of) = of {
            return Ok(self.apply(&of, &parts));
        }
        self.built(name, &parts)
    }

    fn apply(&mut self, name: &str, parts: &[TermId]) -> TermId {
        self.r.facts.terms.apply(name, parts)
    }

    fn built(&mut self, name: &str, parts: &[TermId]) -> Result<TermId, Error> {
        let exact = self.r.exact;
        let op = OPS.into_iter().find(|op| function_of(*op) == name);
        let terms = &mut self.r.facts.terms;
        Ok(match (name, parts) {
            ("ite", &[c, a, b]) if exact => terms.intern(Term::Ite(c, a, b)),
            ("ite", &[c, a, b]) => terms.ite(c, a, b),
            ("not", &[x]) if exact => terms.intern(Term::Not(x)),
            ("not", &[x]) => terms.not(x),
            ("all" | "any", parts) if exact => {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                let parts = parts.into_boxed_slice();
                terms.intern(if name == "all" { Term::All(parts) } else { Term::Any(parts) })
            }
            ("all", parts) => terms.all(parts),
            ("any", parts) => terms.any(parts),
            ("tuple", parts) => terms.tuple(parts),
            (_, &[a, b]) => match op {
                Some(op) => self.op(op, a, b),
                None => return self.r.wrong("a function of two terms", name),
            },
            _ => return self.r.wrong("a function with its terms", name),
        })
    }
}
