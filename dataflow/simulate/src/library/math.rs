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
fn apply(name: &str, single: bool, args: &[Value]) -> Result<Option<Answer>> {
    let from = |bits: u64| if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
    let to = |x: f64| if single { u64::from((x as f32).to_bits()) } else { x.to_bits() };
    let refs: Vec<&Value> = args.iter().collect();
    let value = if let Some(f) = one(name) {
        by_lane(&refs[..1.min(refs.len())], &mut |x| Ok(to(f(from(x[0])))))?
    } else if let (Some(f), true) = (two(name), refs.len() >= 2) {
        by_lane(&refs[..2], &mut |x| Ok(to(f(from(x[0]), from(x[1])))))?
    } else if matches!(name, "fma" | "fmuladd") && refs.len() >= 3 {
        by_lane(&refs[..3], &mut |x| Ok(to(from(x[0]) * from(x[1]) + from(x[2]))))?
    } else {
        return Ok(None);
    };
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
    apply(stem, suffix.contains("f32"), args)
}

pub(super) fn call(_: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let a = call.arg(0);
    match name {
        "lround" | "llround" => return give(Value::new(a.as_f64().round() as i64 as u64).tied(a.read)),
        "lrint" | "llrint" => return give(Value::new(a.as_f64().round_ties_even() as i64 as u64).tied(a.read)),
        "ldexp" => return give(Value::f64(a.as_f64() * 2_f64.powi(call.arg(1).int() as i32)).tied(a.read)),
        _ => {}
    }
    if one(name).is_some() || two(name).is_some() || name == "fma" {
        return apply(name, false, call.args);
    }
    match name.strip_suffix('f') {
        Some(stem) if one(stem).is_some() || two(stem).is_some() || stem == "fma" => apply(stem, true, call.args),
        _ => Ok(None),
    }
}
