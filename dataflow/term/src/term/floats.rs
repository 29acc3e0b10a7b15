//! Functions of floating-point numbers whose results are known where their arguments are (IEEE 754, 5.4.1: correctly rounded) (theory, 4.1).

use super::{Range, Term, Terms};
use crate::ids::TermId;

/// The largest magnitude that is taken to be an integer: every integer up to it is a number of double precision.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Numbers up to this one are exact in single precision.
const EXACT_IN_SINGLE: f64 = 16_777_216.0;

impl Terms {
    /// The result of `to_int` for a floating-point number that is computed from integers; `int` gives their values. `None` for
    /// other functions, and where a value is not known.
    pub fn integer_of(&self, f: u32, args: &[TermId], int: &mut dyn FnMut(TermId) -> Option<i128>) -> Option<i128> {
        let [arg] = *args else { return None };
        if self.function_name(f) != "to_int" {
            return None;
        }
        let value = self.float_of(arg, int)?.trunc();
        (value.abs() <= EXACT).then_some(value as i128)
    }

    /// Bounds of `to_int` of a floating-point number that is computed from integers by functions that grow with their arguments.
    /// Where a result is not exact it may be rounded up to the next integer, or down below one, in single precision.
    pub(super) fn integer_range(&mut self, f: u32, args: &[TermId]) -> Range {
        let [arg] = *args else { return Range::ALL };
        if self.function_name(f) != "to_int" {
            return Range::ALL;
        }
        let [lo, hi] = self.float_range(arg);
        let bound = |x: Option<f64>, sign: f64| {
            let x = x?;
            let exact = x.fract() == 0.0 && x.abs() <= EXACT_IN_SINGLE;
            let x = if exact { x } else { x + sign * x.abs() / EXACT_IN_SINGLE * 4.0 };
            (x.abs() <= EXACT).then_some(x.trunc() as i64)
        };
        Range { lo: bound(lo, -1.0), hi: bound(hi, 1.0) }
    }

    fn float_range(&mut self, t: TermId) -> [Option<f64>; 2] {
        let Term::Apply(f, args) = self.get(t).clone() else { return [None; 2] };
        let name = self.function_name(f).to_owned();
        let each = |range: [Option<f64>; 2], grows: fn(f64) -> f64| range.map(|x| x.map(grows));
        match (name.as_str(), &args[..]) {
            (name, []) => [name.parse().ok(); 2],
            ("to_float", [x]) => {
                let range = self.range(*x);
                [range.lo, range.hi].map(|x| x.map(|x| x as f64).filter(|x| x.abs() <= EXACT))
            }
            // Of a negative number there is no root.
            ("sqrt" | "llvm.sqrt", [x]) => {
                let [lo, hi] = self.float_range(*x);
                each([lo.filter(|x| *x >= 0.0), hi], f64::sqrt)
            }
            ("cbrt", [x]) => each(self.float_range(*x), f64::cbrt),
            ("floor" | "llvm.floor", [x]) => each(self.float_range(*x), f64::floor),
            ("ceil" | "llvm.ceil", [x]) => each(self.float_range(*x), f64::ceil),
            ("fadd", [x, y]) => {
                let ([a, b], [c, d]) = (self.float_range(*x), self.float_range(*y));
                [a.zip(c), b.zip(d)].map(|both| both.map(|(x, y)| x + y))
            }
            _ => [None; 2],
        }
    }

    fn float_of(&self, t: TermId, int: &mut dyn FnMut(TermId) -> Option<i128>) -> Option<f64> {
        let Term::Apply(f, args) = self.get(t) else { return None };
        match (self.function_name(*f), &args[..]) {
            (name, []) => name.parse().ok(),
            ("to_float", [x]) => {
                let x = int(*x)? as f64;
                (x.abs() <= EXACT).then_some(x)
            }
            ("sqrt" | "llvm.sqrt", [x]) => Some(self.float_of(*x, int)?.sqrt()),
            ("cbrt", [x]) => Some(self.float_of(*x, int)?.cbrt()),
            ("floor" | "llvm.floor", [x]) => Some(self.float_of(*x, int)?.floor()),
            ("ceil" | "llvm.ceil", [x]) => Some(self.float_of(*x, int)?.ceil()),
            ("fabs" | "llvm.fabs", [x]) => Some(self.float_of(*x, int)?.abs()),
            ("fadd", [x, y]) => Some(self.float_of(*x, int)? + self.float_of(*y, int)?),
            ("fsub", [x, y]) => Some(self.float_of(*x, int)? - self.float_of(*y, int)?),
            ("fmul", [x, y]) => Some(self.float_of(*x, int)? * self.float_of(*y, int)?),
            ("fdiv", [x, y]) => Some(self.float_of(*x, int)? / self.float_of(*y, int)?),
            _ => None,
        }
    }
}
