//! Terms in readable form: `4*rank + 8`, `(rank + 1) % size` (theory, 4.1).

use super::{Op, Term, Terms};
use crate::ids::TermId;
use std::fmt::Write;

impl Terms {
    /// The term in infix notation.
    pub fn show(&self, t: TermId) -> String {
        let mut out = String::new();
        self.write(t, &mut out, false);
        out
    }

    fn write(&self, t: TermId, out: &mut String, nested: bool) {
        match self.get(t) {
            Term::Const(c) => push(out, c),
            Term::Sym(s) => out.push_str(&self.syms[*s].name),
            Term::Addr(o, i) => {
                let _ = write!(out, "&obj{}", o.raw());
                if self.as_const(*i) != Some(0) {
                    out.push('#');
                    self.write(*i, out, true);
                }
            }
            Term::Lin(c, ts) => {
                if nested {
                    out.push('(');
                }
                for (n, (a, k)) in ts.iter().enumerate() {
                    match (n, *k < 0) {
                        (0, true) => out.push('-'),
                        (0, false) => {}
                        (_, true) => out.push_str(" - "),
                        (_, false) => out.push_str(" + "),
                    }
                    if k.unsigned_abs() != 1 {
                        let _ = write!(out, "{}*", k.unsigned_abs());
                    }
                    self.write(*a, out, true);
                }
                if *c != 0 {
                    let _ = write!(out, " {} {}", if *c < 0 { '-' } else { '+' }, c.unsigned_abs());
                }
                if nested {
                    out.push(')');
                }
            }
            Term::Op(op, a, b) => {
                let sign = match op {
                    Op::Mul => "*",
                    Op::Mod | Op::Rem => "%",
                    Op::Div | Op::Quot => "/",
                    Op::And => "&",
                    Op::Or => "|",
                    Op::Xor => "^",
                    Op::Shl => "<<",
                    Op::Shr => ">>",
                };
                self.infix(*a, sign, *b, out, nested);
            }
            Term::Ite(c, a, b) => {
                out.push('(');
                self.write(*c, out, false);
                out.push_str(" ? ");
                self.write(*a, out, false);
                out.push_str(" : ");
                self.write(*b, out, false);
                out.push(')');
            }
            Term::Le0(t) => {
                self.write(*t, out, false);
                out.push_str(" <= 0");
            }
            Term::Eq0(t) => {
                self.write(*t, out, false);
                out.push_str(" == 0");
            }
            Term::Not(t) => {
                if let Term::Eq0(x) = self.get(*t) {
                    self.write(*x, out, false);
                    out.push_str(" != 0");
                } else {
                    out.push('!');
                    self.write(*t, out, true);
                }
            }
            Term::All(ts) => self.joined(ts, " && ", out),
            Term::Any(ts) => self.joined(ts, " || ", out),
            Term::Apply(f, ts) => {
                out.push_str(self.function_name(*f));
                self.joined(ts, ", ", out);
            }
        }
    }

    fn infix(&self, a: TermId, sign: &str, b: TermId, out: &mut String, nested: bool) {
        if nested {
            out.push('(');
        }
        self.write(a, out, true);
        let _ = write!(out, " {sign} ");
        self.write(b, out, true);
        if nested {
            out.push(')');
        }
    }

    fn joined(&self, ts: &[TermId], sep: &str, out: &mut String) {
        out.push('(');
        for (n, t) in ts.iter().enumerate() {
            if n > 0 {
                out.push_str(sep);
            }
            self.write(*t, out, false);
        }
        out.push(')');
    }
}

fn push(out: &mut String, value: impl std::fmt::Display) {
    let _ = write!(out, "{value}");
}
