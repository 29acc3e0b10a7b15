//! Mathematical functions (theory, 9.4).

use super::{Call, give};
use crate::machine::operate::by_lane;
use crate::machine::{Answer, Machine, Result, Value};

fn one(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "sqrt" => f64::sqrt,
        "cbrt" => f64::cbrt,
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "asin" => f64::asin,
        "acos" => f64::acos,
        "atan" => f64::atan,
        "sinh" => f64::sinh,
        "cosh" => f64::cosh,
        "tanh" => f64::tanh,
        "exp" => f64::exp,
        "exp2" => f64::exp2,
        "expm1" => f64::exp_m1,
        "log" => f64::ln,
        "log2" => f64::log2,
        "log10" => f64::log10,
        "log1p" => f64::ln_1p,
        "fabs" => f64::abs,
        "floor" => f64::floor,
        "ceil" => f64::ceil,
        "trunc" => f64::trunc,
        "round" => f64::round,
        "rint" | "nearbyint" | "roundeven" => f64::round_ties_even,
        _ => return None,
    })
}

fn two(name: &str) -> Option<fn(f64, f64) -> f64> {
    Some(match name {
        "pow" => f64::powf,
        "atan2" => f64::atan2,
        "hypot" => f64::hypot,
        "fmod" => |x, y| x % y,
        "fmax" | "maxnum" | "maximum" => f64::max,
        "fmin" | "minnum" | "minimum" => f64::min,
        "copysign" => f64::copysign,
        "fdim" => |x, y| (x - y).max(0.0),
        _ => return None,
    })
}

/// A function on numbers of one width.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfNumbers {
    function: Arity,
    /// The numbers have 32 bits, not 64.
    single: bool,
}

#[derive(Debug, Clone, Copy)]
enum Arity {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    /// The first times the second, plus the third.
    Three,
}

impl OfNumbers {
    /// The function that a declaration names: `sqrt`, `sqrtf`, `llvm.sqrt.f64`; none for vectors.
    pub fn named(name: &str) -> Option<OfNumbers> {
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            let (stem, suffix) = intrinsic.split_once('.')?;
            return matches!(suffix, "f32" | "f64").then(|| OfNumbers::of(stem, suffix == "f32"))?;
        }
        OfNumbers::of(name, false).or_else(|| OfNumbers::of(name.strip_suffix('f')?, true))
    }

    fn of(stem: &str, single: bool) -> Option<OfNumbers> {
        let one = || one(stem).map(Arity::One);
        let two = || two(stem).map(Arity::Two);
        let function = one().or_else(two).or_else(|| matches!(stem, "fma" | "fmuladd").then_some(Arity::Three))?;
        Some(OfNumbers { function, single })
    }

    /// Number of arguments, at most 3.
    pub fn arity(self) -> usize {
        match self.function {
            Arity::One(_) => 1,
            Arity::Two(_) => 2,
            Arity::Three => 3,
        }
    }

    /// The bits of the result; arguments after the function's own are not read.
    pub fn apply(self, bits: [u64; 3]) -> u64 {
        let from = |bits: u64| if self.single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
        let [x, y, z] = bits.map(from);
        let result = match self.function {
            Arity::One(f) => f(x),
            Arity::Two(f) => f(x, y),
            Arity::Three => x * y + z,
        };
        if self.single { u64::from((result as f32).to_bits()) } else { result.to_bits() }
    }
}

/// Applies a function to numbers or to each lane of vectors; `None`: there are too few arguments.
fn apply(function: OfNumbers, args: &[Value]) -> Result<Option<Answer>> {
    let Some(args) = args.get(..function.arity()) else { return Ok(None) };
    let refs: Vec<&Value> = args.iter().collect();
    let value = by_lane(&refs, &mut |x| {
        let mut bits = [0; 3];
        bits[..x.len()].copy_from_slice(x);
        Ok(function.apply(bits))
    })?;
    give(value)
}

/// An intrinsic such as `llvm.sqrt.f64`.
pub(super) fn intrinsic(stem: &str, suffix: &str, args: &[Value]) -> Result<Option<Answer>> {
    if stem == "powi" {
        let single = suffix.contains("f32");
        let n = args.get(1).map_or(0, Value::int) as i32;
        let x = args.first().cloned().unwrap_or_default();
        let bits = if single {
            u64::from(f32::from_bits(x.bits as u32).powi(n).to_bits())
        } else {
            x.as_f64().powi(n).to_bits()
        };
        return give(Value::new(bits).tied(x.read));
    }
    match OfNumbers::of(stem, suffix.contains("f32")) {
        Some(function) => apply(function, args),
        None => Ok(None),
    }
}

pub(super) fn call(_: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let a = call.arg(0);
    match name {
        "lround" | "llround" => return give(Value::new(a.as_f64().round() as i64 as u64).tied(a.read)),
        "lrint" | "llrint" => return give(Value::new(a.as_f64().round_ties_even() as i64 as u64).tied(a.read)),
        "ldexp" => return give(Value::f64(a.as_f64() * 2_f64.powi(call.arg(1).int() as i32)).tied(a.read)),
        _ => {}
    }
    match OfNumbers::named(name) {
        Some(function) => apply(function, call.args),
        None => Ok(None),
    }
}
