//! Functions of floating-point numbers whose results are known where their arguments are (IEEE 754, 5.4.1: correctly rounded) (theory, 4.1).

use super::{Term, Terms};
use crate::ids::TermId;

/// The largest magnitude that is taken to be an integer: every integer up to it is a number of double precision.
const EXACT: f64 = 9_007_199_254_740_992.0;

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
